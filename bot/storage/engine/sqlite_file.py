"""A SQLite file in the file system: who may read it, and which file it is."""

import logging
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.storage.engine.file_checks import find_size, find_wal
from bot.storage.engine.new_files import SQLITE_SUFFIXES, drop_abandoned

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""The file's mode: only its owner reads and writes it, as it holds names of people."""

_Identity = tuple[int, int]
"""The device, and the number of the file there (its inode)."""


def make_private(path: Path) -> None:
    """Create the file if it is missing, and let only its owner read it.

    Raises `OSError` or `sqlite3.Error`.
    """
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
        self._wal = find_wal(path)
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
        if size < self._size and size < find_size(self._path):
            raise self._make_error("was cut off")
        self._size = size

    def check_path(self, *_: object) -> None:
        """Raise `OSError` if the file was replaced or deleted: SQLite would make an empty one.

        Call it before a connection is made.
        """
        if _identify_file(self._path) != self._path_known:
            raise self._make_error("was deleted or replaced")

    def choose(self, pragmas: Mapping[str, str]) -> Mapping[str, str]:
        """Return the settings of a connection: all of them."""
        return pragmas

    @contextmanager
    def hold_still(self) -> Iterator[None]:
        """Do nothing: transactions keep what is read in one state."""
        yield

    def close(self) -> None:
        """Do nothing: the file has no copy."""

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


def checkpoint(connection: sqlite3.Connection, *, truncate: bool) -> bool:
    """Copy the WAL into the file, as far as nobody reads it.

    With `truncate` the WAL is emptied, too, which waits for readers and writers: return False if
    they took too long.
    """
    mode = "TRUNCATE" if truncate else "PASSIVE"
    busy, *_ = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy
