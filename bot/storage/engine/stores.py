"""The two kinds of database: SQLite in a file, and a PostgreSQL server.

Each asks small questions over an async engine, and runs whole transactions as plain functions of
a `Connection`: SQLite's in a thread (one hop for each transaction, where aiosqlite needs
several for each statement), PostgreSQL's over asyncpg (in `postgres`).
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    NullPool,
    QueuePool,
    create_engine,
    event,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import (
    AsyncAdaptedQueuePool,
    ConnectionPoolEntry,
    PoolProxiedConnection,
)
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine import hops
from bot.storage.engine.asking import Question, Rows
from bot.storage.engine.brakes import Brake, find_brake, fit_brake
from bot.storage.engine.changes import Prepared, RowChange, merge_changes
from bot.storage.engine.deadline import find_deadline
from bot.storage.engine.errors import Busy, Pooled, RowExists, Unreachable
from bot.storage.engine.masking import mask
from bot.storage.engine.plain_reader import PlainReader
from bot.storage.engine.sqlite_file import OpenedFile, checkpoint, make_private

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What is done in one transaction. It may be run twice, where a connection was lost half-way."""

PATIENCE = 1.0
"""Seconds to wait for a lock or a connection: Discord waits three for the first answer."""

READERS = 4
"""Connections for questions."""

QUESTION, COMMIT = 30.0, 5.0
"""Seconds after which a question, and a list of changes, are given up that nobody waits for."""

HEADSTART = 0.1
"""Seconds before a deadline in which SQLite has to stop what it does."""

PRAGMAS = {
    "busy_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "journal_mode": "WAL",  # who reads never waits for who writes
    "synchronous": "FULL",  # a commit has reached the disk before anybody is answered
    "foreign_keys": "ON",
    "secure_delete": "ON",  # what is deleted is overwritten in the file
}

DISCREET = {"hide_parameters": True}
"""What is written about an error names no rows, which hold what people are called."""

ACCEPTED = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"

POOLED = ("26000", "42P05")
"""PostgreSQL's codes for what was prepared, and is gone, or is somebody else's."""

AWAY = (OperationalError, sqlite3.OperationalError, NoConnection, OSError)
"""What is raised where the database itself is in trouble."""


class Store(Protocol):
    """A database. Everything raises `Unreachable`, and `IntegrityError` as it is."""

    reader: AsyncEngine
    url: str  # without its password

    async def write(self, commands: Sequence[Sequence[RowChange]]) -> Sequence[RowExists | None]:
        """Make the changes of all commands durable, or none; return what became of each.

        Where it writes those that nothing stands in the way of, it tells of the others. Else it
        raises `RowExists`.
        """

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer point reads from one state; one call after the other."""

    async def transact(self, work: Work[T]) -> T:
        """Run `work`, and make what it wrote durable; whatever it raises undoes all of it."""

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database."""

    async def checkpoint(self, *, truncate: bool) -> bool:
        """Let SQLite's file hold all that there is; with `truncate` nothing stays in its WAL.

        False if that has to be tried again.
        """

    def interrupt_in_time(self, connection: AsyncConnection) -> AbstractContextManager[None]:
        """End what a reader's connection does before who waits for it has to be answered."""

    async def close(self) -> None:
        """Let go of every connection."""


@contextmanager
def explain_errors(url: str, *also: type[Exception]) -> Iterator[None]:
    """Turn what a driver raises into `Unreachable`."""
    trouble: tuple[type[Exception], ...] = (OSError, *also)
    try:
        yield
    except IntegrityError:  # about the rows, not the database: the caller knows what it means
        raise
    except DBAPIError as error:
        raise _explain(url, error.orig) from error
    except sqlite3.Error as error:  # where SQLAlchemy is not between
        raise Unreachable(url, str(error)) from error
    except NoConnection as error:
        raise Busy from error
    except TimeoutError as error:
        raise Unreachable(url, "no answer") from error
    except trouble as error:
        raise _explain(url, error) from error


