"""The two kinds of database: SQLite in a file, and a PostgreSQL server.

All work is done by plain functions of a `Connection`. Reads go over SQLAlchemy's async engine, with
aiosqlite or asyncpg; SQLite's transactions, in a thread, take one hop each.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Protocol, TypeVar

from sqlalchemy import (
    Connection,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.storage.engine.changes import ChangeOrCondition
from bot.storage.engine.errors import Busy, Malformed, Pooled, RowExists, Unreachable
from bot.storage.engine.point_reads import Question, Rows

T = TypeVar("T")
Work = Callable[[Connection], T]
"""The work of one transaction. It may be run twice, if the connection is lost half-way."""

PATIENCE = 1.0
"""Seconds to wait for a lock or a connection: Discord waits three for the first answer."""


class Access(Enum):
    """What a database is opened for."""

    READ = "read"
    """Only to be read: nothing on the disk changes, whoever else uses the database."""
    WRITE = "write"
    """To be read and written; SQLite's file must be a database of ours."""
    FILL = "fill"
    """To be filled: SQLite's file may be missing or empty."""


READ_CONNECTIONS = 4
"""The number of connections for reading."""

READ_TIMEOUT = 30.0
"""Seconds after which a read is given up, if its caller has no earlier deadline."""

WRITE_TIMEOUT = 5.0
"""Seconds after which an unfinished write is given up."""

HIDE_PARAMETERS = {"hide_parameters": True}
"""Keep the values of rows, such as names of people, out of error messages."""

LOST_STATEMENT_CODES = ("26000", "42P05")
"""PostgreSQL's codes for a prepared statement that is missing, or another session's."""

DATABASE_ERRORS = (OperationalError, sqlite3.OperationalError, NoConnection, OSError)
"""Errors that mean that the database itself has a problem, not the written rows."""


class Store(Protocol):
    """A kind of database. Every method may raise `Unreachable`.

    `IntegrityError` is raised as it is.
    """

    url: str  # without its password

    async def write(
        self, commands: Sequence[Sequence[ChangeOrCondition]]
    ) -> Sequence[RowExists | None]:
        """Commit the changes of all commands; return the outcome of each.

        A store that can skip the commands whose row exists returns `RowExists` for these. Another
        store raises `RowExists`, and writes nothing. Raises `Unmet` too.
        """

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer point reads from one state. Calls must not overlap."""

    async def transact(self, work: Work[T]) -> T:
        """Run `work` in a transaction and commit it; roll back if it raises."""

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database; stop it if cancelled."""

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work` as `read` does, but without taking a place from those who wait."""

    async def checkpoint(self, *, truncate: bool) -> bool:
        """Copy SQLite's WAL into the file, and with `truncate` empty the WAL.

        Return False if it has to be tried again.
        """

    async def close(self) -> None:
        """Close every connection."""


@contextmanager
def explain_errors(url: str, *also: type[Exception]) -> Iterator[None]:
    """Turn errors of a driver within the block into `Unreachable`."""
    trouble: tuple[type[Exception], ...] = (OSError, *also)
    try:
        yield
    except IntegrityError:  # about the rows; the caller knows what it means
        raise
    except DBAPIError as error:
        raise _make_unreachable(url, error.orig) from error
    except sqlite3.Error as error:  # from the plain driver
        raise _make_unreachable(url, error) from error
    except NoConnection as error:
        raise Busy from error
    except TimeoutError as error:
        raise Unreachable(url, "no answer") from error
    except trouble as error:
        raise _make_unreachable(url, error) from error


def _make_unreachable(url: str, error: BaseException | None) -> Unreachable:
    if getattr(error, "sqlstate", None) in LOST_STATEMENT_CODES:
        return Pooled(url)
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT:
        return Malformed(url, f"{error}")
    return Unreachable(url, str(error) or type(error).__name__)


def is_away(error: Unreachable) -> bool:
    """Return True if the database has a problem, and not the rows to be written."""
    return isinstance(error.__cause__, DATABASE_ERRORS)
