"""The database: reads have connections of their own, and writes share a commit."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, Row, inspect, text

from bot.basics.deadline import find_current_deadline
from bot.storage.engine.account_key import AccountKey
from bot.storage.engine.errors import (
    DatabaseBusy,
    DatabaseUnreachable,
    SchemaRevisionMismatch,
    StorageError,
)
from bot.storage.engine.point_queries import MAX_ADMITTED, PointQuery, PointQueryBatcher, Rows
from bot.storage.engine.row_changes import ChangeOrCondition, RowChange
from bot.storage.engine.schema import HEAD
from bot.storage.engine.sqlite import SQLiteStore
from bot.storage.engine.stores import (
    READ_CONNECTIONS,
    READ_TIMEOUT,
    WRITE_TIMEOUT,
    AccessMode,
    DatabaseStore,
    T,
    Work,
    convert_driver_errors,
)
from bot.storage.engine.urls import (
    ACCEPTED_URLS,
    find_sqlite_file,
    mask_password,
    parse_database_url,
)
from bot.storage.engine.writer import CommitQueue

REFUSE_AFTER = 1.0
"""If the next in line has waited for so many seconds, newcomers are refused.

A command reads several times, and has to be answered within three seconds.
"""


class AdmissionQueue:
    """A queue in front of the database that admits `places` callers at the same time."""

    def __init__(self, places: int) -> None:
        self._turns = asyncio.Semaphore(places)
        self._waiting: dict[object, float] = {}  # start of each wait, the longest first

    @asynccontextmanager
    async def admit(self) -> AsyncIterator[None]:
        """Wait for admission to the database, and hold the place for the length of the
        block.

        Raises `DatabaseBusy` at once if others have waited too long already. A command that
        was admitted before is never refused, so that it can finish.
        """
        deadline = find_current_deadline()
        if self._is_overloaded() and not (deadline and deadline.admitted):
            raise DatabaseBusy
        await self._acquire_place()
        try:
            if deadline is not None:
                deadline.admitted = True
            yield
        finally:
            self._turns.release()

    async def _acquire_place(self) -> None:
        if not self._turns.locked():
            await self._turns.acquire()  # at once
            return
        mark = object()
        self._waiting[mark] = asyncio.get_running_loop().time()
        try:
            await self._turns.acquire()
        finally:
            del self._waiting[mark]

    def _is_overloaded(self) -> bool:
        since = next(iter(self._waiting.values()), None)
        return since is not None and since < asyncio.get_running_loop().time() - REFUSE_AFTER


FetchedRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row with any columns, by position or by name."""

Values: TypeAlias = Mapping[str, Any] | None
"""The values of a statement's parameters, by name."""


