### Les signalements à confirmer, et ceux qui sont contestés.

## Le réglage

setting-confirmation = Confirmation
setting-confirmation-about = Qui confirme un signalement avant que les points d’une partie comptent. La partie, elle, n’attend jamais : le tableau suit tout de suite. Sans réponse, une défaite est confirmée automatiquement : après les minutes choisies, sinon après un jour. Une victoire ou une nulle demande toujours un autre joueur. Cela vaut pour les nouvelles tables ; une table déjà ouverte garde ce qu’elle avait.
confirmation-off = Sans confirmation
confirmation-loser = Le perdant confirme
confirmation-other = Un autre joueur confirme
confirmation-after-5 = Confirmé après 5 minutes
confirmation-after-15 = Confirmé après 15 minutes
confirmation-after-60 = Confirmé après 60 minutes

## Sur le tableau

claim-title = ⏳ À confirmer
claim-defeat = { $count ->
    [one] défaite de { $losers }
   *[other] défaites de { $losers }
}
claim-win = victoire de { $player }
claim-draw = match nul
claim-by-each = à confirmer ou contester par { $players }
claim-by-one = à confirmer par l’un de : { $players }
claim-by-others = à confirmer par quelqu’un d’autre que { $player }
claim-later = La partie continue. Sans réponse, c’est confirmé tout seul, au plus tôt { $due }.
claim-finished = Les points comptent dès qu’il ne reste rien ici. Sans réponse, c’est confirmé tout seul, au plus tôt { $due }.
button-confirm = Confirmer
button-dispute = Contester
dispute-title = ✋ Contesté : { $what }
dispute-parties = Signalé par { $by }, contesté par { $against }
dispute-stands-still = La partie est suspendue jusqu’à la décision de la modération.
dispute-moderators = Modération
dispute-call = { $moderators } : un signalement est contesté. À vous de trancher ci-dessous.
button-stands = C’est valable
button-takeback = Le retirer
button-responsible = Quelqu’un d’autre
button-why = Pourquoi ?

## Réponses

done-confirm = ☑️ Confirmé : { $what }.
done-dispute = ✋ Contesté : { $what }. La partie est suspendue, et la modération le voit sur le tableau. Tu as changé d’avis ? Appuie là-bas sur *C’est valable*.
done-stands = ☑️ C’est valable : { $what }.
dispute-which = Quel signalement est faux ?
dispute-responsible = Qui est responsable ?
dispute-reason = Pourquoi ? Tout le monde le verra.
event-confirmed-players = { $count ->
    [one] Un signalement a été confirmé.
   *[other] { $count } signalements ont été confirmés.
}
event-confirmed-time = { $count ->
    [one] Personne n’a contesté un signalement à temps : il est confirmé.
   *[other] Personne n’a contesté { $count } signalements à temps : ils sont confirmés.
}
event-confirmed-stands = La modération a jugé valable le signalement contesté.
event-disputed = { $player } a contesté un signalement.
audit-disputed = a contesté dans { $channel } : { $what }
audit-stands = a jugé valable un signalement contesté dans { $channel }

## Refus

refusal-disputed = Un signalement est contesté : la partie est suspendue jusqu’à ce que la modération tranche sur le tableau. Attends sa décision. Tu peux toujours concéder, et l’auteur du signalement peut le retirer avec `/annuler`.
refusal-nothing-to-confirm = C’est déjà confirmé ou retiré. Il n’y a plus rien à faire ; le tableau montre où en est la partie.
refusal-not-yours-to-confirm = La confirmation revient à { $players }. Si le signalement est faux, appuie sur *Contester*.
refusal-dispute-late = Ce signalement est déjà confirmé ou retiré. S’il est quand même faux, demande à la modération : elle peut le corriger avec `/arbitrer`.
refusal-dispute-settled = Cette contestation est réglée. Regarde le tableau ; la modération peut toujours corriger un signalement avec `/arbitrer`.
