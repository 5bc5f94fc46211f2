"""Begin a night, close it, and take back the last act of its organiser."""

from msgspec.structs import replace

from bot.nights.night import MINUTE, REOPENED_WITHIN, Night, NightEnd, NightPod
from bot.planning.night_rounds import PodsChange
from bot.planning.plan import ImpossibleChange, NightAct, NightCommand, NightEvent, Plan
from bot.rules.acts import DecisionCode
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ORGANISER, THE_BOT


class BeginNight(NightCommand, frozen=True):
    """Begin a night: its moment has come, and somebody is there."""

    now: int

    right = THE_BOT

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightBegun":
        """Return the beginning. Raises `Refusal` if it has begun, or nobody can be there."""
        if plan.has_begun or not plan.checking or not plan.coming:
            refuse("plan-late")
        return NightBegun(self.now)


class NightBegun(NightEvent, frozen=True, tag="night-begun"):
    """The night began at its moment, and whoever is there can be seated."""

    at: int

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan of a night that has begun."""
        return replace(plan, night=replace(night, began=self.at))


class CloseNight(NightCommand, frozen=True):
    """Close a night; `lapsed` means that the bot does it, because nobody leads it any more."""

    now: int
    lapsed: bool = False

    right = ORGANISER

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightClosed":
        """Return the end. Raises `Refusal` for a night that has not begun."""
        night.check_begun()
        return NightClosed(self.now, self.lapsed)


class NightClosed(NightAct, Gated, frozen=True, tag="night-closed"):
    """The night was closed; `lapsed` if the bot did that because nobody led it any more."""

    at: int
    lapsed: bool = False

    audit_code = "night-closed"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan of a night that is over."""
        return replace(plan, night=replace(night, closed=NightEnd(self.at, self.lapsed)))

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan of a night that goes on."""
        return replace(plan, night=replace(night, closed=None))


class UndoNight(PodsChange, frozen=True):
    """Take back the organiser's act of this number, if it is the last.

    A round stands once one of its pods has a report, with everything that was done before it.
    """

    act: int
    now: int = 0

    right = ORGANISER
    after_end = True

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightUndone":
        """Return the undo. Raises `Refusal` if the act is not the last, or has to stand."""
        if not 1 <= self.act <= len(night.acts):
            refuse("night-act-gone")
        if self.act < len(night.acts):
            refuse("night-act-late")
        closed = night.closed
        if closed is not None and self.now >= closed.at + REOPENED_WITHIN:
            refuse("night-reopen-late", minutes=REOPENED_WITHIN // MINUTE)
        self.check_unreported(night)
        return NightUndone(self.act)

    def find_changed_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round that would be taken back with the act."""
        if not night.acts or self.act != len(night.acts):
            return ()
        return _find_last_act(night).find_changed_pods(night)


class NightUndone(NightEvent, Gated, frozen=True, tag="night-undone"):
    """The organiser's last act, number `act` counted from 1, was taken back."""

    act: int

    audit_code = "night-undone"

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the code for the audit trail, as for the acts of every organiser."""
        return (self.audit_code, None) if self.audit_code else None

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan as before the act. Raises `ImpossibleChange` if it was not the last."""
        if self.act != len(night.acts):
            raise ImpossibleChange("an act was taken back that is not the last")
        act = _find_last_act(night)
        return act.undo(plan, replace(night, acts=night.acts[:-1]))


def _find_last_act(night: Night) -> NightAct:
    """Return the last act of the organiser that stands."""
    act = night.acts[-1]
    assert isinstance(act, NightAct)
    return act
