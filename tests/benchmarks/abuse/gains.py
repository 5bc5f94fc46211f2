"""The gain of each trick over honest play in the same season, by rules of the season."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from time import monotonic
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


class StopWatch:
    """The time since the last line; what takes minutes is printed as it comes."""

    def __init__(self) -> None:
        self._last = monotonic()

    def tell(self, *lines: str) -> None:
        """Print lines, with the seconds since the line before."""
        now = monotonic()
        print(f"{now - self._last:6.0f} s  {lines[0]}", *lines[1:], sep="\n          ", flush=True)
        self._last = now


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


class HonestSeason(NamedTuple):
    """A season, and the cheater's place and rating in it by rules, if they play honestly."""

    stage: Stage
    found: Mapping[str, tuple[Place, int | None]]
    rated: bool


def simulate(stages: Sequence[Stage], weeks: int) -> Findings:
    """Simulate seasons, each with every trick; print what each trick gains as soon as it is known."""
    seeds = [stage.league.seed for stage in stages]
    gains = defaultdict[tuple[Arm, str], list[Gain]](list)
    losses = defaultdict[str, list[Loss]](list)
    clock = StopWatch()
    for seed in list_duel_seeds(seeds):  # one season after the other, or they would take too much memory
        season = _play_honestly(Stage(gather(seed, weeks, PEOPLE)), seeds, JOUST)
        for arm in DUEL_ARMS:
            _try_arm(season, arm, gains)
    clock.tell("duels", *(_describe(arm, gains) for arm in DUEL_ARMS))
    seasons = [_play_honestly(stage, seeds, POD) for stage in stages]
    clock.tell("honest seasons")
    for arm in ARMS:
        if arm.kind == POD:
            for season in seasons:
                _try_arm(season, arm, gains)
            clock.tell(_describe(arm, gains))
    for often, games in OFTEN.items():
        for stage, *_ in seasons:
            rows = stage.honest if games is None else stage.have_friends_play(games)
            losses[often].append(_find_loss(stage, rows))
        clock.tell(f"what four friends lose: {often}")
    return Findings(gains, losses)


def list_duel_seeds(seeds: Sequence[int]) -> Sequence[int]:
    """Return the seeds of the seasons in which duels are compared: `seeds` and the next ones."""
    return range(seeds[0], seeds[0] + DUELS * len(seeds))


def _play_honestly(stage: Stage, seeds: Sequence[int], kind: str) -> HonestSeason:
    rated = stage.league.seed <= seeds[0] + RATED - 1
    rows = stage.honest if kind == POD else stage.duels
    return HonestSeason(stage, _look(rows, kind, stage, rated=rated), rated)


def _try_arm(season: HonestSeason, arm: Arm, gains: defaultdict[tuple[Arm, str], list[Gain]]) -> None:
    found = _look(arm.rows(season.stage), arm.kind, season.stage, rated=season.rated)
    for column in COLUMNS:
        gains[arm, column].append(_compare(season.found[column], found[column]))


def _describe(arm: Arm, gains: Mapping[tuple[Arm, str], Sequence[Gain]]) -> str:
    places = ", ".join(f"{column} {summarize(gains[arm, column]).places:+g}" for column in COLUMNS)
    return f"{arm.accounts} accounts, {arm.name}: {places}"


def _look(rows: Rows, kind: str, stage: Stage, *, rated: bool) -> dict[str, tuple[Place, int | None]]:
    games, honest = make_games(rows, kind), stage.league.honest
    # Of all rules, ratings depend on `damped` alone.
    ratings = {damped: rate(rows, CHEATER, kind, damped=damped) if rated else None for damped in (False, True)}
    return {
        column: (find_places(games, rules, honest, [CHEATER])[CHEATER], ratings[rules.damped])
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
