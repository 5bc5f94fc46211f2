"""The check-in before a plan begins, by which players confirm that they are present."""

from msgspec.structs import replace

from bot.planning.plan import CHECK_IN_LEAD, Plan, PlanCommand, PlanEvent
from bot.planning.signing_up import require_not_too_late, require_signed_up
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, THE_BOT


class OpenCheckIn(PlanCommand, frozen=True):
    """The command that opens a plan's check-in."""

    now: int

    right = THE_BOT

    def create_event(self, plan: Plan, /) -> "CheckInOpened":
        """Return the event that opens the check-in.

        Raises `Refusal` if it is too early, or the check-in is open already.
        """
        if plan.checking or self.now < plan.at - CHECK_IN_LEAD:
            raise_refusal("plan-late")
        return CheckInOpened()


class CheckInOpened(PlanEvent, frozen=True, tag="check-in-opened"):
    """The event that a plan's check-in was opened."""

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with an open check-in."""
        return replace(plan, checking=True)


class CheckInPlayer(PlanCommand, frozen=True):
    """The command that checks a player in for a plan."""

    player: Player
    now: int

    right = ANYBODY

    def create_event(self, plan: Plan, /) -> "PlayerCheckedIn":
        """Return the check-in event. Raises `Refusal` if it is too early or too late to
        check in.
        """
        require_signed_up(plan, self.player)
        if self.player in plan.present:
            raise_refusal("plan-present")
        if self.now < plan.at - CHECK_IN_LEAD:
            raise_refusal("plan-early", opens=f"<t:{(plan.at - CHECK_IN_LEAD) // 1000}:t>")
        require_not_too_late(plan, self.now)
        return PlayerCheckedIn(self.player)


class PlayerCheckedIn(PlanEvent, frozen=True, tag="checked-in"):
    """The event that a player who had signed up for a plan checked in."""

    player: Player

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the checked-in player among those present."""
        return replace(plan, present=plan.present | {self.player})
