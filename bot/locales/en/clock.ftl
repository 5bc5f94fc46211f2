### The clock of nights: when the time of a round is over

event-time-up = ⏰ The time of the round was over.
time-up-call = ⏰ { $players }: time! Finish this turn cycle.
time-up-lobby = ⏰ { $players }: the time of this round is over, and this game has not begun.

## What the organiser sees of unfinished pods

plan-button-unfinished = Unfinished pods
plan-button-stopping-draw = Call a draw
plan-button-stopping-close = Close it
clock-unfinished = Pods that are not over:
clock-close-open = { $count ->
    [one] One pod has no result yet. Help it to finish, or end it; if you end the night now, it goes on and counts later.
   *[other] { $count } pods have no result yet. Help them to finish, or end them; if you end the night now, they go on and count later.
}
clock-close-disputable = { $count ->
    [one] One result can still be disputed. If you end the night now, it still can, and the final table changes with it.
   *[other] { $count } results can still be disputed. If you end the night now, they still can, and the final table changes with them.
}
plan-button-closing = End it all the same
clock-none = Every pod of this night is over.
clock-choose = End a game…
clock-ask-draw = Call a draw in { $pod } ({ $players })? Its players can dispute that, like any report.
clock-ask-close = Close { $pod } ({ $players })? If it has begun, its points stand as they are.
clock-done-draw = { $pod } is over. Its players can still dispute that.
clock-done-close = { $pod } is closed.
refusal-night-pod-over = That pod is over already. Look at the list again.
