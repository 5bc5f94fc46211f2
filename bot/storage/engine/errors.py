"""Errors of the database. All are a `StorageError`.

- `RowAlreadyExistsError`: a row with the same key exists already.
- `WriteConditionNotMetError`: a condition of the command does not hold; load the data again and retry.
- `DatabaseBusyError`: too many commands wait; retry in a moment.
- `UnfinishedWriteError`: an earlier write has not ended, and its outcome is unknown.
- `DatabaseUnreachableError`: the database cannot be opened, read or written. Its subclasses:
  - `DatabaseMissingError`: there is no such file.
  - `DatabaseFileLostError`: there is no such file, but there are traces of the file or other databases.
  - `DatabaseFileEmptyError`: the file has no bytes.
  - `ForeignDatabaseFileError`: the file belongs to another program.
  - `ForeignWriteAheadLogError`: the write-ahead log beside the file belongs to another database.
  - `DatabaseCorruptError`: the file is damaged, perhaps truncated.
  - `DatabaseInUseError`: a bot, or a command, uses the database alone.
  - `TransactionPoolerUnsupportedError`: a connection pooler shares the sessions of a server.
- `SchemaRevisionMismatchError`: the tables are of an earlier version of the bot, or of a later one.
- `TablesDifferFromSchemaError`: the tables differ from what the migrations create.

Errors of the event log are in `bot/storage/record/errors.py`.
"""

import logging
from collections.abc import Sequence

MAX_NAMED_DIFFERENCES = 5
"""The most differences that a message names; the others are counted."""


class StorageError(Exception):
    """The base class of database errors. Nothing was written."""

    @property
    def repair_advice_for_operator(self) -> str:
        """Text for the operator, shown below the error's message."""
        return "correct database.url, or see to the database it names"


class RowAlreadyExistsError(StorageError):
    """The error that a row with this primary key already exists.

    If `unsure`, an earlier attempt may have written that very row. `EventVersionConflictError` and
    `DuplicateInteractionError` say what the error means for a command.
    """

    def __init__(self, table: str) -> None:
        super().__init__(f"a row of {table} exists already")
        self.table = table
        self.unsure = False


class WriteConditionNotMetError(StorageError):
    """The error that a write's SQL condition no longer held, because another command was faster."""

    def __init__(self, key: str) -> None:
        super().__init__(f"a condition on {key} does not hold")
        self.key = key


class DatabaseBusyError(StorageError):
    """The error that too many commands wait for the database, so this one was refused."""

    def __init__(self) -> None:
        super().__init__("too many commands wait")


class UnfinishedWriteError(StorageError):
    """The error that an earlier write has not finished, so its outcome is unknown."""

    def __init__(self) -> None:
        super().__init__("what was written before is not known to be there")


class DatabaseUnreachableError(StorageError):
    """The error that the database does not answer.

    `url` has no password; `reason` is the driver's message.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.url = url
        self.reason = reason


class DatabaseMissingError(DatabaseUnreachableError):
    """The error that a SQLite file, or its folder, does not exist."""

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice for a missing file. The bot creates no folder: the path may be mistyped."""
        return "correct database.url, or make it with `suzerain run` or `suzerain migrate` in a folder that is there"


class DatabaseFileLostError(DatabaseUnreachableError):
    """The error that a SQLite file has disappeared although related files still exist."""

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice to restore the lost file, or to move its remains away before a new start."""
        return (
            "correct database.url, or put the file or a backup back; to begin anew, move away what"
            " is left of it and run `suzerain migrate`"
        )


class DatabaseFileEmptyError(DatabaseUnreachableError):
    """The error that a SQLite file is empty."""

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice for an empty SQLite file. Only another program can have emptied it."""
        return "put back a backup (`suzerain restore`); if there never was a game, delete the file"


class ForeignDatabaseFileError(DatabaseUnreachableError):
    """The error that a database file belongs to another program."""

    @property
    def repair_advice_for_operator(self) -> str:
        return "correct database.url, or put back a backup (`suzerain restore`)"


class ForeignWriteAheadLogError(DatabaseUnreachableError):
    """The error that a write-ahead log beside a SQLite file belongs to another database."""

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice about a write-ahead log of another database, which SQLite would apply."""
        return (
            "put back the file that it belongs to; if the file is a backup that you put back, move"
            " its -wal and -shm away"
        )


class DatabaseInUseError(DatabaseUnreachableError):
    """The error that another process, such as a second bot, already uses the database."""

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice for a database in use. Two bots on one file would use outdated caches."""
        return "stop that one first"


class DatabaseCorruptError(DatabaseUnreachableError):
    """The error that a SQLite file is damaged, for example cut off at the end."""

    @property
    def repair_advice_for_operator(self) -> str:
        return "stop the bot and put back a backup"


class TransactionPoolerUnsupportedError(DatabaseUnreachableError):
    """The error that a connection pooler runs each PostgreSQL transaction in a different session."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "a pooler gives each transaction another session")

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice for a pooler. Locks and prepared statements belong to one session."""
        return "set its pool_mode to session, or name PostgreSQL's own port in database.url"


def choose_log_level_for_error(error: Exception) -> int:
    """Return `ERROR` if the operator must act on the error, otherwise `WARNING`."""
    passes = isinstance(
        error,
        (
            RowAlreadyExistsError,
            WriteConditionNotMetError,
            DatabaseBusyError,
            UnfinishedWriteError,
            DatabaseUnreachableError,
        ),
    )
    return logging.WARNING if passes and not isinstance(error, DatabaseCorruptError) else logging.ERROR


class SchemaRevisionMismatchError(StorageError):
    """The error that the schema revision of the database is not the one that the code needs.

    `found` is the revision of the database, None if the database is empty; `needed` is that of the code.
    """

    def __init__(self, found: str | None, needed: str) -> None:
        super().__init__(f"the database is at revision {found}, this version needs {needed}")
        self.found = found
        self.needed = needed

    @property
    def is_database_newer_than_code(self) -> bool:
        """True if the database was upgraded by a newer version of the bot."""
        return self.found is not None and self.found > self.needed

    @property
    def repair_advice_for_operator(self) -> str:
        if self.is_database_newer_than_code:
            return "take the version of Suzerain that wrote it, or a newer one"
        return "run `suzerain migrate`"


class TablesDifferFromSchemaError(StorageError):
    """The error that tables of the database are not as the code needs them."""

    def __init__(self, differences: Sequence[str]) -> None:
        few = differences[:MAX_NAMED_DIFFERENCES]
        more = len(differences) - MAX_NAMED_DIFFERENCES
        and_more = [f"and {more} more"] if more > 0 else []
        super().__init__(f"the tables are not as they should be: {'; '.join([*few, *and_more])}")
        self.differences = differences

    @property
    def repair_advice_for_operator(self) -> str:
        """The advice for differing tables. Events can be exported if their tables are whole."""
        return (
            "restore a backup, such as the copy beside the file that is made before an upgrade;"
            " or `suzerain export` all of it and `suzerain import` it into a new database"
        )
