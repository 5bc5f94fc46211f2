### Duels of Magicjoust on Discord: lobby, board, menus and forms.

## Commands

command-joust = joust
command-joust-about = Magicjoust: a duel of two wizards with cards of their own
command-joust-open = open
command-joust-open-about = Open a duel here
command-joust-invoke = invoke
command-joust-invoke-about = Invoke a card from your hand
command-joust-change = change
command-joust-change-about = Enter what a card’s text changes in play
command-joust-undo = undo
command-joust-undo-about = Undo the last step of the duel
command-joust-concede = concede
command-joust-concede-about = Concede the duel
command-joust-close = close
command-joust-close-about = Close the duel without a result (the other player has to agree)
command-joust-board = board
command-joust-board-about = See the board, visible only to you
command-joust-pay = pay
command-joust-pay-about = See how a formula can be paid on your quadrant
command-joust-deck = deck
command-joust-deck-about = Check and save your deck, look at it, or delete it
option-dice = dice
option-dice-about = Who rolls the dice (default: the bot)
dice-bot = the bot’s dice
dice-own = our own dice
option-joust_name-about = Card name; a card of your deck, or one invoked before, needs nothing else
option-card_kind = kind
option-card_kind-about = The kind of card
option-cost = cost
option-cost-about = Its cost, such as: blue any skip red (leave empty if it is free)
option-plan_points-about = How many points the plan is worth
option-wear = wear
option-wear-about = Wear N: rolled after each use of its action
option-action = action
option-action-about = What the action does, in short
option-formula = formula
option-formula-about = What each use of its action costs
option-ephemeral = ephemeral
option-ephemeral-about = Discard it at the end of the turn (default: no)
option-what = what
option-change_what-about = add blue 2 · remove blue! 1 · move blue 1 3 · flip red 2 · discard Kettle · hand +2
option-because = because
option-change_because-about = The card whose text says so
option-change_player-about = Whose side of the table it happens on
option-undo_reason-about = Reason; only moderators have to give one
option-pay_formula-about = The formula, such as: blue any skip red, or b * - r
option-also = also
option-pay_also-about = Up to four formulas you want to pay after it, separated by commas
option-file = file
option-deck_file-about = A deck as TOML or JSON, 64 KB at most
option-forget = forget
option-deck_forget-about = Delete the deck that I keep for you

## Lobby and board

