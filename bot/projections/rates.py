"""Win rates with their confidence intervals."""

from math import sqrt
from typing import NamedTuple

FEWEST_GAMES = 20
"""Games below which a rate is no number: anything could still come of it."""

_NORMAL_QUANTILE = 1.959963984540054
"""Standard deviations around the mean that hold 95 % of a normal distribution."""


class WinRateConfidenceInterval(NamedTuple):
    """The 95 % confidence interval of a win rate (Wilson score)."""

    low: float
    high: float


class WinRate(NamedTuple):
    """A win rate: the number of `games`, and how many were `won`."""

    won: int
    games: int

    @property
    def share_of_won_games(self) -> float | None:
        """The share of games won; None if there are too few games to say."""
        return None if self.games < FEWEST_GAMES else self.won / self.games

    @property
    def confidence_interval(self) -> WinRateConfidenceInterval:
        """The 95 % confidence interval of the win rate; 0 to 1 without games."""
        if not self.games:
            return WinRateConfidenceInterval(0.0, 1.0)
        z2 = _NORMAL_QUANTILE**2
        share = self.won / self.games
        middle = share + z2 / (2 * self.games)
        spread = share * (1 - share) / self.games + z2 / (4 * self.games**2)
        half = _NORMAL_QUANTILE * sqrt(spread)
        whole = 1 + z2 / self.games
        return WinRateConfidenceInterval(max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))
