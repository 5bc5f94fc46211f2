"""Reminders by direct message before a plan begins."""

from msgspec.structs import replace

from bot.planning.plan import Plan, PlanCommand, PlanEvent
from bot.planning.signing_up import check_signed_up
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, THE_BOT


class SetReminder(PlanCommand, frozen=True):
    """Ask for a direct message before the plan begins, or cancel it."""

    player: Player

    right = ANYBODY

    def decide(self, plan: Plan, /) -> "ReminderSet":
        """Return the changed wish. Raises `Refusal` if it is too late for a reminder."""
        check_signed_up(plan, self.player)
        if plan.checking or self.player in plan.reminded:
            refuse("plan-remind-late")
        return ReminderSet(self.player, self.player not in plan.wakes)


class ReminderSet(PlanEvent, frozen=True, tag="reminder-set"):
    """A player asked for a reminder, or cancelled it if not `wanted`."""

    player: Player
    wanted: bool = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the player among those to remind, or without them."""
        own = {self.player}
        return replace(plan, wakes=plan.wakes | own if self.wanted else plan.wakes - own)


class NoteReminder(PlanCommand, frozen=True):
    """Record that a player was reminded, or could not be `reached`."""

    player: Player
    reached: bool

    right = THE_BOT

    def decide(self, plan: Plan, /) -> "Reminded":
        """Return the reminder. Raises `Refusal` if it was recorded before, or is not wanted."""
        if self.player not in plan.to_remind:
            refuse("plan-late")
        return Reminded(self.player, self.reached)


class Reminded(PlanEvent, frozen=True, tag="reminded"):
    """A player was reminded by a direct message; not `reached` if Discord refused it."""

    player: Player
    reached: bool = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the player reminded."""
        unreached = plan.unreached if self.reached else (*plan.unreached, self.player)
        return replace(plan, reminded=plan.reminded | {self.player}, unreached=unreached)
