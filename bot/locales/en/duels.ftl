### Duels of Magicjoust on Discord: lobby, board, menus and forms.

## Commands

command-joust = joust
command-joust-about = Magicjoust: a duel of two wizards with cards of their own
command-joust-open = open
command-joust-open-about = Open a duel here
command-joust-invoke = invoke
command-joust-invoke-about = Invoke a card from your hand
command-joust-change = change
command-joust-change-about = What a card’s text does to the table
command-joust-undo = undo
command-joust-undo-about = Take the last step of the duel back
command-joust-concede = concede
command-joust-concede-about = Give the duel up
command-joust-close = close
command-joust-close-about = Close the duel without a result; the other player has to agree
command-joust-board = board
command-joust-board-about = The board, for you alone
command-joust-pay = pay
command-joust-pay-about = How a formula can be paid on your quadrant
command-joust-deck = deck
command-joust-deck-about = Your deck: check and keep one, look at it, or forget it
option-dice = dice
option-dice-about = Who rolls; if left out, the bot does
dice-bot = the bot’s dice
dice-own = our own dice
option-joust_name-about = The card; one of your deck, or invoked before, needs nothing else
option-card_kind = kind
option-card_kind-about = What kind of card it is
option-cost = cost
option-cost-about = What it costs, such as: blue any skip red; left out, it is free
option-plan_points-about = A plan’s points
option-wear = wear
option-wear-about = Wear N: rolled after each use of its action
option-action = action
option-action-about = What it does, in short
option-formula = formula
option-formula-about = What each use of its action costs
option-ephemeral = ephemeral
option-ephemeral-about = Whether it goes at the end of the turn
option-what = what
option-change_what-about = add blue 2 · remove blue! 1 · move blue 1 3 · flip red 2 · discard Kettle · hand +2
option-because = because
option-change_because-about = The card whose text says so
option-change_player-about = Before whom it happens
option-undo_reason-about = Why; only a moderator has to say
option-pay_formula-about = Such as: blue any skip red, or b * - r
option-also = also
option-pay_also-about = Up to four formulas that you want to pay afterwards, with commas between
option-file = file
option-deck_file-about = A deck as TOML or JSON, 64 KB at most
option-forget = forget
option-deck_forget-about = Whether I forget your deck

## Lobby and board

joust-title = Magicjoust
joust-thread-name = Magicjoust · { $host }
joust-about = A duel of two wizards. The first to invoke three plans ends it; the better plans win.
joust-ready = ✅ Both of you are here. Start when you are ready.
joust-sealed = 🎲 Sealed dice · SHA-256
joust-dice-bot = Magicjoust · the bot’s dice
joust-dice-own = Magicjoust · own dice
joust-counts = ✋ { $hand } · plans: { $plans } of { $most } · { $points ->
    [one] { $points } point
   *[other] { $points } points
}
joust-gone = Discarded: { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}, { $singularities ->
    [one] { $singularities } singularity
   *[other] { $singularities } singularities
}
joust-latest = Last steps
joust-dice-numbers = { $shown } (dice { $numbers })
joust-may-singularity = A singularity can still be drawn and placed.
joust-may-crucible = A crucible card can still be drawn.
joust-may-use = There is an action that was not used yet.
joust-proposal = 🤝 Asks for your agreement
joust-proposal-undo = { $player } wants to take the last step back. If you agree, press “🤝 I agree”.
joust-proposal-close = { $player } wants to close the duel without a result. If you agree, press “🤝 I agree”.
joust-call-undo = { $player }, do you agree to take the last step back?
joust-call-close = { $player }, do you agree to close the duel?
joust-button-join = Join
joust-button-leave = Leave
joust-button-start = Start
joust-button-place = Place
joust-button-draw = Draw
joust-button-invoke = Invoke
joust-button-use = Use
joust-button-wear = Roll wear
joust-button-attack = Attack
joust-button-end = End turn
joust-button-change = Change
joust-button-undo = Undo
joust-button-agree = I agree
joust-button-concede = Concede
joust-button-fair = Check the dice
joust-button-log = Story
joust-button-rematch = Rematch
joust-button-other = Another card
joust-button-really = End it anyway
joust-button-conceding = Yes, I concede

## Private menus and answers

joust-done-open = Your duel is open. The board is in the channel.
joust-done-thread = Your duel is open: { $thread }
joust-done-asked = { $player } has to agree: the board asks.
joust-done-unasked = You no longer ask { $player } for that.
joust-first = You roll your own dice: who rolled higher, and begins?
joust-first-placeholder = Who begins?
joust-place = 🔮 Which singularity did you draw, and where does it go?
joust-place-placeholder = Family and zone…
joust-place-zone = { $family } → zone { $zone }
joust-place-discarded = { $family } → cannot be placed
joust-invoke = ✨ Which card do you invoke?
joust-invoke-placeholder = Your cards…
joust-card-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
joust-free = free
joust-use = ⚙️ Which action do you use?
joust-use-placeholder = Your actions…
joust-pay-which = This can be paid in ways that spend different singularities. Which ones?
joust-pay-placeholder = Spend…
joust-pay-way = start { $start }, { $direction }: { $steps }
joust-pay-left = Leaves { $left }
joust-pay-start = Start in zone { $zone }
joust-pay-any = *any* number { $number }: { $family }
joust-end-sure = ⏭️ End the turn? You need not do any of this:
joust-concede-sure = 🏳️ You lose the duel, and the other player gets 3 points.
joust-fair-title = 🎲 Check the dice
joust-fair-sealed = The dice come from a secret that was drawn when the duel opened. Until the end you see only its SHA-256 hash, which no other secret has. Keep it: after the end this button shows the secret.
joust-fair-proof = The dice came from this secret; its hash, the `commitment`, was on the board. Save these lines as `dice.json`, and `suzerain verify dice.json` rolls them again.
joust-deck-registered = ✅ Your deck is kept. Nobody else sees it.
joust-deck-kept = This is the deck that I keep for you. Nobody else sees it.
joust-deck-not-kept = ⚠️ This deck cannot be played yet, so I did not keep it.
joust-deck-forgotten = Your deck is forgotten.

