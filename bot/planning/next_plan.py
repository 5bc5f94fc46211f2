"""The next plan of a series, after a plan that is over."""

from msgspec.structs import replace

from bot.planning.plan import ImpossiblePlanEvent, Plan, PlanCommand, PlanEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordNextPlan(PlanCommand, frozen=True):
    """The command that records the number of a series' next plan; 0 means that none follows."""

    pod: int = 0

    right = THE_BOT
    after_end = True

    def create_event(self, plan: Plan, /) -> "NextPlanRecorded":
        """Return the event that records the next plan of the series.

        Raises `Refusal` unless the plan is over and its next plan is due.
        """
        if not plan.needs_next_plan:
            raise_refusal("plan-late")
        return NextPlanRecorded(self.pod)


class NextPlanRecorded(PlanEvent, frozen=True, tag="plan-repeated"):
    """The event that the number of a series' next plan was recorded.

    `pod` is the number in the channel; 0 means that no plan follows.
    """

    pod: int = 0

    after_end = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the number of its next plan.

        Raises `ImpossiblePlanEvent` unless the next plan is due.
        """
        if not plan.needs_next_plan:
            raise ImpossiblePlanEvent("the next of a plan that owes none, or is still to come")
        return replace(plan, repeated=self.pod)
