"""The state of a duel and all its transitions: only this module applies events.

```
(nothing) ─ opened ─► lobby ─ started ─► running ◄────► waiting
                        │                   └──────┬──────┘
                        │      third plan, conceded┼─────────► finished
                        └──────────────── closed ──┴─────────► closed
```

`evolve` copies what an event says and decides nothing. Each step keeps the duel before it, so that
it can be undone. An undo does not forget which of the bot's dice have been seen.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.joust.events import (
    AttackRolled,
    CardDrawn,
    CardInvoked,
    CardUsed,
    DuelAside,
    DuelClosed,
    DuelConceded,
    DuelDisputed,
    DuelEvent,
    DuelJoined,
    DuelLeft,
    DuelLocked,
    DuelOpened,
    DuelOutcome,
    DuelProposed,
    DuelResult,
    DuelSettled,
    DuelSetup,
    DuelStarted,
    DuelStep,
    DuelTurn,
    DuelTurnEnded,
    DuelUpheld,
    OpenWear,
    Proposed,
    SingularityPlaced,
    StepUndone,
    TableChanged,
    WearRolled,
    WorkPresented,
)
from bot.joust.facts import EMPTY, Card, Quadrant
from bot.rules.facts import Player
from bot.rules.idling import Kept, Warned
from bot.rules.refusals import refuse

SEATS = 2
"""Players of a duel."""

DuelState = Literal["lobby", "running", "waiting", "finished", "closed"]


class LaidCard(Struct, frozen=True, gc=False):
    """An invoked card before a player; `id` is its number in the duel."""

    id: int
    card: Card
    used: bool = False


class Duelist(Struct, frozen=True, gc=False):
    """A player's side of the table.

    `discarded` are the names of the crucible cards that left the table, in order; `wasted` is the
    number of singularities that did.
    """

    player: Player
    hand: int
    quadrant: Quadrant = EMPTY
    cards: tuple[LaidCard, ...] = ()
    discarded: tuple[str, ...] = ()
    wasted: int = 0

    @property
    def plans(self) -> int:
        """The number of plans before the player (MJ-16, MJ-D6)."""
        return sum(laid.card.kind == "plan" for laid in self.cards)

    @property
    def points(self) -> int:
        """The sum of these plans' points."""
        return sum(laid.card.points or 0 for laid in self.cards)


class Seal(Struct, frozen=True, gc=False):
    """A secret of the bot's dice, and the number of the first die that comes from it."""

    secret: str
    die: int = 1


class Duel(Struct, frozen=True):
    """A duel and its two players.

    `duelists` are in the order of joining, empty before the start. `last` is the last step and
    `before` the duel without it; `before` is None if nothing can be undone. `proposal` is an open
    proposal since the last step. `work` is the winner's presentation. A `settled` result counts.
    Only a moderator can uphold a `locked` end.
    `disputed` is the player who disputes the end now, `disputers` all who have disputed an end.
    `invoked` counts the cards, for their ids. `rolled` counts the bot's dice without undone steps,
    `shown` those that have ever been seen.
    """

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...]
    duelists: Mapping[Player, Duelist] = {}
    turn: DuelTurn | None = None
    waiting: OpenWear | None = None
    result: DuelResult | None = None
    closed: bool = False
    invoked: int = 0
    rolled: int = 0
    shown: int = 0
    seals: tuple[Seal, ...] = ()
    step: int = 0
    proposal: DuelProposed | None = None
    work: str | None = None
    settled: bool = False
    locked: bool = False
    disputed: Player | None = None
    disputers: tuple[Player, ...] = ()
    last: DuelStep | None = None
    before: "Duel | None" = None

    @property
    def state(self) -> DuelState:
        """The stage of the duel between its lobby and its end."""
        if self.closed:
            return "closed"
        if self.result is not None:
            return "finished"
        if not self.duelists:
            return "lobby"
        return "running" if self.waiting is None else "waiting"

    @property
    def is_over(self) -> bool:
        """True if the duel is closed or has a result."""
        return self.closed or self.result is not None

    @property
    def counted(self) -> DuelResult | None:
        """The result if it counts; then only a moderator can take it back."""
        return self.result if self.settled or self.setup.dispute_minutes is None else None

    @property
    def is_contested(self) -> bool:
        """True if the end is disputed or locked, or a player proposes to undo it."""
        if self.result is None or self.counted is not None:
            return False
        return self.disputed is not None or self.locked or self.proposal is not None

    @property
    def active(self) -> Duelist:
        """The player whose turn it is, once the duel has begun."""
        assert self.turn is not None
        return self.duelists[self.turn.active]

    def check_open(self) -> None:
        """Raise `Refusal` if the duel is over."""
        if self.is_over:
            refuse("duel-closed" if self.closed else "duel-finished")

    def opponent_of(self, player: Player) -> Player:
        """Return the other player."""
        one, two = self.players
        return two if player == one else one


