"""Two processes that write to the same channels of one PostgreSQL database; no Discord."""

import asyncio
import sys
from collections.abc import Iterable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from bot.rules.next_turn import BeginNextTurn
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.benchmarks.committing import BUSY, GUILD, HOST, Players
from tests.benchmarks.figures import Figure, Size
from tests.loopback.program import environment, started
from tests.storage import postgres

WANTED = 0.7
"""Of what one process makes on the same channels, so much two make together at least."""


class Rate(NamedTuple):
    """Turns passed a second, and refusals a second because of the other process."""

    turns: float
    busy: float


def meeting(size: Size, folder: Path) -> list[Figure]:
    """Measure turns passed in the same channels by one process and by two."""
    with postgres.running() as server, server.durable():
        return asyncio.run(_measure(server, size, folder))


async def _measure(server: postgres.Postgres, size: Size, folder: Path) -> list[Figure]:
    """Measure with new games each time: a game of a thousand turns takes long to read."""
    begun = server.database()
    await sit_down(begun, BUSY)
    alone, together = list[Rate](), list[Rate]()
    for _ in range(size.turns):
        for processes, rates in enumerate((alone, together), 1):
            url = server.database(begun)
            rates.append(await _pass_turns(url, processes, size.meeting, folder))
            server.drop(url)
    one, two = (median(each.turns for each in rates) for rates in (alone, together))
    busy = max(each.busy for each in together)
    name, base = f"turns passed in {BUSY} channels by two processes", ("one", one)
    return [
        Figure(name, two, "/s", WANTED * one, baseline=base),
        Figure("  told to come back later", busy, "/s", 0.01 * one, "at most"),
    ]


async def sit_down(url: str, channels: int) -> None:
    """Begin a game in each of so many channels of a new database."""
    database = Database(url, access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(database)
        people = PeopleRepository(database)
        service = GameService(EventLog(database), people, lambda: datetime.now(UTC))
        await Players(service, people).sit_down(channels)
    finally:
        await database.close_all_connections()


async def _pass_turns(url: str, processes: int, seconds: float, folder: Path) -> Rate:
    """Return the sum of all processes' turns. Raises `RuntimeError` if one of them fails."""
    module, env = "tests.benchmarks.meeting", environment()
    async with AsyncExitStack() as stack:
        programs = [
            await stack.enter_async_context(started(module, url, f"{seconds}", folder=folder, env=env))
            for _ in range(processes)
        ]
        ended = [await program.ended() for program in programs]
    for each in ended:
        if each.status:
            raise RuntimeError(each.err)
    return _add(Rate(*map(float, each.out.split())) for each in ended)


def _add(rates: Iterable[Rate]) -> Rate:
    return Rate(*map(sum, zip(*rates, strict=True)))


async def _play(url: str, seconds: float) -> Rate:
    """Pass turns in each channel without pauses, in this process."""
    database = Database(url)
    try:
        service = GameService(EventLog(database), PeopleRepository(database), lambda: datetime.now(UTC))
        end = perf_counter() + seconds
        each = await asyncio.gather(*(_play_in(service, n, end) for n in range(BUSY)))
    finally:
        await database.close_all_connections()
    turns, busy = _add(each)
    return Rate(turns / seconds, busy / seconds)


async def _play_in(service: GameService, channel: int, end: float) -> Rate:
    turns = busy = 0
    request = GameCommandRequest(ChannelAddress(GUILD, channel), HOST, lambda *_: BeginNextTurn())
    while perf_counter() < end:
        try:
            await service.execute_command(request)
        except DatabaseBusyError:
            busy += 1
        else:
            turns += 1
    return Rate(turns, busy)


if __name__ == "__main__":
    print(*asyncio.run(_play(sys.argv[1], float(sys.argv[2]))))
