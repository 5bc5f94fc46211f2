### What people see in Discord: boards, forms, answers, commands.

## Buttons

button-join = Join
button-leave = Leave
button-start = Start
button-how = How this works
button-fair = Check the draw
button-report = Report a defeat
button-concede = Concede
button-checklist = My checklist
button-turn = Next turn
button-here = Bring the board here
button-rematch = Rematch
button-leaving = Yes, I concede
button-redo = Take back and correct

## Lobby

board-title = { $variant } pod
lobby-seats = Seats · { $have } of { $most }
lobby-host = Host
lobby-empty = Nobody is here yet.
lobby-missing = ⏳ Players still needed: { $missing }
lobby-ready = ✅ { $host } can start. Free seats: { $free }
lobby-full = ✅ Everybody is here. { $host } can start.
lobby-remark = ℹ️ This table plays best with { $low } to { $high } players.
lobby-draw = 🎲 Sealed draw · SHA-256
option-choose-master = losers may choose their master

## Board

board-seats = Seats, the first player first
board-drawn = 🎲 Check the draw: `/pod status`
board-latest = Latest verdict · { $rule }
board-closed = Closed without a result.
board-over = ⚪ Over
board-waiting = ⏳ Waiting for a choice
board-turn = ▶️ Turn { $number }
board-turn-nobody = Nobody is active until the next turn.
board-draw = 🤝 **A draw**
board-won = 🏆 **{ $winner } wins**
board-won-team = 🏆 **{ $winner } wins**, with { $team }
board-call = { $player }, it is your choice.
board-subgame-shahrazad = 🌀 Shahrazad: a subgame is being played.
board-subgame-enter-the-dungeon = 🌀 Enter the Dungeon: a subgame is being played.
board-subgame-countdown = 🌀 The Countdown Is at One: a subgame is being played.
choice-placeholder = { $by } chooses…
choice-decline = Leave the game instead
forgotten-player = a forgotten player

## What became of a loser

became-servant = { $loser } now serves { $responsible }.
became-out = { $loser } is out.
became-beaten = { $loser } is beaten: the game is over.
became-masterless = { $loser } serves nobody.
became-rejoins = { $loser } may come back.

## Facts

cause-life = 0 life
cause-poison = Poison
cause-library = Empty library
cause-effect = An effect
cause-commander = Commander damage
means-effect = An effect
means-combo = A combo
fact-lost = { $loser }: { $cause }
fact-controller = controlled by { $player }
fact-owner = owned by { $player }
fact-amount = amount { $amount }
fact-voluntary = voluntary
fact-forced = forced draw
fact-controlled = decisions by { $player }
fact-kindslaver = Kindslaver of { $player }
fact-protection = ended a protection: { $source }

## Story

log-title = The story so far
log-by = — { $player }
event-opened = { $player } opened the pod.
event-sealed = 🎲 The draw is sealed: `{ $commitment }`
event-joined = { $player } sat down.
event-left = { $player } left the lobby.
event-sided = 🪑 { $player } joins team { $team }.
event-unsided = 🪑 { $player } leaves the team to the draw.
event-started = The game began: { $seats }. First: { $first }.
event-conceded = { $player } conceded.
event-chose = { $by } chose { $player }.
event-declined = { $by } chose to leave.
event-succeeded = { $player } now leads the team.
event-won-effect = { $player } won by an effect.
event-won-combo = { $player } won with a combo.
event-drew = The game is a draw.
event-turn = Next turn: { $players }.
event-restarted = { $player } restarted the game with Karn Liberated.
event-undone = The report before was taken back.
event-closed = The pod was closed.

## Answers

done-open = Your pod is open. The board is in the channel.
done-join = You have a seat.
done-leave = Your seat is free again.
done-start = The game is on. Good luck!
done-close = The pod is closed, without a result.
done-end = The game is over. The board shows the points.
done-undo = Taken back:
done-report = Recorded. `/undo` takes it back.
done-here = ⬇️ The board is on its way.
done-language = ✅ Public messages: { $language }
concede-sure = 🏳️ You leave the game for good. Your thralls, if you have any, stay together under one of them.
checklist-title = My checklist
checklist-servant = You serve **{ $master }**. When you were beaten:
checklist-out = You are out. What the table does now:
checklist-follower = You followed your team to **{ $master }** and keep everything you have.
checklist-over = The game is over: nothing is asked of you.
checklist-nothing = Nothing is asked of you: play on.
fair-title = 🎲 Check the draw
fair-sealed = Seats and first player come from a secret that was drawn when this pod opened. Until the start you see only its SHA-256 hash, which no other secret has. Keep it: after the start, this button shows the secret.
fair-proof = Seats and first player came from this secret; its hash, the `commitment`, was on the lobby. Save these lines as `draw.json`, and `suzerain verify draw.json` draws again. How to do it without the bot: `docs/fair-draws.md`, beside its source.

## Leaderboard

leaderboard-title = 🏆 Leaderboard of this server
leaderboard-empty = No finished game yet. Open one with `/pod open`!
leaderboard-own = You
language-en = English
language-fr = French (français)
language-ru = Russian (русский)
language-auto = As Discord says

## Form

