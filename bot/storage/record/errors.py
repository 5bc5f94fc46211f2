"""Errors of the event log. All are a `StorageError`.

- `EventVersionConflict`: another event was first; load the new events, and decide again.
  - `PersonIdConflict`: another process stored the same person under another internal id.
- `DuplicateInteractionError`: the interaction was recorded already.
- `DamagedEventError`: an event in the log cannot be decoded.
"""

from bot.storage.engine.errors import StorageError
from bot.storage.record.stored_event import StoredEvent


class EventVersionConflict(StorageError):
    """An error that a channel's log has another event with the same version number already."""

    def __init__(self, channel: int, version: int) -> None:
        super().__init__(f"channel {channel}: version {version} is taken")
        self.channel = channel
        self.version = version


class PersonIdConflict(EventVersionConflict):
    """An error that another process stored the same Discord account under another internal id.

    The caller has to identify the person again.
    """


class DuplicateInteractionError(StorageError):
    """An error that a Discord interaction has led to an event before; the error holds the
    event.
    """

    def __init__(self, stored_event: StoredEvent) -> None:
        super().__init__(f"interaction {stored_event.interaction} is recorded already")
        self.recorded = stored_event


class DamagedEventError(StorageError):
    """An error that a stored event cannot be decoded, or does not fit the event before."""

    def __init__(self, channel: int, version: int, problem: str) -> None:
        super().__init__(f"channel {channel}, version {version}: {problem}")
        self.channel = channel
        self.version = version
        self.problem = problem

    @property
    def advice_for_operator(self) -> str:
        """The advice for a damaged event: `suzerain doctor` lists the damaged channels."""
        return "run `suzerain doctor`"
