"""A copy of the database while the bot runs: a SQLite file, whatever it is a copy of."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, func, select, text

from bot.care import CareError
from bot.care.files import open_new_file
from bot.care.integrity import IntegrityReport, examine
from bot.care.progress import Tick, run_with_progress
from bot.care.stored_rows import TABLES, read_parts
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.migrate import upgrade
from bot.storage.engine.urls import find_file

Counts = Mapping[str, int]
"""How many rows each table has."""


class Backup(Struct, frozen=True):
    """What a backup holds, and its size in bytes."""

    servers: int
    pods: int
    events: int
    size: int


async def back_up(database: Database, path: Path) -> Backup:
    """Copy one state of the whole database into a new file, and read the copy to the end.

    Raises `CareError` or `StorageError`: then there is no file.
    """
    with open_new_file(path) as copy:
        if find_file(database.url) is None:
            with _explain_errors(path):
                await _prepare(copy)
        counts = await run_with_progress(database.snapshot, partial(_copy, path, copy), "Copying")
        with _explain_errors(path):
            held = await _open_and_verify(copy, counts)
        return Backup(len(held.servers), held.pods, held.events, copy.stat().st_size)


async def _prepare(copy: Path) -> None:
    """Make the tables."""
    made = Database(f"sqlite:///{copy}")
    try:
        await upgrade(made)
    finally:
        await made.close()


def _copy(path: Path, copy: Path, connection: Connection, tick: Tick) -> Counts:
    counts = _count_rows(connection)  # from here on the state stays the same
    try:
        with closing(sqlite3.connect(copy)) as target:
            source = connection.connection.driver_connection
            if isinstance(source, sqlite3.Connection):
                source.backup(target)
            else:
                _copy_rows(counts, connection, target, tick)
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
    """What the copy holds, opened as the bot opens it. Raises `CareError` or `StorageError`."""
    opened = Database(f"sqlite:///{copy}")
    try:
        await opened.check()
        return await run_with_progress(opened.snapshot, partial(_verify, counts), "Verifying")
    finally:
        await opened.close()


def _verify(counts: Counts, connection: Connection, tick: Tick) -> IntegrityReport:
    if found := find_damage(connection):
        raise CareError(f"the copy cannot be read ({found})")
    if _count_rows(connection) != counts:
        raise CareError("the copy does not hold all that there is")
    examined = examine(connection, tick)
    if examined.damaged.count:
        raise CareError(f"what would be copied is damaged ({examined.damaged}); see `doctor`")
    return examined


def find_damage(connection: Connection) -> str | None:
    """What SQLite finds wrong with its own file; None if nothing is."""
    [first, *_] = connection.scalars(text("PRAGMA integrity_check(1)"))
    return None if first == "ok" else f"{first}"


@contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    """Whatever goes wrong, it is the file that cannot be made, not the database."""
    try:
        yield
    except (CareError, StorageError) as error:
        raise CareError(f"{path}: {error}") from error
