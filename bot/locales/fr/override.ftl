### Les décisions de la modération quand elles se préparent, sur le tableau, et la raison d’un verdict.

## L’aperçu

override-title = ⚖️ Avant que cela compte
override-moved = ⚠️ La partie a continué entre-temps. Voici où ta décision mène maintenant : vérifie avant d’appuyer sur *Valider*.
override-takes-out = Ceci n’a jamais eu lieu :
override-responsible = { $player } est responsable de la défaite de { $loser } :
override-nobody = Personne n’est responsable de la défaite de { $loser } :
override-changes = Ce qui change
override-nothing = Ni la place ni les points de personne.
override-senseless = Ce qui n’a plus de sens
override-settle = Tranche d’abord : signale autre chose à la place, écarte-le, ou appuie sur *Annuler*.
override-settle-choice = Fais le choix ci-dessous, signale autre chose à la place, écarte tout cela, ou appuie sur *Annuler*.
override-choice-nobody = personne
override-do = Valider
override-leave = Écarter tout cela
override-cancel = Annuler
override-cancelled = Rien n’a changé.
override-takes-back = Cette correction est annulée :
override-replaces = Au lieu de ce signalement :
override-by = celui-ci compte :
override-also = Change aussi
override-left-out = Écarté : { $report }
override-replaced = { $old } → { $new }
override-impossible = C’est impossible ainsi
override-instead = Signaler autre chose au lieu de…
override-replace = Signaler autre chose
place-master = 👑 maître
place-servant = sert { $master }
place-masterless = ne sert personne
place-out = 💀 hors jeu
place-seated = a une place
place-nowhere = hors de la partie

## Le formulaire d’un signalement qui en remplace un autre

instead-title = ✏️ Signaler autre chose à la place
instead-intro = Dis ce qui s’est vraiment passé ; seuls ceux qui étaient en jeu à ce moment-là sont proposés. *Terminé* ramène à ce qui changerait : rien ne compte avant.
instead-send = Terminé
instead-cancel = Retour à l’aperçu

## Les parties passées dans une liste

past-draw = 🤝 égalité
past-lobby = pas commencée
past-running = en cours
past-waiting = attend un choix
past-closed = sans résultat

## Sur le tableau

board-corrected = ⚖️ Corrigé par la modération
board-overrode = Défaite de { $loser } : `{ $rule }` a été écartée
board-overridden = contre { $rule }

## Dans le journal

audit-override-undone = a annulé une correction

## Pourquoi

why-title = 🔎 Pourquoi ?
why-facts = Ce qui a été signalé
why-teams = Les équipes à ce moment-là
why-overrode = { $rule }, écartée par la modération

## Refus

refusal-decision-gone = Cette décision est close : elle a été prise ou annulée, ou un redémarrage l’a interrompue. Rien d’autre ne s’est passé. Regarde le tableau ; si elle n’y est pas, recommence avec `/arbitrer`.
refusal-decision-late = La partie a changé à l’endroit que tu voulais corriger. Rien n’a été fait : regarde `/table histoire`, puis recommence avec `/arbitrer`.
refusal-no-verdict = Il n’y a pas de tel verdict dans cette partie. Ne précise rien pour le dernier, ou choisis dans la liste.
refusal-no-such-pod = Il n’y a pas de telle partie dans ce salon. Choisis-en une dans la liste.
refusal-other-pod = Une autre partie est en cours dans ce salon, et celle-ci serait de nouveau ouverte : un salon n’en a qu’une à la fois. Termine ou ferme d’abord l’autre (`/table fermer`), ou corrige celle-ci de sorte qu’elle reste finie.

## Commandes : les noms, puis ce qu’elles font

command-why = pourquoi
command-why-about = De quels faits et de quelles règles vient un verdict
command-override = arbitrer
command-override-about = Ce que la modération décide ; montré avant de compter
command-override-responsible = responsable
command-override-responsible-about = Décider qui est responsable d’une défaite, même ancienne
command-override-status = statut
command-override-status-about = Décider que quelqu’un est maître, ou qui il sert
command-override-points = points
command-override-points-about = Décider des points d’un joueur dans une partie finie
command-override-void = annuler
command-override-void-about = Annuler la partie : ni vainqueur ni points
command-override-undo = retirer
command-override-undo-about = Retirer n’importe quel signalement, comme s’il n’avait jamais été fait
command-override-end = terminer
command-override-end-about = Mettre fin à la partie, avec un vainqueur ou par un match nul
command-override-reopen = rouvrir
command-override-reopen-about = Rouvrir une partie finie ou fermée
command-override-remove = exclure
command-override-remove-about = Retirer un joueur de la partie, comme s’il concédait
command-override-host = hôte
command-override-host-about = Confier la partie à un autre hôte
option-line = ligne
option-line-about = Quel verdict ; le dernier si rien n’est précisé
option-reason = motif
option-reason-about = Pourquoi ; tout le monde le voit sur le tableau
option-report = signalement
option-report-about = Quel signalement, le plus récent d’abord
option-defeat-about = Quelle défaite, la plus récente d’abord
option-responsible-about = Qui est responsable : un autre maître de ce moment-là, ou personne
option-decided-about = De qui il s’agit
option-serves = sert
option-serves-about = Le maître qu’il sert ; ne précise rien pour en faire un maître
option-points = points
option-points-about = Ses points dans cette partie
option-winner = vainqueur
option-end-about = Le maître qui gagne, avec son équipe ; ne précise rien pour un match nul
option-pod = partie
option-pod-about = Quelle partie de ce salon ou de ses fils ; la plus récente du salon si rien n’est précisé

## Dans l’assistant

setup-moderator-commands = ℹ️ Discord ne montre `/arbitrer` qu’à ceux qui peuvent *Gérer les messages*. Pour que { $role } le voie : Paramètres du serveur → Intégrations → Suzerain → `/arbitrer` → ajoute le rôle.
