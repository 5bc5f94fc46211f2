"""Reminders by direct message before a planned game begins."""

from msgspec.structs import replace

from bot.planning.plan import PlanCommand, PlanEvent, PlannedGame
from bot.planning.signing_up import require_signed_up_for_plan
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, THE_BOT


class TogglePlanReminder(PlanCommand, frozen=True):
    """The command that sets or cancels a player's reminder of a planned game."""

    player: Player

    right = ANYBODY

    def create_event(self, plan: PlannedGame, /) -> "PlanReminderToggled":
        """Return the `PlanReminderToggled` event.

        Raises `Refusal` if it is too late for a reminder.
        """
        require_signed_up_for_plan(plan, self.player)
        if plan.checking or self.player in plan.reminded:
            raise_refusal("plan-remind-late")
        return PlanReminderToggled(self.player, self.player not in plan.wakes)


class PlanReminderToggled(PlanEvent, frozen=True, tag="reminder-set"):
    """The event that a player set or cancelled a reminder of a planned game.

    `wanted` is false if it was cancelled.
    """

    player: Player
    wanted: bool = True

    def apply(self, plan: PlannedGame, /) -> PlannedGame:
        """Return the planned game after the reminder was set or cancelled."""
        own = {self.player}
        return replace(plan, wakes=plan.wakes | own if self.wanted else plan.wakes - own)


class RecordPlanReminderSent(PlanCommand, frozen=True):
    """The bot's command that records that a reminder was sent to a player, or could not be sent."""

    player: Player
    reached: bool

    right = THE_BOT

    def create_event(self, plan: PlannedGame, /) -> "PlanReminderSent":
        """Return the `PlanReminderSent` event.

        Raises `Refusal` if it was recorded before, or is not wanted.
        """
        if self.player not in plan.players_to_remind:
            raise_refusal("plan-late")
        return PlanReminderSent(self.player, self.reached)


class PlanReminderSent(PlanEvent, frozen=True, tag="reminded"):
    """The event that a reminder was sent to a player by direct message, or could not be sent.

    If Discord refused the message, `reached` is False.
    """

    player: Player
    reached: bool = True

    def apply(self, plan: PlannedGame, /) -> PlannedGame:
        """Return the planned game, with the player marked as reminded or as unreachable."""
        unreached = plan.unreached if self.reached else (*plan.unreached, self.player)
        return replace(plan, reminded=plan.reminded | {self.player}, unreached=unreached)
