"""Losses: the life and poison that damage costs the player, and fronts of extreme losses."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bot.judge.damage_problem import NO_PLACE, PLAYER_PLACE
from bot.judge.question import DamageQuestion

DEADLY_POISON = 10
"""Poison counters that defeat a player."""


class PlayerLoss(NamedTuple):
    """The life that damage costs the player, less the life gained, and the poison counters."""

    loss: int
    poison: int


ZERO_WEIGHT = PlayerLoss(0, 0)


class LossCalculator:
    """A calculator of the player's losses by the parts of a damage question.

    All parts are dealt at the same time (PW-D6).
    """

    def __init__(self, question: DamageQuestion) -> None:
        self._question = question

    def compute_part_loss(self, part_index: int, destination: tuple[int, int]) -> PlayerLoss:
        """Return the player's loss by a part that is dealt to a destination (place and
        amount).
        """
        place, amount = destination
        if place == NO_PLACE:
            return ZERO_WEIGHT
        dealt = self._question.damage[part_index]
        own = dealt.lifelink and dealt.controller == self._question.player
        gain = amount if own else 0
        if place != PLAYER_PLACE:
            return PlayerLoss(-gain, 0)
        return PlayerLoss(-gain, amount) if dealt.infect else PlayerLoss(amount - gain, 0)

    def sum_losses(self, losses: Iterable[PlayerLoss]) -> PlayerLoss:
        """Return the sum of losses."""
        listed = [*losses]
        return PlayerLoss(sum(w.loss for w in listed), sum(w.poison for w in listed))

    def is_lethal(self, loss: PlayerLoss) -> bool:
        """Return whether a loss defeats the player by life or poison."""
        return self.is_lethal_by_life(loss) or self._question.poison + loss.poison >= DEADLY_POISON

    def is_lethal_by_life(self, loss: PlayerLoss) -> bool:
        """Return whether a loss leaves the player without life, which counts first (PW-D5)."""
        return self._question.life <= loss.loss


Front = tuple[PlayerLoss, ...]
"""Extreme weights: none is at least as bad (or good) as another in both life and poison."""

NO_WEIGHT: Front = (ZERO_WEIGHT,)
"""The front without life or poison; always this one object."""


def combine_loss_fronts(front: Front, losses: Collection[PlayerLoss], sign: int) -> Front:
    """Return the extreme sums of one loss from a front and one from `losses`.

    `sign` 1 means the worst sums, -1 the best.
    """
    sums = {PlayerLoss(a.loss + b.loss, a.poison + b.poison) for a in front for b in losses}
    kept: list[PlayerLoss] = []
    for weight in sorted(sums, reverse=sign > 0):
        if not kept or weight.poison * sign > kept[-1].poison * sign:
            kept.append(weight)
    return NO_WEIGHT if kept == [ZERO_WEIGHT] else tuple(kept)
