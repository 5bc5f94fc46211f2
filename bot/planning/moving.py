"""Move a plan to another moment."""

from msgspec.structs import replace

from bot.planning.making import check_time
from bot.planning.plan import CHECK_IN_LEAD, Change, Plan, PlanCommand, PlanEvent
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import PLANNER


class MovePlan(PlanCommand, frozen=True):
    """Move a plan to the moment `at`; whoever is signed up stays so. `by` asks for it."""

    at: int
    now: int
    by: Player | None = None

    right = PLANNER

    def decide(self, plan: Plan, /) -> "PlanMoved":
        """Return the plan's new moment. Raises `Refusal`."""
        if plan.has_begun:
            refuse("night-begun")
        check_time(self.at, self.now)
        if self.at == plan.at:
            refuse("plan-same-time", "when")
        checking = self.now >= self.at - CHECK_IN_LEAD
        return PlanMoved(self.at, plan.find_others(self.by), checking)


class PlanMoved(PlanEvent, Gated, frozen=True, tag="plan-moved"):
    """The plan was moved to the moment `at`; those in `called` are to be told.

    `checking` means that the check-in is open at the same time, because the plan begins soon.
    """

    at: int
    called: tuple[Player, ...] = ()
    checking: bool = False

    audit_code = "moved"

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan at another moment, as long before it as a new one."""
        return replace(
            plan,
            at=self.at,
            former=(plan.at, *plan.former),
            changed=Change(self.called, self.checking),
            checking=self.checking,
            present=frozenset(),
            reminded=frozenset(),
            unreached=(),
            held_up=False,
        )
