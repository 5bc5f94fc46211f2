"""Long work on the database: a progress bar, and cancellation."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Protocol, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")

ROWS_PER_UPDATE = 500
"""The number of rows between two updates of the bar."""


class Tick(Protocol):
    """A callback for progress."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """Add `done` rows to the progress; set the `total` once it is known."""


def ignore_progress(done: int, total: int | None = None, /) -> None:
    """Do nothing; this is a `Tick` for callers that show no progress."""


class _Stopped(Exception):
    """The work was cancelled; raised from its next tick, so that its transaction rolls back."""


async def run_with_progress(
    run: Callable[[Callable[[Connection], T]], Awaitable[T]],
    work: Callable[[Connection, Tick], T],
    what: str,
) -> T:
    """Pass `work` to `run`, a method of a database, and show a bar meanwhile; return its result.

    Cancelling also stops work that runs in a thread, which rolls its transaction back.
    """
    stop = Event()
    with show_bar(what) as advance:

        def tick(done: int, total: int | None = None, /) -> None:
            if stop.is_set():
                raise _Stopped
            advance(done, total)

        try:
            return await run(lambda connection: work(connection, tick))
        except asyncio.CancelledError:
            stop.set()
            raise


@contextmanager
def show_bar(what: str) -> Iterator[Tick]:
    """Show a bar on standard error if that is a terminal; yield the callback that moves it."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        pending = 0

        def advance(done: int, total: int | None = None, /) -> None:
            nonlocal pending
            pending += done
            if total is not None:
                progress.update(task, total=total)
            if pending >= ROWS_PER_UPDATE:
                progress.advance(task, pending)
                pending = 0

        yield advance
