"""What a card's text does to the table, as people enter it (MJ-11)."""

from typing import assert_never

from bot.joust import quadrants
from bot.joust.commands import ChangeTable
from bot.joust.duel import Duel, Duelist
from bot.joust.events import (
    Add,
    Discard,
    DuelOutcome,
    Flip,
    Hand,
    Move,
    QuadrantChange,
    Ready,
    Remove,
    Return,
    TableChanged,
)
from bot.joust.facts import Quadrant
from bot.joust.lookups import find_card, find_duelist, outcome_of
from bot.rules.refusals import Refusal

RULES = ("MJ-11",)


def change_table(duel: Duel, command: ChangeTable) -> TableChanged:
    """The event of a change. Raises `Refusal` if what it names does not lie there."""
    duelist = find_duelist(duel, command.player)
    outcome = _decide(duel, duelist, command)
    return TableChanged(command.player, command.because, command.change, outcome)


def _decide(duel: Duel, duelist: Duelist, command: ChangeTable) -> DuelOutcome:
    player, change = duelist.player, command.change
    match change:
        case Add() | Move() | Flip():
            after = _change_quadrant(duelist, change)
            return outcome_of(duel, RULES, quadrants={player: after})
        case Remove():
            after = _change_quadrant(duelist, change)
            return outcome_of(duel, RULES, quadrants={player: after}, wasted={player: 1})
        case Discard():
            find_card(duelist, change.card)
            return outcome_of(duel, RULES, discarded=(change.card,))
        case Return():
            find_card(duelist, change.card)
            hands = {player: duelist.hand + 1}
            return outcome_of(duel, RULES, returned=(change.card,), hands=hands)
        case Ready():
            find_card(duelist, change.card)
            return outcome_of(duel, RULES, ready=(change.card,))
        case Hand():
            if duelist.hand + change.by < 0:
                raise Refusal("hand-below", "by", player=player, count=duelist.hand)
            return outcome_of(duel, RULES, hands={player: duelist.hand + change.by})
        case _:
            assert_never(change)


def _change_quadrant(duelist: Duelist, change: QuadrantChange) -> Quadrant:
    before = duelist.quadrant
    if isinstance(change, Add):
        return quadrants.add(before, change.family, change.zone)
    if not quadrants.holds(before, change.singularity, change.zone):
        raise Refusal("no-singularity", "singularity", player=duelist.player, zone=change.zone)
    match change:
        case Remove():
            return quadrants.remove(before, change.singularity, change.zone)
        case Move():
            return quadrants.move(before, change.singularity, change.zone, change.to)
        case Flip():
            return quadrants.flip(before, change.singularity, change.zone)
        case _:
            assert_never(change)
