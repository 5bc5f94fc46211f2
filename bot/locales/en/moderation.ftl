### What moderators decide

event-corrected = { $count ->
    [one] A moderator put an earlier report right.
   *[other] A moderator put { $count } earlier reports right.
}
event-reason = Reason: { $reason }
event-overruled-status = A moderator decided: { $player } is a master.
event-overruled-serves = A moderator decided: { $player } serves { $master }.
event-overruled-points = A moderator decided the points: { $points }.
event-overruled-void = A moderator declared the game void.
event-overruled-end = A moderator ended the game: { $player } wins.
event-overruled-draw = A moderator ended the game: it is a draw.
event-overruled-reopen = A moderator reopened the game.
event-overruled-remove = A moderator removed { $player } from the game.
event-overruled-host = A moderator decided: { $player } is the host now.
answer-ruled = a moderator decided that { $responsible } is responsible
answer-ruled-nobody = a moderator decided that nobody is responsible

refusal-only-moderators = That is for moderators. Ask one of them.
refusal-no-correction = That would change nothing. Choose something else.
refusal-no-report = There is no such report in this game. Choose one from `/pod log`.
refusal-senseless = { $count ->
    [one] After that, one later report makes no sense any more. Decide about it first.
   *[other] After that, { $count } later reports make no sense any more. Decide about them first.
}
refusal-reason = Say why, in { $most } characters at most.
refusal-not-a-master = It has to be a master who is in the game. Choose one of { $players }.
refusal-not-over = The game is not over, so there is nothing to reopen: just go on.
refusal-no-result = The game has no result yet. Wait for its end, or end it.
refusal-in-subgame = A subgame is being played. Finish it first.

audit-game = { $channel }, game no. { NUMBER($number, useGrouping: 0) }
audit-override = { $what } in { $channel }. Reason: { $reason }
audit-override-correct = put a report right
audit-override-status = decided who serves whom
audit-override-points = decided the points
audit-override-void = declared the game void
audit-override-end = ended the game
audit-override-reopen = reopened the game
audit-override-remove = removed a player
audit-override-host = chose another host
