"""PostgreSQL's way to answer point reads: several questions are one statement, for one round trip.

Each row comes as JSON, so that those of all questions have the same shape.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import Select
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine.asking import PreparedQuestion, Question, Rows
from bot.storage.engine.lru_cache import LruCache

TOGETHER = 18
"""Questions in one statement: what three askers need whose channels are not in memory."""

REMEMBERED = 200
"""Statements, one for each series of questions."""

Shape = tuple[Select[Any], ...]


class JointReader:
    """Asks over the connections of an engine, with the driver's own words."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # With plain marks, which are numbered once it is known where they stand.
        self._dialect = PGDialect(paramstyle="format")  # type: ignore[no-untyped-call]
        self._prepared: dict[Select[Any], PreparedQuestion] = {}
        self._statements = LruCache[Shape, str](REMEMBERED)

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer the questions, in their order. Raises what the driver does."""
        answers: list[Rows] = []
        every = iter(questions)
        async with self._engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            try:
                while some := [*islice(every, TOGETHER)]:
                    answers += await self._answer_together(raw, some)
            except BaseException:  # nobody knows what the server still has to say
                await connection.invalidate()
                raise
        return answers

    async def _answer_together(self, raw: Any, questions: Sequence[Question]) -> list[Rows]:
        prepared = [self._prepare(each.statement) for each in questions]
        values = [
            _check_size(value)
            for each, question in zip(prepared, questions, strict=True)
            for value in each.order_values(question.values)
        ]
        found: list[list[tuple[Any, ...]]] = [[] for _ in questions]
        statement = self._join(tuple(each.statement for each in questions))
        for number, row in await raw.fetch(statement, *values):
            found[number].append(tuple(msgspec.json.decode(row)))
        return [each.read_rows(rows) for each, rows in zip(prepared, found, strict=True)]

    def _prepare(self, statement: Select[Any]) -> PreparedQuestion:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = self._prepared[statement] = PreparedQuestion(statement, self._dialect)
        return prepared

    def _join(self, shape: Shape) -> str:
        known = self._statements.get(shape)
        if known is None:
            known = _number_marks(
                " UNION ALL ".join(
                    f"SELECT {number}, json_build_array({_list_columns(each)})::text "
                    f"FROM ({self._prepare(each).sql}) AS q{number}"
                    for number, each in enumerate(shape)
                )
            )
            self._statements.put(shape, known)
        return known


def _check_size(value: Any) -> Any:
    """The value. Raises `OverflowError`, as SQLite does, for a number of more than 64 bits."""
    if isinstance(value, int) and value.bit_length() > 63:
        raise OverflowError("a number of more than 64 bits")
    return value


def _list_columns(statement: Select[Any]) -> str:
    return ", ".join(f'"{column.name}"' for column in statement.selected_columns)


def _number_marks(statement: str) -> str:
    """Give each mark its number, as the driver wants them."""
    first, *others = statement.split("%s")
    return "".join([first, *(f"${at}{part}" for at, part in enumerate(others, 1))])