class ImpossibleStep(Exception):
    """An event cannot follow the events before it: the log is damaged."""


def fold(events: Iterable[DuelEvent]) -> Duel | None:
    """Return the duel after `events`; None without events. Raises `ImpossibleStep`."""
    duel: Duel | None = None
    for event in events:
        duel = evolve(duel, event)
    return duel


def evolve(duel: Duel | None, event: DuelEvent) -> Duel:
    """Return the duel after `event`. Raises `ImpossibleStep` if the event cannot follow."""
    if duel is None:
        if isinstance(event, DuelOpened):
            seals = (Seal(event.secret),) if event.secret is not None else ()
            return Duel(event.setup, event.host, event.players, seals=seals)
        raise ImpossibleStep(f"{type(event).__name__} before the duel was opened")
    if isinstance(event, DuelAside):
        return _apply_aside(duel, event)
    match event:
        case DuelOpened():
            raise ImpossibleStep("the duel was opened twice")
        case DuelJoined():
            return replace(duel, players=(*duel.players, event.player))
        case DuelLeft():
            rest = tuple(player for player in duel.players if player != event.player)
            return replace(duel, players=rest, host=event.host)
        case StepUndone():
            return _undo_step(duel, event)
        case DuelStarted():
            return _start(duel, event)
        case DuelClosed():
            return _append_step(replace(duel, closed=True, waiting=None), event, duel)
        case CardInvoked():
            return _append_step(_lay_card(_apply_outcome(duel, event.outcome), event), event, duel)
        case (
            SingularityPlaced()
            | CardDrawn()
            | CardUsed()
            | WearRolled()
            | AttackRolled()
            | TableChanged()
            | DuelTurnEnded()
            | DuelConceded()
        ):
            return _append_step(_apply_outcome(duel, event.outcome), event, duel)
        case _:
            assert_never(event)


def list_steps(duel: Duel) -> list[DuelStep]:
    """Return the steps since the lobby that were not undone, oldest first."""
    return list(_walk_steps(duel))[::-1]


def _walk_steps(duel: Duel) -> Iterator[DuelStep]:
    at: Duel | None = duel
    while at is not None and at.last is not None:
        yield at.last
        at = at.before


def _start(duel: Duel, event: DuelStarted) -> Duel:
    # `before` stays None: no undo leads back to the lobby, once it is known who begins.
    duelists = {player: Duelist(player, event.hand) for player in event.players}
    rolled = _count_dice(event)
    return replace(
        duel,
        players=event.players,
        duelists=duelists,
        turn=DuelTurn(event.first),
        proposal=None,
        last=event,
        rolled=rolled,
        shown=rolled,
    )


