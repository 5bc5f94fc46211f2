"""Errors of the log.

StorageError
├── Conflict           another event was first: read the news, and decide again
│   └── PersonTaken      … with another internal id for the same person
├── Duplicate          the interaction was recorded already
└── Damaged            an event in the log cannot be read
"""

from bot.storage.engine.errors import StorageError
from bot.storage.record.recorded import Recorded


class Conflict(StorageError):
    """An error that the channel's log has another event at this version."""

    def __init__(self, channel: int, version: int) -> None:
        super().__init__(f"channel {channel}: version {version} is taken")
        self.channel = channel
        self.version = version


class PersonTaken(Conflict):
    """An error that another process stored the person under another id: identify them again."""


class Duplicate(StorageError):
    """An error that the interaction was recorded before, as `recorded`."""

    def __init__(self, recorded: Recorded) -> None:
        super().__init__(f"interaction {recorded.interaction} is recorded already")
        self.recorded = recorded


class Damaged(StorageError):
    """An error that an event cannot be read, or cannot follow the one before."""

    def __init__(self, channel: int, version: int, problem: str) -> None:
        super().__init__(f"channel {channel}, version {version}: {problem}")
        self.channel = channel
        self.version = version
        self.problem = problem

    @property
    def advice(self) -> str:
        """The doctor lists the damaged channels and what can be exported."""
        return "run `suzerain doctor`"
