"""Damage that no source can deal by the rules (step 1), and ways to assign combat damage (step 2)."""

from collections.abc import Mapping
from math import prod

from msgspec import Struct

from bot.judge.question import PLAYER, DamageQuestion, SourceDamage

MAX_WAYS = 100
"""The most ways to assign the damage of all parts together."""

IMPOSSIBLE: Mapping[str, str] = {
    "hexproof": "PW-9",
    "no-target": "PW-9",
    "must-attack-player": "PW-6",
    "may-not-attack-player": "PW-6",
}
"""Reasons to leave a part out (PW-D10), with their rules."""


class ForbiddenDamage(Struct, frozen=True):
    """The damage by one source that the rules do not allow, which is not dealt."""

    part: int
    code: str
    rule: str


def list_impossible_damage(damage_question: DamageQuestion) -> tuple[ForbiddenDamage, ...]:
    """Return the damage in a question that the rules do not allow, with the indexes of the sources."""
    codes = (
        (index, _explain_impossible_damage(part, damage_question)) for index, part in enumerate(damage_question.damage)
    )
    return tuple(ForbiddenDamage(index, code, IMPOSSIBLE[code]) for index, code in codes if code)


def list_assignable_damage_amounts(source_damage: SourceDamage) -> tuple[int, ...]:
    """Return, in ascending order, the amounts of damage that a source's controller can choose to deal.

    Rules PW-7, PW-8 and PW-D11.
    """
    if source_damage.removed:
        return (0,)
    if source_damage.blockers is None:
        return (source_damage.amount,)
    ways = {0}
    if source_damage.trample:
        rest = max(source_damage.amount - sum(source_damage.blockers), 0)
        ways = set(range(rest + 1)) if source_damage.blockers else {source_damage.amount}
    if source_damage.as_though_unblocked:
        ways.add(source_damage.amount)
    return tuple(sorted(ways))


def count_damage_assignments(damage_question: DamageQuestion) -> int:
    """Return in how many ways the damage of all sources can be divided among its recipients."""
    left_out = {impossible.part for impossible in list_impossible_damage(damage_question)}
    parts = (part for index, part in enumerate(damage_question.damage) if index not in left_out)
    return prod(len(list_assignable_damage_amounts(part)) for part in parts)


def is_opponent_name(person_name: str, damage_question: DamageQuestion) -> bool:
    """Return True if a name is an opponent's: not the player's, and not a teammate's."""
    return person_name != damage_question.player and person_name not in damage_question.teammates


def _explain_impossible_damage(source_damage: SourceDamage, question: DamageQuestion) -> str | None:
    """Return the first reason why a source cannot deal its damage; None without one."""
    to_player = source_damage.to == PLAYER
    if source_damage.targeted and to_player:
        if question.hexproof and is_opponent_name(source_damage.controller, question):
            return "hexproof"
    elif source_damage.targeted and question.era == "2013":
        return "no-target"
    if source_damage.combat and not to_player and source_damage.may_attack == "player":
        return "must-attack-player"
    if source_damage.combat and to_player and source_damage.may_attack == "planeswalkers":
        return "may-not-attack-player"
    return None
