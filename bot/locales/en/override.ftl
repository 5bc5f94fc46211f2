### Moderators' decisions while they are weighed, on the board, and why a verdict is what it is.

## The preview

override-title = ⚖️ Preview: nothing is changed yet
override-moved = ⚠️ The game has moved on, so this preview is new. Check it again before you press *{ override-do }*.
override-takes-out = This report is removed:
override-responsible = { $player } is responsible for { $loser }’s defeat:
override-nobody = Nobody is responsible for { $loser }’s defeat:
override-changes = What changes
override-nothing = No player’s status or points change.
override-senseless = Later reports that would no longer be possible
override-settle = Settle these first: replace them, remove them, or press *{ override-cancel }*.
override-settle-choice = Make the choice below, replace these reports, remove them, or press *{ override-cancel }*.
override-choice-nobody = nobody
override-do = Apply
override-leave = Remove these
override-cancel = Cancel
override-cancelled = Nothing was changed.
override-takes-back = This correction is undone:
override-restores = The end of the game comes back:
override-replaces = This report is replaced:
override-by = by this one:
override-also = Also changed
override-left-out = Removed: { $report }
override-replaced = { $old } → { $new }
override-instead = Replace a report…
override-replace = Replace the report
place-master = 👑 master
place-servant = serves { $master }
place-masterless = masterless
place-out = 💀 out
place-seated = has a seat
place-nowhere = not in the game

## The form of a report that replaces another

instead-title = ✏️ Replace the report
instead-intro = Say what really happened at that point; you can choose only players who were in the game then. *{ instead-send }* takes you back to the preview, and nothing is changed before you apply it.
instead-send = Done
instead-cancel = Back to the preview

## Past games in a list

past-draw = 🤝 draw
past-lobby = not started
past-running = in progress
past-waiting = waiting for a choice
past-closed = no result
past-deleted = deleted channel

## On the board

board-corrected = ⚖️ Corrected by a moderator
board-overrode = { $loser }’s defeat: `{ $rule }` was overridden
board-overridden = against { $rule }

## In the audit trail

audit-override-deed = gave a deed
audit-override-undone = undid a correction

## Why

why-title = 🔎 Why?
why-facts = What was reported
why-teams = The teams then
why-overrode = { $rule }, overridden by a moderator

## Refusals

refusal-decision-gone = This preview is closed: it was applied or cancelled, or a restart interrupted it. Check the board; if your decision is not there, start again with `/override`.
refusal-decision-late = The game has changed at the very point that you were correcting. Nothing was changed: look at 📜 *{ button-log }*, and start again with `/override`.
refusal-no-verdict = There is no such verdict in this game. Leave the line empty for the latest one, or choose from the list.
refusal-no-verdict-yet = No defeat has been judged in this game yet. Once one has, `/why` explains it.
refusal-no-such-pod = There is no such game in this channel. Choose one from the list.

## Commands: names, then what they do

command-why = why
command-why-about = Explain a verdict: the facts and rules behind it
command-override = override
command-override-about = Moderators’ decisions, with a preview before they apply
command-override-responsible = responsible
command-override-responsible-about = Change who is responsible for a defeat, even an old one
command-override-status = status
command-override-status-about = Make a player a master, or choose whom they serve
command-override-points = points
command-override-points-about = Set a player’s points for a finished game
command-override-void = void
command-override-void-about = Void the game: no winner, no points
command-override-undo = undo
command-override-undo-about = Remove or replace any report
command-override-end = end
command-override-end-about = End the game with a winner, or as a draw
command-override-reopen = reopen
command-override-reopen-about = Reopen a finished or closed game
command-override-remove = remove
command-override-remove-about = Remove a player from the game, as if they had conceded
command-override-host = host
command-override-host-about = Make someone else the host
option-line = line
option-line-about = Which verdict (default: the latest)
option-reason = reason
option-reason-about = Reason (everyone sees it on the board)
option-report = report
option-report-about = Which report, the newest first
option-defeat-about = Which defeat, the newest first
option-responsible-about = The responsible player: a master at that moment, or nobody
option-decided-about = Which player
option-serves = serves
option-serves-about = The master they serve; leave empty to make them a master
option-points = points
option-points-about = Their points in this game
option-winner = winner
option-end-about = The master who wins with their team; leave empty for a draw
option-pod = pod
option-pod-about = Which game in this channel or its threads (default: the channel’s newest)

## In the wizard

setup-moderator-commands = ℹ️ Discord shows `/override` only to members with *Manage Messages*. To show it to { $role }: Server Settings → Integrations → Suzerain → `/override` → add the role.
