"""A SQLite file in the file system: who may read it, which file it is, and which bot uses it."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

from bot.storage.engine.errors import Unreachable
from bot.storage.engine.new_files import SQLITE_SUFFIXES, drop_abandoned
from bot.storage.engine.urls import find_file

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""The file's mode: only its owner reads and writes it, as it holds names of people."""

HEADER_SIZE = 100
"""Bytes of the header of a SQLite file, with the size of a page and the number of pages."""

_Identity = tuple[int, int]
"""The device, and the number of the file there (its inode)."""


def make_private(path: Path) -> None:
    """Create the file if it is missing, and let only its owner read it.

    Raises `OSError` or `sqlite3.Error`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    drop_abandoned(path.absolute().parent)
    with suppress(FileExistsError):  # to open and close it would end SQLite's locks
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    sqlite3.connect(path).close()
    for each in (path, *(path.with_name(path.name + suffix) for suffix in SQLITE_SUFFIXES)):
        with suppress(OSError):  # it is missing, or belongs to another user
            if each.stat().st_mode & 0o077:
                each.chmod(OWNER_ONLY)


class OpenedFile:
    """The file that was opened, and its write-ahead log (WAL) with the latest writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wal = path.with_name(path.name + "-wal")
        self._path_known = _identify_file(path)
        self._size = 0
        self._wal_known: _Identity | None = None  # until something is written
        self._told = False

    def check(self) -> None:
        """Raise `OSError` if the file or its WAL was replaced, deleted or cut off.

        Writes would be lost.

        Call it in a transaction of a connection that stays open, so that the WAL stays, too.
        """
        file = _identify_file(self._path)
        wal = _identify_file(self._wal)
        self._wal_known = self._wal_known or wal
        if (file, wal) != (self._path_known, self._wal_known):
            raise self._make_error("was deleted or replaced")
        size = self._path.stat().st_size
        if size < self._size and size < _read_size(self._path):
            raise self._make_error("was cut off")
        self._size = size

    def check_path(self, *_: object) -> None:
        """Raise `OSError` if the file was replaced or deleted: SQLite would make an empty one.

        Call it before a connection is made.
        """
        if _identify_file(self._path) != self._path_known:
            raise self._make_error("was deleted or replaced")

    def _make_error(self, happened: str) -> OSError:
        problem = (
            f"{self._path.name}, or its -wal, {happened} while the bot runs: nothing"
            " more is written; stop the bot, put back both files or a backup, and start it again"
        )
        if not self._told:
            log.error(problem)
            self._told = True
        return OSError(problem)


def _identify_file(path: Path) -> _Identity | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _read_size(path: Path) -> int:
    """Return the size of a SQLite file by its header; 1 if it has no header.

    A file that was vacuumed is smaller by its header, too.
    """
    with path.open("rb") as file:
        header = file.read(HEADER_SIZE)
    page = int.from_bytes(header[16:18])  # 1 stands for 65,536
    return max((65_536 if page == 1 else page) * int.from_bytes(header[28:32]), 1)


def checkpoint(connection: sqlite3.Connection, *, truncate: bool) -> bool:
    """Copy the WAL into the file, as far as nobody reads it.

    With `truncate` the WAL is emptied, too, which waits for readers and writers: return False if
    they took too long.
    """
    mode = "TRUNCATE" if truncate else "PASSIVE"
    busy, *_ = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy


LOCK_PATIENCE = 30.0
"""Seconds to wait for a bot that is stopping."""

LOCK_RETRY_DELAY = 0.1
"""Seconds between two attempts to get the lock."""


class InUse(Unreachable):
    """Another bot runs on the file."""

    @property
    def advice(self) -> str:
        """Two bots on one file would decide by outdated copies in memory."""
        return "stop that one first"


@asynccontextmanager
async def use_alone(url: str) -> AsyncIterator[None]:
    """Hold a lock on a SQLite file, so that no second bot uses it. Raises `InUse`.

    Waits for a bot that is stopping. Programs that only look after the file, as a backup does, need
    no lock. Other databases may have several writers. The lock ends with the process.
    """
    file = find_file(url)
    if file is None:
        yield
        return
    lock = file.with_name(f"{file.name}.lock")
    try:
        # SQLite's own lock, on a file beside the database, works alike on all systems.
        make_private(lock)
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error):  # opening the database will explain it better
        yield
        return
    with closing(connection):
        await _wait(connection, f"sqlite:///{file}")
        yield


async def _wait(connection: sqlite3.Connection, url: str) -> None:
    loop = asyncio.get_running_loop()
    latest = loop.time() + LOCK_PATIENCE
    while not _take(connection):
        if loop.time() >= latest:
            raise InUse(url, "another bot runs on this file")
        await asyncio.sleep(LOCK_RETRY_DELAY)


def _take(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        # On a disk without locks, no bot is kept away.
        return error.sqlite_errorcode != sqlite3.SQLITE_BUSY
    return True
