"""The commands of a duel. `decide.decide` answers each with an event or a refusal.

In a command that rolls dice, `die` is the number of its first die: the bot's dice are numbered over
the duel, from 1. None means that the players rolled their own dice.
"""

from typing import Literal

from msgspec import Struct

from bot.joust.events import DuelSetup, Payment, Proposed, TableChange
from bot.joust.facts import Bonus, Card, Die, Family, Zone
from bot.rules.facts import Player
from bot.rules.idling import Keep, Warn


class OpenDuel(Struct, frozen=True):
    """A command to open a lobby in which `players` have seats already.

    The bot's dice come from `secret`: 64 lower-case hexadecimal digits.
    """

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None


class JoinDuel(Struct, frozen=True):
    """A command to take one of the two seats."""

    player: Player


class LeaveDuel(Struct, frozen=True):
    """A command to give up a seat in the lobby."""

    player: Player


class StartDuel(Struct, frozen=True):
    """A command to start: with the player `first`, or with the winner of `rolls` (MJ-5, MJ-D5).

    Each roll has a die for each player, in their order; all but the last are ties.
    """

    first: Player | None = None
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None


class PlaceSingularity(Struct, frozen=True):
    """A command to draw a singularity and place it; without a `zone` it is discarded (MJ-6)."""

    family: Family
    zone: Zone | None = None


class DrawCard(Struct, frozen=True):
    """A command to draw a crucible card (MJ-7); nobody can draw from an empty deck (MJ-D3)."""


class InvokeCard(Struct, frozen=True):
    """A command to invoke a card from the hand (MJ-8); `pay` says how its cost is paid."""

    card: Card
    pay: Payment | None = None


class UseCard(Struct, frozen=True):
    """A command to use the action of an invoked card (MJ-9); `pay` is for the action's formula."""

    card: int
    pay: Payment | None = None


class RollWear(Struct, frozen=True):
    """A command to roll whether the used card wears out (MJ-15)."""

    roll: Die
    bonus: Bonus = 0
    die: int | None = None


class RollAttack(Struct, frozen=True):
    """A command to attack the other player (MJ-14); the attacker's die and bonus come first."""

    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)
    die: int | None = None


class ChangeTable(Struct, frozen=True):
    """A command to change what lies before `player` by the text of the card `because` (MJ-11)."""

    player: Player
    because: str
    change: TableChange


class EndTurn(Struct, frozen=True):
    """A command to end the turn (MJ-10)."""


class ConcedeDuel(Struct, frozen=True):
    """A command to give up the duel (MJ-D7)."""

    player: Player


class RemoveDuelist(Struct, frozen=True):
    """A command to remove a player from the lobby, or to let them give up the duel.

    A `moderator` may do so, and the other player once this one has `gone` from the server.
    """

    player: Player
    how: Literal["gone", "moderator"]


class UndoStep(Struct, frozen=True):
    """A command to take the last step back.

    `secret` is a new one, for the dice if the old secret has been shown. A moderator gives a
    `reason`.
    """

    secret: str | None = None
    reason: str | None = None


class CloseDuel(Struct, frozen=True):
    """A command to close the duel without a result; `idle` if nobody has touched it for long."""

    idle: bool = False


class PresentWork(Struct, frozen=True):
    """A command by which the winner presents the great work to the audience (MJ-16)."""

    player: Player
    text: str


class SettleDuel(Struct, frozen=True):
    """A command to let the result count, because nobody took the end back in time."""


class LockDuel(Struct, frozen=True):
    """A command to leave the end to moderators, because the season of the duel is over."""


class DisputeDuel(Struct, frozen=True):
    """A command to dispute the end: the result does not count until somebody has decided."""

    by: Player


class UpholdDuel(Struct, frozen=True):
    """A command to let the end stand: by a moderator, or by the player who disputed it."""

    by: Player


class Propose(Struct, frozen=True):
    """A command to ask the opponent to agree to something; repeating it withdraws the proposal."""

    by: Player
    what: Proposed


InTurn = PlaceSingularity | DrawCard | InvokeCard | UseCard | EndTurn
"""The commands that are refused while a card's wear is open."""

InDuel = InTurn | RollWear | RollAttack | ChangeTable | ConcedeDuel
DuelLobby = OpenDuel | JoinDuel | LeaveDuel | StartDuel
AboutTheEnd = PresentWork | SettleDuel | LockDuel | DisputeDuel | UpholdDuel
BesideDuel = AboutTheEnd | Propose | RemoveDuelist | Warn | Keep
DuelCommand = DuelLobby | InDuel | UndoStep | CloseDuel | BesideDuel
