### Les décisions de la modération quand elles se préparent, sur le tableau, et la raison d’un verdict.

## L’aperçu

override-title = ⚖️ Avant de valider
override-moved = ⚠️ La partie a continué entre-temps. Voici ce que donne maintenant ta décision : revérifie avant d’appuyer sur *{ override-do }*.
override-takes-out = Cette déclaration est retirée :
override-responsible = { $player } est responsable de cette défaite ({ $loser }) :
override-nobody = Personne n’est responsable de cette défaite ({ $loser }) :
override-changes = Ce qui change
override-nothing = Rien : ni les places, ni les points.
override-senseless = Ce qui n’a plus de sens
override-settle = Tranche d’abord : remplace ces déclarations, écarte-les, ou appuie sur *{ override-cancel }*.
override-settle-choice = Fais le choix ci-dessous, remplace ces déclarations, écarte-les, ou appuie sur *{ override-cancel }*.
override-choice-nobody = personne
override-do = Valider
override-leave = Écarter tout cela
override-cancel = Annuler
override-cancelled = Rien n’a changé.
override-takes-back = Cette correction est annulée :
override-restores = La fin de la partie est rétablie :
override-replaces = Au lieu de cette déclaration :
override-by = celle-ci compte :
override-also = Change aussi
override-left-out = Écartée : { $report }
override-replaced = { $old } → { $new }
override-instead = Remplacer…
override-replace = Déclarer autre chose
place-master = 👑 maître
place-servant = sert { $master }
place-masterless = sans maître
place-out = 💀 hors jeu
place-seated = a une place
place-nowhere = pas dans la partie

## Le formulaire d’un signalement qui en remplace un autre

instead-title = ✏️ Déclarer autre chose à la place
instead-intro = Dis ce qui s’est vraiment passé ; seuls ceux qui étaient en jeu à ce moment-là sont proposés. *{ instead-send }* ramène à l’aperçu : rien ne compte avant.
instead-send = Terminé
instead-cancel = Retour à l’aperçu

## Les parties passées dans une liste

past-draw = 🤝 nulle
past-lobby = pas commencée
past-running = en cours
past-waiting = attend un choix
past-closed = sans résultat
past-deleted = salon supprimé

## Sur le tableau

board-corrected = ⚖️ Corrigé par la modération
board-overrode = Défaite ({ $loser }) : `{ $rule }` a été écartée
board-overridden = contre { $rule }

## Dans le journal

audit-override-deed = a accordé un fait d’armes
audit-override-undone = a annulé une correction

## Pourquoi

why-title = 🔎 Pourquoi ?
why-facts = Ce qui a été déclaré
why-teams = Les équipes à ce moment-là
why-overrode = { $rule }, écartée par la modération

## Refus

refusal-decision-gone = Cette décision est close : elle a été prise ou annulée, ou un redémarrage l’a interrompue. Rien d’autre ne s’est passé. Regarde le tableau ; si elle n’y est pas, recommence avec `/arbitrer`.
refusal-decision-late = La partie a changé à l’endroit que tu voulais corriger. Rien n’a été fait : regarde 📜 *{ button-log }*, puis recommence avec `/arbitrer`.
refusal-no-verdict = Ce verdict n’existe pas dans cette partie. Laisse vide pour le dernier, ou choisis dans la liste.
refusal-no-verdict-yet = Aucun verdict n’a encore été rendu dans cette partie. Dès qu’il y en aura un, `/pourquoi` l’expliquera.
refusal-no-such-pod = Cette partie n’existe pas dans ce salon. Choisis-en une dans la liste.

## Commandes : les noms, puis ce qu’elles font

command-why = pourquoi
command-why-about = De quels faits et de quelles règles vient un verdict
command-override = arbitrer
command-override-about = Décisions de la modération, avec un aperçu avant qu’elles comptent
command-override-responsible = responsable
command-override-responsible-about = Décider qui est responsable d’une défaite, même ancienne
command-override-status = statut
command-override-status-about = Décider que quelqu’un est maître, ou qui il sert
command-override-points = points
command-override-points-about = Décider des points d’un joueur dans une partie finie
command-override-void = invalider
command-override-void-about = Invalider la partie : ni vainqueur, ni points
command-override-undo = retirer
command-override-undo-about = Retirer ou remplacer n’importe quelle déclaration
command-override-end = terminer
command-override-end-about = Terminer la partie, avec un vainqueur ou comme nulle
command-override-reopen = rouvrir
command-override-reopen-about = Rouvrir une partie finie ou fermée
command-override-remove = exclure
command-override-remove-about = Exclure un joueur de la partie, comme s’il concédait
command-override-host = hôte
command-override-host-about = Confier la partie à un autre hôte
option-line = verdict
option-line-about = Quel verdict ; par défaut, le dernier
option-reason = motif
option-reason-about = Pourquoi ; tout le monde le voit sur le tableau
option-report = déclaration
option-report-about = Quelle déclaration, la plus récente d’abord
option-defeat-about = Quelle défaite, la plus récente d’abord
option-responsible-about = Qui est responsable : un autre maître de ce moment-là, ou personne
option-decided-about = Le joueur concerné
option-serves = sert
option-serves-about = Le maître qu’il sert ; laisse vide pour en faire un maître
option-points = points
option-points-about = Ses points dans cette partie
option-winner = vainqueur
option-end-about = Le maître qui gagne, avec son équipe ; laisse vide pour une partie nulle
option-pod = partie
option-pod-about = Quelle partie de ce salon ou de ses fils ; par défaut, la plus récente du salon

## Dans l’assistant

setup-moderator-commands = ℹ️ Discord ne montre `/arbitrer` qu’à ceux qui peuvent *Gérer les messages*. Pour le montrer à { $role } : Paramètres du serveur → Intégrations → Suzerain → `/arbitrer` → ajoute le rôle.
