"""Backups of the database: a copy in a SQLite file while the bot runs, from SQLite or PostgreSQL."""

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

from bot.care import MaintenanceCommandError
from bot.care.files import create_file_atomically
from bot.care.integrity import DatabaseIntegrityReport, check_integrity_of_database
from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.care.stored_rows import TABLES, stream_query_rows_in_batches
from bot.storage.engine.database import Database
from bot.storage.engine.database_summary import load_database_summary
from bot.storage.engine.errors import StorageError
from bot.storage.engine.file_checks import is_bot_database, store_random_database_id
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.urls import get_sqlite_file_path

Counts = Mapping[str, int]
"""The number of rows of each table."""


Age = Literal["newer", "same", "older"]

BACKUP_NAME = "suzerain-{:%Y%m%dT%H%M%SZ}.sqlite3"
"""The name of a backup in a folder, by the moment when it was made."""

_NAME_PATTERN = re.compile(r"suzerain-\d{8}T\d{6}Z\.sqlite3")


class BackupReport(Struct, frozen=True):
    """The result of a backup: its servers, pods, events and size in bytes.

    `last` is the newest backup beside it; `age` compares the newest events of the two.
    """

    servers: int
    pods: int
    events: int
    size: int
    last: Path | None = None
    age: Age = "newer"
    deleted: int = 0


async def back_up_database(database: Database, path: Path, kept_backup_count: int | None = None) -> BackupReport:
    """Copy the database to a new file, and check that the copy is complete and undamaged.

    With `kept_backup_count`, all but that number of the backups that `choose_backup_file_path` named in this folder are
    deleted. Raises `MaintenanceCommandError` or `StorageError`, and leaves no new file then.
    """
    last = _find_newest_backup_in_folder(path, get_sqlite_file_path(database.url))
    made = await _create_verified_backup_file(database, path)
    if last is None:
        return made
    age = _compare_new_backup_with_previous(await _load_newest_event_time(last), await _load_newest_event_time(path))
    deleted = 0 if kept_backup_count is None else _delete_old_backups(path, last, age, kept_backup_count)
    return replace(made, last=last, age=age, deleted=deleted)


def choose_backup_file_path(path: Path, now: datetime) -> Path:
    """Return the path of a new backup file. If `path` is a folder, the file in it is named after the time."""
    return path / BACKUP_NAME.format(now) if path.is_dir() else path


def _find_newest_backup_in_folder(path: Path, database_file: Path | None) -> Path | None:
    own = None if database_file is None else database_file.absolute()
    folder = path.absolute().parent
    found = [each for each in folder.glob("*") if each != own and is_bot_database(each)]
    return max(found, key=lambda each: each.stat().st_mtime_ns, default=None)


async def _load_newest_event_time(backup_file: Path) -> datetime | None:
    opened = Database(f"sqlite:///{backup_file}", access_mode=DatabaseAccessMode.READ)
    try:
        return (await opened.run_read_transaction_without_timeout(load_database_summary)).newest
    finally:
        await opened.close_all_connections()


def _compare_new_backup_with_previous(previous_event_time: datetime | None, new_event_time: datetime | None) -> Age:
    if previous_event_time == new_event_time:
        return "same"
    return (
        "newer"
        if previous_event_time is None or (new_event_time is not None and new_event_time > previous_event_time)
        else "older"
    )


def _delete_old_backups(new_backup: Path, previous_backup: Path, age_of_new_backup: Age, kept_backup_count: int) -> int:
    """Delete old backups that are named after their time; return how many were deleted.

    If the new backup has newer events, the newest `kept_backup_count` stay. If it has the same, it only replaces the
    last backup. If it has older ones, all backups stay.
    """
    named = [each for each in new_backup.absolute().parent.iterdir() if _NAME_PATTERN.fullmatch(each.name)]
    if age_of_new_backup == "newer":
        outdated = sorted(named)[:-kept_backup_count]
    else:
        outdated = [each for each in named if age_of_new_backup == "same" and each == previous_backup]
    for each in outdated:
        each.unlink()
    return len(outdated)


