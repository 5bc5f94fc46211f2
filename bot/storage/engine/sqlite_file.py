"""A SQLite file in the file system: its permissions, and whether it is still the same file."""

import logging
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.storage.engine.atomic_files import SQLITE_SUFFIXES, delete_abandoned_partial_files
from bot.storage.engine.file_checks import build_write_ahead_log_path, read_sqlite_size_from_header

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""The file's mode: only its owner reads and writes it, as it holds names of people."""

FileIdentity = tuple[int, int]
"""The device, and the number of the file there (its inode)."""


def create_private_database_file(database_file: Path) -> None:
    """Create a database file if it is missing. Only its owner may read it.

    Raises `OSError` or `sqlite3.Error`.
    """
    delete_abandoned_partial_files(database_file.absolute().parent)
    with suppress(FileExistsError):  # to open and close it would end SQLite's locks
        os.close(os.open(database_file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    sqlite3.connect(database_file).close()
    for each in (database_file, *(database_file.with_name(database_file.name + suffix) for suffix in SQLITE_SUFFIXES)):
        with suppress(OSError):  # it is missing, or belongs to another user
            if each.stat().st_mode & 0o077:
                each.chmod(OWNER_ONLY)


class WritableSQLiteFile:
    """A writable SQLite file, which notices if the file or its log is replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wal = build_write_ahead_log_path(path)
        self._path_known = read_device_and_inode(path)
        self._size = 0
        self._wal_known: FileIdentity | None = None  # until something is written
        self._told = False

    def require_writable_file(self) -> None:
        """Raise `OSError` if somebody replaced, deleted or truncated the SQLite file or its log.

        Writes would be lost. Call this in a transaction of a connection that stays open, so that the log stays, too.
        """
        found = _read_file_status_if_exists(self._path)
        wal = read_device_and_inode(self._wal)
        self._wal_known = self._wal_known or wal
        if found is None or (_get_device_and_inode(found), wal) != (self._path_known, self._wal_known):
            raise self._log_and_build_file_error("was deleted or replaced")
        size = found.st_size
        if size < self._size and size < read_sqlite_size_from_header(self._path):
            raise self._log_and_build_file_error("was cut off")
        self._size = size

    def require_file_not_replaced(self, *_: object) -> None:
        """Raise `OSError` if somebody replaced or deleted the SQLite file since it was opened.

        SQLite would create an empty file. Call this before a connection is made.
        """
        if read_device_and_inode(self._path) != self._path_known:
            raise self._log_and_build_file_error("was deleted or replaced")

    def adapt_pragmas_to_access_mode(self, pragmas: Mapping[str, str]) -> Mapping[str, str]:
        return pragmas

    @contextmanager
    def require_file_unchanged_during_read(self) -> Iterator[None]:
        """Do nothing: with a write-ahead log, each transaction reads one unchanged state."""
        yield

    def delete_temporary_copy(self) -> None:
        """Do nothing: a SQLite file that is open for writing has no temporary copy."""

    def _log_and_build_file_error(self, problem_text: str) -> OSError:
        problem = (
            f"{self._path.name}, or its -wal, {problem_text} while the bot runs: nothing"
            " more is written; stop the bot, put back both files or a backup, and start it again"
        )
        if not self._told:
            log.error(problem)
            self._told = True
        return OSError(problem)


def read_device_and_inode(path: Path) -> FileIdentity | None:
    """Return the identity of the file at a path; None if there is none."""
    found = _read_file_status_if_exists(path)
    return None if found is None else _get_device_and_inode(found)


def _read_file_status_if_exists(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _get_device_and_inode(file_status: os.stat_result) -> FileIdentity:
    return file_status.st_dev, file_status.st_ino


def checkpoint_sqlite_write_ahead_log(connection: sqlite3.Connection, *, truncate: bool) -> bool:
    """Copy SQLite's write-ahead log into the database file, as far as no reader needs it.

    With `truncate` the log is emptied, too, which waits for readers and writers: return False if they took too long.
    """
    mode = "TRUNCATE" if truncate else "PASSIVE"
    busy, *_ = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy
