"""The games about a defeat, and what positions are worth in them.

For each game and each number of poison counters got so far a value holds the life that must have
been lost so far for those who want the defeat to get it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.judge.fronts import Front
from bot.judge.question import DamageQuestion
from bot.judge.weights import NOTHING, TEN, Weight

SURE = -1_000_000_000
"""The life that must have been lost where the poison is enough."""

Needed = tuple[int, ...]
"""One number for each game, for each number of counters: first all games without poison."""


class Value(NamedTuple):
    """What is needed in the games in which the player wants the defeat, and in the others."""

    wanted: Needed
    unwanted: Needed


class Games:
    """Two games for each person: can they force the defeat alone, can they prevent it alone?"""

    def __init__(self, question: DamageQuestion) -> None:
        others = {part.controller for part in question.damage} - {question.player}
        self._player = question.player
        self._people = (question.player, *sorted(others))  # a game for each in either half
        infects = any(part.infect for part in question.damage)
        self._counters = TEN - question.poison if infects else 1
        self._own = {
            name: [
                game + counters * len(self._people)
                for counters in range(self._counters)
                for game in (0, own)
            ]
            for own, name in enumerate(self._people)
        }
        self._leaf: Needed = (question.life,) * (self._counters * len(self._people))

    def choose(self, name: str, values: Sequence[Value]) -> Value:
        """Return the value of a choice that somebody has between these."""
        if len(values) == 1:
            return values[0]
        wanted, unwanted = zip(*values, strict=True)
        if name == self._player:
            return Value(tuple(map(min, *wanted)), tuple(map(max, *unwanted)))
        # Where the player wants it: can the player force it, can another prevent it against all?
        # Where not: can the player prevent it, can another force it against all?
        own = self._own[name]
        return Value(
            _mix(map(min, *wanted), map(max, *wanted), own),
            _mix(map(max, *unwanted), map(min, *unwanted), own),
        )

    def end(self, worst: Front, best: Front) -> Value:
        """Return the value of the end, where the player can still add one of these."""
        wanted = [self._shift(self._leaf, weight) for weight in worst]
        unwanted = [self._shift(self._leaf, weight) for weight in best]
        return Value(
            tuple(map(min, zip(*wanted, strict=True))),
            tuple(map(max, zip(*unwanted, strict=True))),
        )

    def add(self, value: Value, worst: Weight, best: Weight) -> Value:
        """Return the value of a position to which the player adds the worst or the best."""
        if worst == best == NOTHING:
            return value
        return Value(self._shift(value.wanted, worst), self._shift(value.unwanted, best))

    def read_powers(self, value: Value) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return who can force the defeat and who can prevent it, if nothing was dealt before."""
        wanted = [needed <= 0 for needed in value.wanted[: len(self._people)]]
        unwanted = [needed <= 0 for needed in value.unwanted[: len(self._people)]]
        forces = [wanted[0], *unwanted[1:]]
        prevents = [not unwanted[0], *(not found for found in wanted[1:])]
        return self._sort(forces), self._sort(prevents)

    def _shift(self, needed: Needed, weight: Weight) -> Needed:
        loss, poison = weight
        if poison:
            poison = min(poison, self._counters) * len(self._people)
            needed = needed[poison:] + (SURE,) * poison
        return tuple(life - loss for life in needed) if loss else needed

    def _sort(self, holds: Iterable[bool]) -> tuple[str, ...]:
        found = (name for name, held in zip(self._people, holds, strict=True) if held)
        return tuple(sorted(found))


def _mix(needed: Iterable[int], instead: Iterable[int], games: Iterable[int]) -> Needed:
    """What is needed, and in some of the games something else instead."""
    mixed, other = [*needed], [*instead]
    for game in games:
        mixed[game] = other[game]
    return tuple(mixed)
