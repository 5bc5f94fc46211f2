"""Series: rounds that the same people play until somebody reaches a target (ESC-12, ESC-D12).

The rounds of a series follow from their results: after a victory, the next round begins a new series. A corrected round
therefore leads to the same standings as if it had been reported right at once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from bot.rules.facts import Player


class GameSeriesSettings(Struct, frozen=True, omit_defaults=True, gc=False):
    """The settings of a series of pods, which the first player with enough points wins.

    `target` is the number of points that wins. `first` is the number of the series' first pod; None means that this pod
    is the first. Every later pod of the channel is a round too.
    """

    target: int
    first: int | None = None


PointsByPlayer = Mapping[Player, int]
"""The points that a round gave to each of its players."""

TARGET = 10
"""Points that win a series, unless the pod agreed on another target."""

MAX_TARGET = 1_000
"""The highest target that can be agreed."""


class GameSeriesScore(Struct, frozen=True):
    """The players' points after one round of a series, and the winners of the series.

    `winners` is empty until the series is over. Several players win together only if they were teammates in every
    round.
    """

    round: int
    points: PointsByPlayer
    winners: tuple[Player, ...] = ()


def compute_game_series_score(
    points_by_round: Iterable[PointsByPlayer | None], target_points: int, *, has_teams: bool = False
) -> GameSeriesScore:
    """Return the points and winners of a series after its last round.

    A round that does not count yet is None; nobody can win the series after it until it counts. In a series with agreed
    teams, players with the same points in every round win together, because another round could not separate them.
    """
    number = 0
    counted: list[PointsByPlayer] = []
    winners: tuple[Player, ...] = ()
    waits = False
    for each in points_by_round:
        if winners:
            number = 0
            counted = []
            winners = ()
        number += 1
        waits = waits or each is None
        if each is not None:
            counted.append(each)
        if not waits:
            winners = _find_winners_of_game_series(counted, target_points, has_teams)
    return GameSeriesScore(number, _sum_points_by_player(counted), winners)


def _sum_points_by_player(points_by_round: Sequence[PointsByPlayer]) -> dict[Player, int]:
    sums: dict[Player, int] = {}
    for each in points_by_round:
        for player, points in each.items():
            sums[player] = sums.get(player, 0) + points
    return sums


def _find_winners_of_game_series(
    points_by_round: Sequence[PointsByPlayer], target_points: int, has_teams: bool
) -> tuple[Player, ...]:
    sums = _sum_points_by_player(points_by_round)
    most = max(sums.values(), default=0)
    leading = tuple(player for player, points in sums.items() if points == most)
    if most < target_points or not (
        len(leading) == 1 or (has_teams and _have_equal_points_in_all_rounds(points_by_round, leading))
    ):
        return ()
    return leading


def _have_equal_points_in_all_rounds(points_by_round: Sequence[PointsByPlayer], players: Collection[Player]) -> bool:
    return all(len({each.get(player) for player in players}) == 1 for each in points_by_round)


def is_later_round_of_game_series(game_series: GameSeriesSettings | None) -> bool:
    """Return True if a pod is a round of a series, but not its first."""
    return game_series is not None and game_series.first is not None


def build_next_series_round(game_series: GameSeriesSettings | None, pod_number: int) -> GameSeriesSettings | None:
    """Return the series settings for the next pod of a series; None if the pod belongs to no series."""
    return None if game_series is None else GameSeriesSettings(game_series.target, game_series.first or pod_number)
