"""The check-in before a planned game begins, by which players confirm that they are present."""

from msgspec.structs import replace

from bot.planning.plan import CHECK_IN_LEAD, PlannedGame, PlannedGameCommand, PlannedGameEvent
from bot.planning.signing_up import add_player_to_planned_game, require_signed_up_for_planned_game
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, THE_BOT


class OpenPlannedGameCheckIn(PlannedGameCommand, frozen=True):
    """The bot's command that opens the check-in, in which players confirm that they are present."""

    now: int

    right = THE_BOT

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameCheckInOpened":
        """Return the `PlannedGameCheckInOpened` event.

        Raises `Refusal` if it is too early, or the check-in is open already.
        """
        if planned_game.checking or self.now < planned_game.at - CHECK_IN_LEAD:
            raise_refusal("plan-late")
        return PlannedGameCheckInOpened()


class PlannedGameCheckInOpened(PlannedGameEvent, frozen=True, tag="check-in-opened"):
    """The event that the check-in of a planned game opened, in which players confirm that they are present."""

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        return replace(planned_game, checking=True)


class CheckInForPlan(PlannedGameCommand, frozen=True):
    """The command by which a player checks in: confirms that they are present for a planned game.

    Players can check in until the plan's lobby opens, also while the plan waits for a busy channel.
    """

    player: Player
    now: int

    right = ANYBODY
    shares_commit = True

    def create_event(self, planned_game: PlannedGame, /) -> "PlayerCheckedIn":
        """Return the check-in event. Raises `Refusal` if it is too early, or for a repeated check-in."""
        require_signed_up_for_planned_game(planned_game, self.player)
        if self.player in planned_game.present and planned_game.has_pressed_join_button(self.player):
            raise_refusal("plan-present")
        if self.now < planned_game.at - CHECK_IN_LEAD:
            raise_refusal("plan-early", opens=f"<t:{(planned_game.at - CHECK_IN_LEAD) // 1000}:t>")
        return PlayerCheckedIn(self.player)


class PlayerCheckedIn(PlannedGameEvent, frozen=True, tag="checked-in"):
    """The event that a player checked in: confirmed that they are present for a planned game."""

    player: Player

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game with the player marked as present."""
        return add_player_to_planned_game(planned_game, self.player, is_present=True)
