"""The events of a duel: one for each accepted command.

An event keeps the facts of its command beside its `DuelOutcome`. Folding reads outcomes only, so a
corrected rule never rewrites an old duel. The tags differ from those of all other games' events, so
that one log can hold them. No event can contain itself, so the garbage collector ignores them
(`gc=False`).
"""

from typing import Literal

from msgspec import Struct

from bot.joust.facts import Bonus, Card, Die, Direction, Family, Quadrant, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.idling import Kept, Warned

DiceOwner = Literal["bot", "own"]
Draw = Literal["singularity", "crucible"]

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


class Payment(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's choices of how to pay a formula; `any` has a family for each *any* step."""

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class Add(Struct, frozen=True, gc=False, tag="add", tag_field="what"):
    """A change that adds a stable singularity to a zone."""

    family: Family
    zone: Zone


class Remove(Struct, frozen=True, gc=False, tag="remove", tag_field="what"):
    """A change that discards a singularity."""

    singularity: Singularity
    zone: Zone


class Move(Struct, frozen=True, gc=False, tag="move", tag_field="what"):
    """A change that moves a singularity to another zone; it stays stable or unstable."""

    singularity: Singularity
    zone: Zone
    to: Zone


class Flip(Struct, frozen=True, gc=False, tag="flip", tag_field="what"):
    """A change that makes a stable singularity unstable, or an unstable one stable."""

    singularity: Singularity
    zone: Zone


class Discard(Struct, frozen=True, gc=False, tag="discard", tag_field="what"):
    """A change that discards an invoked card."""

    card: int


class Return(Struct, frozen=True, gc=False, tag="return", tag_field="what"):
    """A change that returns an invoked card to the hand."""

    card: int


class Ready(Struct, frozen=True, gc=False, tag="ready", tag_field="what"):
    """A change that marks an invoked card as unused."""

    card: int


class Hand(Struct, frozen=True, gc=False, tag="hand", tag_field="what"):
    """A change of the number of cards in a hand."""

    by: int


CardChange = Discard | Return | Ready
QuadrantChange = Add | Remove | Move | Flip
TableChange = QuadrantChange | CardChange | Hand
"""A change of the table by a card's text (MJ-11)."""


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


class DuelOpened(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-opened"):
    """A lobby was opened; `players` have seats in it already.

    The bot's dice come from `secret`, which nobody may see before the end.
    """

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None


class DuelJoined(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-joined"):
    """A player took a seat in the lobby."""

    player: Player


class DuelLeft(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-left"):
    """A player left the lobby; `host` is its host from now on."""

    player: Player
    host: Player


class DuelStarted(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-started"):
    """The duel began; `rolls` decided who is first, unless the command named them (MJ-5, MJ-D5)."""

    players: tuple[Player, Player]
    first: Player
    hand: int
    outcome: DuelOutcome
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None


class SingularityPlaced(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-placed"):
    """A singularity was drawn, and placed in a zone or discarded (MJ-6)."""

    by: Player
    family: Family
    outcome: DuelOutcome
    zone: Zone | None = None


class CardDrawn(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-drew"):
    """A crucible card was drawn (MJ-7)."""

    by: Player
    outcome: DuelOutcome


class CardInvoked(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-invoked"):
    """A card was invoked, and lies face up as number `id` of the duel (MJ-8)."""

    by: Player
    id: int
    card: Card
    outcome: DuelOutcome
    pay: Payment | None = None


class CardUsed(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-used"):
    """The action of an invoked card was used (MJ-9)."""

    by: Player
    card: int
    outcome: DuelOutcome
    pay: Payment | None = None


class WearRolled(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-wear"):
    """The wear of a used card was rolled; the card is `kept` or discarded (MJ-15)."""

    by: Player
    card: int
    roll: Die
    bonus: Bonus
    total: int
    kept: bool
    outcome: DuelOutcome
    die: int | None = None


class AttackRolled(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-attack"):
    """A player attacked the other (MJ-14); dice, bonuses and totals are the attacker's first."""

    by: Player
    against: Player
    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus]
    totals: tuple[int, int]
    success: bool
    outcome: DuelOutcome
    die: int | None = None


class TableChanged(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-changed"):
    """A card's text changed what lies before `player`, `because` of that card (MJ-11)."""

    player: Player
    because: str
    change: TableChange
    outcome: DuelOutcome


class DuelTurnEnded(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-turn-ended"):
    """A turn ended, and the other player's began (MJ-10)."""

    by: Player
    outcome: DuelOutcome


class DuelConceded(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-conceded"):
    """A player gave up the duel (MJ-D7)."""

    player: Player
    outcome: DuelOutcome


class DuelClosed(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-closed"):
    """The duel was closed without a result; `idle` if nobody had touched it for long."""

    idle: bool = False


class StepUndone(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-undone"):
    """The last step that counted was taken back.

    If that reopened a duel whose secret had been shown, the next dice come from this new `secret`.
    A moderator who took it back gave a `reason`.
    """

    secret: str | None = None
    reason: str | None = None


class DuelProposed(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-proposed"):
    """A player made a proposal to the other, or withdrew it (`taken_back`)."""

    by: Player
    what: Proposed
    taken_back: bool = False


class DuelSettled(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-settled"):
    """Nobody took the end back in time: the result counts."""


class DuelDisputed(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-disputed"):
    """A player disputed the end, or withdrew that (`taken_back`)."""

    by: Player
    taken_back: bool = False


class DuelLocked(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-locked"):
    """The season of the duel is over, so only a moderator can still uphold its end."""


class DuelUpheld(Gated, frozen=True, omit_defaults=True, gc=False, tag="duel-upheld"):
    """A moderator upheld a contested end: the result counts."""


class WorkPresented(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-presented"):
    """The winner presented the great work; this replaces an earlier presentation (MJ-16)."""

    by: Player
    text: str


DuelStep = (
    DuelStarted
    | SingularityPlaced
    | CardDrawn
    | CardInvoked
    | CardUsed
    | WearRolled
    | AttackRolled
    | TableChanged
    | DuelTurnEnded
    | DuelConceded
    | DuelClosed
)
"""A step of a duel: its story has a line for each one that counts."""

DuelAside = (
    DuelProposed
    | DuelSettled
    | DuelDisputed
    | DuelLocked
    | DuelUpheld
    | WorkPresented
    | Warned
    | Kept
)
"""An event that is not a step of the duel, and that no undo takes back."""

DuelEvent = DuelOpened | DuelJoined | DuelLeft | DuelStep | StepUndone | DuelAside
