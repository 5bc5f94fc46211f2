"""What may be asked of a plan. `decide.decide` answers each with an event or a refusal.

Moments are in milliseconds since 1970; `now` is when the command is asked.
"""

from msgspec import Struct

from bot.planning.events import Every, Listed, ListingTrouble
from bot.rules.events import Setup
from bot.rules.facts import Player


class MakePlan(Struct, frozen=True):
    """Plan a pod for `at`, and perhaps `every` so often; whoever plans it has signed up.

    A `quiet` one mentions no role. One that is `next` of its series, which the bot makes, may be
    however far ahead.
    """

    setup: Setup
    host: Player
    at: int
    now: int
    every: Every | None = None
    listing: bool = False
    quiet: bool = False
    next: bool = False


class SignUp(Struct, frozen=True):
    """Take a seat, or a place on the waiting list."""

    player: Player
    now: int


class SignOff(Struct, frozen=True):
    """Give a seat back, or a place on the waiting list."""

    player: Player


class SetReminder(Struct, frozen=True):
    """Ask for a direct message before the plan begins, or for none any more."""

    player: Player


class OpenCheckIn(Struct, frozen=True):
    """Let people say that they are there."""

    now: int


class CheckIn(Struct, frozen=True):
    """Say that one is there."""

    player: Player
    now: int


class NoteReminder(Struct, frozen=True):
    """Note that a player was reminded, or could not be."""

    player: Player
    reached: bool


class HoldUp(Struct, frozen=True):
    """Note that the channel is busy, so that those who came wait."""


class Gather(Struct, frozen=True):
    """Note the lobby in which `players` sit: game `pod` of a channel or thread."""

    players: tuple[Player, ...]
    channel: int
    pod: int


class CancelPlan(Struct, frozen=True):
    """Call a plan off, and perhaps its `series`; `lapsed` where nobody decided that."""

    lapsed: bool = False
    series: bool = False


class Repeat(Struct, frozen=True):
    """Note which plan of the channel is the next of one that is over; 0 where none follows."""

    pod: int = 0


class NoteListing(Struct, frozen=True):
    """Note what the plan's scheduled event on Discord shows, or why there is none."""

    listing: int = 0
    shows: Listed = "planned"
    trouble: ListingTrouble | None = None


PlanCommand = (
    MakePlan
    | SignUp
    | SignOff
    | SetReminder
    | OpenCheckIn
    | CheckIn
    | NoteReminder
    | HoldUp
    | Gather
    | CancelPlan
    | Repeat
    | NoteListing
)
