"""The clock of a night: stop it, let it go on, and call the time of a round."""

from msgspec.structs import replace

from bot.nights.night import Night
from bot.planning.plan import NightAct, NightCommand, NightEvent, Plan
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ORGANISER, THE_BOT


class PauseNight(NightCommand, frozen=True):
    """Stop the clock, or let it go on."""

    now: int
    stop: bool = True

    right = ORGANISER

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightPaused | NightResumed":
        """Return the change. Raises `Refusal` if the clock does so already."""
        night.check_begun()
        if self.stop is (night.paused is not None):
            refuse("night-clock")
        if night.paused is None:
            return NightPaused(self.now)
        return NightResumed(night.paused, self.now)


class NightPaused(NightAct, Gated, frozen=True, tag="night-paused"):
    """The organiser stopped the clock."""

    at: int

    audit_code = "night-paused"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan whose clock stands still."""
        return replace(plan, night=replace(night, paused=self.at))

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan whose clock goes on, as if it had not stood still."""
        return replace(plan, night=replace(night, paused=None))


class NightResumed(NightAct, Gated, frozen=True, tag="night-resumed"):
    """The organiser let the clock, which had stood still `since`, go on."""

    since: int
    at: int

    audit_code = "night-resumed"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan whose round ends as much later as the clock stood still."""
        changed = _shift_end(replace(night, paused=None), self.at - self.since)
        return replace(plan, night=changed)

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan whose clock still stands still."""
        changed = _shift_end(replace(night, paused=self.since), self.since - self.at)
        return replace(plan, night=changed)


class CallTime(NightCommand, frozen=True):
    """Record that the unfinished pods of a round were told that time is over."""

    round: int

    right = THE_BOT

    def decide_in_night(self, plan: Plan, night: Night, /) -> "TimeCalled":
        """Return the call. Raises `Refusal` if the round is not the current one, or has no end."""
        if night.ends is None or self.round != len(night.rounds):
            refuse("plan-late")
        return TimeCalled(self.round)


class TimeCalled(NightEvent, frozen=True, tag="time-called"):
    """The time of a round was over, and its unfinished pods were told."""

    round: int

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan whose current round is over."""
        called = replace(night.rounds[-1], called=True)
        return replace(plan, night=night.replace_current(called))


def _shift_end(night: Night, by: int) -> Night:
    """Return the night whose current round ends later by so many milliseconds."""
    last = night.current
    if last is None or last.called:
        return night
    return night.replace_current(replace(last, ends=last.ends + by))
