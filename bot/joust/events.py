"""What happened in a duel: one event for each command that was accepted.

An event keeps what was asked beside its `DuelOutcome`. Folding reads outcomes only, so mending a
rule never rewrites an old duel. Their tags differ from those of all other games' events: one log
can hold them beside each other. None of this can hold itself, so the garbage collector need not
look at it (`gc=False`).
"""

from typing import Literal

from msgspec import Struct

from bot.joust.facts import Bonus, Card, Die, Direction, Family, Quadrant, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.idling import Kept, Warned

DiceOwner = Literal["bot", "own"]
Draw = Literal["singularity", "crucible"]

Proposed = Literal["undo", "close"]
"""What takes both players: taking dice or an end back, and closing the duel."""


class DuelSetup(Struct, frozen=True, omit_defaults=True, gc=False):
    """What was agreed when the duel opened: whose dice are rolled, and what it is called.

    For so many `dispute_minutes` after its end both can still agree to take that back.
    """

    dice: DiceOwner = "bot"
    title: str | None = None
    dispute_minutes: int | None = None  # None: the result counts at once


class Payment(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a formula is paid, as far as somebody said so; `any` has a family for each *any* step."""

    start: Zone | None = None
    direction: Direction | None = None
    any: tuple[Family, ...] | None = None


class Add(Struct, frozen=True, gc=False, tag="add", tag_field="what"):
    """A stable singularity appears in a zone."""

    family: Family
    zone: Zone


class Remove(Struct, frozen=True, gc=False, tag="remove", tag_field="what"):
    """A singularity is discarded."""

    singularity: Singularity
    zone: Zone


class Move(Struct, frozen=True, gc=False, tag="move", tag_field="what"):
    """A singularity goes to another zone, as it lies."""

    singularity: Singularity
    zone: Zone
    to: Zone


class Flip(Struct, frozen=True, gc=False, tag="flip", tag_field="what"):
    """A stable singularity becomes unstable, or an unstable one stable."""

    singularity: Singularity
    zone: Zone


class Discard(Struct, frozen=True, gc=False, tag="discard", tag_field="what"):
    """An invoked card is discarded."""

    card: int


class Return(Struct, frozen=True, gc=False, tag="return", tag_field="what"):
    """An invoked card goes back to the hand."""

    card: int


class Ready(Struct, frozen=True, gc=False, tag="ready", tag_field="what"):
    """An invoked card counts as unused."""

    card: int


class Hand(Struct, frozen=True, gc=False, tag="hand", tag_field="what"):
    """The hand grows or shrinks by some cards."""

    by: int


CardChange = Discard | Return | Ready
QuadrantChange = Add | Remove | Move | Flip
TableChange = QuadrantChange | CardChange | Hand
"""What a card's text can do to the table (MJ-11)."""


class DuelTurn(Struct, frozen=True, omit_defaults=True, gc=False):
    """Whose turn it is, which one, and what has been drawn in it (MJ-D9)."""

    active: Player
    number: int = 1
    drawn: tuple[Draw, ...] = ()


class OpenWear(Struct, frozen=True, gc=False):
    """A card was used whose wear is to be rolled by its player (MJ-15)."""

    by: Player
    card: int


class DuelResult(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a duel ended, by which rule: the winner, or None for a draw, and everybody's points."""

    winner: Player | None
    plan_points: dict[Player, int]
    season_points: dict[Player, int]
    rule: str

    @property
    def draw(self) -> bool:
        """Whether nobody won (MJ-D1)."""
        return self.winner is None


class DuelOutcome(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the rules made of a command: all that the fold reads.

    `quadrants` and `hands` are new, of the players whose changed; `wasted` is how many of their
    singularities were discarded. Cards are named by their ids: `used` and `ready` ones lie so from
    now on, `discarded` and `returned` ones lie there no more. `waiting` is what the duel waits for
    afterwards; `turn` is None where the turn goes on as it was.
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
    """A lobby was opened; `players` sit in it already.

    The bot's dice come from `secret`, which nobody may see before the end.
    """

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None


class DuelJoined(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-joined"):
    """A player took a seat in the lobby."""

    player: Player


class DuelLeft(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-left"):
    """A player left the lobby; `host` is who hosts it now."""

    player: Player
    host: Player


class DuelStarted(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-started"):
    """The duel began; `rolls` said who is first, unless that was said without (MJ-5, MJ-D5)."""

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


class TableChanged(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-changed"):
    """A card's text changed what lies before `player`, `because` of that card (MJ-11)."""

    player: Player
    because: str
    change: TableChange
    outcome: DuelOutcome


class DuelTurnEnded(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-turn-ended"):
    """A turn ended, and the other player's began (MJ-10)."""

    by: Player
    outcome: DuelOutcome


class DuelConceded(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-conceded"):
    """A player gave the duel up (MJ-D7)."""

    player: Player
    outcome: DuelOutcome


class DuelClosed(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-closed"):
    """The duel was closed without a result; `idle`: as nobody had touched it for long."""

    idle: bool = False


class StepUndone(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-undone"):
    """The last step that still counted was taken back.

    Where that reopened a duel whose secret had been shown, dice that nobody has seen yet come from
    this new `secret`. A moderator who took it back gave a `reason`.
    """

    secret: str | None = None
    reason: str | None = None


class DuelProposed(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-proposed"):
    """A player asked the other to agree to something; or `taken_back`: asks no more."""

    by: Player
    what: Proposed
    taken_back: bool = False


class DuelSettled(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-settled"):
    """Nobody took the end back in time: the result counts."""


class DuelDisputed(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-disputed"):
    """A player says that the end is wrong; or `taken_back`: thought again."""

    by: Player
    taken_back: bool = False


class DuelUpheld(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-upheld"):
    """A moderator let the end stand that a player did not want: the result counts."""


class WorkPresented(Struct, frozen=True, omit_defaults=True, gc=False, tag="duel-presented"):
    """Who won presented the great work, instead of what they may have said before (MJ-16)."""

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
"""What a duel's log has a line of, while it counts."""

DuelAside = DuelProposed | DuelSettled | DuelDisputed | DuelUpheld | WorkPresented | Warned | Kept
"""What happens beside the duel: no step of it, so that nothing is taken back."""

DuelEvent = DuelOpened | DuelJoined | DuelLeft | DuelStep | StepUndone | DuelAside
