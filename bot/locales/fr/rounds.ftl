### Les soirées : ce qui arrête une soirée, ses rondes et qui l’organise.

## Commandes

command-night-open = ouvrir
command-night-open-about = Annoncer une soirée de plusieurs tables et rondes
command-night-show = voir
command-night-show-about = Voir où en est la soirée, ou les soirées passées du serveur
command-night-seat = placer
command-night-seat-about = Voir les tables de la prochaine ronde, puis les placer
command-night-drop = retirer
command-night-drop-about = Retirer quelqu’un des rondes à venir
command-night-add = ajouter
command-night-add-about = Faire jouer quelqu’un à partir de la prochaine ronde
command-night-swap = échanger
command-night-swap-about = Échanger les places de deux personnes de cette ronde
command-night-pause = pause
command-night-pause-about = Arrêter le chronomètre, ou le relancer
command-night-close = terminer
command-night-close-about = Mettre fin à la soirée
option-rounds = rondes
option-rounds-about = Combien de rondes, 30 au plus
option-minutes = minutes
option-minutes-about = Combien de minutes dure une ronde
option-mode = mode
option-mode-about = Qui l’on rencontre : toujours de nouveaux adversaires, ou ceux qui ont autant de points
option-dropped-about = La personne qui part
option-member = membre
option-added-about = Le membre qui arrive, ou qui amène l’invité
option-one = personne
option-other = autre
option-swapped-about = Une personne de cette ronde
mode-fresh = de nouveaux adversaires
mode-swiss = à égalité de points

## Annoncer une soirée

night-terms = { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
} · ⏱️ { NUMBER($minutes, useGrouping: 0) }′ · { $mode }
night-pod-sizes = Tables de { $sizes }
night-pod-points = Le plus de points en une partie, selon le nombre de joueurs : { $points }
night-in-channels = Les tables s’ouvrent dans { $channels }
night-needs-channels = Je ne peux pas ouvrir de fils ici. Choisis les salons où jouent les tables.
night-channels-pick = Salons pour les tables…
night-form-sizes = Personnes par table
night-form-sizes-about = Par exemple 3–4, ou 4
night-form-rounds = Rondes
night-form-minutes = Minutes par ronde

## Sur le message

night-pod = Ronde { $round }, table { $number }
night-round = Ronde { $round } sur { $rounds }
night-outs = Au repos
night-standings = Classement
night-here = Présents : { $count }
night-signed-up = Inscrits : { $count }
night-newcomers = Jouent la prochaine ronde
night-by-hand = À la main
night-swapped = 🔀 Ronde { $round } · { $by } : { $one } ↔ { $other }
night-drawn-again = 🎲 Ronde { $round } · nouveau tirage par { $by } : { $reason }
night-more = … et { $count } de plus
night-first = La soirée a commencé. L’organisateur place la première ronde.
night-ends = ⏱️ Cette ronde finit { $when }. Qui arrive maintenant jouera la suivante.
night-ends-last = ⏱️ La dernière ronde finit { $when }.
night-time-over = ⏱️ Le temps est écoulé : chaque table finit son tour de table.
night-round-over = ✅ Toutes les tables de cette ronde ont fini. L’organisateur place la suivante.
night-rounds-over = ✅ Toutes les tables de la dernière ronde ont fini. L’organisateur met fin à la soirée.
night-owed = J’ouvre dès que possible les tables sans lien.
night-owed-in-channels = Les tables sans lien attendent qu’un des salons se libère.
night-draw = 🎲 Tirage fixé d’avance :
night-paused = ⏸️ Le chronomètre est arrêté.
night-closed = 🏁 La soirée est terminée. Merci d’avoir joué !
night-lapsed = 🏁 La soirée est terminée : rien ne s’y est passé depuis 12 heures.
night-button-leave = Je m’en vais
night-button-results = Résultats

## Les résultats, pendant la soirée et après

night-button-standings = Classement
night-button-pods = Tables
night-button-people = Participants
night-button-csv = Fichiers CSV
night-button-past = Soirées passées
night-decimal = { $whole },{ $part }
night-places-about = D’abord les points, puis les victoires (🏆), puis la moyenne des points de tous ceux qu’on a rencontrés (⚔️) ; si tout est égal, la place se partage. 💤 : rondes au repos, et leurs points. ❔ : encore contestable.
night-own-place = Toi : { $place } (classés : { $count })
night-round-pick = Aller à une ronde…
night-past-pick = Résultats d’une soirée…
night-past-none = Aucune soirée n’est prévue ni en cours ici, et aucune n’est terminée dans un salon que tu vois. `/soirée ouvrir` en annonce une.
night-past-rounds = { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
}
night-done-csv = Le classement, et chaque place de chaque table.

## La phase finale

