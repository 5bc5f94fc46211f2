### L’horloge des soirées : quand le temps d’une ronde est écoulé

event-time-up = ⏰ Le temps de la ronde était écoulé.
time-up-call = ⏰ { $players } : temps écoulé ! Terminez ce tour de table.
time-up-lobby = ⏰ { $players } : le temps de cette ronde est écoulé, et cette partie n’a pas commencé.

## Ce que l’organisation voit des tables inachevées

plan-button-unfinished = Tables inachevées
plan-button-stopping-draw = Déclarer la nulle
plan-button-stopping-close = La fermer
clock-unfinished = Tables qui n’ont pas fini :
clock-close-open = { $count ->
    [one] Une table n’a pas encore de résultat. Aide-la à finir, ou mets-y fin ; si tu termines la soirée maintenant, elle continue et compte plus tard.
   *[other] { $count } tables n’ont pas encore de résultat. Aide-les à finir, ou mets-y fin ; si tu termines la soirée maintenant, elles continuent et comptent plus tard.
}
clock-close-disputable = { $count ->
    [one] Un résultat peut encore être contesté. Si tu termines la soirée maintenant, il le reste, et le classement final changera avec lui.
   *[other] { $count } résultats peuvent encore être contestés. Si tu termines la soirée maintenant, ils le restent, et le classement final changera avec eux.
}
plan-button-closing = Terminer quand même
clock-none = Toutes les tables de cette soirée ont fini.
clock-choose = Terminer une partie…
clock-ask-draw = Déclarer la nulle dans { $pod } ({ $players }) ? Ses joueurs peuvent la contester, comme toute déclaration.
clock-ask-close = Fermer { $pod } ({ $players }) ? Si la partie a commencé, ses points restent ce qu’ils sont.
clock-done-draw = { $pod } est terminée. Ses joueurs peuvent encore contester.
clock-done-close = { $pod } est fermée.
refusal-night-pod-over = Cette table a déjà terminé. Regarde à nouveau la liste.
