### Magicjoust: duels, payments and decks in words, and what cannot be done in a duel.

## What lies on the table

step-blue = blue
step-red = red
step-yellow = yellow
step-any = any
step-skip = skip
singularity-unstable = { $family } (unstable)
direction-clockwise = clockwise ↻
direction-counterclockwise = counterclockwise ↺
card-kind-knowledge = knowledge
card-kind-living = living
card-kind-thing = thing
card-kind-event = event
card-kind-plan = plan
card-kind-other = other
joust-duelist = { $player }: { $hand ->
    [one] { $hand } card
   *[other] { $hand } cards
} in hand; { $plans }
joust-plans = plans in play: { $plans } of { $most } ({ $points ->
    [one] { $points } point
   *[other] { $points } points
})
joust-zone = zone { $zone }: { $singularities }
joust-several = { $count } × { $singularity }
joust-quadrant-empty = no singularities
joust-card = { $id }. { $card } ({ $traits })
card-used = used
card-ephemeral = ephemeral
card-wear = wear { $wear }
card-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## The picture of what lies on the table

joust-picture-won = has won
joust-picture-hand = cards in hand
joust-picture-unstable = unstable
joust-picture-used = used
joust-picture-ephemeral = ephemeral
joust-picture-wear = wear N
joust-picture-plan = plan and its points
joust-picture-earlier = { $count ->
    [one] … and { $count } earlier card
   *[other] … and { $count } earlier cards
}

## How a duel stands

joust-state-lobby = The duel has not started yet.
joust-state-running = The duel is on.
joust-state-waiting = The duel is waiting for a wear roll.
joust-state-finished = The duel is over.
joust-state-closed = The duel was closed without a result.
joust-turn = Turn { $number }: { $player }
joust-wear = { $player } has to roll for the wear of { $card }.
joust-won = { $player } wins.
joust-drawn = The duel is a draw.
joust-points = { $player }: { $plans ->
    [one] { $plans } point
   *[other] { $plans } points
} from plans, { $season } for the season

## What happened

joust-did-open = { $player } begins.
joust-did-singularity = { $player } places a singularity in zone { $zone }: { $family }.
joust-did-waste = { $player } can’t place a singularity and discards it: { $family }.
joust-did-crucible = { $player } draws a crucible card.
joust-did-invoke = { $player } invokes { $card }.
joust-did-use = { $player } uses { $card }.
joust-did-wear-kept = { $card } stays: the wear roll is { $roll }, for a total of { $total }.
joust-did-wear-gone = { $card } wears out: the wear roll is { $roll }, for a total of { $total }.
joust-did-attack-won = { $player } attacks { $opponent } and succeeds: { $mine } to { $theirs }.
joust-did-attack-lost = { $player } attacks { $opponent } and fails: { $mine } to { $theirs }.
joust-did-end = { $player } ends the turn.
joust-did-concede = { $player } concedes.
joust-did-close = The duel was closed.
joust-change-add = { $because }: { $player } gets a singularity in zone { $zone }: { $singularity }.
joust-change-remove = { $because }: { $player } discards a singularity from zone { $zone }: { $singularity }.
joust-change-move = { $because }: a singularity of { $player } moves from zone { $zone } to zone { $to }: { $singularity }.
joust-change-flip = { $because }: a singularity of { $player } in zone { $zone } is flipped: { $singularity }.
joust-change-discard = { $because }: { $player } discards { $card }.
joust-change-return = { $because }: { $player } returns { $card } to their hand.
joust-change-ready = { $because }: { $player } may use { $card } again.
joust-change-more = { $because }: { $player } has { $count ->
    [one] { $count } card
   *[other] { $count } cards
} more in hand.
joust-change-fewer = { $because }: { $player } has { $count ->
    [one] { $count } card
   *[other] { $count } cards
} less in hand.

## Paying a formula

pay-ways = { $count ->
    [0] { $formula } cannot be paid.
    [one] There is { $count } way to pay { $formula }.
   *[other] There are { $count } ways to pay { $formula }.
}
pay-way = • Start { $start }, { $direction }: { $steps }. Left: { $left }.
pay-best = Best: start { $start }, { $direction }: { $steps }. Left: { $left }.
pay-step = zone { $zone } { $use }
pay-still = Payable afterwards: { $count } of { $of }.
pay-more = … and { $count } more.
pay-nearest = Nearest: start { $start }, { $direction }.
pay-lack = • Step { $step }: zone { $zone } lacks { $needs }.

