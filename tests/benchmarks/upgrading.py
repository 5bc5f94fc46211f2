"""A long history of an earlier release: its upgrade, and its way through an archive into a new database."""

import gzip
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tests.benchmarks import past
from tests.benchmarks.figures import Figure, Size
from tests.loopback.program import ROOT, environment

RELEASE = "1.0.0"
DUMP = ROOT / "tests" / "upgrade" / "releases" / f"{RELEASE}.game.sql.gz"
"""The database of the release with one finished game."""

MEMORY = 400.0
"""Megabytes that each step takes at most, however long the history is."""

MEASURED = """
import resource, sys
from bot.cli import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""
"""A program that runs a command and prints the kilobytes that it held at most."""


class Measured(NamedTuple):
    """The seconds and megabytes that a command took."""

    seconds: float
    megabytes: float


def upgrading(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure `migrate` of a release's database with many games, and `export` and `import` of them."""
    file, archive, other = folder / "old.sqlite3", folder / "history.jsonl", folder / "new.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    past.multiply_games(file, size.upgraded)
    for name, database_file, command in (
        (f"migrate {size.upgraded:,} games of {RELEASE}", file, ("migrate",)),
        ("  export them", file, ("export", str(archive))),
        ("  import them into a new database", other, ("import", str(archive))),
    ):
        took = _measure(folder, database_file, *command)
        yield Figure(name, took.seconds, "s")
        if sys.platform == "linux":  # elsewhere the unit is another one
            yield Figure("    memory of it", took.megabytes, "MB", MEMORY, "at most")


def _measure(folder: Path, file: Path, *command: str) -> Measured:
    env = environment(SUZERAIN_DATABASE__URL=f"sqlite:///{file}", PYTHONPATH=f"{ROOT}")
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return Measured(perf_counter() - begun, int(done.stderr.split()[-1]) / 1000)
