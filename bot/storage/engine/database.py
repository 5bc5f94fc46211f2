"""The database: questions are answered at once, changes wait for a commit that they share."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, Row, inspect, text

from bot.storage.engine.asking import PLACES, GroupReader, Question, Rows
from bot.storage.engine.changes import RowChange
from bot.storage.engine.deadline import find_deadline
from bot.storage.engine.errors import SchemaOutdated, StorageError
from bot.storage.engine.gate import Gate
from bot.storage.engine.opening import open_store
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import (
    COMMIT,
    QUESTION,
    READERS,
    T,
    Work,
    explain_errors,
)
from bot.storage.engine.writer import Writer

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
