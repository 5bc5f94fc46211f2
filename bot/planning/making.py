"""Make a plan, or ask when people can come; its terms if it is a night of many pods."""

from abc import abstractmethod
from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.night import open_night
from bot.nights.terms import MAX_CHANNELS, MAX_MINUTES, MAX_ROUNDS, NightTerms
from bot.pairing import LARGEST_POD, SMALLEST_POD
from bot.planning.plan import (
    CHECK_IN_LEAD,
    Every,
    ImpossibleChange,
    Plan,
    PlanCommand,
    PlanEvent,
)
from bot.rules.facts import Player
from bot.rules.lobby import Open
from bot.rules.records import Setup
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY
from bot.rules.seats import find_sizes, format_sizes

MAX_TIME_AHEAD = 90 * 24 * 60 * 60_000
"""Milliseconds ahead that a pod can be planned; later plans of a series may be further ahead."""

MAX_ASKED = 10
"""Moments of a poll."""

MIN_ASKED = 2


class Announcement(PlanCommand, frozen=True):
    """The base of commands that announce a plan; the draw of a night is sealed by them."""

    @property
    @abstractmethod
    def terms(self) -> NightTerms | None:
        """The terms of the night that is announced; None for a single pod."""

    @abstractmethod
    def find_comers(self, poll: Plan | None) -> tuple[Player, ...]:
        """Return who is signed up, and so needs a tag; `poll` is the poll that becomes the plan."""

    @abstractmethod
    def seal(self, terms: NightTerms, tags: Mapping[Player, str]) -> "Announcement":
        """Return the command with sealed terms, and the tags of those who are signed up."""


class MakePlan(Announcement, frozen=True):
    """Plan a pod for the moment `at`; the host is signed up. `every` makes it repeat.

    A `quiet` plan mentions no role. `next` marks a plan that the bot makes as the next one of its
    series; it may be any time ahead. With `night`, many pods are played, and `tags` stand for the
    host in its draw. With `asked` it is a poll about these moments, whatever `at` is, and nobody is
    signed up.
    """

    setup: Setup
    host: Player
    at: int
    now: int
    every: Every | None = None
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
    def terms(self) -> NightTerms | None:
        """The terms of the night that is announced; None for a single pod."""
        return self.night

    def find_comers(self, poll: Plan | None) -> tuple[Player, ...]:
        """Return the host, who needs a tag."""
        return (self.host,)

    def seal(self, terms: NightTerms, tags: Mapping[Player, str]) -> "MakePlan":
        """Return the command with sealed terms, and the tag of the host."""
        return replace(self, night=terms, tags=tags)

    def decide(self, plan: Plan | None, /) -> "PlanMade":
        """Return the plan that was made. Raises `Refusal`; any other plan does not matter."""
        Open(self.setup, self.host, (self.host,)).open_pod()  # refuses an impossible setup
        if self.night is not None:
            _check_terms(self.setup, self.night)
        moments = tuple(sorted({*self.asked})) or (self.at,)
        for moment in moments:
            check_time(moment, self.now, may_be_far=self.next)
        if self.asked and not MIN_ASKED <= len(moments) <= MAX_ASKED:
            refuse("poll-count")
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
    """A pod was planned for the moment `at`; `players` are signed up.

    If `every` is set, the next plan is made when this one is over. `listing` asks for a scheduled
    event on Discord. A `quiet` plan mentions no role. `checking` means that the check-in is open
    from the start, because the plan begins soon. With `night`, many pods are played, and `tags`
    stand for people in its draw. A poll asks when people can come: at which of the moments `asked`,
    the last of which is `at`.
    """

    setup: Setup
    host: Player
    at: int
    players: tuple[Player, ...] = ()
    every: Every | None = None
    listing: bool = False
    quiet: bool = False
    checking: bool = False
    night: NightTerms | None = None
    tags: dict[Player, str] = {}
    asked: tuple[int, ...] = ()

    opens = True

    def apply(self, plan: Plan | None, /) -> Plan:
        """Return the new plan. Raises `ImpossibleChange` if there is one already."""
        if plan is not None:
            raise ImpossibleChange("a plan was made twice")
        return Plan(
            self.setup,
            self.host,
            self.at,
            self.players,
            checking=self.checking,
            every=self.every,
            wants_listing=self.listing,
            quiet=self.quiet,
            night=None if self.night is None else open_night(self.night, self.tags),
            asked=self.asked,
        )


def check_time(at: int, now: int, *, may_be_far: bool = False) -> None:
    """Raise `Refusal` unless a game can be planned for `at`; both in milliseconds since 1970."""
    if at <= now:
        refuse("when-past", "when")
    if at > now + MAX_TIME_AHEAD and not may_be_far:
        refuse("when-far", "when", days=MAX_TIME_AHEAD // (24 * 60 * 60_000))


def _check_terms(setup: Setup, terms: NightTerms) -> None:
    """Raise `Refusal` for terms of a night that cannot be played."""
    if not 1 <= terms.rounds <= MAX_ROUNDS:
        refuse("night-rounds", "night.rounds", most=MAX_ROUNDS)
    if not 1 <= terms.minutes <= MAX_MINUTES:
        refuse("night-minutes", "night.minutes", most=MAX_MINUTES)
    playable = [size for size in find_sizes(setup) if SMALLEST_POD <= size <= LARGEST_POD]
    wrong = not terms.allowed or not {*terms.allowed} <= {*terms.may} <= {*playable}
    if wrong or terms.preferred not in terms.allowed:
        refuse("night-sizes", "night.allowed", sizes=format_sizes(playable))
    if len(terms.channels) > MAX_CHANNELS:
        refuse("night-channels", "night.channels", most=MAX_CHANNELS)
