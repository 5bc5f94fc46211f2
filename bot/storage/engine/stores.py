"""The two kinds of database: SQLite in a file, and a PostgreSQL server.

Each asks small questions over an async engine, and runs whole transactions as plain functions of
a `Connection`: SQLite's in a thread (one hop for each transaction, where aiosqlite needs
several for each statement), PostgreSQL's over asyncpg.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import (
    AsyncAdaptedQueuePool,
    ConnectionPoolEntry,
    PoolProxiedConnection,
)
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine.asking import Question, Rows
from bot.storage.engine.changes import Prepared, RowChange, apply
from bot.storage.engine.errors import RowExists, Unreachable
from bot.storage.engine.joint_reader import JointReader
from bot.storage.engine.plain_reader import PlainReader

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What is done in one transaction. It may be run twice, where a connection was lost half-way."""

PATIENCE = 1.0
"""Seconds to wait for a lock or a connection: Discord waits three for the first answer."""

READERS = 4
"""Connections for questions."""

PRAGMAS = {
    "busy_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "journal_mode": "WAL",  # who reads never waits for who writes
    "synchronous": "FULL",  # a commit has reached the disk before anybody is answered
    "foreign_keys": "ON",
}

DISCREET = {"hide_parameters": True}
"""What is written about an error names no rows, which hold what people are called."""

SETTINGS = {
    "application_name": "suzerain",
    "lock_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "synchronous_commit": "on",  # as above, whatever the server's own setting
    # To compile a question or to share it out takes longer than to answer one of ours.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
}

ACCEPTED = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"

AWAY = (OperationalError, sqlite3.OperationalError, NoConnection, OSError)
"""What is raised where the database itself is in trouble."""

DEADLOCK, SERIALIZATION = "40P01", "40001"
"""PostgreSQL's codes for a transaction that it gave up, and that may be tried again."""


class Store(Protocol):
    """A database. Everything raises `Unreachable`, and `IntegrityError` as it is."""

    reader: AsyncEngine
    url: str  # without its password

    async def write(self, changes: Sequence[RowChange]) -> None:
        """Make the changes and make them durable, all or none. Raises `RowExists` too."""

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer point reads from one state; one call after the other."""

    async def transact(self, work: Work[T]) -> T:
        """Run `work`, and make what it wrote durable; whatever it raises undoes all of it."""

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database."""

    async def close(self) -> None:
        """Let go of every connection."""