def _apply_aside(duel: Duel, event: DuelAside) -> Duel:
    """Return the duel after an event that is not a step."""
    match event:
        case DuelProposed():
            return replace(duel, proposal=None if event.taken_back else event)
        case DuelSettled():
            return replace(duel, settled=True)
        case DuelDisputed(taken_back=True):
            return replace(duel, disputed=None)
        case DuelDisputed():
            return replace(duel, disputed=event.by, disputers=(*duel.disputers, event.by))
        case DuelLocked():
            return replace(duel, locked=True)
        case DuelUpheld():
            return replace(duel, settled=True, disputed=None, proposal=None)
        case WorkPresented():
            return replace(duel, work=event.text)
        case Warned() | Kept():
            return duel
        case _:
            assert_never(event)


def _undo_step(duel: Duel, event: StepUndone) -> Duel:
    """Return the duel before the last step, with the dice that have been seen since."""
    if duel.before is None:
        raise ImpossibleStep("nothing to undo")
    seals = duel.seals
    if event.secret is not None:
        seals = (*seals, Seal(event.secret, duel.shown + 1))
    return replace(duel.before, shown=duel.shown, seals=seals, proposal=None)


def _append_step(after: Duel, event: DuelStep, before: Duel) -> Duel:
    """Return `after` as the duel whose last step is `event`, which can be undone to `before`."""
    rolled = before.rolled + _count_dice(event)
    shown = max(before.shown, rolled)
    step = before.step + 1
    return replace(
        after,
        step=step,
        rolled=rolled,
        shown=shown,
        proposal=None,
        last=event,
        before=before,
    )


def _count_dice(event: DuelStep) -> int:
    """Return the number of the bot's dice that an event rolled."""
    match event:
        case DuelStarted(die=int()):
            return sum(map(len, event.rolls))
        case WearRolled(die=int()):
            return 1
        case AttackRolled(die=int()):
            return len(event.rolls)
        case _:
            return 0


def _apply_outcome(duel: Duel, outcome: DuelOutcome) -> Duel:
    duelists = {each.player: _apply_to_duelist(each, outcome) for each in duel.duelists.values()}
    return replace(
        duel,
        duelists=duelists,
        turn=outcome.turn or duel.turn,
        waiting=outcome.waiting,
        result=outcome.result,
    )


def _apply_to_duelist(duelist: Duelist, outcome: DuelOutcome) -> Duelist:
    player = duelist.player
    gone = (*outcome.discarded, *outcome.returned)
    names = (laid.card.name for laid in duelist.cards if laid.id in outcome.discarded)
    return Duelist(
        player,
        outcome.hands.get(player, duelist.hand),
        outcome.quadrants.get(player, duelist.quadrant),
        tuple(_turn_card(laid, outcome) for laid in duelist.cards if laid.id not in gone),
        (*duelist.discarded, *names),
        duelist.wasted + outcome.wasted.get(player, 0),
    )


def _turn_card(laid: LaidCard, outcome: DuelOutcome) -> LaidCard:
    if laid.id in outcome.used:
        return replace(laid, used=True)
    return replace(laid, used=False) if laid.id in outcome.ready else laid


def _lay_card(duel: Duel, event: CardInvoked) -> Duel:
    """Return the duel with the invoked card before its player."""
    duelist = duel.duelists[event.by]
    laid = replace(duelist, cards=(*duelist.cards, LaidCard(event.id, event.card)))
    return replace(duel, duelists={**duel.duelists, event.by: laid}, invoked=event.id)


def needs_both(duel: Duel, what: Proposed) -> bool:
    """Return whether both players have to agree.

    Undoing takes both if the last step rolled dice, so that nobody fishes for better ones, or if it
    ended the duel. Closing takes both once the duel has begun, because the loser would close it.
    """
    if what == "close":
        return duel.state != "lobby"
    rolled = isinstance(duel.last, WearRolled | AttackRolled)
    ended = duel.result is not None or isinstance(duel.last, DuelConceded | DuelClosed)
    return rolled or ended


def has_agreed(duel: Duel, what: Proposed, player: Player) -> bool:
    """Return whether the opponent of `player` has proposed `what`, so that `player` may do it."""
    asked = duel.proposal
    return (
        asked is not None and asked.what == what and player in duel.players and asked.by != player
    )
