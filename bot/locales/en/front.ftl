### What people see in Discord: boards, forms, answers, commands.

## Buttons

button-join = Join
button-leave = Leave
button-start = Start
button-how = How to play
button-fair = Check the draw
button-report = Report
button-concede = Concede
button-checklist = What now?
button-turn = Next turn
button-here = Bring the board here
button-rematch = Rematch
button-leaving = Yes, I concede
button-redo = Undo and correct
button-near-card = Did you mean { $card }?

## Lobby

board-title = { $variant } pod
lobby-seats = Seats · { $have } of { $most }
lobby-host = Host
lobby-empty = Nobody is here yet.
lobby-missing = ⏳ **{ $missing } more needed** · up to { $most }
button-instead = Play { $variant }
done-variant = This lobby is now for { $variant }. Everybody keeps their seat, and the draw its secret.
lobby-ready = ✅ { $host } can start · free seats: { $free }
lobby-full = ✅ The pod is full. { $host } can start.
lobby-remark = ℹ️ This table plays best with { $low } to { $high } players.
lobby-draw = 🎲 Draw fixed in advance:
option-choose-master = losers no one is responsible for may choose a master

## Board

board-closed = Closed without a result.
board-waiting = ⏳ Waiting for a choice
board-choice-opens = If they stay silent, others may choose: { $opens }
board-turn-nobody = No active player until the next turn.
board-draw = 🤝 **A draw**
board-won = 🏆 **{ $winner } wins**
board-won-team = 🏆 **{ $winner } wins**, with { $team }
board-won-shared = 🏆 **{ $winners } win together**
board-call = { $player }, please choose below.
choice-call = { $moderators }: a player does not answer. If you do not play in this game, please choose for them below. If no one does, the draw chooses { $draws }.
board-subgame-shahrazad = 🌀 Shahrazad: a subgame is being played.
board-subgame-enter-the-dungeon = 🌀 Enter the Dungeon: a subgame is being played.
board-subgame-countdown = 🌀 The Countdown Is at One: a subgame is being played.
choice-placeholder = { $by } chooses…
choice-decline = Leave the game instead
forgotten-player = a deleted player

## What became of a loser

became-servant = { $loser } now serves { $responsible }.
became-out = { $loser } is out.
became-beaten = { $loser } is defeated: the game is over.
became-masterless = { $loser } rises masterless.
became-rejoins = { $loser } is defeated and may rejoin.

## Facts

cause-life = 0 life
cause-poison = Poison
cause-library = Empty library
cause-effect = “You lose” effect
cause-commander = Commander damage
means-effect = “You win” effect
means-combo = A combo
fact-lost = { $loser }: { $cause }
fact-controller = controlled by { $player }
fact-owner = owned by { $player }
fact-amount = for { $amount }
fact-voluntary = voluntary
fact-forced = forced draw
fact-controlled = { $player } made the loser’s decisions
fact-kindslaver = { $player }’s Kindslaver
fact-protection = “can’t lose” effect ended by { $source }

## Story

log-title = The story so far
log-by = — { $player }
event-opened = { $player } opened the pod.
event-sealed = 🎲 The draw is sealed: `{ $commitment }`
event-joined = { $player } sat down.
event-left = { $player } left the lobby.
event-sided = 🪑 { $player } joins team { $team }.
event-unsided = 🪑 { $player } leaves their team to the draw.
event-started = The game began. Seats: { $seats }. First player: { $first }.
event-started-team = The game began. Seats: { $seats }. First turn: { $players }.
event-conceded = { $player } conceded.
event-chose = { $by } chose { $player }.
event-declined = { $by } chose to leave.
event-chose-for = { $maker } chose for { $by }: { $player }.
event-declined-for = { $maker } chose for { $by }: to leave.
event-chose-draw = { $by } did not choose, and the draw did: { $player }.
event-moderators-called = ⏳ { $player } had not chosen, so the moderators were called to choose.
event-substituted = 🔁 { $by } takes over { $player }’s seat.
event-substituted-result = 🔁 { $by } takes over { $player }’s seat, and the result with it.
event-deck-named = 🃏 { $player } plays { $commanders }
event-deck-bracket = { $deck } (bracket { $bracket })
event-succeeded = { $player } now leads the team.
event-won-effect = { $player } won by an effect.
event-won-combo = { $player } won with a combo.
event-drew = The game is a draw.
event-turn = Next turn: { $players }.
event-restarted = { $player } restarted the game with Karn Liberated.
event-undone = A report was undone.
event-undone-what = { $undone } It was: { $what }.
event-closed = The pod was closed.

## Answers