joust-title = Magicjoust
joust-thread-name = Magicjoust · { $host }
joust-about = A duel of Magicjoust: two wizards, each with two decks of their own. The third plan in front of a player ends it; the plans worth more win.
joust-missing = ⏳ **One opponent is missing**: press 🪑 *{ button-join }*.
joust-ready = ✅ Both of you are here. Start when you are ready.
joust-sealed = 🎲 Dice fixed in advance:
joust-dice-bot = Magicjoust · the bot’s dice
joust-dice-own = Magicjoust · your own dice
joust-counts = ✋ { $hand } in hand · plans: { $plans } of { $most }{ $plans ->
    [0] {""}
   *[other] {" "}· { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
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
joust-may-use = There is an action that has not been used yet.
joust-guide-singularity = 🔮 *{ joust-button-place }*: draw a singularity card, and say where it lies.
joust-guide-crucible = 🃏 *{ joust-button-draw }*: take a crucible card into your hand.
joust-guide-invoke = ✨ *{ joust-button-invoke }*: play a card from your hand, if your singularities pay its cost.
joust-guide-end = ⏭️ *{ joust-button-end }* when you are done. More: { button-more } › ❔ *{ button-how }*
joust-how-title = How to play Magicjoust
joust-how-need = **You need** two decks of your own with 20 cards or more each: singularities, and crucible cards. You begin with five crucible cards in hand. Hand and decks stay with you; I keep what lies on the table.
joust-how-turn = **Your turn**, in any order:
    🔮 *{ joust-button-place }*: draw a singularity card; say its family and its zone (↖️ 1, ↗️ 2, ↘️ 3, ↙️ 4).
    🃏 *{ joust-button-draw }*: take a crucible card.
    ✨ *{ joust-button-invoke }*: play cards from your hand for their cost, as many as you can pay for.
    ⚙️ *{ joust-button-use }*: the action of each card on the table, once a turn.
    ⚔️ *{ joust-button-attack }*: each of you rolls a die; the higher total wins, and a tie fails.
    ⏭️ *{ joust-button-end }*: spent singularities and used cards are ready again.
joust-how-pay = **To pay a cost** such as *{ step-blue } { step-any }*, choose a zone to start in and a direction. Each step spends one stable singularity, each in the next zone round: here a blue one in the first zone, and any one in the second. A *{ step-skip }* spends none. I find the ways to pay. The cost of a plan destroys what it spends.
joust-how-end = **The end**: the third plan in front of a player ends the duel. Each of you counts the points of your own plans.
joust-proposal = 🤝 Waiting for agreement
joust-proposal-undo = { $player } wants to undo the last step. If you agree, press 🤝 *{ joust-button-agree }*.
joust-proposal-close = { $player } wants to close the duel without a result. If you agree, press 🤝 *{ joust-button-agree }*.
joust-call-undo = { $player }, do you agree to undo the last step?
joust-call-close = { $player }, do you agree to close the duel without a result?
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
joust-button-other = Describe a card
joust-button-really = End it anyway
joust-button-conceding = Yes, I concede

## Private menus and answers

joust-done-open = Your duel is open. The other player can join on the board in this channel.
joust-done-opened = Your duel is open.
joust-done-thread = Your duel is open: { $thread }
joust-done-asked = { $player } has to agree: the board is asking.
joust-done-unasked = You no longer ask { $player } for that.
joust-first = You roll your own dice: who rolled higher, and begins?
joust-first-placeholder = Who begins?
joust-place =
    🔮 Which singularity did you draw, and where does it go?
    -# Zones: ↖️ 1, ↗️ 2, ↘️ 3, ↙️ 4. If the card names none, you choose.
joust-place-placeholder = Family and zone…
joust-place-zone = { $family } → zone { $zone }
joust-place-discarded = { $family } → can’t be placed
joust-invoke =
    ✨ Which card do you invoke?
    -# I say whether you can pay for it, and how.
joust-invoke-unknown = ✨ I don’t know your cards yet. The one that you invoke: ✏️ *{ joust-button-other }*. Or save your deck with `/joust deck`, and choose from a list.
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
joust-end-sure = ⏭️ End the turn? You don’t have to do any of this:
joust-concede-sure = 🏳️ You lose the duel, and the other player gets 3 points.
joust-fair-title = 🎲 Check the dice
joust-fair-sealed = The dice come from a secret that was drawn when the duel opened. Until the end you see only the secret’s SHA-256 fingerprint. Copy it now: after the end, this button shows the secret, and you can check that the two match.
joust-fair-proof = The dice came from this secret. Its fingerprint, the `commitment`, was shown on the board. To check the dice, save these lines as `dice.json` and run `suzerain verify dice.json`.
joust-deck-registered = ✅ Your deck is saved. No one else can see it.
joust-deck-kept = This is the deck that I keep for you. No one else can see it.
joust-deck-not-kept = ⚠️ This deck can’t be played yet, so I did not save it.
joust-deck-forgotten = Your deck is deleted.

## Forms

joust-form-card = Card
joust-form-kind = Kind
joust-form-cost = Cost
joust-form-cost-about = Such as: blue any skip red. Leave empty if the card is free.
joust-form-points = Points
joust-form-points-about = Only for a plan
joust-form-action = Action
joust-form-action-about = Formula, wear and the rest: /joust invoke, or your deck
joust-form-whose = On whose side
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
refusal-nothing-proposed = There is nothing left to agree to. Look at the newest board.
refusal-card-kind = I don’t know that kind of card. Choose one from the list.
refusal-unknown-card = I don’t know your card “{ $typed }”. Give its kind and its cost, or save your deck with `/joust deck`.
refusal-no-actions = None of your cards has an action left this turn. Invoke a card, or end the turn.
refusal-change-what = I don’t understand that change. Write for example: add blue 2, remove blue! 1, move blue 1 3, flip red 2, discard Kettle, return Kettle, ready Kettle, hand +2.
refusal-change-card = { $player } has no such card in play. Write its name as the board shows it, or its number.
refusal-joust-number = I can’t use that number. Write a whole number from { $least } to { $most }.
refusal-no-dice-secret = There is no secret to show: you roll your own dice in this duel.
refusal-pay-also = That is too much for one question. Name { $most } more formulas at most, separated by commas.
refusal-no-deck = I keep no deck of yours. Send one with `/joust deck`: a TOML or JSON file.
refusal-file-large = The file is too large. It can have { $most } KB at most.
refusal-file-fetch = I couldn’t get the file from Discord in time. Try again.
refusal-deck-unreadable = I can’t read this deck: { $problem }

## The challenge, and the great work

option-opponent = opponent
option-opponent-about = Whom you challenge (anyone can join)
joust-challenge = ⚔️ { $player } challenges { $opponent } to a duel of Magicjoust. Press 🪑 *{ button-join }* on the board.
joust-button-present = Present the great work
joust-work = 🎭 The great work
joust-work-about = What your plans have become, for the audience
joust-done-present = The audience sees it on the board.
refusal-only-winner = Only the winner presents the great work. Wait until someone has won.
refusal-duel-counts = The result already counts. Only a moderator can undo it, giving a reason: `/joust undo`.
joust-pending = The result counts { $due }. Until then you can agree to undo it, and the player who did not end the duel can press ✋ *{ button-dispute }*.

## Disputing the end

joust-end = the end of the duel
joust-contested = The result does not count yet.
joust-disputed = { $player } disputes the end of the duel. Nothing counts until a moderator decides below.
joust-call-dispute = { $moderators }: the end of a duel is disputed. Please decide with the buttons below.
joust-done-dispute = ✋ You disputed the end of the duel. It is not final for now, and the moderators can see it on the board. Changed your mind? Press ☑️ *{ button-stands }* there.
joust-unsettled = ↩️ { $by } asked to undo the end, and got no answer.
audit-upheld = let the end of a duel stand in { $channel }
refusal-duel-goes-on = There is nothing to dispute: the duel is still going on. Look at the newest board.
refusal-duel-disputed = It is up to a moderator, or to the player who disputes the end, whether it stands. Wait for them, or ask a moderator.
refusal-dispute-own = You ended this duel yourself, so only the other player can dispute it. If it was a slip, press ↩️ *{ joust-button-undo }*: the other player has to agree.
