### Nights: what stops a night, its rounds and its organiser.

## Commands

command-night-open = open
command-night-open-about = Announce an evening of several pods and rounds
command-night-show = show
command-night-show-about = See how the night stands, or the server’s past nights
command-night-seat = seat
command-night-seat-about = See the pods of the next round, then seat it
command-night-drop = drop
command-night-drop-about = Take a player out of the rounds to come
command-night-add = add
command-night-add-about = Let somebody play from the next round on
command-night-swap = swap
command-night-swap-about = Let two players of this round change places
command-night-pause = pause
command-night-pause-about = Stop the clock, or let it go on
command-night-close = close
command-night-close-about = End the night
option-rounds = rounds
option-rounds-about = How many rounds, 30 at most
option-minutes = minutes
option-minutes-about = How many minutes a round takes
option-mode = mode
option-mode-about = Whom people meet: always somebody new, or those with as many points
option-dropped-about = The player who leaves
option-member = member
option-added-about = The member who joins, or who brings the guest
option-one = player
option-other = other
option-swapped-about = A player of this round
mode-fresh = new opponents
mode-swiss = equal points

## Announcing a night

night-terms = { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
} · ⏱️ { NUMBER($minutes, useGrouping: 0) }′ · { $mode }
night-pod-sizes = Pods of { $sizes }
night-pod-points = Most points in one game, by number of players: { $points }
night-in-channels = Pods open in { $channels }
night-needs-channels = I can’t open threads here. Pick the channels in which the pods play.
night-channels-pick = Channels for the pods…
night-form-sizes = Players in a pod
night-form-sizes-about = Such as 3–4, or 4
night-form-rounds = Rounds
night-form-minutes = Minutes of a round

## On the board

night-pod = Round { $round }, pod { $number }
night-round = Round { $round } of { $rounds }
night-outs = Sitting out
night-standings = Standings
night-here = Here: { $count }
night-signed-up = Signed up: { $count }
night-newcomers = Joining the next round
night-by-hand = By hand
night-swapped = 🔀 Round { $round } · { $by }: { $one } ↔ { $other }
night-drawn-again = 🎲 Round { $round } · { $by } drew it again: { $reason }
night-more = … { $count } more
night-first = The night has begun. The organiser seats the first round.
night-ends = ⏱️ This round ends { $when }. Whoever comes now joins the next one.
night-ends-last = ⏱️ The last round ends { $when }.
night-time-over = ⏱️ Time is over: every pod finishes its turn cycle.
night-round-over = ✅ Every pod of this round is over. The organiser seats the next one.
night-rounds-over = ✅ Every pod of the last round is over. The organiser ends the night.
night-owed = I open the pods without a link as soon as I can.
night-owed-in-channels = The pods without a link wait until one of the channels is free.
night-draw = 🎲 Draw fixed in advance:
night-paused = ⏸️ The clock stands still.
night-closed = 🏁 The night is over. Thanks for playing!
night-lapsed = 🏁 The night is over: nothing has happened in it for 12 hours.
night-button-leave = I’m leaving
night-button-results = Results

## Results, during the night and after it

night-button-standings = Standings
night-button-pods = Pods
night-button-people = People
night-button-csv = CSV files
night-button-past = Past nights
night-decimal = { $whole }.{ $part }
night-places-about = Points decide, then wins (🏆), then the average points of everybody you met (⚔️); if all are equal, the place is shared. 💤: rounds sat out, and the points for them. ❔: can still be disputed.
night-own-place = You: { $place } (players: { $count })
night-round-pick = Go to a round…
night-past-pick = Results of a night…
night-past-none = No night is planned or played here, and none is over in a channel that you see. `/night open` announces one.
night-past-rounds = { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}
night-done-csv = The standings, and every seat of every pod.

## The top cut

night-form-cut = Top cut
night-form-cut-about = 4 or 16: so many play on after the last round. Empty: nobody
night-cut-terms = 🏆 Then a top cut of { $count }, in pods of four. If a pod of it has no single winner, the best of the standings goes on.
night-cut-first = Top 16
night-cut-final = Final
night-cut-pod = { $round }, pod { $number }
night-cut-next = ✅ Every pod of the last round is over. The organiser seats the top cut.
night-cut-seating = { $round }. Nobody is seated yet.
night-cut-seated = { $round } is seated. Pods: { $pods }. I open them now.
night-cut-in = They play: { $players }
night-cut-tied = They share the place at the line, and the draw fixed in advance decides: { $players } (seats: { $count })
night-cut-about = Whom the standings put first meets last; nobody is kept apart. If a pod has no single winner, the best of them in the standings goes on. If somebody leaves or does not come, the next one moves up.
night-cut-places = People of the top cut stand first, by what they did there; everybody else follows by the standings. A game of the cut brings no points here.
night-you-no-cut = The top cut is being played. If somebody does not come, the next of the standings gets the seat.
night-chart-before-cut = Standings before the top cut, round by round
refusal-night-cut = A top cut has { $sizes } people. Write one of these, or leave it empty.
refusal-night-cut-pods = A top cut is played in pods of four, and this game takes { $sizes } players. Choose another game, or no top cut.
refusal-night-cut-few = Players here: { $there }. A top cut takes four, so wait for more people, or close the night.

## Answers

