"""The scheduled event on Discord that announces a plan."""

from msgspec.structs import asdict, replace

from bot.planning.plan import DiscordEventOfPlanState, PlanCommand, PlanEvent, PlannedGame
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordDiscordEventOfPlan(DiscordEventOfPlanState, PlanCommand, frozen=True):
    """The command that records the state of the Discord scheduled event that advertises a plan.

    The state is what the scheduled event shows, or why there is none.
    """

    right = THE_BOT
    after_end = True

    def create_event(self, plan: PlannedGame, /) -> "DiscordEventOfPlanRecorded":
        """Return the event that records the state of the plan's Discord scheduled event.

        Raises `Refusal` unless the scheduled event needs an update.
        """
        if not plan.needs_discord_event_update:
            raise_refusal("plan-late")
        return DiscordEventOfPlanRecorded(**asdict(self))


class DiscordEventOfPlanRecorded(DiscordEventOfPlanState, PlanEvent, frozen=True, tag="plan-listed"):
    """The event that the Discord scheduled event that advertises a plan was created or changed.

    `listing` is the id of the scheduled event.
    """

    after_end = True

    def apply(self, plan: PlannedGame, /) -> PlannedGame:
        """Return the plan with the recorded state of its Discord scheduled event."""
        return replace(plan, listed=self)
