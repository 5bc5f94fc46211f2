"""What may be asked of a duel. `decide.decide` answers each with an event or a refusal.

Where a command rolls dice, `die` is the number of the first of them if they are the bot's: its dice
are numbered over the duel, from 1. Without it people rolled their own.
"""

from typing import Literal

from msgspec import Struct

from bot.joust.events import DuelSetup, Payment, Proposed, TableChange
from bot.joust.facts import Bonus, Card, Die, Family, Zone
from bot.rules.facts import Player
from bot.rules.idling import Keep, Warn


class OpenDuel(Struct, frozen=True):
    """Open a lobby; `players` sit in it from the start.

    The bot's dice come from `secret`: 64 lower-case hexadecimal digits.
    """

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None


class JoinDuel(Struct, frozen=True):
    """Take one of the two seats."""

    player: Player


class LeaveDuel(Struct, frozen=True):
    """Give a seat in the lobby back."""

    player: Player


class StartDuel(Struct, frozen=True):
    """Begin: with the player `first`, or with `rolls` that say who (MJ-5, MJ-D5).

    Each roll has a die for each player, in their order; all but the last are equal.
    """

    first: Player | None = None
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None


class PlaceSingularity(Struct, frozen=True):
    """Draw a singularity and place it; without a `zone` it is discarded (MJ-6)."""

    family: Family
    zone: Zone | None = None


class DrawCard(Struct, frozen=True):
    """Draw a crucible card (MJ-7); from an empty deck nobody does (MJ-D3)."""


class InvokeCard(Struct, frozen=True):
    """Invoke a card from the hand (MJ-8); `pay` says how its cost is paid."""

    card: Card
    pay: Payment | None = None


class UseCard(Struct, frozen=True):
    """Use the action of an invoked card, by its id (MJ-9); `pay` is for the action's formula."""

    card: int
    pay: Payment | None = None


class RollWear(Struct, frozen=True):
    """Roll whether the card that was used wears out (MJ-15)."""

    roll: Die
    bonus: Bonus = 0
    die: int | None = None


class RollAttack(Struct, frozen=True):
    """The active player attacks the other; dice and bonuses are the attacker's first (MJ-14)."""

    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)
    die: int | None = None


class ChangeTable(Struct, frozen=True):
    """Do what a card's text says to what lies before `player`; `because` of that card (MJ-11)."""

    player: Player
    because: str
    change: TableChange


class EndTurn(Struct, frozen=True):
    """End the turn (MJ-10)."""


class ConcedeDuel(Struct, frozen=True):
    """Give the duel up (MJ-D7)."""

    player: Player


class RemoveDuelist(Struct, frozen=True):
    """Go on without a player who has vanished: from the lobby, or as if they gave the duel up.

    A `moderator` may, and the other player once somebody has `gone` from the server.
    """

    player: Player
    how: Literal["gone", "moderator"]


class UndoStep(Struct, frozen=True):
    """Take the last step back; `secret` is a new one, for dice after one that has been shown.

    A moderator who does says for which `reason`.
    """

    secret: str | None = None
    reason: str | None = None


class CloseDuel(Struct, frozen=True):
    """Close the duel without a result; `idle`: because nobody has touched it for long."""

    idle: bool = False


class PresentWork(Struct, frozen=True):
    """Present the great work to the audience, as who won may (MJ-16)."""

    player: Player
    text: str


class SettleDuel(Struct, frozen=True):
    """Let the result count, as nobody has taken the end back in time."""


class DisputeDuel(Struct, frozen=True):
    """Say that the end is wrong: the result does not count until somebody has decided."""

    by: Player


class UpholdDuel(Struct, frozen=True):
    """Let the end stand: as a moderator, or as who disputed it and thinks again."""

    by: Player


class Propose(Struct, frozen=True):
    """Ask the opponent to agree to something, or do not ask any more."""

    by: Player
    what: Proposed


InTurn = PlaceSingularity | DrawCard | InvokeCard | UseCard | EndTurn
"""What cannot be done while a card's wear is open."""

InDuel = InTurn | RollWear | RollAttack | ChangeTable | ConcedeDuel
DuelLobby = OpenDuel | JoinDuel | LeaveDuel | StartDuel
AboutTheEnd = PresentWork | SettleDuel | DisputeDuel | UpholdDuel
BesideDuel = AboutTheEnd | Propose | RemoveDuelist | Warn | Keep
DuelCommand = DuelLobby | InDuel | UndoStep | CloseDuel | BesideDuel
