"""A SQLite file is one bot's at a time: a second one would decide by what is there no more.

Whoever only looks after the file, as a backup does, needs no leave.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from bot.storage.engine.errors import Unreachable
from bot.storage.engine.opening import find_file

OVERLAP = 30.0
"""Seconds in which a bot that is stopped makes room for the next one."""

LOOK = 0.1
"""Seconds between two looks whether it has."""


class InUse(Unreachable):
    """Another bot runs on the file."""

    @property
    def advice(self) -> str:
        """Two would decide by what is there no more."""
        return "stop that one first"


@asynccontextmanager
async def use_alone(url: str) -> AsyncIterator[None]:
    """Keep other bots from a SQLite file; wait for one that goes. Raises `InUse`.

    Other databases may have many who write. The end of the process, however it comes, ends this.
    """
    file = find_file(url)
    if file is None:
        yield
        return
    lock = file.with_name(f"{file.name}.lock")
    try:
        # The lock is SQLite's own on a file beside, which works alike on all systems.
        lock.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error):  # the database will say so itself, and better
        yield
        return
    with closing(connection):
        await _wait(connection, f"sqlite:///{file}")
        yield


async def _wait(connection: sqlite3.Connection, url: str) -> None:
    loop = asyncio.get_running_loop()
    latest = loop.time() + OVERLAP
    while not _take(connection):
        if loop.time() >= latest:
            raise InUse(url, "another bot runs on this file")
        await asyncio.sleep(LOOK)


def _take(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        # On a disk where nothing can be locked, nobody is kept away.
        return error.sqlite_errorcode != sqlite3.SQLITE_BUSY
    return True
