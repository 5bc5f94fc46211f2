"""What damage does to the player: the life it takes and the poison it gives, part by part."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bot.judge.moment import HOME, NOWHERE
from bot.judge.question import DamageQuestion

TEN = 10
"""Poison counters that defeat."""


class Weight(NamedTuple):
    """Life lost (less what was gained) and poison counters got."""

    loss: int
    poison: int


NOTHING = Weight(0, 0)


class Weights:
    """Weighs what is dealt in a question; all results of a moment come together (PW-D6)."""

    def __init__(self, question: DamageQuestion) -> None:
        self._question = question

    def weigh(self, part: int, row: tuple[int, int]) -> Weight:
        """Return what a part does to the player, given where it is dealt and how much of it."""
        place, amount = row
        if place == NOWHERE:
            return NOTHING
        dealt = self._question.damage[part]
        own = dealt.lifelink and dealt.controller == self._question.player
        gain = amount if own else 0
        if place != HOME:
            return Weight(-gain, 0)
        return Weight(-gain, amount) if dealt.infect else Weight(amount - gain, 0)

    def add(self, weights: Iterable[Weight]) -> Weight:
        """Return what all parts do together."""
        listed = [*weights]
        return Weight(sum(w.loss for w in listed), sum(w.poison for w in listed))

    def is_defeat(self, weight: Weight) -> bool:
        """Whether the player loses by all that is dealt together."""
        return self.is_dead(weight) or self._question.poison + weight.poison >= TEN

    def is_dead(self, weight: Weight) -> bool:
        """Whether the player has no life left, which comes before poison (PW-D5)."""
        return self._question.life <= weight.loss


Front = tuple[Weight, ...]
"""Weights of which none is at least as bad as another, or as good, in both life and poison."""

NO_WEIGHT: Front = (NOTHING,)
"""The front of what neither takes life nor gives poison; always this one object."""


def add_fronts(front: Front, weights: Collection[Weight], sign: int) -> Front:
    """Return the worst (`sign` 1) or the best (-1) sums of one weight of each."""
    sums = {Weight(a.loss + b.loss, a.poison + b.poison) for a in front for b in weights}
    kept: list[Weight] = []
    for weight in sorted(sums, reverse=sign > 0):
        if not kept or weight.poison * sign > kept[-1].poison * sign:
            kept.append(weight)
    return NO_WEIGHT if kept == [NOTHING] else tuple(kept)