## Decks

deck-fits = { $deck }: you can play this deck.
deck-unfit = { $deck }: you can’t play this deck yet.
deck-few-singularities = The singularity deck needs 20 cards or more, and has { $count }.
deck-few-crucible = The crucible needs 20 cards or more, and has { $count }.
deck-copies = The crucible holds { $count } copies of { $card }; 3 are allowed.
deck-few-plans = { $count ->
    [0] The crucible holds no plans
    [one] The crucible holds only { $count } plan
   *[other] The crucible holds only { $count } plans
}; it takes 3 to end a duel.
deck-singularities = Singularities: { $count } ({ $parts })
deck-crucible = Crucible: { $count } ({ $parts })

## Refusals: what cannot be done in a duel, and what to do instead

payment-start = the zone to start in
payment-direction = the direction
payment-any = the families for *any*
refusal-no-duel = There is no duel here. Open one first.
refusal-duel-open = A duel is already open here. Finish it, close it, or open yours in another channel.
refusal-pod-here = A game is being played here, and a channel has one at a time. Finish or close it first, or play in another channel.
refusal-duel-here = A duel is being played here, and a channel has one game at a time. For the duel, use its board or `/joust board`; for a pod, go to another channel.
refusal-only-duelists = Only the two players of this duel can do that. You can join the next one.
refusal-not-your-turn = It is { $by }’s turn. You can enter a change, undo or concede.
refusal-agree-first = That takes both of you. Ask the other player to agree first.
refusal-duel-lobby = The duel has not started yet. Start it first.
refusal-duel-started = The duel has already started. Play on, or close it.
refusal-duel-finished = The duel is over. If its last step was wrong, undo it.
refusal-duel-closed = The duel was closed. Undo that, or open a new one.
refusal-duel-waiting = { $by } has to roll for the wear of a card first. Until then only the effect of that card can be entered: an attack or a change.
refusal-duel-undo = There is nothing to undo. The start of a duel can’t be undone.
refusal-duel-players = { $count } players are needed, and { $have ->
    [one] there is { $have }
   *[other] there are { $have }
}. A duel starts with exactly { $count }.
refusal-duel-first = It is not clear who begins. Either name the first player, or enter the dice that decide.
refusal-opening-rolls = Dice are rolled again only while they are tied. All pairs but the last must be tied, and the last must not.
refusal-die-rolled = That die is not the next one. The next one is number { $number }.
refusal-formula = I can’t read that formula. Write 1 to { $most } steps with spaces between them: blue, red, yellow, any or skip (or b, r, y, *, -).
refusal-card-points = A plan is worth points. Give a number from 0 to 99.
refusal-card-no-points = Only plans are worth points. Leave the points out, or make the card a plan.
refusal-card-action = Formula and wear belong to an action, and this card has none. Enter its action too, or leave them empty.
refusal-deck-differs = Two cards have the same name but differ here. Give one of them another name, or make them the same.
refusal-pay-nothing = There is nothing to pay. Leave the payment empty.
refusal-pay-any = Each *any* in the formula needs a family: { $count } in all, not { $have }.
refusal-pay-which = It can be paid in ways that spend different singularities. Choose one by naming { $differs }.
refusal-pay-unfit = It can be paid, but not like this. Choose another zone to start in, another direction or other families.
refusal-unpayable = This can’t be paid. The closest is from zone { $start }, { $direction }: { $count ->
    [one] a single singularity is lacking
   *[other] { $count } singularities are lacking
}, first at step { $step } in zone { $zone }: { $needs }.
refusal-hand-below = { $player } has only { $count ->
    [one] { $count } card
   *[other] { $count } cards
} in hand. Take away no more than that.
refusal-no-singularity = There is no such singularity in { $player }’s zone { $zone }. Name one as it lies there: stable, or unstable with a !.
refusal-no-card = { $player } has no card number { $card } in play. Choose one from the board.
refusal-drawn-singularity = You have already drawn a singularity this turn. Draw the next one on your next turn (MJ-D9).
refusal-drawn-crucible = You have already drawn a crucible card this turn. Draw the next one on your next turn (MJ-D9).
refusal-empty-hand = { $player } has no card in hand. Draw one first, or enter the change that gave one.
refusal-no-action = This card has no action. Choose another card.
refusal-card-used = This card has already been used this turn. It is ready again after the turn, or by a change.
refusal-no-wear = There is no wear to roll now. Use a card with wear first.
