"""The state of a duel, and the base classes of its commands and events.

```
(nothing) ─ opened ─► lobby ─ started ─► running ◄────► waiting
                        │                   └──────┬──────┘
                        │      third plan, conceded┼─────────► finished
                        └──────────────── closed ──┴─────────► closed
```

Each command and event stands in the module of its subject, which imports this one. An event copies
what was decided into the duel and decides nothing. Each step keeps the duel before it, so that it
can be undone. An undo does not forget which of the bot's dice have been seen.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.joust.facts import EMPTY, Card, Die, Quadrant
from bot.rules.acts import Command, Event
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import DUELISTS_OR_MODERATORS, NEEDS_OPPONENT, Asker, Right

SEATS = 2
"""Players of a duel."""

DiceOwner = Literal["bot", "own"]
Draw = Literal["singularity", "crucible"]
DuelState = Literal["lobby", "running", "waiting", "finished", "closed"]

Proposed = Literal["undo", "close"]
"""The proposals of a player to the other: to undo a step, or to close the duel."""


class DuelSetup(Struct, frozen=True, omit_defaults=True, gc=False):
    """The agreement with which a duel opened: whose dice are rolled, and its title.

    For `dispute_minutes` after the end the players can dispute it, or agree to take it back. None
    means that the result counts at once.
    """

    dice: DiceOwner = "bot"
    title: str | None = None
    dispute_minutes: int | None = None


class DuelTurn(Struct, frozen=True, omit_defaults=True, gc=False):
    """A turn: its player, its number, and the kinds of cards drawn in it (MJ-D9)."""

    active: Player
    number: int = 1
    drawn: tuple[Draw, ...] = ()


class OpenWear(Struct, frozen=True, gc=False):
    """A used card whose wear its player has to roll (MJ-15)."""

    by: Player
    card: int


class DuelResult(Struct, frozen=True, omit_defaults=True, gc=False):
    """The result of a duel and its rule. A `winner` of None means a draw."""

    winner: Player | None
    plan_points: dict[Player, int]
    season_points: dict[Player, int]
    rule: str

    @property
    def draw(self) -> bool:
        """True if nobody won (MJ-D1)."""
        return self.winner is None


class DuelOutcome(Struct, frozen=True, omit_defaults=True, gc=False):
    """The result of a command by the rules; the fold reads nothing else.

    `quadrants` and `hands` are the new ones of the players whose changed; `wasted` is the number of
    their singularities that were discarded. `used`, `ready`, `discarded` and `returned` are the ids
    of cards. `waiting` is the open wear afterwards. A `turn` of None means that the turn does not
    change.
    """

    rules: tuple[str, ...] = ()
    quadrants: dict[Player, Quadrant] = {}
    hands: dict[Player, int] = {}
    wasted: dict[Player, int] = {}
    used: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()
    turn: DuelTurn | None = None
    waiting: OpenWear | None = None
    result: DuelResult | None = None


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

    def find_card(self, card: int) -> LaidCard:
        """Return the card with an id before the player. Raises `Refusal` if there is none."""
        for laid in self.cards:
            if laid.id == card:
                return laid
        refuse("no-card", "card", player=self.player, card=card)


class Seal(Struct, frozen=True, gc=False):
    """A secret of the bot's dice, and the number of the first die that comes from it."""

    secret: str
    die: int = 1


class Proposal(Struct, frozen=True, gc=False):
    """The open proposal of a player to the other."""

    by: Player
    what: Proposed


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
    proposal: Proposal | None = None
    work: str | None = None
    settled: bool = False
    locked: bool = False
    disputed: Player | None = None
    disputers: tuple[Player, ...] = ()
    last: "DuelStep | None" = None
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
    def seats_people(self) -> bool:
        """True if people can take a seat, because the duel is a lobby."""
        return self.state == "lobby"

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

    def check_die(self, die: int | None) -> None:
        """Raise `Refusal` unless `die` is the number of the bot's next die, or None."""
        if die is not None and die != self.rolled + 1:
            refuse("die-rolled", "die", number=self.rolled + 1)

    def opponent_of(self, player: Player) -> Player:
        """Return the other player."""
        one, two = self.players
        return two if player == one else one

    def find_duelist(self, player: Player) -> Duelist:
        """Return a player's side of the table. Raises `Refusal` for anybody else."""
        if player not in self.duelists:
            refuse("not-in", "player", player=player, players=self.players)
        return self.duelists[player]

    def make_outcome(self, rules: tuple[str, ...], **changes: Any) -> DuelOutcome:
        """Return an outcome that keeps the open wear, unless its card leaves the table."""
        outcome = DuelOutcome(rules, **changes)
        waiting = self.waiting
        if waiting is None or waiting.card in (*outcome.discarded, *outcome.returned):
            return outcome
        return replace(outcome, waiting=waiting)


class ImpossibleStep(Exception):
    """An event cannot follow the events before it: the log is damaged."""


# Events


