"""The deadline of a command: the moment by which its caller has to be answered.

All code that works for the command can look the deadline up. If nothing is being written by then,
the command is cancelled. A write in progress goes on, and the caller is told that the outcome is
not known yet.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any


class Deadline:
    """The moment, `seconds` from now, by which a caller has to be answered.

    `overdue` is run at that moment, unless the answer has begun.
    """

    def __init__(
        self, seconds: float, overdue: Callable[[], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.passed = False  # before the caller was answered
        self.wrote = False  # whether a write has begun, which cannot be cancelled
        self.admitted = False  # whether the database has let the caller in
        self._at: float | None = loop.time() + seconds
        self._overdue = overdue
        self._timer = None if overdue is None else loop.call_at(self._at, self._pass)
        self._limit: asyncio.Timeout | None = None
        self._excuse: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def enforce(self) -> AsyncIterator[None]:
        """Cancel the block at the deadline. Raises `TimeoutError`."""
        token = _current.set(self)
        try:
            # A command that has begun to write can no longer be cancelled.
            async with asyncio.timeout_at(None if self.wrote else self._at) as self._limit:
                yield
        finally:
            self._limit = None
            _current.reset(token)

    async def begin_answer(self) -> None:
        """Note that the answer is known; wait for `overdue` if it is running."""
        self.lift()
        if self._excuse is not None:
            await asyncio.wait([self._excuse])

    def lift(self) -> None:
        """Drop the deadline: the answer is known or no longer wanted."""
        self._at = None
        if self._timer is not None:
            self._timer.cancel()
        self._let_go()

    def note_writing(self) -> None:
        """Note that a write begins: from now on nothing is cancelled."""
        self.wrote = True
        self._let_go()

    def note_unwritten(self) -> None:
        """Note that the write failed: the command can be cancelled again, unless it is late."""
        if self.passed:
            return
        self.wrote = False
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(self._at)

    def _let_go(self) -> None:
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(None)

    def _pass(self) -> None:
        assert self._overdue is not None
        self.passed = True
        self._excuse = asyncio.create_task(self._overdue())


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def find_deadline() -> Deadline | None:
    """Return the deadline of the command under way; None if no caller waits."""
    return _current.get()
