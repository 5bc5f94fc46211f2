### Ce que la modération décide

event-corrected = { $count ->
    [one] La modération a corrigé une déclaration antérieure.
   *[other] La modération a corrigé { $count } déclarations antérieures.
}
event-reason = Motif : { $reason }
event-overruled-status = Décision de la modération : { $player } est maître.
event-overruled-serves = Décision de la modération : { $player } sert { $master }.
event-overruled-points = La modération a fixé les points : { $points }.
event-overruled-void = La modération a invalidé la partie.
event-overruled-end = La modération a mis fin à la partie. Victoire : { $player }.
event-overruled-draw = La modération a mis fin à la partie : elle est nulle.
event-overruled-reopen = La modération a rouvert la partie.
event-overruled-remove = La modération a exclu { $player } de la partie.
event-overruled-host = Décision de la modération : { $player } est maintenant l’hôte.
answer-ruled = par décision de la modération, { $responsible } est responsable
answer-ruled-nobody = par décision de la modération, personne n’est responsable

refusal-only-moderators = C’est réservé à la modération. Demande à un modérateur.
refusal-no-correction = Cela ne changerait rien. Choisis autre chose.
refusal-no-report = Cette déclaration n’existe pas dans cette partie. Choisis-en une dans 📜 *{ button-log }*.
refusal-senseless = { $count ->
    [one] Après cela, une déclaration ultérieure n’a plus de sens. Tranche d’abord ce point.
   *[other] Après cela, { $count } déclarations ultérieures n’ont plus de sens. Tranche d’abord ces points.
}
refusal-reason = Donne un motif, en { $most } caractères au plus.
refusal-not-a-master = Il faut un maître encore en jeu. Choisis parmi : { $players }.
refusal-not-over = La partie n’est pas finie, il n’y a donc rien à rouvrir : continue, tout simplement.
refusal-no-result = La partie n’a pas encore de résultat. Attends sa fin, ou mets-y fin.
refusal-in-subgame = Une sous-partie est en cours. Termine-la d’abord.

audit-game = { $channel }, partie n° { NUMBER($number, useGrouping: 0) }
audit-override = { $what } dans { $channel }. Motif : { $reason }
audit-override-correct = a corrigé une déclaration
audit-override-status = a décidé qui sert qui
audit-override-points = a fixé les points
audit-override-void = a invalidé la partie
audit-override-end = a mis fin à la partie
audit-override-reopen = a rouvert la partie
audit-override-remove = a exclu un joueur
audit-override-host = a désigné un autre hôte
