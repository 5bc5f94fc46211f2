"""The lobby of a duel: open it, take and give up a seat, start (MJ-5)."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.joust.duel import (
    SEATS,
    Duel,
    DuelCommand,
    DuelEvent,
    Duelist,
    DuelOutcome,
    DuelSetup,
    DuelStep,
    DuelTurn,
    ImpossibleStep,
    Seal,
)
from bot.joust.facts import Die
from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, DUELISTS_OR_MODERATORS

OPENING_HAND = 5
"""The cards in hand at the start (MJ-5)."""


class OpenDuel(DuelCommand, frozen=True):
    """Open a lobby in which `players` have seats already.

    The bot's dice come from `secret`: 64 lower-case hexadecimal digits.
    """

    right = ANYBODY
    opens = True

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None

    def decide(self, duel: Duel | None, /) -> "DuelOpened":
        """Open the lobby. Raises `Refusal` if there is one, or for its players."""
        if duel is not None:
            refuse("duel-open")
        seen: set[Player] = set()
        for index, player in enumerate(self.players):
            if player in seen:
                refuse("twice", f"players[{index}]", player=player)
            seen.add(player)
        if len(self.players) > SEATS:
            refuse("duel-players", "players", count=SEATS, have=len(self.players))
        return DuelOpened(self.setup, self.host, self.players, self.secret)


class DuelOpened(DuelEvent, frozen=True, tag="duel-opened"):
    """A lobby was opened; `players` have seats in it already.

    The bot's dice come from `secret`, which nobody may see before the end.
    """

    opens = True

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None

    def apply(self, duel: Duel | None, /) -> Duel:
        """Return the new duel. Raises `ImpossibleStep` if there is one."""
        if duel is not None:
            raise ImpossibleStep("the duel was opened twice")
        seals = (Seal(self.secret),) if self.secret is not None else ()
        return Duel(self.setup, self.host, self.players, seals=seals)


class JoinDuel(DuelCommand, frozen=True):
    """Take one of the two seats."""

    right = ANYBODY
    moment = "lobby"

    player: Player

    def decide(self, duel: Duel, /) -> "DuelJoined":
        """Give the player a seat. Raises `Refusal` if they have one, or none is free."""
        if self.player in duel.players:
            refuse("already-in", "player", player=self.player)
        if len(duel.players) >= SEATS:
            refuse("full", "player", most=SEATS)
        return DuelJoined(self.player)


class DuelJoined(DuelEvent, frozen=True, tag="duel-joined"):
    """A player took a seat in the lobby."""

    player: Player

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the player in a seat."""
        return replace(duel, players=(*duel.players, self.player))


class LeaveDuel(DuelCommand, frozen=True):
    """Give up a seat in the lobby."""

    right = ANYBODY
    moment = "lobby"

    player: Player

    def decide(self, duel: Duel, /) -> "DuelLeft":
        """Free the player's seat; a host hands the lobby on, or keeps it if nobody else is there.

        Raises `Refusal` if the player has no seat.
        """
        if self.player not in duel.players:
            refuse("no-seat", "player")
        rest = [other for other in duel.players if other != self.player]
        return DuelLeft(self.player, rest[0] if self.player == duel.host and rest else duel.host)


class DuelLeft(Gated, DuelEvent, frozen=True, tag="duel-left"):
    """A player left the lobby; `host` is its host from now on."""

    audit_code = "removed"

    player: Player
    host: Player

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel without the player."""
        rest = tuple(player for player in duel.players if player != self.player)
        return replace(duel, players=rest, host=self.host)


class StartDuel(DuelCommand, frozen=True):
    """Start with the player `first`, or with the winner of `rolls` (MJ-5, MJ-D5).

    Each roll has a die for each player, in their order; all but the last are ties.
    """

    right = DUELISTS_OR_MODERATORS
    moment = "lobby"

    first: Player | None = None
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None

    def decide(self, duel: Duel, /) -> "DuelStarted":
        """Start the duel. Raises `Refusal` if it is not clear between whom, or who begins."""
        if len(duel.players) != SEATS:
            refuse("duel-players", "players", count=SEATS, have=len(duel.players))
        one, two = duel.players
        if (self.first is None) == (not self.rolls):
            refuse("duel-first", "first")
        if self.first is not None and self.first not in duel.players:
            refuse("first", "first", players=duel.players)
        first = self.first or (one, two)[find_winner(self.rolls)]
        duel.check_die(self.die)
        outcome = DuelOutcome(("MJ-5",))
        return DuelStarted((one, two), first, OPENING_HAND, outcome, self.rolls, self.die)


def find_winner(rolls: Sequence[tuple[int, int]]) -> int:
    """Return who rolled higher, 0 or 1. Raises `Refusal` unless all rolls but the last are ties."""
    for number, (one, two) in enumerate(rolls):
        if (one == two) == (number == len(rolls) - 1):
            refuse("opening-rolls", f"rolls[{number}]")
    one, two = rolls[-1]
    return 0 if one > two else 1


class DuelStarted(Gated, DuelStep, frozen=True, tag="duel-started"):
    """The duel began; `rolls` decided who is first, unless the command named them (MJ-5, MJ-D5)."""

    do = "open"

    players: tuple[Player, Player]
    first: Player
    hand: int
    outcome: DuelOutcome
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None

    @property
    def throws(self) -> tuple[tuple[Die, ...], ...]:
        """The dice that decided who is first."""
        return self.rolls

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with cards in both hands; `before` stays None.

        So no undo leads back to the lobby, once it is known who begins.
        """
        duelists = {player: Duelist(player, self.hand) for player in self.players}
        rolled = len(self.bot_dice)
        return replace(
            duel,
            players=self.players,
            duelists=duelists,
            turn=DuelTurn(self.first),
            proposal=None,
            last=self,
            rolled=rolled,
            shown=rolled,
        )

    def tell(self) -> Sentence:
        """Return the sentence about who begins."""
        return Sentence("joust-did-open", {"player": self.first})
