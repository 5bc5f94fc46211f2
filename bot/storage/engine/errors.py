"""What can go wrong between the bot and its database.

StorageError
├── RowExists          a row stands where another should go
├── Busy               too much waits already: try again in a moment
├── Stalled            what was asked before is not done yet, and nobody knows how it will end
├── Unreachable        the database cannot be opened, read or written
│   └── Pooled         what stands before a server shares its sessions
├── SchemaOutdated     it was made by an earlier version, or by a later one
└── SchemaDiffers      its tables are not what the migrations make

What can go wrong with the log besides is in `bot/storage/record/errors.py`.
"""

from collections.abc import Sequence

FEW = 5
"""Differences of the tables that are named; the others are only counted."""


class StorageError(Exception):
    """Something between the bot and its database; nothing was written."""

    @property
    def advice(self) -> str:
        """What whoever runs the bot can do about it."""
        return "correct database.url, or see to the database it names"


class RowExists(StorageError):
    """A row of the `table` is in the way; `Conflict` and `Duplicate` say what that means.

    If it was `unsure` what became of a first attempt, it may be the very row to be written.
    """

    def __init__(self, table: str) -> None:
        super().__init__(f"a row of {table} exists already")
        self.table = table
        self.unsure = False


class Busy(StorageError):
    """More is asked than can be answered in time."""

    def __init__(self) -> None:
        super().__init__("too many commands wait")


class Stalled(StorageError):
    """Something before is neither done nor undone, for longer than somebody can wait."""

    def __init__(self) -> None:
        super().__init__("what was written before is not known to be there")


class Unreachable(StorageError):
    """The database does not answer: `url` (without its password) and the driver's `reason`."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.url = url
        self.reason = reason


class Pooled(Unreachable):
    """Between the bot and its server stands what shares sessions, and with them their locks."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "a pooler gives each transaction another session")

    @property
    def advice(self) -> str:
        """What processes hold, and what is prepared on a connection, is of a session."""
        return "set its pool_mode to session, or name PostgreSQL's own port in database.url"


class SchemaOutdated(StorageError):
    """The database is at the revision `found` (None: it is empty), the code needs `needed`."""

    def __init__(self, found: str | None, needed: str) -> None:
        super().__init__(f"the database is at revision {found}, this version needs {needed}")
        self.found = found
        self.needed = needed

    @property
    def newer(self) -> bool:
        """Whether a later version of the bot wrote it: no migration of ours can help."""
        return self.found is not None and self.found > self.needed

    @property
    def advice(self) -> str:
        """Only the version that wrote it, or a newer one, can read what is newer."""
        if self.newer:
            return "take the version of Suzerain that wrote it, or a newer one"
        return "run `suzerain migrate`"


class SchemaDiffers(StorageError):
    """Tables are otherwise than the code needs them; each of the `differences` is in words."""

    def __init__(self, differences: Sequence[str]) -> None:
        few, more = differences[:FEW], len(differences) - FEW
        and_more = [f"and {more} more"] if more > 0 else []
        super().__init__(f"the tables are not as they should be: {'; '.join([*few, *and_more])}")
        self.differences = differences

    @property
    def advice(self) -> str:
        """What was played is in the log, which is taken out whole if its own tables are."""
        return (
            "restore a backup, such as the copy beside the file that is made before an upgrade;"
            " or `suzerain export` all of it and `suzerain import` it into a new database"
        )
