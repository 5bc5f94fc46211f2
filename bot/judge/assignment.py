"""Impossible parts of a damage question (step 1), and ways to assign combat damage (step 2)."""

from collections.abc import Mapping
from math import prod

from msgspec import Struct

from bot.judge.question import PLAYER, DamagePart, DamageQuestion

MAX_WAYS = 100
"""The most ways to assign the damage of all parts together."""

IMPOSSIBLE: Mapping[str, str] = {
    "hexproof": "PW-9",
    "no-target": "PW-9",
    "must-attack-player": "PW-6",
    "may-not-attack-player": "PW-6",
}
"""Reasons to leave a part out (PW-D10), with their rules."""


class ImpossiblePart(Struct, frozen=True):
    """A part of the damage that the rules forbid; nothing is dealt."""

    part: int
    code: str
    rule: str


def list_impossible_parts(question: DamageQuestion) -> tuple[ImpossiblePart, ...]:
    """Return the parts of a damage question that the rules forbid, by index."""
    codes = (
        (index, _find_reason_against_part(part, question))
        for index, part in enumerate(question.damage)
    )
    return tuple(ImpossiblePart(index, code, IMPOSSIBLE[code]) for index, code in codes if code)


def list_assignable_amounts(part: DamagePart) -> tuple[int, ...]:
    """Return the amounts of damage that a part's recipient can be assigned, ascending.

    Rules PW-7, PW-8 and PW-D11.
    """
    if part.removed:
        return (0,)
    if part.blockers is None:
        return (part.amount,)
    ways = {0}
    if part.trample:
        rest = max(part.amount - sum(part.blockers), 0)
        ways = set(range(rest + 1)) if part.blockers else {part.amount}
    if part.as_though_unblocked:
        ways.add(part.amount)
    return tuple(sorted(ways))


def count_damage_assignments(question: DamageQuestion) -> int:
    """Return the number of ways to assign the damage of all possible parts."""
    left_out = {impossible.part for impossible in list_impossible_parts(question)}
    parts = (part for index, part in enumerate(question.damage) if index not in left_out)
    return prod(len(list_assignable_amounts(part)) for part in parts)


def is_opponent(name: str, question: DamageQuestion) -> bool:
    """Return whether a name is an opponent: neither the player nor one of their teammates."""
    return name != question.player and name not in question.teammates


def _find_reason_against_part(part: DamagePart, question: DamageQuestion) -> str | None:
    """Return the first reason why a part cannot be dealt; None if the part is possible."""
    to_player = part.to == PLAYER
    if part.targeted and to_player:
        if question.hexproof and is_opponent(part.controller, question):
            return "hexproof"
    elif part.targeted and question.era == "2013":
        return "no-target"
    if part.combat and not to_player and part.may_attack == "player":
        return "must-attack-player"
    if part.combat and to_player and part.may_attack == "planeswalkers":
        return "may-not-attack-player"
    return None
