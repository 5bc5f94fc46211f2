"""A SQLite file as a database: one writer, several readers, each in a thread of its own.

Reads go through SQLAlchemy's async engine, over aiosqlite. Point reads and writes, which every
command waits for, use the plain driver: it takes a fraction of the processor time.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from contextvars import Context
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    NullPool,
    QueuePool,
    Select,
    create_engine,
    event,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, PoolProxiedConnection
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine import stores
from bot.storage.engine.account_key import AccountKey
from bot.storage.engine.changes import (
    ChangeOrCondition,
    Condition,
    Prepared,
    RowChange,
    list_conditions,
    merge_changes,
)
from bot.storage.engine.errors import RowExists, Unmet, Unreachable
from bot.storage.engine.file_checks import check_file, check_mark
from bot.storage.engine.point_reads import PreparedQuestion, Question, Rows
from bot.storage.engine.reading import ReadFile
from bot.storage.engine.sqlite_file import OpenedFile, checkpoint, make_private
from bot.storage.engine.stores import HIDE_PARAMETERS, PATIENCE, Access, T, Work, explain_errors
from bot.storage.engine.urls import ACCEPTED_URLS, mask

STEPS_BETWEEN_CHECKS = 100_000
"""Instructions of SQLite's virtual machine between two looks: about ten milliseconds.

A look waits for the interpreter lock.
"""


class Brake:
    """A switch that another thread may pull: every statement then fails as interrupted."""

    def __init__(self) -> None:
        self.pulled = False

    def pull(self) -> None:
        """Stop the statement under way, and all that begin before `release`."""
        self.pulled = True

    def release(self) -> None:
        """Let statements run again."""
        self.pulled = False

    def is_pulled(self) -> bool:
        """Return True if statements have to stop."""
        return self.pulled

    def fit(self, connection: sqlite3.Connection) -> None:
        """Make a connection obey this brake from now on."""
        connection.set_progress_handler(self.is_pulled, STEPS_BETWEEN_CHECKS)

    @contextmanager
    def fitted(self, connection: PoolProxiedConnection) -> Iterator[None]:
        """Make a pooled connection obey this brake for the length of the block."""
        raw = connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self.fit(raw)
        try:
            yield
        finally:
            raw.set_progress_handler(None, STEPS_BETWEEN_CHECKS)


class BrakePlace:
    """The place of a brake in a connection of the async engine, which gets one for each read."""

    def __init__(self) -> None:
        self.brake = Brake()

    def is_pulled(self) -> bool:
        """Return True if the statements of the read have to stop."""
        return self.brake.pulled

    @classmethod
    def make(cls, connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        """Make the place in a new connection."""
        place = entry.info[cls] = cls()
        # The connection has to be told in the thread that it belongs to.
        connection.run_async(
            lambda own: own.set_progress_handler(place.is_pulled, STEPS_BETWEEN_CHECKS)
        )

    @classmethod
    @contextmanager
    def hold(cls, connection: AsyncConnection, brake: Brake) -> Iterator[None]:
        """Let a connection obey a brake for the length of the block."""
        assert connection.sync_connection is not None
        place = connection.sync_connection.info[cls]
        assert isinstance(place, cls)
        place.brake = brake
        try:
            yield
        finally:
            place.brake = Brake()


def run_in_thread(
    thread: Executor | None, work: Callable[..., T], *given: object
) -> asyncio.Future[T]:
    """Run `work` in a thread, by default in one of the event loop's own pool."""
    return asyncio.get_running_loop().run_in_executor(thread, work, *given)


TOO_LATE = "the file took too long to read"


