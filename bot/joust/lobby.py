"""The lobby of a duel: open it, take and give up a seat, start (MJ-5)."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.joust.duel import (
    SEATS,
    Duel,
    DuelCommand,
    DuelDiceSecret,
    DuelEvent,
    Duelist,
    DuelSetup,
    DuelStateChanges,
    DuelStepEvent,
    DuelTurn,
    ImpossibleDuelEventError,
)
from bot.joust.table_types import Die
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, DUELISTS_OR_MODERATORS

OPENING_HAND = 5
"""The cards in hand at the start (MJ-5)."""


class OpenDuel(DuelCommand, frozen=True):
    """The command to open the lobby of a duel, in which `players` have seats.

    The bot's dice come from `secret`: 64 lower-case hexadecimal digits.
    """

    right = ANYBODY
    opens = True

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None

    def create_event(self, duel: Duel | None, /) -> "DuelOpened":
        """Return the `DuelOpened` event.

        Raises `Refusal` if a duel is open, or for repeated or too many players.
        """
        if duel is not None:
            raise_refusal("duel-open")
        seen: set[Player] = set()
        for index, player in enumerate(self.players):
            if player in seen:
                raise_refusal("twice", f"players[{index}]", player=player)
            seen.add(player)
        if len(self.players) > SEATS:
            raise_refusal("duel-players", "players", count=SEATS, have=len(self.players))
        return DuelOpened(self.setup, self.host, self.players, self.secret)


class DuelOpened(DuelEvent, frozen=True, tag="duel-opened"):
    """The event that the lobby of a duel was opened, in which `players` have seats.

    The bot's dice come from `secret`, which nobody may see before the end.
    """

    opens = True

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None

    def apply(self, duel: Duel | None, /) -> Duel:
        """Return the new duel. Raises `ImpossibleDuelEventError` if there is one already."""
        if duel is not None:
            raise ImpossibleDuelEventError("the duel was opened twice")
        seals = (DuelDiceSecret(self.secret),) if self.secret is not None else ()
        return Duel(self.setup, self.host, self.players, seals=seals)


class JoinDuel(DuelCommand, frozen=True):
    """The command to take one of the two seats of a duel."""

    right = ANYBODY
    moment = "lobby"

    player: Player

    def create_event(self, duel: Duel, /) -> "DuelJoined":
        """Return the `DuelJoined` event. Raises `Refusal` if the player has a seat, or no seat is free."""
        if self.player in duel.players:
            raise_refusal("already-in", "player", player=self.player)
        if len(duel.players) >= SEATS:
            raise_refusal("full", "player", most=SEATS)
        return DuelJoined(self.player)


class DuelJoined(DuelEvent, frozen=True, tag="duel-joined"):
    """The event that a player took a seat in a duel's lobby."""

    player: Player

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, players=(*duel.players, self.player))


class LeaveDuelLobby(DuelCommand, frozen=True):
    """The command to give up a seat in the lobby of a duel."""

    right = ANYBODY
    moment = "lobby"

    player: Player

    def create_event(self, duel: Duel, /) -> "DuelLobbyLeft":
        """Return the `DuelLobbyLeft` event. If the host leaves, the other player becomes host.

        Raises `Refusal` if the player has no seat.
        """
        if self.player not in duel.players:
            raise_refusal("no-seat", "player")
        rest = [other for other in duel.players if other != self.player]
        return DuelLobbyLeft(self.player, rest[0] if self.player == duel.host and rest else duel.host)


class DuelLobbyLeft(ModeratableEvent, DuelEvent, frozen=True, tag="duel-left"):
    """The event that a player left the lobby of a duel; `host` is its host from then on."""

    audit_code = "removed"

    player: Player
    host: Player

    def apply(self, duel: Duel, /) -> Duel:
        rest = tuple(player for player in duel.players if player != self.player)
        return replace(duel, players=rest, host=self.host)


class StartDuel(DuelCommand, frozen=True):
    """The command to start a duel. The player `first` begins, or the winner of the die rolls (`rolls`).

    Each roll has a die for each player, in their order; all but the last are ties (MJ-5, MJ-D5).
    """

    right = DUELISTS_OR_MODERATORS
    moment = "lobby"

    first: Player | None = None
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None

    def create_event(self, duel: Duel, /) -> "DuelStarted":
        """Return the `DuelStarted` event, in which the named player or the winner of the roll begins.

        Raises `Refusal` if a player is missing, or if it is unclear who begins.
        """
        if len(duel.players) != SEATS:
            raise_refusal("duel-players", "players", count=SEATS, have=len(duel.players))
        one, two = duel.players
        if (self.first is None) == (not self.rolls):
            raise_refusal("duel-first", "first")
        if self.first is not None and self.first not in duel.players:
            raise_refusal("first", "first", players=duel.players)
        first = self.first or (one, two)[find_opening_roll_winner(self.rolls)]
        duel.require_next_die_number(self.die)
        outcome = DuelStateChanges(("MJ-5",))
        return DuelStarted((one, two), first, OPENING_HAND, outcome, self.rolls, self.die)


def find_opening_roll_winner(opening_rolls: Sequence[tuple[int, int]]) -> int:
    """Return the index (0 or 1) of the player who rolled higher.

    Raises `Refusal` unless all rolls but the last are ties.
    """
    for number, (one, two) in enumerate(opening_rolls):
        if (one == two) == (number == len(opening_rolls) - 1):
            raise_refusal("opening-rolls", f"rolls[{number}]")
    one, two = opening_rolls[-1]
    return 0 if one > two else 1


class DuelStarted(ModeratableEvent, DuelStepEvent, frozen=True, tag="duel-started"):
    """The event that a duel began. `rolls` are the dice that decided who begins."""

    do = "open"

    players: tuple[Player, Player]
    first: Player
    hand: int
    outcome: DuelStateChanges
    rolls: tuple[tuple[Die, Die], ...] = ()
    die: int | None = None

    @property
    def rolled_dice(self) -> tuple[tuple[Die, ...], ...]:
        return self.rolls

    def apply(self, duel: Duel, /) -> Duel:
        """Return the running duel, with cards in both players' hands.

        No undo leads back to the lobby.
        """
        duelists = {player: Duelist(player, self.hand) for player in self.players}
        rolled = len(self.dice_rolled_by_bot)
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

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("joust-did-open", {"player": self.first})
