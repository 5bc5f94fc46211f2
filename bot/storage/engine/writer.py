"""Group commit: commands that are ready at the same moment share one durable commit.

While one batch is on its way to the disk, the next one gathers. Each command is answered after
its commit. A command that fails does not affect the others of its batch.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from bot.basics.deadline import Deadline, find_current_deadline
from bot.basics.listeners import Listeners
from bot.storage.engine.errors import DatabaseBusy, DatabaseUnreachable, RowExists, WriteStalled
from bot.storage.engine.row_changes import ChangeOrCondition, apply_each_in_savepoint
from bot.storage.engine.stores import PATIENCE, DatabaseStore, is_database_failure

log = logging.getLogger(__name__)

MAX_BATCH = 256
"""The most commands in one commit."""

MAX_WAITING = 1_024
"""The most commands that wait; one more is refused."""

STALLED_AFTER = PATIENCE
"""Seconds that a commit may take before all other commands are refused."""


class _QueuedWrite(NamedTuple):
    changes: Sequence[ChangeOrCondition]
    done: asyncio.Future[None]
    since: float
    deadline: Deadline | None  # of the caller


class CommitQueue:
    """The only writer of a process: a queue of commands, which share durable commits."""

    def __init__(self, store: DatabaseStore) -> None:
        self._store = store
        self._jobs: deque[_QueuedWrite] = deque()
        self._later: list[Sequence[ChangeOrCondition]] = []
        self._task: asyncio.Task[None] | None = None
        self._listeners = Listeners[int]()
        self._stalled = False  # whether the commit under way takes too long

    @property
    def queued_writes(self) -> int:
        """The number of commands that wait for their commit to begin."""
        return len(self._jobs)

    def add_commit_listener(self, listener: Callable[[int], None]) -> None:
        """Call `listener` after each commit, with the number of commands in the commit."""
        self._listeners.add(listener)

    async def write_changes(self, changes: Sequence[ChangeOrCondition]) -> None:
        """Write all changes of a command, and return once they are durable.

        If it raises, nothing was written. Raises `RowExists` if a row exists already,
        `ConditionNotMet` if a condition does not hold, `DatabaseBusy` if too many commands
        wait, `WriteStalled` if an earlier write does not end, else `DatabaseUnreachable`.
        """
        self.require_not_stalled()
        if len(self._jobs) >= MAX_WAITING:
            raise DatabaseBusy
        loop = asyncio.get_running_loop()
        job = _QueuedWrite(changes, loop.create_future(), loop.time(), find_current_deadline())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._commit_all_batches())
        await job.done

    def queue_changes(self, changes: Sequence[ChangeOrCondition]) -> None:
        """Queue row changes for the next commit of any command; nobody waits for them."""
        self._later.append(changes)

    async def flush_queued_changes(self) -> None:
        """Commit the changes that `queue_changes` has queued. Raises what `write_changes`
        does.
        """
        if self._later:
            await self.write_changes(())

    async def close(self) -> None:
        """Finish the commits under way, or cancel them if the database does not answer."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=0 if self._stalled else PATIENCE)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def require_not_stalled(self) -> None:
        """Raise `WriteStalled` while an earlier write does not end."""
        if self._stalled:
            raise WriteStalled

    async def _commit_all_batches(self) -> None:
        try:
            while self._jobs:
                if batch := self._take_next_batch():
                    with self._refuse_commands_on_stall():
                        outcomes = await self._commit_batch(batch)
                    for job, outcome in zip(batch, outcomes, strict=True):
                        _resolve_write(job, outcome)
        finally:
            self._task = None

    @contextmanager
    def _refuse_commands_on_stall(self) -> Iterator[None]:
        """Refuse all commands while the commit takes longer than callers can wait."""
        timer = asyncio.get_running_loop().call_later(STALLED_AFTER, self._refuse_queued_writes)
        try:
            yield
        finally:
            timer.cancel()
            if self._stalled:
                log.warning("the database answers again")
            self._stalled = False

    def _refuse_queued_writes(self) -> None:
        self._stalled = True
        log.warning("the database does not answer: commands are refused until it does")
        jobs = self._jobs
        self._jobs = deque()
        for job in jobs:
            _resolve_write(job, WriteStalled())

    def _take_next_batch(self) -> list[_QueuedWrite]:
        """Return the next batch of writes, without cancelled ones and ones that waited too
        long.
        """
        taken = [self._jobs.popleft() for _ in range(min(MAX_BATCH, len(self._jobs)))]
        latest = asyncio.get_running_loop().time() - PATIENCE
        batch = []
        for job in taken:
            if job.since < latest:
                _resolve_write(job, DatabaseBusy())
            elif not job.done.done():
                batch.append(job)
                if job.deadline is not None:
                    job.deadline.mark_write_started()
        return batch

    async def _commit_batch(self, batch: list[_QueuedWrite]) -> Sequence[Exception | None]:
        """Commit a batch of writes; return the error of each write, or None."""
        later = self._later
        self._later = []
        commands = [*later, *(job.changes for job in batch)]
        outcomes: Sequence[Exception | None]
        try:
            try:
                outcomes = await self._store.write_commands(commands)
            except Exception as error:
                if isinstance(error, DatabaseBusy) or (
                    isinstance(error, DatabaseUnreachable) and is_database_failure(error)
                ):
                    self._later[:0] = later
                    raise
                if len(commands) == 1:
                    raise
                # One of the commands fails: find out which.
                outcomes = await self._store.run_transaction(
                    partial(apply_each_in_savepoint, commands)
                )
                _copy_unsure_flag(error, outcomes)
        except Exception as error:  # any error answers those who wait
            return [error] * len(batch)
        outcomes = outcomes[len(later) :]
        self._listeners.notify(outcomes.count(None))
        return outcomes


def _copy_unsure_flag(error: Exception, outcomes: Iterable[Exception | None]) -> None:
    """Copy the flag `unsure` from an error to the row conflicts among other outcomes."""
    for outcome in outcomes:
        if isinstance(error, RowExists) and isinstance(outcome, RowExists):
            outcome.unsure = error.unsure


def _resolve_write(write: _QueuedWrite, outcome: Exception | None) -> None:
    if write.done.done():  # its caller was cancelled
        return
    if outcome is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(outcome)
