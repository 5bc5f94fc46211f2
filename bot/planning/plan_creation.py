"""Creation of a planned game or a poll, with the terms of a night of many pods."""

from abc import abstractmethod
from collections.abc import Mapping

from msgspec.structs import replace

from bot.nights.night import build_new_game_night
from bot.nights.pairing import LARGEST_POD, SMALLEST_POD
from bot.nights.terms import MAX_CHANNELS, MAX_MINUTES, MAX_ROUNDS, GameNightSettings
from bot.nights.top_cut import CUT_POD_SIZE, CUT_SIZES
from bot.planning.plan import (
    CHECK_IN_LEAD,
    ImpossiblePlannedGameEventError,
    PlannedGame,
    PlannedGameCommand,
    PlannedGameEvent,
    PlannedGameRecurrence,
)
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY
from bot.rules.seats import format_player_counts, list_playable_player_counts

MAX_TIME_AHEAD = 90 * 24 * 60 * 60_000
"""Milliseconds ahead that a pod can be planned; later plans of a series may be further ahead."""

MAX_ASKED = 10
"""Moments of a poll."""

MIN_ASKED = 2


class PlannedGameAnnouncementCommand(PlannedGameCommand, frozen=True):
    """The base class of commands that announce a planned game or a game night.

    For a game night they carry the published hash that fixes its random pairings.
    """

    @property
    @abstractmethod
    def planned_night_settings(self) -> GameNightSettings | None:
        """The rounds, minutes and pod sizes of a game night; None for a single pod."""

    @abstractmethod
    def list_initial_players(self, poll: PlannedGame | None) -> tuple[Player, ...]:
        """Return the players who are signed up as soon as the plan is announced.

        Each of them needs a pseudonym, which stands for the player in the random pairings. `poll` is the poll that
        becomes the plan; None if there was no poll.
        """

    @abstractmethod
    def copy_with_pairing_hash(
        self, settings_with_hash: GameNightSettings, pseudonym_by_player: Mapping[Player, str]
    ) -> "PlannedGameAnnouncementCommand":
        """Return a copy of the command with the hash that commits to the game night's random pairings.

        The hash is part of the game night's terms. The pseudonyms stand for the first players in the random pairings.
        """


class PlanFutureGame(PlannedGameAnnouncementCommand, frozen=True):
    """The command that plans a pod, a game night or a poll for the time `at`.

    The host is signed up at once. `every` makes the plan repeat. A `quiet` plan mentions no role. `next` marks a plan
    that the bot makes as the next one of its series; it may be any time ahead. With `night`, many pods are played, and
    `tags` stand for the host in its draw. With `asked` it is a poll about these times, whatever `at` is, and nobody is
    signed up.
    """

    setup: PodSetup
    host: Player
    at: int
    now: int
    every: PlannedGameRecurrence | None = None
    listing: bool = False
    quiet: bool = False
    next: bool = False
    night: GameNightSettings | None = None
    tags: Mapping[Player, str] = {}
    asked: tuple[int, ...] = ()

    right = ANYBODY
    opens = True
    beside = True

    @property
    def planned_night_settings(self) -> GameNightSettings | None:
        return self.night

    def list_initial_players(self, poll: PlannedGame | None) -> tuple[Player, ...]:
        return (self.host,)

    def copy_with_pairing_hash(
        self, settings_with_hash: GameNightSettings, pseudonym_by_player: Mapping[Player, str]
    ) -> "PlanFutureGame":
        return replace(self, night=settings_with_hash, tags=pseudonym_by_player)

    def create_event(self, planned_game: PlannedGame | None, /) -> "FutureGamePlanned":
        """Return the `FutureGamePlanned` event. Raises `Refusal` if time or settings are not allowed."""
        OpenLobby(self.setup, self.host, (self.host,)).create_opening_event()  # refuses an impossible setup
        if self.night is not None:
            _require_valid_night_settings(self.setup, self.night)
        moments = tuple(sorted({*self.asked})) or (self.at,)
        for moment in moments:
            require_allowed_start_time(moment, self.now, allow_far_future=self.next)
        if self.asked and not MIN_ASKED <= len(moments) <= MAX_ASKED:
            raise_refusal("poll-count")
        return FutureGamePlanned(
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


class FutureGamePlanned(PlannedGameEvent, frozen=True, tag="plan-made"):
    """The event that a pod, a game night or a poll was planned for the time `at`.

    `players` are signed up. If `every` is set, the next plan is made when this one is over. `listing` asks for a
    scheduled event on Discord. A `quiet` plan mentions no role. `checking` means that the check-in is open from the
    start, because the plan begins soon. With `night`, many pods are played, and `tags` stand for people in its draw. A
    poll asks when people can come: at which of the times `asked`, the last of which is `at`.
    """

    setup: PodSetup
    host: Player
    at: int
    players: tuple[Player, ...] = ()
    every: PlannedGameRecurrence | None = None
    listing: bool = False
    quiet: bool = False
    checking: bool = False
    night: GameNightSettings | None = None
    tags: dict[Player, str] = {}
    asked: tuple[int, ...] = ()

    opens = True

    def apply(self, planned_game: PlannedGame | None, /) -> PlannedGame:
        """Return the new plan. Raises `ImpossiblePlannedGameEventError` if there is a plan already."""
        if planned_game is not None:
            raise ImpossiblePlannedGameEventError("a plan was made twice")
        return PlannedGame(
            self.setup,
            self.host,
            self.at,
            self.players,
            checking=self.checking,
            every=self.every,
            wants_listing=self.listing,
            quiet=self.quiet,
            night=None if self.night is None else build_new_game_night(self.night, self.tags),
            asked=self.asked,
        )


def require_allowed_start_time(start_time: int, current_time: int, *, allow_far_future: bool = False) -> None:
    """Raise `Refusal` if a time is in the past or too far in the future.

    Both times are in milliseconds since 1970. `allow_far_future` lifts the limit on how far ahead.
    """
    if start_time <= current_time:
        raise_refusal("when-past", "when")
    if start_time > current_time + MAX_TIME_AHEAD and not allow_far_future:
        raise_refusal("when-far", "when", days=MAX_TIME_AHEAD // (24 * 60 * 60_000))


def _require_valid_night_settings(pod_setup: PodSetup, night_settings: GameNightSettings) -> None:
    """Raise `Refusal` if a game night has wrong rounds, minutes, pod sizes or channels."""
    if not 1 <= night_settings.rounds <= MAX_ROUNDS:
        raise_refusal("night-rounds", "night.rounds", most=MAX_ROUNDS)
    if not 1 <= night_settings.minutes <= MAX_MINUTES:
        raise_refusal("night-minutes", "night.minutes", most=MAX_MINUTES)
    playable = [size for size in list_playable_player_counts(pod_setup) if SMALLEST_POD <= size <= LARGEST_POD]
    wrong = not night_settings.allowed or not {*night_settings.allowed} <= {*night_settings.may} <= {*playable}
    if wrong or night_settings.preferred not in night_settings.allowed:
        raise_refusal("night-sizes", "night.allowed", sizes=format_player_counts(playable))
    if night_settings.cut not in (0, *CUT_SIZES):
        raise_refusal("night-cut", "night.cut", sizes=format_player_counts(CUT_SIZES))
    if night_settings.cut and CUT_POD_SIZE not in playable:
        raise_refusal("night-cut-pods", "night.cut", sizes=format_player_counts(playable))
    if len(night_settings.channels) > MAX_CHANNELS:
        raise_refusal("night-channels", "night.channels", most=MAX_CHANNELS)
