"""Group commit: commands that are ready at the same moment share one durable commit.

While one batch is on its way to the disk, the next one gathers. Each command is answered after its commit. A command
that fails does not affect the others of its batch.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import Struct

from bot.basics.deadline import CommandAnswerDeadline, find_deadline_of_running_command
from bot.basics.listeners import CallbackList
from bot.storage.engine.errors import (
    DatabaseBusyError,
    DatabaseUnreachableError,
    RowAlreadyExistsError,
    UnfinishedWriteError,
)
from bot.storage.engine.row_changes import ChangeOrCondition, apply_row_changes_in_savepoints
from bot.storage.engine.stores import PATIENCE, DatabaseBackend, did_whole_database_fail

log = logging.getLogger(__name__)

MAX_BATCH = 256
"""The most commands in one commit."""

MAX_WAITING = 1_024
"""The most commands that wait; one more is refused."""

STALLED_AFTER = PATIENCE
"""Seconds that a commit may take before all other commands are refused."""


class _QueuedWriteOfCommand(Struct, frozen=True):
    """One command's row changes, which wait for the next commit."""

    changes: Sequence[ChangeOrCondition]
    done: asyncio.Future[None]
    since: float
    deadline: CommandAnswerDeadline | None  # of the caller


class DatabaseWriteQueue:
    """A queue of writes to the database. Writes that wait at the same time share one commit.

    A process writes to its database through this queue alone.
    """

    def __init__(self, store: DatabaseBackend) -> None:
        self._store = store
        self._jobs: deque[_QueuedWriteOfCommand] = deque()
        self._later: list[Sequence[ChangeOrCondition]] = []
        self._task: asyncio.Task[None] | None = None
        self._listeners = CallbackList[int]()
        self._stalled = False  # whether the commit under way takes too long

    @property
    def queued_write_count(self) -> int:
        return len(self._jobs)

    def add_commit_listener(self, on_commit: Callable[[int], None]) -> None:
        """Register a listener that is called after each commit with its number of commands."""
        self._listeners.add_callback(on_commit)

    async def commit_changes(self, changes: Sequence[ChangeOrCondition]) -> None:
        """Commit all row changes of a command, and wait until they are safely on disk.

        If it raises, nothing was written. Raises `RowAlreadyExistsError` if a row exists already,
        `WriteConditionNotMetError` if a condition does not hold, `DatabaseBusyError` if too many commands wait,
        `UnfinishedWriteError` if an earlier write does not end, else `DatabaseUnreachableError`.
        """
        self.require_no_stalled_write()
        if len(self._jobs) >= MAX_WAITING:
            raise DatabaseBusyError
        loop = asyncio.get_running_loop()
        job = _QueuedWriteOfCommand(changes, loop.create_future(), loop.time(), find_deadline_of_running_command())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._commit_queued_write_batches())
        await job.done

    def queue_row_changes_for_next_commit(self, row_changes: Sequence[ChangeOrCondition]) -> None:
        """Queue row changes for the next commit without waiting for the commit."""
        self._later.append(row_changes)

    async def commit_queued_changes(self) -> None:
        """Commit the queued row changes now. Raises the same errors as `commit_changes`."""
        if self._later:
            await self.commit_changes(())

    async def finish_running_commits(self) -> None:
        """Finish commits that are under way; cancel them if the database does not answer."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=0 if self._stalled else PATIENCE)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def require_no_stalled_write(self) -> None:
        """Raise `UnfinishedWriteError` while an earlier write is stuck."""
        if self._stalled:
            raise UnfinishedWriteError

    async def _commit_queued_write_batches(self) -> None:
        try:
            while self._jobs:
                if batch := self._pop_next_write_batch():
                    timer = asyncio.get_running_loop().call_later(STALLED_AFTER, self._reject_all_queued_writes)
                    try:
                        outcomes = await self._commit_write_batch(batch)
                    finally:
                        timer.cancel()
                        self._accept_writes_after_stall()
                    for job, outcome in zip(batch, outcomes, strict=True):
                        _report_outcome_of_queued_write(job, outcome)
        finally:
            self._task = None

    def _accept_writes_after_stall(self) -> None:
        """Accept writes again, because the commit under way has ended."""
        if self._stalled:
            log.warning("the database answers again")
        self._stalled = False

    def _reject_all_queued_writes(self) -> None:
        self._stalled = True
        log.warning("the database does not answer: commands are refused until it does")
        jobs = self._jobs
        self._jobs = deque()
        for job in jobs:
            _report_outcome_of_queued_write(job, UnfinishedWriteError())

    def _pop_next_write_batch(self) -> list[_QueuedWriteOfCommand]:
        """Return the writes to commit next, without those that were cancelled or have waited too long."""
        taken = [self._jobs.popleft() for _ in range(min(MAX_BATCH, len(self._jobs)))]
        latest = asyncio.get_running_loop().time() - PATIENCE
        batch = []
        for job in taken:
            if job.since < latest:
                _report_outcome_of_queued_write(job, DatabaseBusyError())
            elif not job.done.done():
                batch.append(job)
                if job.deadline is not None:
                    job.deadline.mark_database_write_started()
        return batch

    async def _commit_write_batch(self, write_batch: list[_QueuedWriteOfCommand]) -> Sequence[Exception | None]:
        later = self._later
        self._later = []
        commands = [*later, *(job.changes for job in write_batch)]
        outcomes: Sequence[Exception | None]
        try:
            try:
                outcomes = await self._store.commit_row_changes_of_commands(commands)
            except Exception as error:
                if isinstance(error, DatabaseBusyError) or (
                    isinstance(error, DatabaseUnreachableError) and did_whole_database_fail(error)
                ):
                    self._later[:0] = later
                    raise
                if len(commands) == 1:
                    raise
                # One of the commands fails: find out which.
                outcomes = await self._store.run_write_transaction(partial(apply_row_changes_in_savepoints, commands))
                _mark_duplicate_errors_as_uncertain(error, outcomes)
        except Exception as error:  # any error answers those who wait
            return [error] * len(write_batch)
        outcomes = outcomes[len(later) :]
        self._listeners.call_all_callbacks(outcomes.count(None))
        return outcomes


def _mark_duplicate_errors_as_uncertain(batch_error: Exception, command_errors: Iterable[Exception | None]) -> None:
    """Mark duplicate-row errors as uncertain if the batch's own duplicate-row error is uncertain."""
    for outcome in command_errors:
        if isinstance(batch_error, RowAlreadyExistsError) and isinstance(outcome, RowAlreadyExistsError):
            outcome.unsure = batch_error.unsure


def _report_outcome_of_queued_write(queued_write: _QueuedWriteOfCommand, commit_error: Exception | None) -> None:
    if queued_write.done.done():  # its caller was cancelled
        return
    if commit_error is None:
        queued_write.done.set_result(None)
    else:
        queued_write.done.set_exception(commit_error)
