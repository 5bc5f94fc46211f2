"""The beginning and the end of a night, and the undo of its organiser's last action."""

from msgspec.structs import replace

from bot.nights.night import MINUTE, REOPENED_WITHIN, Night, NightEnd, NightPod
from bot.planning.night_rounds import ChangeRoundPods
from bot.planning.plan import ImpossiblePlanEvent, NightAction, NightCommand, NightEvent, Plan
from bot.rules.commands_and_events import AuditCode
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT


class BeginNight(NightCommand, frozen=True):
    """The command that begins a night once its time has come and a player is present."""

    now: int

    right = THE_BOT

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightBegun":
        """Return the event that begins the night.

        Raises `Refusal` if the night has begun, or no player is present.
        """
        if plan.has_begun or not plan.checking or not plan.ready_players:
            raise_refusal("plan-late")
        return NightBegun(self.now)


class NightBegun(NightEvent, frozen=True, tag="night-begun"):
    """The event that a night began at its time, and the present players can be seated."""

    at: int

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with its night begun."""
        return replace(plan, night=replace(night, began=self.at))


class CloseNight(NightCommand, frozen=True):
    """The command that closes a night.

    `lapsed` means that the bot closes a night that nobody leads any more.
    """

    now: int
    lapsed: bool = False

    right = ORGANISER

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightClosed":
        """Return the event that closes the night. Raises `Refusal` if the night has not
        begun.
        """
        night.require_begun()
        return NightClosed(self.now, self.lapsed)


class NightClosed(NightAction, ModeratableEvent, frozen=True, tag="night-closed"):
    """The event that a night was closed.

    `lapsed` means that the bot closed a night that nobody led any more.
    """

    at: int
    lapsed: bool = False

    audit_code = "night-closed"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with its night closed."""
        return replace(plan, night=replace(night, closed=NightEnd(self.at, self.lapsed)))

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the closed night open again."""
        return replace(plan, night=replace(night, closed=None))


class UndoNightAction(ChangeRoundPods, frozen=True):
    """The command that undoes the organiser's action of a number, if it is the last.

    A round can no longer be undone once one of its pods has a report, nor can any action before
    it.
    """

    act: int
    now: int = 0

    right = ORGANISER
    after_end = True

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightActionUndone":
        """Return the event that undoes the organiser's action.

        Raises `Refusal` if the action is not the last or cannot be undone.
        """
        if not 1 <= self.act <= len(night.acts):
            raise_refusal("night-act-gone")
        if self.act < len(night.acts):
            raise_refusal("night-act-late")
        closed = night.closed
        if closed is not None and self.now >= closed.at + REOPENED_WITHIN:
            raise_refusal("night-reopen-late", minutes=REOPENED_WITHIN // MINUTE)
        self.require_unreported_pods(night)
        return NightActionUndone(self.act)

    def list_affected_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round that undoing the action would remove."""
        if not night.acts or self.act != len(night.acts):
            return ()
        return _get_last_action(night).list_affected_pods(night)


class NightActionUndone(NightEvent, ModeratableEvent, frozen=True, tag="night-undone"):
    """The event that the organiser's last action in a night was undone.

    `act` is the number of the action, counted from 1.
    """

    act: int

    audit_code = "night-undone"

    def find_decision_code(self, *, by_host: bool) -> AuditCode | None:
        """Return the audit trail's code for the event, which records all organisers'
        actions.
        """
        return (self.audit_code, None) if self.audit_code else None

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan as before the organiser's action that was undone.

        Raises `ImpossiblePlanEvent` if the action was not the last.
        """
        if self.act != len(night.acts):
            raise ImpossiblePlanEvent("an act was taken back that is not the last")
        act = _get_last_action(night)
        return act.undo(plan, replace(night, acts=night.acts[:-1]))


def _get_last_action(night: Night) -> NightAction:
    """Return the organiser's last action in the night that was not undone."""
    act = night.acts[-1]
    assert isinstance(act, NightAction)
    return act
