### When a game counts, whose seat it is, and what moderators decide about it.

## In the lobby

lobby-kept = 🪑 Seats kept until they press 🙋 *{ button-present }*: { $players }
board-kept = 🪑 A seat is kept for { $players }. Press 🙋 *{ button-present }* to take it: without a press you are not in the game.
done-rematch = Your pod is open. Whoever played until 15 minutes ago has their seat again, and can leave until the start. For everyone else it is kept until they press 🙋 *{ button-present }* on the board.
done-rematch-seated = Your pod is open. Those who just played have their seats again. To give yours back before the start, press 🚪 *{ button-leave }* on the board.
refusal-seats-kept = The last seats are kept for { $players }. The host can free one with `⋯` 🥾 *{ button-removal }*.
refusal-seats-unpressed = { $fewest } players are needed, and not everyone has pressed 🙋 *{ button-present }* yet: { $players }.
refusal-own-seat = Only { $player } can take that seat: ask them to press.

## On the board

claim-pending = ⏳ Not final yet
claim-press = A win counts once another player confirms it, a draw once everyone who could still win does; silence confirms nothing.
claim-stands = ☑️ { $what }: stands, says { $by }
claim-concession = { $player }’s concession
claim-kick = the removal of { $player }
claim-choice = { $player }’s choice
claim-choice-for = choice for { $player } by { $maker }
claim-choice-draw = choice for { $player } by the draw
claim-close = the end of the game
claim-closing = the closing of the game
claim-undoing = the undoing of the game’s end
claim-undone = ↩️ { $player } took back the end of the game. If that is wrong, press ✋ *{ button-dispute }*.
claim-closed = 🔒 { $player } closed the game without a result. If that is wrong, press ✋ *{ button-dispute }*.
claim-closed-idle = 🔒 The game was closed without a result because no one used it. If that is wrong, press ✋ *{ button-dispute }*.
claim-final = This is final { $due }, unless someone presses ✋ *{ button-dispute }*.
claim-decision = a moderator’s decision
dispute-another = { $by } has already decided about it: now another moderator has to.
decided-by-player = ⚠️ Decided by a player of this game: { $players }
board-decided = ⚖️ Decided by a moderator

## Settings

setting-dispute_time = Time to dispute
setting-dispute_time-about = How long everyone in a game can dispute its result before its points count, if no one has to confirm it. The time starts at the end, and again when a dispute is settled. Applies to new pods; open pods keep their setting.
dispute_time-5m = 5 minutes
dispute_time-15m = 15 minutes
dispute_time-30m = 30 minutes
dispute_time-1h = 1 hour
dispute_time-24h = 24 hours
setting-choice_time = Time to choose
setting-choice_time-about = How long a player who has to choose can be silent before the host or a moderator may choose for them. Then the moderators are called, and after ten more minutes the draw chooses.
choice_time-5m = 5 minutes
choice_time-10m = 10 minutes
choice_time-15m = 15 minutes
choice_time-30m = 30 minutes
choice_time-1h = 1 hour
setting-referee = Moderators who play
setting-referee-about = Whether moderators may decide about a game that they play in themselves. If they do, the board and `/audit` say so.
referee-any = May decide (it is marked)
referee-other = Another moderator decides

## Moderators

audit-plays = ⚠️ decided by a player of this game
audit-confirmed = confirmed reports in { $channel }
audit-chose = made a choice for a player in { $channel }
audit-took-back = took back the last report in { $channel }
audit-closed = closed the game in { $channel }
audit-removed = removed a player from the game in { $channel }
audit-objected = disputed something in { $channel }
audit-entered = entered a game in { $channel }
audit-managed = acted as a moderator in the game in { $channel }
audit-override-date = decided when the game ended
date-no-season = in no season
event-overruled-date = A moderator decided when the game ended: { $date }.
past-unscored = ⏳ does not count yet
override-locked = 🔒 A season that is over
override-season = This game counts in { $name }. Its final standings and its posts change with your decision.
override-really = Change it anyway
command-override-date = date
command-override-date-about = Set when a game really ended: in which season and week it counts
option-at = ended
option-at-about = When it ended, for example: yesterday 21:00, last fri 20:30, 27 Nov 21:00, 2 h ago
button-unsettled = Unsettled games: { $count }
unsettled-disputed = ✋ { $by } disputes: { $what }
unsettled-unconfirmed = Unconfirmed: { $what }
done-unsettled = The board is on its way: { $channel }

## Seasons that are over

season-really = 🔒 This changes what counts in { $names }, which is over. Its final standings and its posts change with your decision.
refusal-season-over = { $names } is over, so only a moderator can still decide about this. Ask one.
event-locked = 🔒 The season is over: only a moderator can still confirm this.

## Refusals

refusal-counted = This game counts, so only a moderator can still change it, giving a reason: `/override`.
refusal-draw-out = You are out of this game, so a draw is up to the players who are still in it. Ask one of them, or a moderator.
refusal-disputed-once = You have already disputed this, and everyone can do that only once. If something else is wrong, dispute that, or ask a moderator.
refusal-other-moderator = You play in this game, and on this server another moderator has to decide. Ask one.
refusal-decided-already = You have already decided about this, and it was disputed: now another moderator has to decide. Ask one.
refusal-no-date = That is not a past day and time. Write for example `yesterday 21:00`, `fri 21:00` or `{ $typed }`.
