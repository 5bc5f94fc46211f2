### Les signalements à confirmer, et ceux qui sont contestés.

## Le réglage

setting-confirmation = Confirmation
setting-confirmation-about = Qui confirme une déclaration avant que les points d’une partie comptent. La partie, elle, n’attend jamais : le tableau suit tout de suite. Sans réponse, une défaite est confirmée automatiquement : après les minutes choisies, ou par défaut après un jour. Une victoire ou une nulle demande toujours un autre joueur. Les nouvelles tables suivent ce réglage ; une table déjà ouverte garde le sien.
confirmation-off = Sans confirmation
confirmation-loser = Le perdant confirme
confirmation-other = Un autre joueur confirme
confirmation-after-5 = Automatique après 5 minutes
confirmation-after-15 = Automatique après 15 minutes
confirmation-after-60 = Automatique après 60 minutes

## Sur le tableau

claim-title = ⏳ À confirmer
claim-defeat = { $count ->
    [one] défaite ({ $losers })
   *[other] défaites ({ $losers })
}
claim-win = victoire ({ $player })
claim-draw = partie nulle
claim-by-each = à confirmer ou à contester par { $players }
claim-by-one = à confirmer par l’un d’eux : { $players }
claim-by-others = à confirmer par n’importe quel joueur sauf { $player }
claim-later = La partie continue. Sans réponse, la confirmation est automatique, au plus tôt { $due }.
claim-finished = Les points comptent dès que tout ceci est réglé. Sans réponse, la confirmation est automatique, au plus tôt { $due }.
button-confirm = Confirmer
button-dispute = Contester
dispute-title = ✋ Contesté : { $what }
dispute-parties = Par { $by }, contesté par { $against }
dispute-stands-still = La partie est suspendue jusqu’à la décision de la modération.
dispute-moderators = Modération
dispute-call = { $moderators } : une contestation attend. À vous de trancher ci-dessous.
button-stands = C’est valable
button-takeback = Retirer
button-restore = Rétablir le résultat
button-reopen = Reprendre la partie
button-responsible = Autre responsable
button-why = Pourquoi ?

## Réponses

done-confirm = ☑️ Confirmé : { $what }.
done-dispute = ✋ Tu contestes ceci : { $what }. La partie est suspendue, et la modération le voit sur le tableau. Tu as changé d’avis ? Appuie là-bas sur ☑️ *{ button-stands }*.
done-stands = ☑️ C’est valable : { $what }.
dispute-which = Laquelle est fausse ?
dispute-responsible = Qui est responsable ?
dispute-reason = Pourquoi ? Tout le monde le verra.
event-confirmed-players = { $count ->
    [one] Une déclaration a été confirmée.
   *[other] { $count } déclarations ont été confirmées.
}
event-confirmed-time = { $count ->
    [one] Personne n’a contesté à temps : ce qui était noté est confirmé.
   *[other] Personne n’a contesté à temps : { $count } déclarations sont confirmées.
}
event-confirmed-stands = Ce qui était contesté est jugé valable.
event-disputed = { $player } a contesté ce qui était noté.
event-end-shown = ⏳ Le tableau a montré la fin de la partie en retard : le délai de contestation a commencé plus tard.
event-dispute-begun = { $player } s’apprête à contester.
audit-disputed = a contesté dans { $channel } : { $what }
audit-stands = a jugé valable ce qui était contesté dans { $channel }

## Refus

refusal-disputed = Une contestation est en cours : la partie est suspendue jusqu’à ce que la modération tranche sur le tableau. Attends sa décision. L’auteur de ce qui est contesté peut le retirer avec `/annuler`, et tant que la partie n’est pas finie, tu peux concéder.
refusal-nothing-to-confirm = C’est déjà confirmé ou retiré. Il n’y a plus rien à faire ; le tableau montre où en est la partie.
refusal-not-yours-to-confirm = C’est à { $players } de confirmer. Si la déclaration est fausse, appuie sur ✋ *{ button-dispute }*.
refusal-dispute-late = Cette déclaration est déjà confirmée ou retirée. Si elle est fausse malgré tout, demande à la modération : elle peut la corriger avec `/arbitrer`.
refusal-dispute-settled = Cette contestation est réglée. Regarde le tableau ; la modération peut toujours corriger une déclaration avec `/arbitrer`.
