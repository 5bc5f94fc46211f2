"""One, two and four processes on one PostgreSQL database, each in channels of its own.

    python -m tests.benchmarks.sharing URL SECONDS FIRST

is one of them, in the channels from FIRST on. It prints the number of turns that it passed, and
their processor seconds.
"""

import asyncio
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from bot.cluster.membership import ClusterMembership
from bot.cluster.store import PostgreSQLClusterStore
from bot.rules.next_turn import BeginNextTurn
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.benchmarks.committing import BUSY, GUILD, HOST
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.meeting import sit_down
from tests.loopback.program import environment, started
from tests.storage import postgres

PROCESSES = (1, 2, 4)

WANTED = 1.15
"""Of what a command takes of one process, so much it takes at most of each of several."""

SHARDS = 16
START = 0.5
"""Seconds in which a process takes its first turn and reads its games, before it is measured."""


class Work(NamedTuple):
    """Turns that were passed, and their processor seconds."""

    turns: int
    seconds: float


def sharing(size: Size, folder: Path) -> list[Figure]:
    """Measure the processor time of a command, and the commands of all processes together."""
    with postgres.running() as server, server.durable():
        return asyncio.run(_measure(server, size, folder))


async def _measure(server: postgres.Postgres, size: Size, folder: Path) -> list[Figure]:
    begun = server.database()
    await sit_down(begun, max(PROCESSES) * BUSY)
    works: dict[int, list[Work]] = {processes: [] for processes in PROCESSES}
    for _ in range(size.turns):
        for processes, found in works.items():
            url = server.database(begun)
            found.append(await _pass_turns(url, processes, size.meeting, folder))
            server.drop(url)
    each = {n: median(w.seconds / w.turns for w in found) * 1e6 for n, found in works.items()}
    rates = {n: median(w.turns for w in found) / size.meeting for n, found in works.items()}
    figures = []
    for processes in PROCESSES[1:]:
        name, base = f"processor's time for a turn, {processes} processes", ("one", each[1])
        figures.append(Figure(name, each[processes], "µs", WANTED * each[1], "at most", baseline=base))
        name, base = f"  turns passed by {processes} processes", ("one", rates[1])
        figures.append(Figure(name, rates[processes], "/s", baseline=base))
    return figures


async def _pass_turns(url: str, processes: int, seconds: float, folder: Path) -> Work:
    """Return the sum of all processes' work. Raises `RuntimeError` if one of them fails."""
    module, env = "tests.benchmarks.sharing", environment()
    async with AsyncExitStack() as stack:
        programs = [
            await stack.enter_async_context(started(module, url, f"{seconds}", f"{n * BUSY}", folder=folder, env=env))
            for n in range(processes)
        ]
        ended = [await program.ended() for program in programs]
    for each in ended:
        if each.status:
            raise RuntimeError(each.err)
    told = [each.out.split() for each in ended]
    return Work(sum(int(turns) for turns, _ in told), sum(float(took) for _, took in told))


async def _play(url: str, seconds: float, first: int) -> Work:
    """Pass turns in this process, with heartbeats like one of several."""
    store, database = PostgreSQLClusterStore(url, lambda _: None), Database(url)
    membership = ClusterMembership(store, await store.load_or_store_shard_count(1, SHARDS, may_lower_count=False))
    beating = asyncio.create_task(membership.run_heartbeat_loop())
    try:
        service = GameService(EventLog(database), PeopleRepository(database), lambda: datetime.now(UTC))
        channels = range(first, first + BUSY)
        await _play_in_all(service, channels, START)
        before = process_time()
        turns = await _play_in_all(service, channels, seconds)
        return Work(turns, process_time() - before)
    finally:
        beating.cancel()
        await asyncio.wait([beating])
        await membership.leave_cluster()
        await store.close_connection_for_good()
        await database.close_all_connections()


async def _play_in_all(service: GameService, channels: range, seconds: float) -> int:
    end = perf_counter() + seconds
    return sum(await asyncio.gather(*(_play_in(service, each, end) for each in channels)))


async def _play_in(service: GameService, channel: int, end: float) -> int:
    turns = 0
    request = GameCommandRequest(ChannelAddress(GUILD, channel), HOST, lambda *_: BeginNextTurn())
    while perf_counter() < end:
        await service.execute_command(request)
        turns += 1
    return turns


if __name__ == "__main__":
    print(*asyncio.run(_play(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
