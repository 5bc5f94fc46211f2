"""What can go wrong between a command and the log.

StorageError
├── Conflict           somebody else was first: look again, decide again
│   └── PersonTaken      … with another internal id for the same person
├── Duplicate          the interaction has had its effect already
└── Damaged            an event in the log cannot be read
"""

from bot.storage.engine.errors import StorageError
from bot.storage.record.recorded import Recorded


class Conflict(StorageError):
    """Another event already stands at this version of the channel's log."""

    def __init__(self, channel: int, version: int) -> None:
        super().__init__(f"channel {channel}: version {version} is taken")
        self.channel = channel
        self.version = version


class PersonTaken(Conflict):
    """Another process wrote the same person down under another id: ask `People.identify` again."""


class Duplicate(StorageError):
    """The interaction was recorded before: `recorded` is what it did then."""

    def __init__(self, recorded: Recorded) -> None:
        super().__init__(f"interaction {recorded.interaction} is recorded already")
        self.recorded = recorded


class Damaged(StorageError):
    """An event that cannot be read or cannot follow: where it stands, and the `problem`."""

    def __init__(self, channel: int, version: int, problem: str) -> None:
        super().__init__(f"channel {channel}, version {version}: {problem}")
        self.channel = channel
        self.version = version
        self.problem = problem

    @property
    def advice(self) -> str:
        """Which channels, and what can be taken out whole."""
        return "run `suzerain doctor`"
