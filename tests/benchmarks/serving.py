"""The process on many servers: the time until it knows all of them, and its memory then."""

import asyncio
from pathlib import Path
from time import perf_counter

import psutil  # type: ignore[import-untyped]

from tests.benchmarks import process
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.starting import Ready
from tests.loopback.program import environment, started
from tests.loopback.server import TOKEN, Loopback
from tests.storage import postgres

EACH = 2_500
"""Servers of a shard: Discord allows no more."""

AT_ONCE = 16
"""Sessions that may begin at once, as Discord lets large bots."""

LAST = 120.0
"""Seconds that a start may take."""


QUIET = 1.0
"""Seconds in which a process does next to nothing, once it has heard of everything."""

LOOK = 0.1
"""Seconds between two looks at how much it does."""


def serving(size: Size, folder: Path) -> list[Figure]:
    """Measure the bot as one of several processes on PostgreSQL, and one that only connects.

    The latter has one shard with all servers, because more would begin one every five seconds.
    """
    if not process.KNOWN:
        return []
    figures = []
    for servers in size.servers:
        shards = -(-servers // EACH)
        with postgres.running() as server:
            bot = asyncio.run(_start(servers, shards, folder, server.database()))
        bare = asyncio.run(_start(servers, 1, folder, None))
        name = f"start to quiet, {servers:,} servers on {shards} shards"
        figures.append(Figure(name, bot.seconds, "s", baseline=("bare", bare.seconds)))
        base = ("bare", bare.megabytes)
        figures.append(Figure("  memory then", bot.megabytes, "MB", baseline=base))
    return figures


async def _start(servers: int, shards: int, folder: Path, database: str | None) -> Ready:
    """Start a process; wait until it knows all servers and is idle."""
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN)
    module, argument = "tests.loopback.bare", TOKEN
    if database is not None:
        env["SUZERAIN_DATABASE__URL"], module, argument = database, "tests.loopback.child", "run"
    async with Loopback(guilds=servers, shards=shards, max_concurrency=AT_ONCE) as discord:
        begun = perf_counter()
        async with asyncio.timeout(LAST), started(module, discord.address, argument, folder=folder, env=env) as program:
            await discord.seen.until(lambda: len(discord.gateway.sockets) == shards, LAST)
            quiet = await _wait_for_quiet(program.process.pid)
            return Ready(quiet - begun, process.held(program.process.pid) / 1e6)


async def _wait_for_quiet(pid: int) -> float:
    """Return when a process was last busy."""
    watched, worked = psutil.Process(pid), perf_counter()
    spent = sum(watched.cpu_times()[:2])
    while perf_counter() - worked < QUIET:
        await asyncio.sleep(LOOK)
        before, spent = spent, sum(watched.cpu_times()[:2])
        if spent - before > LOOK / 5:
            worked = perf_counter()
    return worked
