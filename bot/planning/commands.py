"""Commands to a plan. `decide.decide` answers each with an event or a refusal.

Moments are in milliseconds since 1970; `now` is when the command was given.
"""

from collections.abc import Mapping

from msgspec import Struct

from bot.nights.terms import NightTerms
from bot.planning.events import Every, Listed, ListingTrouble
from bot.rules.facts import Player
from bot.rules.records import Setup


class MakePlan(Struct, frozen=True):
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


class PickMoment(Struct, frozen=True):
    """Say that a player can come at the moment `at` of a poll, or take that back."""

    player: Player
    at: int
    now: int


class ChooseMoment(Struct, frozen=True):
    """Turn a poll into a plan for one of its moments, as `plan` says; `by` asks for it.

    Those who can come then are signed up, whoever is the host of `plan`.
    """

    plan: MakePlan
    by: Player | None = None


class SignUp(Struct, frozen=True):
    """Take a seat, or a place on the waiting list; in a night that has begun, join the next round.

    `tag` stands for the player in the draw of a night.
    """

    player: Player
    now: int
    tag: str | None = None


class SignOff(Struct, frozen=True):
    """Give up a seat, or a place on the waiting list."""

    player: Player


class SetReminder(Struct, frozen=True):
    """Ask for a direct message before the plan begins, or cancel it."""

    player: Player


class OpenCheckIn(Struct, frozen=True):
    """Open the check-in."""

    now: int


class CheckIn(Struct, frozen=True):
    """Check a player in."""

    player: Player
    now: int


class NoteReminder(Struct, frozen=True):
    """Record that a player was reminded, or could not be `reached`."""

    player: Player
    reached: bool


class HoldUp(Struct, frozen=True):
    """Record that the channel's game holds the plan up, so that the players have to wait."""


class MovePlan(Struct, frozen=True):
    """Move a plan to the moment `at`; whoever is signed up stays so. `by` asks for it."""

    at: int
    now: int
    by: Player | None = None


class Gather(Struct, frozen=True):
    """Record the lobby in which `players` sit: game `pod` of a channel or thread."""

    players: tuple[Player, ...]
    channel: int
    pod: int


class CancelPlan(Struct, frozen=True):
    """Cancel a plan, and perhaps its `series`; `by` asks for it.

    `lapsed` means that the bot cancels it unasked, and calls nobody.
    """

    lapsed: bool = False
    series: bool = False
    by: Player | None = None


class Repeat(Struct, frozen=True):
    """Record the next plan of the series, by its number in the channel; 0 means none follows."""

    pod: int = 0


class NoteListing(Struct, frozen=True):
    """Record what the plan's scheduled event on Discord shows, or why there is none.

    The fields are those of `PlanListed`.
    """

    listing: int = 0
    shows: Listed = "planned"
    trouble: ListingTrouble | None = None
    at: int | None = None
    typed: int = 0


class BeginNight(Struct, frozen=True):
    """Begin a night: its moment has come, and somebody is there."""

    now: int


class SeatRound(Struct, frozen=True):
    """Seat round `round` in `pods`; those in `out` sit out.

    `points`, `apart`, `brackets` and `earlier_ids` are what the pairing went by, as in
    `RoundSeated`. The service fills in `unfinished`, the serial numbers of pods that still play.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    now: int
    points: Mapping[Player, int] = {}
    apart: str | None = None
    unfinished: tuple[int, ...] = ()
    brackets: Mapping[Player, int] = {}
    earlier_ids: Mapping[Player, Player] = {}


class NoteNightPod(Struct, frozen=True):
    """Record where a pod of a night was opened; the fields are those of `NightPodOpened`."""

    serial: int
    channel: int
    pod: int


class VoidNightPod(Struct, frozen=True):
    """Record that a pod that was taken back is closed."""

    serial: int


class DropFromNight(Struct, frozen=True):
    """Take a player out of the rounds to come."""

    player: Player


class AddToNight(Struct, frozen=True):
    """Add a player, who is there; `tag` stands for them in the draw.

    `brought_by` brings a guest, and acts for them.
    """

    player: Player
    now: int
    tag: str | None = None
    brought_by: Player | None = None


class SwapInNight(Struct, frozen=True):
    """Let two players of the current round change places.

    The service fills in `reported`, the serial numbers of their pods that have a report.
    """

    one: Player
    other: Player
    reported: tuple[int, ...] = ()


class PauseNight(Struct, frozen=True):
    """Stop the clock, or let it go on."""

    now: int
    stop: bool = True


class CallTime(Struct, frozen=True):
    """Record that the unfinished pods of a round were told that time is over."""

    round: int


class CloseNight(Struct, frozen=True):
    """Close a night; `lapsed` means that the bot does it, because nobody leads it any more."""

    now: int
    lapsed: bool = False


class UndoNight(Struct, frozen=True):
    """Take back the organiser's act of this number, if it is the last.

    The service fills in `reported`, the serial numbers of those pods that it would take back and
    that have a report.
    """

    act: int
    reported: tuple[int, ...] = ()
    now: int = 0


NightCommand = (
    BeginNight
    | SeatRound
    | NoteNightPod
    | VoidNightPod
    | DropFromNight
    | AddToNight
    | SwapInNight
    | PauseNight
    | CallTime
    | CloseNight
    | UndoNight
)
"""The commands that only a night takes."""

PlanCommand = (
    MakePlan
    | PickMoment
    | ChooseMoment
    | SignUp
    | SignOff
    | SetReminder
    | OpenCheckIn
    | CheckIn
    | NoteReminder
    | HoldUp
    | MovePlan
    | Gather
    | CancelPlan
    | Repeat
    | NoteListing
    | NightCommand
)
