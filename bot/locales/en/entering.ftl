### Games that were played without the bot, and entered afterwards.

## The command

command-record = record
command-record-about = Enter a game that was played without me
option-played-about = When it ended, for example: yesterday 21:00, last fri 20:30, 27 Nov 21:00, 2 h ago
option-players = players
option-seats-about = Their mentions in the order of the seats, clockwise; teammates as they sit
option-transcript-about = A transcript of the game; the names in it are those of the players
option-entry-guests = guests
option-entry-guests-about = Players without an account, separated by commas; they sit after the others. You bring them

## The form

entry-title = A game you played without me
entry-about = Played { $date }. It belongs to { $channel }: who can read that channel can see it.
entry-locked = 🔒 Its season is over, so a moderator has to confirm it.
entry-seats = Seats: { $players }
entry-over = The game is over
entry-points = { $player }: { $points }
entry-pick-what = What happened next?
entry-pick-who = Who lost, left or won?
entry-pick-by = Who controlled the card?
entry-pick-owner = Whose card was it?
entry-what-concede = concedes
entry-what-win-effect = wins by an effect
entry-what-win-combo = wins by a combo
entry-what-draw = The game is a draw
entry-what-close = The game ends here
entry-add = Add
entry-back = Take back
entry-change = Change
entry-settled = To the form
entry-setup = ✏️ What was played? Change it below, then go back to the form.
entry-cancel = Cancel
entry-send = Enter this game
entry-cancelled = No game was entered.
done-entered = The game is entered. It counts once these have confirmed it on the board, or a moderator has: { $players }.
done-entered-locked = The game is entered. Its season is over: it counts once a moderator has confirmed it. On the board these can dispute it: { $players }.

## On the board

board-entered = 📝 Played { $date } without me, and entered afterwards
board-entered-call = { $players }: a game that you played was entered. Is it right? Confirm or dispute it below.
claim-entered = the whole game
claim-by-moderator = its season is over, so a moderator has to confirm it
claim-entered-press = The game counts once all of them have confirmed it, or a moderator has; silence is not enough.
event-entered = A game was entered that was played without me:

## From a spreadsheet

imported-reason = As in the league’s own spreadsheet
audit-operator = The bot’s operator
audit-imported = { $count ->
    [one] entered a game from a file: { $channel }, game no. { NUMBER($number, useGrouping: 0) }
   *[other] entered { $count } games from a file: { $channel }, beginning with game no. { NUMBER($number, useGrouping: 0) }
}
audit-unimported = { $count ->
    [one] took back a game entered from a file: { $channel }, game no. { NUMBER($number, useGrouping: 0) }
   *[other] took back { $count } games entered from a file: { $channel }, beginning with game no. { NUMBER($number, useGrouping: 0) }
}

## Refusals

refusal-only-entered = Only those who played the game can enter it, or a moderator. Name yourself among the players.
refusal-choice-own-entered = You can’t enter that { $by } chose { $player }, as this is in your own favour. Someone else who played can enter the game.
refusal-entered-long = This game is too long: { $most } lines are the most.
refusal-entered-unfinished = The game has no end yet. Add what happened until somebody had won.
refusal-entry-old = Games from more than { $days } days ago cannot be entered here. The server’s administrators can choose a longer retention with `/setup server`.
refusal-entry-bot = Bots play no games here. Name the people who played.
refusal-entry-who = Somebody is missing: choose who lost, left or won in the second menu.
refusal-entry-gone = This form is closed: it was sent already, or a restart cut it short. Look whether the game has a board; if not, begin again with `/pod record`.
refusal-entry-differs = The transcript is of { $variant }, at this table: { $table }. Your options say something else: leave out `{ option-variant }` and `{ option-table }`, or attach another transcript.
refusal-entry-unreadable = I can’t read this transcript, line { $line }: { $problem }
refusal-entry-name = Nobody, or more than one, of { $players } is called “{ $typed }” as in the transcript. Use their names on the server, or their user names.
refusal-entry-unnamed = The transcript does not name everybody: { $players }.
refusal-entry-many = Games that you entered are not confirmed yet, in { $channels }. Once one of them is confirmed or taken back, you can enter another.
refusal-entry-few = Somebody is missing: { $fewest } players are needed at this table, in this variant.

## Refusals of a game that was played already: entered, imported, or in a file

refusal-recorded-too-few = { $because ->
    [table] { $table }
    [range] A range of { $range }
   *[variant] { $variant }
}: { $fewest } players are needed, and { $have ->
    [one] only { $have } is named
   *[other] only { $have } are named
}. Name everybody who played, or another { $because ->
    [table] table
    [range] range
   *[variant] variant
}.
refusal-recorded-table-size = { $table } starts with { $sizes } players. Name everybody who played, or another table.
refusal-recorded-full = More players are named than this table has seats: { $most }. Name fewer, or another table.
refusal-recorded-already-in = { $player } has a seat already. Leave this out.
refusal-recorded-already-open = This game was opened before. Only its beginning opens it: leave this out.
refusal-recorded-closed = The game was closed before this. Leave out this, or the closing.
refusal-recorded-finished = The game was over before this. Leave this out, or correct what ended it.
refusal-recorded-waiting = { $by } has to choose before this. Add that choice first.
refusal-recorded-too-late-to-join = The game had begun before this, and nobody joins a game like this later. Name everybody at its beginning.
refusal-recorded-nothing-to-choose = Nobody has to choose here. Leave this out, or check what comes before it.
refusal-recorded-nothing-to-undo = Nothing before this can be undone. Leave this out.
refusal-recorded-not-yours = This choice is up to { $by }. Name them as the one who chose.
refusal-recorded-already-conceding = { $player } is already conceding. Add who leads the team then.
refusal-recorded-seat-given = That seat went to { $player } before this. Name them.
refusal-recorded-not-in-variant = In { $variant } restarts and subgames are not kept. Leave this out, and add how it ends.
refusal-recorded-duel-open = This duel was opened before. Only its beginning opens it: leave this out.
refusal-recorded-duel-started = This duel had started before this. Leave this out.
refusal-recorded-duel-finished = The duel was over before this. Leave this out, or correct what ended it.
refusal-recorded-duel-closed = The duel was closed before this. Leave out this, or the closing.