night-form-cut = Phase finale
night-form-cut-about = 4 ou 16 : combien jouent après la dernière ronde. Vide : personne
night-cut-terms = 🏆 Puis une phase finale à { $count }, par tables de quatre. Si une table n’y a pas un seul vainqueur, la meilleure place au classement passe.
night-cut-first = Top 16
night-cut-final = Finale
night-cut-pod = { $round }, table { $number }
night-cut-next = ✅ Toutes les tables de la dernière ronde ont fini. L’organisateur place la phase finale.
night-cut-seating = { $round }. Personne n’est encore placé.
night-cut-seated = { $round } : les places sont prises. Tables : { $pods }. Je les ouvre.
night-cut-in = Y jouent : { $players }
night-cut-tied = Leur place est la même, à la limite, et le tirage fixé d’avance décide : { $players } (places : { $count })
night-cut-about = Les premiers du classement se rencontrent le plus tard possible ; personne n’est tenu à l’écart. Si une table n’a pas un seul vainqueur, sa meilleure place au classement passe. Si quelqu’un part ou ne vient pas, le suivant monte.
night-cut-places = La phase finale compte d’abord, par ce qu’on y a fait ; les autres suivent dans l’ordre du classement. Une partie de la phase finale n’apporte pas de points ici.
night-you-no-cut = La phase finale se joue. Si quelqu’un ne vient pas, le suivant du classement prend sa place.
night-chart-before-cut = Le classement avant la phase finale, ronde après ronde
refusal-night-cut = Une phase finale se joue à { $sizes }. Écris l’un de ces nombres, ou laisse vide.
refusal-night-cut-pods = Une phase finale se joue par tables de quatre, et ce jeu se joue à { $sizes }. Choisis un autre jeu, ou pas de phase finale.
refusal-night-cut-few = Personnes présentes : { $there }. Il en faut quatre pour une phase finale : attends du monde, ou termine la soirée.

## Réponses

plan-button-terms = Rondes et tables
plan-button-all = Tout le monde
plan-button-seat = Placer
plan-button-pause = Arrêter le chronomètre
plan-button-resume = Relancer le chronomètre
plan-button-unact = Annuler
plan-button-undo = Annuler
plan-button-close = Terminer la soirée
night-seating = Ronde { $round } sur { $rounds }. Personne n’est encore placé.
night-sizes = Tables : { $sizes }
night-repeats = Paires qui se retrouvent : { $tonight } de ce soir, { $earlier } des soirées précédentes
night-out = Au repos : { $count }
night-left-out = Sans place, car en train de jouer dans une autre soirée : { $players }
night-drawn-when-seated = Qui joue avec qui se tire au sort quand tu appuies sur 🪑 *{ plan-button-seat }*.
night-few-channels = { $channels ->
    [one] { $channels } seul salon est prévu pour les tables : les autres tables attendent qu’il se libère.
   *[other] { $channels } salons sont prévus pour les tables : les autres tables attendent qu’un salon se libère.
}
night-uncounted = ⚠️ Trop d’invités pour compter au classement du serveur : tables { $pods }. `/soirée échanger` peut y remédier.
night-again-title = Nouveau tirage de la ronde { $round }
night-again-about = Cette ronde a déjà été tirée. Tout le monde lira ton motif sur le tableau.
night-done-seat = La ronde { $round } est placée. Tables : { $pods }. Je les ouvre.
night-done-drop = { $player } ne joue plus les rondes à venir.
night-done-add = { $player } joue à partir de la prochaine ronde.
night-done-guest = { $guest } joue dès la prochaine ronde. C’est { $by } qui agit en son nom.
night-done-add-waits = { $player } attend une place : la soirée est complète.
night-done-press = Les places aux tables sont gardées jusqu’à ce que { $player } y appuie sur 🙋 *{ button-present }*.
night-done-swap = { $one } et { $other } échangent leurs places.
night-done-pause = Le chronomètre est arrêté.
night-done-resume = Le chronomètre repart.
night-done-close = La soirée est terminée.
night-done-undo = C’est annulé.
night-your-pod = Cette ronde, tu joues dans { $channel }.
night-you-signed-up = Ton inscription est notée. Les places se tirent au sort une fois la soirée commencée.
night-you-here = Ta présence est notée. Les places se tirent au sort une fois la soirée commencée.
night-you-absent = Tu as une inscription, mais ta présence n’est pas notée. Appuie sur 🪑 *{ button-join }* pour jouer à partir de la prochaine ronde.
night-you-wait = Ta présence est notée. La première ronde sera placée par { $by }.
night-you-open = Tu as une place cette ronde. J’ouvre ta table.
night-you-out = Cette ronde, tu es au repos.
night-you-over = Cette soirée est terminée.
night-done-join = Tu joues à partir de la prochaine ronde.
night-done-leave = Tu ne joues plus les rondes à venir. Ta table continue jusqu’à ce que tu concèdes ou qu’elle finisse.

## Dans le journal

