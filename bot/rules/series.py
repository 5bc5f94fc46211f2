"""Series: rounds that the same people play until somebody reaches a target (ESC-12, ESC-D12).

The rounds of a series follow from their results: after a victory, the next round begins a new
series. A corrected round therefore leads to the same standings as if it had been reported right at
once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from bot.rules.facts import Player


class Series(Struct, frozen=True, omit_defaults=True, gc=False):
    """The agreement that makes a pod a round of a series.

    `target` is the number of points that wins. `first` is the number of the series' first pod; None
    means that this pod is the first. Every later pod of the channel is a round too.
    """

    target: int
    first: int | None = None


Points = Mapping[Player, int]
"""The points that a round gave to each of its players."""

TARGET = 10
"""Points that win a series, unless the pod agreed on another target."""

MAX_TARGET = 1_000
"""The highest target that can be agreed."""


class SeriesStanding(Struct, frozen=True):
    """The score of a series after its `round`, counted from 1.

    `winners` is empty until the series is over. Several players win together only if they were
    teammates in every round.
    """

    round: int
    points: Points
    winners: tuple[Player, ...] = ()


def compute_standing(
    rounds: Iterable[Points | None], target: int, *, teams: bool = False
) -> SeriesStanding:
    """Return the score of the series that the last of `rounds` belongs to.

    A round that does not count yet is None; nobody can win the series after it until it counts. In
    a series with agreed `teams`, players with the same points in every round win together, because
    another round could not separate them.
    """
    number = 0
    counted: list[Points] = []
    winners: tuple[Player, ...] = ()
    waits = False
    for each in rounds:
        if winners:
            number = 0
            counted = []
            winners = ()
        number += 1
        waits = waits or each is None
        if each is not None:
            counted.append(each)
        if not waits:
            winners = _find_winners(counted, target, teams)
    return SeriesStanding(number, _sum_points(counted), winners)


def _sum_points(rounds: Sequence[Points]) -> dict[Player, int]:
    sums: dict[Player, int] = {}
    for each in rounds:
        for player, points in each.items():
            sums[player] = sums.get(player, 0) + points
    return sums


def _find_winners(rounds: Sequence[Points], target: int, teams: bool) -> tuple[Player, ...]:
    sums = _sum_points(rounds)
    most = max(sums.values(), default=0)
    leading = tuple(player for player, points in sums.items() if points == most)
    if most < target or not (len(leading) == 1 or (teams and _are_alike(rounds, leading))):
        return ()
    return leading


def _are_alike(rounds: Sequence[Points], players: Collection[Player]) -> bool:
    """Return whether these players had the same points in every round."""
    return all(len({each.get(player) for player in players}) == 1 for each in rounds)


def is_later_round(series: Series | None) -> bool:
    """Return whether a pod is a round of a series, but not its first."""
    return series is not None and series.first is not None


def make_next_round(series: Series | None, number: int) -> Series | None:
    """Return the agreement of the round after pod `number`; None if `series` is None."""
    return None if series is None else Series(series.target, series.first or number)
