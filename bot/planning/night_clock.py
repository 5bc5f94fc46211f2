"""The clock of a night: pausing and resuming it, and the end of a round's time."""

from msgspec.structs import replace

from bot.nights.night import GameNight
from bot.planning.plan import GameNightCommand, GameNightEvent, NightOrganiserAction, PlannedGame
from bot.rules.moderatable_events import EventByPlayerOrModerator
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT


class PauseOrResumeNightRoundTimer(GameNightCommand, frozen=True):
    """The command that pauses a game night's round timer; resumes it if `stop` is false."""

    now: int
    stop: bool = True

    right = ORGANISER

    def create_night_event(
        self, plan: PlannedGame, night: GameNight, /
    ) -> "NightRoundTimerPaused | NightRoundTimerResumed":
        """Return the event that pauses or resumes the game night's round timer.

        Raises `Refusal` if the clock is paused or running already.
        """
        night.require_night_has_begun()
        if self.stop is (night.paused is not None):
            raise_refusal("night-clock")
        if night.paused is None:
            return NightRoundTimerPaused(self.now)
        return NightRoundTimerResumed(night.paused, self.now)


class NightRoundTimerPaused(NightOrganiserAction, EventByPlayerOrModerator, frozen=True, tag="night-paused"):
    """The event that the organiser of a game night paused the round timer at the time `at`."""

    at: int

    audit_code = "night-paused"

    def apply_to_night_plan(self, plan: PlannedGame, night: GameNight, /) -> PlannedGame:
        """Return the plan with the game night's round timer paused."""
        return replace(plan, night=replace(night, paused=self.at))

    def undo_in_night_plan(self, plan: PlannedGame, night: GameNight, /) -> PlannedGame:
        """Return the plan with the game night's round timer running, as if it had not been
        paused.
        """
        return replace(plan, night=replace(night, paused=None))


class NightRoundTimerResumed(NightOrganiserAction, EventByPlayerOrModerator, frozen=True, tag="night-resumed"):
    """The event that the organiser of a game night resumed the round timer.

    The clock was paused from the time `since` to the time `at`.
    """

    since: int
    at: int

    audit_code = "night-resumed"

    def apply_to_night_plan(self, plan: PlannedGame, night: GameNight, /) -> PlannedGame:
        """Return the plan with the round timer running, and the round's end postponed by
        the length of the pause.
        """
        changed = _postpone_end_of_current_round(replace(night, paused=None), self.at - self.since)
        return replace(plan, night=changed)

    def undo_in_night_plan(self, plan: PlannedGame, night: GameNight, /) -> PlannedGame:
        """Return the plan with the game night's round timer still paused."""
        changed = _postpone_end_of_current_round(replace(night, paused=self.since), self.since - self.at)
        return replace(plan, night=changed)


class RecordNightRoundTimeCalled(GameNightCommand, frozen=True):
    """The command that records that the bot told a round's unfinished pods that time is over."""

    round: int

    right = THE_BOT

    def create_night_event(self, plan: PlannedGame, night: GameNight, /) -> "NightRoundTimeCalled":
        """Return the event that time was called for the game night's current round.

        Raises `Refusal` if the round is not the night's current one, or has no end.
        """
        if night.time_to_announce_round_over is None or self.round != len(night.rounds):
            raise_refusal("plan-late")
        return NightRoundTimeCalled(self.round)


class NightRoundTimeCalled(GameNightEvent, frozen=True, tag="time-called"):
    """The event that the bot told the unfinished pods of a game night's round that time is
    over.
    """

    round: int

    def apply_to_night_plan(self, plan: PlannedGame, night: GameNight, /) -> PlannedGame:
        """Return the plan of a game night with time called for its current round."""
        called = replace(night.rounds[-1], called=True)
        return replace(plan, night=night.with_current_round(called))


def _postpone_end_of_current_round(night: GameNight, milliseconds: int) -> GameNight:
    """Return the game night with its current round's end later by some milliseconds."""
    last = night.current_round
    if last is None or last.called:
        return night
    return night.with_current_round(replace(last, ends=last.ends + milliseconds))
