"""Group commit: what is ready at the same moment shares one durable commit.

While one batch is on its way to the disk, the next one gathers. Each command is answered after
the commit that holds it, and the failure of one is not its neighbours'.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.errors import Busy, Taken, Unreachable
from bot.storage.stores import PATIENCE, T, Work, is_away

MOST = 256
"""Commands in one commit."""

WAITING = 1_024
"""Commands that wait for theirs; one more is told to come back later."""

Row = Mapping[str, Any]


class Change(NamedTuple):
    """A statement for each of some rows, or as it stands if it takes none.

    Statements are known by identity, made once: those of many commands then become one. A command's
    own keep their order; others' may come between them.
    """

    statement: UpdateBase
    rows: Sequence[Row]


class _Job(NamedTuple):
    changes: Sequence[Change]
    done: asyncio.Future[None]
    since: float


class Transaction(Protocol):
    """`Store.transaction`."""

    def __call__(self, work: Work[T], /) -> Awaitable[T]:
        """Runs `work` in a transaction."""


class Writer:
    """The one that writes."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._jobs: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[int], None]] = []

    @property
    def depth(self) -> int:
        """Commands that wait for their commit to begin."""
        return len(self._jobs)

    def listen(self, listener: Callable[[int], None]) -> None:
        """`listener` is told how many commands each commit held."""
        self._listeners.append(listener)

    async def write(self, changes: Sequence[Change]) -> None:
        """Returns once all of the changes are durable. Raises `StorageError`: none of them is.

        `Taken` if a row is in the way, `Busy` if too many wait, `Unreachable` for the rest.
        """
        if len(self._jobs) >= WAITING:
            raise Busy
        loop = asyncio.get_running_loop()
        job = _Job(changes, loop.create_future(), loop.time())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())
        await job.done

    async def _write_all(self) -> None:
        while self._jobs:
            if batch := self._take():
                for job, outcome in zip(batch, await self._commit(batch), strict=True):
                    _tell(job, outcome)
        self._task = None

    def _take(self) -> list[_Job]:
        """The next batch, without those that have waited too long to be answered in time."""
        batch = [self._jobs.popleft() for _ in range(min(MOST, len(self._jobs)))]
        latest = asyncio.get_running_loop().time() - PATIENCE
        late = [job for job in batch if job.since < latest]
        for job in late:
            _tell(job, Busy())
        return [job for job in batch if job.since >= latest] if late else batch

    async def _commit(self, batch: list[_Job]) -> Sequence[Exception | None]:
        """What became of each job."""
        outcomes: Sequence[Exception | None] = [None] * len(batch)
        try:
            try:
                await self._transaction(partial(apply, _merged(job.changes for job in batch)))
            except Exception as error:
                if len(batch) == 1 or (isinstance(error, Unreachable) and is_away(error)):
                    raise
                # Something that one of them writes is in the way: whose is it?
                each = partial(_apply_each, [job.changes for job in batch])
                outcomes = await self._transaction(each)
        except Exception as error:  # whatever it is, nobody waits for ever
            return [error] * len(batch)
        for listener in self._listeners:
            listener(outcomes.count(None))
        return outcomes


def _tell(job: _Job, outcome: Exception | None) -> None:
    if job.done.done():  # whoever asked has gone
        return
    if outcome is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(outcome)


def _merged(jobs: Iterable[Sequence[Change]]) -> list[Change]:
    """The changes of all jobs, one for each statement."""
    rows: dict[UpdateBase, list[Row]] = {}
    for changes in jobs:
        for change in changes:
            rows.setdefault(change.statement, []).extend(change.rows)
    return [Change(statement, each) for statement, each in rows.items()]


def apply(changes: Iterable[Change], connection: Connection) -> None:
    """Makes the changes in the transaction that the connection is in. Raises `Taken`."""
    for statement, rows in changes:
        try:
            connection.execute(statement, rows or None)
        except IntegrityError as error:
            raise Taken(statement.entity_description["name"]) from error


def _apply_each(jobs: Iterable[Sequence[Change]], connection: Connection) -> list[Exception | None]:
    """What became of each; the failure of one undoes that one."""
    outcomes: list[Exception | None] = []
    for changes in jobs:
        try:
            with connection.begin_nested():
                apply(changes, connection)
        except Exception as error:
            if connection.invalidated or isinstance(error, OperationalError):
                raise
            outcomes.append(error)
        else:
            outcomes.append(None)
    return outcomes
