"""The leaderboard and the weekly summary of a server where people have played for years."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import perf_counter

from sqlalchemy import Connection, insert, text

from bot.projections.standings import LeaderboardFilter, LeaderboardPage, load_leaderboard_without_season_rules
from bot.projections.week_summary import load_week_summary
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.totals import DAY_MILLISECONDS, KEYS, VALUES, build_standings_totals_query
from tests.benchmarks.figures import Figure, Size, run_figures
from tests.benchmarks.past import NOON
from tests.storage.postgres import find_package, running
from tests.storage.store import opened, url_of

GUILD = 1
YEARS = 5
PLAYERS = 2_000
SEATS = 4
MOST = 0.020  # seconds
MOST_OF_WEEK = 1.0  # seconds; nobody waits for it
ME = "player-77"

_TODAY = datetime_to_milliseconds(NOON) // DAY_MILLISECONDS
_FIRST = _TODAY - YEARS * 365 + 1

SCOPES = {
    "of all time": LeaderboardFilter(),
    "of a season": LeaderboardFilter(season=1),
    "of a variant": LeaderboardFilter(variant="esclave"),
    "of a season, variant and table": LeaderboardFilter(1, None, "esclave", "free-for-all"),
    "of 7 days": LeaderboardFilter(since=_TODAY - 6),
    "of 30 days": LeaderboardFilter(since=_TODAY - 29),
    "of 90 days": LeaderboardFilter(since=_TODAY - 89),
    "of 90 days, variant and table": LeaderboardFilter(None, _TODAY - 89, "esclave", "free-for-all"),
}

# Four to a pod, and who comes often comes very often: three of four seats are a fifth of them's.
_RESULTS = """
    INSERT INTO results (channel, pod, player, guild, points, role, won, at, variant, "table",
        caused, served, reign, team, game, deeds)
    WITH RECURSIVE seats(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM seats WHERE n < {results} - 1)
    SELECT
        1, n / {seats} + 1,
        'player-' || ((n / {seats} * 7919 % CASE WHEN n / {seats} % 4 = 0 THEN {players}
            ELSE {players} / 5 END + n % {seats} * 37) % {players}),
        {guild}, n % {seats}, CASE WHEN n % {seats} = 3 THEN 'master' ELSE 'servant' END,
        n % {seats} > 1, ({first} + CAST(n AS BIGINT) * {days} / {results}) * {day},
        CASE WHEN n / {seats} % 3 = 0 THEN 'necromancer' ELSE 'esclave' END, 'free-for-all',
        n % {seats}, 1, 0, 0, 'pod', CASE WHEN n % {seats} = 3 THEN 'first-blood' ELSE '' END
    FROM seats
"""
_SUMMED = text(
    "SELECT player, sum(points) AS points, count(*) FROM results WHERE guild = :guild"
    " GROUP BY player ORDER BY points DESC, player LIMIT 10"
)


def standings(size: Size, folder: Path) -> Iterator[Figure]:
    """Compare the time of a leaderboard with that of adding all results up, a database after the other."""
    yield from run_figures(_measure("SQLite", url_of(folder / "standings.sqlite3"), size))
    if find_package() is not None:
        with running() as server:
            yield from run_figures(_measure("PostgreSQL", server.database(), size))


async def _measure(name: str, url: str, size: Size) -> AsyncIterator[Figure]:
    async with opened(url) as database:
        await upgrade_database_schema(database)
        await database.run_write_transaction(partial(fill, size.results))
        summed = await _slowest(partial(_sum, database), max(1, size.asked // 100)) * 1_000
        pages = {scope: partial(_page, database, leaderboard) for scope, leaderboard in SCOPES.items()}
        pages["of all time, page 5"] = partial(_page, database, LeaderboardFilter(), 4)
        for scope, page in pages.items():
            # Other programs delay some answers: the best of some rounds counts.
            took = min([await _slowest(page, -(-size.asked // size.turns)) for _ in range(size.turns)]) * 1_000
            yield Figure(
                f"leaderboard {scope}, {name}, p99", took, "ms", MOST * 1_000, "less than", ("added up", summed)
            )
        end = NOON + timedelta(days=1)
        week = partial(load_week_summary, database, GUILD, end - timedelta(weeks=1), end)
        took = min([await _slowest(week, 1) for _ in range(size.turns)]) * 1_000
        yield Figure(f"summary of a week, {name}", took, "ms", MOST_OF_WEEK * 1_000, "less than", ("added up", summed))


def fill(results: int, connection: Connection) -> None:
    """Insert so many results, their totals, and a season that began a year ago."""
    numbers = {"results": results, "seats": SEATS, "players": PLAYERS, "guild": GUILD}
    numbers |= {"first": _FIRST, "days": _TODAY - _FIRST + 1, "day": DAY_MILLISECONDS}
    connection.execute(text(_RESULTS.format_map(numbers)))
    season = {
        "guild": GUILD,
        "number": 1,
        "name": "Spring",
        "start": datetime_from_milliseconds((_TODAY - 365) * DAY_MILLISECONDS),
    }
    connection.execute(insert(schema.seasons).values(season))
    names = [*KEYS, *VALUES]
    connection.execute(insert(schema.standings).from_select(names, build_standings_totals_query("1 = 1", 1)))
    connection.execute(text("ANALYZE"))


async def _page(database: Database, scope: LeaderboardFilter, number: int = 0) -> LeaderboardPage:
    return await load_leaderboard_without_season_rules(database, GUILD, scope, ME, number)


async def _sum(database: Database) -> None:
    await database.fetch_rows(_SUMMED, {"guild": GUILD})


async def _slowest(ask: Callable[[], Awaitable[object]], times: int) -> float:
    """Return the seconds within which 99 of 100 are answered."""
    took = []
    for _ in range(times):
        start = perf_counter()
        await ask()
        took.append(perf_counter() - start)
    return sorted(took)[(times * 99 - 1) // 100]
