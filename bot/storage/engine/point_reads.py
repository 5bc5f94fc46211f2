"""Point reads: small selects of the same moment are answered together, from one state, in one hop.

They serve a person who waits for an answer: who is it, which game does this channel play, what has
the server set? For everything else there are `Database.fetch` and `Database.read`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Select
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.storage.engine.changes import Prepared
from bot.storage.engine.errors import Unreachable

MAX_CALLERS = 32
"""The most callers that are answered in one hop."""

MAX_ADMITTED = 2 * MAX_CALLERS
"""The most callers that are let in: those being answered, and as many that wait."""

Rows = list[tuple[Any, ...]]


class Question(NamedTuple):
    """A select, and the values of its parameters.

    The statement must be a constant: its compiled form is cached by identity.
    """

    statement: Select[Any]
    values: Mapping[str, Any]


Answer = Callable[[Sequence[Question]], Awaitable[list[Rows]]]
"""Answer questions in their order; if it raises, none is answered."""


class _Job(NamedTuple):
    questions: Sequence[Question]
    done: asyncio.Future[list[Rows]]


class GroupReader:
    """A batch of questions that grows while the batch before it is answered."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._jobs: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None

    async def ask(self, questions: Sequence[Question]) -> list[Rows]:
        """Return the rows of each question, all from one state of the database.

        Raises `Unreachable`.
        """
        job = _Job(questions, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())
        return await job.done

    async def _answer_all(self) -> None:
        while self._jobs:
            jobs = [self._jobs.popleft() for _ in range(min(MAX_CALLERS, len(self._jobs)))]
            await self._answer_together([job for job in jobs if not job.done.done()])
        self._task = None

    async def _answer_together(self, jobs: Sequence[_Job]) -> None:
        try:
            answers = iter(await self._answer([each for job in jobs for each in job.questions]))
        except Exception as error:
            if len(jobs) == 1 or isinstance(error, Unreachable):
                for job in jobs:
                    if not job.done.done():
                        job.done.set_exception(error)
                return
            for job in jobs:  # find the caller whose question failed
                await self._answer_together([job])
            return
        for job in jobs:
            rows = [next(answers) for _ in job.questions]
            if not job.done.done():  # else its caller was cancelled
                job.done.set_result(rows)


class PreparedQuestion(Prepared):
    """A select compiled for a driver that returns rows as they are stored."""

    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        super().__init__(statement, (), dialect)
        columns: Sequence[KeyedColumnElement[Any]] = [*statement.selected_columns]
        processors = [
            each.type.dialect_impl(dialect).result_processor(dialect, None) for each in columns
        ]
        self._processors = [
            (at, process) for at, process in enumerate(processors) if process is not None
        ]

    def read_rows(self, stored: Sequence[Sequence[Any]]) -> Rows:
        """Return the rows with their values converted to Python types."""
        if not self._processors:
            return [*map(tuple, stored)]
        rows = []
        for each in stored:
            values = [*each]
            for at, process in self._processors:
                values[at] = process(values[at])
            rows.append(tuple(values))
        return rows
