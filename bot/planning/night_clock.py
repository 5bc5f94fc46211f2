"""The round timer of a game night: pausing, resuming, and the end of a round."""

from msgspec.structs import replace

from bot.nights.night import GameNight, GameNightPod
from bot.planning.plan import GameNightCommand, GameNightEvent, GameNightOrganiserAction, PlannedGame
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT


class PauseOrResumeGameNightRoundTimer(GameNightCommand, frozen=True):
    """The command that pauses a game night's round timer or, if `stop` is false, resumes it."""

    now: int
    stop: bool = True

    right = ORGANISER

    def create_game_night_event(
        self, planned_game: PlannedGame, game_night: GameNight, /
    ) -> "GameNightRoundTimerPaused | GameNightRoundTimerResumed":
        """Return the `GameNightRoundTimerPaused` or `GameNightRoundTimerResumed` event.

        Raises `Refusal` if the clock is paused or running already.
        """
        game_night.require_night_has_begun()
        if self.stop is (game_night.paused is not None):
            raise_refusal("night-clock")
        if game_night.paused is None:
            return GameNightRoundTimerPaused(self.now)
        return GameNightRoundTimerResumed(game_night.paused, self.now)


class GameNightRoundTimerPaused(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-paused"):
    """The event that a game night's round timer was paused at the time `at`."""

    at: int

    audit_code = "night-paused"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return replace(planned_game, night=replace(game_night, paused=self.at))

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the round timer running as if never paused."""
        return replace(planned_game, night=replace(game_night, paused=None))


class GameNightRoundTimerResumed(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-resumed"):
    """The event that the organiser of a game night resumed the round timer.

    The clock was paused from the time `since` to the time `at`.
    """

    since: int
    at: int

    audit_code = "night-resumed"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the round timer running, and the round's end postponed."""
        changed = _postpone_current_round_end(replace(game_night, paused=None), self.at - self.since)
        return replace(planned_game, night=changed)

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the game night's round timer paused again."""
        changed = _postpone_current_round_end(replace(game_night, paused=self.since), self.since - self.at)
        return replace(planned_game, night=changed)


class RecordGameNightRoundTimeout(GameNightCommand, frozen=True):
    """The bot's command that records that the timer of a game night's round ran out."""

    round: int

    right = THE_BOT

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightRoundTimedOut":
        """Return the `GameNightRoundTimedOut` event.

        Raises `Refusal` if the round is not the night's current one, or has no end.
        """
        if game_night.round_end_announcement_time is None or self.round != len(game_night.rounds):
            raise_refusal("plan-late")
        return GameNightRoundTimedOut(self.round)


class GameNightRoundTimedOut(GameNightEvent, frozen=True, tag="time-called"):
    """The event that the timer of a game night's round ran out, and unfinished pods were told."""

    round: int

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the time of the current round marked as over."""
        called = replace(game_night.rounds[-1], called=True)
        return replace(planned_game, night=game_night.copy_with_current_round(called))


def _postpone_current_round_end(game_night: GameNight, delay_milliseconds: int) -> GameNight:
    """Return the game night with the ends of its current round and of the pods' roll calls postponed."""

    def postpone_pod_roll_call(pod: GameNightPod) -> GameNightPod:
        return pod if pod.call_sent is None else replace(pod, call_sent=pod.call_sent + delay_milliseconds)

    game_night = game_night.copy_with_changed_pods(postpone_pod_roll_call)
    last = game_night.current_round
    if last is None or last.called:
        return game_night
    return game_night.copy_with_current_round(replace(last, ends=last.ends + delay_milliseconds))
