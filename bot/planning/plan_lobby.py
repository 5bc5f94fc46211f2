"""The lobby that opens for a plan's players, unless another game occupies the channel."""

from msgspec.structs import replace

from bot.planning.plan import Plan, PlanCommand, PlanEvent, PlanLobby
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordPlanDelay(PlanCommand, frozen=True):
    """The command that records that a plan's players wait for the end of the channel's game."""

    right = THE_BOT

    def create_event(self, plan: Plan, /) -> "PlanDelayed":
        """Return the event that the plan is delayed.

        Raises `Refusal` if the delay was recorded before.
        """
        if plan.held_up:
            raise_refusal("plan-late")
        return PlanDelayed()


class PlanDelayed(PlanEvent, frozen=True, tag="plan-held-up"):
    """The event that a plan's players wait for the end of the channel's game."""

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan marked as delayed by the channel's game."""
        return replace(plan, held_up=True)


class RecordPlanLobby(PlanCommand, frozen=True):
    """The command that records the lobby opened for a plan's `players`.

    The lobby is game `pod` of a channel or thread.
    """

    players: tuple[Player, ...]
    channel: int
    pod: int

    right = THE_BOT

    def create_event(self, plan: Plan, /) -> "PlanLobbyOpened":
        """Return the event that the plan's lobby was opened."""
        return PlanLobbyOpened(self.players, self.channel, self.pod)


class PlanLobbyOpened(PlanLobby, PlanEvent, frozen=True, tag="plan-gathered"):
    """The event that a lobby was opened for a plan's `players`: game `pod` of a channel or
    thread.
    """

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the lobby that was opened for its players."""
        return replace(plan, gathered=self)
