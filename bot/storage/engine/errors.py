"""Errors of the database.

StorageError
├── RowExists          a row stands where another should go
├── Unmet              a condition of the command does not hold: look again
├── Busy               too many commands wait: try again in a moment
├── Stalled            an earlier write has not ended, and its outcome is unknown
├── Unreachable        the database cannot be opened, read or written
│   ├── Absent         there is no such file
│   ├── Lost           there is no such file, and what was beside it, or another one, is there
│   ├── Empty          the file has no bytes
│   ├── NotOurs        the file is of another program
│   ├── OtherLog       the write-ahead log beside the file is not its own
│   ├── Malformed      the file is damaged, perhaps cut off
│   ├── InUse          a bot, or a command, uses the database alone
│   └── Pooled         a pooler shares the sessions of a server
├── SchemaOutdated     the tables are of an earlier version, or of a later one
└── SchemaDiffers      the tables are not as the migrations make them

Errors of the log are in `bot/storage/record/errors.py`.
"""

import logging
from collections.abc import Sequence

MAX_NAMED_DIFFERENCES = 5
"""The most differences that a message names; the others are counted."""


class StorageError(Exception):
    """An error of the database; nothing was written."""

    @property
    def advice(self) -> str:
        """The advice to the operator."""
        return "correct database.url, or see to the database it names"


class RowExists(StorageError):
    """An error that a row of `table` with the same key exists already.

    If `unsure`, an earlier attempt may have written that very row. `Conflict` and `Duplicate` say
    what it means for a command.
    """

    def __init__(self, table: str) -> None:
        super().__init__(f"a row of {table} exists already")
        self.table = table
        self.unsure = False


class Unmet(StorageError):
    """An error that a `Condition` of a command does not hold: others were faster."""

    def __init__(self, key: str) -> None:
        super().__init__(f"a condition on {key} does not hold")
        self.key = key


class Busy(StorageError):
    """An error that too many commands wait to be answered in time."""

    def __init__(self) -> None:
        super().__init__("too many commands wait")


class Stalled(StorageError):
    """An error that an earlier write takes too long, and its outcome is unknown."""

    def __init__(self) -> None:
        super().__init__("what was written before is not known to be there")


class Unreachable(StorageError):
    """An error that the database does not answer.

    `url` has no password; `reason` is the driver's message.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.url = url
        self.reason = reason


class Absent(Unreachable):
    """An error that a SQLite file, or its folder, does not exist."""

    @property
    def advice(self) -> str:
        """A folder is never made, as its name may be a mistake."""
        return (
            "correct database.url, or make it with `suzerain run` or `suzerain migrate` in a folder"
            " that is there"
        )


class Lost(Unreachable):
    """An error that a SQLite file is missing, and that traces of it or other files are there."""

    @property
    def advice(self) -> str:
        """A new database would hide the loss of the former one."""
        return (
            "correct database.url, or put the file or a backup back; to begin anew, move away what"
            " is left of it and run `suzerain migrate`"
        )


class Empty(Unreachable):
    """An error that a SQLite file has no bytes."""

    @property
    def advice(self) -> str:
        """Something emptied the file: no program of ours leaves one."""
        return "put back a backup (`suzerain restore`); if there never was a game, delete the file"


class NotOurs(Unreachable):
    """An error that a file is of another program."""

    @property
    def advice(self) -> str:
        """A file of another program is never written to."""
        return "correct database.url, or put back a backup (`suzerain restore`)"


class OtherLog(Unreachable):
    """An error that the write-ahead log beside a SQLite file is of another database."""

    @property
    def advice(self) -> str:
        """SQLite would write pages of one database into the other."""
        return (
            "put back the file that it belongs to; if the file is a backup that you put back, move"
            " its -wal and -shm away"
        )


class InUse(Unreachable):
    """An error that a bot runs on the database, or that a command uses it alone."""

    @property
    def advice(self) -> str:
        """Two bots on one file would decide by outdated copies in memory."""
        return "stop that one first"


class Malformed(Unreachable):
    """An error that a SQLite file is damaged, perhaps because it was cut off."""

    @property
    def advice(self) -> str:
        """Pages that are missing are in a backup alone."""
        return "stop the bot and put back a backup"


class Pooled(Unreachable):
    """An error that a pooler shares sessions, and with them their locks."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "a pooler gives each transaction another session")

    @property
    def advice(self) -> str:
        """Locks and prepared statements belong to a session."""
        return "set its pool_mode to session, or name PostgreSQL's own port in database.url"


def find_level(error: Exception) -> int:
    """Return the level at which an error is logged: `ERROR` only if somebody has to act."""
    passes = isinstance(error, (RowExists, Unmet, Busy, Stalled, Unreachable))
    return logging.WARNING if passes and not isinstance(error, Malformed) else logging.ERROR


class SchemaOutdated(StorageError):
    """An error that the database is at revision `found`, and the code needs `needed`.

    `found` None means that the database is empty.
    """

    def __init__(self, found: str | None, needed: str) -> None:
        super().__init__(f"the database is at revision {found}, this version needs {needed}")
        self.found = found
        self.needed = needed

    @property
    def newer(self) -> bool:
        """True if a later version of the bot wrote it, so that no migration can help."""
        return self.found is not None and self.found > self.needed

    @property
    def advice(self) -> str:
        """A newer database needs the version that wrote it; an older one needs migrating."""
        if self.newer:
            return "take the version of Suzerain that wrote it, or a newer one"
        return "run `suzerain migrate`"


class SchemaDiffers(StorageError):
    """An error that tables are not as the code needs them; `differences` are in words."""

    def __init__(self, differences: Sequence[str]) -> None:
        few = differences[:MAX_NAMED_DIFFERENCES]
        more = len(differences) - MAX_NAMED_DIFFERENCES
        and_more = [f"and {more} more"] if more > 0 else []
        super().__init__(f"the tables are not as they should be: {'; '.join([*few, *and_more])}")
        self.differences = differences

    @property
    def advice(self) -> str:
        """All games are in the log, which can be exported if its own tables are whole."""
        return (
            "restore a backup, such as the copy beside the file that is made before an upgrade;"
            " or `suzerain export` all of it and `suzerain import` it into a new database"
        )
