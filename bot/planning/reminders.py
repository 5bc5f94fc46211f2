"""Reminders by direct message before a plan begins."""

from msgspec.structs import replace

from bot.planning.plan import Plan, PlanCommand, PlanEvent
from bot.planning.signing_up import require_signed_up
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, THE_BOT


class ToggleReminder(PlanCommand, frozen=True):
    """The command that requests a direct message before the plan begins, or cancels the
    request.
    """

    player: Player

    right = ANYBODY

    def create_event(self, plan: Plan, /) -> "ReminderToggled":
        """Return the event that requests or cancels the reminder.

        Raises `Refusal` if it is too late for a reminder.
        """
        require_signed_up(plan, self.player)
        if plan.checking or self.player in plan.reminded:
            raise_refusal("plan-remind-late")
        return ReminderToggled(self.player, self.player not in plan.wakes)


class ReminderToggled(PlanEvent, frozen=True, tag="reminder-set"):
    """The event that a player requested a reminder of a plan, or cancelled it if not `wanted`."""

    player: Player
    wanted: bool = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the player among those to remind, or without them."""
        own = {self.player}
        return replace(plan, wakes=plan.wakes | own if self.wanted else plan.wakes - own)


class RecordReminder(PlanCommand, frozen=True):
    """The command that records that a player was reminded, or could not be `reached`."""

    player: Player
    reached: bool

    right = THE_BOT

    def create_event(self, plan: Plan, /) -> "ReminderSent":
        """Return the event that the reminder was sent.

        Raises `Refusal` if it was recorded before, or is not wanted.
        """
        if self.player not in plan.players_to_remind:
            raise_refusal("plan-late")
        return ReminderSent(self.player, self.reached)


class ReminderSent(PlanEvent, frozen=True, tag="reminded"):
    """The event that a reminder was sent to a player by direct message.

    If Discord refused the message, `reached` is False.
    """

    player: Player
    reached: bool = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the player marked as reminded."""
        unreached = plan.unreached if self.reached else (*plan.unreached, self.player)
        return replace(plan, reminded=plan.reminded | {self.player}, unreached=unreached)
