"""The state of a plan, and the base classes of the commands and events of plans and nights.

```
(nothing) ─ made ─► planned ─ check-in opened ─► checking ─ gathered ─► gathered
   │                 ▲ │ ▲                          │ │
   │                 └─┴─┴───────── moved ──────────┘ │
   └─ poll made ─► asking ─ moment chosen ─► planned, or checking
                       └──────── cancelled ───────────┴───────────────► cancelled
```

A night is not gathered: from `checking` it begins and is `playing` until it is closed and `over`.
Its rounds are in `Plan.night`. A poll asks when people can come, and becomes a plan for one of its
moments.

A repeating plan that is over is `repeated` once: by the next plan of its series, or by none.

The module of a subject has its commands and events: a command decides, and an event copies what it
says to the plan and decides nothing. A plan has no undo: players reverse what they did by the
opposite command. Only what the organiser of a night did can be taken back.

Moments are in milliseconds since 1970; `now` is when a command was given.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.night import Night, NightPod
from bot.nights.terms import MAX_PLAYERS
from bot.rules.acts import Command, Event
from bot.rules.facts import REDACTION_CHARACTER, Player
from bot.rules.records import Setup
from bot.rules.refusals import refuse
from bot.rules.seats import find_most_players

PlanKind = Literal["game", "night"]

PlanState = Literal["asking", "planned", "checking", "gathered", "cancelled", "playing", "over"]

MINUTE = 60_000

CHECK_IN_LEAD = 30 * MINUTE
"""Milliseconds before the moment at which the check-in opens and reminders are sent."""

SEAT_HOLD = 10 * MINUTE
"""Milliseconds after the moment for which seats are kept for absent players."""

BUSY_CHANNEL_WAIT = 6 * 60 * MINUTE
"""Milliseconds after the moment for which a plan waits for a busy channel."""


Listed = Literal["planned", "gathered", "cancelled"]
"""The state of a plan that its listing shows."""

ListingTrouble = Literal["full", "refused", "gone"]
"""Why there is no listing: too many on the server, refused by Discord, or deleted by somebody."""


class ImpossibleChange(ValueError):
    """An event that cannot follow the plan's state."""


class Every(Struct, frozen=True, gc=False):
    """A repetition of a plan: every `weeks` weeks, in the local time of its server.

    `weekday` counts from Monday, which is 0; `minute` counts from midnight.
    """

    weeks: int
    weekday: int
    minute: int


class Change(Struct, frozen=True, gc=False):
    """A change of a plan's moment; those in `called` are to be told.

    `checking` means that it opened the check-in too, because the plan begins soon. `chosen` means
    that a poll became the plan.
    """

    called: tuple[Player, ...]
    checking: bool
    chosen: bool = False


class Cancellation(Struct, frozen=True, gc=False):
    """The end of a plan that was cancelled; `lapsed` if nobody came, or the channel stayed busy.

    `series` means that no other plan follows. Those in `called` are to be told.
    """

    lapsed: bool
    series: bool
    called: tuple[Player, ...]


class Gathering(Struct, frozen=True, omit_defaults=True, gc=False):
    """The lobby in which `players` sit: game `pod` of a channel or thread."""

    players: tuple[Player, ...]
    channel: int
    pod: int


