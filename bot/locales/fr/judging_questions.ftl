### Le juge sur Discord : la loyauté, et ce qu’entraînerait une défaite.

## Réponses sur la loyauté et sur une défaite

judge-planeswalker = le planeswalker
judge-title-loyalty = ⚖️ Est-ce possible maintenant ?
judge-title-defeat = ⚖️ Que se passerait-il si…
judge-restated-loyalty = { $player } : { $what }
judge-assumed-owner = On suppose ici que { $owner } possède { $source } ; sinon, ajoute « { judge-word-owner } » et le nom.
judge-assumed = { $variant }, avec au moins trois maîtres dans la partie.

## Les mots de ces questions

judge-word-types = types
judge-word-no-planeswalker = pas un planeswalker
judge-word-cast = lancé
judge-word-emblem = emblème
judge-word-stack = pile
judge-word-flash = flash
judge-word-seasons = Saisons de dédoublement
judge-word-triggers = déclenchées
judge-word-turn = tour de
judge-word-priority = priorité
judge-word-happened = ce tour-ci
judge-word-untap = dégagement
judge-word-upkeep = entretien
judge-word-draw = pioche
judge-word-main = phase principale
judge-word-end = fin
judge-word-cleanup = nettoyage
judge-word-activated = activé
judge-word-control-changed = changé de contrôleur
judge-word-transformed = transformé
judge-word-returned = revenu
judge-word-nobody = personne
judge-word-life = points de vie
judge-word-library = bibliothèque
judge-word-effect = effet
judge-word-commander = commandant
judge-word-owner = propriétaire
judge-word-voluntary = facultatif
judge-word-forced-draw = pioche forcée
judge-word-ended = fin de la protection
judge-word-controlled = contrôlé par
judge-word-kindslaver = Kindslaver de
## Formulaires

judge-form-permanent = Nom et loyauté
judge-form-permanent-about = Jace 3, { judge-word-by } Bo · Jace 3, { judge-word-types } Jace · Gideon 4, { judge-word-no-planeswalker }
judge-form-cost = Le coût, ou « { judge-word-cast } »
judge-form-cost-about = -2 · +1, { judge-word-emblem } · -X 3 · { judge-word-cast } · +1, { judge-word-cast }
judge-form-moment = Le moment
judge-form-moment-about = { judge-word-main }, { judge-word-turn } Bo, { judge-word-priority } Bo, { judge-word-stack } 1, { judge-word-happened } { judge-word-activated }
judge-form-others = Les autres planeswalkers
judge-form-others-about = Si on le lance, un par ligne : Jace Beleren, { judge-word-types } Jace, { judge-word-by } Cy
judge-form-loser = Qui a perdu, et comment
judge-form-loser-about = Bo, { judge-word-library }, { judge-word-controlled } Cy · { judge-word-poison }, { judge-word-effect }, { judge-word-commander }
judge-form-objects = Ce qui l’a causé, un objet par ligne
judge-form-objects-about = Foudre 3, { judge-word-by } Ana, { judge-word-owner } Cy · Pacte, { judge-word-by } Bo, { judge-word-voluntary }
judge-form-teams = Qui sert qui
judge-form-teams-about = Cy: Ana; Di: Ana
judge-form-variant = Variante

## Refus

refusal-judge-permanent = Nom et loyauté : « { $typed } » ne convient pas. Écris le nom avec ses marqueurs, de 0 à 999 (pour une carte, la loyauté imprimée, 99 au plus), par exemple `Jace 3, { judge-word-by } Bo` ou `Gideon 4, { judge-word-no-planeswalker }` ; pour une carte qu’on lance, aussi ses types : `Jace 3, { judge-word-types } Jace`.
refusal-judge-cost = Coût : « { $typed } » ne convient pas. Écris `0`, de `+1` à `+99`, de `-1` à `-99`, ou `-X` suivi du nombre, par exemple `-X 3`. Dans le formulaire, tu peux ajouter `{ judge-word-emblem }`, ou `{ judge-word-cast }` pour un planeswalker qu’on lance, ce qui ne crée pas d’emblème.
refusal-judge-this-turn = Ce tour-ci : « { $typed } » ne convient pas. Écris dans l’ordre ce qui lui est arrivé : `{ judge-word-activated }`, `{ judge-word-control-changed }`, `{ judge-word-transformed }`, `{ judge-word-returned }`, par exemple `{ judge-word-activated } + { judge-word-returned }`.
refusal-judge-moment = Le moment : « { $typed } » ne convient pas. Écris d’abord la phase (`{ judge-word-untap }`, `{ judge-word-upkeep }`, `{ judge-word-draw }`, `{ judge-word-main }`, `{ judge-word-combat }`, `{ judge-word-end }`, `{ judge-word-cleanup }`), puis ce qui compte : `{ judge-word-turn } Bo`, `{ judge-word-priority } Cy` ou `{ judge-word-priority } { judge-word-nobody }`, `{ judge-word-stack } 1`, `{ judge-word-flash }`, `{ judge-word-seasons } 2` (4 au plus), pour une carte qu’on lance `{ judge-word-triggers } 1`, sinon `{ judge-word-happened } { judge-word-activated }`, une seule fois sauf s’il est `{ judge-word-returned }` entre-temps.
refusal-judge-others = Autres planeswalkers : « { $typed } » ne convient pas. Écris-en vingt au plus, un par ligne, avec types et contrôleur, par exemple `Jace Beleren, { judge-word-types } Jace, { judge-word-by } Cy` ; seulement si on lance un planeswalker.
refusal-judge-loser = Qui a perdu : « { $typed } » ne convient pas. Écris le nom, puis comment : `{ judge-word-life }`, `{ judge-word-poison }`, `{ judge-word-library }`, `{ judge-word-effect }` ou `{ judge-word-commander }` ; peut-être `{ judge-word-controlled } Cy` ou `{ judge-word-kindslaver } Cy`.
refusal-judge-objects = Ce qui l’a causé : « { $typed } » ne convient pas. Écris au plus douze objets, un par ligne, par exemple `Foudre 3, { judge-word-by } Ana`, avec leur contrôleur, et peut-être un nombre à partir de 1, `{ judge-word-owner } Cy`, `{ judge-word-voluntary }`, `{ judge-word-forced-draw }`, `{ judge-word-ended }` (un seul).
refusal-judge-teams = Qui sert qui : « { $typed } » ne convient pas. Écris chacun avec son maître, par exemple `Cy: Ana; Di: Ana` : chacun une fois, dans une variante où l’on sert ; personne ne sert quelqu’un qui le sert.
