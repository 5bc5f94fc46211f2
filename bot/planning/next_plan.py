"""The next planned game of a series, after a game that is over."""

from msgspec.structs import replace

from bot.planning.plan import ImpossiblePlannedGameEventError, PlannedGame, PlannedGameCommand, PlannedGameEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordNextGameOfSeries(PlannedGameCommand, frozen=True):
    """The bot's command that stores the number of a series' next planned game; 0 if there is none."""

    pod: int = 0

    right = THE_BOT
    after_end = True

    def create_event(self, planned_game: PlannedGame, /) -> "NextGameOfSeriesRecorded":
        """Return the `NextGameOfSeriesRecorded` event.

        Raises `Refusal` unless the plan is over and its next plan is due.
        """
        if not planned_game.needs_next_game_of_series:
            raise_refusal("plan-late")
        return NextGameOfSeriesRecorded(self.pod)


class NextGameOfSeriesRecorded(PlannedGameEvent, frozen=True, tag="plan-repeated"):
    """The event that the number of a series' next planned game was stored.

    `pod` is the number in the channel; 0 means that no plan follows.
    """

    pod: int = 0

    after_end = True

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game with the number of the next game of its series.

        Raises `ImpossiblePlannedGameEventError` unless the next plan is due.
        """
        if not planned_game.needs_next_game_of_series:
            raise ImpossiblePlannedGameEventError("the next of a plan that owes none, or is still to come")
        return replace(planned_game, repeated=self.pod)
