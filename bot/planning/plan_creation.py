"""Creation of a plan or a poll, with the terms of a night of many pods."""

from abc import abstractmethod
from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.night import build_announced_night
from bot.nights.pairing import LARGEST_POD, SMALLEST_POD
from bot.nights.terms import MAX_CHANNELS, MAX_MINUTES, MAX_ROUNDS, NightTerms
from bot.planning.plan import (
    CHECK_IN_LEAD,
    ImpossiblePlanEvent,
    Plan,
    PlanCommand,
    PlanEvent,
    PlanRepetition,
)
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY
from bot.rules.seats import format_player_counts, list_player_counts

MAX_TIME_AHEAD = 90 * 24 * 60 * 60_000
"""Milliseconds ahead that a pod can be planned; later plans of a series may be further ahead."""

MAX_ASKED = 10
"""Moments of a poll."""

MIN_ASKED = 2


class AnnouncePlan(PlanCommand, frozen=True):
    """The base of commands that announce a plan; they carry the commitment of a night's draw."""

    @property
    @abstractmethod
    def night_terms(self) -> NightTerms | None:
        """The terms of the night that is announced; None for a single pod."""

    @abstractmethod
    def list_initial_players(self, poll: Plan | None) -> tuple[Player, ...]:
        """Return the players who are signed up from the start, and so need a tag for the
        draw.

        `poll` is the poll that becomes the plan; None if there was no poll.
        """

    @abstractmethod
    def with_commitment(
        self, committed_terms: NightTerms, player_tags: Mapping[Player, str]
    ) -> "AnnouncePlan":
        """Return the command with terms that commit to the draw, and the initial players'
        tags.
        """


class MakePlan(AnnouncePlan, frozen=True):
    """The command that plans a pod for the time `at`; the host is signed up.

    `every` makes the plan repeat. A `quiet` plan mentions no role. `next` marks a plan that the
    bot makes as the next one of its series; it may be any time ahead. With `night`, many pods
    are played, and `tags` stand for the host in its draw. With `asked` it is a poll about these
    times, whatever `at` is, and nobody is signed up.
    """

    setup: PodSetup
    host: Player
    at: int
    now: int
    every: PlanRepetition | None = None
    listing: bool = False
    quiet: bool = False
    next: bool = False
    night: NightTerms | None = None
    tags: Mapping[Player, str] = {}
    asked: tuple[int, ...] = ()

    right = ANYBODY
    opens = True
    beside = True

    @property
    def night_terms(self) -> NightTerms | None:
        """The terms of the night that is announced; None for a single pod."""
        return self.night

    def list_initial_players(self, poll: Plan | None) -> tuple[Player, ...]:
        """Return the host, who is signed up from the start and needs a tag for the draw."""
        return (self.host,)

    def with_commitment(
        self, committed_terms: NightTerms, player_tags: Mapping[Player, str]
    ) -> "MakePlan":
        """Return the command with terms that commit to the draw, and with the host's tag."""
        return replace(self, night=committed_terms, tags=player_tags)

    def create_event(self, plan: Plan | None, /) -> "PlanMade":
        """Return the event that creates the plan. Raises `Refusal`.

        Other plans of the channel do not matter.
        """
        OpenLobby(
            self.setup, self.host, (self.host,)
        ).decide_opening()  # refuses an impossible setup
        if self.night is not None:
            _require_playable_terms(self.setup, self.night)
        moments = tuple(sorted({*self.asked})) or (self.at,)
        for moment in moments:
            require_plannable_time(moment, self.now, allow_distant_time=self.next)
        if self.asked and not MIN_ASKED <= len(moments) <= MAX_ASKED:
            raise_refusal("poll-count")
        return PlanMade(
            self.setup,
            self.host,
            moments[-1],
            players=() if self.asked else (self.host,),
            every=self.every,
            listing=self.listing,
            quiet=self.quiet,
            checking=not self.asked and self.now >= self.at - CHECK_IN_LEAD,
            night=self.night,
            tags=dict(self.tags),
            asked=moments if self.asked else (),
        )


class PlanMade(PlanEvent, frozen=True, tag="plan-made"):
    """The event that a pod was planned for the time `at`; `players` are signed up.

    If `every` is set, the next plan is made when this one is over. `listing` asks for a
    scheduled event on Discord. A `quiet` plan mentions no role. `checking` means that the
    check-in is open from the start, because the plan begins soon. With `night`, many pods are
    played, and `tags` stand for people in its draw. A poll asks when people can come: at which
    of the times `asked`, the last of which is `at`.
    """

    setup: PodSetup
    host: Player
    at: int
    players: tuple[Player, ...] = ()
    every: PlanRepetition | None = None
    listing: bool = False
    quiet: bool = False
    checking: bool = False
    night: NightTerms | None = None
    tags: dict[Player, str] = {}
    asked: tuple[int, ...] = ()

    opens = True

    def apply(self, plan: Plan | None, /) -> Plan:
        """Return the new plan. Raises `ImpossiblePlanEvent` if there is a plan already."""
        if plan is not None:
            raise ImpossiblePlanEvent("a plan was made twice")
        return Plan(
            self.setup,
            self.host,
            self.at,
            self.players,
            checking=self.checking,
            every=self.every,
            wants_listing=self.listing,
            quiet=self.quiet,
            night=None if self.night is None else build_announced_night(self.night, self.tags),
            asked=self.asked,
        )


def require_plannable_time(
    start_time: int, current_time: int, *, allow_distant_time: bool = False
) -> None:
    """Raise `Refusal` unless a game can be planned for a time.

    Both times are in milliseconds since 1970.
    """
    if start_time <= current_time:
        raise_refusal("when-past", "when")
    if start_time > current_time + MAX_TIME_AHEAD and not allow_distant_time:
        raise_refusal("when-far", "when", days=MAX_TIME_AHEAD // (24 * 60 * 60_000))


def _require_playable_terms(setup: PodSetup, terms: NightTerms) -> None:
    """Raise `Refusal` for terms of a night that cannot be played."""
    if not 1 <= terms.rounds <= MAX_ROUNDS:
        raise_refusal("night-rounds", "night.rounds", most=MAX_ROUNDS)
    if not 1 <= terms.minutes <= MAX_MINUTES:
        raise_refusal("night-minutes", "night.minutes", most=MAX_MINUTES)
    playable = [size for size in list_player_counts(setup) if SMALLEST_POD <= size <= LARGEST_POD]
    wrong = not terms.allowed or not {*terms.allowed} <= {*terms.may} <= {*playable}
    if wrong or terms.preferred not in terms.allowed:
        raise_refusal("night-sizes", "night.allowed", sizes=format_player_counts(playable))
    if len(terms.channels) > MAX_CHANNELS:
        raise_refusal("night-channels", "night.channels", most=MAX_CHANNELS)
