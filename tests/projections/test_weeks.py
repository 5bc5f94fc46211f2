"""What happened in a week: the same as everybody would find who added it up by hand."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, text

from bot.projections.week_summary import (
    RepeatedDefeatInWeek,
    SurprisingWinOfWeek,
    WeekEndStandingsLine,
    WeeklyBestValue,
    WeeklyPointsGain,
    WeekSummary,
    load_week_summary,
)
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import build_standings_totals_query
from tests.storage.store import CHANNEL, GUILD, NOON, execute

START, END = NOON - timedelta(days=7), NOON
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class History:
    """Results as they are written, and seasons; `kept` writes them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.results: list[dict[str, Any]] = []
        self.defeats: list[dict[str, Any]] = []
        self.seasons: list[Season] = []

    def pod(self, at: datetime, *won: str, lost: Sequence[str] = (), **same: Any) -> None:
        """A pod: the first of those who won as the master (3 points), the others as thralls (1)."""
        pod = len({row["pod"] for row in self.results}) + 1
        for number, player in enumerate((*won, *lost)):
            self.results.append(
                {
                    "channel": CHANNEL,
                    "pod": pod,
                    "player": player,
                    "guild": GUILD,
                    "points": 0 if player in lost else 3 if not number else 1,
                    "role": "servant" if number and player in won else "master",
                    "won": player in won,
                    "at": at,
                    "variant": "esclave",
                    "table": "free-for-all",
                    "caused": 0,
                    "served": 0,
                    "reign": 0,
                    "team": number,
                    "mu": None,
                    "sigma": None,
                    "chance": None,
                    "game": "pod",
                    **same,
                }
            )

    def season(self, start: datetime, end: datetime | None = None) -> Season:
        number = len(self.seasons) + 1
        self.seasons.append(Season(GUILD, number, f"Season {number}", start, end))
        return self.seasons[-1]

    def defeat(self, at: datetime, responsible: str, loser: str, times: int = 1) -> None:
        row = {"pod": len(self.defeats), "channel": CHANNEL, "guild": GUILD, "at": at}
        row |= {"responsible": responsible, "loser": loser, "times": times, "game": "pod"}
        self.defeats.append(row)

    async def week(self, start: datetime = START, end: datetime = END) -> WeekSummary:
        """All of it, written down, and what happened between."""
        if self.seasons:
            names = ("guild", "number", "name", "start", "end")
            rows = [{name: getattr(each, name) for name in names} for each in self.seasons]
            await execute(self.database, insert(schema.seasons).values(rows))
        if self.results:
            await execute(self.database, insert(results).values(self.results))
        if self.defeats:
            await execute(self.database, insert(schema.defeats).values(self.defeats))
        await execute(self.database, text(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}"))
        return await load_week_summary(self.database, GUILD, start, end)

    def summed(self, season: Season | None, start: datetime, end: datetime) -> dict[str, int]:
        """Everybody's points by the end, in a season or ever, added up one by one."""
        points: Counter[str] = Counter()
        for row in self.results:
            inside = season is None or (season.start <= row["at"] and (season.end is None or row["at"] < season.end))
            if inside and start <= row["at"] < end:
                points[row["player"]] += row["points"]
        return dict(points)


EVER = NOON - timedelta(days=10_000)


def ranked(points: dict[str, int]) -> dict[str, int]:
    return {each: 1 + sum(o > points[each] for o in points.values()) for each in points}


def by_hand(history: History, season: Season | None, start: datetime, end: datetime) -> list[WeekEndStandingsLine]:
    """The first ten, with ranks as one counts them."""
    after, before = (history.summed(season, EVER, at) for at in (end, start))
    now, then = ranked(after), ranked(before)
    best = sorted(after, key=lambda player: (-after[player], player))[:10]
    return [WeekEndStandingsLine(now[each], each, after[each], then.get(each)) for each in best]


@pytest.mark.shared_databases
@pytest.mark.parametrize("seed", range(6))
async def test_the_table_at_a_past_moment_is_the_sum_of_all_results_before_it(database: Database, seed: int) -> None:
    chance, history = Random(seed), History(database)
    first = END - timedelta(days=chance.choice((5, 60, 400)))
    if seed % 2:
        middle = START + timedelta(hours=chance.randrange(-60, 20))
        last = chance.choice((None, END + timedelta(days=chance.randrange(1, 50), hours=5)))
        history.season(first, middle)
        history.season(middle + timedelta(hours=chance.randrange(7)), last)
    names = [f"p{n:02}" for n in range(14)]
    hours = (END + timedelta(days=100) - first) // HOUR
    for _ in range(150):
        four = chance.sample(names, 4)
        at = first + chance.randrange(hours) * HOUR
        history.pod(at, *four[:2], lost=four[2:])
    for at in (START, END, START - HOUR / 60, END - HOUR / 60):  # and at the edges
        history.pod(at, "p00", lost=["p01", "p02"])
    found = await history.week()
    touched = [s for s in history.seasons if s.start < END and (s.end is None or s.end > START)]
    season = next((s for s in reversed(touched) if history.summed(s, EVER, END)), None)
    assert found.season == season
    assert list(found.table) == by_hand(history, season, START, END)
    inside = {(r["pod"], r["player"]) for r in history.results if START <= r["at"] < END}
    assert found.games == len({pod for pod, _ in inside})
    assert found.players == len({player for _, player in inside})


async def test_a_week_without_games_has_only_the_table_of_before(database: Database) -> None:
    history = History(database)
    history.pod(START - HOUR, "ana", "bo", lost=["cy"])
    found = await history.week()
    places = [
        WeekEndStandingsLine(1, "ana", 3, 1),
        WeekEndStandingsLine(2, "bo", 1, 2),
        WeekEndStandingsLine(3, "cy", 0, 3),
    ]
    assert list(found.table) == places
    assert (found.games, found.players, found.variants, found.gains) == (0, 0, (), ())
    assert (found.newcomers, found.upsets, found.duels) == ((), (), ())
    assert (found.reign, found.caused) == (None, None)
    assert (found.leaders, found.former, found.ahead) == (("ana",), ("ana",), 2)


async def test_nothing_at_all_is_a_week_as_well(database: Database) -> None:
    found = await History(database).week()
    assert (found.table, found.leaders, found.former, found.ahead) == ((), (), (), 0)


async def test_those_who_won_most_have_ranks_that_they_share(database: Database) -> None:
    history = History(database)
    history.pod(START, "ana", "bo", "cy", lost=["di"])
    history.pod(START + HOUR, "bo", lost=["di"], variant="elimination")
    history.pod(END - HOUR, "ana", lost=["di"])
    history.pod(END, "di", lost=["ana"])  # belongs to the next week
    found = await history.week()
    assert found.gains == (
        WeeklyPointsGain(1, "ana", 6, 2, won_as_master=2, won_as_servant=0),
        WeeklyPointsGain(2, "bo", 4, 2, won_as_master=1, won_as_servant=1),
        WeeklyPointsGain(3, "cy", 1, 1, won_as_master=0, won_as_servant=1),
    )
    assert (found.games, found.players) == (3, 4)
    assert found.variants == (("esclave", 2), ("elimination", 1))


async def test_of_many_who_won_as_much_some_are_named(database: Database) -> None:
    history = History(database)
    history.pod(START, "ana", *(f"p{n}" for n in range(8)))
    ranks = [(each.rank, each.player) for each in (await history.week()).gains]
    assert ranks == [(1, "ana"), (2, "p0"), (2, "p1"), (2, "p2"), (2, "p3")]


async def test_newcomers_have_never_played_here_before(database: Database) -> None:
    history = History(database)
    history.pod(START - HOUR, "ana", lost=["bo"])
    history.pod(START - HOUR, "di", lost=["ed"], guild=GUILD + 1)
    history.pod(START + HOUR, "ana", lost=["di", "cy"])
    history.pod(START, "ana", lost=["ed"])
    history.pod(END, "flo", lost=["ana"])
    assert (await history.week()).newcomers == ("ed", "cy", "di")


async def test_the_most_surprising_victories_are_told_with_the_chance_they_had(database: Database) -> None:
    history = History(database)
    at, hour = START, HOUR
    history.pod(at, "ana", lost=["bo"], chance=0.31)  # of 0.5
    history.pod(at + hour, "bo", lost=["ana"], chance=0.29)
    history.pod(at + 2 * hour, "cy", "bo", lost=["ana", "di", "ed"], chance=0.1)  # of 0.2
    history.pod(at + 3 * hour, "di", lost=["ana", "cy", "ed"], chance=0.15)  # of 0.25
    history.pod(at + 4 * hour, "di", lost=["ana"])  # not rated yet
    history.pod(END, "ed", lost=["ana"], chance=0.01)
    assert (await history.week()).upsets == (SurprisingWinOfWeek(("cy",), 0.1), SurprisingWinOfWeek(("bo",), 0.29))


async def test_a_team_that_surprises_is_named_as_a_whole(database: Database) -> None:
    history = History(database)
    history.pod(START, "ana", "bo", lost=["cy", "di"], role="master", chance=0.2)
    for row in history.results:
        row["team"] = int(row["won"])
    assert (await history.week()).upsets == (SurprisingWinOfWeek(("ana", "bo"), 0.2),)


async def test_the_most_of_the_week_is_shared_by_those_who_did_as_much(database: Database) -> None:
    history = History(database)
    history.pod(START - HOUR, "bo", lost=["cy"], reign=90, caused=9)
    history.pod(START, "ana", lost=["cy"], reign=40, caused=1)
    history.pod(START, "bo", lost=["ana"], reign=40)
    history.results[-1]["caused"] = 2
    found = await history.week()
    assert found.reign == WeeklyBestValue(("ana", "bo", "cy"), 40)
    assert found.caused == WeeklyBestValue(("ana",), 3)


async def test_who_defeated_whom_most_often(database: Database) -> None:
    history = History(database)
    history.defeat(START - HOUR, "di", "bo", 9)
    history.defeat(START, "ana", "bo")
    history.defeat(START + HOUR, "ana", "bo", 2)
    history.defeat(START, "bo", "cy", 3)
    history.defeat(START, "bo", "ana", 2)
    history.defeat(END, "di", "bo", 9)
    assert (await history.week()).duels == (RepeatedDefeatInWeek("ana", "bo", 3), RepeatedDefeatInWeek("bo", "cy", 3))


async def test_a_single_defeat_is_no_duel(database: Database) -> None:
    history = History(database)
    history.defeat(START, "ana", "bo")
    assert (await history.week()).duels == ()


async def test_the_table_is_that_of_the_newest_season_in_which_somebody_has_played(database: Database) -> None:
    history = History(database)
    old = history.season(START - 9 * DAY, START + DAY)
    history.season(START + 2 * DAY)
    history.pod(START - HOUR, "ana", lost=["bo"])
    history.pod(START + HOUR, "bo", lost=["ana"])
    history.pod(START + 36 * HOUR, "cy", lost=["ana"])  # between the seasons
    found = await history.week()
    assert (found.season, found.was_season_over_at_week_end) == (old, True)
    assert [(each.player, each.points, each.before) for each in found.table] == [("ana", 3, 1), ("bo", 3, 2)]
    assert found.leaders == ("ana", "bo")
    assert [(each.player, each.points) for each in found.gains] == [("bo", 3)], "as the table counts"


async def test_before_the_first_week_of_a_season_nobody_led_it(database: Database) -> None:
    history = History(database)
    season = history.season(START + HOUR)
    history.pod(START, "ana", lost=["bo"])
    history.pod(START + HOUR, "bo", lost=["cy"])
    found = await history.week()
    assert (found.season, found.was_season_over_at_week_end) == (season, False)
    assert found.table == (WeekEndStandingsLine(1, "bo", 3, None), WeekEndStandingsLine(2, "cy", 0, None))
    assert (found.leaders, found.former) == (("bo",), ())
    assert found.newcomers == ("ana", "bo", "cy")
