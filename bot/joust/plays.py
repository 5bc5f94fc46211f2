"""What the active player does in a turn, in any order (MJ-6 to MJ-10)."""

from bot.joust import quadrants
from bot.joust.cards import check_card
from bot.joust.commands import InvokeCard, PlaceSingularity, UseCard
from bot.joust.duel import Duel
from bot.joust.events import (
    CardDrawn,
    CardInvoked,
    CardUsed,
    Draw,
    DuelTurn,
    DuelTurnEnded,
    OpenWear,
    SingularityPlaced,
)
from bot.joust.facts import Card
from bot.joust.lookups import find_card, outcome_of
from bot.joust.payments import choose_spending
from bot.joust.results import judge_plans
from bot.rules.refusals import Refusal

MOST_IN_HAND = 7
"""Cards, at the end of one's turn (MJ-10)."""


def place_singularity(duel: Duel, command: PlaceSingularity) -> SingularityPlaced:
    """A singularity is drawn and placed, or discarded (MJ-6, MJ-D10)."""
    turn, player, zone = _draw(duel, "singularity"), duel.active.player, command.zone
    if zone is None:
        outcome = outcome_of(duel, ("MJ-6",), turn=turn, wasted={player: 1})
    else:
        after = quadrants.add(duel.active.quadrant, command.family, zone)
        outcome = outcome_of(duel, ("MJ-6",), turn=turn, quadrants={player: after})
    return SingularityPlaced(player, command.family, outcome, zone)


def draw_card(duel: Duel) -> CardDrawn:
    """A crucible card is drawn (MJ-7)."""
    turn, duelist = _draw(duel, "crucible"), duel.active
    hands = {duelist.player: duelist.hand + 1}
    return CardDrawn(duelist.player, outcome_of(duel, ("MJ-7",), turn=turn, hands=hands))


def _draw(duel: Duel, kind: Draw) -> DuelTurn:
    """The turn after a draw, of each kind one at most (MJ-D9)."""
    assert duel.turn is not None
    if kind in duel.turn.drawn:
        raise Refusal("drawn-singularity" if kind == "singularity" else "drawn-crucible")
    return DuelTurn(duel.turn.active, duel.turn.number, (*duel.turn.drawn, kind))


def invoke_card(duel: Duel, command: InvokeCard) -> CardInvoked:
    """A card from the hand is paid for and lies face up (MJ-8); a third plan ends it (MJ-16)."""
    card, duelist = command.card, duel.active
    check_card(card, "card.")
    if duelist.hand < 1:
        raise Refusal("empty-hand", player=duelist.player)
    spent = choose_spending(duelist.quadrant, card.cost, command.pay)
    plan, player, result = card.kind == "plan", duelist.player, judge_plans(duel, card)
    pay = quadrants.destroy if plan else quadrants.activate
    outcome = outcome_of(
        duel,
        (*_cite_invoking(card), *(() if result is None else _cite_end(result.draw))),
        hands={player: duelist.hand - 1},
        quadrants={player: pay(duelist.quadrant, spent)},
        wasted={player: len(spent)} if plan else {},
        result=result,
    )
    return CardInvoked(player, duel.invoked + 1, card, outcome, command.pay)


def _cite_invoking(card: Card) -> tuple[str, ...]:
    if not card.cost:
        return ("MJ-8",)
    return ("MJ-8", "MJ-12", "MJ-13") if card.kind == "plan" else ("MJ-8", "MJ-12")


def _cite_end(draw: bool) -> tuple[str, ...]:
    return ("MJ-16", "MJ-D1") if draw else ("MJ-16",)


def use_card(duel: Duel, command: UseCard) -> CardUsed:
    """The action of an invoked card is used (MJ-9, MJ-D12), and its wear is to be rolled (MJ-15).

    Its formula makes singularities unstable, also a plan's (MJ-D8).
    """
    duelist = duel.active
    laid = find_card(duelist, command.card)
    card, player = laid.card, duelist.player
    if card.action is None:
        raise Refusal("no-action", "card")
    if laid.used:
        raise Refusal("card-used", "card")
    spent = choose_spending(duelist.quadrant, card.formula, command.pay)
    outcome = outcome_of(
        duel,
        ("MJ-9", "MJ-12") if card.formula else ("MJ-9",),
        quadrants={player: quadrants.activate(duelist.quadrant, spent)},
        used=(laid.id,),
        waiting=None if card.wear is None else OpenWear(player, laid.id),
    )
    return CardUsed(player, laid.id, outcome, command.pay)


def end_turn(duel: Duel) -> DuelTurnEnded:
    """Ephemeral cards and what is above seven in hand go; all else is ready again (MJ-10)."""
    duelist, turn = duel.active, duel.turn
    assert turn is not None
    player = duelist.player
    outcome = outcome_of(
        duel,
        ("MJ-10",),
        hands={player: min(duelist.hand, MOST_IN_HAND)},
        quadrants={player: quadrants.settle(duelist.quadrant)},
        discarded=tuple(laid.id for laid in duelist.cards if laid.card.ephemeral),
        ready=tuple(laid.id for laid in duelist.cards if laid.used),
        turn=DuelTurn(duel.opponent_of(player), turn.number + 1),
    )
    return DuelTurnEnded(player, outcome)
