"""Polls: players answer when they can come, and the planner chooses the time of the planned game."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.terms import GameNightTerms
from bot.planning.plan import PlanCommand, PlanEvent, PlannedGame, PlanTimeChange
from bot.planning.plan_creation import (
    CommandThatAnnouncesPlan,
    FutureGamePlanned,
    PlanFutureGame,
    require_plannable_time,
)
from bot.rules.facts import Player
from bot.rules.moderatable_events import EventByPlayerOrModerator
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, PLANNER

MAX_ANSWERED = 200
"""People who can answer a poll."""


class ToggleAvailabilityForPollTime(PlanCommand, frozen=True):
    """The command by which a player says in a poll that they can come at a time, or takes that back."""

    player: Player
    at: int
    now: int

    right = ANYBODY
    during_poll = True

    def create_event(self, plan: PlannedGame, /) -> "AvailabilityForPollTimeToggled":
        """Return the `AvailabilityForPollTimeToggled` event.

        Raises `Refusal` if it is too late, or the poll is full.
        """
        _require_future_time_of_poll(plan, self.at, self.now)
        former = plan.picks.get(self.player)
        if former is None and len(plan.players) >= MAX_ANSWERED:
            raise_refusal("poll-full", most=MAX_ANSWERED)
        return AvailabilityForPollTimeToggled(self.player, self.at, self.at not in (former or ()))


class AvailabilityForPollTimeToggled(PlanEvent, frozen=True, tag="moment-picked"):
    """The event that a player said in a poll that they can come at a time, or took that back."""

    player: Player
    at: int
    can: bool = True

    def apply(self, plan: PlannedGame, /) -> PlannedGame:
        """Return the poll with the player's changed answer.

        A player without any answer is removed from the poll.
        """
        player = self.player
        former = plan.picks.get(player, frozenset())
        picked = former | {self.at} if self.can else former - {self.at}
        picks = {each: moments for each, moments in plan.picks.items() if each != player}
        others = tuple(each for each in plan.players if each != player)
        if not picked:
            return replace(plan, players=others, picks=picks)
        players = plan.players if former else (*plan.players, player)
        return replace(plan, players=players, picks=picks | {player: picked})


class ChoosePollTime(CommandThatAnnouncesPlan, frozen=True):
    """The command that chooses one of a poll's times, which turns the poll into a planned game.

    `by` is the player who chooses. The players who can come then are signed up, whoever is the host of `plan`.
    """

    plan: PlanFutureGame
    by: Player | None = None

    right = PLANNER
    during_poll = True

    @property
    def game_night_terms(self) -> GameNightTerms | None:
        return self.plan.night

    def list_players_signed_up_at_announcement(self, poll: PlannedGame | None) -> tuple[Player, ...]:
        return () if poll is None else poll.list_players_available_at(self.plan.at)

    def with_random_pairing_hash(
        self, terms_with_pairing_hash: GameNightTerms, pseudonym_by_player: Mapping[Player, str]
    ) -> "ChoosePollTime":
        return replace(self, plan=self.plan.with_random_pairing_hash(terms_with_pairing_hash, pseudonym_by_player))

    def create_event(self, plan: PlannedGame, /) -> "PollTimeChosen":
        """Return the `PollTimeChosen` event. Raises `Refusal`."""
        _require_future_time_of_poll(plan, self.plan.at, self.plan.now)
        coming = plan.list_players_available_at(self.plan.at)
        made = replace(self.plan.create_event(plan), host=plan.host, players=coming)
        return PollTimeChosen(made, tuple(player for player in coming if player != self.by))


class PollTimeChosen(PlanEvent, EventByPlayerOrModerator, frozen=True, tag="moment-chosen"):
    """The event that the time of a poll was chosen, which turned the poll into the planned game `made`.

    Its players are those who can come then; the players in `called` are to be told.
    """

    made: FutureGamePlanned
    called: tuple[Player, ...] = ()

    audit_code = "settled"

    def apply(self, plan: PlannedGame, /) -> PlannedGame:
        """Return the planned game that the poll became."""
        change = PlanTimeChange(self.called, self.made.checking, chosen=True)
        return replace(self.made.apply(None), changed=change)


def _require_future_time_of_poll(poll: PlannedGame, start_time: int, current_time: int) -> None:
    """Raise `Refusal` unless a time belongs to the poll and lies in the future."""
    if not poll.asked:
        raise_refusal("poll-over", when=f"<t:{poll.at // 1000}:F>")
    if start_time not in poll.asked:
        raise_refusal("poll-moment")
    require_plannable_time(start_time, current_time)
