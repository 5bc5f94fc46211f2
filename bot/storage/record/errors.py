"""Errors of the event log. All are a `StorageError`.

- `EventVersionConflictError`: another event was first; load the new events, and decide again.
  - `PersonIdConflictError`: another process stored the same person under another internal id.
- `DuplicateInteractionError`: the interaction was recorded already.
- `UnreadableStoredEventError`: an event in the log cannot be decoded.
"""

from bot.storage.engine.errors import StorageError
from bot.storage.record.stored_event import StoredEvent


class EventVersionConflictError(StorageError):
    """The error that a channel's event log already has an event with this version number."""

    def __init__(self, channel: int, version: int) -> None:
        super().__init__(f"channel {channel}: version {version} is taken")
        self.channel = channel
        self.version = version


class PersonIdConflictError(EventVersionConflictError):
    """The error that another process stored this account under another internal id.

    The caller has to identify the person again.
    """


class DuplicateInteractionError(StorageError):
    """The error that this Discord interaction has already led to an event, given in `recorded`."""

    def __init__(self, stored_event: StoredEvent) -> None:
        super().__init__(f"interaction {stored_event.interaction} is recorded already")
        self.recorded = stored_event


class UnreadableStoredEventError(StorageError):
    """The error that a stored event cannot be decoded, or does not fit the event before it."""

    def __init__(self, channel: int, version: int, problem: str) -> None:
        super().__init__(f"channel {channel}, version {version}: {problem}")
        self.channel = channel
        self.version = version
        self.problem = problem

    @property
    def repair_advice_for_operator(self) -> str:
        return "run `suzerain doctor`"
