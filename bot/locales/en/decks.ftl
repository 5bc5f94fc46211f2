### Decks: who plays what, and how often it wins.

refusal-deck-other = You name your own deck and those of guests whom you brought. For others, ask them or a moderator.
refusal-deck-counted = This game counts already. A moderator can still correct the deck.
refusal-two-decks = You chose { $deck }, and typed “{ $typed }”. Give only one of the two.
refusal-no-commander = There is no commander. Type one, or choose one of your decks.
refusal-many-commanders = That is too much for one deck. Type { $most } commanders at most, with a plus between them and { $length } characters each.
refusal-no-such-deck = I keep no such deck of yours. Pick one from the list; `/deck add` adds one.
refusal-decks-full = You have { $most } decks, and more I can’t keep. Change one that you no longer play: `/deck change`.
refusal-bad-link = I take https addresses of at most { $most } characters that show where they lead: no spaces, user names or look-alike letters.
refusal-export-players = Only the table of players comes as a file. Leave `export` out.
refusal-stats-deck-alone = A player and a deck do not go together here. Choose one of them.

## My deck

button-deck = My deck
deck-title = Who plays which deck?
deck-whose = Whose deck?
deck-registered = One of your decks
deck-commander-or = Or the commander
deck-form-commanders-about = Several with a plus between them, like: Tymna + Thrasios
deck-form-bracket = Bracket, as you see it
deck-named = { $player } plays { $deck }.
deck-near = Did you mean **{ $deck }**?
button-deck-near = Yes: { $deck }
deck-in-bracket = bracket { $bracket }
deck-misfits = 🃏 Not in bracket { $bracket }, on which this table agreed: { $players }

## Decks of one’s own

module-deck = Decks: who plays what, and how often it wins
command-deck = deck
command-deck-about = Your decks, and which of them you play
command-deck-add = add
command-deck-add-about = Register a deck, so that you can pick it for each game
command-deck-change = change
command-deck-change-about = Change a deck of yours; games that were played keep what was said then
command-deck-retire = retire
command-deck-retire-about = Stop offering a deck of yours, or offer it again
command-deck-list = list
command-deck-list-about = Your decks, and what the brackets mean
option-commander = commander
option-deck-commander-about = Its commander; several with a plus between them
option-partner = partner
option-deck-partner-about = A partner, background or companion
option-deck-name-about = What you call it (default: its commander)
option-bracket = bracket
option-bracket-about = The Commander bracket that you agree on; a deck beside it is remarked on, not refused
option-deck-bracket-about = Its Commander bracket, as you see it; I never judge it
option-link = link
option-deck-link-about = An https address of its list, shown only to you; I never open it
option-deck = deck
option-deck-own-about = One of your decks
deck-added = { $deck } is on your list. Choose it at the table: 🃏 *{ button-deck }*
deck-changed = It is now { $deck }.
deck-retired = { $deck } is no longer offered. Its games stay; the same command brings it back.
deck-back = { $deck } is offered again.
deck-list-title = 🃏 Your decks
deck-list-none = You have no decks yet. `/deck add` adds one; at the table a commander is enough.
deck-list-more = { $count ->
    [one] and one more
   *[other] and { $count } more
}
deck-form-title = Change a deck
deck-form-commanders = Commanders
deck-form-name = Name
deck-form-link = Link

## Brackets

bracket-title = Brackets, as of { $date }
bracket-any = Every bracket
bracket-1 = 1 · Exhibition
bracket-2 = 2 · Core
bracket-3 = 3 · Upgraded
bracket-4 = 4 · Optimized
bracket-5 = 5 · cEDH
bracket-1-about = **1 · Exhibition**: a theme comes before winning
bracket-2-about = **2 · Core**: like a preconstructed deck; games unfold slowly
bracket-3-about = **3 · Upgraded**: tuned beyond that, with a few of the strongest cards
bracket-4-about = **4 · Optimized**: as strong as you can build it, without a metagame
bracket-5-about = **5 · cEDH**: built to win a competitive table

## What decks have won

option-leaders-by-about = What to count by (default: players)
leaders-by-players = Players
leaders-by-decks = Decks
leaders-by-commanders = Commanders
leaders-by-colours = Colours
leaders-by-seats = Seats
leaders-decks = 🃏 The surest decks
leaders-commanders = 🃏 The surest commanders
leaders-colours = 🎨 The surest colours
leaders-seats = 🪑 How often each seat wins
leaders-decks-none = No game that counts says which deck was played. Say so at the table: 🃏 *{ button-deck }*
leaders-commanders-none = { leaders-decks-none }
leaders-colours-none = No game that counts says which colours were played.
leaders-seats-none = No game counts yet.
deck-rate = **{ $share }%** ({ $low }–{ $high }%) in { $games } games
deck-few-games = { $won ->
    [one] one win
   *[other] { $won } wins
} in { $games ->
    [one] one game
   *[other] { $games } games
}
deck-thrall = ⛓️ { $won } as a thrall
deck-table-of = At a table of { $seats }
deck-legend = { $thralls ->
    [0] Wins
   *[other] Wins as a master
}, and where the true rate lies in 95 of 100 cases; below { $games } games there is no rate
deck-stats-title = 📊 What this deck has won
deck-played-by = Played by { $players }
option-stats-deck-about = One of your decks, or any commander
stats-decks = 🃏 Decks
button-rivals-commanders = By commander
rivals-commanders-title = ⚔️ Rivals by commander
button-rivals-cards = By card
rivals-cards-title = 💥 The deadliest cards
rivals-card = { $rank }. { $card } × { NUMBER($count) }
rivals-cards-none = No defeat that counts says which card it was. Name it when you report one with `/defeat`.

## Settings

decks-title = Decks
setting-decks_shown = Decks before the start
setting-decks_shown-about = Whether a lobby shows who plays which deck, or everybody sees the decks together once the game begins.
decks_shown-always = In the lobby
decks_shown-start = From the start on
week-deck = 🃏 Deck of the week
entry-deck = Name a deck

setup-lines-same = A line each, such as: Birds = Kangee
setting-same_names = Names that are one
setting-same_names-about = Names of commanders that count as another one in statistics, one a line: what was written = what it is, as Birds = Kangee, Sky Warden; after a # the reason. Moderators find it in the leaderboards of decks and commanders, for registered decks, too. Games stay as they are, and a line that is taken away makes them two again.
unset-same_names = None
refusal-same-line = “{ $line }” is no line of names. Write what was written, a = and the commander that it is, such as Birds = Kangee, Sky Warden (longest line: { $most }).
refusal-same-many = These are too many names: { $most } at most on one server. Remove some lines first.

## Moderators

deck-reason-about = Needed for another player’s deck, and once the game counts
audit-deck = { $player }: { $before } → { $after }
audit-deck-none = no deck
audit-override-deck = corrected a deck

## Decks that are one

button-same = These are one
same-lines = Which ones: numbers or names
same-lines-about = Of this list, with commas between them, like: 3, 12
same-back = Or take back
same-done = From now on these count as one, in the statistics of all games: { $decks }.
same-undone = They count apart again, as they were entered.
button-same-back = Take it back
refusal-same-unknown = “{ $typed }” is not on this list, or several are called so. Type the numbers in front of them, 1 to { $most }, with commas between them.
refusal-same-few = Name two to { $most } of this list, with commas between them, such as 3, 12; or choose what to take back.
refusal-same-cards = These are different cards, so they are not one: { $names }. Names that are no card can be one with a card.
refusal-same-gone = That has been taken back already. Open the form again to see what holds.
