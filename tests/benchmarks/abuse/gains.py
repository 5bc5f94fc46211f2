"""The gain of each trick over honest play in the same season, by rules of the season."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles
from typing import NamedTuple

from bot.storage.tables.game_kinds import JOUST, POD
from tests.benchmarks.abuse.arms import ARMS, Arm
from tests.benchmarks.abuse.measuring import COLUMNS, Place, find_places, make_games, rate
from tests.benchmarks.abuse.people import CHEATER, gather
from tests.benchmarks.abuse.stage import Rows, Stage

DUEL_ARMS = tuple(arm for arm in ARMS if arm.kind == JOUST)

PEOPLE = 50
"""Honest ones."""

DUELS = 5
"""In so many times as many seasons are duels compared: they are many, and quickly played.

One duel more or less is worth several places in the middle of their table, so the median of thirty
seasons depends on whether the cheater was below the middle in fourteen of them or in sixteen.
"""

RATED = 10
"""Seasons of which ratings are compared, too."""


class Gain(NamedTuple):
    """A trick's gain in one season: places, points, rating (None: not compared)."""

    places: int
    points: int
    rating: int | None = None


class Loss(NamedTuple):
    """The cost of the rules to four friends: all their points, the places of who loses most."""

    points: int
    places: int


OFTEN: Mapping[str, int | None] = {"a game or two a week": None, "2 games a week": 2, "4 games a week": 4}
"""How often four friends play among themselves; None: as they do in the league."""


class Summary(NamedTuple):
    """A summary of seasons: quartiles of the places, medians of points and ratings."""

    places: float
    quartiles: tuple[float, float]
    points: float
    rating: float | None


class Findings(NamedTuple):
    """The gains of each arm, a column of rules at a time; friends' losses by games a week."""

    gains: Mapping[tuple[Arm, str], Sequence[Gain]]
    losses: Mapping[str, Sequence[Loss]]


def simulate(seeds: Sequence[int], weeks: int) -> Findings:
    """Simulate so many seasons, each with every trick."""
    gains = defaultdict[tuple[Arm, str], list[Gain]](list)
    losses = defaultdict[str, list[Loss]](list)
    for seed in list_duel_seeds(seeds)[len(seeds) :]:
        stage = Stage(gather(seed, weeks, PEOPLE))
        for arm, column, gain in _try_all(stage, DUEL_ARMS, rated=False):
            gains[arm, column].append(gain)
    for seed in seeds:
        stage, rated = Stage(gather(seed, weeks, PEOPLE)), seed <= seeds[0] + RATED - 1
        for arm, column, gain in _try_all(stage, ARMS, rated=rated):
            gains[arm, column].append(gain)
        for often, games in OFTEN.items():
            rows = stage.honest if games is None else stage.have_friends_play(games)
            losses[often].append(_find_loss(stage, rows))
    return Findings(gains, losses)


def list_duel_seeds(seeds: Sequence[int]) -> Sequence[int]:
    """Return the seeds of the seasons in which duels are compared: `seeds` and the next ones."""
    return range(seeds[0], seeds[0] + DUELS * len(seeds))


def _try_all(stage: Stage, arms: Sequence[Arm], *, rated: bool) -> Iterator[tuple[Arm, str, Gain]]:
    kinds = {arm.kind for arm in arms}
    honest = {kind: _look(_play(stage, kind), kind, stage, rated=rated) for kind in kinds}
    for arm in arms:
        found = _look(arm.rows(stage), arm.kind, stage, rated=rated)
        for column in COLUMNS:
            yield arm, column, _compare(honest[arm.kind][column], found[column])


def _play(stage: Stage, kind: str) -> Rows:
    return stage.honest if kind == POD else stage.duels


def _look(rows: Rows, kind: str, stage: Stage, *, rated: bool) -> dict[str, tuple[Place, int | None]]:
    games, honest = make_games(rows, kind), stage.league.honest
    return {
        column: (
            find_places(games, rules, honest, [CHEATER])[CHEATER],
            rate(rows, CHEATER, kind, rules) if rated else None,
        )
        for column, rules in COLUMNS.items()
    }


def _compare(honest: tuple[Place, int | None], found: tuple[Place, int | None]) -> Gain:
    (was, rating), (now, rated) = honest, found
    change = None if rating is None or rated is None else rated - rating
    return Gain(was.place - now.place, now.points - was.points, change)


def _find_loss(stage: Stage, rows: Rows) -> Loss:
    games, league = make_games(rows), stage.league
    off, on = (find_places(games, COLUMNS[column], league.honest, league.friends) for column in ("off", "on"))
    points = sum(off[friend].points - on[friend].points for friend in league.friends)
    return Loss(points, max(on[friend].place - off[friend].place for friend in league.friends))


def summarize(gains: Sequence[Gain]) -> Summary:
    """Return the medians, and the quartiles of the places."""
    places = [gain.places for gain in gains]
    low, _, high = quantiles(places, n=4) if len(places) > 1 else (places[0],) * 3
    rated = [gain.rating for gain in gains if gain.rating is not None]
    points = median(gain.points for gain in gains)
    return Summary(median(places), (low, high), points, median(rated) if rated else None)
