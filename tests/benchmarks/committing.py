"""Durable commands through the service: decided, appended, committed; no Discord."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.service.game_requests import CommandActor, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_schema
from bot.storage.engine.sqlite import PRAGMAS
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import SIX, defeat
from tests.storage.store import pressed_by_all

GUILD = 1
BUSY = 64  # channels at once
HOST = CommandActor(1, AccountNames("Ana"))


def committing(size: Size, folder: Path) -> list[Figure]:
    """Measure one channel whose commands wait for their commits, and many at once."""
    raw = max(measure_raw(folder / "raw.sqlite3", size.commands) for _ in range(2))
    one, many = asyncio.run(_served(folder / "commands.sqlite3", size.commands))
    base = ("raw sqlite3", raw)
    several = f"{BUSY} channels"
    return [
        Figure("commands committed, one channel", one.rate, "/s", 0.2 * raw, baseline=base),
        Figure("  processor time of each", one.cost, "ms"),
        Figure(f"commands committed, {several}", many.rate, "/s", 2 * raw, baseline=base),
        Figure(f"  processor time of each, {several}", many.cost, "ms"),
    ]


class Speed(NamedTuple):
    """Commands a second, and the milliseconds of processor time that each took."""

    rate: float
    cost: float


def measure_raw(file: Path, rows: int) -> float:
    """Return rows a second that `sqlite3` commits one at a time, with the same pragmas."""
    payload = "x" * 200  # about what an event takes
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for pragma, value in PRAGMAS.items():
            database.execute(f"PRAGMA {pragma} = {value}")
        database.execute("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, payload TEXT)")
        start = perf_counter()
        for _ in range(rows):
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO rows (payload) VALUES (?)", (payload,))
            database.execute("COMMIT")
        return rows / (perf_counter() - start)


async def _served(file: Path, commands: int) -> tuple[Speed, Speed]:
    database = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_schema(database)
        people = PeopleRepository(database)
        service = GameService(EventLog(database), people, lambda: datetime.now(UTC))
        players = Players(service, people)
        await players.sit_down(BUSY)
        return await players.measure(1, commands), await players.measure(BUSY, 4 * commands)
    finally:
        await database.close_all_connections()


class Players:
    """People who report a defeat and take it back, as fast as they are answered."""

    def __init__(self, service: GameService, people: PeopleRepository) -> None:
        self._service = service
        self._people = people
        self._interactions: Iterator[int] = count(1)

    async def sit_down(self, channels: int) -> None:
        """Start a pod of six in each channel."""
        known = enumerate(SIX, HOST.discord_id)
        self.six = tuple(
            [
                (
                    await self._people.with_nicknames_of_server(NOWHERE).load_or_create_person(
                        id, AccountNames(name.title())
                    )
                ).id
                for id, name in known
            ]
        )
        for channel in range(channels):
            await self._do(channel, OpenLobby(PodSetup(), self.six[0], self.six))
            await self._do(channel, StartGame(self.six, self.six[0]))

    async def measure(self, channels: int, commands: int) -> Speed:
        """Return the speed of commands in all channels together."""
        each = commands // channels
        start, busy = perf_counter(), process_time()
        await asyncio.gather(*(self._report(channel, each) for channel in range(channels)))
        done = each * channels
        return Speed(done / (perf_counter() - start), (process_time() - busy) / done * 1000)

    async def _report(self, channel: int, commands: int) -> None:
        report = defeat(self.six[1], self.six[0])
        for number in range(commands):
            await self._do(channel, UndoPodEvent() if number % 2 else report)

    async def _do(self, channel: int, command: PodCommand) -> None:
        place, interaction = ChannelAddress(GUILD, channel), next(self._interactions)
        pressed = pressed_by_all(command)
        request = GameCommandRequest(place, HOST, lambda *_: command, interaction, pressed=pressed)
        await self._service.execute_command(request)
