### Les parties jouées sans le bot et saisies après coup.

## La commande

command-record = saisir
command-record-about = Saisir une partie jouée sans moi
option-played-about = Fin de la partie, par exemple : hier 21:00, vendredi dernier 20:30, 27/11 21:00, il y a 2 h
option-players = joueurs
option-seats-about = Leurs mentions dans l’ordre des places, sens horaire ; les équipiers comme ils sont assis
option-transcript-about = Une transcription de la partie ; les noms y sont ceux des joueurs
option-entry-guests = invités
option-entry-guests-about = Joueurs sans compte, séparés par des virgules ; assis après les autres. C’est toi qui les amènes

## Le formulaire

entry-title = Une partie jouée sans moi
entry-about = Jouée { $date }. Elle appartient à { $channel } : qui peut lire ce salon peut la voir.
entry-locked = 🔒 Sa saison est terminée : la modération doit la confirmer.
entry-seats = Places : { $players }
entry-over = La partie est finie
entry-points = { $player } : { $points }
entry-pick-what = Que s’est-il passé ensuite ?
entry-pick-who = À qui est-ce arrivé ?
entry-pick-by = Qui contrôlait la carte ?
entry-pick-owner = À qui était la carte ?
entry-what-concede = concède
entry-what-win-effect = gagne grâce à un effet
entry-what-win-combo = gagne avec une combo
entry-what-draw = Partie nulle
entry-what-close = La partie s’arrête là
entry-add = Ajouter
entry-back = Retirer le dernier
entry-change = Modifier
entry-settled = Au formulaire
entry-setup = ✏️ À quoi avez-vous joué ? Modifie-le ci-dessous, puis reviens au formulaire.
entry-cancel = Annuler
entry-send = Saisir cette partie
entry-cancelled = Aucune partie n’a été saisie.
done-entered = La partie est saisie. Elle comptera une fois confirmée sur le tableau par toutes ces personnes, ou par la modération : { $players }.
done-entered-locked = La partie est saisie. Sa saison est terminée : elle comptera une fois confirmée par la modération. Sur le tableau, ces personnes peuvent la contester : { $players }.

## Sur le tableau

board-entered = 📝 Jouée { $date } sans moi, et saisie après coup
board-entered-call = { $players } : une partie que vous avez jouée a été saisie. Est-elle juste ? Confirmez-la ou contestez-la ci-dessous.
claim-entered = la partie entière
claim-by-moderator = sa saison est terminée : à confirmer par la modération
claim-entered-press = La partie compte une fois confirmée par tous, ou par la modération ; le silence n’y suffit pas.
event-entered = Une partie jouée sans moi a été saisie :

## Depuis un tableur

imported-reason = D’après la feuille de calcul de la ligue
audit-operator = La personne qui fait tourner le bot
audit-imported = { $count ->
    [one] a saisi une partie tirée d’un fichier : { $channel }, partie n° { NUMBER($number, useGrouping: 0) }
   *[other] a saisi { $count } parties tirées d’un fichier : { $channel }, à partir de la partie n° { NUMBER($number, useGrouping: 0) }
}
audit-unimported = { $count ->
    [one] a retiré une partie tirée d’un fichier : { $channel }, partie n° { NUMBER($number, useGrouping: 0) }
   *[other] a retiré { $count } parties tirées d’un fichier : { $channel }, à partir de la partie n° { NUMBER($number, useGrouping: 0) }
}

## Les refus