done-open = Your pod is open. Players can join on the board in this channel.
done-opened = Your pod is open.
board-late = Discord has not taken the board yet. I keep trying, and it comes by itself. Until then, `/pod status` shows it and lets people join. If there is no board after a minute, ask a moderator to check my permissions in this channel.
done-join = You have a seat.
done-leave = Your seat is free again.
done-start = The game is on. Good luck!
done-close = The pod is closed, without a result. `/undo` opens it again.
done-end = The game is over. The board shows the points. A mistake? Use `/undo`.
done-undo = Undone:
undo-more = Somebody else has just taken a report back. Do you want to take back one more, this one?
done-undo-turns = The turns since then are undone too, because somebody has to choose first.
done-report = Recorded. Made a mistake? Use `/undo`.
done-override = Recorded. Made a mistake? Use `/override undo`, or decide again with `/override`.
done-here = ⬇️ The board is on its way.
done-language = ✅ Public messages: { $language }
concede-sure = 🏳️ You leave the game for good. If you have thralls, they stay together under one of them.
checklist-title = What now?
checklist-servant = You serve **{ $master }**: you win or lose together. You were defeated, so in this order:
checklist-minion = You serve **{ $master }**, and you cannot win, not even if { $master } does. You were defeated, so in this order:
checklist-out = You are out. What happens to your cards now:
checklist-follower = You serve **{ $master }** now, with your whole team. You keep all your cards.
checklist-from-next-turn = You act from the beginning of the next turn, whoever’s it is. From then on you share { $master }’s turns and life total.
checklist-shares = You share { $master }’s turns and life total.
checklist-peace = You do not attack { $master } or { $master }’s other minions.
checklist-master-falls-follow = If { $master } is defeated, you keep your cards and serve the player responsible.
checklist-master-falls-stay = If { $master } is defeated, you keep your cards and go on serving { $master }.
checklist-over = The game is over: nothing left to do.
checklist-nothing = Nothing to do right now: play on.
fair-title = 🎲 Check the draw
fair-sealed = Seats and first player come from a secret that was drawn when this pod opened. Until the game starts you see only the secret’s SHA-256 fingerprint. Copy it now: after the start, this button shows the secret, and you can check that the two match.
fair-proof = Seats and first player came from this secret. Its fingerprint, the `commitment`, was shown in the lobby. To check the draw, save these lines as `draw.json` and run `suzerain verify draw.json`. To check it without the bot, see `docs/design/draw-recipe.md` in the source code.

## Leaderboard

leaderboard-title = 🏆 Server leaderboard
leaderboard-empty = No finished game yet. Open one with `/pod open`!
leaderboard-own = You
language-en = English
language-fr = French (français)
language-ru = Russian (русский)
language-auto = Same as Discord

## Form

form-title = ⚔️ Report a defeat
form-intro = Say who lost, how, and who controlled the card that did it. Nothing is recorded until you press *{ form-send }*.
form-intro-owner = One thing is missing: whose card it is. Your answer records the defeat.
form-moved = ⚠️ The game has changed since you opened this form. Check the verdict again before you report.
form-served = ℹ️ { $loser } already serves { $master }. Was this defeat reported a moment ago?
form-phased = 💤 Phased out until their next turn
form-verdict = Verdict
form-loser = Loser: { $loser } · { $cause }
form-no-source = No source yet
form-whose = { $card }: whose?
form-pick-loser = Who lost?
form-pick-cause = How did they lose?
form-pick-controller = Who controlled the source?
form-controller-none = No one, or not sure
form-pick-owner = Whose card is it?
form-whose-card = ❔ **Whose card is it?** { $controller } controlled { $source }. If someone else owns the card, they may be responsible.
form-pick-controlled = Who controlled the loser?
form-pick-flags = Anything special?
form-more = There is more to it
form-more-about = Several cards or losers, Mindslaver …
form-send = Report
form-card = Card and amount…
form-details = Details…
form-back = Back
form-cancel = Cancel
form-source = Add a source
form-another = Add a loser
form-next = Next source
form-remove = Remove this source
form-cancelled = Nothing was reported.
form-card-title = The source
form-card-name = Card or effect
form-card-amount = Life lost or counters given
form-card-amount-about = Needed only with several sources at the same time
flag-voluntary = Voluntary
flag-voluntary-about = The loser or a teammate controlled it and chose what made the loser lose
flag-forced_draw = Forced draw
flag-forced_draw-about = It made the loser draw from an empty library
flag-ended = Ended a “can’t lose” effect
flag-ended-about = It ended the effect that kept the loser from losing, such as Platinum Angel
flag-kindslaver = Kindslaver
flag-kindslaver-about = The loser was controlled with Kindslaver

