"""The games about a defeat, and what positions are worth in them.

There are two games for each person: can they force the defeat alone, and can they prevent it alone?
What a position is worth in a game is the life that must have been lost so far for those who want
the defeat to get it; the other way round in the games in which the player is not one of them. So
the player's side always wants little.
"""

from collections.abc import Iterable, Sequence

from bot.judge.fronts import Front
from bot.judge.question import DamageQuestion
from bot.judge.weights import TEN, Weight

Value = tuple[int, ...]
"""A number for each game: first of those in which the player wants the defeat (the player forces
it, another does not prevent it), then of those in which not (the player prevents it, another
forces it)."""

Poison = tuple[int, int]
"""Counters got so far if the player wants the defeat, and if not, which may be less."""

_SURE = -1_000_000_000
"""The life that must have been lost where the poison is enough."""


class Games:
    """The games about one question."""

    def __init__(self, question: DamageQuestion) -> None:
        others = {part.controller for part in question.damage} - {question.player}
        self._people = (question.player, *sorted(others))
        self._life = question.life
        self._enough = TEN - question.poison
        self.sure = self._repeat(_SURE, _SURE)

    def choose(self, name: str, values: Sequence[Value]) -> Value:
        """Return the value of a choice that somebody has between these.

        All are on the player's side but in the player's own game and in their own.
        """
        if len(values) == 1:
            return values[0]
        if name == self._people[0]:
            return tuple(map(min, *values))
        chosen, others = [*map(min, *values)], [*map(max, *values)]
        people, own = len(self._people), self._people.index(name)
        for game in (0, own, people, people + own):
            chosen[game] = others[game]
        return tuple(chosen)

    def value_end(self, poison: Poison, worst: Front, best: Front) -> Value:
        """Return the value of the end, where the player can still add one of these."""
        return self._repeat(
            min(self._count_need(weight, poison[0]) for weight in worst),
            max(self._count_need(weight, poison[1]) for weight in best),
        )

    def lose(self, value: Value, worst: int, best: int) -> Value:
        """Return the value before the player loses so much life, if they want the defeat or not."""
        people = len(self._people)
        return (*[n - worst for n in value[:people]], *[n + best for n in value[people:]])

    def cap_poison(self, poison: Poison) -> Poison:
        """Return the counters, or as many of them as are enough."""
        return min(poison[0], self._enough), min(poison[1], self._enough)

    def is_sure(self, poison: Poison) -> bool:
        """Whether so many counters are enough in every game."""
        return min(poison) >= self._enough

    def read_powers(self, value: Value) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return who can force the defeat and who can prevent it, if nothing was dealt before."""
        people = len(self._people)
        wanted = [needed <= 0 for needed in value[:people]]
        unwanted = [needed >= 0 for needed in value[people:]]
        forces = [wanted[0], *unwanted[1:]]
        prevents = [not unwanted[0], *(not found for found in wanted[1:])]
        return self._sort(forces), self._sort(prevents)

    def _repeat(self, wanted: int, unwanted: int) -> Value:
        people = len(self._people)
        return (wanted,) * people + (-unwanted,) * people

    def _count_need(self, weight: Weight, poison: int) -> int:
        is_sure = poison + weight.poison >= self._enough
        return _SURE if is_sure else self._life - weight.loss

    def _sort(self, holds: Iterable[bool]) -> tuple[str, ...]:
        found = (name for name, held in zip(self._people, holds, strict=True) if held)
        return tuple(sorted(found))
