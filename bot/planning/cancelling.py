"""The cancellation of a planned game."""

from msgspec.structs import replace

from bot.planning.plan import PlanCancellation, PlanCommand, PlanEvent, PlannedGame
from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLANNER


class CancelPlan(PlanCommand, frozen=True):
    """The command that cancels a planned game; with `series`, also all later games of its series.

    `lapsed` means that the bot cancels the plan unasked, and pings nobody.
    """

    lapsed: bool = False
    series: bool = False
    by: Player | None = None

    right = PLANNER
    during_poll = True
    closes = True

    def create_event(self, plan: PlannedGame, /) -> "PlanCancelled":
        """Return the cancellation event. Raises `Refusal` if a game night has begun."""
        if plan.has_game_night_begun and not self.lapsed:
            raise_refusal("night-begun")
        called = () if self.lapsed else plan.list_other_signed_up_players(self.by)
        return PlanCancelled(self.lapsed, self.series and plan.every is not None, called)


class PlanCancelled(PlanEvent, ModeratableEvent, frozen=True, tag="plan-cancelled"):
    """The event that a planned game was cancelled.

    With `lapsed`, the bot cancelled it because nobody came or the channel was busy. `series` means that no other plan
    follows. The players in `called` are to be told; older events called nobody.
    """

    lapsed: bool = False
    series: bool = False
    called: tuple[Player, ...] = ()

    audit_code = "unplanned"

    def find_audit_log_type(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the audit-trail code for cancelling one planned game, or a series."""
        if is_host_action:
            return None
        return f"{self.audit_code}-series" if self.series else self.audit_code, None

    def apply(self, plan: PlannedGame, /) -> PlannedGame:
        return replace(plan, cancelled=PlanCancellation(self.lapsed, self.series, self.called))
