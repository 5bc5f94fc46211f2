"""Losses: the life and poison that damage costs the player, and which of them are the worst or best."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bot.judge.damage_problem import NO_PLACE, PLAYER_PLACE
from bot.judge.question import DamageQuestion

DEADLY_POISON = 10
"""Poison counters that defeat a player."""


class PlayerLifeLossAndPoison(NamedTuple):
    """The total life that a player loses, and the poison counters that the player gets."""

    loss: int
    poison: int


ZERO_WEIGHT = PlayerLifeLossAndPoison(0, 0)


class LifeAndPoisonLossCalculator:
    """A calculator of the life that the player loses and of the poison that the player gets by damage.

    All parts are dealt at the same time (PW-D6).
    """

    def __init__(self, question: DamageQuestion) -> None:
        self._question = question

    def compute_loss_from_source(
        self, source_index: int, recipient_and_amount: tuple[int, int]
    ) -> PlayerLifeLossAndPoison:
        """Return the player's loss of life and poison if one source deals its damage to this recipient."""
        place, amount = recipient_and_amount
        if place == NO_PLACE:
            return ZERO_WEIGHT
        dealt = self._question.damage[source_index]
        own = dealt.lifelink and dealt.controller == self._question.player
        gain = amount if own else 0
        if place != PLAYER_PLACE:
            return PlayerLifeLossAndPoison(-gain, 0)
        return PlayerLifeLossAndPoison(-gain, amount) if dealt.infect else PlayerLifeLossAndPoison(amount - gain, 0)

    def sum_losses(self, losses: Iterable[PlayerLifeLossAndPoison]) -> PlayerLifeLossAndPoison:
        listed = [*losses]
        return PlayerLifeLossAndPoison(sum(w.loss for w in listed), sum(w.poison for w in listed))

    def is_defeated_by_loss(self, life_and_poison_loss: PlayerLifeLossAndPoison) -> bool:
        """Return True if a loss of life or the poison defeats the player."""
        return (
            self.has_no_life_left(life_and_poison_loss)
            or self._question.poison + life_and_poison_loss.poison >= DEADLY_POISON
        )

    def has_no_life_left(self, life_and_poison_loss: PlayerLifeLossAndPoison) -> bool:
        """Return True if a loss leaves the player without life.

        This cause comes before poison.
        """
        # No life left counts before poison (PW-D5).
        return self._question.life <= life_and_poison_loss.loss


Front = tuple[PlayerLifeLossAndPoison, ...]
"""Extreme weights: none is at least as bad (or good) as another in both life and poison."""

NO_WEIGHT: Front = (ZERO_WEIGHT,)
"""The front without life or poison; always this one object."""


def sum_worst_or_best_losses(
    earlier_losses: Front, next_losses: Collection[PlayerLifeLossAndPoison], worst_or_best_sign: int
) -> Front:
    """Add the next losses to earlier losses, and return the worst or the best sums.

    `worst_or_best_sign` is 1 for the worst sums, -1 for the best.
    """
    sums = {PlayerLifeLossAndPoison(a.loss + b.loss, a.poison + b.poison) for a in earlier_losses for b in next_losses}
    kept: list[PlayerLifeLossAndPoison] = []
    for weight in sorted(sums, reverse=worst_or_best_sign > 0):
        if not kept or weight.poison * worst_or_best_sign > kept[-1].poison * worst_or_best_sign:
            kept.append(weight)
    return NO_WEIGHT if kept == [ZERO_WEIGHT] else tuple(kept)
