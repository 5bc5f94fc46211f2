"""The two kinds of database: SQLite in a file, and a PostgreSQL server.

All work is done by plain functions of a `Connection`: for SQLite in a thread, one hop for each
transaction; for PostgreSQL over asyncpg (in `postgres`).
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

from sqlalchemy import (
    Connection,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.storage.engine.changes import RowChange
from bot.storage.engine.errors import Busy, Pooled, RowExists, Unreachable
from bot.storage.engine.point_reads import Question, Rows

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What is done in one transaction. It may be run twice, where a connection was lost half-way."""

PATIENCE = 1.0
"""Seconds to wait for a lock or a connection: Discord waits three for the first answer."""

READERS = 4
"""Connections for questions."""

QUESTION, COMMIT = 30.0, 5.0
"""Seconds after which a question, and a list of changes, are given up that nobody waits for."""

DISCREET = {"hide_parameters": True}
"""What is written about an error names no rows, which hold what people are called."""

POOLED = ("26000", "42P05")
"""PostgreSQL's codes for what was prepared, and is gone, or is somebody else's."""

AWAY = (OperationalError, sqlite3.OperationalError, NoConnection, OSError)
"""What is raised where the database itself is in trouble."""


class Store(Protocol):
    """A database. Everything raises `Unreachable`, and `IntegrityError` as it is."""

    url: str  # without its password

    async def write(self, commands: Sequence[Sequence[RowChange]]) -> Sequence[RowExists | None]:
        """Make the changes of all commands durable, or none; return what became of each.

        Where it writes those that nothing stands in the way of, it tells of the others. Else it
        raises `RowExists`.
        """

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer point reads from one state; one call after the other."""

    async def transact(self, work: Work[T]) -> T:
        """Run `work`, and make what it wrote durable; whatever it raises undoes all of it."""

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database; stop it if cancelled."""

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work` as `read` does, but without taking a place from those who wait."""

    async def checkpoint(self, *, truncate: bool) -> bool:
        """Let SQLite's file hold all that there is; with `truncate` nothing stays in its WAL.

        False if that has to be tried again.
        """

    async def close(self) -> None:
        """Let go of every connection."""


@contextmanager
def explain_errors(url: str, *also: type[Exception]) -> Iterator[None]:
    """Turn what a driver raises into `Unreachable`."""
    trouble: tuple[type[Exception], ...] = (OSError, *also)
    try:
        yield
    except IntegrityError:  # about the rows, not the database: the caller knows what it means
        raise
    except DBAPIError as error:
        raise _explain(url, error.orig) from error
    except sqlite3.Error as error:  # where SQLAlchemy is not between
        raise Unreachable(url, str(error)) from error
    except NoConnection as error:
        raise Busy from error
    except TimeoutError as error:
        raise Unreachable(url, "no answer") from error
    except trouble as error:
        raise _explain(url, error) from error


def _explain(url: str, error: BaseException | None) -> Unreachable:
    if getattr(error, "sqlstate", None) in POOLED:
        return Pooled(url)
    return Unreachable(url, str(error) or type(error).__name__)


def is_away(error: Unreachable) -> bool:
    """Whether the database is in trouble, and not what was to be written into it."""
    return isinstance(error.__cause__, AWAY)
