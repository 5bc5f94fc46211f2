"""The state of a plan and all its transitions: the one place where an event changes anything.

```
(nothing) ─ made ─► planned ─ check-in opened ─► checking ─ gathered ─► gathered
                       └──────── cancelled ─────────┴─────────────────► cancelled
```

One that repeats and is over is `repeated` once: by the next plan of its series, or by none.

`evolve` is mechanical: it copies what an event says and decides nothing. Nothing is a step: what
somebody did they undo by the opposite.
"""

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.planning.events import (
    CheckedIn,
    CheckInOpened,
    Every,
    PlanCancelled,
    PlanEvent,
    PlanGathered,
    PlanHeldUp,
    PlanListed,
    PlanMade,
    PlanRepeated,
    Reminded,
    ReminderSet,
    SignedOff,
    SignedUp,
)
from bot.rules.events import Setup
from bot.rules.facts import Player
from bot.rules.seats import find_most_players

PlanState = Literal["planned", "checking", "gathered", "cancelled"]

MINUTE = 60_000

BEFORE = 30 * MINUTE
"""From then on before the moment people check in, and are reminded."""

AFTER = 10 * MINUTE
"""Until then after the moment a seat waits for whoever has it."""

PATIENCE = 6 * 60 * MINUTE
"""For so long after the moment a plan waits for a busy channel."""


class ImpossibleChange(ValueError):
    """An event that cannot follow."""


class Plan(Struct, frozen=True):
    """An appointment for a pod at the moment `at`, in milliseconds since 1970.

    `players` have signed up, in their order: the first of them have the seats, the others wait.
    `present` have checked in, `wakes` want a reminder, `reminded` had theirs, and `unreached` could
    not get it. It is `held_up` by another game. Once it has `gathered`, those sit in that lobby.
    It happens `every` so often; how that went on is `repeated`. Where it `wants_listing`, what
    Discord's own scheduled event shows of it is `listed`. A `quiet` one mentions no role.
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
    gathered: PlanGathered | None = None
    cancelled: PlanCancelled | None = None
    every: Every | None = None
    repeated: PlanRepeated | None = None
    wants_listing: bool = False
    listed: PlanListed | None = None
    quiet: bool = False

    step: int = 0
    before: None = None
    result: None = None
    """A plan has neither steps nor a result, which are asked of every game."""

    @property
    def state(self) -> PlanState:
        """Where the plan is on the way from its announcement to its lobby."""
        if self.cancelled is not None:
            return "cancelled"
        if self.gathered is not None:
            return "gathered"
        return "checking" if self.checking else "planned"

    @property
    def is_open(self) -> bool:
        """Whether it is still to come."""
        return self.cancelled is None and self.gathered is None

    @property
    def owes_next(self) -> bool:
        """Whether it is over, and the next plan of its series is yet to be made."""
        if self.is_open or self.every is None or self.repeated is not None:
            return False
        return self.cancelled is None or not self.cancelled.series

    @property
    def owes_listing(self) -> bool:
        """Whether its scheduled event on Discord is yet to be made, or to follow its end.

        Of a plan that is over it may be there before anybody has noted it.
        """
        if not self.wants_listing or self.listed is None:
            return self.wants_listing
        if self.listed.trouble or self.is_open:
            return False
        return self.listed.shows != self.state

    @property
    def seats(self) -> int:
        """How many can play."""
        return find_most_players(self.setup)

    @property
    def seated(self) -> tuple[Player, ...]:
        """Who has a seat."""
        return self.players[: self.seats]

    @property
    def waiting(self) -> tuple[Player, ...]:
        """Who moves up, in this order, when a seat is free."""
        return self.players[self.seats :]

    @property
    def coming(self) -> tuple[Player, ...]:
        """Who plays if it begins now: of those who are there, the first to have signed up."""
        return tuple(player for player in self.players if player in self.present)[: self.seats]

    @property
    def to_remind(self) -> tuple[Player, ...]:
        """Who is to be reminded and was not yet."""
        return tuple(p for p in self.players if p in self.wakes and p not in self.reminded)

    @property
    def begins(self) -> int:
        """When it begins: in time if all who have a seat are there, else when seats wait no more.

        In milliseconds since 1970.
        """
        complete = self.coming == self.seated and bool(self.seated)
        return self.at if complete else self.at + AFTER


def evolve(plan: Plan | None, event: PlanEvent) -> Plan:
    """The plan after an event. Raises `ImpossibleChange` if it cannot follow."""
    if plan is None:
        if not isinstance(event, PlanMade):
            raise ImpossibleChange(f"{type(event).__name__} before any plan was made")
        return _make(event)
    if isinstance(event, PlanListed):
        return replace(plan, listed=event)
    if isinstance(event, PlanRepeated) and plan.owes_next:
        return replace(plan, repeated=event)
    if not plan.is_open:
        raise ImpossibleChange(f"{type(event).__name__} after the end of a plan")
    match event:
        case PlanMade():
            raise ImpossibleChange("a plan was made twice")
        case SignedUp(player=player):
            present = plan.present | {player} if event.present else plan.present
            return replace(plan, players=(*plan.players, player), present=present)
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
    )


def _sign_off(plan: Plan, player: Player) -> Plan:
    """Without a player, who may sign up again at the end; they were reminded once all the same."""
    return replace(
        plan,
        players=tuple(other for other in plan.players if other != player),
        present=plan.present - {player},
        wakes=plan.wakes - {player},
        unreached=tuple(other for other in plan.unreached if other != player),
    )
