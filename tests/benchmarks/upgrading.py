"""A long history of an earlier release: its upgrade, and its way through an archive, on SQLite and PostgreSQL."""

import asyncio
import gzip
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import asyncpg

from tests.benchmarks import past, process
from tests.benchmarks.figures import Figure, Size
from tests.loopback.program import ROOT, environment
from tests.storage import postgres
from tests.storage.copying import copy_to_postgres
from tests.storage.postgres import EMPTY

RELEASE = "1.0.0"
RELEASES = ROOT / "tests" / "upgrade" / "releases"
GAME = RELEASES / f"{RELEASE}.game.sql.gz"
"""The database of the release with one finished game, on SQLite."""

TABLES = RELEASES / f"{RELEASE}.postgresql.sql.gz"
"""A database of the release on PostgreSQL, whose tables are used."""

MEMORY = 400.0
"""Megabytes that each step takes at most, however long the history is."""

MEASURED = """
import sys
from bot.cli import main
from tests.benchmarks import process
status = main(sys.argv[1:])
print(process.peak() if process.KNOWN else 0, file=sys.stderr)
sys.exit(status)
"""
"""A program that runs a command and prints the bytes that it held at most; `getrusage` counts its parent."""


class Measured(NamedTuple):
    """The seconds and megabytes that a command took."""

    seconds: float
    megabytes: float


def upgrading(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure `migrate` of a release's database with many games, and `export` and `import` of them."""
    file = folder / "old.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(gzip.decompress(GAME.read_bytes()).decode())
    past.multiply_games(file, size.upgraded)
    if "SQLite" in size.upgraded_on:
        source = shutil.copy(file, folder / "source.sqlite3")  # the other kind of database begins with the same file
        yield from _measure_steps(folder, "SQLite", f"sqlite:///{source}", f"sqlite:///{folder / 'new.sqlite3'}", size)
    if "PostgreSQL" in size.upgraded_on:
        with postgres.running() as server:
            old, new = server.database(), server.database()
            asyncio.run(_copy_to_tables_of_release(file, old))
            yield from _measure_steps(folder, "PostgreSQL", old, new, size)


def _measure_steps(folder: Path, kind: str, source: str, target: str, size: Size) -> Iterator[Figure]:
    """Measure the upgrade of a database, and its way into a new one of the same kind."""
    archive = folder / f"{kind}.jsonl"
    for name, url, command in (
        (f"migrate {size.upgraded:,} games of {RELEASE}, {kind}", source, ("migrate",)),
        ("  export them", source, ("export", str(archive))),
        ("  import them into a new database", target, ("import", str(archive))),
    ):
        took = _measure(folder, url, *command)
        yield Figure(name, took.seconds, "s")
        if process.KNOWN:
            yield Figure("    memory of it", took.megabytes, "MB", MEMORY, "at most")


async def _copy_to_tables_of_release(file: Path, url: str) -> None:
    server = await asyncpg.connect(url)
    await server.execute(gzip.decompress(TABLES.read_bytes()).decode())
    await server.execute(EMPTY)
    await server.close()
    await copy_to_postgres(file, url)


def _measure(folder: Path, url: str, *command: str) -> Measured:
    env = environment(SUZERAIN_DATABASE__URL=url, PYTHONPATH=f"{ROOT}")
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return Measured(perf_counter() - begun, int(done.stderr.split()[-1]) / 1e6)
