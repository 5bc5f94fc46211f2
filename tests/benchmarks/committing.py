"""Durable commands through the service: decided, appended, committed; no Discord."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.sqlite import PRAGMAS
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import SIX, defeat
from tests.storage.store import pressed_by_all

GUILD = 1
BUSY = 64  # channels at once
CROWD = 39  # people who sign up for a plan at the same moment, beside its host
SOON = 3_600_000  # milliseconds until the plan
HOST = CommandUser(1, AccountNames("Ana"))


def committing(size: Size, folder: Path) -> list[Figure]:
    """Measure one channel whose commands wait for their commits, and many at once."""
    raw = max(measure_raw(folder / "raw.sqlite3", size.commands) for _ in range(2))
    one, many, crowd, commits = asyncio.run(_serve_commands(folder / "commands.sqlite3", size.commands))
    base = ("raw sqlite3", raw)
    several = f"{BUSY} channels"
    return [
        Figure("commands committed, one channel", one.rate, "/s", 0.2 * raw, baseline=base),
        Figure("  processor time of each", one.cost, "ms"),
        Figure(f"commands committed, {several}", many.rate, "/s", 2 * raw, baseline=base),
        Figure(f"  processor time of each, {several}", many.cost, "ms"),
        Figure(f"sign-ups, {CROWD} in one channel at once", crowd.rate, "/s", baseline=("one by one", one.rate)),
        Figure("  processor time of each sign-up", crowd.cost, "ms"),
        Figure(f"  commits for all {CROWD}", commits, "", 4.0, "at most"),
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


async def _serve_commands(file: Path, commands: int) -> tuple[Speed, Speed, Speed, float]:
    database = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(database)
        people = PeopleRepository(database)
        service = GameService(EventLog(database), people, lambda: datetime.now(UTC))
        players = Players(service, people)
        await players.sit_down(BUSY)
        one, many = await players.measure(1, commands), await players.measure(BUSY, 4 * commands)
        commits = list[int]()
        database.add_commit_listener(commits.append)
        plans = -(-commands // CROWD)
        crowd = await players.measure_crowds(plans)
        return one, many, crowd, len(commits) / plans - 1  # without that of the plan
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

    async def measure_crowds(self, plans: int) -> Speed:
        """Return the speed of sign-ups that a crowd asks for at the same moment, for one plan after the other."""
        now = datetime_to_milliseconds(datetime.now(UTC))
        took = busy = 0.0
        for channel in range(BUSY, BUSY + plans):
            number = (await self._ask(channel, HOST, lambda me: PlanFutureGame(PodSetup(), me, now + SOON, now))).number
            crowd = [CommandUser(account, AccountNames(f"P{account}")) for account in range(100, 100 + CROWD)]
            start, start_busy = perf_counter(), process_time()
            await asyncio.gather(*(self._ask(channel, each, SignUpForPlan, number) for each in crowd))
            took, busy = took + perf_counter() - start, busy + process_time() - start_busy
        done = plans * CROWD
        return Speed(done / took, busy / done * 1000)

    async def _ask(
        self, channel: int, by: CommandUser, ask: Callable[[Player], GameCommand], number: int = 0
    ) -> LiveGame:
        place, interaction = ChannelAddress(GUILD, channel), next(self._interactions)
        request = GameCommandRequest(place, by, lambda me, _: ask(me), interaction, pod=number)
        return (await self._service.execute_command(request)).live

    async def _report(self, channel: int, commands: int) -> None:
        report = defeat(self.six[1], self.six[0])
        for number in range(commands):
            await self._do(channel, UndoPodEvent() if number % 2 else report)

    async def _do(self, channel: int, command: PodCommand) -> None:
        place, interaction = ChannelAddress(GUILD, channel), next(self._interactions)
        pressed = pressed_by_all(command)
        request = GameCommandRequest(place, HOST, lambda *_: command, interaction, pressed=pressed)
        await self._service.execute_command(request)
