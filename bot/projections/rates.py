"""Rates of wins that say how sure they are."""

from math import sqrt
from typing import NamedTuple

FEWEST_GAMES = 20
"""Games below which a rate is no number: anything could still come of it."""

_NORMAL_QUANTILE = 1.959963984540054
"""Standard deviations around the mean that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """The 95 % Wilson score interval of a rate."""

    low: float
    high: float


class Rate(NamedTuple):
    """The share of `games` that were `won`."""

    won: int
    games: int

    @property
    def share(self) -> float | None:
        """The share, or None below `FEWEST_GAMES` games."""
        return None if self.games < FEWEST_GAMES else self.won / self.games

    @property
    def interval(self) -> Interval:
        """The interval in which the true rate lies; of no games, everything."""
        if not self.games:
            return Interval(0.0, 1.0)
        z2 = _NORMAL_QUANTILE**2
        share = self.won / self.games
        middle = share + z2 / (2 * self.games)
        spread = share * (1 - share) / self.games + z2 / (4 * self.games**2)
        half = _NORMAL_QUANTILE * sqrt(spread)
        whole = 1 + z2 / self.games
        return Interval(max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))
