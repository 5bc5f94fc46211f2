"""The two kinds of database: SQLite in a file, and a PostgreSQL server.

All work is done by plain functions of a `Connection`. Reads go over SQLAlchemy's async engine, with aiosqlite or
asyncpg; SQLite's transactions, in a thread, take one hop each.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.storage.engine.errors import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseUnreachableError,
    RowAlreadyExistsError,
    TransactionPoolerUnsupportedError,
)
from bot.storage.engine.point_queries import Rows, SmallQuery
from bot.storage.engine.row_changes import ChangeOrCondition

T = TypeVar("T")
Work = Callable[[Connection], T]
"""The work of one transaction. It may be run twice, if the connection is lost half-way."""

PATIENCE = 1.0
"""Seconds to wait for a lock or a connection: Discord waits three for the first answer."""


class DatabaseAccessMode(Enum):
    """The purpose for which a database is opened: reading, writing, or filling a new one."""

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


class DatabaseBackend(Protocol):
    """The base class of the SQLite and PostgreSQL databases. Every method may raise `DatabaseUnreachableError`.

    `IntegrityError` is raised as it is.
    """

    url: str  # without its password

    async def commit_row_changes_of_commands(
        self, changes_by_command: Sequence[Sequence[ChangeOrCondition]]
    ) -> Sequence[RowAlreadyExistsError | None]:
        """Commit the row changes of several commands; return each command's outcome.

        A backend that can skip the commands whose row exists returns `RowAlreadyExistsError` for these. Another backend
        raises `RowAlreadyExistsError`, and writes nothing. Raises `WriteConditionNotMetError` too.
        """

    async def run_queries_on_one_snapshot(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        """Run small SELECTs on the same state of the database, and return the rows of each SELECT.

        Calls must not overlap.
        """

    async def run_write_transaction(self, transaction_function: Work[T]) -> T:
        """Run a function in a write transaction, which is rolled back if the function raises."""

    async def run_read_transaction(self, transaction_function: Work[T]) -> T:
        """Run a function in a read transaction on one state of the database.

        If the caller is cancelled, the transaction stops.
        """

    async def run_read_transaction_without_timeout(self, transaction_function: Work[T]) -> T:
        """Run a function in a read transaction without time limit, on one state of the database."""

    async def checkpoint_write_ahead_log(self, *, truncate: bool) -> bool:
        """Copy SQLite's write-ahead log into the database file. With `truncate`, also empty the log.

        Return False if the caller has to try again.
        """

    async def close_all_connections(self) -> None:
        """Close every connection to the database."""


@contextmanager
def raise_database_unreachable_on_driver_errors(url: str, *driver_errors: type[Exception]) -> Iterator[None]:
    """Convert errors of the database driver to `DatabaseUnreachableError` during the `with` block."""
    trouble: tuple[type[Exception], ...] = (OSError, *driver_errors)
    try:
        yield
    except IntegrityError:  # about the rows; the caller knows what it means
        raise
    except DBAPIError as error:
        raise _build_database_unreachable_error(url, error.orig) from error
    except sqlite3.Error as error:  # from the plain driver
        raise _build_database_unreachable_error(url, error) from error
    except NoConnection as error:
        raise DatabaseBusyError from error
    except TimeoutError as error:
        raise DatabaseUnreachableError(url, "no answer") from error
    except trouble as error:
        raise _build_database_unreachable_error(url, error) from error


def _build_database_unreachable_error(url: str, error: BaseException | None) -> DatabaseUnreachableError:
    if getattr(error, "sqlstate", None) in LOST_STATEMENT_CODES:
        return TransactionPoolerUnsupportedError(url)
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT:
        return DatabaseCorruptError(url, f"{error}")
    return DatabaseUnreachableError(url, str(error) or type(error).__name__)


def did_whole_database_fail(error: DatabaseUnreachableError) -> bool:
    """Return True if the whole database failed, False if only these rows could not be written."""
    return isinstance(error.__cause__, DATABASE_ERRORS)
