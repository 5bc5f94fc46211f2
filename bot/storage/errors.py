"""What can go wrong between the bot and its database.

StorageError
├── Conflict           somebody else was first: look again, decide again
│   └── PersonTaken      … with another internal id for the same person
├── Duplicate          the interaction has had its effect already
├── Taken              a row stands where another should go
├── Busy               too much waits already: try again in a moment
├── Unreachable        the database cannot be opened, read or written
├── SchemaOutdated     its tables are not the ones this code needs
└── Damaged            an event in it cannot be read
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.storage.log import Recorded


class StorageError(Exception):
    """Something between the bot and its database; nothing was written."""


class Conflict(StorageError):
    """Another event already stands at this version of the channel's log."""

    def __init__(self, channel: int, version: int) -> None:
        super().__init__(f"channel {channel}: version {version} is taken")
        self.channel = channel
        self.version = version


class PersonTaken(Conflict):
    """Another process wrote the same person down under another id: ask `People.of` again."""


class Duplicate(StorageError):
    """The interaction was recorded before: `recorded` is what it did then."""

    def __init__(self, recorded: "Recorded") -> None:
        super().__init__(f"interaction {recorded.interaction} is recorded already")
        self.recorded = recorded


class Taken(StorageError):
    """A row of the `table` is in the way; `Conflict` and `Duplicate` say what that means."""

    def __init__(self, table: str) -> None:
        super().__init__(f"a row of {table} is taken")
        self.table = table


class Busy(StorageError):
    """More is asked than can be answered in time."""

    def __init__(self) -> None:
        super().__init__("too many commands wait")


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


class Damaged(StorageError):
    """An event that cannot be read or cannot follow: where it stands, and the `problem`."""

    def __init__(self, channel: int, version: int, problem: str) -> None:
        super().__init__(f"channel {channel}, version {version}: {problem}")
        self.channel = channel
        self.version = version
        self.problem = problem
