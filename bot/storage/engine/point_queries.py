"""Point queries: small selects of several callers that run together on one snapshot.

They serve a person who waits for an answer: who is it, which game does this channel play, what has
the server set? For everything else there are `Database.fetch_rows` and
`Database.run_read_transaction`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Select
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.storage.engine.errors import DatabaseUnreachable
from bot.storage.engine.row_changes import CompiledStatement

MAX_CALLERS = 32
"""The most callers that are answered in one hop."""

MAX_ADMITTED = 2 * MAX_CALLERS
"""The most callers that are let in: those being answered, and as many that wait."""

Rows = list[tuple[Any, ...]]


class PointQuery(NamedTuple):
    """A select, and the values of its parameters.

    The statement must be a constant: its compiled form is cached by identity.
    """

    statement: Select[Any]
    values: Mapping[str, Any]


Answer = Callable[[Sequence[PointQuery]], Awaitable[list[Rows]]]
"""Answer questions in their order; if it raises, none is answered."""


class _PendingRead(NamedTuple):
    questions: Sequence[PointQuery]
    done: asyncio.Future[list[Rows]]


class PointQueryBatcher:
    """A batcher of point queries: new queries gather while the batch before them is running."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._jobs: deque[_PendingRead] = deque()
        self._task: asyncio.Task[None] | None = None

    async def run_queries(self, queries: Sequence[PointQuery]) -> list[Rows]:
        """Return the rows of each point query, all from one snapshot of the database.

        Raises `DatabaseUnreachable`.
        """
        job = _PendingRead(queries, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._run_all_batches())
        return await job.done

    async def _run_all_batches(self) -> None:
        while self._jobs:
            jobs = [self._jobs.popleft() for _ in range(min(MAX_CALLERS, len(self._jobs)))]
            await self._run_batch([job for job in jobs if not job.done.done()])
        self._task = None

    async def _run_batch(self, reads: Sequence[_PendingRead]) -> None:
        try:
            answers = iter(await self._answer([each for job in reads for each in job.questions]))
        except Exception as error:
            if len(reads) == 1 or isinstance(error, DatabaseUnreachable):
                for job in reads:
                    if not job.done.done():
                        job.done.set_exception(error)
                return
            for job in reads:  # find the caller whose question failed
                await self._run_batch([job])
            return
        for job in reads:
            rows = [next(answers) for _ in job.questions]
            if not job.done.done():  # else its caller was cancelled
                job.done.set_result(rows)


class CompiledQuery(CompiledStatement):
    """A select compiled for a driver that returns values as the database stores them."""

    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        super().__init__(statement, (), dialect)
        columns: Sequence[KeyedColumnElement[Any]] = [*statement.selected_columns]
        processors = [
            each.type.dialect_impl(dialect).result_processor(dialect, None) for each in columns
        ]
        self._processors = [
            (at, process) for at, process in enumerate(processors) if process is not None
        ]

    def convert_rows(self, stored_rows: Sequence[Sequence[Any]]) -> Rows:
        """Convert the stored values of a query's rows to Python types."""
        if not self._processors:
            return [*map(tuple, stored_rows)]
        rows = []
        for each in stored_rows:
            values = [*each]
            for at, process in self._processors:
                values[at] = process(values[at])
            rows.append(tuple(values))
        return rows
