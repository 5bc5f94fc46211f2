"""Point reads: what is asked at the same moment is answered together, from one state, in one hop.

They are the questions that a person waits for: who is it, which game does this channel play, what
has the server set? Everything else is asked over `Database.fetch` and `Database.read`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Select
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.storage.engine.changes import Prepared
from bot.storage.engine.errors import Unreachable

MOST = 32
"""Askers who are answered in one hop."""

PLACES = 2 * MOST
"""Askers who are let in: as many again as are answered at the moment."""

Rows = list[tuple[Any, ...]]


class Question(NamedTuple):
    """A select, and the values of its parameters.

    Statements are known by identity, made once.
    """

    statement: Select[Any]
    values: Mapping[str, Any]


Answer = Callable[[Sequence[Question]], Awaitable[list[Rows]]]
"""Answers some questions, in their order; all or, where it raises, none."""


class _Job(NamedTuple):
    questions: Sequence[Question]
    done: asyncio.Future[list[Rows]]


class GroupReader:
    """Gathers what is asked while the questions before are being answered."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._jobs: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None

    async def ask(self, questions: Sequence[Question]) -> list[Rows]:
        """Return the rows of each question, all from one state. Raises `Unreachable`."""
        job = _Job(questions, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())
        return await job.done

    async def _answer_all(self) -> None:
        while self._jobs:
            jobs = [self._jobs.popleft() for _ in range(min(MOST, len(self._jobs)))]
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
            for job in jobs:  # one of them asks what cannot be asked: whose is it?
                await self._answer_together([job])
            return
        for job in jobs:
            rows = [next(answers) for _ in job.questions]
            if not job.done.done():  # whoever asked has gone
                job.done.set_result(rows)


class PreparedQuestion(Prepared):
    """A select in the words of a driver, which gives its rows as they are stored."""

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
        """The rows with the values that they stand for."""
        if not self._processors:
            return [*map(tuple, stored)]
        rows = []
        for each in stored:
            values = [*each]
            for at, process in self._processors:
                values[at] = process(values[at])
            rows.append(tuple(values))
        return rows
