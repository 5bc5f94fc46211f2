"""Polls: players answer when they can come, and the planner chooses the time of the plan."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.terms import NightTerms
from bot.planning.plan import Plan, PlanCommand, PlanEvent, PlanTimeChange
from bot.planning.plan_creation import AnnouncePlan, MakePlan, PlanMade, require_plannable_time
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, PLANNER

MAX_ANSWERED = 200
"""People who can answer a poll."""


class SetPollAnswer(PlanCommand, frozen=True):
    """The command that records that a player can come at a time of a poll, or cannot."""

    player: Player
    at: int
    now: int

    right = ANYBODY
    during_poll = True

    def create_event(self, plan: Plan, /) -> "PollAnswerSet":
        """Return the event that sets the player's answer to the poll.

        Raises `Refusal` if it is too late, or the poll is full.
        """
        _require_proposed_time(plan, self.at, self.now)
        former = plan.picks.get(self.player)
        if former is None and len(plan.players) >= MAX_ANSWERED:
            raise_refusal("poll-full", most=MAX_ANSWERED)
        return PollAnswerSet(self.player, self.at, self.at not in (former or ()))


class PollAnswerSet(PlanEvent, frozen=True, tag="moment-picked"):
    """The event that a player answered that they can come at a time of a poll, or cannot."""

    player: Player
    at: int
    can: bool = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the poll with the changed answer; a player without any answer is removed."""
        player = self.player
        former = plan.picks.get(player, frozenset())
        picked = former | {self.at} if self.can else former - {self.at}
        picks = {each: moments for each, moments in plan.picks.items() if each != player}
        others = tuple(each for each in plan.players if each != player)
        if not picked:
            return replace(plan, players=others, picks=picks)
        players = plan.players if former else (*plan.players, player)
        return replace(plan, players=players, picks=picks | {player: picked})


class ChoosePollTime(AnnouncePlan, frozen=True):
    """The command that turns a poll into a plan for one of its times.

    `by` is the player who chooses. The players who can come then are signed up, whoever is the
    host of `plan`.
    """

    plan: MakePlan
    by: Player | None = None

    right = PLANNER
    during_poll = True

    @property
    def night_terms(self) -> NightTerms | None:
        """The terms of the night that the poll becomes; None for a single pod."""
        return self.plan.night

    def list_initial_players(self, poll: Plan | None) -> tuple[Player, ...]:
        """Return the players who can come at the chosen time of the poll."""
        return () if poll is None else poll.list_available_players(self.plan.at)

    def with_commitment(
        self, committed_terms: NightTerms, player_tags: Mapping[Player, str]
    ) -> "ChoosePollTime":
        """Return the command with terms that commit to the draw, and the coming players'
        tags.
        """
        return replace(self, plan=self.plan.with_commitment(committed_terms, player_tags))

    def create_event(self, plan: Plan, /) -> "PollTimeChosen":
        """Return the event that turns the poll into a plan. Raises `Refusal`."""
        _require_proposed_time(plan, self.plan.at, self.plan.now)
        coming = plan.list_available_players(self.plan.at)
        made = replace(self.plan.create_event(plan), host=plan.host, players=coming)
        return PollTimeChosen(made, tuple(player for player in coming if player != self.by))


class PollTimeChosen(PlanEvent, ModeratableEvent, frozen=True, tag="moment-chosen"):
    """The event that a time of a poll was chosen: the poll became the plan `made`.

    Its players are those who can come then; the players in `called` are to be told.
    """

    made: PlanMade
    called: tuple[Player, ...] = ()

    audit_code = "settled"

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan that the poll became."""
        change = PlanTimeChange(self.called, self.made.checking, chosen=True)
        return replace(self.made.apply(None), changed=change)


def _require_proposed_time(plan: Plan, start_time: int, current_time: int) -> None:
    """Raise `Refusal` unless a time is one of the poll's proposed times, and still ahead."""
    if not plan.asked:
        raise_refusal("poll-over", when=f"<t:{plan.at // 1000}:F>")
    if start_time not in plan.asked:
        raise_refusal("poll-moment")
    require_plannable_time(start_time, current_time)