class Listing(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the scheduled event `listing` on Discord shows of a plan.

    It shows the moment `at`, and `typed` characters of the title besides those struck out. `at` is
    None if that is unknown. A `trouble` says why Discord has no such event.
    """

    listing: int = 0
    shows: Listed = "planned"
    trouble: ListingTrouble | None = None
    at: int | None = None
    typed: int = 0


class Plan(Struct, frozen=True):
    """A planned pod at the moment `at`, in milliseconds since 1970.

    `players` have signed up, in order: the first ones have the seats, the others wait. `present`
    have checked in, `wakes` want a reminder, `reminded` got one, and `unreached` could not get it.
    `held_up` means that another game occupies the channel. `changed` is the last change of its
    moment, `former` are its moments before. `gathered` holds the players who sit in the lobby. The
    plan repeats `every` so often; `repeated` is the number of the next plan, 0 if none follows. If
    it `wants_listing`, `listed` is what the scheduled event on Discord shows. A `quiet` plan
    mentions no role. If many pods are played, `night` holds their rounds. `guests` are all that a
    night has had, with the members who brought them.

    A poll has moments that are `asked` about; `picks` are those at which each of its `players` can
    come.
    """

    setup: Setup
    host: Player
    at: int
    players: tuple[Player, ...] = ()
    present: frozenset[Player] = frozenset()
    wakes: frozenset[Player] = frozenset()
    reminded: frozenset[Player] = frozenset()
    unreached: tuple[Player, ...] = ()
    checking: bool = False
    held_up: bool = False
    changed: Change | None = None
    former: tuple[int, ...] = ()
    gathered: Gathering | None = None
    cancelled: Cancellation | None = None
    every: Every | None = None
    repeated: int | None = None
    wants_listing: bool = False
    listed: Listing | None = None
    quiet: bool = False
    night: Night | None = None
    guests: Mapping[Player, Player] = {}
    asked: tuple[int, ...] = ()
    picks: Mapping[Player, frozenset[int]] = {}

    step: int = 0
    before: None = None
    result: None = None
    """Every game has steps and a result; a plan has neither."""

    @property
    def state(self) -> PlanState:
        """The stage of the plan between its announcement and its lobby."""
        if self.cancelled is not None:
            return "cancelled"
        if self.gathered is not None:
            return "gathered"
        if self.night is not None and self.night.closed is not None:
            return "over"
        if self.has_begun:
            return "playing"
        if self.asked:
            return "asking"
        return "checking" if self.checking else "planned"

    @property
    def kind(self) -> PlanKind:
        """The kind of event that is planned: one game, or a night of many pods."""
        return "game" if self.night is None else "night"

    @property
    def is_open(self) -> bool:
        """True if the plan is still ahead, or a night that goes on."""
        closed = self.night is not None and self.night.closed is not None
        return self.cancelled is None and self.gathered is None and not closed

    @property
    def has_begun(self) -> bool:
        """True if the plan is a night that has begun."""
        return self.night is not None and self.night.began is not None

    @property
    def seats_people(self) -> bool:
        """True if people can take a seat: the plan is still ahead, and no poll."""
        return self.is_open and not self.asked

    @property
    def called(self) -> tuple[Player, ...]:
        """The players who are to be told that the plan was cancelled, or else of its last change.

        The lobby itself calls its players.
        """
        last = self.cancelled or self.changed
        return () if last is None or self.gathered is not None else last.called

    def find_actor(self, player: Player) -> Player:
        """Return who acts for a player: the member who brought a guest, otherwise the player."""
        return self.guests.get(player, player)

    def find_others(self, by: Player | None) -> tuple[Player, ...]:
        """Return who is signed up, besides whoever changes the plan."""
        return tuple(player for player in self.players if player != by)

    def find_coming(self, moment: int) -> tuple[Player, ...]:
        """Return who can come at a moment of a poll, those who answered first before others."""
        return tuple(player for player in self.players if moment in self.picks.get(player, ()))

    @property
    def owes_next(self) -> bool:
        """True if the plan is over and the next plan of its series has yet to be made."""
        if self.is_open or self.every is None or self.repeated is not None:
            return False
        return self.cancelled is None or not self.cancelled.series

    @property
    def owes_listing(self) -> bool:
        """True if its scheduled event on Discord has yet to be made, or to follow the plan.

        If the plan is over, the scheduled event may exist although no event of the log says so.
        """
        if not self.wants_listing or self.listed is None:
            return self.wants_listing
        if self.listed.trouble:
            return False
        if self.to_list == "planned":
            return (self.listed.at, self.listed.typed) != (self.at, self.typed)
        if self.listed.shows != self.to_list:
            return True
        # Older versions noted no moment: those events show no title.
        return (
            self.to_list == "gathered"
            and self.listed.at is not None
            and self.listed.typed != self.typed
        )

    @property
    def to_list(self) -> Listed:
        """The state that its scheduled event on Discord is to show: a night that began is there."""
        if self.cancelled is not None:
            return "cancelled"
        return "gathered" if self.gathered is not None or self.has_begun else "planned"

    @property
    def typed(self) -> int:
        """The number of characters of the title that are not struck out.

        It changes with each strike, and tells nothing about what was struck out.
        """
        title = self.setup.title or ""
        return len(title) - title.count(REDACTION_CHARACTER)

    @property
    def moments(self) -> tuple[int, ...]:
        """The moments for which the plan was or is made, the present one first."""
        return (self.at, *self.former)

    @property
    def seats(self) -> int:
        """The number of players who can have a seat."""
        return find_most_players(self.setup) if self.night is None else MAX_PLAYERS

    @property
    def seated(self) -> tuple[Player, ...]:
        """The players who have a seat."""
        return self.players[: self.seats]

    @property
    def waiting(self) -> tuple[Player, ...]:
        """The players on the waiting list; the first one gets the next free seat.

        In a night that has begun, nobody waits for a place of somebody who is not there.
        """
        line = self.players
        if self.has_begun:
            line = tuple(player for player in line if player in self.present)
        return line[self.seats :]

    @property
    def coming(self) -> tuple[Player, ...]:
        """The players who would play if the plan began now: checked in, by order of signing up."""
        return tuple(player for player in self.players if player in self.present)[: self.seats]

    @property
    def to_remind(self) -> tuple[Player, ...]:
        """The players who want a reminder and have not got one."""
        return tuple(p for p in self.players if p in self.wakes and p not in self.reminded)

    @property
    def begins(self) -> int:
        """The moment when the lobby opens, in milliseconds since 1970.

        That is the planned moment if everybody with a seat has checked in, else the moment when
        absent players lose their seats.
        """
        complete = self.coming == self.seated and bool(self.seated)
        return self.at if complete else self.at + SEAT_HOLD


class PlanCommand(Command, frozen=True):
    """The base of the commands that a plan takes."""

    after_end: ClassVar[bool] = False
    """Whether the plan takes the command after its end."""

    during_poll: ClassVar[bool] = False
    """Whether the plan takes the command while it is a poll."""

    closes: ClassVar[bool] = False
    """Whether the command ends a plan that nobody keeps; its first argument is then True."""

    def check_stage(self, plan: Plan, /) -> None:
        """Raise `Refusal` if a plan in this state takes no such command."""
        if self.after_end:
            return
        if plan.cancelled is not None:
            refuse("plan-cancelled")
        if plan.state == "over":
            refuse("night-over")
        if plan.gathered is not None:
            refuse("plan-gathered")
        if plan.asked and not self.during_poll:
            refuse("poll-open")

    @abstractmethod
    def decide(self, plan: Any, /) -> "PlanEvent":
        """Return the event of the command. Raises `Refusal`, and then nothing has happened."""


class NightCommand(PlanCommand, frozen=True):
    """The base of the commands that only a night takes; `after_end` is after it was closed."""

    def check_stage(self, plan: Plan, /) -> None:
        """Raise `Refusal` unless the plan is a night that takes such a command."""
        if plan.cancelled is not None:
            refuse("plan-cancelled")
        if plan.night is None:
            refuse("no-night")
        if plan.night.closed is not None and not self.after_end:
            refuse("night-over")

    def decide(self, plan: Plan, /) -> "PlanEvent":
        """Return the event of the command. Raises `Refusal`, and then nothing has happened."""
        if plan.night is None:
            refuse("no-night")
        return self.decide_in_night(plan, plan.night)

    @abstractmethod
    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightEvent":
        """Return the event of the command to a plan with this night. Raises `Refusal`."""


class PlanEvent(Event, frozen=True):
    """The base of the events of a plan.

    One log holds the events of all games, so no two of them have the same tag.
    """

    settles = True

    opens: ClassVar[bool] = False
    """Whether the event makes a plan."""

    after_end: ClassVar[bool] = False
    """Whether the event can follow the end of the plan."""

    decision: ClassVar[str] = ""
    """The permanent code of the event in the audit trail; empty if it does not belong there."""

    def name_decision(self, *, by_host: bool) -> str:
        """Return the code for the audit trail; hosts need no entry for their own plan."""
        return "" if by_host else self.decision

    @abstractmethod
    def apply(self, plan: Any, /) -> Plan:
        """Return the plan after the event. Raises `ImpossibleChange` if the event cannot follow."""


class NightEvent(PlanEvent, frozen=True):
    """The base of the events that only a night has."""

    after_end = True

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan after the event. Raises `ImpossibleChange` unless the night stands."""
        if plan.night is None or plan.cancelled is not None:
            raise ImpossibleChange(f"{type(self).__name__} without a night")
        return self.apply_in_night(plan, plan.night)

    @abstractmethod
    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with this night after the event."""


class NightAct(NightEvent, frozen=True):
    """The base of the acts of a night's organiser, which can be taken back."""

    def name_decision(self, *, by_host: bool) -> str:
        """Return the code for the audit trail, which holds the acts of every organiser."""
        return self.decision

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan after the act. Raises `ImpossibleChange` unless the night stands."""
        after = NightEvent.apply(self, plan)
        assert after.night is not None
        return replace(after, night=replace(after.night, acts=(*after.night.acts, self)))

    @abstractmethod
    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan as before the act; `night` is the plan's night without the act."""

    def find_changed_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round that undoing the act would take back."""
        return ()


def decide(plan: Plan | None, command: PlanCommand) -> PlanEvent:
    """Return the event of a command. Raises `Refusal`; the plan is unchanged then."""
    if not command.opens:
        if plan is None:
            refuse("no-plan")
        command.check_stage(plan)
    return command.decide(plan)


def evolve(plan: Plan | None, event: PlanEvent) -> Plan:
    """Return the plan after an event. Raises `ImpossibleChange` if it cannot follow."""
    if plan is None and not event.opens:
        raise ImpossibleChange(f"{type(event).__name__} before any plan was made")
    if plan is not None and not plan.is_open and not event.after_end:
        raise ImpossibleChange(f"{type(event).__name__} after the end of a plan")
    return event.apply(plan)