form-title = ⚔️ Report a defeat
form-intro = Say who lost, how, and who controlled what did it. Nothing counts before you press *Report*.
form-moved = ⚠️ The game has changed in the meantime. Check the verdict again before you report.
form-served = ℹ️ { $loser } already serves { $master }. Perhaps this defeat was reported a moment ago?
form-verdict = What follows
form-loser = Who lost? { $loser } · { $cause }
form-no-source = No source yet
form-pick-loser = Who lost?
form-pick-cause = How?
form-pick-controller = Who controlled the source?
form-pick-owner = Who owns it, if not its controller?
form-pick-controlled = Who made the loser’s decisions?
form-pick-flags = Anything special?
form-nobody = Nobody
form-own-decisions = The loser, as usual
form-send = Report
form-card = Card and amount…
form-details = Details…
form-back = Back
form-cancel = Cancel
form-source = Another source
form-another = Another loser
form-next = Next source
form-remove = Remove it
form-cancelled = Nothing was reported.
form-card-title = The source
form-card-name = Card or effect
form-card-amount = Life taken or counters placed
form-card-amount-about = Needed with several sources at once
flag-voluntary = Voluntary
flag-voluntary-about = Its controller, on the loser’s side, chose what lost the game
flag-forced_draw = Forced draw
flag-forced_draw-about = It made the loser draw from the empty library
flag-ended = Ended a protection
flag-ended-about = It ended what had kept the loser in the game
flag-kindslaver = Kindslaver
flag-kindslaver-about = The loser’s decisions were made through Kindslaver

## Refusals of the front

refusal-old-pod = That belongs to an earlier game. Use the newest board of this channel.
refusal-only-players = Only the people in this game can do that. The next one is open to you.
refusal-no-secret = This pod was opened before draws could be checked. The draw of the next one can be: open it with `/pod open`.
refusal-only-host = That is for the host, { $by }, or a moderator. Ask them.
refusal-only-maker = Only the person who made the last report, the host ({ $by }) or a moderator can take it back. Ask them.
refusal-permissions = I cannot show a board here. Ask a moderator to allow me in this channel: { $missing }.
refusal-unknown-button = This button is from another time. Use the newest board, or `/pod status`.
refusal-form-gone = This form is closed: it was sent already, or a restart interrupted it. Look at the board; if the defeat is not there, press *Report a defeat* to begin again.
refusal-form-other = This form is somebody else’s. Press *Report a defeat* for your own.
refusal-form-amount = The amount must be a whole number, 1 or more. Open *Card and amount…* again.
refusal-draft-loser = Choose who lost in the first menu.
refusal-choice-late = That choice has been made already. Look at the newest board.
refusal-turn-late = That turn has ended already. Look at the newest board.
refusal-redo-late = The game has moved on since. Look at the board; `/undo` takes back one report at a time.
refusal-who = “{ $typed }” is nobody in this game. Choose from the list: { $players }.
refusal-not-playing = They are not in this game. Report the defeat of one of its players.
refusal-no-rule = There is no rule “{ $typed }”. Try an id such as ESC-22, or choose from the list.
refusal-stopping = I am restarting. Try again in a minute; nothing was changed.
error-busy = A lot is being asked of me right now. Nothing was changed: try again in a few seconds.
error-storage = The log does not answer right now. Check the board in a moment, then try again.
error-outdated = This command has changed. Restart Discord and try again.
error-forbidden = Discord does not let me do that here. Ask a moderator to check my permissions in this channel.
error-unexpected = Something went wrong on my side. Check the board with `/pod status`, then try again.

## Commands: names, then what they do

command-pod = pod
command-pod-about = A game and the people in it
command-open = open
command-open-about = Open a pod in this channel
command-join = join
command-join-about = Take a seat in the pod of this channel
command-leave = leave
command-leave-about = Give your seat back before the start
command-start = start
command-start-about = Draw seats and first player, and begin
command-status = status
command-status-about = Show the board to you alone
command-turn = turn
command-turn-about = The next turn begins
command-win = win
command-win-about = An effect or a combo wins the game
command-draw = draw
command-draw-about = The game is a draw: a loop that nobody can stop
command-log = log
command-log-about = The story so far
command-close = close
command-close-about = Close the pod without a result
command-defeat = defeat
command-defeat-about = Report that somebody lost
command-concede = concede
command-concede-about = Leave the game for good
command-undo = undo
command-undo-about = Take the last report back
command-leaderboard = leaderboard
command-leaderboard-about = The points of this server
command-rules = rules
command-rules-about = What a rule says
command-setup = setup
command-setup-about = Settings of this server
command-language = language
command-language-about = The language of the boards in this server
menu-report = Report their defeat
option-table = table
option-table-about = How the seats are arranged
option-variant = variant
option-variant-about = What becomes of whoever loses
option-base = base
option-base-about = The format of the decks
option-scoring = scoring
option-scoring-about = How points are counted
option-choose_master = choose_master
option-choose_master-about = Optional rule: whoever loses with nobody responsible may choose a master
option-title = title
option-title-about = What the board is called
option-size = size
option-size-about = How many can sit down
option-player = player
option-winner-about = Who wins
option-means = means
option-means-about = An effect that says so, or a combo
option-loser = loser
option-loser-about = Who lost
option-controller = controller
option-controller-about = Who controlled what did it; leave it out for more details
option-cause = cause
option-cause-about = How; 0 life if left out
option-card = card
option-card-about = What did it
option-language = language
option-language-about = English, French, Russian, or as Discord says
option-rule = rule
option-rule-about = Its id, as the board cites it, or a word in it

## Discord’s permissions, as Discord calls them

permission-read_messages = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-embed_links = Embed Links
