"""Note the scheduled event on Discord that lists a plan."""

from msgspec.structs import asdict, replace

from bot.planning.plan import Listing, Plan, PlanCommand, PlanEvent
from bot.rules.refusals import refuse
from bot.rules.rights import THE_BOT


class NoteListing(Listing, PlanCommand, frozen=True):
    """Record what the plan's scheduled event on Discord shows, or why there is none."""

    right = THE_BOT
    after_end = True

    def decide(self, plan: Plan, /) -> "PlanListed":
        """Return what the event shows. Raises `Refusal` unless the plan waits for that."""
        if not plan.owes_listing:
            refuse("plan-late")
        return PlanListed(**asdict(self))


class PlanListed(Listing, PlanEvent, frozen=True, tag="plan-listed"):
    """The scheduled event `listing` on Discord was made or changed for the plan."""

    after_end = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan that is listed so."""
        return replace(plan, listed=self)
