"""The scheduled event on Discord that advertises a planned game."""

from msgspec.structs import asdict, replace

from bot.planning.plan import PlannedGame, PlannedGameCommand, PlannedGameEvent, ScheduledEventState
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordScheduledEventState(ScheduledEventState, PlannedGameCommand, frozen=True):
    """The bot's command that stores the state of a planned game's scheduled event on Discord.

    The state is what the scheduled event shows, or why there is none.
    """

    right = THE_BOT
    after_end = True

    def create_event(self, planned_game: PlannedGame, /) -> "ScheduledEventStateRecorded":
        """Return the `ScheduledEventStateRecorded` event.

        Raises `Refusal` unless the scheduled event needs an update.
        """
        if not planned_game.needs_scheduled_event_update:
            raise_refusal("plan-late")
        return ScheduledEventStateRecorded(**asdict(self))


class ScheduledEventStateRecorded(ScheduledEventState, PlannedGameEvent, frozen=True, tag="plan-listed"):
    """The event that stores the state of a planned game's scheduled event on Discord.

    `listing` is the id of the scheduled event.
    """

    after_end = True

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        return replace(planned_game, listed=self)
