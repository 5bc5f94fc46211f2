### L’appel des tables d’une soirée : qui est là, et qui vient du banc

board-pod = ▶️ Votre table est ouverte : { $players }. Appuyez sur 🙋 *{ button-present }* dans les { $minutes } minutes, sinon quelqu’un du banc prend la place. Quand tout le monde a appuyé, n’importe qui d’entre vous appuie sur *{ button-start }*.
call-again = ▶️ { $players } : j’étais hors ligne à la fin de votre appel. Appuyez sur 🙋 *{ button-present }* dans les { $minutes } minutes à partir de maintenant, sinon quelqu’un du banc prend la place.
lobby-all-here = ✅ Tout le monde est là : n’importe qui d’entre vous peut lancer la partie.
event-call-ended = { $count ->
    [0] 🪑 Les places libres vont au banc.
   *[other] 🪑 Pas là, les places vont donc au banc : { $players }.
}
event-seats-filled = { $count ->
    [0] 🪑 Personne n’attendait sur le banc.
   *[other] 🪑 Du banc : { $players }.
}
audit-call-ended = a pourvu les places d’une table de soirée : { $channel }
plan-button-filling = Pourvoir les places
clock-ask-lobby = { $pod } ({ $players }) n’a pas commencé. Les joueurs qui n’ont pas appuyé sur 🙋 *{ button-present }* cèdent leur place à quelqu’un du banc. Ou ferme la table.
clock-done-fill = Dans { $pod }, toutes les places sont pourvues.
refusal-only-leaders = Seules l’organisation de cette soirée et la modération peuvent faire cela. Demande-leur.
refusal-call-none = Cette table n’attend personne. Regarde son tableau.
refusal-call-full = Tout le monde a appuyé à cette table : aucune place n’est libre. N’importe lequel de ses joueurs peut la commencer.
refusal-call-filling = Les places libres de cette table sont en train d’être pourvues. Réessaie dans un instant.
refusal-call-runs = Tous n’ont pas encore appuyé sur 🙋 *{ button-present }* : { $players }. Attends-les, ou la fin de leur délai : le banc prend alors leurs places.
refusal-call-over = Ta place à cette table est allée au banc. Appuie sur 🙋 *{ plan-button-come }* ou 🪑 *{ button-join }* sur le message de la soirée : tu auras la prochaine place libre, ou tu joueras la prochaine ronde.

## Points that an organiser takes

command-night-points = points
command-night-points-about = Retirer des points à quelqu’un de la soirée
option-points-from = joueur
option-points-from-about = La personne qui perd les points
option-points-taken = points
option-points-taken-about = Combien de points, 99 au plus
night-points-taken = ➖ Ronde { $round } · { $by } a retiré { $points } à { $player } : { $reason }
night-done-points = Points retirés à { $player } : { $points }. Tout le monde lit le motif sur le tableau.
audit-night-points = a retiré des points à quelqu’un d’une soirée dans { $channel }
refusal-night-points = Nombre maximal de points à retirer d’un coup : { $most }. Écris-en moins, et au moins un.
refusal-night-own-points = Tu joues à cette soirée : tu ne retires donc de points à personne. Demande à la modération.
night-leaders-pick = Qui la mène avec toi ? Membres, rôles…
night-leaders = Menée aussi par { $leaders }
night-pair-anew = ⚠️ Un résultat a changé depuis que la ronde { $round } est placée. 🔀 *{ plan-button-redraw }* tire de nouveau les tables qui n’ont pas commencé ; les autres restent.
night-pair-anew-moderator = ⚠️ Un résultat a changé depuis que la ronde { $round } est placée. Tu y joues : c’est à la modération de tirer de nouveau les tables qui n’ont pas commencé.
plan-button-redraw = Apparier à nouveau
night-redraw-title = Nouvel appariement : ronde { $round }
night-redraw-about = Tables qui n’ont pas commencé : { $count }. Tout le monde lira ton motif sur le tableau.
night-done-redraw = Ronde { $round } : ce qui n’avait pas commencé est tiré à nouveau. Tables : { $pods }. Je les ouvre.
audit-night-redrawn = a fait tirer à nouveau des tables d’une soirée dans { $channel }
refusal-night-redraw-none = Il n’y a rien à apparier à nouveau : aucun résultat n’a changé, ou toutes les tables de cette ronde ont commencé. Attends la prochaine ronde.
refusal-night-redraw-begun = Une de ces tables a commencé. Appuie encore sur 🔀 *{ plan-button-redraw }* : les autres seront tirées.
