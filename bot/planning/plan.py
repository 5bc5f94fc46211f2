"""The state of a plan and its transitions: the one place where an event changes a plan.

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

`evolve` is mechanical: it copies what an event says and decides nothing. A plan has no undo:
players reverse what they did by the opposite command. Only what the organiser of a night did can be
taken back.
"""

from collections.abc import Mapping
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.events import NightAct, NightAdded, NightDropped, NightEvent, NightUndone
from bot.nights.night import FormerPlace, Night, evolve_night, open_night, tag_player
from bot.nights.terms import MAX_PLAYERS
from bot.planning.events import (
    CheckedIn,
    CheckInOpened,
    Every,
    Listed,
    MomentChosen,
    MomentPicked,
    PlanCancelled,
    PlanEvent,
    PlanGathered,
    PlanHeldUp,
    PlanListed,
    PlanMade,
    PlanMoved,
    PlanRepeated,
    Reminded,
    ReminderSet,
    SignedOff,
    SignedUp,
)
from bot.rules.facts import REDACTION_CHARACTER, Player
from bot.rules.records import Setup
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


class ImpossibleChange(ValueError):
    """An event that cannot follow the plan's state."""


class Plan(Struct, frozen=True):
    """A planned pod at the moment `at`, in milliseconds since 1970.

    `players` have signed up, in order: the first ones have the seats, the others wait. `present`
    have checked in, `wakes` want a reminder, `reminded` got one, and `unreached` could not get it.
    `held_up` means that another game occupies the channel. `moved` is the last change of its
    moment, `former` are its moments before. `gathered` holds the players who sit in the lobby. The
    plan repeats `every` so often; `repeated` says what followed. If it `wants_listing`, `listed` is
    what the scheduled event on Discord shows. A `quiet` plan mentions no role. If many pods are
    played, `night` holds their rounds. `guests` are all that a night has had, with the members who
    brought them.

    A poll has moments that are `asked` about; `picks` are those at which each of its `players` can
    come. `chosen` made it a plan.
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
    moved: PlanMoved | None = None
    former: tuple[int, ...] = ()
    gathered: PlanGathered | None = None
    cancelled: PlanCancelled | None = None
    every: Every | None = None
    repeated: PlanRepeated | None = None
    wants_listing: bool = False
    listed: PlanListed | None = None
    quiet: bool = False
    night: Night | None = None
    guests: Mapping[Player, Player] = {}
    asked: tuple[int, ...] = ()
    picks: Mapping[Player, frozenset[int]] = {}
    chosen: MomentChosen | None = None

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

    @property
    def changed(self) -> PlanMoved | MomentChosen | None:
        """The last event that gave the plan another moment."""
        return self.moved or self.chosen

    def find_actor(self, player: Player) -> Player:
        """Return who acts for a player: the member who brought a guest, otherwise the player."""
        return self.guests.get(player, player)

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


def evolve(plan: Plan | None, event: PlanEvent) -> Plan:
    """Return the plan after an event. Raises `ImpossibleChange` if it cannot follow."""
    if plan is None:
        if not isinstance(event, PlanMade):
            raise ImpossibleChange(f"{type(event).__name__} before any plan was made")
        return _make(event)
    if isinstance(event, PlanListed):
        return replace(plan, listed=event)
    if isinstance(event, PlanRepeated) and plan.owes_next:
        return replace(plan, repeated=event)
    if isinstance(event, NightEvent):
        return _evolve_night(plan, event)
    if not plan.is_open:
        raise ImpossibleChange(f"{type(event).__name__} after the end of a plan")
    match event:
        case PlanMade():
            raise ImpossibleChange("a plan was made twice")
        case MomentPicked():
            return _pick_moment(plan, event)
        case MomentChosen(made=made):
            return replace(_make(made), chosen=event)
        case SignedUp(player=player):
            night = plan.night and tag_player(plan.night, player, event.tag)
            return _sign_up(replace(plan, night=night), player, present=event.present)
        case SignedOff(player=player):
            return _sign_off(plan, player)
        case ReminderSet(player=player, wanted=wanted):
            return replace(plan, wakes=plan.wakes | {player} if wanted else plan.wakes - {player})
        case CheckInOpened():
            return replace(plan, checking=True)
        case CheckedIn(player=player):
            return replace(plan, present=plan.present | {player})
        case Reminded(player=player, reached=reached):
            unreached = plan.unreached if reached else (*plan.unreached, player)
            return replace(plan, reminded=plan.reminded | {player}, unreached=unreached)
        case PlanHeldUp():
            return replace(plan, held_up=True)
        case PlanMoved():
            return _move(plan, event)
        case PlanGathered():
            return replace(plan, gathered=event)
        case PlanCancelled():
            return replace(plan, cancelled=event)
        case PlanRepeated():
            raise ImpossibleChange("the next of a plan that is still to come")
        case _:
            assert_never(event)


def _make(event: PlanMade) -> Plan:
    return Plan(
        event.setup,
        event.host,
        event.at,
        event.players,
        checking=event.checking,
        every=event.every,
        wants_listing=event.listing,
        quiet=event.quiet,
        night=None if event.night is None else open_night(event.night, event.tags),
        asked=event.asked,
    )


def _pick_moment(plan: Plan, event: MomentPicked) -> Plan:
    """Return the poll with a player's changed answer; who can come never is no player of it."""
    player = event.player
    former = plan.picks.get(player, frozenset())
    picked = former | {event.at} if event.can else former - {event.at}
    picks = {each: moments for each, moments in plan.picks.items() if each != player}
    others = tuple(each for each in plan.players if each != player)
    if not picked:
        return replace(plan, players=others, picks=picks)
    players = plan.players if former else (*plan.players, player)
    return replace(plan, players=players, picks=picks | {player: picked})


