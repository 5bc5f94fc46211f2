"""What takes long says how far it is, and stops when it is told to."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Protocol, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")

OFTEN = 500
"""Rows after which the bar moves."""


class Tick(Protocol):
    """Is told how far something is."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """So many rows more are `done`; so many there are in all, where that became known."""


def ignore_progress(done: int, total: int | None = None, /) -> None:
    """A `Tick` where nobody wants to know."""


class _Stopped(Exception):
    """Nobody wants the rest."""


async def run_with_progress(
    run: Callable[[Callable[[Connection], T]], Awaitable[T]],
    work: Callable[[Connection, Tick], T],
    what: str,
) -> T:
    """Has a database `run` some `work`, with a bar for as long as that lasts.

    Cancelled, it ends the work, also where that is done in a thread, and so undoes it.
    """
    stop = Event()
    with _show_bar(what) as advance:

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
def _show_bar(what: str) -> Iterator[Tick]:
    """A bar on standard error; nothing at all where that is no terminal."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        since = 0

        def advance(done: int, total: int | None = None, /) -> None:
            nonlocal since
            since += done
            if total is not None:
                progress.update(task, total=total)
            if since >= OFTEN:
                progress.advance(task, since)
                since = 0

        yield advance
