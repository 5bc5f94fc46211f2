"""What can go wrong between the bot and its database.

StorageError
├── RowExists          a row stands where another should go
├── Busy               too much waits already: try again in a moment
├── Stalled            what was asked before is not done yet, and nobody knows how it will end
├── Unreachable        the database cannot be opened, read or written
└── SchemaOutdated     its tables are not the ones this code needs

What can go wrong with the log besides is in `bot/storage/record/errors.py`.
"""


class StorageError(Exception):
    """Something between the bot and its database; nothing was written."""


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
