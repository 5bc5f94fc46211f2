"""Until when somebody waits for their answer: whatever is done for them can ask.

What the database has not begun to write by then is called off. What it is writing can no more be:
it goes on, and who asked is told that its outcome is not known yet.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any


class Deadline:
    """The moment, `seconds` from now, by which somebody wants an answer.

    `overdue` is done then, unless an answer was begun before; without it nothing is.
    """

    def __init__(
        self, seconds: float, overdue: Callable[[], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.passed = False  # before they were answered
        self.wrote = False  # whether something was handed to the database for good
        self.admitted = False  # whether the database has let in who asks
        self._at: float | None = loop.time() + seconds
        self._overdue = overdue
        self._timer = None if overdue is None else loop.call_at(self._at, self._pass)
        self._limit: asyncio.Timeout | None = None
        self._excuse: asyncio.Task[None] | None = None

    @property
    def at(self) -> float | None:
        """When it is, in the loop's time; None where nothing is to be called off any more."""
        return None if self.wrote else self._at

    @asynccontextmanager
    async def enforce(self) -> AsyncIterator[None]:
        """Call the block off in time. Raises `TimeoutError`."""
        token = _current.set(self)
        try:
            async with asyncio.timeout_at(self.at) as self._limit:
                yield
        finally:
            self._limit = None
            _current.reset(token)

    async def begin_answer(self) -> None:
        """Note that the answer is known; what is said for want of one goes first."""
        self.lift()
        if self._excuse is not None:
            await asyncio.wait([self._excuse])

    def lift(self) -> None:
        """Note that there is no more hurry."""
        self._at = None
        if self._timer is not None:
            self._timer.cancel()
        self._let_go()

    def note_writing(self) -> None:
        """From now on nothing is called off: something is being written."""
        self.wrote = True
        self._let_go()

    def note_unwritten(self) -> None:
        """What was to be written is not; it can be called off, if nobody was told otherwise."""
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
    """Return until when somebody waits for what is being done; None if nobody does."""
    return _current.get()
