"""The process: the time until it is ready, and its memory then."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.benchmarks import past, process
from tests.benchmarks.figures import Figure, Size
from tests.loopback.program import Program, environment, started
from tests.loopback.server import TOKEN, Loopback

OPEN_PODS = 5

GROWTH = 1.5
"""How many times as long a start may take with the longest past as with the shortest."""


@dataclass(frozen=True)
class Ready:
    """A process that is ready: seconds since its start, and megabytes."""

    seconds: float
    megabytes: float


def starting(size: Size, folder: Path) -> list[Figure]:
    """Measure the bot on a database with a past, and a process that only connects."""
    file = folder / "suzerain.sqlite3"
    past.build(file, size.pods, OPEN_PODS)
    bots = [asyncio.run(_bot(file)) for _ in range(size.starts)]
    bares = [asyncio.run(_bare(folder)) for _ in range(size.starts)]
    soonest, bare = (min(ready.seconds for ready in each) for each in (bots, bares))
    name = f"start to ready, {size.pods:,} past pods"
    found = [Figure(name, soonest, "s", 3.0, "less than", ("bare", bare))]
    found += _growing(size, folder)
    if process.KNOWN:
        least, bare = (min(ready.megabytes for ready in each) for each in (bots, bares))
        found.append(Figure("memory when ready", least, "MB", 150.0, "less than", ("bare", bare)))
    return found


def _growing(size: Size, folder: Path) -> list[Figure]:
    """Measure the bot on ever longer pasts, none of which a start reads."""
    soonest = dict[int, float]()
    for pods in size.pasts:
        file = folder / f"{pods}" / "suzerain.sqlite3"
        file.parent.mkdir()
        past.build(file, pods, OPEN_PODS)
        soonest[pods] = min(asyncio.run(_bot(file)).seconds for _ in range(size.starts))
    shortest = soonest[size.pasts[0]]
    return [
        Figure(f"  with {pods:,} past pods", soonest[pods], "s", GROWTH * shortest, "less than") for pods in size.pasts
    ]


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
            return Ready(perf_counter() - start, _megabytes(program))


def _megabytes(program: Program) -> float:
    return process.held(program.process.pid) / 1e6 if process.KNOWN else 0.0
