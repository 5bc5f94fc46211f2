"""Events of a plan: one for each command that was accepted.

Moments are in milliseconds since 1970. Tags differ from those of all games' events, because one log
holds both. None of these types can contain itself (`gc=False`).
"""

from typing import Literal

from msgspec import Struct

from bot.nights.events import NightEvent
from bot.nights.terms import NightTerms
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.records import Setup


class Every(Struct, frozen=True, gc=False):
    """A repetition of a plan: every `weeks` weeks, in the local time of its server.

    `weekday` counts from Monday, which is 0; `minute` counts from midnight.
    """

    weeks: int
    weekday: int
    minute: int


class PlanMade(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-made"):
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


class MomentPicked(Struct, frozen=True, omit_defaults=True, gc=False, tag="moment-picked"):
    """A player can come at the moment `at` of a poll; or took that back, if they cannot."""

    player: Player
    at: int
    can: bool = True


class MomentChosen(Gated, frozen=True, omit_defaults=True, gc=False, tag="moment-chosen"):
    """A moment of a poll was chosen: the poll became the plan `made`.

    Its players are those who can come then; those in `called` are to be told.
    """

    made: PlanMade
    called: tuple[Player, ...] = ()

    @property
    def checking(self) -> bool:
        """True if the check-in is open at the same time, because the plan begins soon."""
        return self.made.checking


class SignedUp(Struct, frozen=True, omit_defaults=True, gc=False, tag="signed-up"):
    """A player signed up; `present` if the check-in was open already.

    `tag` stands for them in the draw of a night.
    """

    player: Player
    present: bool = False
    tag: str | None = None


class SignedOff(Struct, frozen=True, omit_defaults=True, gc=False, tag="signed-off"):
    """A player signed off."""

    player: Player


class ReminderSet(Struct, frozen=True, omit_defaults=True, gc=False, tag="reminder-set"):
    """A player asked for a reminder, or cancelled it if not `wanted`."""

    player: Player
    wanted: bool = True


class CheckInOpened(Struct, frozen=True, omit_defaults=True, gc=False, tag="check-in-opened"):
    """The check-in was opened."""


class CheckedIn(Struct, frozen=True, omit_defaults=True, gc=False, tag="checked-in"):
    """A player who had signed up checked in."""

    player: Player


class Reminded(Struct, frozen=True, omit_defaults=True, gc=False, tag="reminded"):
    """A player was reminded by a direct message; not `reached` if Discord refused it."""

    player: Player
    reached: bool = True


class PlanHeldUp(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-held-up"):
    """The channel's game holds the plan up: the players who came wait for its end."""


class PlanMoved(Gated, frozen=True, omit_defaults=True, gc=False, tag="plan-moved"):
    """The plan was moved to the moment `at`; those in `called` are to be told.

    `checking` means that the check-in is open at the same time, because the plan begins soon.
    """

    at: int
    called: tuple[Player, ...] = ()
    checking: bool = False


class PlanGathered(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-gathered"):
    """`players` sit in the lobby that was opened for them: game `pod` of a channel or thread."""

    players: tuple[Player, ...]
    channel: int
    pod: int


class PlanCancelled(Gated, frozen=True, omit_defaults=True, gc=False, tag="plan-cancelled"):
    """The plan was cancelled; `lapsed` if nobody came, or the channel stayed busy.

    `series` means that no other plan follows. Those in `called` are to be told; older events
    called nobody.
    """

    lapsed: bool = False
    series: bool = False
    called: tuple[Player, ...] = ()


class PlanRepeated(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-repeated"):
    """The next plan of the series is plan `pod` of the channel; 0 means that none follows."""

    pod: int = 0


Listed = Literal["planned", "gathered", "cancelled"]
"""The state of a plan that its listing shows."""

ListingTrouble = Literal["full", "refused", "gone"]
"""Why there is no listing: too many on the server, refused by Discord, or deleted by somebody."""


class PlanListed(Struct, frozen=True, omit_defaults=True, gc=False, tag="plan-listed"):
    """The scheduled event `listing` on Discord was made or changed for the plan.

    It shows the moment `at`, and `typed` characters of the title besides those struck out. `at` is
    None if that is unknown. A `trouble` says why Discord has no such event.
    """

    listing: int = 0
    shows: Listed = "planned"
    trouble: ListingTrouble | None = None
    at: int | None = None
    typed: int = 0


PlanEvent = (
    PlanMade
    | MomentPicked
    | MomentChosen
    | SignedUp
    | SignedOff
    | ReminderSet
    | CheckInOpened
    | CheckedIn
    | Reminded
    | PlanHeldUp
    | PlanMoved
    | PlanGathered
    | PlanCancelled
    | PlanRepeated
    | PlanListed
    | NightEvent
)