class Database:
    """A SQLite or PostgreSQL database. Every method may raise `DatabaseUnreachable`."""

    def __init__(
        self, url: str, configured_key: str = "", access_mode: AccessMode = AccessMode.WRITE
    ) -> None:
        """Open the database behind a URL. Raises `DatabaseUnreachable`.

        `key` is the account key of the settings, if any. Connections are made when they are
        first used.
        """
        self._store = open_database_store(url, configured_key, access_mode)
        self._only_reads = access_mode is AccessMode.READ
        self._writer = CommitQueue(self._store)
        self._asker = PointQueryBatcher(self._store.run_point_queries)
        self._gate = AdmissionQueue(READ_CONNECTIONS)
        self._askers = AdmissionQueue(MAX_ADMITTED)
        self._to_truncate = False

    @property
    def url(self) -> str:
        """The URL of the database, without its password."""
        return self._store.url

    @property
    def queued_writes(self) -> int:
        """The number of writes that wait for their commit to begin."""
        return self._writer.queued_writes

    def add_commit_listener(self, listener: Callable[[int], None]) -> None:
        """Call `listener` after each commit, with the number of commands in the commit."""
        self._writer.add_commit_listener(listener)

    async def fetch_rows(
        self, statement: Executable, values: Values = None
    ) -> Sequence[FetchedRow]:
        """Return the rows of one SQL statement.

        Raises `DatabaseBusy` at once if too many reads wait.
        """
        return await self.run_read_transaction(
            lambda connection: connection.execute(statement, values).all()
        )

    async def fetch_row(self, statement: Executable, values: Values = None) -> FetchedRow | None:
        """Return the only row of a SQL statement; None if there is no row.

        Raises `DatabaseBusy` at once if too many reads wait.
        """
        return await self.run_read_transaction(
            lambda connection: connection.execute(statement, values).one_or_none()
        )

    async def run_read_transaction(self, function: Work[T]) -> T:
        """Run a function that only reads in a read transaction, for a user who waits.

        Writers do not delay the read. Gives up after `READ_TIMEOUT` seconds, or when the
        caller is cancelled. Raises `DatabaseBusy` at once if too many reads wait.
        """
        async with self._gate.admit():
            with convert_driver_errors(self.url):
                async with asyncio.timeout(READ_TIMEOUT):
                    return await self._store.run_read_transaction(function)

    async def run_point_queries(self, *queries: PointQuery) -> list[Rows]:
        """Run small selects together with those of other callers; return the rows of each
        select.

        Raises `DatabaseBusy` at once if too many reads wait.
        """
        async with self._askers.admit():
            with convert_driver_errors(self.url):
                async with asyncio.timeout(READ_TIMEOUT):
                    return await self._asker.run_queries(queries)

    async def write_changes(self, *changes: ChangeOrCondition) -> None:
        """Write all changes, or none, and return once they are durable.

        Raises `RowExists`, `ConditionNotMet` or `DatabaseBusy`.
        """
        self._require_write_access()
        await self._writer.write_changes(changes)

    def queue_changes(self, *changes: RowChange) -> None:
        """Queue changes for the next commit of any command; a crash may lose them."""
        self._writer.queue_changes(changes)

    async def flush_queued_changes(self) -> None:
        """Commit the changes that `queue_changes` has queued. Raises `DatabaseBusy` too."""
        await self._writer.flush_queued_changes()

    async def run_transaction(self, function: Work[T]) -> T:
        """Run a function in a write transaction of its own, and commit.

        For work that is more than a list of changes. Raises `WriteStalled`.
        """
        self._require_write_access()
        self._writer.require_not_stalled()
        if deadline := find_current_deadline():
            deadline.mark_write_started()
        return await self._store.run_transaction(function)

    def _require_write_access(self) -> None:
        if self._only_reads:
            raise DatabaseUnreachable(self.url, "it was opened to be read only")

    async def run_long_read_transaction(self, function: Work[T]) -> T:
        """Run a function that only reads on one snapshot of the database, without a
        timeout.
        """
        return await self._store.run_long_read_transaction(function)

    async def check_health(self) -> None:
        """Check that the database can be written and that its schema is up to date.

        Raises `SchemaRevisionMismatch` if the schema is not up to date.
        """
        await self.run_transaction(_check_writable_and_current)

    async def checkpoint_log(self) -> None:
        """Copy SQLite's write-ahead log into the database file, unless writes are waiting."""
        truncate = self._to_truncate
        if (
            not self.queued_writes
            and await self._store.checkpoint_log(truncate=truncate)
            and truncate
        ):
            self._to_truncate = False

    async def erase_deleted_rows(self) -> None:
        """Empty SQLite's write-ahead log, so that deleted rows are gone from the disk.

        If the log is in use, `checkpoint_log` tries again.
        """
        self._to_truncate = True
        await self.checkpoint_log()

    async def close(self) -> None:
        """Commit the queued changes, and close every connection."""
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(WRITE_TIMEOUT):
                await self.flush_queued_changes()
        await self._writer.close()
        await self._store.close()


def _check_writable_and_current(connection: Connection) -> None:
    found = load_schema_revision(connection)
    if found != HEAD:
        raise SchemaRevisionMismatch(found, HEAD)
    # A read-only SQLite file lets a write transaction begin; only the first change fails.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def load_schema_revision(connection: Connection) -> str | None:
    """Return the schema revision of a database; None if the database has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def open_database_store(
    url: str, configured_key: str = "", access_mode: AccessMode = AccessMode.WRITE
) -> DatabaseStore:
    """Return the SQLite or PostgreSQL store for a database URL.

    The store connects when it is first used. Raises `DatabaseUnreachable`.
    """
    parsed = parse_database_url(url)
    account_key = AccountKey(configured_key, find_sqlite_file(url))
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLiteStore(parsed, account_key, access_mode)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            # Importing the driver takes time and memory, so only a server's URL does.
            from bot.storage.engine.postgres import PostgreSQLStore

            return PostgreSQLStore(parsed, account_key, access_mode)
        case _:
            raise DatabaseUnreachable(
                mask_password(parsed), f"not a database that is known; accepted: {ACCEPTED_URLS}"
            )
