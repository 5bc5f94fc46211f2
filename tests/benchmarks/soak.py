"""A long day: many commands in many channels, and the memory of the bot's process.

    python -m tests.benchmarks.soak [--commands 100000] [--channels 1000]

Prints the commands answered, the process's memory and its open files, again and again. The first
third is for warming up. The exit status is 1 if the median memory of the last third is more than
`GROWTH` above that of the second, or more files are open.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bot.storage.engine.stores import READ_CONNECTIONS
from tests.benchmarks import process
from tests.benchmarks.crowd import DEFEAT, UNDO, Command, crowd

ROOT = Path(__file__).parents[2]

DAY = (
    DEFEAT,
    Command("pod status", commits=False),
    UNDO,
    Command("defeat", {"loser": "bo"}, commits=False),  # opens the form, which nobody fills in
    Command("why", commits=False),
)
"""What people do in a channel, again and again."""

LOOKS = 30  # at the process

GROWTH = 0.02
"""Of the memory; an allocator does not give every page back."""

SPARE = 3 * READ_CONNECTIONS
"""SQLite's connections for questions are made when they are first needed, each with three files."""


class Look(NamedTuple):
    """Memory in bytes and open files after so many commands."""

    commands: int
    memory: int
    files: int


async def soak(commands: int, channels: int, folder: Path) -> list[Look]:
    """Send so many commands, or a few less, and record the process's memory meanwhile."""
    async with crowd(folder, "drawing", channels) as people:
        rounds = commands // channels
        looks = []
        for number, command in enumerate(islice(cycle(DAY), rounds), 1):
            await people.play([command])
            people.forget()
            if number % max(1, rounds // LOOKS) == 0:
                memory, files = process.held(people.pid), process.descriptors(people.pid)
                looks.append(Look(number * channels, memory, files))
                print(_line(looks[-1]), flush=True)
        return looks


def _line(look: Look) -> str:
    return f"{look.commands:>9,} commands {look.memory / 1e6:>8.1f} MB {look.files:>4} files"


def troubles(looks: Sequence[Look]) -> list[str]:
    """Return descriptions of what grew too much."""
    third = len(looks) // 3
    middle, last = looks[third : 2 * third], looks[2 * third :]
    found = []
    before, after = (median(look.memory for look in each) for each in (middle, last))
    if after > before * (1 + GROWTH):
        found.append(f"memory grew by {after / before - 1:.1%}")
    before, after = (max(look.files for look in each) for each in (middle, last))
    if after > before + SPARE:
        found.append(f"open files grew by {after - before}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the day, and print what grew too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.soak", description=__doc__)
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--channels", type=int, default=1_000)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        looks = asyncio.run(soak(chosen.commands, chosen.channels, Path(folder)))
    found = troubles(looks)
    print("; ".join(found) or "flat")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
