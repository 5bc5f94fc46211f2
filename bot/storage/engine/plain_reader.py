"""SQLite's way to answer point reads: the plain driver, in a thread with a connection of its own.

With an async driver each of these questions took about a millisecond of processor time, most of it
between threads; here six of them take a quarter of one.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Dialect, Select
from sqlalchemy.pool import PoolProxiedConnection

from bot.storage.engine import hops
from bot.storage.engine.asking import PreparedQuestion, Question, Rows
from bot.storage.engine.brakes import Brake

LATE = "the file took too long to read"


class PlainReader:
    """One connection, which `connect` makes when it is first needed."""

    def __init__(
        self, connect: Callable[[], PoolProxiedConnection], dialect: Dialect, patience: float
    ) -> None:
        self._connect = connect
        self._dialect = dialect
        self.patience = patience
        self._own: PoolProxiedConnection | None = None
        self._brake = Brake()
        self._thread = ThreadPoolExecutor(1, "reader")
        self._prepared: dict[Select[Any], PreparedQuestion] = {}

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer the questions from one state; give up after so many seconds of `patience`.

        Not to be called again meanwhile. Raises `sqlite3.Error`.
        """
        self._brake.release()
        loop = asyncio.get_running_loop()
        deadline = loop.call_later(self.patience, self._brake.pull)
        try:
            return await hops.hop(self._thread, self._answer, questions)
        finally:
            deadline.cancel()

    def _answer(self, questions: Sequence[Question]) -> list[Rows]:
        if self._own is None:
            self._own = self._connect()
            self._brake.fit(_unwrap(self._own))
        connection = _unwrap(self._own)
        connection.execute("BEGIN")
        try:
            return [self._read(connection, question) for question in questions]
        finally:
            if connection.in_transaction:
                connection.execute("COMMIT")

    def _read(self, connection: sqlite3.Connection, question: Question) -> Rows:
        if self._brake.pulled:
            raise sqlite3.OperationalError(LATE)
        prepared = self._prepared.get(question.statement)
        if prepared is None:
            prepared = PreparedQuestion(question.statement, self._dialect)
            self._prepared[question.statement] = prepared
        values = prepared.order_values(question.values)
        return prepared.read_rows(connection.execute(prepared.sql, values).fetchall())

    def close(self) -> None:
        """Let go of the connection, and of the thread."""
        self._brake.pull()
        self._thread.shutdown()
        if self._own is not None:
            self._own.close()
            self._own = None


def _unwrap(connection: PoolProxiedConnection) -> sqlite3.Connection:
    found = connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found
