"""Correcting an old game: the time until ratings follow, and the delay of commands."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count, cycle
from pathlib import Path
from time import perf_counter
from typing import Any

from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from bot.storage.tables.totals import build_standings_totals_query
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.past import NOON
from tests.benchmarks.rules import SIX, defeat
from tests.storage.store import pressed_by_all

GUILD = 1
SEATS = 5
PLAYERS = 200
LATER = 5 / 6
"""The share of the games that come after the one that is put right."""

MOST = 5.0
"""Seconds until their ratings are right."""

NOTICED = 25.0
"""Milliseconds that a command may take longer meanwhile."""

STREAM = 50.0
"""Commands a second."""

TABLES = 20
"""Where they are called, in turn."""

PAST = 99
"""The channel of the game that is put right."""

SECONDS = 4.0
"""Of rest, as long as what it is compared with."""

HOST = CommandUser(1, AccountNames("Ana"), moderator=True)
HOUR = 3_600_000

# Some come often; who wins is a matter of who they are, and of luck.
_RESULTS = """
    WITH RECURSIVE seats(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM seats WHERE n < :results - 1)
    INSERT INTO results SELECT
        100 + n / :seats % 10, n / :seats + 1,
        'player-' || ((n / :seats * 7919 % CASE WHEN n / :seats % 4 = 0 THEN :players
            ELSE :players / 5 END + n % :seats * 37) % :players),
        :guild, n % :seats, CASE WHEN n % 3 = 0 THEN 'servant' ELSE 'master' END,
        n % :seats > 3, :first + n / :seats * :hour, 'esclave', 'free-for-all',
        n % :seats, 1, 0, n % :seats, NULL, NULL, NULL, 'pod', FALSE,
        :first + n / :seats * :hour, NULL, '', NULL, n % :seats + 1, :seats
    FROM seats
"""


def ratings(size: Size, folder: Path) -> list[Figure]:
    """Measure seconds until all is rated again, and the time of commands at rest and meanwhile."""
    return asyncio.run(_ratings(size, folder / "ratings.sqlite3"))


async def _ratings(size: Size, file: Path) -> list[Figure]:
    database = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(database)
        first = NOON - timedelta(hours=size.games)
        _fill(file, size.games, datetime_to_milliseconds(first))
        evening, rater = Evening(database), BackgroundRatingUpdater(database)
        later = round(size.games * LATER)
        await evening.sit_down(NOON - timedelta(hours=later))
        await rater.wait_for_ratings_of_server(GUILD)
        alone = [await evening.put_right(rater) for _ in range(size.turns)]
        rest = asyncio.create_task(asyncio.sleep(size.turns * SECONDS))
        at_rest = await evening.ask_until(rest)
        replays = asyncio.create_task(evening.put_right_often(rater, size.turns))
        meanwhile = await evening.ask_until(replays)
        return [
            Figure(f"rated again, {later:,} games", min(alone), "s", MOST, "less than"),
            Figure("  while people play", min(await replays), "s", MOST, "less than"),
            Figure(
                f"committed meanwhile, at {STREAM:.0f} commands/s, p99",
                meanwhile,
                "ms",
                at_rest + NOTICED,
                "less than",
                ("at rest", at_rest),
            ),
        ]
    finally:
        await database.close_all_connections()


def _fill(file: Path, games: int, first: int) -> None:
    numbers = {"results": games * SEATS, "seats": SEATS, "players": PLAYERS, "guild": GUILD}
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(_RESULTS, numbers | {"first": first, "hour": HOUR})
        database.execute(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}")
        database.execute("INSERT INTO unrated SELECT guild, game, min(at), 0, 0 FROM results GROUP BY 1, 2")


class Evening:
    """Players who report a defeat and take it back, and a moderator who corrects an old game."""

    def __init__(self, database: Database) -> None:
        self._now = NOON
        self._people = PeopleRepository(database)
        self._service = GameService(EventLog(database), self._people, lambda: self._now)
        self._interactions: Iterator[int] = count(1)
        self._points = count(1)

    async def sit_down(self, long_ago: datetime) -> None:
        """Return an evening with a game that ended long ago, and others that have just begun."""
        known = enumerate(SIX, HOST.discord_id)
        self._six = tuple(
            [
                (
                    await self._people.with_nicknames_of_server(NOWHERE).load_or_create_person(
                        id, AccountNames(name.title())
                    )
                ).id
                for id, name in known
            ]
        )
        self._now = long_ago
        await self._open(PAST)
        await self._do(PAST, ReportDrawnGame())
        self._now = NOON
        for channel in range(TABLES):
            await self._open(channel)
        turn: tuple[PodCommand, PodCommand] = (defeat(self._six[1], self._six[0]), UndoPodEvent())
        self._turns = [cycle(turn) for _ in range(TABLES)]

    async def _open(self, channel: int) -> None:
        await self._do(channel, OpenLobby(PodSetup(), self._six[0], self._six))
        await self._do(channel, StartGame(self._six, self._six[0]))

    async def put_right_often(self, rater: BackgroundRatingUpdater, times: int) -> list[float]:
        """Return the seconds of each of several corrections."""
        return [await self.put_right(rater) for _ in range(times)]

    async def put_right(self, rater: BackgroundRatingUpdater) -> float:
        """Return the seconds from a correction until every game is rated again."""
        start = perf_counter()
        points = {self._six[1]: next(self._points)}
        await self._do(PAST, OverrideGameAsModerator("points", "it was not so", points=points))
        await rater.wait_for_ratings_of_server(GUILD)
        return perf_counter() - start

    async def ask_until(self, done: asyncio.Future[Any]) -> float:
        """Return the ms within which 99 of 100 commands are committed, of those sent until then."""
        loop, asked = asyncio.get_running_loop(), list[asyncio.Task[float]]()
        start = loop.time()
        while not done.done():
            channel = len(asked) % TABLES
            asked.append(loop.create_task(self._ask(channel, next(self._turns[channel]))))
            await asyncio.sleep(start + len(asked) / STREAM - loop.time())
        seconds = sorted(await asyncio.gather(*asked))
        return seconds[(len(seconds) * 99 - 1) // 100] * 1_000

    async def _ask(self, channel: int, command: PodCommand) -> float:
        start = perf_counter()
        await self._do(channel, command)
        return perf_counter() - start

    async def _do(self, channel: int, command: PodCommand) -> None:
        place, interaction = ChannelAddress(GUILD, channel), next(self._interactions)
        pressed = pressed_by_all(command)
        request = GameCommandRequest(place, HOST, lambda *_: command, interaction, pressed=pressed)
        await self._service.execute_command(request)
