"""Moving a planned game to another time."""

from msgspec.structs import replace

from bot.planning.plan import (
    CHECK_IN_LEAD,
    LastTimeChangeOfPlannedGame,
    PlannedGame,
    PlannedGameCommand,
    PlannedGameEvent,
)
from bot.planning.plan_creation import require_allowed_start_time
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLANNER


class ChangePlannedGameTime(PlannedGameCommand, frozen=True):
    """The command that moves a planned game to the time `at`. Players stay signed up.

    `by` is the player who moves the plan.
    """

    at: int
    now: int
    by: Player | None = None

    right = PLANNER

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameTimeChanged":
        """Return the `PlannedGameTimeChanged` event. Raises `Refusal` for a past or unchanged time."""
        if planned_game.has_game_night_begun:
            raise_refusal("night-begun")
        require_allowed_start_time(self.at, self.now)
        if self.at == planned_game.at:
            raise_refusal("plan-same-time", "when")
        checking = self.now >= self.at - CHECK_IN_LEAD
        return PlannedGameTimeChanged(self.at, planned_game.list_other_signed_up_players(self.by), checking)


class PlannedGameTimeChanged(PlannedGameEvent, ModeratableEvent, frozen=True, tag="plan-moved"):
    """The event that a planned game was moved to the time `at`.

    The players in `called` must be pinged. `checking` means that the check-in is open at the same time, because the
    plan begins soon.
    """

    at: int
    called: tuple[Player, ...] = ()
    checking: bool = False

    audit_code = "moved"

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game at its new time. Check-ins and reminders start again."""
        return replace(
            planned_game,
            at=self.at,
            former=(planned_game.at, *planned_game.former),
            changed=LastTimeChangeOfPlannedGame(self.called, self.checking),
            checking=self.checking,
            present=frozenset(),
            reminded=frozenset(),
            unreached=(),
            held_up=False,
        )