audit-night-seated = a placé une ronde dans { $channel }
audit-night-dropped = a retiré quelqu’un d’une soirée dans { $channel }
audit-night-added = a ajouté quelqu’un à une soirée dans { $channel }
audit-night-swapped = a échangé deux places dans { $channel }
audit-night-paused = a arrêté le chronomètre d’une soirée dans { $channel }
audit-night-resumed = a relancé le chronomètre d’une soirée dans { $channel }
audit-night-stopped = a mis fin à une table d’une soirée : { $channel }
audit-night-closed = a terminé une soirée dans { $channel }
audit-night-undone = a annulé un acte d’une soirée dans { $channel }

## Ce qui est refusé

refusal-night-rounds = Nombre maximal de rondes d’une soirée : { $most }. Choisis-en moins, et au moins une.
refusal-night-minutes = Durée maximale d’une ronde, en minutes : { $most }. Choisis-en moins, et au moins une.
refusal-night-sizes = Une table de cette taille ne peut pas jouer à cela. Choisis parmi { $sizes }.
refusal-night-channels = Nombre maximal de salons pour les tables : { $most }. Nommes-en moins.
refusal-no-night = Il n’y a pas de soirée ici. Va dans le salon de la soirée et réessaie.
refusal-night-over = Cette soirée est terminée. Son message dit comment elle a fini.
refusal-night-begun = Cette soirée a commencé : elle ne peut plus être déplacée ni annulée. Termine-la plutôt.
refusal-night-early = Cette soirée n’a pas commencé. Attends que les présences se confirment.
refusal-night-not-in = { $player } ne participe pas à cette soirée. Vérifie le nom.
refusal-night-paused = Le chronomètre est arrêté. Relance-le d’abord.
refusal-night-all-rounds = Toutes les rondes ont été placées : { $rounds }. Termine la soirée, ou ouvres-en une autre.
refusal-night-changed = Quelque chose a changé entre-temps : des gens sont arrivés ou partis. Regarde à nouveau le placement.
refusal-night-few = Personnes présentes : { $there }. Une table en demande { $sizes } : attends du monde.
refusal-night-unfinished = Tables encore sans résultat : { $pods }. Attends leurs résultats, ou déclare une partie nulle.
refusal-night-already = { $player } est déjà là. Il n’y a rien à faire.
refusal-night-add-whom = Tu n’as nommé personne. Choisis un membre, ou écris le nom d’un invité.
refusal-night-no-round = Aucune ronde n’a encore été placée. Places-en une d’abord.
refusal-night-not-seated = { $player } ne participe pas à cette ronde. Vérifie le nom.
refusal-night-same-pod = Ces deux personnes ({ $players }) sont à la même table. Nomme deux personnes de tables différentes.
refusal-night-own-round = Tu participes à cette ronde : tu ne peux donc pas y déplacer de joueurs. Demande à la modération.
refusal-night-own-undo = Tu participes à cette ronde : tu ne peux donc pas l’annuler pour la tirer à nouveau. Demande à la modération.
refusal-night-own-drop = { $player } est là et tu joues toi-même à cette soirée : tu ne peux donc pas l’en écarter. Demande-lui d’appuyer sur 🚪 *{ night-button-leave }*, ou demande à la modération.
refusal-night-own-pod = Tu organises cette soirée et tu joues à cette table : tu ne peux pas y déclarer la partie nulle, retirer un joueur ni fermer la partie. Un autre joueur peut déclarer la partie nulle ; pour le reste, demande à la modération.
refusal-night-reported = Cette ronde a déjà une déclaration : ses places ne changent plus. Attends la prochaine ronde.
refusal-night-act-gone = C’est déjà annulé. Regarde le message de la soirée.
refusal-night-act-late = Autre chose s’est fait depuis. Annule-le d’abord.
refusal-night-reopen-late = Cette soirée est terminée depuis { $minutes } minutes : le secret de son tirage est public. Ouvre une autre soirée.
refusal-night-clock = Le chronomètre de cette soirée a été arrêté ou relancé entre-temps. Regarde son message.
refusal-only-organiser = Seule la personne qui a ouvert cette soirée ({ $by }) ou la modération peut faire cela. Demande-leur.
refusal-night-elsewhere = { $player } participe à une autre soirée, qui se joue dans { $channel }. Il faut d’abord quitter l’une des deux.
refusal-night-bad-channel = Je ne peux pas ouvrir de tables dans { $channel }. Choisis un autre salon, ou permets-moi de le voir et d’y écrire.
refusal-night-no-room = Je n’ai nulle part où ouvrir les tables. Choisis leurs salons ci-dessous, ou permets-moi de créer des fils ici.
refusal-night-no-channel = Je ne peux ouvrir de tables dans aucun salon de cette soirée ({ $channels }). Permets-moi d’en voir un et d’y écrire, puis réessaie.
refusal-night-no-threads = Je ne peux pas ouvrir de fils pour les tables dans { $channel }. Demande à la modération de m’y autoriser : { $missing }.
refusal-night-seating-gone = Ce placement n’est plus valable. Tape `/soirée placer` à nouveau.
refusal-night-pairing = Je n’ai pas trouvé les tables. Réessaie ; si cela se reproduit, préviens les personnes qui gèrent le bot.
