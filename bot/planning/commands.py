"""What may be asked of a plan. `decide.decide` answers each with an event or a refusal.

Moments are in milliseconds since 1970; `now` is when the command is asked.
"""

from msgspec import Struct

from bot.rules.events import Setup
from bot.rules.facts import Player


class MakePlan(Struct, frozen=True):
    """Plan a pod for the moment `at`; whoever plans it has signed up."""

    setup: Setup
    host: Player
    at: int
    now: int


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
    """Call a plan off; `lapsed` where nobody decided that."""

    lapsed: bool = False


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
)
