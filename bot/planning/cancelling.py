"""The cancellation of a planned game."""

from msgspec.structs import replace

from bot.planning.plan import PlannedGame, PlannedGameCancellation, PlannedGameCommand, PlannedGameEvent
from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLANNER


class CancelPlannedGame(PlannedGameCommand, frozen=True):
    """The command that cancels a planned game; with `series`, also all later games of its series.

    `lapsed` means that the bot cancels the plan unasked, and pings nobody.
    """

    lapsed: bool = False
    series: bool = False
    by: Player | None = None

    right = PLANNER
    during_poll = True
    closes = True

    def create_event(self, planned_game: PlannedGame, /) -> "PlannedGameCancelled":
        """Return the cancellation event. Raises `Refusal` if a game night has begun."""
        if planned_game.has_game_night_begun and not self.lapsed:
            raise_refusal("night-begun")
        called = () if self.lapsed else planned_game.list_other_signed_up_players(self.by)
        return PlannedGameCancelled(self.lapsed, self.series and planned_game.every is not None, called)


class PlannedGameCancelled(PlannedGameEvent, ModeratableEvent, frozen=True, tag="plan-cancelled"):
    """The event that a planned game was cancelled.

    With `lapsed`, the bot cancelled it because nobody came or the channel was busy. `series` means that no other plan
    follows. The players in `called` are to be told; older events called nobody.
    """

    lapsed: bool = False
    series: bool = False
    called: tuple[Player, ...] = ()

    audit_code = "unplanned"

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the audit-trail code for cancelling one planned game, or a series."""
        if is_host_action:
            return None
        return f"{self.audit_code}-series" if self.series else self.audit_code, None

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        return replace(planned_game, cancelled=PlannedGameCancellation(self.lapsed, self.series, self.called))