class DuelEvent(Event, frozen=True):
    """Something that happened in a duel.

    It keeps the facts of its command beside what was decided about them. Its tag differs from those
    of all other games' events, so that one log can hold them.
    """

    @abstractmethod
    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel after the event. Raises `ImpossibleStep` if the event cannot follow."""

    @property
    def restarts_disputes(self) -> bool:
        """True if the time for disputes begins anew with the event."""
        return True

    @property
    def confirms(self) -> bool:
        """True if the event confirms a result, or withdraws a dispute of it."""
        return False


class DuelAside(DuelEvent, frozen=True):
    """An event that is not a step of the duel, and that no undo takes back."""

    is_aside = True

    @property
    def restarts_disputes(self) -> bool:
        """False: the time for disputes goes on."""
        return False


class DuelStep(DuelEvent, frozen=True):
    """A step of a duel: its story has a line for each one that counts, and undoing takes it back.

    Many steps have the fields `outcome` and `die`; the properties here are those of the others.
    """

    do: ClassVar[str]
    """The transcript's name of the step's command."""

    both_undo: ClassVar[bool] = False
    """Whether both players have to agree to undo the step."""

    @property
    def outcome(self) -> DuelOutcome:
        """The result of the step by the rules."""
        return DuelOutcome()

    @property
    def die(self) -> int | None:
        """The number of the bot's first die in the step; None if the bot rolled none."""
        return None

    @property
    def throws(self) -> tuple[tuple[Die, ...], ...]:
        """The dice of the step, in the order of their numbers; those rolled together in a tuple."""
        return ()

    @property
    def bot_dice(self) -> tuple[Die, ...]:
        """The bot's dice in the step, in the order of their numbers."""
        return () if self.die is None else tuple(die for throw in self.throws for die in throw)

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the outcome of the step."""
        return self.append_to(duel, apply_outcome(duel, self.outcome))

    def append_to(self, before: Duel, after: Duel) -> Duel:
        """Return `after` with this step as the last one, which undoing takes back to `before`."""
        rolled = before.rolled + len(self.bot_dice)
        return replace(
            after,
            step=before.step + 1,
            rolled=rolled,
            shown=max(before.shown, rolled),
            proposal=None,
            last=self,
            before=before,
        )


def apply_outcome(duel: Duel, outcome: DuelOutcome) -> Duel:
    """Return the duel with an outcome on its table, and without a further step."""
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


def fold(events: Iterable[Event]) -> Duel | None:
    """Return the duel after `events`; None without events. Raises `ImpossibleStep`."""
    duel: Duel | None = None
    for event in events:
        duel = evolve(duel, event)
    return duel


def evolve(duel: Duel | None, event: Event) -> Duel:
    """Return the duel after `event`. Raises `ImpossibleStep` if the event cannot follow."""
    if duel is None and not (isinstance(event, DuelEvent) and event.opens):
        raise ImpossibleStep(f"{type(event).__name__} before the duel was opened")
    after: Duel = event.apply(duel)
    return after


def list_steps(duel: Duel) -> list[DuelStep]:
    """Return the steps since the lobby that were not undone, oldest first."""
    return list(_walk_steps(duel))[::-1]


def _walk_steps(duel: Duel) -> Iterator[DuelStep]:
    at: Duel | None = duel
    while at is not None and at.last is not None:
        yield at.last
        at = at.before


# Commands

Moment = Literal["always", "lobby", "open", "playing", "turn"]
"""The part of a duel in which a command is accepted.

- `lobby`: before the start;
- `open`: before the end;
- `playing`: between the start and the end;
- `turn`: the same, but not while a card's wear is open.
"""


class DuelCommand(Command, frozen=True):
    """A request to change a duel.

    In a command that rolls dice, `die` is the number of its first die: the bot's dice are numbered
    over the duel, from 1. None means that the players rolled their own dice.
    """

    moment: ClassVar[Moment] = "always"

    proposal: ClassVar[Proposed | None] = None
    """The proposal that the command carries out, which may need both players."""

    @abstractmethod
    def decide(self, duel: Duel, /) -> DuelEvent:
        """Return the event of the command. Raises `Refusal`, and then nothing has happened."""

    def find_right(self, duel: Duel, asker: Asker, maker: Player | None) -> Right:
        """Return the right that the command requires of `asker`; `maker` took the last step."""
        if self.proposal is None or not needs_both(duel, self.proposal):
            return self.right
        return NEEDS_OPPONENT if asker.player in duel.players else DUELISTS_OR_MODERATORS

    def check_moment(self, duel: Duel) -> None:
        """Raise `Refusal` if the duel does not accept the command now."""
        if self.moment == "always":
            return
        if self.moment in ("playing", "turn") and duel.state == "lobby":
            refuse("duel-lobby")
        duel.check_open()
        if self.moment == "lobby" and duel.state != "lobby":
            refuse("duel-started")
        if self.moment == "turn" and duel.waiting is not None:
            refuse("duel-waiting", by=duel.waiting.by)


def decide(duel: Duel | None, command: Command) -> Event:
    """Return the event of a command. Raises `Refusal`, and then nothing has happened."""
    if duel is None and not command.opens:
        refuse("no-duel")
    if duel is not None and isinstance(command, DuelCommand):
        command.check_moment(duel)
    return command.decide(duel)


def needs_both(duel: Duel, what: Proposed) -> bool:
    """Return whether both players have to agree.

    Undoing takes both if the last step rolled dice, so that nobody fishes for better ones, or if it
    ended the duel. Closing takes both once the duel has begun, because the loser would close it.
    """
    if what == "close":
        return duel.state != "lobby"
    return duel.result is not None or (duel.last is not None and duel.last.both_undo)


def has_agreed(duel: Duel, what: Proposed, player: Player) -> bool:
    """Return whether the opponent of `player` has proposed `what`, so that `player` may do it."""
    asked = duel.proposal
    return (
        asked is not None and asked.what == what and player in duel.players and asked.by != player
    )
