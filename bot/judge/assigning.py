"""Impossible parts of a question (step 1), and the ways to assign combat damage (step 2)."""

from collections.abc import Mapping
from math import prod

from msgspec import Struct

from bot.judge.question import PLAYER, DamageQuestion, Part

MAX_WAYS = 100
"""The most ways to assign the damage of all parts together."""

IMPOSSIBLE: Mapping[str, str] = {
    "hexproof": "PW-9",
    "no-target": "PW-9",
    "must-attack-player": "PW-6",
    "may-not-attack-player": "PW-6",
}
"""Reasons to leave a part out (PW-D10), with their rules."""


class Impossible(Struct, frozen=True):
    """A part that the rules forbid: its damage is dealt to nobody."""

    part: int
    code: str
    rule: str


def list_impossible(question: DamageQuestion) -> tuple[Impossible, ...]:
    """Return the impossible parts; `part` is the index in the question."""
    codes = ((index, _forbid(part, question)) for index, part in enumerate(question.damage))
    return tuple(Impossible(index, code, IMPOSSIBLE[code]) for index, code in codes if code)


def list_ways(part: Part) -> tuple[int, ...]:
    """Return the amounts of a possible part that its recipient can get, ascending.

    PW-7, PW-8, PW-D11.
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


def count_ways(question: DamageQuestion) -> int:
    """Return the number of ways to assign the damage of all possible parts."""
    left_out = {impossible.part for impossible in list_impossible(question)}
    parts = (part for index, part in enumerate(question.damage) if index not in left_out)
    return prod(len(list_ways(part)) for part in parts)


def is_opponent(name: str, question: DamageQuestion) -> bool:
    """Return whether `name` is neither the player nor one of their teammates."""
    return name != question.player and name not in question.teammates


def _forbid(part: Part, question: DamageQuestion) -> str | None:
    """Return the first reason to leave a part out; None if there is none."""
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