async def _create_verified_backup_file(database: Database, backup_path: Path) -> BackupReport:
    with create_file_atomically(backup_path) as copy:
        if get_sqlite_file_path(database.url) is None:
            with _prefix_errors_with_backup_path(backup_path):
                await _create_tables_in_backup_file(copy)
        counts = await run_database_work_with_progress_bar(
            database.run_read_transaction_without_timeout,
            partial(_copy_database_to_backup_file, backup_path, copy),
            "Copying",
        )
        with _prefix_errors_with_backup_path(backup_path):
            report = await _open_and_verify_backup_copy(copy, counts)
        return BackupReport(len(report.servers), report.pods, report.events, copy.stat().st_size)


async def _create_tables_in_backup_file(copy_file: Path) -> None:
    """Create the bot's tables in the empty SQLite file of a new backup."""
    made = Database(f"sqlite:///{copy_file}", access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(made)
    finally:
        await made.close_all_connections()


def _copy_database_to_backup_file(
    backup_path: Path, copy_file: Path, connection: Connection, on_progress: ProgressCallback
) -> Counts:
    counts = _count_rows_by_table(connection)  # the snapshot begins with the first query
    try:
        with closing(sqlite3.connect(copy_file)) as target:
            source = connection.connection.driver_connection
            if isinstance(source, sqlite3.Connection):
                source.backup(target)
            else:
                _copy_all_rows_to_backup(counts, connection, target, on_progress)
            store_random_database_id(target)
    except sqlite3.Error as error:
        raise MaintenanceCommandError(f"{backup_path}: cannot be written ({error})") from None
    return counts


def _copy_all_rows_to_backup(
    row_counts: Counts, connection: Connection, target_connection: sqlite3.Connection, on_progress: ProgressCallback
) -> None:
    on_progress(0, sum(row_counts.values()))
    for table in TABLES:
        names = ", ".join(f'"{each.name}"' for each in table.c)
        blanks = ", ".join("?" * len(table.c))
        insert = f'INSERT INTO "{table.name}" ({names}) VALUES ({blanks})'
        for rows in stream_query_rows_in_batches(connection, select(table)):
            target_connection.executemany(insert, rows)
            on_progress(len(rows))
    target_connection.commit()


def _count_rows_by_table(connection: Connection) -> Counts:
    return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in TABLES}


async def _open_and_verify_backup_copy(copy_file: Path, row_counts: Counts) -> DatabaseIntegrityReport:
    """Open and check the copy of a backup. Raises `MaintenanceCommandError` or `StorageError`."""
    opened = Database(f"sqlite:///{copy_file}")
    try:
        await opened.require_writable_and_current_schema()
        return await run_database_work_with_progress_bar(
            opened.run_read_transaction_without_timeout, partial(_verify_backup_row_counts, row_counts), "Verifying"
        )
    finally:
        await opened.close_all_connections()


def _verify_backup_row_counts(
    expected_row_counts: Counts, connection: Connection, on_progress: ProgressCallback
) -> DatabaseIntegrityReport:
    if found := find_sqlite_file_corruption(connection):
        raise MaintenanceCommandError(f"the copy cannot be read ({found})")
    if _count_rows_by_table(connection) != expected_row_counts:
        raise MaintenanceCommandError("the copy does not hold all that there is")
    examined = check_integrity_of_database(connection, on_progress)
    if examined.damaged.count:
        raise MaintenanceCommandError(f"what would be copied is damaged ({examined.damaged}); see `doctor`")
    return examined


def find_sqlite_file_corruption(connection: Connection) -> str | None:
    """Return the first corruption that SQLite finds in its file; None if the file is intact."""
    [first, *_] = connection.scalars(text("PRAGMA integrity_check(1)"))
    return None if first == "ok" else f"{first}"


@contextmanager
def _prefix_errors_with_backup_path(backup_path: Path) -> Iterator[None]:
    """Prefix errors that the `with` block raises with the path of the backup."""
    try:
        yield
    except (MaintenanceCommandError, StorageError) as error:
        raise MaintenanceCommandError(f"{backup_path}: {error}") from error
