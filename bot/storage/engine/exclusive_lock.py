"""Exclusive use of a SQLite file: one bot at a time, and no other command beside the bot."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

from bot.storage.engine.errors import DatabaseInUseError
from bot.storage.engine.file_checks import LOCK_SUFFIX
from bot.storage.engine.sqlite_file import create_private_database_file, read_device_and_inode
from bot.storage.engine.urls import get_sqlite_file_path

LOCK_PATIENCE = 30.0
"""Seconds that a bot waits for another one that is stopping."""

LOCK_RETRY_DELAY = 0.1
"""Seconds between two attempts to get the lock."""

BOT = 1
COMMAND = 2
"""The holders of a lock, as its file names them."""

_HOLDERS = {BOT: "another bot runs on this file", COMMAND: "a command is at work on this file"}

_KIND_AT = 68
_PROCESS_AT = 60
"""Where the header of the lock's file has SQLite's `application_id` and `user_version`."""


@asynccontextmanager
async def hold_exclusive_database_file_lock(database_url: str, process_kind: int = BOT) -> AsyncIterator[None]:
    """Hold a lock on a SQLite file during the `with` block, so that no second bot can use the file.

    Raises `DatabaseInUseError`. A bot waits for another one that is stopping; a command waits for nobody. Programs that
    only read the file, as a backup does, need no lock. PostgreSQL may have several writers and needs none. The lock
    ends with the process. If the block fails, a lock file that was created for it is deleted.
    """
    file = get_sqlite_file_path(database_url)
    if file is None:
        yield
        return
    lock = file.with_name(f"{file.name}{LOCK_SUFFIX}")
    is_new = not lock.exists()
    try:
        connection = await _wait_for_database_file_lock(lock, f"sqlite:///{file.absolute()}", process_kind)
    except (OSError, sqlite3.Error):  # opening the database will explain it better
        yield
        return
    with closing(connection):
        try:
            yield
        except BaseException:
            if is_new:
                _delete_held_lock_file(lock, connection)
            raise


async def _wait_for_database_file_lock(lock_file: Path, database_url: str, process_kind: int) -> sqlite3.Connection:
    """Wait for the lock on a database file, and return the connection that holds the lock.

    Raises `DatabaseInUseError`, `OSError` or `sqlite3.Error`.
    """
    loop = asyncio.get_running_loop()
    latest = loop.time() + (LOCK_PATIENCE if process_kind == BOT else 0)
    while (connection := _try_to_open_exclusive_lock(lock_file, process_kind)) is None:
        if loop.time() >= latest:
            raise DatabaseInUseError(database_url, describe_database_lock_holder(lock_file))
        await asyncio.sleep(LOCK_RETRY_DELAY)
    return connection


def _try_to_open_exclusive_lock(lock_file: Path, process_kind: int) -> sqlite3.Connection | None:
    """Return a connection that holds the lock; None if another process holds it."""
    # SQLite's own lock, on a file beside the database, works alike on all systems.
    create_private_database_file(lock_file)
    opened = read_device_and_inode(lock_file)
    connection = sqlite3.connect(lock_file, timeout=0, isolation_level=None)
    # The former holder may have deleted the file just before its lock ended.
    if _try_to_lock_database_file(connection, process_kind) and read_device_and_inode(lock_file) == opened:
        return connection
    connection.close()
    return None


def _delete_held_lock_file(lock_file: Path, connection: sqlite3.Connection) -> None:
    if os.name == "nt":  # where an open file cannot be deleted, nor one that another process has opened since
        connection.close()
    with suppress(OSError):
        lock_file.unlink()


def _try_to_lock_database_file(connection: sqlite3.Connection, process_kind: int) -> bool:
    """Try to lock a SQLite file and record the holder; return False if another process holds the lock."""
    try:
        # Kept after the commit, by which others can read who holds it.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute(f"PRAGMA application_id = {process_kind}")
        connection.execute(f"PRAGMA user_version = {os.getpid()}")
        connection.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        # On a disk without locks, no bot is kept away.
        return error.sqlite_errorcode != sqlite3.SQLITE_BUSY
    return True


def describe_database_lock_holder(lock_file: Path) -> str:
    """Return a text about the process that holds the lock, with its process id if known."""
    try:
        header = lock_file.read_bytes()[:100]
    except OSError:  # as Windows lets nobody read what is locked
        header = b""
    kind = int.from_bytes(header[_KIND_AT : _KIND_AT + 4])
    process = int.from_bytes(header[_PROCESS_AT : _PROCESS_AT + 4])
    said = _HOLDERS.get(kind, _HOLDERS[BOT])
    return f"{said} (process {process})" if process else said
