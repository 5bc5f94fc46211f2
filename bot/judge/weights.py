"""Weights: the life and poison that damage costs the player, and fronts of extreme weights."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bot.judge.moment import NO_PLACE, PLAYER_PLACE
from bot.judge.question import DamageQuestion

DEADLY_POISON = 10
"""Poison counters that defeat a player."""


class Weight(NamedTuple):
    """Life lost, less the life gained, and poison counters got."""

    loss: int
    poison: int


ZERO_WEIGHT = Weight(0, 0)


class Weights:
    """The weights of the parts of a question; all results come together (PW-D6)."""

    def __init__(self, question: DamageQuestion) -> None:
        self._question = question

    def weigh(self, part: int, row: tuple[int, int]) -> Weight:
        """Return the weight of a part that is dealt by `row`: a place and an amount."""
        place, amount = row
        if place == NO_PLACE:
            return ZERO_WEIGHT
        dealt = self._question.damage[part]
        own = dealt.lifelink and dealt.controller == self._question.player
        gain = amount if own else 0
        if place != PLAYER_PLACE:
            return Weight(-gain, 0)
        return Weight(-gain, amount) if dealt.infect else Weight(amount - gain, 0)

    def add(self, weights: Iterable[Weight]) -> Weight:
        """Return the sum of weights."""
        listed = [*weights]
        return Weight(sum(w.loss for w in listed), sum(w.poison for w in listed))

    def is_defeat(self, weight: Weight) -> bool:
        """Return whether the player loses by this weight."""
        return self.is_dead(weight) or self._question.poison + weight.poison >= DEADLY_POISON

    def is_dead(self, weight: Weight) -> bool:
        """Return whether the player has no life left; that counts before poison (PW-D5)."""
        return self._question.life <= weight.loss


Front = tuple[Weight, ...]
"""Extreme weights: none is at least as bad (or good) as another in both life and poison."""

NO_WEIGHT: Front = (ZERO_WEIGHT,)
"""The front without life or poison; always this one object."""


def add_fronts(front: Front, weights: Collection[Weight], sign: int) -> Front:
    """Return the front of the sums of a weight of `front` and one of `weights`.

    `sign` 1 means the worst sums, -1 the best.
    """
    sums = {Weight(a.loss + b.loss, a.poison + b.poison) for a in front for b in weights}
    kept: list[Weight] = []
    for weight in sorted(sums, reverse=sign > 0):
        if not kept or weight.poison * sign > kept[-1].poison * sign:
            kept.append(weight)
    return NO_WEIGHT if kept == [ZERO_WEIGHT] else tuple(kept)
