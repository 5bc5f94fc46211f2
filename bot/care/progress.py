"""Long work on the database, with a progress bar and cancellation."""

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


class ProgressCallback(Protocol):
    """A callback that receives the number of newly finished rows, for a progress bar."""

    def __call__(self, row_count: int, total_rows: int | None = None, /) -> None:
        """Add finished rows, or set the number of all rows."""


def ignore_progress(row_count: int, total_rows: int | None = None, /) -> None:
    """Do nothing. Callers without a progress bar pass this function."""


class _DatabaseWorkCancelledError(Exception):
    """The error that database work was cancelled, so that its transaction is rolled back."""


async def run_database_work_with_progress_bar(
    run_transaction: Callable[[Callable[[Connection], T]], Awaitable[T]],
    database_work: Callable[[Connection, ProgressCallback], T],
    progress_label: str,
) -> T:
    """Run a function in a database transaction with a progress bar; return its result.

    `run_transaction` is a method of a database such as `run_write_transaction`. Cancelling also stops work that runs in
    a thread, which rolls its transaction back.
    """
    stop = Event()
    with show_progress_bar(progress_label) as advance:

        def report_row_progress(row_count: int, total_rows: int | None = None, /) -> None:
            if stop.is_set():
                raise _DatabaseWorkCancelledError
            advance(row_count, total_rows)

        try:
            return await run_transaction(lambda connection: database_work(connection, report_row_progress))
        except asyncio.CancelledError:
            stop.set()
            raise


@contextmanager
def show_progress_bar(progress_label: str) -> Iterator[ProgressCallback]:
    """Show a progress bar if stderr is a terminal; yield the function that advances it."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(progress_label, total=None)
        pending = 0

        def advance_progress_bar(row_count: int, total_rows: int | None = None, /) -> None:
            nonlocal pending
            pending += row_count
            if total_rows is not None:
                progress.update(task, total=total_rows)
            if pending >= ROWS_PER_UPDATE:
                progress.advance(task, pending)
                pending = 0

        yield advance_progress_bar
