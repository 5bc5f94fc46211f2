### Ce qui concerne les gens leur est dit une fois : que l’on commence, et comment la partie s’est finie.

## La partie commence

board-full = 🪑 La table est complète : { $players }
board-duel-full = 🧪 Le duel peut commencer : { $players }
board-begins = ⚔️ La partie commence : { $players }
board-planned = ▶️ Votre partie prévue est ouverte : { $players }. Sans place ? Appuie sur 🪑 *{ button-join }*.
setting-start_call = Mention au début
setting-start_call-about = Si je mentionne une fois par partie les joueurs de la table : quand elle est complète, ou quand la partie commence si c’est plus tôt.
start_call-on = Mentionner chaque joueur une fois
start_call-off = Ne mentionner personne

## Résultats

setting-results_channel = Salon des résultats
setting-results_channel-about = Un salon où je publie aussi le résultat de chaque partie, avec l’image de qui a vaincu qui. Je n’y mentionne personne.
unset-results_channel = Sur le tableau seulement
result-board = [Le tableau]({ $board })
result-legend = a vaincu, et combien de fois
result-picture = Qui a vaincu qui.
result-felled = { $victor } a vaincu { $losers }.

## La table

done-host = L’hôte est maintenant { $host }.
done-rematch-joined = { $host } a déjà ouvert la revanche. Tu as ta place.
done-rematch-there = La revanche est déjà ouverte, et tu y as ta place.

## Derrière ⋯

button-more = ⋯
joust-button-more = ⋯
button-undo = Annuler
button-status = Situation
button-log = Récit
button-close = Fermer la table
more-nothing = On n’attend rien de toi pour l’instant.
more-confirm = À toi de confirmer ou de contester : { $what }.
more-turn = C’est ton tour.
more-turn-of = C’est à { $player } de jouer : tu agis en son nom.
more-serves = Tu sers **{ $master }**.
more-steps = 📋 *{ button-checklist }* te dit par où commencer.
