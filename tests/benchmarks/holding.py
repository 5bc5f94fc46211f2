"""The memory of an open pod that nobody touches.

    python -m tests.benchmarks.holding FILE PODS...

reads pods of the database FILE as commands do, and prints the process's bytes after each number of
PODS.
"""

import asyncio
import gc
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.benchmarks import past, process
from tests.benchmarks.figures import Figure, Size


def holding(size: Size, folder: Path) -> list[Figure]:
    """Measure pods of six players, two of them beaten: those in memory, and all open ones.

    The service caches the pods that were used last; the memory left by the others counts. The first
    tenth does not count, nor the memory of a process without pods.
    """
    if not process.KNOWN:
        return []
    file = folder / "open.sqlite3"
    past.seat(file, size.open, past.UNFINISHED)
    counts = (size.held // 10, size.held, size.open)
    module = ("-m", "tests.benchmarks.holding", f"{file}", *map(str, counts))
    lines = subprocess.run([sys.executable, *module], check=True, capture_output=True, text=True)
    before, full, after = map(int, lines.stdout.split())
    each, of_all = (
        (bytes - before) / (pods - counts[0]) / 1000 for bytes, pods in ((full, size.held), (after, size.open))
    )
    return [
        Figure(f"memory for a pod, {size.held:,} in memory", each, "kB", 10.0, "less than"),
        Figure(f"  for each of {size.open:,} open ones", of_all, "kB", 10.0, "less than"),
    ]


async def _read(file: Path, counts: list[int]) -> None:
    database = Database(f"sqlite:///{file}")
    service = GameService(EventLog(database), PeopleRepository(database), lambda: datetime.now(UTC))
    for number, place in enumerate(past.places(counts[-1]), 1):
        assert (await service.load_current_game(place)).pod is not None
        if number in counts:
            gc.collect()
            print(process.held())
    await database.close_all_connections()


if __name__ == "__main__":
    asyncio.run(_read(Path(sys.argv[1]), [int(count) for count in sys.argv[2:]]))