class PlainReader:
    """A connection in a thread of its own that answers point reads with the plain driver.

    With an async driver each of these questions took about a millisecond of processor time, most of
    it between threads; here six of them take a quarter of one. `connect` makes the connection when
    it is first needed.
    """

    def __init__(
        self, connect: Callable[[], PoolProxiedConnection], dialect: Dialect, patience: float
    ) -> None:
        self._connect = connect
        self._dialect = dialect
        self.patience = patience
        self._own: PoolProxiedConnection | None = None
        self._brake = Brake()
        self._thread = ThreadPoolExecutor(1, "reader")
        self._prepared: dict[Select[Any], PreparedQuestion] = {}

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer the questions from one state; give up after `patience` seconds.

        Calls must not overlap. Raises `sqlite3.Error`.
        """
        self._brake.release()
        loop = asyncio.get_running_loop()
        deadline = loop.call_later(self.patience, self._brake.pull)
        try:
            return await run_in_thread(self._thread, self._answer, questions)
        finally:
            deadline.cancel()

    def _answer(self, questions: Sequence[Question]) -> list[Rows]:
        if self._own is None:
            self._own = self._connect()
            self._brake.fit(_unwrap_connection(self._own))
        connection = _unwrap_connection(self._own)
        connection.execute("BEGIN")
        try:
            return [self._read(connection, question) for question in questions]
        finally:
            if connection.in_transaction:
                connection.execute("COMMIT")

    def _read(self, connection: sqlite3.Connection, question: Question) -> Rows:
        if self._brake.pulled:
            raise sqlite3.OperationalError(TOO_LATE)
        prepared = self._prepared.get(question.statement)
        if prepared is None:
            prepared = PreparedQuestion(question.statement, self._dialect)
            self._prepared[question.statement] = prepared
        values = prepared.order_values(question.values)
        return prepared.read_rows(connection.execute(prepared.sql, values).fetchall())

    def close(self) -> None:
        """Close the connection, and end the thread."""
        self._brake.pull()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
            self._own = None


def _unwrap_connection(connection: PoolProxiedConnection) -> sqlite3.Connection:
    found = connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


PRAGMAS = {
    "busy_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "journal_mode": "WAL",  # who reads never waits for who writes
    "synchronous": "FULL",  # a commit has reached the disk before anybody is answered
    "foreign_keys": "ON",
    "secure_delete": "ON",  # what is deleted is overwritten in the file
}


class SQLite:
    """A SQLite file: one writer, and several readers that do not wait for it."""

    def __init__(self, url: URL, key: AccountKey, access: Access) -> None:
        plain = url.set(drivername="sqlite")
        self.url = mask(plain)
        self._file = _open_file(plain, access)
        if access is Access.READ:
            assert isinstance(self._file, ReadFile)
            plain = self._file.make_url()
        url = plain.set(drivername="sqlite+aiosqlite")
        made: dict[str, Any] = {**HIDE_PARAMETERS, "execution_options": key.options}
        kept: dict[str, Any] = {"max_overflow": 0, "pool_timeout": PATIENCE, **made}
        self._reader = create_async_engine(
            url,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=stores.READ_CONNECTIONS,
            **kept,
        )
        # Any thread may use or close a connection, one at a time.
        elsewhere = {"check_same_thread": False}
        self._writer = create_engine(
            plain, poolclass=QueuePool, pool_size=1, connect_args=elsewhere, **kept
        )
        self._looker = create_engine(plain, poolclass=NullPool, connect_args=elsewhere, **made)
        for engine in (self._writer, self._reader.sync_engine, self._looker):
            event.listen(engine, "do_connect", self._file.check_path)
            event.listen(engine, "connect", partial(_prepare, pragmas=self._file.choose(PRAGMAS)))
            # A reader that becomes a writer half-way can fail at any statement, so a writer says
            # at once that it will write.
            mode = "IMMEDIATE" if engine is self._writer else "DEFERRED"
            event.listen(engine, "begin", partial(_begin, mode=mode))
        event.listen(self._reader.sync_engine, "connect", BrakePlace.make)
        self._reads: set[asyncio.Task[Any]] = set()  # under way
        self._plain = PlainReader(self._looker.raw_connection, self._looker.dialect, PATIENCE)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._own: PoolProxiedConnection | None = None  # the writer's
        self._brake = Brake()  # of `_own`
        self._prepared: dict[UpdateBase | Select[Any], Prepared] = {}

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer point reads from one state. Calls must not overlap."""
        with explain_errors(self.url):
            return await self._plain.answer(questions)

    async def write(
        self, commands: Sequence[Sequence[ChangeOrCondition]]
    ) -> Sequence[RowExists | None]:
        """Commit the changes of all commands, or none. Raises `RowExists` or `Unmet`."""
        loop = asyncio.get_running_loop()
        # A COMMIT that has begun is not stopped: the brake only works within a statement.
        timer = loop.call_later(stores.WRITE_TIMEOUT, self._brake.pull)
        try:
            await run_in_thread(self._thread, self._write, commands)
        finally:
            timer.cancel()
            self._brake.release()
        return [None] * len(commands)

    def _write(self, commands: Sequence[Sequence[ChangeOrCondition]]) -> None:
        # Through SQLAlchemy, a command would take twice the processor time.
        with explain_errors(self.url):
            if self._own is None:
                self._own = self._looker.raw_connection()
            raw = self._own.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            self._brake.fit(raw)
            raw.execute("BEGIN IMMEDIATE")
            try:
                self._file.check()
                for change in merge_changes(commands):
                    self._apply_change(change, raw)
                for condition in list_conditions(commands):
                    self._check_condition(condition, raw)
                raw.execute("COMMIT")
            except BaseException:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                raise

    def _apply_change(self, change: RowChange, connection: sqlite3.Connection) -> None:
        statement, rows = change
        prepared = self._prepare(statement, rows[0] if rows else ())
        try:
            connection.executemany(prepared.sql, map(prepared.order_values, rows or ({},)))
        except sqlite3.IntegrityError as error:
            raise RowExists(change.table) from error

    def _check_condition(self, condition: Condition, connection: sqlite3.Connection) -> None:
        prepared = self._prepare(condition.statement, ())
        values = prepared.order_values(condition.values)
        if connection.execute(prepared.sql, values).fetchone() is not None:
            raise Unmet(condition.key)

    def _prepare(self, statement: UpdateBase | Select[Any], columns: Iterable[str]) -> Prepared:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = Prepared(statement, columns, self._writer.dialect)
            self._prepared[statement] = prepared
        return prepared

    async def transact(self, work: Work[T]) -> T:
        """Run `work` in a transaction and commit it; roll back if it raises."""
        return await run_in_thread(self._thread, self._run_in, self._writer, work)

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database; stop it if cancelled."""
        # A task of its own, not the caller's, which ends by its brake if the caller is cancelled:
        # SQLAlchemy, if it was cancelled itself, would wait for the statement to end.
        brake = Brake()
        task = Context().run(asyncio.create_task, self._read(work, brake))
        self._reads.add(task)
        task.add_done_callback(self._end_read)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            brake.pull()
            raise

    async def _read(self, work: Work[T], brake: Brake) -> T:
        with explain_errors(self.url):
            async with self._reader.begin() as connection:
                with BrakePlace.hold(connection, brake), self._file.hold_still():
                    return await connection.run_sync(work)

    def _end_read(self, task: asyncio.Task[Any]) -> None:
        self._reads.discard(task)
        if not task.cancelled():
            task.exception()  # nobody else asks for it if the caller is gone

    async def snapshot(self, work: Work[T]) -> T:
        """See `Store`. In a thread: `work` may be long, and would hold up the event loop."""
        brake = Brake()

        def read_state(connection: Connection) -> T:
            with brake.fitted(connection.connection):
                return work(connection)

        try:
            return await run_in_thread(None, self._run_in, self._looker, read_state)
        except asyncio.CancelledError:
            brake.pull()
            raise

    def _run_in(self, engine: Engine, work: Work[T]) -> T:
        with explain_errors(self.url), engine.begin() as connection, self._file.hold_still():
            if engine is self._writer:
                self._file.check()
            return work(connection)

    async def checkpoint(self, *, truncate: bool) -> bool:
        """Copy the WAL into the file, and with `truncate` empty the WAL.

        Return False if it has to be tried again.
        """
        # Emptying the WAL takes its turn with the writes; copying it waits for nobody.
        return await run_in_thread(self._thread if truncate else None, self._checkpoint, truncate)

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
        """Close every connection."""
        await asyncio.gather(*self._reads, return_exceptions=True)
        await self._reader.dispose()
        self._plain.close()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
        self._writer.dispose()
        self._file.close()


def _open_file(url: URL, access: Access) -> OpenedFile | ReadFile:
    """Open the file, so that an error shows at once and not in a thread. Raises `Unreachable`."""
    file = url.database
    if not file or file == ":memory:":
        raise Unreachable(mask(url), f"names no file; accepted: {ACCEPTED_URLS}")
    path = Path(file.removeprefix("file:") if "uri" in url.query else file)
    try:
        if access is not Access.FILL:
            check_file(path)
        if access is Access.READ:
            return ReadFile(path)
        if access is Access.WRITE:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as own:
                check_mark(own, path)
        if "uri" not in url.query:  # a `file:` URL says itself if the file may be made
            make_private(path)
        return OpenedFile(path)
    except OSError as error:
        raise Unreachable(mask(url), error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise Unreachable(mask(url), str(error)) from error


def _prepare(
    connection: DBAPIConnection, _: ConnectionPoolEntry, pragmas: Mapping[str, str]
) -> None:
    connection.isolation_level = None  # `_begin` begins transactions, not the driver
    cursor = connection.cursor()
    try:
        for pragma, value in pragmas.items():
            cursor.execute(f"PRAGMA {pragma} = {value}")
    except Exception:
        connection.close()  # the pool does not know it yet, and would leave it open
        raise
    cursor.close()


def _begin(connection: Connection, mode: str) -> None:
    connection.exec_driver_sql(f"BEGIN {mode}")
