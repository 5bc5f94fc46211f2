### What moderators decide

event-corrected = { $count ->
    [one] A moderator corrected an earlier report.
   *[other] A moderator corrected { $count } earlier reports.
}
event-reason = Reason: { $reason }
event-overruled-status = A moderator decided: { $player } is a master.
event-overruled-serves = A moderator decided: { $player } serves { $master }.
event-overruled-points = A moderator set the points: { $points }.
event-overruled-void = A moderator voided the game.
event-overruled-end = A moderator ended the game: { $player } wins.
event-overruled-draw = A moderator ended the game as a draw.
event-overruled-reopen = A moderator reopened the game.
event-overruled-remove = A moderator removed { $player } from the game.
event-overruled-host = A moderator made { $player } the host.
answer-ruled = a moderator decided that { $responsible } is responsible
answer-ruled-nobody = a moderator decided that nobody is responsible

refusal-only-moderators = Only moderators can do that. Ask one of them.
refusal-no-correction = That would change nothing. Choose something else.
refusal-no-report = There is no such report in this game. Choose one from 📜 *{ button-log }*.
refusal-senseless = { $count ->
    [one] After that, one later report would no longer be possible. Decide what to do with it first.
   *[other] After that, { $count } later reports would no longer be possible. Decide what to do with them first.
}
refusal-reason = Say why, in { $most } characters at most.
refusal-not-a-master = That must be a master who is still in the game. Choose one of { $players }.
refusal-not-over = The game is not over, so there is nothing to reopen. Just play on.
refusal-no-result = The game has no result yet. Wait until it ends, or end it.
refusal-in-subgame = A subgame is being played. Finish it first.

audit-game = { $channel }, game no. { NUMBER($number, useGrouping: 0) }
audit-override = { $what } in { $channel }. Reason: { $reason }
audit-override-correct = corrected a report
audit-override-status = decided who serves whom
audit-override-points = set points
audit-override-void = voided the game
audit-override-end = ended the game
audit-override-reopen = reopened the game
audit-override-remove = removed a player
audit-override-host = chose another host
