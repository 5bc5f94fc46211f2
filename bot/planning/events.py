"""What happened to a plan: one event for each command that was accepted.

Moments are in milliseconds since 1970. Their tags differ from those of all games' events: one log
can hold them beside each other. None of this can hold itself (`gc=False`).
"""

from msgspec import Struct

from bot.rules.events import Setup
from bot.rules.facts import Player


class PlanMade(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-made"):
    """A pod was planned for the moment `at`; `players` have signed up already."""

    setup: Setup
    host: Player
    at: int
    players: tuple[Player, ...] = ()


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
    """The plan is off; one that `lapsed` because nobody came, or the channel stayed busy."""

    lapsed: bool = False


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
)
