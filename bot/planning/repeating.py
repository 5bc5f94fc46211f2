"""Follow a plan that is over by the next one of its series."""

from msgspec.structs import replace

from bot.planning.plan import ImpossibleChange, Plan, PlanCommand, PlanEvent
from bot.rules.refusals import refuse
from bot.rules.rights import THE_BOT


class Repeat(PlanCommand, frozen=True):
    """Record the next plan of the series, by its number in the channel; 0 means none follows."""

    pod: int = 0

    right = THE_BOT
    after_end = True

    def decide(self, plan: Plan, /) -> "PlanRepeated":
        """Return what follows the plan. Raises `Refusal` unless the next plan is due."""
        if not plan.owes_next:
            refuse("plan-late")
        return PlanRepeated(self.pod)


class PlanRepeated(PlanEvent, frozen=True, tag="plan-repeated"):
    """The next plan of the series is plan `pod` of the channel; 0 means that none follows."""

    pod: int = 0

    after_end = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan that is followed. Raises `ImpossibleChange` unless the next is due."""
        if not plan.owes_next:
            raise ImpossibleChange("the next of a plan that owes none, or is still to come")
        return replace(plan, repeated=self.pod)
