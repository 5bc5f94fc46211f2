"""A SQLite file as a database: one writer, several readers, each in a thread of its own.

Reads go through SQLAlchemy's async engine, over aiosqlite. Point queries and writes, which every command waits for, use
the plain driver: it takes a fraction of the processor time.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from contextvars import Context
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, NullPool, QueuePool, Select, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, PoolProxiedConnection
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine import stores
from bot.storage.engine.account_key import AccountHashKey
from bot.storage.engine.errors import DatabaseUnreachableError, RowAlreadyExistsError, WriteConditionNotMetError
from bot.storage.engine.file_checks import require_complete_bot_database_file, require_tables_of_bot
from bot.storage.engine.point_queries import CompiledSelect, Rows, SmallQuery
from bot.storage.engine.read_only_file import ReadOnlySQLiteFile
from bot.storage.engine.row_changes import (
    ChangeOrCondition,
    CompiledSqlStatement,
    RowChange,
    WriteCondition,
    collect_write_conditions_of_commands,
    merge_row_changes_of_commands,
)
from bot.storage.engine.sqlite_file import (
    WritableSQLiteFile,
    checkpoint_sqlite_write_ahead_log,
    create_private_database_file,
)
from bot.storage.engine.stores import (
    HIDE_PARAMETERS,
    PATIENCE,
    DatabaseAccessMode,
    T,
    Work,
    raise_database_unreachable_on_driver_errors,
)
from bot.storage.engine.urls import ACCEPTED_URLS, mask_password_in_database_url
from bot.storage.engine.worker_thread import WorkerThread

STEPS_BETWEEN_CHECKS = 100_000
"""Instructions of SQLite's virtual machine between two looks: about ten milliseconds.

A look waits for the interpreter lock.
"""


class SQLiteInterruptSwitch:
    """A switch by which another thread can interrupt a SQLite connection, at once or after some seconds."""

    def __init__(self) -> None:
        self.pulled = False
        self._latest = inf

    def interrupt_statements(self) -> None:
        """Interrupt SQLite's running statement, and later ones too, until the switch is reset."""
        self.pulled = True

    def allow_statements_for(self, seconds: float) -> None:
        """Reset the switch, so that the connection's statements can run for so many seconds from now on."""
        self._latest = monotonic() + seconds
        self.pulled = False

    def is_interrupted(self) -> bool:
        """Return True if the connection's statements must stop."""
        return self.pulled or monotonic() >= self._latest

    def attach_to_sqlite_connection(self, connection: sqlite3.Connection) -> None:
        """Let the SQLite connection check this switch from now on."""
        connection.set_progress_handler(self.is_interrupted, STEPS_BETWEEN_CHECKS)

    @contextmanager
    def attach_to_pooled_connection(self, connection: PoolProxiedConnection) -> Iterator[None]:
        """Let a pooled connection check this switch during the `with` block."""
        raw = connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self.attach_to_sqlite_connection(raw)
        try:
            yield
        finally:
            raw.set_progress_handler(None, STEPS_BETWEEN_CHECKS)


class ConnectionReadInterrupter:
    """A holder of the switch that can interrupt the current read of a pooled connection."""

    def __init__(self) -> None:
        self.brake = SQLiteInterruptSwitch()

    def is_interrupted(self) -> bool:
        """Return True if the connection's current read must stop."""
        return self.brake.pulled

    @classmethod
    def install_in_new_connection(cls, connection: DBAPIConnection, pool_entry: ConnectionPoolEntry) -> None:
        """Install an interrupt switch in a new connection of the pool."""
        place = pool_entry.info[cls] = cls()
        # The connection has to be told in the thread that it belongs to.
        connection.run_async(lambda own: own.set_progress_handler(place.is_interrupted, STEPS_BETWEEN_CHECKS))

    @classmethod
    @contextmanager
    def use_interrupt_switch_for_connection(
        cls, connection: AsyncConnection, interrupt_switch: SQLiteInterruptSwitch
    ) -> Iterator[None]:
        """Use this switch for an async SQLite connection during the `with` block."""
        assert connection.sync_connection is not None
        place = connection.sync_connection.info[cls]
        assert isinstance(place, cls)
        place.brake = interrupt_switch
        try:
            yield
        finally:
            place.brake = SQLiteInterruptSwitch()