refusal-only-entered = Seuls ceux qui ont joué la partie peuvent la saisir, ou la modération. Compte-toi parmi les joueurs.
refusal-choice-own-entered = Tu ne peux pas saisir que { $by } a choisi { $player } : ce choix est en ta faveur. Une autre personne qui a joué peut saisir la partie.
refusal-entered-long = Cette partie est trop longue : { $most } lignes au plus.
refusal-entered-unfinished = La partie n’a pas encore de fin. Ajoute ce qui s’est passé jusqu’à la victoire.
refusal-entry-old = Les parties de plus de { $days } jours ne peuvent pas être saisies ici. L’administration du serveur peut choisir une conservation plus longue avec `/réglages serveur`.
refusal-entry-bot = Les bots ne jouent pas ici. Choisis les personnes qui ont joué.
refusal-entry-who = Il manque quelqu’un : choisis dans le deuxième menu qui a perdu, concédé ou gagné.
refusal-entry-gone = Ce formulaire est fermé : il a déjà été envoyé, ou un redémarrage l’a interrompu. Regarde si la partie a un tableau ; sinon, recommence avec `/table saisir`.
refusal-entry-differs = La transcription est celle d’une partie en { $variant }, disposition : { $table }. Tes options disent autre chose : n’indique ni `{ option-variant }` ni `{ option-table }`, ou joins une autre transcription.
refusal-entry-unreadable = Je ne peux pas lire cette transcription, ligne { $line } : { $problem }
refusal-entry-name = Dans la transcription, « { $typed } » ne désigne personne, ou plusieurs personnes, parmi { $players }. Utilise leurs noms sur le serveur, ou leurs noms d’utilisateur.
refusal-entry-unnamed = La transcription ne nomme pas tout le monde : { $players }.
refusal-entry-many = Des parties que tu as saisies ne sont pas encore confirmées, dans { $channels }. Dès que l’une d’elles est confirmée ou annulée, tu peux en saisir une autre.
refusal-entry-few = Il manque quelqu’un : à cette table et dans cette variante, il faut { $fewest } joueurs.

## Refus d’une partie déjà jouée : notée après coup, importée ou dans un fichier

refusal-recorded-too-few = { $because ->
    [table] { $table }
    [range] Portée de { $range }
   *[variant] { $variant }
} : il faut { $fewest } joueurs, et { $have ->
    [one] un seul est nommé
   *[other] { $have } seulement sont nommés
}. Nomme tous ceux qui ont joué, ou une autre { $because ->
    [table] disposition
    [range] portée
   *[variant] variante
}.
refusal-recorded-table-size = { $table } se joue avec ces nombres de joueurs : { $sizes }. Nomme tous ceux qui ont joué, ou une autre disposition.
refusal-recorded-full = Il y a plus de joueurs que de places à cette disposition : { $most }. Nommes-en moins, ou une autre disposition.
refusal-recorded-already-in = { $player } a déjà une place. Retire ceci.
refusal-recorded-already-open = Cette partie est déjà ouverte. Seul son début l’ouvre : retire ceci.
refusal-recorded-closed = La partie était déjà fermée. Retire ceci, ou la fermeture.
refusal-recorded-finished = La partie était déjà finie. Retire ceci, ou corrige ce qui l’a finie.
refusal-recorded-waiting = { $by } doit choisir avant cela. Ajoute d’abord ce choix.
refusal-recorded-too-late-to-join = La partie avait déjà commencé, et on ne rejoint pas une telle partie en route. Nomme tout le monde au début.
refusal-recorded-nothing-to-choose = Personne n’a de choix à faire ici. Retire ceci, ou vérifie ce qui précède.
refusal-recorded-nothing-to-undo = Rien de ce qui précède ne peut être annulé. Retire ceci.
refusal-recorded-not-yours = Ce choix revient à { $by }. Indique que c’est son choix.
refusal-recorded-already-conceding = { $player } s’en va déjà. Ajoute qui mène alors l’équipe.
refusal-recorded-seat-given = Cette place appartenait déjà à { $player }. Nomme cette personne.
refusal-recorded-not-in-variant = En { $variant }, les parties recommencées et les sous-parties ne sont pas notées. Retire ceci, et ajoute la fin.
refusal-recorded-duel-open = Ce duel est déjà ouvert. Seul son début l’ouvre : retire ceci.
refusal-recorded-duel-started = Ce duel avait déjà commencé. Retire ceci.
refusal-recorded-duel-finished = Le duel était déjà fini. Retire ceci, ou corrige ce qui l’a fini.
refusal-recorded-duel-closed = Le duel était déjà fermé. Retire ceci, ou la fermeture.
