"""The database: reads have connections of their own, and writes share a commit."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, Row, inspect, text

from bot.basics.deadline import find_deadline_of_running_command
from bot.storage.engine.account_key import AccountHashKey
from bot.storage.engine.errors import (
    DatabaseBusyError,
    DatabaseUnreachableError,
    RowAlreadyExistsError,
    SchemaRevisionMismatchError,
    StorageError,
)
from bot.storage.engine.point_queries import MAX_ADMITTED, Rows, SmallQuery, SmallQueryBatcher
from bot.storage.engine.row_changes import ChangeOrCondition, RowChange
from bot.storage.engine.schema import HEAD
from bot.storage.engine.sqlite import SQLiteBackend
from bot.storage.engine.stores import (
    READ_CONNECTIONS,
    READ_TIMEOUT,
    WRITE_TIMEOUT,
    DatabaseAccessMode,
    DatabaseBackend,
    T,
    Work,
    raise_database_unreachable_on_driver_errors,
)
from bot.storage.engine.urls import (
    ACCEPTED_URLS,
    get_sqlite_file_path,
    mask_password_in_database_url,
    parse_database_url,
)
from bot.storage.engine.writer import DatabaseWriteQueue

REFUSE_AFTER = 1.0
"""If the next in line has waited for so many seconds, newcomers are refused.

A command reads several times, and has to be answered within three seconds.
"""


class DatabaseAdmissionQueue:
    """A queue that limits how many callers use the database at the same time."""

    def __init__(self, places: int) -> None:
        self._turns = asyncio.Semaphore(places)
        self._waiting: dict[object, float] = {}  # start of each wait, the longest first

    @asynccontextmanager
    async def wait_for_admission(self) -> AsyncIterator[None]:
        """Wait for permission to use the database, and hold the permission during the `with` block.

        Raises `DatabaseBusyError` at once if others have waited too long already. A command that was admitted before is
        never refused, so that it can finish.
        """
        deadline = find_deadline_of_running_command()
        if self._has_oldest_caller_waited_too_long() and not (deadline and deadline.admitted):
            raise DatabaseBusyError
        await self._acquire_database_slot()
        try:
            if deadline is not None:
                deadline.admitted = True
            yield
        finally:
            self._turns.release()

    async def _acquire_database_slot(self) -> None:
        if not self._turns.locked():
            await self._turns.acquire()  # at once
            return
        mark = object()
        self._waiting[mark] = asyncio.get_running_loop().time()
        try:
            await self._turns.acquire()
        finally:
            del self._waiting[mark]

    def _has_oldest_caller_waited_too_long(self) -> bool:
        since = next(iter(self._waiting.values()), None)
        return since is not None and since < asyncio.get_running_loop().time() - REFUSE_AFTER


FetchedRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row with any columns, by position or by name."""

Values: TypeAlias = Mapping[str, Any] | None
"""The values of a statement's parameters, by name."""


