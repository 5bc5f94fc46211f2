### Nights: what stops a night, its rounds and its organiser.

## On the board

night-pod = Round { $round }, pod { $number }

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
refusal-night-unfinished = Pods that are still playing: { $pods }. Wait for their results, or call a draw.
refusal-night-already = { $player } is here already. There is nothing to do.
refusal-night-no-round = No round has been seated yet. Seat one first.
refusal-night-not-seated = { $player } isn’t part of this round. Check the name.
refusal-night-same-pod = { $player } and { $other } are in the same pod. Name two people of different pods.
refusal-night-reported = Something has been reported in this round, so its seats stay. Wait for the next round.
refusal-night-nothing-done = There is nothing to take back. Go on with the night.
refusal-night-act-late = Something else was done since. Take that back first.
refusal-only-organiser = Only { $by }, who opened this night, or a moderator can do that. Ask one of them.
