"""What somebody gains from people whom they do not ask: conscripts, rounds of their own, worthless deeds, avoidances.

Each trick is tried as the bot is, and as it would be without the defence that holds it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from statistics import median
from typing import NamedTuple

from msgspec.structs import replace

from bot.season_rules.rules import SeasonRules, keep_earlier_achievement_points
from bot.storage.engine.row_changes import Row
from bot.storage.engine.timestamps import datetime_to_milliseconds
from tests.benchmarks.abuse.conscription import can_conscript
from tests.benchmarks.abuse.evening import Game
from tests.benchmarks.abuse.gains import StopWatch
from tests.benchmarks.abuse.measuring import DEEDS, PRIZE, find_places, make_games
from tests.benchmarks.abuse.nights import TRICKS as NIGHT_TRICKS
from tests.benchmarks.abuse.nights import UNDEFENDED_LUCKS, Season
from tests.benchmarks.abuse.own_accounts import win_by_report
from tests.benchmarks.abuse.people import BEGIN, CHEATER, HOUSE_DEED, League
from tests.benchmarks.abuse.stage import Stage
from tests.benchmarks.abuse.tricks import CLAIM, Honesty, LateDeeds

CONSCRIPTED = 6
"""Games that somebody has with conscripts in a week."""

_CHANNELS = 7_000_000


class Defended(NamedTuple):
    """The places that a trick gains in each season, and those that it would gain without its defence."""

    now: Sequence[float]
    undefended: Sequence[float]

    @property
    def median(self) -> float:
        """Return the gain in the median of seasons."""
        return float(median(self.now))

    @property
    def most(self) -> float:
        """Return the gain in the season in which it is greatest."""
        return float(max(self.now))


Gains = tuple[float, float]
"""What a trick gains in a season, with its defence and without."""


def simulate_strangers(stages: Iterable[Stage]) -> Mapping[str, Defended]:
    """Try everything in each season, one season after the other; print what each trick gains in it."""
    found = defaultdict[str, list[Gains]](list)
    clock = StopWatch()
    for stage in stages:
        for name, gains in _try_everything(stage):
            found[name].append(gains)
        gained = ", ".join(f"{gains[-1][0]:+.2f}" for gains in found.values())
        clock.tell(f"season {stage.league.seed}, people who were not asked: {gained}")
    return {name: Defended(*zip(*gains, strict=True)) for name, gains in found.items()}


def _try_everything(stage: Stage) -> Iterator[tuple[str, Gains]]:
    """Yield what each trick gains in a season. The draws of its nights are kept until all tricks have met them."""
    season = Season(stage.league, PRIZE)
    for name, (now, undefended) in NIGHT_TRICKS.items():
        yield name, (season.measure(now), season.measure(undefended, UNDEFENDED_LUCKS))
    yield "games with people who pressed nothing", _conscript(stage)
    yield "house deeds claimed before they are worth anything", _claim_early(stage)
    yield "house deeds that were not done", _claim_falsely(stage)


def _conscript(stage: Stage) -> Gains:
    """Win against three people at a time who press nothing, if any way to a seat lets that count."""
    league = stage.league
    chance = Random(f"{league.seed} conscripts")
    rows = [*stage.honest]
    for number in range(league.weeks * CONSCRIPTED):
        week, place = divmod(number, CONSCRIPTED)
        at = BEGIN + timedelta(weeks=week, days=place, hours=-8)
        conscripts = chance.sample(league.honest, 3)
        rows += win_by_report([CHEATER, *conscripts], _CHANNELS + number, at, CHEATER).rows
    gain = partial(_find_gain, league, PRIZE, stage.honest)
    return gain(rows if can_conscript() else stage.honest), gain(rows)


class EarlyDeeds(Honesty):
    """Claim the server's own deed, which nobody disputes as long as it brings nothing."""

    def __init__(self, until: int) -> None:
        self._until = until

    def during(self, game: Game) -> None:
        if datetime_to_milliseconds(game.sitting.now) < self._until:
            game.sitting.ask(CLAIM, CHEATER)


def _claim_early(stage: Stage) -> Gains:
    """Claim deeds in the first half of a season, in whose middle a rule gives points for them.

    Somebody confirms them, because they are worth nothing then.
    """
    middle = datetime_to_milliseconds(BEGIN + timedelta(weeks=stage.league.weeks / 2, hours=-6))
    later = replace(PRIZE, deeds={HOUSE_DEED: 3})
    rows = _confirm_deeds(stage.cheat(EarlyDeeds(middle)))
    rules = (keep_earlier_achievement_points(PRIZE, later, middle), later)
    now, undefended = (_find_gain(stage.league, each, stage.honest, rows) for each in rules)
    return now, undefended


def _claim_falsely(stage: Stage) -> Gains:
    """Claim deeds when a game is over. Whoever looks disputes them, and nobody confirms them."""
    rows = stage.cheat(LateDeeds())
    gain = partial(_find_gain, stage.league, DEEDS, stage.honest)
    return gain(rows), gain(_confirm_deeds(rows))


def _confirm_deeds(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the results as if somebody had confirmed each claimed deed."""
    return [{**row, "unconfirmed_deeds": ""} for row in rows]


def _find_gain(league: League, rules: SeasonRules, honest: Sequence[Row], rows: Sequence[Row]) -> float:
    was, now = (find_places(make_games(each), rules, league.honest, [CHEATER])[CHEATER] for each in (honest, rows))
    return was.place - now.place
