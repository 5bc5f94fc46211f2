### Le juge sur Discord : questions, réponses, formulaires.

## Le réglage du serveur

setting-rules_era = Règles du juge
setting-rules_era-about = Les règles que suit le juge si personne n’en choisit d’autres : celles d’aujourd’hui, ou celles de janvier 2013, quand on pouvait rediriger sur un planeswalker les blessures d’un joueur. La réponse dit toujours lesquelles.
rules-era-2013 = Janvier 2013
rules-era-current = Celles d’aujourd’hui

## Ce que personne n’a nommé

judge-opponent = un adversaire
judge-teammate = un équipier
judge-source = la source

## Réponses

judge-title-damage = ⚖️ Les issues
judge-restated = { $player } (vie : { $you }) · { $what }
judge-otherwise-unknown = Je ne peux pas dire si les autres règles répondraient autrement : la question est trop grande.
judge-verdict-unknown = Le responsable dépend du contrôleur de la source : indique-le avec *✏️ Plus…*.
judge-which = Quelle issue a eu lieu ?
button-judge-more = Plus…
button-judge-show = Montrer à tous
button-judge-happened = C’est arrivé

## Les mots d’une question, tels qu’on les écrit dans un formulaire

judge-word-by = par
judge-word-to = vers
judge-word-instead = plutôt
judge-word-blockers = bloqueurs
judge-word-loss = perte
judge-word-unblocked = comme non bloqué
judge-word-must-player = doit m’attaquer
judge-word-only-planeswalkers = planeswalkers seulement
judge-word-targeted = ciblé
judge-word-lifelink = lien de vie
judge-word-infect = infection
judge-word-wither = flétrissure
judge-word-combat = combat
judge-word-trample = piétinement
judge-word-removed = retiré du combat
judge-word-next = prévient
judge-word-all = tout
judge-word-half = moitié
judge-word-double = double
judge-word-redirect = redirige vers
judge-word-on = protège
judge-word-from = venant de
judge-word-once = une fois
judge-word-poison = poison
judge-word-hexproof = défense talismanique
judge-word-teammates = équipiers
judge-word-up = vers le haut
judge-word-down = vers le bas
judge-word-me = moi
## Formulaires : le nom de chaque champ, et un exemple

judge-form-sources = Les sources, une par ligne
judge-form-sources-about = Salve 2, { judge-word-by } Bo, { judge-word-instead } 4 · Ours 3, { judge-word-combat }, { judge-word-blockers } 2 + 1, { judge-word-trample }
judge-form-you = Points de vie, et le reste
judge-form-you-about = 20, { judge-word-poison } 3, { judge-word-hexproof }
judge-form-planeswalkers = Planeswalkers et loyauté
judge-form-planeswalkers-about = Jace 2, Garruk 3
judge-form-effects = Prévention et remplacement
judge-form-effects-about = Onguent : { judge-word-next } 3 · Sphère : { judge-word-half }, { judge-word-once } · Paria : { judge-word-redirect } Ours
judge-form-era = Selon quelles règles ?

## Refus

refusal-judge-planeswalkers = Planeswalkers : « { $typed } » ne convient pas. Écris chaque nom avec sa loyauté, de 1 à 99, par exemple `Jace 2, Garruk 3` : quatre au plus, chaque nom une fois.
refusal-judge-you = Points de vie : « { $typed } » ne convient pas. Écris d’abord les points de vie, de 1 à 9999, puis le reste : `20, { judge-word-poison } 3, { judge-word-hexproof }, { judge-word-teammates } Cy + Di`, avec 0 à 9 marqueurs poison.
refusal-judge-sources = Sources : « { $typed } » ne convient pas. Écris-en quatre au plus, une par ligne, avec 1 à 99 blessures : `Salve zingante 2, { judge-word-by } Bo, { judge-word-instead } 4` ou `Ours 3, { judge-word-combat }, { judge-word-blockers } 2 + 1, { judge-word-trample }, { judge-word-to } Jace`. Et aussi `{ judge-word-targeted }`, `{ judge-word-lifelink }`, `{ judge-word-infect }`, `{ judge-word-wither }`, `{ judge-word-loss }` ; seulement avec `{ judge-word-combat }` : `{ judge-word-unblocked }`, `{ judge-word-removed }`, `{ judge-word-must-player }`, `{ judge-word-only-planeswalkers }`, et jamais `{ judge-word-targeted }` ni `{ judge-word-instead }`. Au combat, il y a au plus { $most } façons d’attribuer les blessures.
refusal-judge-effects = Effets : « { $typed } » ne convient pas. Écris-en six au plus, par exemple `{ judge-word-next } 3; { judge-word-half } { judge-word-up }; { judge-word-double }; { judge-word-all }; Paria: { judge-word-redirect } Ours`, avec un nom avant les deux-points si tu veux. Puis, après des virgules : `{ judge-word-on } Jace + { judge-word-me }` (ou `{ judge-word-on } { judge-word-all }`), `{ judge-word-from } Salve`, `{ judge-word-once }` (pas avec `{ judge-word-next }`). Effets fois sources : { $most } au plus.
refusal-judge-large = Cette question est trop grande pour être étudiée. Enlève ce qui ne compte pas : un effet, une source ou un planeswalker.
refusal-judge-busy = Beaucoup de questions sont déjà à l’étude. Redemande dans une minute.
refusal-judge-replaced = Tu as posé une question plus récente : seule celle-là reçoit une réponse.
refusal-judge-failed = Le juge s’est interrompu. Redemande ; si cela se reproduit, préviens la personne qui fait tourner le bot.
refusal-judge-gone = Cette réponse est trop ancienne pour continuer. Redemande avec `/juge`.
refusal-judge-other = C’est la question de quelqu’un d’autre, ou la tienne dans un autre salon. Pose la tienne ici avec `/juge`.

## Commandes : les noms, puis ce qu’elles font

command-judge = juge
command-judge-about = Ce qui se passerait : une défaite, des blessures, une capacité de loyauté
option-question = question
option-judge-question-about = Ce que tu veux savoir ; un formulaire s’ouvre pour le reste
judge-question-defeat = qui répond d’une défaite
judge-question-damage = ce que deviennent des blessures
judge-question-loyalty = activer une capacité de loyauté
option-judge-player-about = Qui est concerné ; par défaut, toi
option-judge-card-about = Une carte concernée ; le formulaire commence par elle
