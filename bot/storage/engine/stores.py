"""The two kinds of database: SQLite in a file, and a PostgreSQL server.

All work is done by plain functions of a `Connection`: for SQLite in a thread, one hop for each
transaction; for PostgreSQL over asyncpg (in `postgres`).
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

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
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine import hops
from bot.storage.engine.asking import Question, Rows
from bot.storage.engine.brakes import Brake
from bot.storage.engine.changes import Prepared, RowChange, merge_changes
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

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database; stop it if cancelled."""

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work` as `read` does, but without taking a place from those who wait."""

    async def checkpoint(self, *, truncate: bool) -> bool:
        """Let SQLite's file hold all that there is; with `truncate` nothing stays in its WAL.

        False if that has to be tried again.
        """

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
        # Any thread may use or close a connection, one at a time.
        options: dict[str, Any] = {"connect_args": {"check_same_thread": False}, **DISCREET}
        kept: dict[str, Any] = {"poolclass": QueuePool, "max_overflow": 0, "pool_timeout": PATIENCE}
        self._writer = create_engine(plain, pool_size=1, **kept, **options)
        self._reader = create_engine(plain, pool_size=READERS, **kept, **options)
        self._looker = create_engine(plain, poolclass=NullPool, **options)
        for engine in (self._writer, self._reader, self._looker):
            event.listen(engine, "do_connect", self._file.check_path)
            event.listen(engine, "connect", _prepare)
            # A reader that becomes a writer half-way can fail at any statement, so a writer says
            # at once that it will write.
            mode = "IMMEDIATE" if engine is self._writer else "DEFERRED"
            event.listen(engine, "begin", partial(_begin, mode=mode))
        self._plain = PlainReader(self._looker.raw_connection, self._looker.dialect, PATIENCE)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._own: PoolProxiedConnection | None = None  # the writer's
        self._brake = Brake()  # of `_own`
        self._prepared: dict[UpdateBase, Prepared] = {}

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """See `Store`."""
        with explain_errors(self.url):
            return await self._plain.answer(questions)

    async def write(self, commands: Sequence[Sequence[RowChange]]) -> Sequence[RowExists | None]:
        """See `Store`."""
        loop = asyncio.get_running_loop()
        # A commit that has begun goes on: SQLite stops between two steps of a statement.
        timer = loop.call_later(COMMIT, self._brake.pull)
        try:
            await hops.hop(self._thread, self._write, merge_changes(commands))
        finally:
            timer.cancel()
            self._brake.release()
        return [None] * len(commands)

    def _write(self, changes: Sequence[RowChange]) -> None:
        # With SQLAlchemy between, one command takes twice the time of its processor.
        with explain_errors(self.url):
            if self._own is None:
                self._own = self._looker.raw_connection()
            raw = self._own.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            self._brake.fit(raw)
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

    async def read(self, work: Work[T]) -> T:
        """See `Store`."""
        return await self._read_in(self._readers, self._reader, work)

    async def snapshot(self, work: Work[T]) -> T:
        """See `Store`."""
        return await self._read_in(None, self._looker, work)

    async def _read_in(self, threads: Executor | None, engine: Engine, work: Work[T]) -> T:
        brake = Brake()

        def read(connection: Connection) -> T:
            with brake.fitted(connection.connection):
                return work(connection)

        try:
            return await hops.hop(threads, self._run_in, engine, read)
        except asyncio.CancelledError:
            brake.pull()
            raise

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
        self._plain.close()
        self._readers.shutdown()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
        self._reader.dispose()
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
