"""Polls: players answer when they can come, and the planner chooses the time of the planned game."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.terms import GameNightSettings
from bot.planning.plan import LastTimeChangeOfPlannedGame, PlannedGame, PlannedGameCommand, PlannedGameEvent
from bot.planning.plan_creation import (
    FutureGamePlanned,
    PlanFutureGame,
    PlannedGameAnnouncementCommand,
    require_allowed_start_time,
)
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, PLANNER

MAX_ANSWERED = 200
"""People who can answer a poll."""


class TogglePollAnswer(PlannedGameCommand, frozen=True):
    """The command by which a player says in a poll that they can come at a time, or takes that back."""

    player: Player
    at: int
    now: int

    right = ANYBODY
    during_poll = True

    def create_event(self, planned_game: PlannedGame, /) -> "PollAnswerToggled":
        """Return the `PollAnswerToggled` event.

        Raises `Refusal` if it is too late, or the poll is full.
        """
        _require_future_poll_time(planned_game, self.at, self.now)
        former = planned_game.picks.get(self.player)
        if former is None and len(planned_game.players) >= MAX_ANSWERED:
            raise_refusal("poll-full", most=MAX_ANSWERED)
        return PollAnswerToggled(self.player, self.at, self.at not in (former or ()))


class PollAnswerToggled(PlannedGameEvent, frozen=True, tag="moment-picked"):
    """The event that a player chose a time in a poll, or withdrew this answer."""

    player: Player
    at: int
    can: bool = True

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the poll with the player's changed answer.

        A player without any answer is removed from the poll.
        """
        player = self.player
        former = planned_game.picks.get(player, frozenset())
        picked = former | {self.at} if self.can else former - {self.at}
        picks = {each: moments for each, moments in planned_game.picks.items() if each != player}
        others = tuple(each for each in planned_game.players if each != player)
        if not picked:
            return replace(planned_game, players=others, picks=picks)
        players = planned_game.players if former else (*planned_game.players, player)
        return replace(planned_game, players=players, picks=picks | {player: picked})


class ChooseStartTimeFromPoll(PlannedGameAnnouncementCommand, frozen=True):
    """The command that chooses one of a poll's times, which turns the poll into a planned game.

    `by` is the player who chooses. The players who can come then are signed up, whoever is the host of `plan`.
    """

    plan: PlanFutureGame
    by: Player | None = None

    right = PLANNER
    during_poll = True

    @property
    def planned_night_settings(self) -> GameNightSettings | None:
        return self.plan.night

    def list_initial_players(self, poll: PlannedGame | None) -> tuple[Player, ...]:
        return () if poll is None else poll.list_players_available_at(self.plan.at)

    def copy_with_pairing_hash(
        self, settings_with_hash: GameNightSettings, pseudonym_by_player: Mapping[Player, str]
    ) -> "ChooseStartTimeFromPoll":
        return replace(self, plan=self.plan.copy_with_pairing_hash(settings_with_hash, pseudonym_by_player))

    def create_event(self, planned_game: PlannedGame, /) -> "PollTimeChosen":
        """Return the `PollTimeChosen` event. Raises `Refusal` if the time is past or not in the poll."""
        _require_future_poll_time(planned_game, self.plan.at, self.plan.now)
        coming = planned_game.list_players_available_at(self.plan.at)
        made = replace(self.plan.create_event(planned_game), host=planned_game.host, players=coming)
        return PollTimeChosen(made, tuple(player for player in coming if player != self.by))


class PollTimeChosen(PlannedGameEvent, ModeratableEvent, frozen=True, tag="moment-chosen"):
    """The event that a time was chosen in a poll, which turned the poll into the planned game `made`.

    Its players are those who can come then; the players in `called` are to be told.
    """

    made: FutureGamePlanned
    called: tuple[Player, ...] = ()

    audit_code = "settled"

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        """Return the planned game that the poll became."""
        change = LastTimeChangeOfPlannedGame(self.called, self.made.checking, chosen=True)
        return replace(self.made.apply(None), changed=change)


def _require_future_poll_time(poll: PlannedGame, start_time: int, current_time: int) -> None:
    """Raise `Refusal` unless a time belongs to the poll and lies in the future."""
    if not poll.asked:
        raise_refusal("poll-over", when=f"<t:{poll.at // 1000}:F>")
    if start_time not in poll.asked:
        raise_refusal("poll-moment")
    require_allowed_start_time(start_time, current_time)
