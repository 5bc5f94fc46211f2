"""The connection to the database, and the transactions that everything here reads and writes in."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, TimeoutError
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncEngine,
    create_async_engine,
)
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from bot.storage.errors import SchemaOutdated, Unreachable
from bot.storage.schema import HEAD

DRIVER = "sqlite+aiosqlite"

PATIENCE = 2.0
"""Seconds to wait for the connection: Discord waits three for the first answer."""

PRAGMAS = {
    "busy_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "journal_mode": "WAL",
    "synchronous": "FULL",  # a commit has reached the disk before anybody is answered
    "foreign_keys": "ON",
}


def open_engine(url: str) -> AsyncEngine:
    """The engine for a database such as `sqlite:///data/suzerain.db`; connects when first used.

    Makes the file and its folder. Raises `Unreachable`.
    """
    parsed = _parse(url)
    _make_file(parsed)
    # SQLite has one writer: one connection makes the others wait here, in order, not there.
    engine = create_async_engine(
        parsed, poolclass=AsyncAdaptedQueuePool, pool_size=1, max_overflow=0, pool_timeout=PATIENCE
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The text may hold a password, so it is not repeated.
        raise Unreachable("the database", "not a URL such as sqlite:///suzerain.db") from None
    if parsed.drivername not in ("sqlite", DRIVER):
        raise Unreachable(str(parsed), f"not a database that is known; accepted: {DRIVER}")
    return parsed.set(drivername=DRIVER)


def _make_file(url: URL) -> None:
    file = url.database
    if not file or file == ":memory:" or file.startswith("file:"):
        return
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        # Where it cannot be opened, aiosqlite's thread would outlive the event loop and complain.
        sqlite3.connect(file).close()
    except OSError as error:
        raise Unreachable(str(url), error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise Unreachable(str(url), str(error)) from error


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver begins no transactions: `_begin` does
    cursor = connection.cursor()
    try:
        for pragma, value in PRAGMAS.items():
            cursor.execute(f"PRAGMA {pragma} = {value}")
    except Exception:
        connection.close()  # the pool does not have it yet, and would leave it open
        raise
    cursor.close()


def _begin(connection: Connection) -> None:
    # A reader that becomes a writer half-way can fail at any statement: writers say so at once.
    # A single SELECT needs no transaction, and saves a third of its time without.
    if connection.get_execution_options().get("writes", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection to ask one question; two may see two states. Raises `Unreachable`."""
    with _explained(engine):
        async with engine.connect() as connection:
            yield connection


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction, durable once the block is left, undone by any error. Raises `Unreachable`.

    There is one connection: asking the engine for another inside the block waits in vain.
    """
    with _explained(engine):
        async with engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection


@contextmanager
def _explained(engine: AsyncEngine) -> Iterator[None]:
    try:
        yield
    except IntegrityError:  # about the rows, not the database: the caller knows what it means
        raise
    except DBAPIError as error:
        raise Unreachable(str(engine.url), str(error.orig)) from error
    except TimeoutError as error:
        raise Unreachable(str(engine.url), "busy") from error


async def check(engine: AsyncEngine) -> None:
    """Makes sure that the database can be written and is up to date.

    Raises `Unreachable` or `SchemaOutdated`.
    """
    async with writing(engine) as connection:
        found = await revision(connection)
        if found != HEAD:
            raise SchemaOutdated(found, HEAD)
        # On what may only be read, SQLite begins as if to write, and fails at the first change.
        await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


async def revision(connection: AsyncConnection) -> str | None:
    """The migration that the database is at; None before the first."""
    if not await connection.run_sync(lambda sync: inspect(sync).has_table("alembic_version")):
        return None
    found: str | None = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
