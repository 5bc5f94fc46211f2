"""Backups of the database: a copy in a SQLite file while the bot runs, from SQLite or
PostgreSQL.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, func, select, text

from bot.care import MaintenanceError
from bot.care.files import create_file_atomically
from bot.care.integrity import IntegrityReport, check_integrity
from bot.care.progress import ProgressCallback, run_with_progress
from bot.care.stored_rows import TABLES, stream_row_batches
from bot.storage.engine.database import Database
from bot.storage.engine.database_summary import load_database_summary
from bot.storage.engine.errors import StorageError
from bot.storage.engine.file_checks import is_suzerain_database, set_database_number
from bot.storage.engine.migrate import upgrade_schema
from bot.storage.engine.stores import AccessMode
from bot.storage.engine.urls import find_sqlite_file

Counts = Mapping[str, int]
"""The number of rows of each table."""


Age = Literal["newer", "same", "older"]

BACKUP_NAME = "suzerain-{:%Y%m%dT%H%M%SZ}.sqlite3"
"""The name of a backup in a folder, by the moment when it was made."""

_NAME_PATTERN = re.compile(r"suzerain-\d{8}T\d{6}Z\.sqlite3")


class BackupReport(Struct, frozen=True):
    """A report of a finished backup: how many servers, pods and events it has, and its bytes.

    `last` is the newest backup beside it; `age` compares the newest events of the two.
    """

    servers: int
    pods: int
    events: int
    size: int
    last: Path | None = None
    age: Age = "newer"
    deleted: int = 0


async def back_up_database(
    database: Database, path: Path, kept_backups: int | None = None
) -> BackupReport:
    """Copy a snapshot of the database into a new file, and verify the copy.

    With `kept_backups`, all but that number of the backups that `choose_backup_path` named in
    this folder are deleted. Raises `MaintenanceError` or `StorageError`, and leaves no new file
    then.
    """
    last = _find_last_backup(path, find_sqlite_file(database.url))
    made = await _create_backup(database, path)
    if last is None:
        return made
    age = _compare_event_times(
        await _load_newest_event_time(last), await _load_newest_event_time(path)
    )
    deleted = 0 if kept_backups is None else _delete_old_backups(path, last, age, kept_backups)
    return replace(made, last=last, age=age, deleted=deleted)


def choose_backup_path(path: Path, now: datetime) -> Path:
    """Return the file for a backup; if `path` is a folder, a file in it named by the time."""
    return path / BACKUP_NAME.format(now) if path.is_dir() else path


def _find_last_backup(path: Path, database_file: Path | None) -> Path | None:
    """Return the newest backup in the folder of a new backup, other than the database itself."""
    own = None if database_file is None else database_file.absolute()
    folder = path.absolute().parent
    found = [each for each in folder.glob("*") if each != own and is_suzerain_database(each)]
    return max(found, key=lambda each: each.stat().st_mtime_ns, default=None)


async def _load_newest_event_time(backup_file: Path) -> datetime | None:
    """Return the time of the newest event in a backup; None if the backup has no event."""
    opened = Database(f"sqlite:///{backup_file}", access_mode=AccessMode.READ)
    try:
        return (await opened.run_long_read_transaction(load_database_summary)).newest
    finally:
        await opened.close()


def _compare_event_times(last_time: datetime | None, new_time: datetime | None) -> Age:
    if last_time == new_time:
        return "same"
    return (
        "newer" if last_time is None or (new_time is not None and new_time > last_time) else "older"
    )


def _delete_old_backups(new_backup: Path, last_backup: Path, age: Age, kept_backups: int) -> int:
    """Delete old backups with a time in their name; return how many were deleted.

    If the new backup has newer events, the newest `kept_backups` stay. If it has the same, it
    only replaces the last backup. If it has older ones, all backups stay.
    """
    named = [
        each
        for each in new_backup.absolute().parent.iterdir()
        if _NAME_PATTERN.fullmatch(each.name)
    ]
    if age == "newer":
        outdated = sorted(named)[:-kept_backups]
    else:
        outdated = [each for each in named if age == "same" and each == last_backup]
    for each in outdated:
        each.unlink()
    return len(outdated)


async def _create_backup(database: Database, path: Path) -> BackupReport:
    with create_file_atomically(path) as copy:
        if find_sqlite_file(database.url) is None:
            with _prefix_errors_with_path(path):
                await _create_tables_in_copy(copy)
        counts = await run_with_progress(
            database.run_long_read_transaction, partial(_copy_database, path, copy), "Copying"
        )
        with _prefix_errors_with_path(path):
            report = await _open_and_verify_copy(copy, counts)
        return BackupReport(len(report.servers), report.pods, report.events, copy.stat().st_size)


async def _create_tables_in_copy(copy_file: Path) -> None:
    """Create the tables of the bot in an empty SQLite file."""
    made = Database(f"sqlite:///{copy_file}", access_mode=AccessMode.FILL)
    try:
        await upgrade_schema(made)
    finally:
        await made.close()


def _copy_database(
    path: Path, copy_file: Path, connection: Connection, on_progress: ProgressCallback
) -> Counts:
    counts = _count_rows_by_table(connection)  # the snapshot begins with the first query
    try:
        with closing(sqlite3.connect(copy_file)) as target:
            source = connection.connection.driver_connection
            if isinstance(source, sqlite3.Connection):
                source.backup(target)
            else:
                _copy_table_rows(counts, connection, target, on_progress)
            set_database_number(target)
    except sqlite3.Error as error:
        raise MaintenanceError(f"{path}: cannot be written ({error})") from None
    return counts


def _copy_table_rows(
    row_counts: Counts,
    connection: Connection,
    target: sqlite3.Connection,
    on_progress: ProgressCallback,
) -> None:
    on_progress(0, sum(row_counts.values()))
    for table in TABLES:
        names = ", ".join(f'"{each.name}"' for each in table.c)
        blanks = ", ".join("?" * len(table.c))
        insert = f'INSERT INTO "{table.name}" ({names}) VALUES ({blanks})'
        for rows in stream_row_batches(connection, select(table)):
            target.executemany(insert, rows)
            on_progress(len(rows))
    target.commit()


def _count_rows_by_table(connection: Connection) -> Counts:
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in TABLES
    }


async def _open_and_verify_copy(copy_file: Path, row_counts: Counts) -> IntegrityReport:
    """Open a copy of the database and verify it. Raises `MaintenanceError` or `StorageError`."""
    opened = Database(f"sqlite:///{copy_file}")
    try:
        await opened.check_health()
        return await run_with_progress(
            opened.run_long_read_transaction, partial(_verify_copy, row_counts), "Verifying"
        )
    finally:
        await opened.close()


def _verify_copy(
    row_counts: Counts, connection: Connection, on_progress: ProgressCallback
) -> IntegrityReport:
    if found := find_sqlite_damage(connection):
        raise MaintenanceError(f"the copy cannot be read ({found})")
    if _count_rows_by_table(connection) != row_counts:
        raise MaintenanceError("the copy does not hold all that there is")
    examined = check_integrity(connection, on_progress)
    if examined.damaged.count:
        raise MaintenanceError(
            f"what would be copied is damaged ({examined.damaged}); see `doctor`"
        )
    return examined


def find_sqlite_damage(connection: Connection) -> str | None:
    """Return the first problem that SQLite's integrity check finds; None if the file is sound."""
    [first, *_] = connection.scalars(text("PRAGMA integrity_check(1)"))
    return None if first == "ok" else f"{first}"


@contextmanager
def _prefix_errors_with_path(path: Path) -> Iterator[None]:
    """Put the path of the backup before errors, so that they do not seem errors of the
    database.
    """
    try:
        yield
    except (MaintenanceError, StorageError) as error:
        raise MaintenanceError(f"{path}: {error}") from error
