"""Reminders by direct message before a planned game begins."""

from msgspec.structs import replace

from bot.planning.plan import PlannedGame, PlannedGameCommand, PlannedGameEvent
from bot.planning.signing_up import require_signed_up_for_planned_game
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, THE_BOT


class TogglePlannedGameReminder(PlannedGameCommand, frozen=True):
    """The command that sets or cancels a player's reminder of a planned game."""

    player: Player

    right = ANYBODY

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameReminderToggled":
        """Return the `PlannedGameReminderToggled` event.

        Raises `Refusal` if it is too late for a reminder.
        """
        require_signed_up_for_planned_game(planned_game, self.player)
        if planned_game.checking or self.player in planned_game.reminded:
            raise_refusal("plan-remind-late")
        return PlannedGameReminderToggled(self.player, self.player not in planned_game.wakes)


class PlannedGameReminderToggled(PlannedGameEvent, frozen=True, tag="reminder-set"):
    """The event that a player set or cancelled a reminder of a planned game.

    `wanted` is false if it was cancelled.
    """

    player: Player
    wanted: bool = True

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game after the reminder was set or cancelled."""
        own = {self.player}
        return replace(planned_game, wakes=planned_game.wakes | own if self.wanted else planned_game.wakes - own)


class RecordReminderDelivery(PlannedGameCommand, frozen=True):
    """The bot's command that records that a reminder was sent to a player, or could not be sent."""

    player: Player
    reached: bool

    right = THE_BOT

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameReminderSent":
        """Return the `PlannedGameReminderSent` event.

        Raises `Refusal` if it was recorded before, or is not wanted.
        """
        if self.player not in planned_game.players_to_remind:
            raise_refusal("plan-late")
        return PlannedGameReminderSent(self.player, self.reached)


class PlannedGameReminderSent(PlannedGameEvent, frozen=True, tag="reminded"):
    """The event that a reminder was sent to a player by direct message, or could not be sent.

    If Discord refused the message, `reached` is False.
    """

    player: Player
    reached: bool = True

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game, with the player marked as reminded or as unreachable."""
        unreached = planned_game.unreached if self.reached else (*planned_game.unreached, self.player)
        return replace(planned_game, reminded=planned_game.reminded | {self.player}, unreached=unreached)
