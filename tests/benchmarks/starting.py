"""The process: the time until it is ready, and its memory then."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import psutil  # type: ignore[import-untyped]

from tests.benchmarks import past, process
from tests.benchmarks.figures import Figure, Size
from tests.loopback.program import Program, environment, started
from tests.loopback.server import TOKEN, Loopback

OPEN_PODS = 5

SOONEST = 3.0
"""Seconds in which the bot is ready."""

GROWTH = 1.5
"""How many times as much of the processor a start may take with a longer past as with the shortest."""


@dataclass(frozen=True)
class Ready:
    """A process that is ready: seconds since its start, megabytes, and seconds of the processor."""

    seconds: float
    megabytes: float
    processor: float = 0.0


def starting(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure a process that only connects, and the bot on ever longer pasts, none of which a start reads."""
    bares = [asyncio.run(_bare(folder)) for _ in range(size.starts)]
    bare = min(each.seconds for each in bares)
    shortest: float | None = None
    memory: float | None = None
    for pods in sorted({*size.pasts, size.pods}):
        file = folder / f"{pods}" / "suzerain.sqlite3"
        file.parent.mkdir()
        past.build(file, pods, OPEN_PODS)
        bots = [asyncio.run(_bot(file)) for _ in range(size.starts)]
        soonest = min(each.seconds for each in bots)
        yield Figure(f"start to ready, {pods:,} past pods", soonest, "s", SOONEST, "less than", ("bare", bare))
        worked = min(each.processor for each in bots)
        shortest = shortest or worked
        base = ("the fewest pods", shortest)
        yield Figure("  processor time of it", worked, "s", GROWTH * shortest, "less than", base)
        memory = min(each.megabytes for each in bots)
    if process.KNOWN and memory is not None:
        least = min(each.megabytes for each in bares)
        yield Figure("memory when ready", memory, "MB", 150.0, "less than", ("bare", least))


async def _bot(file: Path) -> Ready:
    """Start the bot; it is ready once it has drawn the board of every open pod."""
    past.forget_boards(file)
    return await _ready(file.parent, lambda d: d.boards(OPEN_PODS), "tests.loopback.child", "run")


async def _bare(folder: Path) -> Ready:
    return await _ready(folder, lambda d: d.ready(), "tests.loopback.bare", TOKEN)


async def _ready(
    folder: Path, ready: Callable[[Loopback], Coroutine[Any, Any, Any]], module: str, *arguments: str
) -> Ready:
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN)
    async with Loopback(guilds=past.GUILDS, channels=past.CHANNELS + 1) as discord:
        start = perf_counter()
        async with started(module, discord.address, *arguments, folder=folder, env=env) as program:
            await ready(discord)
            took = perf_counter() - start
            return Ready(took, _megabytes(program), sum(psutil.Process(program.process.pid).cpu_times()[:2]))


def _megabytes(program: Program) -> float:
    return process.held(program.process.pid) / 1e6 if process.KNOWN else 0.0
