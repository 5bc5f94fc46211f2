"""Backups that come back: what one holds, whether it is sound, and putting it in the place."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from bot.care import CareError
from bot.care.backup import find_damage
from bot.care.exporting import export
from bot.care.importing import import_history
from bot.care.integrity import IntegrityReport, examine
from bot.care.opening import Report, open_alone
from bot.care.progress import run_with_progress
from bot.config import Settings
from bot.storage.engine.contents import Contents, read_contents
from bot.storage.engine.database import Database
from bot.storage.engine.errors import SchemaOutdated, StorageError
from bot.storage.engine.file_checks import set_mark
from bot.storage.engine.migrate import upgrade
from bot.storage.engine.new_files import SQLITE_SUFFIXES, make_whole
from bot.storage.engine.schema import HEAD
from bot.storage.engine.sole_use import COMMAND, use_alone
from bot.storage.engine.stores import Access
from bot.storage.engine.urls import find_file


class CheckedBackup(Struct, frozen=True):
    """The content of a backup, and the comparison of its projections with its log."""

    contents: Contents
    report: IntegrityReport

    @property
    def differences(self) -> list[str]:
        """The projections that differ from the log; `suzerain rebuild` makes them anew."""
        found = self.report
        kinds = {"pods": found.strayed, "boards": found.boards, "ratings": found.ratings}
        return [f"{name}: {each}" for name, each in kinds.items() if each.count]


@asynccontextmanager
async def open_backup(path: Path) -> AsyncIterator[Database]:
    """Open a backup to read it; one of an earlier version is upgraded in a copy.

    Raises `StorageError`.
    """
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{path}", access=Access.READ)
        try:
            revision = (await database.snapshot(read_contents)).revision
            outdated = SchemaOutdated(revision, HEAD)
            if outdated.newer:
                raise outdated
            if revision != HEAD:
                copy = Path(folder, path.name)
                await database.snapshot(lambda connection: _copy(connection.connection, copy))
                await database.close()
                database = Database(f"sqlite:///{copy}")
                await upgrade(database)
            yield database
        finally:
            await database.close()


async def check_backup(path: Path) -> CheckedBackup:
    """Read a backup to the end: fold its log by the rules, and compare its projections with it.

    Raises `CareError` if it is damaged.
    """
    try:
        async with open_backup(path) as database:
            if found := await database.snapshot(find_damage):
                raise CareError(f"{path}: damaged ({found}); take an earlier backup")
            contents = await database.snapshot(read_contents)
            report = await run_with_progress(database.snapshot, examine, "Reading the backup")
    except StorageError as error:
        raise CareError(f"{path}: {error}; accepted: a file that `suzerain backup` wrote") from None
    if report.damaged.count:
        raise CareError(f"{path}: its log is damaged ({report.damaged}); take an earlier backup")
    return CheckedBackup(contents, report)


async def restore(
    settings: Settings, path: Path, now: datetime, report: Report
) -> tuple[CheckedBackup, str]:
    """Put a checked backup in the place of the database; return where the former one is kept.

    SQLite's file is replaced whole. A PostgreSQL database must be without games: they are carried
    over. Raises `CareError` or `StorageError`; `InUse` beside a running bot.
    """
    file = find_file(settings.database.url)
    if file is None:
        return await _carry_over(settings, path, report), ""
    async with use_alone(settings.database.url, COMMAND):
        report(f"database: sqlite:///{file.absolute()}, {await _describe_former(file)}")
        checked = await check_backup(path)
        if file.exists() and file.samefile(path):
            raise CareError(f"{path}: is the database itself; accepted: a backup")
        async with open_backup(path) as backup:
            try:
                with make_whole(file) as partial:
                    await backup.snapshot(lambda connection: _copy(connection.connection, partial))
                    kept = _set_aside(file, now)
            except OSError as error:
                reason = error.strerror or error
                raise CareError(f"{file}: cannot be replaced ({reason})") from None
    return checked, kept


async def _describe_former(file: Path) -> str:
    """Return what the file holds that will be replaced, or why nobody can tell."""
    try:
        database = Database(f"sqlite:///{file}", access=Access.READ)
    except StorageError as error:
        return f"{getattr(error, 'reason', error)}"
    try:
        return f"{await database.snapshot(read_contents)}"
    except StorageError as error:
        return f"{getattr(error, 'reason', error)}"
    finally:
        await database.close()


def _set_aside(file: Path, now: datetime) -> str:
    """Move the file and what SQLite has beside it to another name; return that, or nothing."""
    aside = file.with_name(f"{file.name}.replaced-{now:%Y%m%dT%H%M%SZ}")
    found = [suffix for suffix in ("", *SQLITE_SUFFIXES) if _beside(file, suffix).exists()]
    for suffix in found:
        _beside(file, suffix).rename(_beside(aside, suffix))
    return aside.name if found else ""


def _beside(file: Path, suffix: str) -> Path:
    return file.with_name(file.name + suffix)


def _copy(connection: object, target: Path) -> None:
    source = getattr(connection, "driver_connection", None)
    assert isinstance(source, sqlite3.Connection)
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        set_mark(copy)


async def _carry_over(settings: Settings, path: Path, report: Report) -> CheckedBackup:
    """Import a backup's whole history into a PostgreSQL database without games."""
    async with open_alone(settings, report, make=True) as database:
        if (await database.snapshot(read_contents)).games:
            raise CareError("database.url: there are games in it; accepted: one without any")
        checked = await check_backup(path)
        with TemporaryDirectory() as folder:
            archive = str(Path(folder, "history.jsonl"))
            async with open_backup(path) as backup:
                await export(backup, archive)
            await import_history(database, archive)
        return checked
