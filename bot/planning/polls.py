"""Polls: say at which moments one can come, and choose the moment that becomes the plan."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.terms import NightTerms
from bot.planning.making import Announcement, MakePlan, PlanMade, check_time
from bot.planning.plan import Change, Plan, PlanCommand, PlanEvent
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, PLANNER

MAX_ANSWERED = 200
"""People who can answer a poll."""


class PickMoment(PlanCommand, frozen=True):
    """Say that a player can come at the moment `at` of a poll, or take that back."""

    player: Player
    at: int
    now: int

    right = ANYBODY
    during_poll = True

    def decide(self, plan: Plan, /) -> "MomentPicked":
        """Return the changed answer. Raises `Refusal` if it is too late, or nobody else fits."""
        _check_moment(plan, self.at, self.now)
        former = plan.picks.get(self.player)
        if former is None and len(plan.players) >= MAX_ANSWERED:
            refuse("poll-full", most=MAX_ANSWERED)
        return MomentPicked(self.player, self.at, self.at not in (former or ()))


class MomentPicked(PlanEvent, frozen=True, tag="moment-picked"):
    """A player can come at the moment `at` of a poll; or took that back, if they cannot."""

    player: Player
    at: int
    can: bool = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the poll with the changed answer; who can come never is no player of it."""
        player = self.player
        former = plan.picks.get(player, frozenset())
        picked = former | {self.at} if self.can else former - {self.at}
        picks = {each: moments for each, moments in plan.picks.items() if each != player}
        others = tuple(each for each in plan.players if each != player)
        if not picked:
            return replace(plan, players=others, picks=picks)
        players = plan.players if former else (*plan.players, player)
        return replace(plan, players=players, picks=picks | {player: picked})


class ChooseMoment(Announcement, frozen=True):
    """Turn a poll into a plan for one of its moments, as `plan` says; `by` asks for it.

    Those who can come then are signed up, whoever is the host of `plan`.
    """

    plan: MakePlan
    by: Player | None = None

    right = PLANNER
    during_poll = True

    @property
    def terms(self) -> NightTerms | None:
        """The terms of the night that the poll becomes; None for a single pod."""
        return self.plan.night

    def find_comers(self, poll: Plan | None) -> tuple[Player, ...]:
        """Return who can come at the chosen moment."""
        return () if poll is None else poll.find_coming(self.plan.at)

    def seal(self, terms: NightTerms, tags: Mapping[Player, str]) -> "ChooseMoment":
        """Return the command with sealed terms, and the tags of those who can come."""
        return replace(self, plan=self.plan.seal(terms, tags))

    def decide(self, plan: Plan, /) -> "MomentChosen":
        """Return the plan that the poll becomes. Raises `Refusal`."""
        _check_moment(plan, self.plan.at, self.plan.now)
        coming = plan.find_coming(self.plan.at)
        made = replace(self.plan.decide(plan), host=plan.host, players=coming)
        return MomentChosen(made, tuple(player for player in coming if player != self.by))


class MomentChosen(PlanEvent, Gated, frozen=True, tag="moment-chosen"):
    """A moment of a poll was chosen: the poll became the plan `made`.

    Its players are those who can come then; those in `called` are to be told.
    """

    made: PlanMade
    called: tuple[Player, ...] = ()

    audit_code = "settled"

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan that the poll became."""
        change = Change(self.called, self.made.checking, chosen=True)
        return replace(self.made.apply(None), changed=change)


def _check_moment(plan: Plan, at: int, now: int) -> None:
    """Raise `Refusal` unless `at` is a moment of a poll, and still ahead."""
    if not plan.asked:
        refuse("poll-over", when=f"<t:{plan.at // 1000}:F>")
    if at not in plan.asked:
        refuse("poll-moment")
    check_time(at, now)
