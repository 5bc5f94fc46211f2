"""What happened to a plan: one event for each command that was accepted.

Moments are in milliseconds since 1970. Their tags differ from those of all games' events: one log
can hold them beside each other. None of this can hold itself (`gc=False`).
"""

from typing import Literal

from msgspec import Struct

from bot.rules.events import Setup
from bot.rules.facts import Player


class Every(Struct, frozen=True, gc=False):
    """How a plan repeats: each so many weeks, by the clocks of its server.

    On that `weekday` (0 is Monday), at that `minute` of the day.
    """

    weeks: int
    weekday: int
    minute: int


class PlanMade(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-made"):
    """A pod was planned for the moment `at`; `players` have signed up already.

    Where it repeats, `every` says how, and the next plan is made when this one is over. A `listing`
    is wanted: one of Discord's own scheduled events. A `quiet` plan mentions no role. Of one that
    begins so soon people are `checking` in from the start.
    """

    setup: Setup
    host: Player
    at: int
    players: tuple[Player, ...] = ()
    every: Every | None = None
    listing: bool = False
    quiet: bool = False
    checking: bool = False


class SignedUp(Struct, frozen=True, omit_defaults=True, gc=False, tag="signed-up"):
    """A player wants to play; who says so while people check in is `present`."""

    player: Player
    present: bool = False


class SignedOff(Struct, frozen=True, omit_defaults=True, gc=False, tag="signed-off"):
    """A player does not want to play any more."""

    player: Player


class ReminderSet(Struct, frozen=True, omit_defaults=True, gc=False, tag="reminder-set"):
    """A player wants to be reminded, or not any more."""

    player: Player
    wanted: bool = True


class CheckInOpened(Struct, frozen=True, omit_defaults=True, gc=False, tag="check-in-opened"):
    """From now on people say by a press that they are there."""


class CheckedIn(Struct, frozen=True, omit_defaults=True, gc=False, tag="checked-in"):
    """A player who had signed up is there."""

    player: Player


class Reminded(Struct, frozen=True, omit_defaults=True, gc=False, tag="reminded"):
    """A player was reminded by a direct message, or it was refused."""

    player: Player
    reached: bool = True


class PlanHeldUp(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-held-up"):
    """Those who came wait for the end of the game that the channel plays."""


class PlanGathered(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-gathered"):
    """`players` sit in the lobby that was opened for them: game `pod` of a channel or thread."""

    players: tuple[Player, ...]
    channel: int
    pod: int


class PlanCancelled(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-cancelled"):
    """The plan is off; one that `lapsed` because nobody came, or the channel stayed busy.

    With its `series`, none follows.
    """

    lapsed: bool = False
    series: bool = False


class PlanRepeated(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-repeated"):
    """The next of a plan that is over is plan `pod` of the channel; 0 where none follows."""

    pod: int = 0


Listed = Literal["planned", "gathered", "cancelled"]
"""What a listing shows of its plan."""

ListingTrouble = Literal["full", "refused", "gone"]
"""Why there is no listing: the server has too many, Discord refused it, or somebody deleted it."""


class PlanListed(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-listed"):
    """The scheduled event `listing` on Discord shows the plan so, or there is none for good."""

    listing: int = 0
    shows: Listed = "planned"
    trouble: ListingTrouble | None = None


PlanEvent = (
    PlanMade
    | SignedUp
    | SignedOff
    | ReminderSet
    | CheckInOpened
    | CheckedIn
    | Reminded
    | PlanHeldUp
    | PlanGathered
    | PlanCancelled
    | PlanRepeated
    | PlanListed
)