def _explain(url: str, error: BaseException | None) -> Unreachable:
    if getattr(error, "sqlstate", None) in POOLED:
        return Pooled(url)
    return Unreachable(url, str(error) or type(error).__name__)


def is_away(error: Unreachable) -> bool:
    """Whether the database is in trouble, and not what was to be written into it."""
    return isinstance(error.__cause__, AWAY)


class SQLite:
    """A file: readers beside one writer, a connection in a thread of its own."""

    def __init__(self, url: URL) -> None:
        plain = url.set(drivername="sqlite")
        self.url = mask(plain)
        self._file = _open_file(plain)
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
            event.listen(engine, "do_connect", self._file.check_path)
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "connect", fit_brake)
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

    async def write(self, commands: Sequence[Sequence[RowChange]]) -> Sequence[RowExists | None]:
        """See `Store`."""
        loop = asyncio.get_running_loop()
        # A commit that has begun goes on: SQLite stops between two steps of a statement.
        timer = loop.call_later(COMMIT, self._brake, Brake.pull)
        try:
            await hops.hop(self._thread, self._write, merge_changes(commands))
        finally:
            timer.cancel()
            self._brake(Brake.release)
        return [None] * len(commands)

    def _brake(self, change: Callable[[Brake], None]) -> None:
        """Change the brake of the connection that writes, if there is one yet."""
        if self._own is not None:
            change(find_brake(self._own))

    def _write(self, changes: Sequence[RowChange]) -> None:
        # With SQLAlchemy between, one command takes twice the time of its processor.
        with explain_errors(self.url):
            if self._own is None:
                self._own = self._looker.raw_connection()
            raw = self._own.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute("BEGIN IMMEDIATE")
            try:
                self._file.check()
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
        return await hops.hop(self._thread, self._run_in, self._writer, work)

    async def snapshot(self, work: Work[T]) -> T:
        """See `Store`."""
        brakes = list[Brake]()

        def ask(connection: Connection) -> T:
            brakes.append(find_brake(connection.connection))
            return work(connection)

        try:
            return await hops.hop(None, self._run_in, self._looker, ask)
        except asyncio.CancelledError:
            for brake in brakes:
                brake.pull()
            raise

    @contextmanager
    def interrupt_in_time(self, connection: AsyncConnection) -> Iterator[None]:
        """See `Store`."""
        deadline = find_deadline()
        if deadline is None or deadline.at is None:
            yield
            return
        assert connection.sync_connection is not None
        brake = find_brake(connection.sync_connection.connection)
        timer = asyncio.get_running_loop().call_at(deadline.at - HEADSTART, brake.pull)
        try:
            yield
        finally:
            timer.cancel()
            brake.release()

    def _run_in(self, engine: Engine, work: Work[T]) -> T:
        with explain_errors(self.url), engine.begin() as connection:
            if engine is self._writer:
                self._file.check()
            return work(connection)

    async def checkpoint(self, *, truncate: bool) -> bool:
        """See `Store`."""
        # Emptying takes its turn with what is written; the rest waits for nobody.
        return await hops.hop(self._thread if truncate else None, self._checkpoint, truncate)

    def _checkpoint(self, truncate: bool) -> bool:
        with explain_errors(self.url):
            own = self._looker.raw_connection()
            try:
                raw = own.driver_connection
                assert isinstance(raw, sqlite3.Connection)
                return checkpoint(raw, truncate=truncate)
            finally:
                own.close()

    async def close(self) -> None:
        """See `Store`."""
        await self.reader.dispose()
        self._plain.close()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
        self._writer.dispose()


def _open_file(url: URL) -> OpenedFile:
    """Make the file and its folder: where it cannot be opened, better here than in a thread."""
    file = url.database
    if not file or file == ":memory:":
        raise Unreachable(mask(url), f"names no file; accepted: {ACCEPTED}")
    path = Path(file.removeprefix("file:") if "uri" in url.query else file)
    try:
        if "uri" not in url.query:  # such a one says itself whether the file may be made
            make_private(path)
        return OpenedFile(path)
    except OSError as error:
        raise Unreachable(mask(url), error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise Unreachable(mask(url), str(error)) from error


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
