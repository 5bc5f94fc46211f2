"""Copying a database into a SQLite file while the bot runs, from SQLite or PostgreSQL."""

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

from bot.care import CareError
from bot.care.files import open_new_file
from bot.care.integrity import IntegrityReport, examine
from bot.care.progress import Tick, run_with_progress
from bot.care.stored_rows import TABLES, read_parts
from bot.storage.engine.contents import read_contents
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.file_checks import is_database, set_mark
from bot.storage.engine.migrate import upgrade
from bot.storage.engine.stores import Access
from bot.storage.engine.urls import find_file

Counts = Mapping[str, int]
"""The number of rows of each table."""


Age = Literal["newer", "same", "older"]

NAME = "suzerain-{:%Y%m%dT%H%M%SZ}.sqlite3"
"""The name of a backup in a folder, by the moment when it was made."""

_NAME_PATTERN = re.compile(r"suzerain-\d{8}T\d{6}Z\.sqlite3")


class Backup(Struct, frozen=True):
    """A finished backup: the numbers of what it contains, and its size in bytes.

    `last` is the newest backup beside it, `age` compares its newest event with the one there.
    """

    servers: int
    pods: int
    events: int
    size: int
    last: Path | None = None
    age: Age = "newer"
    deleted: int = 0


async def back_up(database: Database, path: Path, keep: int | None = None) -> Backup:
    """Copy a snapshot of the database into a new file, and verify the copy.

    With `keep`, only so many of the backups in its folder stay that `choose_path` named. Raises
    `CareError` or `StorageError`, and leaves no new file then.
    """
    last = _find_last(path, find_file(database.url))
    made = await _make_backup(database, path)
    if last is None:
        return made
    age = _compare(await _find_newest(last), await _find_newest(path))
    deleted = 0 if keep is None else _prune(path, last, age, keep)
    return replace(made, last=last, age=age, deleted=deleted)


def choose_path(path: Path, now: datetime) -> Path:
    """Return the file of a backup: in a folder one is named by the moment."""
    return path / NAME.format(now) if path.is_dir() else path


def _find_last(path: Path, database: Path | None) -> Path | None:
    """Return the newest other database of ours in the folder of a backup."""
    own = None if database is None else database.absolute()
    folder = path.absolute().parent
    found = [each for each in folder.glob("*") if each != own and is_database(each)]
    return max(found, key=lambda each: each.stat().st_mtime_ns, default=None)


async def _find_newest(backup: Path) -> datetime | None:
    """Return the moment of the newest event in a backup."""
    opened = Database(f"sqlite:///{backup}", access=Access.READ)
    try:
        return (await opened.snapshot(read_contents)).newest
    finally:
        await opened.close()


def _compare(last: datetime | None, new: datetime | None) -> Age:
    if last == new:
        return "same"
    return "newer" if last is None or (new is not None and new > last) else "older"


def _prune(new: Path, last: Path, age: Age, keep: int) -> int:
    """Delete all but the newest `keep` backups that were named by their moment.

    One that holds nothing newer takes the place of the last alone, so that the earlier ones stay;
    one that holds less takes the place of none.
    """
    named = [each for each in new.absolute().parent.iterdir() if _NAME_PATTERN.fullmatch(each.name)]
    if age == "newer":
        outdated = sorted(named)[:-keep]
    else:
        outdated = [each for each in named if age == "same" and each == last]
    for each in outdated:
        each.unlink()
    return len(outdated)


async def _make_backup(database: Database, path: Path) -> Backup:
    with open_new_file(path) as copy:
        if find_file(database.url) is None:
            with _explain_errors(path):
                await _create_tables(copy)
        counts = await run_with_progress(
            database.snapshot, partial(_copy_database, path, copy), "Copying"
        )
        with _explain_errors(path):
            report = await _open_and_verify(copy, counts)
        return Backup(len(report.servers), report.pods, report.events, copy.stat().st_size)


async def _create_tables(copy: Path) -> None:
    """Create the tables in an empty file."""
    made = Database(f"sqlite:///{copy}", access=Access.FILL)
    try:
        await upgrade(made)
    finally:
        await made.close()


def _copy_database(path: Path, copy: Path, connection: Connection, tick: Tick) -> Counts:
    counts = _count_rows(connection)  # the snapshot begins with the first query
    try:
        with closing(sqlite3.connect(copy)) as target:
            source = connection.connection.driver_connection
            if isinstance(source, sqlite3.Connection):
                source.backup(target)
            else:
                _copy_rows(counts, connection, target, tick)
            set_mark(target)
    except sqlite3.Error as error:
        raise CareError(f"{path}: cannot be written ({error})") from None
    return counts


def _copy_rows(
    counts: Counts, connection: Connection, target: sqlite3.Connection, tick: Tick
) -> None:
    tick(0, sum(counts.values()))
    for table in TABLES:
        names = ", ".join(f'"{each.name}"' for each in table.c)
        blanks = ", ".join("?" * len(table.c))
        insert = f'INSERT INTO "{table.name}" ({names}) VALUES ({blanks})'
        for rows in read_parts(connection, select(table)):
            target.executemany(insert, rows)
            tick(len(rows))
    target.commit()


def _count_rows(connection: Connection) -> Counts:
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in TABLES
    }


async def _open_and_verify(copy: Path, counts: Counts) -> IntegrityReport:
    """Open the copy as the bot would, and verify it. Raises `CareError` or `StorageError`."""
    opened = Database(f"sqlite:///{copy}")
    try:
        await opened.check()
        return await run_with_progress(opened.snapshot, partial(_verify_copy, counts), "Verifying")
    finally:
        await opened.close()


def _verify_copy(counts: Counts, connection: Connection, tick: Tick) -> IntegrityReport:
    if found := find_damage(connection):
        raise CareError(f"the copy cannot be read ({found})")
    if _count_rows(connection) != counts:
        raise CareError("the copy does not hold all that there is")
    examined = examine(connection, tick)
    if examined.damaged.count:
        raise CareError(f"what would be copied is damaged ({examined.damaged}); see `doctor`")
    return examined


def find_damage(connection: Connection) -> str | None:
    """Return the first problem that SQLite's integrity check finds; None if the file is sound."""
    [first, *_] = connection.scalars(text("PRAGMA integrity_check(1)"))
    return None if first == "ok" else f"{first}"


@contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    """Name the new file in errors, so that nobody takes them for errors of the database."""
    try:
        yield
    except (CareError, StorageError) as error:
        raise CareError(f"{path}: {error}") from error