def open_store(url: str) -> Store:
    """The database behind a URL; connects when first used. Raises `Unreachable`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The text may hold a password, so it is not repeated.
        raise Unreachable("the database", f"not a URL; accepted: {ACCEPTED}") from None
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLite(parsed)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            return PostgreSQL(parsed)
        case _:
            raise Unreachable(str(parsed), f"not a database that is known; accepted: {ACCEPTED}")


@contextmanager
def explain_errors(url: str, *also: type[Exception]) -> Iterator[None]:
    """Turn what a driver raises into `Unreachable`."""
    trouble: tuple[type[Exception], ...] = (OSError, *also)
    try:
        yield
    except IntegrityError:  # about the rows, not the database: the caller knows what it means
        raise
    except DBAPIError as error:
        raise Unreachable(url, str(error.orig)) from error
    except sqlite3.Error as error:  # where SQLAlchemy is not between
        raise Unreachable(url, str(error)) from error
    except NoConnection as error:
        raise Unreachable(url, "busy") from error
    except trouble as error:
        raise Unreachable(url, str(error) or type(error).__name__) from error


def is_away(error: Unreachable) -> bool:
    """Whether the database is in trouble, and not what was to be written into it."""
    return isinstance(error.__cause__, AWAY)


class SQLite:
    """A file: readers beside one writer, a connection in a thread of its own."""

    def __init__(self, url: URL) -> None:
        plain = url.set(drivername="sqlite")
        self.url = str(plain)
        _make_file(plain)
        self.reader = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"),
            poolclass=AsyncAdaptedQueuePool,
            pool_size=READERS,
            max_overflow=0,
            pool_timeout=PATIENCE,
            **DISCREET,
        )
        elsewhere = {"check_same_thread": False}  # whoever closes it may be another thread
        self._writer = create_engine(
            plain,
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            connect_args=elsewhere,
            **DISCREET,
        )
        self._looker = create_engine(plain, poolclass=NullPool, connect_args=elsewhere, **DISCREET)
        for engine in (self.reader.sync_engine, self._writer, self._looker):
            event.listen(engine, "connect", _prepare)
        # A reader that becomes a writer half-way can fail at any statement: it says so at once.
        event.listen(self._writer, "begin", partial(_begin, mode="IMMEDIATE"))
        event.listen(self._looker, "begin", partial(_begin, mode="DEFERRED"))
        self._plain = PlainReader(self._looker.raw_connection, self._looker.dialect, PATIENCE)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._own: PoolProxiedConnection | None = None  # the writer's
        self._prepared: dict[UpdateBase, Prepared] = {}

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """See `Store`."""
        with explain_errors(self.url):
            return await self._plain.answer(questions)

    async def write(self, changes: Sequence[RowChange]) -> None:
        """See `Store`."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._write, changes)

    def _write(self, changes: Sequence[RowChange]) -> None:
        # With SQLAlchemy between, one command takes twice the time of its processor.
        with explain_errors(self.url):
            if self._own is None:
                self._own = self._looker.raw_connection()
            raw = self._own.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute("BEGIN IMMEDIATE")
            try:
                for change in changes:
                    self._apply(change, raw)
                raw.execute("COMMIT")
            except BaseException:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                raise

    def _apply(self, change: RowChange, connection: sqlite3.Connection) -> None:
        statement, rows = change
        prepared = self._prepared.get(statement)
        if prepared is None:
            columns = rows[0] if rows else ()
            prepared = self._prepared[statement] = Prepared(
                statement, columns, self._writer.dialect
            )
        try:
            connection.executemany(prepared.sql, map(prepared.order_values, rows or ({},)))
        except sqlite3.IntegrityError as error:
            raise RowExists(change.table) from error

    async def transact(self, work: Work[T]) -> T:
        """See `Store`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._run_in, self._writer, work)

    async def snapshot(self, work: Work[T]) -> T:
        """See `Store`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, self._run_in, self._looker, work)

    def _run_in(self, engine: Engine, work: Work[T]) -> T:
        with explain_errors(self.url), engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """See `Store`."""
        await self.reader.dispose()
        self._plain.close()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
        self._writer.dispose()


class PostgreSQL:
    """A server, over asyncpg."""

    def __init__(self, url: URL) -> None:
        # Only who has a server needs its driver: importing it takes time and memory.
        import asyncpg

        self.url = str(url.set(drivername="postgresql"))
        self._trouble = (asyncpg.PostgresError, asyncpg.InterfaceError)
        self.reader, self._writer = (
            create_async_engine(
                url.set(drivername="postgresql+asyncpg"),
                pool_size=size,
                max_overflow=0,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,  # a server that was restarted is no trouble
                connect_args={"timeout": PATIENCE, "server_settings": SETTINGS},
                **DISCREET,
            )
            for size in (READERS, 1)
        )
        self._joint = JointReader(self.reader)

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """See `Store`."""
        with explain_errors(self.url, *self._trouble):
            return await self._joint.answer(questions)

    async def write(self, changes: Sequence[RowChange]) -> None:
        """See `Store`."""
        await self.transact(partial(apply, changes))

    async def transact(self, work: Work[T]) -> T:
        """See `Store`."""
        with explain_errors(self.url, *self._trouble):
            try:
                return await self._run_in(self._writer, work)
            except DBAPIError as error:
                if not _may_pass(error):
                    raise
            # Perhaps the first time was durable, and only its end got lost: the unique keys tell.
            return await self._run_in(self._writer, work)

    async def snapshot(self, work: Work[T]) -> T:
        """See `Store`."""
        with explain_errors(self.url, *self._trouble):
            one_state = self.reader.execution_options(isolation_level="REPEATABLE READ")
            return await self._run_in(one_state, work)

    async def _run_in(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See `Store`."""
        await self.reader.dispose()
        await self._writer.dispose()


def _may_pass(error: DBAPIError) -> bool:
    code = getattr(error.orig, "sqlstate", None)
    return error.connection_invalidated or code in (DEADLOCK, SERIALIZATION)


def _make_file(url: URL) -> None:
    """Make the file and its folder: where it cannot be opened, better here than in a thread."""
    file = url.database
    if not file or file == ":memory:":
        raise Unreachable(str(url), f"names no file; accepted: {ACCEPTED}")
    if "uri" in url.query:
        return  # it says itself whether the file may be made
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
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


def _begin(connection: Connection, mode: str) -> None:
    connection.exec_driver_sql(f"BEGIN {mode}")
