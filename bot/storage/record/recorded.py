"""An event and its place in the log."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import force_setattr

from bot.rulebooks import GameEvent
from bot.rules.facts import Player
from bot.storage.engine.moments import round_to_milliseconds


class Recorded(Struct, frozen=True, gc=False):
    """An event and its place in the log.

    `version` counts the channel's events from 1; `pod` is the version of the event that
    opened its game, a pod or another.
    `by` did it with the `interaction`; None where nobody did or none led to it. `at` is to the
    millisecond, in any time zone; naive, it raises `ValueError`.
    """

    channel: int
    version: int
    pod: int
    guild: int
    event: GameEvent
    by: Player | None
    interaction: int | None
    at: datetime

    def __post_init__(self) -> None:
        force_setattr(self, "at", round_to_milliseconds(self.at))
