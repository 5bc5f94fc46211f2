"""Damage that no source can deal by the rules (step 1), and ways to assign combat damage (step 2)."""

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


class ImpossibleDamagePart(Struct, frozen=True):
    """The damage by one source that the rules do not allow, which is not dealt."""

    part: int
    code: str
    rule: str


def list_impossible_damage_parts(question: DamageQuestion) -> tuple[ImpossibleDamagePart, ...]:
    """Return the damage in a question that the rules do not allow, each with the index of its source."""
    codes = (
        (index, _find_reason_why_damage_part_is_impossible(part, question))
        for index, part in enumerate(question.damage)
    )
    return tuple(ImpossibleDamagePart(index, code, IMPOSSIBLE[code]) for index, code in codes if code)


def list_assignable_damage_amounts(damage_part: DamagePart) -> tuple[int, ...]:
    """Return, in ascending order, the amounts of damage that a source's controller can choose to deal.

    Rules PW-7, PW-8 and PW-D11.
    """
    if damage_part.removed:
        return (0,)
    if damage_part.blockers is None:
        return (damage_part.amount,)
    ways = {0}
    if damage_part.trample:
        rest = max(damage_part.amount - sum(damage_part.blockers), 0)
        ways = set(range(rest + 1)) if damage_part.blockers else {damage_part.amount}
    if damage_part.as_though_unblocked:
        ways.add(damage_part.amount)
    return tuple(sorted(ways))


def count_damage_assignments(question: DamageQuestion) -> int:
    """Return in how many ways the damage of all sources can be divided among its recipients."""
    left_out = {impossible.part for impossible in list_impossible_damage_parts(question)}
    parts = (part for index, part in enumerate(question.damage) if index not in left_out)
    return prod(len(list_assignable_damage_amounts(part)) for part in parts)


def is_opponent_of_player(person_name: str, question: DamageQuestion) -> bool:
    """Return True if a name is an opponent's: not the player's, and not a teammate's."""
    return person_name != question.player and person_name not in question.teammates


def _find_reason_why_damage_part_is_impossible(damage_part: DamagePart, question: DamageQuestion) -> str | None:
    """Return the first reason why a source cannot deal its damage; None without one."""
    to_player = damage_part.to == PLAYER
    if damage_part.targeted and to_player:
        if question.hexproof and is_opponent_of_player(damage_part.controller, question):
            return "hexproof"
    elif damage_part.targeted and question.era == "2013":
        return "no-target"
    if damage_part.combat and not to_player and damage_part.may_attack == "player":
        return "must-attack-player"
    if damage_part.combat and to_player and damage_part.may_attack == "planeswalkers":
        return "may-not-attack-player"
    return None
