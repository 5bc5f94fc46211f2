"""Restoring a backup: reading and checking a backup, and replacing the database by the backup."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from bot.care import MaintenanceCommandError
from bot.care.backup import find_sqlite_file_corruption
from bot.care.exporting import export_game_history
from bot.care.importing import import_history_archive
from bot.care.integrity import DatabaseIntegrityReport, check_integrity_of_database
from bot.care.open_database import PrintLine, open_database_without_running_bot
from bot.care.progress import run_database_work_with_progress_bar
from bot.config import BotSettings
from bot.storage.engine.atomic_files import SQLITE_SUFFIXES, write_file_atomically
from bot.storage.engine.database import Database
from bot.storage.engine.database_summary import DatabaseSummary, load_database_summary
from bot.storage.engine.errors import SchemaRevisionMismatchError, StorageError
from bot.storage.engine.exclusive_lock import COMMAND, hold_exclusive_database_file_lock
from bot.storage.engine.file_checks import store_random_database_id
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.urls import get_sqlite_file_path


class BackupCheckResult(Struct, frozen=True):
    """The result of checking a backup: its contents, and whether its tables agree with its event log."""

    contents: DatabaseSummary
    report: DatabaseIntegrityReport

    @property
    def tables_differing_from_event_log(self) -> list[str]:
        """Return the tables that do not fit the event log, which `suzerain rebuild` repairs."""
        found = self.report
        kinds = {"pods": found.strayed, "boards": found.boards, "ratings": found.ratings}
        return [f"{name}: {each}" for name, each in kinds.items() if each.count]


@asynccontextmanager
async def open_backup_database(backup_path: Path) -> AsyncIterator[Database]:
    """Open a backup for reading. A backup of an earlier version is upgraded in a copy.

    Raises `StorageError`.
    """
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{backup_path}", access_mode=DatabaseAccessMode.READ)
        try:
            revision = (await database.run_read_transaction_without_timeout(load_database_summary)).revision
            outdated = SchemaRevisionMismatchError(revision, HEAD)
            if outdated.is_database_newer_than_code:
                raise outdated
            if revision != HEAD:
                copy = Path(folder, backup_path.name)
                await database.run_read_transaction_without_timeout(
                    lambda connection: _copy_sqlite_database(connection.connection, copy)
                )
                await database.close_all_connections()
                database = Database(f"sqlite:///{copy}")
                await upgrade_database_schema(database)
            yield database
        finally:
            await database.close_all_connections()


async def check_backup_file(backup_path: Path) -> BackupCheckResult:
    """Check that a backup's events follow the rules, and that its tables agree with its events.

    Raises `MaintenanceCommandError` if the backup is damaged.
    """
    try:
        async with open_backup_database(backup_path) as database:
            if found := await database.run_read_transaction_without_timeout(find_sqlite_file_corruption):
                raise MaintenanceCommandError(f"{backup_path}: damaged ({found}); take an earlier backup")
            contents = await database.run_read_transaction_without_timeout(load_database_summary)
            report = await run_database_work_with_progress_bar(
                database.run_read_transaction_without_timeout, check_integrity_of_database, "Reading the backup"
            )
    except StorageError as error:
        raise MaintenanceCommandError(
            f"{backup_path}: {error}; accepted: a file that `suzerain backup` wrote"
        ) from None
    if report.damaged.count:
        raise MaintenanceCommandError(f"{backup_path}: its log is damaged ({report.damaged}); take an earlier backup")
    return BackupCheckResult(contents, report)


async def restore_database_from_backup(
    settings: BotSettings, backup_path: Path, now: datetime, print_line: PrintLine
) -> tuple[BackupCheckResult, str]:
    """Replace the database by a checked backup; return the name of the old database's file.

    A PostgreSQL database must have no games: the backup's games are imported, and the name is empty. Raises
    `MaintenanceCommandError` or `StorageError`; `DatabaseInUseError` beside a running bot.
    """
    file = get_sqlite_file_path(settings.database.url)
    if file is None:
        return await _import_backup_into_postgres(settings, backup_path, print_line), ""
    async with hold_exclusive_database_file_lock(settings.database.url, COMMAND):
        print_line(f"database: sqlite:///{file.absolute()}, {await _describe_database_to_replace(file)}")
        checked = await check_backup_file(backup_path)
        if file.exists() and file.samefile(backup_path):
            raise MaintenanceCommandError(f"{backup_path}: is the database itself; accepted: a backup")
        async with open_backup_database(backup_path) as backup:
            try:
                with write_file_atomically(file) as partial:
                    await backup.run_read_transaction_without_timeout(
                        lambda connection: _copy_sqlite_database(connection.connection, partial)
                    )
                    kept = _rename_former_database_files(file, now)
            except OSError as error:
                reason = error.strerror or error
                raise MaintenanceCommandError(f"{file}: cannot be replaced ({reason})") from None
    return checked, kept


async def _describe_database_to_replace(database_file: Path) -> str:
    try:
        database = Database(f"sqlite:///{database_file}", access_mode=DatabaseAccessMode.READ)
    except StorageError as error:
        return f"{getattr(error, 'reason', error)}"
    try:
        return f"{await database.run_read_transaction_without_timeout(load_database_summary)}"
    except StorageError as error:
        return f"{getattr(error, 'reason', error)}"
    finally:
        await database.close_all_connections()


def _rename_former_database_files(database_file: Path, now: datetime) -> str:
    """Rename a database file and the files that SQLite keeps beside it; return the new name.

    The name is empty if there was no file.
    """
    aside = database_file.with_name(f"{database_file.name}.replaced-{now:%Y%m%dT%H%M%SZ}")
    found = [suffix for suffix in ("", *SQLITE_SUFFIXES) if _append_suffix_to_file_name(database_file, suffix).exists()]
    for suffix in found:
        _append_suffix_to_file_name(database_file, suffix).rename(_append_suffix_to_file_name(aside, suffix))
    return aside.name if found else ""


def _append_suffix_to_file_name(file: Path, suffix: str) -> Path:
    return file.with_name(file.name + suffix)


def _copy_sqlite_database(connection: object, target_file: Path) -> None:
    source = getattr(connection, "driver_connection", None)
    assert isinstance(source, sqlite3.Connection)
    with closing(sqlite3.connect(target_file)) as copy:
        source.backup(copy)
        store_random_database_id(copy)


async def _import_backup_into_postgres(
    settings: BotSettings, backup_path: Path, print_line: PrintLine
) -> BackupCheckResult:
    """Import the whole history of a backup into a PostgreSQL database without games."""
    async with open_database_without_running_bot(settings, print_line, create_or_upgrade=True) as database:
        if (await database.run_read_transaction_without_timeout(load_database_summary)).games:
            raise MaintenanceCommandError("database.url: there are games in it; accepted: one without any")
        checked = await check_backup_file(backup_path)
        with TemporaryDirectory() as folder:
            archive = str(Path(folder, "history.jsonl"))
            async with open_backup_database(backup_path) as backup:
                await export_game_history(backup, archive)
            await import_history_archive(database, archive)
        return checked
