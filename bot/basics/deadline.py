"""The deadline of a command: the moment by which its caller has to be answered.

All code that works for the command can look the deadline up. If nothing is being written by then, the command is
cancelled. A write in progress goes on, and the caller is told that the outcome is not known yet.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any


class CommandAnswerDeadline:
    """A deadline, `seconds` from now, for the answer to a command.

    The callback `overdue` runs at the deadline unless the answer has begun.
    """

    def __init__(self, seconds: float, overdue: Callable[[], Coroutine[Any, Any, None]] | None = None) -> None:
        loop = asyncio.get_running_loop()
        self.passed = False  # before the caller was answered
        self.wrote = False  # whether a write has begun, which cannot be cancelled
        self.admitted = False  # whether the database has let the caller in
        self._at: float | None = loop.time() + seconds
        self._overdue = overdue
        self._timer = None if overdue is None else loop.call_at(self._at, self._run_overdue_callback)
        self._limit: asyncio.Timeout | None = None
        self._excuse: asyncio.Task[None] | None = None

    @property
    def seconds_left(self) -> float | None:
        """The seconds left until the deadline, at least 0; None after the deadline was cancelled."""
        return None if self._at is None else max(0.0, self._at - asyncio.get_running_loop().time())

    @asynccontextmanager
    async def enforce_during_block(self) -> AsyncIterator[None]:
        """Cancel the code in the `with` block at the deadline, and raise `TimeoutError`."""
        token = _current.set(self)
        try:
            # A command that has begun to write can no longer be cancelled.
            async with asyncio.timeout_at(None if self.wrote else self._at) as self._limit:
                yield
        finally:
            self._limit = None
            _current.reset(token)

    async def cancel_before_sending_answer(self) -> None:
        """Cancel the deadline before the answer is sent, and wait for its callback if that is running."""
        self.cancel()
        if self._excuse is not None:
            await asyncio.wait([self._excuse])

    def cancel(self) -> None:
        """Cancel the deadline, because the answer is ready or not wanted any more."""
        self._at = None
        if self._timer is not None:
            self._timer.cancel()
        self._disable_timeout()

    def mark_database_write_started(self) -> None:
        """Forbid cancelling the command, because a database write has begun."""
        self.wrote = True
        self._disable_timeout()

    def mark_database_write_failed(self) -> None:
        """Allow cancelling the command again, because the database write has failed."""
        if self.passed:
            return
        self.wrote = False
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(self._at)

    def _disable_timeout(self) -> None:
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(None)

    def _run_overdue_callback(self) -> None:
        assert self._overdue is not None
        self.passed = True
        self._excuse = asyncio.create_task(self._overdue())


_current: ContextVar[CommandAnswerDeadline | None] = ContextVar("deadline", default=None)


def find_deadline_of_running_command() -> CommandAnswerDeadline | None:
    """Return the deadline of the running command; None if no user is waiting for an answer."""
    return _current.get()
