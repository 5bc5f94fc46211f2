"""Series: rounds that the same people play until somebody has reached a target (ESC-12, ESC-D12).

Which rounds make a series follows from their results: after a victory the next one begins another.
So a round that is put right later leads to what it would have led to at once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from bot.rules.facts import Player


class Series(Struct, frozen=True, omit_defaults=True, gc=False):
    """What makes a pod a round: the points that win, and the number of the pod that came `first`.

    None: this one. Each pod that the channel has seen since then is a round too.
    """

    target: int
    first: int | None = None


Points = Mapping[Player, int]
"""What a round brought to each who played it."""

TARGET, MOST_TARGET = 10, 1_000
"""How many points win a series, and how many at most it can be agreed to take."""


class SeriesStanding(Struct, frozen=True):
    """How a series stands after its `round`, counted from 1; there are `winners` once it is over.

    They are several only where they have been one side from the beginning.
    """

    round: int
    points: Points
    winners: tuple[Player, ...] = ()


def compute_standing(
    rounds: Iterable[Points | None], target: int, *, teams: bool = False
) -> SeriesStanding:
    """How the series stands that the last of the `rounds` belongs to; None: it does not count yet.

    Until it does, nobody can have won later. Where people play in agreed `teams`, those who had
    the same points in every round win together: one more round would not tell them apart.
    """
    number, counted, winners = 0, list[Points](), tuple[Player, ...]()
    waits = False
    for each in rounds:
        if winners:
            number, counted, winners = 0, [], ()
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
    """Whether these had the same points in every round."""
    return all(len({each.get(player) for player in players}) == 1 for each in rounds)


def is_next(series: Series | None) -> bool:
    """Whether a pod is a round, and not the first of those that were played in a row."""
    return series is not None and series.first is not None


def make_next_round(series: Series | None, number: int) -> Series | None:
    """What makes the pod after pod `number` a round too, if that one is a round of `series`."""
    return None if series is None else Series(series.target, series.first or number)
