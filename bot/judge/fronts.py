"""What is worst or best in two things at once, life and poison."""

from collections.abc import Collection

from bot.judge.weights import NOTHING, Weight

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
