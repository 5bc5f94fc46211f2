"""The database: reads go over connections of their own, changes share a commit."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, Row, inspect, text

from bot.deadline import find_deadline
from bot.storage.engine.account_key import AccountKey
from bot.storage.engine.changes import ChangeOrCondition, RowChange
from bot.storage.engine.errors import Busy, SchemaOutdated, StorageError, Unreachable
from bot.storage.engine.point_reads import MAX_ADMITTED, GroupReader, Question, Rows
from bot.storage.engine.schema import HEAD
from bot.storage.engine.sqlite import SQLite
from bot.storage.engine.stores import (
    READ_CONNECTIONS,
    READ_TIMEOUT,
    WRITE_TIMEOUT,
    Access,
    Store,
    T,
    Work,
    explain_errors,
)
from bot.storage.engine.urls import ACCEPTED_URLS, find_file, mask, read_url
from bot.storage.engine.writer import Writer

REFUSE_AFTER = 1.0
"""If the next in line has waited for so many seconds, newcomers are refused.

A command reads several times, and has to be answered within three seconds.
"""


class Gate:
    """A queue in front of the database that lets `places` callers in at the same time."""

    def __init__(self, places: int) -> None:
        self._turns = asyncio.Semaphore(places)
        self._waiting: dict[object, float] = {}  # start of each wait, the longest first

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Wait for a place. Raises `Busy` at once if others have waited too long already.

        A command that was let in before is never refused, so that it can finish.
        """
        deadline = find_deadline()
        if self._is_behind() and not (deadline and deadline.admitted):
            raise Busy
        await self._take_turn()
        try:
            if deadline is not None:
                deadline.admitted = True
            yield
        finally:
            self._turns.release()

    async def _take_turn(self) -> None:
        if not self._turns.locked():
            await self._turns.acquire()  # at once
            return
        mark = object()
        self._waiting[mark] = asyncio.get_running_loop().time()
        try:
            await self._turns.acquire()
        finally:
            del self._waiting[mark]

    def _is_behind(self) -> bool:
        since = next(iter(self._waiting.values()), None)
        return since is not None and since < asyncio.get_running_loop().time() - REFUSE_AFTER


FetchedRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row with any columns, by position or by name."""

Values: TypeAlias = Mapping[str, Any] | None
"""The values of a statement's parameters, by name."""


class Database:
    """A database, SQLite or PostgreSQL by its URL. Every method may raise `Unreachable`."""

    def __init__(self, url: str, key: str = "", access: Access = Access.WRITE) -> None:
        """Open a database. Raises `Unreachable`.

        `key` is the account key of the settings, if any. Connections are made when they are first
        used.
        """
        self._store = open_store(url, key, access)
        self._only_reads = access is Access.READ
        self._writer = Writer(self._store)
        self._asker = GroupReader(self._store.answer)
        self._gate = Gate(READ_CONNECTIONS)
        self._askers = Gate(MAX_ADMITTED)
        self._to_truncate = False

    @property
    def url(self) -> str:
        """The URL of the database, without its password."""
        return self._store.url

    @property
    def depth(self) -> int:
        """The number of commands that wait for their commit to begin."""
        return self._writer.depth

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` after each commit, with the number of commands that it held."""
        self._writer.listen(listener)

    async def fetch(self, statement: Executable, values: Values = None) -> Sequence[FetchedRow]:
        """Return the rows of one statement. Raises `Busy` at once if too many reads wait."""
        return await self.read(lambda connection: connection.execute(statement, values).all())

    async def fetch_one(self, statement: Executable, values: Values = None) -> FetchedRow | None:
        """Return the only row of a statement, or None. Raises as `fetch`."""
        return await self.read(
            lambda connection: connection.execute(statement, values).one_or_none()
        )

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database, for a user who waits.

        It waits for no writer. Gives up after `READ_TIMEOUT` seconds, or when the caller is
        cancelled. Raises `Busy` at once if too many reads wait.
        """
        async with self._gate.enter():
            with explain_errors(self.url):
                async with asyncio.timeout(READ_TIMEOUT):
                    return await self._store.read(work)

    async def ask(self, *questions: Question) -> list[Rows]:
        """Answer point reads together; return the rows of each. Raises `Busy` as `fetch` does."""
        async with self._askers.enter():
            with explain_errors(self.url):
                async with asyncio.timeout(READ_TIMEOUT):
                    return await self._asker.ask(questions)

    async def write(self, *changes: ChangeOrCondition) -> None:
        """Write all changes, or none, and return once they are durable.

        Raises `RowExists`, `Unmet` or `Busy`.
        """
        self._check_access()
        await self._writer.write(changes)

    def put_off(self, *changes: RowChange) -> None:
        """Write the changes with the next commit of any command; a crash may lose them."""
        self._writer.put_off(changes)

    async def flush(self) -> None:
        """Commit the changes that were put off. Raises `Busy` too."""
        await self._writer.flush()

    async def transact(self, work: Work[T]) -> T:
        """Run `work` in a transaction of its own, and commit it.

        For work that is more than a list of changes. Raises `Stalled`.
        """
        self._check_access()
        self._writer.check()
        if deadline := find_deadline():
            deadline.note_writing()
        return await self._store.transact(work)

    def _check_access(self) -> None:
        if self._only_reads:
            raise Unreachable(self.url, "it was opened to be read only")

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database, as long as it takes."""
        return await self._store.snapshot(work)

    async def check(self) -> None:
        """Check that the database can be written and is up to date.

        Raises `SchemaOutdated` if it is not up to date.
        """
        await self.transact(_check)

    async def settle(self) -> None:
        """Copy SQLite's WAL into the file, if nobody is writing."""
        truncate = self._to_truncate
        if not self.depth and await self._store.checkpoint(truncate=truncate) and truncate:
            self._to_truncate = False

    async def erase(self) -> None:
        """Empty SQLite's WAL, so that deleted rows are gone from it; retried by `settle`."""
        self._to_truncate = True
        await self.settle()

    async def close(self) -> None:
        """Commit what was put off, and close every connection."""
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(WRITE_TIMEOUT):
                await self.flush()
        await self._writer.close()
        await self._store.close()


def _check(connection: Connection) -> None:
    found = read_revision(connection)
    if found != HEAD:
        raise SchemaOutdated(found, HEAD)
    # A read-only SQLite file lets a write transaction begin; only the first change fails.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def read_revision(connection: Connection) -> str | None:
    """Return the revision of the database; None if it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def open_store(url: str, key: str = "", access: Access = Access.WRITE) -> Store:
    """Return the store behind a URL; it connects when first used. Raises `Unreachable`."""
    parsed = read_url(url)
    account_key = AccountKey(key, find_file(url))
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLite(parsed, account_key, access)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            # Importing the driver takes time and memory, so only a server's URL does.
            from bot.storage.engine.postgres import PostgreSQL

            return PostgreSQL(parsed, account_key, access)
        case _:
            raise Unreachable(
                mask(parsed), f"not a database that is known; accepted: {ACCEPTED_URLS}"
            )
