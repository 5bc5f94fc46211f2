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

from bot.deadline import Deadline, find_deadline
from bot.listeners import Listeners
from bot.storage.engine.changes import ChangeOrCondition, apply_each
from bot.storage.engine.errors import Busy, RowExists, Stalled, Unreachable
from bot.storage.engine.stores import PATIENCE, Store, is_away

log = logging.getLogger(__name__)

MAX_BATCH = 256
"""The most commands in one commit."""

MAX_WAITING = 1_024
"""The most commands that wait; one more is refused."""

STALLED_AFTER = PATIENCE
"""Seconds that a commit may take before all other commands are refused."""


class _Job(NamedTuple):
    changes: Sequence[ChangeOrCondition]
    done: asyncio.Future[None]
    since: float
    deadline: Deadline | None  # of the caller


class Writer:
    """The only writer of a process: a queue of commands, and the commit under way."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: deque[_Job] = deque()
        self._later: list[Sequence[ChangeOrCondition]] = []
        self._task: asyncio.Task[None] | None = None
        self._listeners = Listeners[int]()
        self._stalled = False  # whether the commit under way takes too long

    @property
    def depth(self) -> int:
        """The number of commands that wait for their commit to begin."""
        return len(self._jobs)

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` after each commit, with the number of commands that it held."""
        self._listeners.add(listener)

    async def write(self, changes: Sequence[ChangeOrCondition]) -> None:
        """Write all changes, and return once they are durable.

        If it raises, nothing was written. Raises `RowExists` if a row exists already, `Unmet` if
        a condition does not hold, `Busy` if too many commands wait, `Stalled` if an earlier write
        does not end, else `Unreachable`.
        """
        self.check()
        if len(self._jobs) >= MAX_WAITING:
            raise Busy
        loop = asyncio.get_running_loop()
        job = _Job(changes, loop.create_future(), loop.time(), find_deadline())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())
        await job.done

    def put_off(self, changes: Sequence[ChangeOrCondition]) -> None:
        """Write the changes with the next commit of any command; nobody waits for them."""
        self._later.append(changes)

    async def flush(self) -> None:
        """Commit the changes that were put off. Raises as `write` does."""
        if self._later:
            await self.write(())

    async def close(self) -> None:
        """Finish the commits under way, or give them up if the database does not answer."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=0 if self._stalled else PATIENCE)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def check(self) -> None:
        """Raise `Stalled` while an earlier write does not end."""
        if self._stalled:
            raise Stalled

    async def _write_all(self) -> None:
        try:
            while self._jobs:
                if batch := self._take_batch():
                    with self._notice_stall():
                        outcomes = await self._commit(batch)
                    for job, outcome in zip(batch, outcomes, strict=True):
                        _answer_job(job, outcome)
        finally:
            self._task = None

    @contextmanager
    def _notice_stall(self) -> Iterator[None]:
        """Refuse all commands while the commit takes longer than they can wait."""
        timer = asyncio.get_running_loop().call_later(STALLED_AFTER, self._stall)
        try:
            yield
        finally:
            timer.cancel()
            if self._stalled:
                log.warning("the database answers again")
            self._stalled = False

    def _stall(self) -> None:
        self._stalled = True
        log.warning("the database does not answer: commands are refused until it does")
        jobs = self._jobs
        self._jobs = deque()
        for job in jobs:
            _answer_job(job, Stalled())

    def _take_batch(self) -> list[_Job]:
        """Take the next batch, without commands that were cancelled or have waited too long."""
        taken = [self._jobs.popleft() for _ in range(min(MAX_BATCH, len(self._jobs)))]
        latest = asyncio.get_running_loop().time() - PATIENCE
        batch = []
        for job in taken:
            if job.since < latest:
                _answer_job(job, Busy())
            elif not job.done.done():
                batch.append(job)
                if job.deadline is not None:
                    job.deadline.note_writing()
        return batch

    async def _commit(self, batch: list[_Job]) -> Sequence[Exception | None]:
        """Commit a batch; return the error of each job, or None."""
        later = self._later
        self._later = []
        commands = [*later, *(job.changes for job in batch)]
        outcomes: Sequence[Exception | None]
        try:
            try:
                outcomes = await self._store.write(commands)
            except Exception as error:
                if isinstance(error, Busy) or (isinstance(error, Unreachable) and is_away(error)):
                    self._later[:0] = later
                    raise
                if len(commands) == 1:
                    raise
                # One of the commands fails: find out which.
                outcomes = await self._store.transact(partial(apply_each, commands))
                _pass_on_doubt(error, outcomes)
        except Exception as error:  # any error answers those who wait
            return [error] * len(batch)
        outcomes = outcomes[len(later) :]
        self._listeners.tell(outcomes.count(None))
        return outcomes


def _pass_on_doubt(error: Exception, outcomes: Iterable[Exception | None]) -> None:
    """Copy `unsure` from `error` to the row conflicts among `outcomes`."""
    for outcome in outcomes:
        if isinstance(error, RowExists) and isinstance(outcome, RowExists):
            outcome.unsure = error.unsure


def _answer_job(job: _Job, outcome: Exception | None) -> None:
    if job.done.done():  # its caller was cancelled
        return
    if outcome is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(outcome)