plan-button-terms = Rounds and pods
plan-button-all = Everybody
plan-button-seat = Seat
plan-button-pause = Stop the clock
plan-button-resume = Start the clock
plan-button-unact = Undo
plan-button-undo = Undo
plan-button-close = End the night
night-seating = Round { $round } of { $rounds }. Nobody is seated yet.
night-sizes = Pods: { $sizes }
night-repeats = Pairs who meet again: { $tonight } from tonight, { $earlier } from earlier nights
night-out = Sitting out: { $count }
night-left-out = Left out, because they play in another night now: { $players }
night-drawn-when-seated = Who sits where is drawn when you press 🪑 *{ plan-button-seat }*.
night-few-channels = { $channels ->
    [one] { $channels } channel is named for the pods, so the other pods wait until it is free.
   *[other] { $channels } channels are named for the pods, so the other pods wait until one is free.
}
night-uncounted = ⚠️ Too many guests to count in the server’s standings: pods { $pods }. `/night swap` can change that.
night-again-title = Draw round { $round } again
night-again-about = This round was drawn before. Everybody will read your reason on the board.
night-done-seat = Round { $round } is seated. Pods: { $pods }. I open them now.
night-done-drop = { $player } is out of the rounds to come.
night-done-add = { $player } plays from the next round on.
night-done-guest = { $guest } plays from the next round on. { $by } acts for them.
night-done-add-waits = { $player } waits for a place: the night is full.
night-done-press = Seats in pods are kept until { $player } presses 🙋 *{ button-present }* there.
night-done-swap = { $one } and { $other } change places.
night-done-pause = The clock stands still.
night-done-resume = The clock goes on.
night-done-close = The night is over.
night-done-undo = That is taken back.
night-your-pod = This round you play in { $channel }.
night-you-signed-up = You have signed up. Seats are drawn once the night has begun.
night-you-here = You are checked in. Seats are drawn once the night has begun.
night-you-absent = You have signed up, but not checked in. Press 🪑 *{ button-join }* to play from the next round on.
night-you-wait = You are here. { $by } seats the first round.
night-you-open = You have a seat this round. I’m opening your pod.
night-you-out = You sit out this round.
night-you-over = This night is over.
night-done-join = You play from the next round on.
night-done-leave = You’re out of the rounds to come. Your pod goes on until you concede or it ends.

## In the audit trail

audit-night-seated = seated a round in { $channel }
audit-night-dropped = took a player out of a night in { $channel }
audit-night-added = added a player to a night in { $channel }
audit-night-swapped = let two players change places in { $channel }
audit-night-paused = stopped the clock of a night in { $channel }
audit-night-resumed = let the clock of a night go on in { $channel }
audit-night-stopped = ended a pod of a night: { $channel }
audit-night-closed = closed a night in { $channel }
audit-night-undone = took back an act in a night in { $channel }

## What is refused

refusal-night-rounds = The most rounds of a night: { $most }. Choose fewer, and at least one.
refusal-night-minutes = The most minutes of a round: { $most }. Choose fewer, and at least one.
refusal-night-sizes = Pods of that size can’t play this. Choose among { $sizes }.
refusal-night-channels = The most channels for pods: { $most }. Name fewer.
refusal-no-night = There is no night here. Go to the channel of the night and try again.
refusal-night-over = This night is over. Its message shows how it ended.
refusal-night-begun = This night has begun, so it can’t be moved or cancelled. Close it instead.
refusal-night-early = This night hasn’t begun. Wait until its check-in opens.
refusal-night-not-in = { $player } isn’t in this night. Check the name.
refusal-night-paused = The clock stands still. Let it go on first.
refusal-night-all-rounds = Every round has been seated: { $rounds }. Close the night, or open another one.
refusal-night-changed = Something has changed since: somebody came or left. Look at the seats again.
refusal-night-few = Players here: { $there }. A pod takes { $sizes }, so wait for more people.
refusal-night-unfinished = Pods without a result yet: { $pods }. Wait for their results, or call a draw.
refusal-night-already = { $player } is here already. There is nothing to do.
refusal-night-add-whom = You named nobody. Pick a member, or write the name of a guest.
refusal-night-no-round = No round has been seated yet. Seat one first.
refusal-night-not-seated = { $player } isn’t part of this round. Check the name.
refusal-night-same-pod = { $players } are in the same pod. Name two people of different pods.
refusal-night-own-round = You are in this round, so you can’t move people about in it. Ask a moderator to do it.
refusal-night-own-undo = You are in this round, so you can’t take it back and draw it again. Ask a moderator to do it.
refusal-night-own-drop = { $player } is here, and you play in this night yourself, so you can’t keep them out of it. Ask them to press 🚪 *{ night-button-leave }*, or ask a moderator.
refusal-night-own-pod = You lead this night and play in this pod, so you neither call a draw here, remove a player nor close the game. A draw can be called by another player; ask a moderator for the rest.
refusal-night-reported = Something has been reported in this round, so its seats stay. Wait for the next round.
refusal-night-act-gone = That has been taken back already. Look at the message of the night.
refusal-night-act-late = Something else was done since. Take that back first.
refusal-night-reopen-late = This night has been over for { $minutes } minutes, so the secret of its draw is public. Open another night.
refusal-night-clock = The clock of this night has been stopped or started since. Look at its message.
refusal-only-organiser = Only { $by }, who opened this night, or a moderator can do that. Ask one of them.
refusal-night-elsewhere = { $player } is in another night, which is being played in { $channel }. They have to leave one of the two first.
refusal-night-bad-channel = I can’t open pods in { $channel }. Pick another one, or let me see it and write in it.
refusal-night-no-room = I have nowhere to open the pods. Pick the channels for them below, or let me create threads here.
refusal-night-no-channel = I can’t open pods in any channel of this night ({ $channels }). Let me see one of them and write in it, then try again.
refusal-night-no-threads = I can’t open the pods in threads of { $channel }. Ask a moderator to give me these permissions there: { $missing }.
refusal-night-seating-gone = These seats are out of date. Type `/night seat` again.
refusal-night-pairing = I could not find the pods. Try again; if it happens again, tell the people who run the bot.