class Database:
    """A SQLite or PostgreSQL database. Every method may raise `DatabaseUnreachableError`."""

    def __init__(
        self, url: str, configured_key: str = "", access_mode: DatabaseAccessMode = DatabaseAccessMode.WRITE
    ) -> None:
        """Open the database behind a URL. Raises `DatabaseUnreachableError`.

        `configured_key` is the account key of the settings, if any. Connections are made when they are first used.
        """
        self._store = open_database_backend(url, configured_key, access_mode)
        self._only_reads = access_mode is DatabaseAccessMode.READ
        self._writer = DatabaseWriteQueue(self._store)
        self._asker = SmallQueryBatcher(self._store.run_queries_on_one_snapshot)
        self._gate = DatabaseAdmissionQueue(READ_CONNECTIONS)
        self._askers = DatabaseAdmissionQueue(MAX_ADMITTED)
        self._to_truncate = False

    @property
    def url(self) -> str:
        return self._store.url

    @property
    def queued_write_count(self) -> int:
        """The number of writes in the queue, whose commit has not begun."""
        return self._writer.queued_write_count

    def add_commit_listener(self, on_commit: Callable[[int], None]) -> None:
        """Register a listener that is called after each commit with the number of committed commands."""
        self._writer.add_commit_listener(on_commit)

    async def fetch_rows(self, statement: Executable, values: Values = None) -> Sequence[FetchedRow]:
        """Return the rows of one SQL statement.

        Raises `DatabaseBusyError` at once if too many reads wait.
        """
        return await self.run_read_transaction(lambda connection: connection.execute(statement, values).all())

    async def fetch_row_or_none(self, statement: Executable, values: Values = None) -> FetchedRow | None:
        """Return the only row of a SQL statement; None if there is no row.

        Raises `DatabaseBusyError` at once if too many reads wait.
        """
        return await self.run_read_transaction(lambda connection: connection.execute(statement, values).one_or_none())

    async def run_read_transaction(self, transaction_function: Work[T]) -> T:
        """Run a function in a read transaction for a user who is waiting, so it has a time limit.

        Writers do not delay the read. Gives up after `READ_TIMEOUT` seconds, or when the caller is cancelled. Raises
        `DatabaseBusyError` at once if too many reads wait.
        """
        async with self._gate.wait_for_admission():
            with raise_database_unreachable_on_driver_errors(self.url):
                async with asyncio.timeout(READ_TIMEOUT):
                    return await self._store.run_read_transaction(transaction_function)

    async def run_queries_on_one_snapshot(self, *queries: SmallQuery) -> list[Rows]:
        """Run small SELECTs together with those of other callers; return the rows of each SELECT.

        Raises `DatabaseBusyError` at once if too many reads wait.
        """
        async with self._askers.wait_for_admission():
            with raise_database_unreachable_on_driver_errors(self.url):
                async with asyncio.timeout(READ_TIMEOUT):
                    return await self._asker.run_queries_in_next_batch(queries)

    async def commit_changes(self, *changes: ChangeOrCondition) -> None:
        """Commit all row changes of a command together, and wait until they are safely on disk.

        Raises `RowAlreadyExistsError`, `WriteConditionNotMetError` or `DatabaseBusyError`.
        """
        self._require_database_opened_for_writing()
        try:
            await self._writer.commit_changes(changes)
        except RowAlreadyExistsError as taken:
            _notify_deadline_of_failed_write(taken)
            raise

    def queue_row_changes_for_next_commit(self, *changes: RowChange) -> None:
        """Queue row changes for the next commit. A crash before the commit loses the changes."""
        self._writer.queue_row_changes_for_next_commit(changes)

    async def commit_queued_changes(self) -> None:
        """Commit the queued row changes now. Raises `DatabaseBusyError`."""
        await self._writer.commit_queued_changes()

    async def run_write_transaction(self, transaction_function: Work[T]) -> T:
        """Run a function in a write transaction alone. Raises `UnfinishedWriteError`."""
        self._require_database_opened_for_writing()
        self._writer.require_no_stalled_write()
        if deadline := find_deadline_of_running_command():
            deadline.mark_database_write_started()
        try:
            return await self._store.run_write_transaction(transaction_function)
        except RowAlreadyExistsError as taken:
            _notify_deadline_of_failed_write(taken)
            raise

    def _require_database_opened_for_writing(self) -> None:
        if self._only_reads:
            raise DatabaseUnreachableError(self.url, "it was opened to be read only")

    async def run_read_transaction_without_timeout(self, transaction_function: Work[T]) -> T:
        """Run a function in a read transaction without time limit."""
        return await self._store.run_read_transaction_without_timeout(transaction_function)

    async def require_writable_and_current_schema(self) -> None:
        """Raise an error unless the database is writable and has the schema of the code.

        Raises `SchemaRevisionMismatchError` for another schema.
        """
        await self.run_write_transaction(_require_writable_and_current_schema)

    async def checkpoint_write_ahead_log(self) -> None:
        """Copy SQLite's write-ahead log into the database file, unless somebody waits to write."""
        truncate = self._to_truncate
        if not self.queued_write_count and await self._store.checkpoint_write_ahead_log(truncate=truncate) and truncate:
            self._to_truncate = False

    async def erase_deleted_rows_from_disk(self) -> None:
        """Erase deleted rows from the disk by emptying SQLite's write-ahead log.

        If the log is in use, `checkpoint_write_ahead_log` tries again.
        """
        self._to_truncate = True
        await self.checkpoint_write_ahead_log()

    async def close_all_connections(self) -> None:
        """Commit the queued row changes, and close every connection to the database."""
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(WRITE_TIMEOUT):
                await self.commit_queued_changes()
        await self._writer.finish_running_commits()
        await self._store.close_all_connections()


def _notify_deadline_of_failed_write(existing_row_error: RowAlreadyExistsError) -> None:
    """Tell the command's deadline that the write has failed, unless an earlier attempt may have written the row."""
    deadline = find_deadline_of_running_command()
    if deadline is not None and not existing_row_error.unsure:
        deadline.mark_database_write_failed()


def _require_writable_and_current_schema(connection: Connection) -> None:
    found = load_schema_revision(connection)
    if found != HEAD:
        raise SchemaRevisionMismatchError(found, HEAD)
    # A read-only SQLite file lets a write transaction begin; only the first change fails.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def load_schema_revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def open_database_backend(
    url: str, configured_account_hash_key: str = "", access_mode: DatabaseAccessMode = DatabaseAccessMode.WRITE
) -> DatabaseBackend:
    """Return the SQLite or PostgreSQL backend for a database URL.

    The backend connects when it is first used. Raises `DatabaseUnreachableError`.
    """
    parsed = parse_database_url(url)
    account_key = AccountHashKey(configured_account_hash_key, get_sqlite_file_path(url))
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLiteBackend(parsed, account_key, access_mode)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            # Importing the driver takes time and memory, so only a server's URL does.
            from bot.storage.engine.postgres import PostgreSQLBackend

            return PostgreSQLBackend(parsed, account_key, access_mode)
        case _:
            raise DatabaseUnreachableError(
                mask_password_in_database_url(parsed), f"not a database that is known; accepted: {ACCEPTED_URLS}"
            )
