### The calls of a night’s pods: who is here, and who comes from the bench

board-pod = ▶️ Your pod is open: { $players }. Press 🙋 *{ button-present }* within { $minutes } minutes, or somebody from the bench gets your seat. Once everybody has pressed, any of you presses *{ button-start }*.
call-again = ▶️ { $players }: I was away when your call ended. Press 🙋 *{ button-present }* within { $minutes } minutes from now, or somebody from the bench gets your seat.
lobby-all-here = ✅ Everybody is here: any of you can start.
event-call-ended = { $count ->
    [0] 🪑 Free seats go to the bench.
   *[other] 🪑 Not here, so the seats go to the bench: { $players }.
}
event-seats-filled = { $count ->
    [0] 🪑 Nobody waited on the bench.
   *[other] 🪑 From the bench: { $players }.
}
audit-call-ended = filled the seats of a pod of a night: { $channel }
plan-button-filling = Fill the seats
clock-ask-lobby = { $pod } ({ $players }) has not begun. Whoever has not pressed 🙋 *{ button-present }* gives up the seat to somebody from the bench. Or close the pod.
clock-done-fill = The seats in { $pod } are filled.
refusal-only-leaders = Only the organisers of this night and moderators can do that. Ask one of them.
refusal-call-none = This pod waits for nobody. Look at its board.
refusal-call-full = Everybody has pressed in this pod, so no seat is free. Any of its players can start it.
refusal-call-filling = The free seats of this pod are being filled. Try again in a moment.
refusal-call-runs = Not everybody has pressed 🙋 *{ button-present }* yet: { $players }. Wait for them, or until their time is over: then the bench fills their seats.
refusal-call-over = Your seat in this pod went to the bench. Press 🙋 *{ plan-button-come }* or 🪑 *{ button-join }* on the message of the night: you get the next free seat, or play in the next round.

## Points that an organiser takes

command-night-points = points
command-night-points-about = Take points from a player of the night
option-points-from = player
option-points-from-about = The player who loses the points
option-points-taken = points
option-points-taken-about = How many points, 99 at most
night-points-taken = ➖ Round { $round } · { $by } took { $points } from { $player }: { $reason }
night-done-points = Points taken from { $player }: { $points }. Everybody reads the reason on the board.
audit-night-points = took points from a player of a night in { $channel }
refusal-night-points = The most points to take at once: { $most }. Write fewer, and at least one.
refusal-night-own-points = You play in this night, so you take no points from anybody. Ask a moderator to do it.
night-leaders-pick = Who leads it with you? Members, roles…
night-leaders = Also led by { $leaders }
night-pair-anew = ⚠️ A result has changed since round { $round } was seated. 🔀 *{ plan-button-redraw }* draws those pods again that have not begun; the others stay.
night-pair-anew-moderator = ⚠️ A result has changed since round { $round } was seated. You play in it, so a moderator has to draw those pods again that have not begun.
plan-button-redraw = Pair anew
night-redraw-title = Pair round { $round } anew
night-redraw-about = Pods that have not begun: { $count }. Everybody will read your reason on the board.
night-done-redraw = Round { $round } is paired anew where it had not begun. Pods: { $pods }. I open them now.
audit-night-redrawn = paired pods of a night anew in { $channel }
refusal-night-redraw-none = There is nothing to pair anew: no result has changed, or every pod of this round has begun. Wait for the next round.
refusal-night-redraw-begun = One of these pods has begun. Press 🔀 *{ plan-button-redraw }* again: it draws the others.