## Forms

joust-form-card = Card
joust-form-card-about = Its name
joust-form-kind = Kind
joust-form-cost = Cost
joust-form-cost-about = Such as: blue any skip red. Leave it empty if the card is free.
joust-form-points = Points
joust-form-points-about = Of a plan, and only of a plan
joust-form-action = Action
joust-form-action-about = Formula, wear and the rest: /joust invoke, or your deck
joust-form-whose = Before whom
joust-form-whose-about = One of the two players
joust-form-what = What happens
joust-form-what-about = add blue 2 · remove blue! 1 · move blue 1 3 · flip red 2 · discard/return/ready Kettle · hand +2
joust-form-because = Because of
joust-form-because-about = The card whose text says so
joust-bonus = Bonus
joust-bonus-about = Added to the die, −9 to 9
joust-die = Your die
joust-die-about = 1 to 6
joust-mine = Your bonus
joust-mine-about = Added to your die, −9 to 9
joust-theirs = The other player’s bonus
joust-theirs-about = Added to their die, −9 to 9
joust-my-die = Your die
joust-my-die-about = 1 to 6
joust-their-die = The other player’s die
joust-their-die-about = 1 to 6
change-word-add = add
change-word-remove = remove
change-word-move = move
change-word-flip = flip
change-word-discard = discard
change-word-return = return
change-word-ready = ready
change-word-hand = hand

## Refusals

refusal-agree-yourself = You asked for that yourself. The other player has to agree.
refusal-nothing-proposed = Nobody asks for anything any more. Look at the newest board.
refusal-card-kind = The card has no kind that I know. Choose one from the list.
refusal-unknown-card = I do not know the card “{ $typed }” of yours. Say its kind and its cost, or register your deck with `/joust deck`.
refusal-no-actions = No card before you has an action left for this turn. Invoke one, or end the turn.
refusal-change-what = I do not understand that change. Write for example: add blue 2, remove blue! 1, move blue 1 3, flip red 2, discard Kettle, return Kettle, ready Kettle, hand +2.
refusal-change-card = No such card lies before { $player }. Write its name as the board shows it, or its number.
refusal-joust-number = That is no number I can use. Write a whole number from { $least } to { $most }.
refusal-no-dice-secret = You roll your own dice in this duel: I have no secret to show.
refusal-pay-also = That is too much at once. Name { $most } further formulas at most, with commas between.
refusal-no-deck = I keep no deck of yours. Send one with `/joust deck`: a file in TOML or JSON.
refusal-deck-large = The file is too large. A deck has { $most } KB at most.
refusal-deck-fetch = I could not fetch the file from Discord in time. Try again.
refusal-deck-unreadable = This is no deck I can read: { $problem }

## The challenge, and the great work

option-opponent = opponent
option-opponent-about = Whom you challenge; anybody can join
joust-challenge = ⚔️ { $player } challenges { $opponent } to a duel of Magicjoust. Press “🪑 Join” on the board.
joust-button-present = Present the great work
joust-work = 🎭 The great work
joust-work-about = What your plans have become, for the audience
joust-done-present = The audience sees it on the board.
refusal-only-winner = The great work is the winner’s to present. Wait until somebody has won.
refusal-duel-counts = The result counts by now. Only a moderator can take it back, with a reason: `/joust undo`.
joust-pending = The result counts { $due }. Until then both of you can agree to undo it, and whoever did not end the duel can press *Dispute*.

## Disputing the end

joust-end = the result of the duel
joust-contested = The result does not count yet.
joust-disputed = { $player } disputes it. It does not count until a moderator decides below.
joust-call-dispute = { $moderators }: the result of a duel is disputed. Please decide below.
joust-done-dispute = ✋ Disputed: the result of the duel. It does not count for now, and the moderators see it on the board. Changed your mind? Press *It stands* there.
joust-unsettled = ↩️ { $by } asks to take the end back, and got no answer.
audit-upheld = let the result of a duel stand in { $channel }
refusal-duel-goes-on = There is no result to dispute: the duel goes on. Look at the newest board.
refusal-duel-disputed = Whether the result stands is up to a moderator, or to the player who disputes it. Wait for them, or ask a moderator.
refusal-dispute-own = You ended this duel yourself, so only the other player can dispute it. If it was a slip, press *Undo*: the other player has to agree.
