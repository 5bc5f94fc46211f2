"""The clock of a night: pausing and resuming it, and the end of a round's time."""

from msgspec.structs import replace

from bot.nights.night import Night
from bot.planning.plan import NightAction, NightCommand, NightEvent, Plan
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT


class SetNightClock(NightCommand, frozen=True):
    """The command that pauses a night's clock, or resumes it if not `stop`."""

    now: int
    stop: bool = True

    right = ORGANISER

    def decide_night_event(
        self, plan: Plan, night: Night, /
    ) -> "NightClockPaused | NightClockResumed":
        """Return the event that pauses or resumes the clock.

        Raises `Refusal` if the clock is paused or running already.
        """
        night.require_begun()
        if self.stop is (night.paused is not None):
            raise_refusal("night-clock")
        if night.paused is None:
            return NightClockPaused(self.now)
        return NightClockResumed(night.paused, self.now)


class NightClockPaused(NightAction, ModeratableEvent, frozen=True, tag="night-paused"):
    """The event that a night's organiser paused the clock at the time `at`."""

    at: int

    audit_code = "night-paused"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the night's clock paused."""
        return replace(plan, night=replace(night, paused=self.at))

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the night's clock running, as if it had not been paused."""
        return replace(plan, night=replace(night, paused=None))


class NightClockResumed(NightAction, ModeratableEvent, frozen=True, tag="night-resumed"):
    """The event that a night's organiser resumed the clock.

    The clock was paused from the time `since` to the time `at`.
    """

    since: int
    at: int

    audit_code = "night-resumed"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the clock running, and the round's end later by the pause."""
        changed = _postpone_round_end(replace(night, paused=None), self.at - self.since)
        return replace(plan, night=changed)

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the night's clock still paused."""
        changed = _postpone_round_end(replace(night, paused=self.since), self.since - self.at)
        return replace(plan, night=changed)


class RecordRoundTimeCalled(NightCommand, frozen=True):
    """The command that records that a round's unfinished pods were told that time is over."""

    round: int

    right = THE_BOT

    def decide_night_event(self, plan: Plan, night: Night, /) -> "RoundTimeCalled":
        """Return the event that the round's time was called.

        Raises `Refusal` if the round is not the night's current one, or has no end.
        """
        if night.time_limit is None or self.round != len(night.rounds):
            raise_refusal("plan-late")
        return RoundTimeCalled(self.round)


class RoundTimeCalled(NightEvent, frozen=True, tag="time-called"):
    """The event that the time of a round was over, and the round's unfinished pods were told."""

    round: int

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the time of the night's current round over."""
        called = replace(night.rounds[-1], called=True)
        return replace(plan, night=night.replace_current_round(called))


def _postpone_round_end(night: Night, milliseconds: int) -> Night:
    """Return the night with its current round's end later by some milliseconds."""
    last = night.current_round
    if last is None or last.called:
        return night
    return night.replace_current_round(replace(last, ends=last.ends + milliseconds))
