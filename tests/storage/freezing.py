"""Databases that neither answer nor refuse, just before a commit or just after it.

PostgreSQL is a real server behind a wire that stops passing bytes on; SQLite's thread is held up.
"""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from typing import Literal, Protocol

import pytest

from bot.storage.engine import postgres, stores, writer
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import ChangeOrCondition
from bot.storage.engine.sqlite import SQLiteBackend
from bot.storage.engine.worker_thread import WorkerThread
from tests.storage.store import opened

When = Literal["before", "after"]


class Frozen(Protocol):
    """A database that can be frozen."""

    database: Database

    def freeze(self, when: When) -> None:
        """Let it say nothing more from the next COMMIT on, which is carried out or waits."""

    def thaw(self) -> None:
        """Let it go on where it stopped."""


class Thread(WorkerThread):
    """One that is held up, so that not even a test in haste does its work elsewhere."""


class FrozenFile:
    """SQLite on a disk that does not answer."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._going = threading.Event()
        self._waiting = threading.Event()
        self._when: When | None = None
        store = database._store
        assert isinstance(store, SQLiteBackend)
        store._thread.shutdown()
        store._thread = Thread("held up")
        original = store._commit_commands_in_thread

        @wraps(original)
        def write(commands: Sequence[Sequence[ChangeOrCondition]]) -> None:
            original(commands)
            if self._when == "after":
                self._wait()

        store._commit_commands_in_thread = write  # type: ignore[method-assign]
        self._store = store

    def freeze(self, when: When) -> None:
        _give_up_after(0.0, 60.0)  # a commit that a slow machine has not begun would be given up
        self._when = when
        self._going.clear()
        assert self._store._own is not None, "nothing was written yet"
        raw = self._store._own.driver_connection
        assert isinstance(raw, sqlite3.Connection)

        def trace(statement: str) -> None:
            if statement == "COMMIT" and self._when == "before":
                self._wait()

        raw.set_trace_callback(trace)

    def is_waiting(self) -> bool:
        """Whether a commit has come to where nothing goes on."""
        return self._waiting.is_set()

    def _wait(self) -> None:
        self._waiting.set()
        self._going.wait()

    def thaw(self) -> None:
        _give_up_after(60.0, 60.0)
        self._when = None
        self._going.set()


class Wire:
    """PostgreSQL behind a wire: of what was sent, nothing is lost, and it may come late."""

    database: Database

    def __init__(self, port: int) -> None:
        self._port = port
        self._going = asyncio.Event()
        self._going.set()
        self._when: When | None = None
        self._words = b"COMMIT"
        self._tasks: set[asyncio.Task[None]] = set()
        self.tried = asyncio.Event()  # whether somebody has come while it was frozen

    def freeze(self, when: When) -> None:
        _give_up_after(0.0, 0.1)
        self._when = when

    def freeze_at(self, words: bytes) -> None:
        """Let it say nothing more once a statement with these words comes, which waits."""
        self._words, self._when = words, "before"

    def freeze_now(self) -> None:
        """Let it say nothing more at once."""
        self._going.clear()

    def forsake(self) -> None:
        """Let what waits wait for ever; whoever connects anew is heard."""
        self._when = None
        self._going = asyncio.Event()
        self._going.set()

    def thaw(self) -> None:
        _give_up_after(60.0, 60.0)
        self._when = None
        self._going.set()

    async def serve(self, reader: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Pass on what one client says, and the answers."""
        if not self._going.is_set():
            self.tried.set()
        far, away = await asyncio.open_connection("127.0.0.1", self._port)
        ways = ((reader, away, self._ask), (far, back, self._answer))
        for way in ways:
            task = asyncio.create_task(self._pass(*way))
            self._tasks.add(task)

    async def close(self) -> None:
        self.thaw()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass(
        self, reader: asyncio.StreamReader, out: asyncio.StreamWriter, let_through: Callable[[bytes], Awaitable[None]]
    ) -> None:
        try:
            while data := await reader.read(65536):
                await let_through(data)
                out.write(data)
                await out.drain()
        except ConnectionError:
            pass
        finally:
            out.close()

    async def _ask(self, data: bytes) -> None:
        comes = self._words in data
        if comes and self._when == "before":
            self._going.clear()
        await self._going.wait()
        if comes and self._when == "after":
            self._going.clear()

    async def _answer(self, _: bytes) -> None:
        await self._going.wait()


@asynccontextmanager
async def freezable(url: str) -> AsyncIterator[Frozen]:
    """Open a database that can be frozen."""
    if url.startswith("sqlite"):
        async with opened(url) as database:
            frozen = FrozenFile(database)
            try:
                yield frozen
            finally:
                frozen.thaw()
        return
    place, _, name = url.rpartition("/")
    address, _, port = place.rpartition(":")
    wire = Wire(int(port))
    server = await asyncio.start_server(wire.serve, "127.0.0.1", 0)
    near = server.sockets[0].getsockname()[1]
    try:
        async with opened(f"{address}:{near}/{name}") as wire.database:
            try:
                yield wire
            finally:
                wire.thaw()
    finally:
        server.close()
        await wire.close()


def _give_up_after(stalled: float, commit: float) -> None:
    writer.STALLED_AFTER, stores.WRITE_TIMEOUT = stalled, commit


@contextmanager
def for_a_moment(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a frozen database given up after a moment, and one that is only slow not at all."""
    patch.setattr(postgres, "COMMIT_RETRY_DELAY", 0.01)
    patch.setattr(stores, "WRITE_TIMEOUT", 60.0)
    patch.setattr(writer, "STALLED_AFTER", 60.0)
    yield
    patch.undo()


@pytest.fixture
async def frozen(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Frozen]:
    """A database that can be frozen."""
    with for_a_moment(monkeypatch):
        async with freezable(url) as found:
            yield found
