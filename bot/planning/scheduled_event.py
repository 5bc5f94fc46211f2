"""The scheduled event on Discord that announces a plan."""

from msgspec.structs import asdict, replace

from bot.planning.plan import Plan, PlanCommand, PlanEvent, ScheduledEventState
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordScheduledEvent(ScheduledEventState, PlanCommand, frozen=True):
    """The command that records the state of a plan's scheduled event on Discord.

    The state is what the scheduled event shows, or why there is none.
    """

    right = THE_BOT
    after_end = True

    def create_event(self, plan: Plan, /) -> "ScheduledEventRecorded":
        """Return the event that records the plan's scheduled event on Discord.

        Raises `Refusal` unless the scheduled event needs an update.
        """
        if not plan.needs_scheduled_event_update:
            raise_refusal("plan-late")
        return ScheduledEventRecorded(**asdict(self))


class ScheduledEventRecorded(ScheduledEventState, PlanEvent, frozen=True, tag="plan-listed"):
    """The event that a plan's scheduled event on Discord was created or changed.

    `listing` is the id of the scheduled event.
    """

    after_end = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the state of its scheduled event on Discord."""
        return replace(plan, listed=self)