## Refusals of the front

refusal-old-pod = That belongs to an earlier game. Use the newest board in this channel.
refusal-only-players = Only players in this game can do that. You can join the next one.
refusal-no-secret = This pod was opened before draws could be checked. Pods you open with `/pod open` now can be.
refusal-only-host = Only the host ({ $by }) or a moderator can do that. Ask one of them.
refusal-only-maker = The last report is { $player }’s: only they, the host ({ $by }) or a moderator can undo it. Ask one of them.
refusal-permissions = I can’t post a board here. Ask a moderator to give me these permissions in this channel: { $missing }.
refusal-unknown-button = This button no longer works. Use the newest board, or `/pod status`.
refusal-form-gone = This form is closed: it was already sent, or a restart interrupted it. Check the board; if the defeat is not there, press *{ button-report }* again.
refusal-form-other = This is someone else’s form. Press *{ button-report }* to open your own.
refusal-form-amount = The amount must be a whole number, 1 or more. Open *{ form-card }* again.
refusal-draft-loser = Choose who lost in the first menu.
refusal-variant-late = The game has begun, so its variant stays. Close it and open another pod for a different one.
refusal-variant-other = That variant does not fit those who sit here now. Look at the board: it shows what they can play.
refusal-choice-late = That choice has already been made. Look at the newest board.
refusal-choice-early = Only { $by } can choose now. If they stay silent, you can choose for them { $opens }.
refusal-choice-own = You cannot choose for { $by } in your own favour. Leave that choice to someone else.
refusal-turn-late = That turn has already ended. Look at the newest board.
refusal-undo-late = That has been taken back already. Look at the newest board.
refusal-undo-newer = Something has been reported since. Look at the newest board, then undo again.
refusal-redo-late = The game has moved on since. Check the board; `/undo` undoes one report at a time.
refusal-who = “{ $typed }” is not a player in this game. Choose from the list: { $players }.
refusal-not-playing = That member is not in this game. Choose one of its players.
refusal-no-rule = No rule has to do with “{ $typed }”. Try another word or a number such as ESC-22; `/rules` alone lists all rules.
refusal-stopping = I am restarting. Nothing was changed: try again in a minute.
error-busy = I have too much to do right now. Nothing was changed: try again in a few seconds.
error-storage = I can’t reach my database right now. In a moment, check the board to see whether this was saved; if not, try again.
error-unanswered = My database isn’t answering right now, and I take nothing new until it does. Nothing was changed: try again in a few seconds.
error-unknown = My database hasn’t answered yet, so I don’t know whether this was saved. There’s no need to send it again: as soon as I know, I’ll say so here, and the board will show it.
error-outdated = This command has changed. Restart Discord and try again.
error-forbidden = Discord does not let me do that here. Ask a moderator to check my permissions in this channel.
error-unexpected = Something went wrong on my side. Check the board with `/pod status`, then try again.

## Commands: names, then what they do

command-pod = pod
command-pod-about = A game and the people in it
command-open = open
command-open-about = Open a pod in this channel
command-status = status
command-status-about = See the board, visible only to you
command-defeat = defeat
command-defeat-about = Report a defeat
command-concede = concede
command-concede-about = Leave the game for good
command-undo = undo
command-undo-about = Undo the last report
command-leaderboard = leaderboard
command-leaderboard-about = Show the standings of this server
command-rules = rules
command-rules-about = Look up a rule
command-setup = setup
command-setup-about = Settings of this server
command-language = language
command-language-about = Choose the language of the boards in this server
menu-report = Report their defeat
menu-lost = I lost to them
option-table = table
option-table-about = Seats, range and who may attack whom: Free-for-all, Emperor, …
option-variant = variant
option-variant-about = What happens to players who lose: Esclave, Necromancer, …
option-base = format
option-base-about = The format of the decks
option-scoring = scoring
option-scoring-about = How points are counted
option-title = title
option-title-about = A title for the board, such as Friday night
option-size = size
option-size-about = Number of seats
option-player = player
option-loser = loser
option-loser-about = Who lost
option-controller = controller
option-controller-about = Who controlled the card that did it (leave empty to open a form)
option-cause = cause
option-cause-about = How they lost (default: 0 life)
option-card = card
option-card-about = The card or effect that did it
option-language = language
option-language-about = English, French, Russian, or the same as Discord
option-rule = rule
option-rule-about = Words to search for, such as “extra turn”, or a rule’s number

## Discord’s permissions, as Discord calls them

permission-read_messages = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-embed_links = Embed Links
