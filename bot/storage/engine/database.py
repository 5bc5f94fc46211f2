"""The database: reads go over connections of their own, changes share a commit."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, Row, inspect, text

from bot.deadline import find_deadline
from bot.storage.engine.changes import RowChange
from bot.storage.engine.errors import Busy, SchemaOutdated, StorageError, Unreachable
from bot.storage.engine.point_reads import PLACES, GroupReader, Question, Rows
from bot.storage.engine.schema import HEAD
from bot.storage.engine.sqlite import SQLite
from bot.storage.engine.stores import (
    COMMIT,
    QUESTION,
    READERS,
    Store,
    T,
    Work,
    explain_errors,
)
from bot.storage.engine.urls import ACCEPTED, mask, read_url
from bot.storage.engine.writer import Writer

BEHIND = 0.5
"""Seconds that whoever is next has waited, after which nobody new is let in: a command asks
several questions, and has to be answered within three seconds."""


class Gate:
    """Lets `places` in at once, in the order in which they came."""

    def __init__(self, places: int) -> None:
        self._turns = asyncio.Semaphore(places)
        self._waiting: dict[object, float] = {}  # since when, the longest first

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Wait for a place. Raises `Busy` at once where that takes too long already.

        Who was let in once for a command is let in again: what was begun is to be finished.
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
        return since is not None and since < asyncio.get_running_loop().time() - BEHIND


FetchedRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row with any columns, by position or by name."""

Values: TypeAlias = Mapping[str, Any] | None
"""The values of a statement's parameters, by name."""


class Database:
    """SQLite or PostgreSQL, as the URL says. Everything raises `Unreachable`."""

    def __init__(self, url: str) -> None:
        """Make SQLite's file and its folder; connects when first used."""
        self._store = open_store(url)
        self._writer = Writer(self._store)
        self._asker = GroupReader(self._store.answer)
        self._gate, self._askers = Gate(READERS), Gate(PLACES)
        self._to_truncate = False

    @property
    def url(self) -> str:
        """Where it is, without the password."""
        return self._store.url

    @property
    def depth(self) -> int:
        """Commands that wait for their commit to begin."""
        return self._writer.depth

    def listen(self, listener: Callable[[int], None]) -> None:
        """`listener` is told how many commands each commit held."""
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
        """Run `work`, which only reads, on one state of the database, for somebody who waits.

        It waits for no writer. Gives up after `QUESTION` seconds, or when the caller is cancelled.
        Raises `Busy` at once if too many reads wait.
        """
        async with self._gate.enter():
            with explain_errors(self.url):
                async with asyncio.timeout(QUESTION):
                    return await self._store.read(work)

    async def ask(self, *questions: Question) -> list[Rows]:
        """The rows of each question, from one state and in one hop. Raises `Busy` as above."""
        async with self._askers.enter():
            with explain_errors(self.url):
                async with asyncio.timeout(QUESTION):
                    return await self._asker.ask(questions)

    async def write(self, *changes: RowChange) -> None:
        """Write all of the changes or none, durable when it returns; raises `RowExists`, `Busy`."""
        await self._writer.write(changes)

    def put_off(self, *changes: RowChange) -> None:
        """Make the changes with the next commit, whoever it is for; a crash may lose them."""
        self._writer.put_off(changes)

    async def flush(self) -> None:
        """Make what was put off durable. Raises `Busy` too."""
        await self._writer.flush()

    async def transact(self, work: Work[T]) -> T:
        """Run `work` in a transaction of its own, for what is no list of changes.

        Raises `Stalled`.
        """
        self._writer.check()
        if deadline := find_deadline():
            deadline.note_writing()
        return await self._store.transact(work)

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database, as long as it takes."""
        return await self._store.snapshot(work)

    async def check(self) -> None:
        """Make sure that the database can be written and is up to date.

        Raises `SchemaOutdated` too.
        """
        await self.transact(_check)

    async def settle(self) -> None:
        """While nobody writes, let SQLite's file alone hold all that there is."""
        truncate = self._to_truncate
        if not self.depth and await self._store.checkpoint(truncate=truncate) and truncate:
            self._to_truncate = False

    async def erase(self) -> None:
        """Let nothing that was deleted be read in SQLite's WAL any more; at the latest soon."""
        self._to_truncate = True
        await self.settle()

    async def close(self) -> None:
        """Let go of every connection."""
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(COMMIT):
                await self.flush()
        await self._writer.close()
        await self._store.close()


def _check(connection: Connection) -> None:
    found = read_revision(connection)
    if found != HEAD:
        raise SchemaOutdated(found, HEAD)
    # On what may only be read, SQLite begins as if to write, and fails at the first change.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def read_revision(connection: Connection) -> str | None:
    """The migration that the database is at; None before the first."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def open_store(url: str) -> Store:
    """The database behind a URL; connects when first used. Raises `Unreachable`."""
    parsed = read_url(url)
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLite(parsed)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            # Only who has a server needs its driver: importing it takes time and memory.
            from bot.storage.engine.postgres import PostgreSQL

            return PostgreSQL(parsed)
        case _:
            raise Unreachable(mask(parsed), f"not a database that is known; accepted: {ACCEPTED}")
