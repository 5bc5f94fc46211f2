"""The process: the time until it is ready, and its memory then."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import psutil  # type: ignore[import-untyped]

from bot.storage.engine.migrate import migrate_database
from tests.benchmarks import past, process
from tests.benchmarks.figures import Figure, Size
from tests.loopback.program import Program, environment, started
from tests.loopback.server import TOKEN, Loopback
from tests.storage import postgres
from tests.storage.copying import copy_to_postgres
from tests.storage.postgres import Postgres

OPEN_PODS = 5

SOONEST = 3.0
"""Seconds in which the bot is ready."""

BYTECODE = "bytecode"
"""The folder for compiled modules: an installation has them, wherever this is measured."""

PATIENCE = 600.0
"""Seconds after which a start has failed, also on a machine that does something else."""

GROWTH = 1.2
"""How many times as long a start may take with a longer past as with the shortest, and as much of the processor."""


@dataclass(frozen=True)
class Ready:
    """A process that is ready: seconds since its start, megabytes, and seconds of the processor."""

    seconds: float
    megabytes: float
    processor: float = 0.0


def starting(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure a process that only connects, and the bot on ever longer pasts, none of which a start reads.

    All start in turn, so that a machine with other work disturbs each as much.
    """
    bares, bots = list[Ready](), dict[tuple[int, str], list[Ready]]()
    _write_bytecode(folder)
    with postgres.running() as server:
        pasts = {pods: _build_past(folder, pods, server) for pods in sorted({*size.pasts, size.pods})}
        for _ in range(size.starts):
            bares.append(asyncio.run(_bare(folder)))
            for pods, (file, copy) in pasts.items():
                bots.setdefault((pods, "SQLite"), []).append(asyncio.run(_bot(file)))
                bots.setdefault((pods, "PostgreSQL"), []).append(asyncio.run(_bot(file, copy)))
    bare, best = _find_best(bares), {key: _find_best(measured) for key, measured in bots.items()}
    for (pods, kind), here in best.items():
        first = best[min(pasts), kind]
        yield Figure(
            *(f"start to ready, {pods:,} past pods, {kind}", here.seconds, "s", SOONEST, "less than"),
            ("bare", bare.seconds),
        )
        ahead = ("the fewest pods", first.seconds)
        yield Figure("  beside the fewest", here.seconds, "s", GROWTH * first.seconds, "at most", ahead)
        ahead = ("the fewest pods", first.processor)
        yield Figure("  processor time", here.processor, "s", GROWTH * first.processor, "at most", ahead)
    if process.KNOWN:
        memory = best[max(pasts), "SQLite"].megabytes
        yield Figure("memory when ready", memory, "MB", 150.0, "less than", ("bare", bare.megabytes))


def _write_bytecode(folder: Path) -> None:
    """Start the bot once, so that its bytecode is there, as an installation's is."""
    file = folder / "first" / "suzerain.sqlite3"
    file.parent.mkdir()
    past.build(file, 0, OPEN_PODS)
    asyncio.run(_bot(file))


def _build_past(folder: Path, pods: int, server: Postgres) -> tuple[Path, str]:
    """Return a SQLite file with so many past pods, and a PostgreSQL database with the same rows."""
    file, copy = folder / f"{pods}" / "suzerain.sqlite3", server.database()
    file.parent.mkdir()
    past.build(file, pods, OPEN_PODS)
    migrate_database(copy)
    asyncio.run(copy_to_postgres(file, copy))
    return file, copy


def _find_best(measured: list[Ready]) -> Ready:
    return Ready(*(min(values) for values in zip(*map(astuple, measured), strict=True)))


async def _bot(file: Path, url: str = "") -> Ready:
    """Start the bot on a file, or on a PostgreSQL database; it is ready once it has drawn every open pod's board."""
    if url:
        await past.forget_boards_and_processes(url)
    else:
        past.forget_boards(file)
    folder = file.parent
    bytecode = folder.parent / BYTECODE
    return await _ready(
        folder, bytecode, lambda d: d.boards(OPEN_PODS, PATIENCE), "tests.loopback.child", "run", url=url
    )


async def _bare(folder: Path) -> Ready:
    bytecode = folder / BYTECODE
    return await _ready(folder, bytecode, lambda d: d.ready(patience=PATIENCE), "tests.loopback.bare", TOKEN)


async def _ready(
    folder: Path,
    bytecode: Path,
    ready: Callable[[Loopback], Coroutine[Any, Any, Any]],
    module: str,
    *arguments: str,
    url: str = "",
) -> Ready:
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN, **({"SUZERAIN_DATABASE__URL": url} if url else {}))
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = f"{bytecode}"
    async with Loopback(guilds=past.GUILDS, channels=past.CHANNELS + 1) as discord:
        start = perf_counter()
        async with started(module, discord.address, *arguments, folder=folder, env=env) as program:
            await ready(discord)
            took = perf_counter() - start
            return Ready(took, _megabytes(program), sum(psutil.Process(program.process.pid).cpu_times()[:2]))


def _megabytes(program: Program) -> float:
    return process.held(program.process.pid) / 1e6 if process.KNOWN else 0.0
