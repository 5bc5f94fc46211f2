"""The leaderboard of a server where people have played for years."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter

from sqlalchemy import text

from bot.projections.standings import Scope, leaderboard
from bot.storage.database import Database
from bot.storage.migrate import upgrade
from bot.storage.schema import milliseconds
from bot.storage.totals import DAY, counted
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.past import NOON

GUILD = 1
YEARS = 5
PLAYERS = 2_000
SEATS = 4
MOST = 0.020  # seconds
ME = "player-77"

_TODAY = milliseconds(NOON) // DAY
_FIRST = _TODAY - YEARS * 365 + 1

# Four to a pod, and who comes often comes very often: three of four seats are a fifth of them's.
_RESULTS = """
    WITH RECURSIVE seats(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM seats WHERE n < :results - 1)
    INSERT INTO results SELECT
        1, n / :seats + 1,
        'player-' || ((n / :seats * 7919 % CASE WHEN n / :seats % 4 = 0 THEN :players
            ELSE :players / 5 END + n % :seats * 37) % :players),
        :guild, n % :seats, CASE WHEN n % :seats = 3 THEN 'master' ELSE 'servant' END,
        n % :seats > 1, (:first + n * :days / :results) * :day,
        CASE WHEN n / :seats % 3 = 0 THEN 'necromancer' ELSE 'esclave' END, 'free-for-all',
        n % :seats, 1
    FROM seats
"""
_SUMMED = text(
    "SELECT player, sum(points) AS points, count(*) FROM results WHERE guild = :guild"
    " GROUP BY player ORDER BY points DESC, player LIMIT 10"
)


def standings(size: Size, folder: Path) -> list[Figure]:
    """How long a leaderboard takes, and how long it would take to add it up each time."""
    return asyncio.run(_standings(size, folder / "standings.sqlite3"))


async def _standings(size: Size, file: Path) -> list[Figure]:
    database = Database(f"sqlite:///{file}")
    try:
        await upgrade(database)
        _fill(file, size.results)
        summed = await _slowest(partial(_sum, database), max(1, size.asked // 100))
        scopes = {
            "of all time": Scope(),
            "of a variant": Scope(variant="esclave"),
            "of 7 days": Scope(since=_TODAY - 6),
            "of 90 days": Scope(since=_TODAY - 89),
        }
        return [
            Figure(
                f"leaderboard {name}, p99",
                await _slowest(partial(leaderboard, database, GUILD, scope, ME), size.asked)
                * 1_000,
                "ms",
                MOST * 1_000,
                "less than",
                ("added up", summed * 1_000),
            )
            for name, scope in scopes.items()
        ]
    finally:
        await database.close()


def _fill(file: Path, results: int) -> None:
    numbers = {"results": results, "seats": SEATS, "players": PLAYERS, "guild": GUILD}
    numbers |= {"first": _FIRST, "days": _TODAY - _FIRST + 1, "day": DAY}
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(_RESULTS, numbers)
        database.execute(f"INSERT INTO standings {counted('1 = 1')}")


async def _sum(database: Database) -> None:
    async with database.reading() as connection:
        (await connection.execute(_SUMMED, {"guild": GUILD})).all()


async def _slowest(ask: Callable[[], Awaitable[object]], times: int) -> float:
    """The seconds within which 99 of 100 are answered."""
    took = []
    for _ in range(times):
        start = perf_counter()
        await ask()
        took.append(perf_counter() - start)
    return sorted(took)[(times * 99 - 1) // 100]
