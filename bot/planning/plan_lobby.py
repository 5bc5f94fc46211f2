"""The lobby that opens for a planned game's players, unless another game occupies the channel."""

from msgspec.structs import replace

from bot.planning.plan import PlannedGame, PlannedGameCommand, PlannedGameEvent, PlannedGameLobby
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordPlannedGameDelay(PlannedGameCommand, frozen=True):
    """The bot's command that records that a planned game waits for its channel's running game."""

    right = THE_BOT

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameDelayed":
        """Return the `PlannedGameDelayed` event.

        Raises `Refusal` if the delay was recorded before.
        """
        if planned_game.held_up:
            raise_refusal("plan-late")
        return PlannedGameDelayed()


class PlannedGameDelayed(PlannedGameEvent, frozen=True, tag="plan-held-up"):
    """The event that a planned game waits for its channel's running game."""

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game, marked as waiting for the running game."""
        return replace(planned_game, held_up=True)


class RecordPlannedGameLobbyOpening(PlannedGameCommand, frozen=True):
    """The bot's command that records that a lobby was opened for the `players` of a planned game.

    The lobby is game `pod` of a channel or thread.
    """

    players: tuple[Player, ...]
    channel: int
    pod: int

    right = THE_BOT

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameLobbyOpened":
        """Return the `PlannedGameLobbyOpened` event."""
        return PlannedGameLobbyOpened(self.players, self.channel, self.pod)


class PlannedGameLobbyOpened(PlannedGameLobby, PlannedGameEvent, frozen=True, tag="plan-gathered"):
    """The event that the bot opened a lobby for the `players` of a planned game.

    The lobby is game number `pod` of a channel or thread.
    """

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        return replace(planned_game, gathered=self)
