"""Cancel a plan."""

from msgspec.structs import replace

from bot.planning.plan import Cancellation, Plan, PlanCommand, PlanEvent
from bot.rules.acts import DecisionCode
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import PLANNER


class CancelPlan(PlanCommand, frozen=True):
    """Cancel a plan, and perhaps its `series`; `by` asks for it.

    `lapsed` means that the bot cancels it unasked, and calls nobody.
    """

    lapsed: bool = False
    series: bool = False
    by: Player | None = None

    right = PLANNER
    during_poll = True
    closes = True

    def decide(self, plan: Plan, /) -> "PlanCancelled":
        """Return the end of the plan. Raises `Refusal` for a night that has begun."""
        if plan.has_begun and not self.lapsed:
            refuse("night-begun")
        called = () if self.lapsed else plan.find_others(self.by)
        return PlanCancelled(self.lapsed, self.series and plan.every is not None, called)


class PlanCancelled(PlanEvent, Gated, frozen=True, tag="plan-cancelled"):
    """The plan was cancelled; `lapsed` if nobody came, or the channel stayed busy.

    `series` means that no other plan follows. Those in `called` are to be told; older events
    called nobody.
    """

    lapsed: bool = False
    series: bool = False
    called: tuple[Player, ...] = ()

    audit_code = "unplanned"

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the code for the audit trail, which differs for a whole series."""
        if by_host:
            return None
        return f"{self.audit_code}-series" if self.series else self.audit_code, None

    def apply(self, plan: Plan, /) -> Plan:
        """Return the cancelled plan."""
        return replace(plan, cancelled=Cancellation(self.lapsed, self.series, self.called))
