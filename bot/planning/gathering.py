"""Gather the players of a plan in a lobby, unless another game holds the channel."""

from msgspec.structs import replace

from bot.planning.plan import Gathering, Plan, PlanCommand, PlanEvent
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import THE_BOT


class HoldUp(PlanCommand, frozen=True):
    """Record that the channel's game holds the plan up, so that the players have to wait."""

    right = THE_BOT

    def decide(self, plan: Plan, /) -> "PlanHeldUp":
        """Return the delay. Raises `Refusal` if it was recorded before."""
        if plan.held_up:
            refuse("plan-late")
        return PlanHeldUp()


class PlanHeldUp(PlanEvent, frozen=True, tag="plan-held-up"):
    """The channel's game holds the plan up: the players who came wait for its end."""

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan that waits."""
        return replace(plan, held_up=True)


class Gather(PlanCommand, frozen=True):
    """Record the lobby in which `players` sit: game `pod` of a channel or thread."""

    players: tuple[Player, ...]
    channel: int
    pod: int

    right = THE_BOT

    def decide(self, plan: Plan, /) -> "PlanGathered":
        """Return the lobby."""
        return PlanGathered(self.players, self.channel, self.pod)


class PlanGathered(Gathering, PlanEvent, frozen=True, tag="plan-gathered"):
    """`players` sit in the lobby that was opened for them: game `pod` of a channel or thread."""

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan whose players sit in a lobby."""
        return replace(plan, gathered=self)