def _move(plan: Plan, event: PlanMoved) -> Plan:
    """Return the plan at another moment, as long before it as a new one."""
    return replace(
        plan,
        at=event.at,
        former=(plan.at, *plan.former),
        moved=event,
        checking=event.checking,
        present=frozenset(),
        reminded=frozenset(),
        unreached=(),
        held_up=False,
    )


def _evolve_night(plan: Plan, event: NightEvent) -> Plan:
    """Return the plan after an event that only a night has."""
    night = plan.night
    if night is None or plan.cancelled is not None:
        raise ImpossibleChange(f"{type(event).__name__} without a night")
    if isinstance(event, NightUndone) and event.act != len(night.acts):
        raise ImpossibleChange("an act was taken back that is not the last")
    undone = night.acts[-1] if isinstance(event, NightUndone) else None
    match undone or event:
        case NightAdded(player=player) | NightDropped(player=player) if undone is not None:
            kept = replace(evolve_night(night, event), former=night.former[:-1])
            plan = replace(plan, night=kept, guests={**plan.guests, **kept.bringers})
            return _take_back(plan, undone, player, night.former[-1])
        case NightAdded(player=player) | NightDropped(player=player):
            noted = replace(night, former=(*night.former, _find_place(plan, player)))
            plan = replace(plan, night=evolve_night(noted, event))
            if isinstance(event, NightDropped):
                return _sign_off(plan, player)
            if isinstance(event, NightAdded) and event.brought_by is not None:
                plan = replace(plan, guests={**plan.guests, player: event.brought_by})
            return _sign_up(plan, player, present=True)
        case _:
            return replace(plan, night=evolve_night(night, event))


def _find_place(plan: Plan, player: Player) -> FormerPlace:
    place = plan.players.index(player) if player in plan.players else None
    return FormerPlace(place, player in plan.present)


def _take_back(plan: Plan, act: NightAct, player: Player, former: FormerPlace) -> Plan:
    """Return the plan with a player as before the act that added or dropped them.

    If the player has come back or left since, that stands.
    """
    is_added = isinstance(act, NightAdded)
    if (player in plan.players) is not is_added:
        return plan
    if is_added and former.place is not None:
        return replace(plan, present=plan.present - {player})
    if is_added:
        return _sign_off(plan, player)
    players = [*plan.players]
    players.insert(len(players) if former.place is None else former.place, player)
    there = plan.present | {player} if former.present else plan.present
    return replace(plan, players=tuple(players), present=there)


def _sign_up(plan: Plan, player: Player, *, present: bool) -> Plan:
    """Return the plan with a player, who is at the end of the list if they were not on it."""
    players = plan.players if player in plan.players else (*plan.players, player)
    there = plan.present | {player} if present else plan.present
    return replace(plan, players=players, present=there)


def _sign_off(plan: Plan, player: Player) -> Plan:
    """Return the plan without a player. If they sign up again, they go to the end of the list."""
    return replace(
        plan,
        players=tuple(other for other in plan.players if other != player),
        present=plan.present - {player},
        wakes=plan.wakes - {player},
        unreached=tuple(other for other in plan.unreached if other != player),
    )
