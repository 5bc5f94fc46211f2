"""The check-in before a plan begins, by which players confirm that they are there."""

from msgspec.structs import replace

from bot.planning.plan import CHECK_IN_LEAD, Plan, PlanCommand, PlanEvent
from bot.planning.signing_up import check_punctual, check_signed_up
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, THE_BOT


class OpenCheckIn(PlanCommand, frozen=True):
    """Open the check-in."""

    now: int

    right = THE_BOT

    def decide(self, plan: Plan, /) -> "CheckInOpened":
        """Return the opening. Raises `Refusal` if it is too early, or was done before."""
        if plan.checking or self.now < plan.at - CHECK_IN_LEAD:
            refuse("plan-late")
        return CheckInOpened()


class CheckInOpened(PlanEvent, frozen=True, tag="check-in-opened"):
    """The check-in was opened."""

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with an open check-in."""
        return replace(plan, checking=True)


class CheckIn(PlanCommand, frozen=True):
    """Check a player in."""

    player: Player
    now: int

    right = ANYBODY

    def decide(self, plan: Plan, /) -> "CheckedIn":
        """Return the check-in. Raises `Refusal` if it is too early or too late."""
        check_signed_up(plan, self.player)
        if self.player in plan.present:
            refuse("plan-present")
        if self.now < plan.at - CHECK_IN_LEAD:
            refuse("plan-early", opens=f"<t:{(plan.at - CHECK_IN_LEAD) // 1000}:t>")
        check_punctual(plan, self.now)
        return CheckedIn(self.player)


class CheckedIn(PlanEvent, frozen=True, tag="checked-in"):
    """A player who had signed up checked in."""

    player: Player

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the player there."""
        return replace(plan, present=plan.present | {self.player})
