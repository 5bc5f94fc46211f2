### Moderators' decisions while they are weighed, on the board, and why a verdict is what it is.

## The preview

override-title = ⚖️ Before it counts
override-moved = ⚠️ The game has moved on since. This is what your decision leads to now: look again before you press *Do it*.
override-takes-out = This never was:
override-responsible = { $player } is responsible for { $loser }’s defeat:
override-nobody = Nobody is responsible for { $loser }’s defeat:
override-changes = What changes
override-nothing = Nobody’s place and nobody’s points.
override-senseless = What makes no sense any more
override-settle = Decide about it first: report something else instead, leave it out, or press *Cancel*.
override-settle-choice = Make the choice below, report something else instead, leave these out, or press *Cancel*.
override-choice-nobody = nobody
override-do = Do it
override-leave = Leave these out
override-cancel = Cancel
override-cancelled = Nothing was changed.
override-takes-back = This correction is taken back:
override-replaces = Instead of this report:
override-by = this one counts:
override-also = Also changed
override-left-out = Left out: { $report }
override-replaced = { $old } → { $new }
override-impossible = That cannot be
override-instead = Report something else instead of…
override-replace = Report something else
place-master = 👑 master
place-servant = serves { $master }
place-masterless = serves nobody
place-out = 💀 out
place-seated = has a seat
place-nowhere = not in the game

## The form of a report that replaces another

instead-title = ✏️ Report something else instead
instead-intro = Say what really happened then; only those who were in the game at that moment can be chosen. *Done* leads back to what would change: nothing counts before that.
instead-send = Done
instead-cancel = Back to the preview

## Past games in a list

past-draw = 🤝 draw
past-lobby = not started
past-running = being played
past-waiting = waiting for a choice
past-closed = no result

## On the board

board-corrected = ⚖️ Corrected by a moderator
board-overrode = { $loser }’s defeat: `{ $rule }` was overridden
board-overridden = against { $rule }

## In the audit trail

audit-override-undone = took a correction back

## Why

why-title = 🔎 Why?
why-facts = What was reported
why-teams = The teams then
why-overrode = { $rule }, overridden by a moderator

## Refusals

refusal-decision-gone = This decision is closed: it was made or cancelled, or a restart interrupted it. Nothing more happened. Look at the board; if it is not there, decide again with `/override`.
refusal-decision-late = The game has changed where you wanted to change it. Nothing was done: look at `/pod log`, and decide again with `/override`.
refusal-no-verdict = There is no such verdict in this game. Leave the line out for the last one, or choose from the list.
refusal-no-such-pod = There is no such game in this channel. Choose one from the list.
refusal-other-pod = Another game is being played in this channel, and this one would be open again: a channel has one at a time. Finish or close the other one first (`/pod close`), or put this one right so that it stays over.

## Commands: names, then what they do

command-why = why
command-why-about = Which facts and rules a verdict comes from
command-override = override
command-override-about = What moderators decide; shown before it counts
command-override-responsible = responsible
command-override-responsible-about = Decide who is responsible for a defeat, also an old one
command-override-status = status
command-override-status-about = Decide that somebody is a master, or whom they serve
command-override-points = points
command-override-points-about = Decide how many points a player gets for a finished game
command-override-void = void
command-override-void-about = Declare the game void: no winner, no points
command-override-undo = undo
command-override-undo-about = Take any report out, as if it had never been made
command-override-end = end
command-override-end-about = End the game with a winner, or as a draw
command-override-reopen = reopen
command-override-reopen-about = Open a finished or closed game again
command-override-remove = remove
command-override-remove-about = Take a player out of the game, as if they conceded
command-override-host = host
command-override-host-about = Make somebody else the host
option-line = line
option-line-about = Which verdict; the last one if left out
option-reason = reason
option-reason-about = Why; everybody sees it on the board
option-report = report
option-report-about = Which report, the newest first
option-defeat-about = Which defeat, the newest first
option-responsible-about = Who is responsible: another master of that moment, or nobody
option-decided-about = Whom it is about
option-serves = serves
option-serves-about = Which master they serve; leave it out to make them a master
option-points = points
option-points-about = Their points in this game
option-winner = winner
option-end-about = The master who wins, with their team; leave it out for a draw
option-pod = pod
option-pod-about = Which game of this channel or its threads; the channel’s newest if left out

## In the wizard

setup-moderator-commands = ℹ️ Discord shows `/override` only to those who may *Manage Messages*. For { $role } to see it: Server Settings → Integrations → Suzerain → `/override` → add the role.