def run_in_thread(
    worker_thread: WorkerThread | None, function: Callable[..., T], *arguments: object
) -> asyncio.Future[T]:
    """Run a function in a thread; None means the event loop's own threads."""
    if worker_thread is None:
        return asyncio.get_running_loop().run_in_executor(None, function, *arguments)
    return worker_thread.run(function, *arguments)


TOO_LATE = "the file took too long to read"


class SmallQueryThread:
    """A thread with its own SQLite connection, which runs small SELECTs without delay.

    With an async driver each query took about a millisecond of processor time, most of it between threads; here six of
    them take a quarter of one. `connect` makes the connection when it is first needed.
    """

    def __init__(self, connect: Callable[[], PoolProxiedConnection], dialect: Dialect, timeout: float) -> None:
        self._connect = connect
        self._dialect = dialect
        self.patience = timeout
        self._own: PoolProxiedConnection | None = None
        self._brake = SQLiteInterruptSwitch()
        self._thread = WorkerThread("reader")
        self._prepared: dict[Select[Any], CompiledSelect] = {}

    async def run_queries_on_one_snapshot(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        """Run small SELECTs on the same state of the database, for at most `timeout` seconds.

        Calls must not overlap. Raises `sqlite3.Error`.
        """
        self._brake.allow_statements_for(self.patience)
        return await run_in_thread(self._thread, self._run_small_queries_in_thread, queries)

    def _run_small_queries_in_thread(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        if self._own is None:
            self._own = self._connect()
            self._brake.attach_to_sqlite_connection(_get_driver_connection(self._own))
        connection = _get_driver_connection(self._own)
        connection.execute("BEGIN")
        try:
            return [self._run_small_query(connection, question) for question in queries]
        finally:
            if connection.in_transaction:
                connection.execute("COMMIT")

    def _run_small_query(self, connection: sqlite3.Connection, query: SmallQuery) -> Rows:
        if self._brake.is_interrupted():
            raise sqlite3.OperationalError(TOO_LATE)
        prepared = self._prepared.get(query.statement)
        if prepared is None:
            prepared = CompiledSelect(query.statement, self._dialect)
            self._prepared[query.statement] = prepared
        values = prepared.list_values_in_parameter_order(query.values)
        return prepared.convert_rows_to_python_values(connection.execute(prepared.sql, values).fetchall())

    def close_connection_and_thread(self) -> None:
        self._brake.interrupt_statements()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
            self._own = None


def _get_driver_connection(connection: PoolProxiedConnection) -> sqlite3.Connection:
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


class SQLiteBackend:
    """A SQLite file as the bot's database. Readers do not wait for the only writer."""

    def __init__(self, url: URL, key: AccountHashKey, access_mode: DatabaseAccessMode) -> None:
        plain = url.set(drivername="sqlite")
        self.url = mask_password_in_database_url(plain)
        self._file = _open_sqlite_file(plain, access_mode)
        if access_mode is DatabaseAccessMode.READ:
            assert isinstance(self._file, ReadOnlySQLiteFile)
            plain = self._file.build_connection_url()
        url = plain.set(drivername="sqlite+aiosqlite")
        made: dict[str, Any] = {**HIDE_PARAMETERS, "execution_options": key.sqlalchemy_execution_options}
        kept: dict[str, Any] = {"max_overflow": 0, "pool_timeout": PATIENCE, **made}
        self._reader = create_async_engine(
            url, poolclass=AsyncAdaptedQueuePool, pool_size=stores.READ_CONNECTIONS, **kept
        )
        # Any thread may use or close a connection, one at a time.
        elsewhere = {"check_same_thread": False}
        self._writer = create_engine(plain, poolclass=QueuePool, pool_size=1, connect_args=elsewhere, **kept)
        self._looker = create_engine(plain, poolclass=NullPool, connect_args=elsewhere, **made)
        for engine in (self._writer, self._reader.sync_engine, self._looker):
            event.listen(engine, "do_connect", self._file.require_file_not_replaced)
            event.listen(
                engine,
                "connect",
                partial(_set_sqlite_pragmas, value_by_pragma=self._file.adapt_pragmas_to_access_mode(PRAGMAS)),
            )
            # A reader that becomes a writer half-way can fail at any statement, so a writer says
            # at once that it will write.
            mode = "IMMEDIATE" if engine is self._writer else "DEFERRED"
            event.listen(engine, "begin", partial(_begin_sqlite_transaction, transaction_mode=mode))
        event.listen(self._reader.sync_engine, "connect", ConnectionReadInterrupter.install_in_new_connection)
        self._reads: set[asyncio.Task[Any]] = set()  # under way
        self._plain = SmallQueryThread(self._looker.raw_connection, self._looker.dialect, PATIENCE)
        self._thread = WorkerThread("writer")
        self._own: PoolProxiedConnection | None = None  # the writer's
        self._brake = SQLiteInterruptSwitch()  # of `_own`
        self._prepared: dict[UpdateBase | Select[Any], CompiledSqlStatement] = {}

    async def run_queries_on_one_snapshot(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        with raise_database_unreachable_on_driver_errors(self.url):
            return await self._plain.run_queries_on_one_snapshot(queries)

    async def commit_row_changes_of_commands(
        self, changes_by_command: Sequence[Sequence[ChangeOrCondition]]
    ) -> Sequence[RowAlreadyExistsError | None]:
        """Commit all row changes or none. Raises `RowAlreadyExistsError` or `WriteConditionNotMetError`."""
        # A COMMIT that has begun is not stopped: the brake only works within a statement.
        self._brake.allow_statements_for(stores.WRITE_TIMEOUT)
        await run_in_thread(self._thread, self._commit_commands_in_thread, changes_by_command)
        return [None] * len(changes_by_command)

    def _commit_commands_in_thread(self, commands: Sequence[Sequence[ChangeOrCondition]]) -> None:
        # Through SQLAlchemy, a command would take twice the processor time.
        with raise_database_unreachable_on_driver_errors(self.url):
            if self._own is None:
                self._own = self._looker.raw_connection()
                self._brake.attach_to_sqlite_connection(_get_driver_connection(self._own))
            raw = _get_driver_connection(self._own)
            raw.execute("BEGIN IMMEDIATE")
            try:
                self._file.require_writable_file()
                for change in merge_row_changes_of_commands(commands):
                    self._execute_row_change(change, raw)
                for condition in collect_write_conditions_of_commands(commands):
                    self._require_write_condition_met(condition, raw)
                raw.execute("COMMIT")
            except BaseException:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                raise

    def _execute_row_change(self, row_change: RowChange, connection: sqlite3.Connection) -> None:
        rows = row_change.rows
        prepared = self._compile_statement_once(row_change.statement, rows[0] if rows else ())
        try:
            connection.executemany(prepared.sql, map(prepared.list_values_in_parameter_order, rows or ({},)))
        except sqlite3.IntegrityError as error:
            raise RowAlreadyExistsError(row_change.table_name) from error

    def _require_write_condition_met(self, condition: WriteCondition, connection: sqlite3.Connection) -> None:
        prepared = self._compile_statement_once(condition.statement, ())
        values = prepared.list_values_in_parameter_order(condition.values)
        if connection.execute(prepared.sql, values).fetchone() is not None:
            raise WriteConditionNotMetError(condition.key)

    def _compile_statement_once(
        self, statement: UpdateBase | Select[Any], column_names: Iterable[str]
    ) -> CompiledSqlStatement:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = CompiledSqlStatement(statement, column_names, self._writer.dialect)
            self._prepared[statement] = prepared
        return prepared

    async def run_write_transaction(self, transaction_function: Work[T]) -> T:
        return await run_in_thread(self._thread, self._run_function_in_transaction, self._writer, transaction_function)

    async def run_read_transaction(self, transaction_function: Work[T]) -> T:
        # A task of its own, not the caller's, which ends by its brake if the caller is cancelled:
        # SQLAlchemy, if it was cancelled itself, would wait for the statement to end.
        brake = SQLiteInterruptSwitch()
        task = Context().run(asyncio.create_task, self._run_interruptible_read_transaction(transaction_function, brake))
        self._reads.add(task)
        task.add_done_callback(self._remove_finished_read_task)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            brake.interrupt_statements()
            raise

    async def _run_interruptible_read_transaction(
        self, transaction_function: Work[T], interrupt_switch: SQLiteInterruptSwitch
    ) -> T:
        with raise_database_unreachable_on_driver_errors(self.url):
            async with self._reader.begin() as connection:
                with (
                    ConnectionReadInterrupter.use_interrupt_switch_for_connection(connection, interrupt_switch),
                    self._file.require_file_unchanged_during_read(),
                ):
                    return await connection.run_sync(transaction_function)

    def _remove_finished_read_task(self, task: asyncio.Task[Any]) -> None:
        self._reads.discard(task)
        if not task.cancelled():
            task.exception()  # nobody else asks for it if the caller is gone

    async def run_read_transaction_without_timeout(self, transaction_function: Work[T]) -> T:
        """Run a function in a read transaction in another thread, which leaves the event loop free."""
        brake = SQLiteInterruptSwitch()

        def run_function_interruptibly(connection: Connection) -> T:
            with brake.attach_to_pooled_connection(connection.connection):
                return transaction_function(connection)

        try:
            return await run_in_thread(
                None, self._run_function_in_transaction, self._looker, run_function_interruptibly
            )
        except asyncio.CancelledError:
            brake.interrupt_statements()
            raise

    def _run_function_in_transaction(self, engine: Engine, transaction_function: Work[T]) -> T:
        with (
            raise_database_unreachable_on_driver_errors(self.url),
            engine.begin() as connection,
            self._file.require_file_unchanged_during_read(),
        ):
            if engine is self._writer:
                self._file.require_writable_file()
            return transaction_function(connection)

    async def checkpoint_write_ahead_log(self, *, truncate: bool) -> bool:
        # Emptying the WAL takes its turn with the writes; copying it waits for nobody.
        return await run_in_thread(
            self._thread if truncate else None, self._checkpoint_write_ahead_log_in_thread, truncate
        )

    def _checkpoint_write_ahead_log_in_thread(self, truncate: bool) -> bool:
        with raise_database_unreachable_on_driver_errors(self.url):
            own = self._looker.raw_connection()
            try:
                raw = own.driver_connection
                assert isinstance(raw, sqlite3.Connection)
                return checkpoint_sqlite_write_ahead_log(raw, truncate=truncate)
            finally:
                own.close()

    async def close_all_connections(self) -> None:
        await asyncio.gather(*self._reads, return_exceptions=True)
        await self._reader.dispose()
        self._plain.close_connection_and_thread()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
        self._writer.dispose()
        self._file.delete_temporary_copy()


def _open_sqlite_file(url: URL, access_mode: DatabaseAccessMode) -> WritableSQLiteFile | ReadOnlySQLiteFile:
    """Open the SQLite file of a URL to read, write or fill it.

    Raises `DatabaseUnreachableError`.
    """
    file = url.database
    if not file or file == ":memory:":
        raise DatabaseUnreachableError(mask_password_in_database_url(url), f"names no file; accepted: {ACCEPTED_URLS}")
    path = Path(file.removeprefix("file:") if "uri" in url.query else file)
    try:
        if access_mode is not DatabaseAccessMode.FILL:
            require_complete_bot_database_file(path)
        if access_mode is DatabaseAccessMode.READ:
            return ReadOnlySQLiteFile(path)
        if access_mode is DatabaseAccessMode.WRITE:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as own:
                require_tables_of_bot(own, path)
        if "uri" not in url.query:  # a `file:` URL says itself if the file may be made
            create_private_database_file(path)
        return WritableSQLiteFile(path)
    except OSError as error:
        raise DatabaseUnreachableError(mask_password_in_database_url(url), error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise DatabaseUnreachableError(mask_password_in_database_url(url), str(error)) from error


def _set_sqlite_pragmas(
    connection: DBAPIConnection, pool_entry: ConnectionPoolEntry, value_by_pragma: Mapping[str, str]
) -> None:
    connection.isolation_level = None  # `_begin_sqlite_transaction` begins transactions, not the driver
    cursor = connection.cursor()
    try:
        for pragma, value in value_by_pragma.items():
            cursor.execute(f"PRAGMA {pragma} = {value}")
    except Exception:
        connection.close()  # the pool does not know it yet, and would leave it open
        raise
    cursor.close()


def _begin_sqlite_transaction(connection: Connection, transaction_mode: str) -> None:
    connection.exec_driver_sql(f"BEGIN {transaction_mode}")
