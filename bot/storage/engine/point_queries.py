"""Point queries: small selects of several callers that run together on one snapshot.

They serve a person who waits for an answer: who is it, which game does this channel play, what has the server set? For
everything else there are `Database.fetch_rows` and `Database.run_read_transaction`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Select
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.engine.row_changes import CompiledSqlStatement

MAX_CALLERS = 32
"""The most callers that are answered in one hop."""

MAX_ADMITTED = 2 * MAX_CALLERS
"""The most callers that are let in: those being answered, and as many that wait."""

Rows = list[tuple[Any, ...]]


class SmallQuery(NamedTuple):
    """A SELECT of a few rows, with the values of its parameters.

    The statement must be a constant: its compiled form is cached by identity.
    """

    statement: Select[Any]
    values: Mapping[str, Any]


Answer = Callable[[Sequence[SmallQuery]], Awaitable[list[Rows]]]
"""Answer questions in their order; if it raises, none is answered."""


class _QueuedQueriesOfCaller(NamedTuple):
    """The small SELECTs of one caller, which wait for the next batch."""

    questions: Sequence[SmallQuery]
    done: asyncio.Future[list[Rows]]


class SmallQueryBatcher:
    """A batcher that runs small SELECTs of several callers in one go.

    New queries gather while the batch before them is running.
    """

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._jobs: deque[_QueuedQueriesOfCaller] = deque()
        self._task: asyncio.Task[None] | None = None

    async def run_queries_in_next_batch(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        """Run small SELECTs in the next batch, and return the rows of each. All see the same state of the database.

        Raises `DatabaseUnreachableError`.
        """
        job = _QueuedQueriesOfCaller(queries, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._task is None or self._task.done():  # it was perhaps cancelled before it began
            self._task = asyncio.create_task(self._run_queued_query_batches())
        return await job.done

    async def _run_queued_query_batches(self) -> None:
        while self._jobs:
            jobs = [self._jobs.popleft() for _ in range(min(MAX_CALLERS, len(self._jobs)))]
            await self._run_query_batch([job for job in jobs if not job.done.done()])
        self._task = None

    async def _run_query_batch(self, queued_queries: Sequence[_QueuedQueriesOfCaller]) -> None:
        try:
            answers = iter(await self._answer([each for job in queued_queries for each in job.questions]))
        except Exception as error:
            if len(queued_queries) == 1 or isinstance(error, DatabaseUnreachableError):
                for job in queued_queries:
                    if not job.done.done():
                        job.done.set_exception(error)
                return
            for job in queued_queries:  # find the caller whose question failed
                await self._run_query_batch([job])
            return
        for job in queued_queries:
            rows = [next(answers) for _ in job.questions]
            if not job.done.done():  # else its caller was cancelled
                job.done.set_result(rows)


class CompiledSelect(CompiledSqlStatement):
    """A SELECT that is compiled for a database driver which returns raw values."""

    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        super().__init__(statement, (), dialect)
        columns: Sequence[KeyedColumnElement[Any]] = [*statement.selected_columns]
        processors = [each.type.dialect_impl(dialect).result_processor(dialect, None) for each in columns]
        self._processors = [(at, process) for at, process in enumerate(processors) if process is not None]

    def convert_rows_to_python_values(self, raw_rows: Sequence[Sequence[Any]]) -> Rows:
        """Convert rows of raw values to rows of Python values."""
        if not self._processors:
            return [*map(tuple, raw_rows)]
        rows = []
        for each in raw_rows:
            values = [*each]
            for at, process in self._processors:
                values[at] = process(values[at])
            rows.append(tuple(values))
        return rows
