"""A stored event: an event with its place in the log."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import force_setattr

from bot.rulebooks import GameEvent
from bot.rules.facts import Player
from bot.storage.engine.timestamps import round_down_to_milliseconds


class StoredEvent(Struct, frozen=True, gc=False):
    """An event as stored in the log, with channel, version number, game, author and time.

    `version` counts the channel's events from 1; `pod` is the version of the game's first event. `by` and `interaction`
    are None for an event of the bot itself. `at` is rounded to the millisecond; a naive datetime raises `ValueError`.
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
        rounded = round_down_to_milliseconds(self.at)
        if rounded is not self.at:
            force_setattr(self, "at", rounded)
