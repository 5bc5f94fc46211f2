### Tirages : le sceau sur le tableau, les mots, la liste des tirages, et comment en vérifier un.

## À la table et sur le tableau

lobby-words = 🎲 Mots du tirage
lobby-word = { $seat }. « { $word } »
draw-mark = Tirage { $number } · `{ $commitment }`
button-word = Ajouter un mot
word-title = Ton mot pour le tirage
word-label = Un mot au choix ; vide, il est retiré
done-word = Ton mot est dans le tirage, et sur le tableau. Tu peux le changer ou le retirer jusqu’au lancement.
done-word-gone = Ton mot n’est plus dans le tirage.

## Le récit

event-draw-sealed = 🎲 Son tirage nº { $number } est scellé : personne ne peut le changer, et 🎲 *{ button-fair }* le prouve.
event-joined-word = { $player } a rejoint la table, avec le mot « { $word } » pour le tirage.
event-worded = 🎲 { $player } a ajouté un mot au tirage : « { $word } »
event-unworded = 🎲 { $player } a retiré son mot du tirage.

## Vérifier un tirage

draw-sealed-about = Les places et le premier joueur viendront d’un secret que personne ne voit avant le lancement, de l’ordre dans lequel les joueurs prennent place, et des mots ajoutés. L’engagement est l’empreinte SHA-256 des lignes ci-dessous. Note ses seize premiers caractères, que le tableau montre jusqu’au lancement : une fois la partie lancée, ce bouton donne le fichier qui prouve le tirage.
draw-proof-about = Les places et le premier joueur viennent de ce que contient ce fichier ; son engagement (`commitment`) était affiché avant. Enregistre-le : `suzerain verify draw.json` refait le tirage. Pour le refaire sans le bot : `docs/design/draw-recipe.md`, avec son code source.
draw-choices-about = { $count ->
    [one] Le fichier contient aussi le choix que le tirage a fait parce que personne d’autre ne l’a fait.
   *[other] Le fichier contient aussi les { $count } choix que le tirage a faits parce que personne d’autre ne les a faits.
 }
draw-handed-about = Le tirage { $number } a été fermé sans servir et a laissé son secret à celui-ci.
draw-kept-about = La table du tirage { $number } a été fermée avant la première déclaration, et les mêmes personnes ont rouvert : elles gardent ses places.
draw-forgotten-about = Une personne assise ici a été oubliée : le fichier prouve les places, mais plus quel compte ou quel mot se trouve derrière chaque ligne.

## Tous les tirages

draws-title = 🎲 Les tirages de ce serveur
draws-empty = Aucun tirage n’a encore été scellé ici. Ouvre une table avec `/table ouvrir`.
draws-line = `{ $commitment }` **{ $number }** · { $fate }
draws-line-where = `{ $commitment }` **{ $number }** · { $fate } · { $channel }
draws-open = ⏳ ouvert
draws-used = ✅ utilisé
draws-unused = ⚪ fermé sans servir
draws-handed = ⚪ fermé sans servir ; le tirage { $heir } a son secret
draws-page = Chaque engagement contient l’empreinte du précédent. Page { $page } sur { $pages }

## Refus

refusal-word = Un mot a { $most } caractères au plus, sur une ligne et sans caractère de contrôle. Prends-en un plus court ou plus simple.
refusal-word-late = Le tirage de cette table est fait : aucun mot n’y change plus rien. La prochaine table prendra le tien.
refusal-no-words = Cette table ne prend pas de mots : son tirage a été scellé avant qu’il y en ait. La prochaine en prendra ; ouvre-la avec `/table ouvrir`.
refusal-draw-handed-on = Cette table avait été fermée, et son secret est passé au tirage { $number }. Ferme-la avec `⋯` 🔒 *{ button-close }*, et ouvres-en une autre.
