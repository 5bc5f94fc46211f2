"""Errors of the event log. All are a `StorageError`.

- `VersionConflict`: another event was first; load the new events, and decide again.
  - `PersonIdConflict`: another process stored the same person under another internal id.
- `DuplicateInteraction`: the interaction was recorded already.
- `DamagedEvent`: an event in the log cannot be decoded.
"""

from bot.storage.engine.errors import StorageError
from bot.storage.record.stored_event import StoredEvent


class VersionConflict(StorageError):
    """An error that the channel's log has another event at this version."""

    def __init__(self, channel: int, version: int) -> None:
        super().__init__(f"channel {channel}: version {version} is taken")
        self.channel = channel
        self.version = version


class PersonIdConflict(VersionConflict):
    """An error that another process stored the same person under another id.

    The caller has to identify the person again.
    """


class DuplicateInteraction(StorageError):
    """An error that the interaction was recorded before; the error holds that event."""

    def __init__(self, stored_event: StoredEvent) -> None:
        super().__init__(f"interaction {stored_event.interaction} is recorded already")
        self.recorded = stored_event


class DamagedEvent(StorageError):
    """An error that a stored event cannot be decoded, or cannot follow the event before."""

    def __init__(self, channel: int, version: int, problem: str) -> None:
        super().__init__(f"channel {channel}, version {version}: {problem}")
        self.channel = channel
        self.version = version
        self.problem = problem

    @property
    def advice(self) -> str:
        """The advice for a damaged event: the doctor lists the damaged channels."""
        return "run `suzerain doctor`"
