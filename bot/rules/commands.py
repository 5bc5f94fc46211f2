"""What may be asked of a pod. `decide.decide` answers each with an event or a refusal."""

from msgspec import Struct

from bot.rules.events import Means, Setup, SubgameCard
from bot.rules.facts import Player, Report


class Open(Struct, frozen=True):
    """Open a lobby; `players` sit in it from the start."""

    setup: Setup
    host: Player
    players: tuple[Player, ...] = ()


class Join(Struct, frozen=True):
    """Take a seat."""

    player: Player


class Leave(Struct, frozen=True):
    """Give a seat in the lobby back."""

    player: Player


class Start(Struct, frozen=True):
    """Begin the game with these seats, clockwise, and this first player (drawn by the caller)."""

    seats: tuple[Player, ...]
    first: Player


class Defeat(Struct, frozen=True):
    """Report the defeats of one moment."""

    reports: tuple[Report, ...]


class Concede(Struct, frozen=True):
    """Leave the game."""

    player: Player


class Choose(Struct, frozen=True):
    """Answer the pod's question in the name of `by`; `player` None declines."""

    by: Player
    player: Player | None


class Win(Struct, frozen=True):
    """An effect or a combo wins the game for `player`."""

    player: Player
    means: Means = "effect"


class Draw(Struct, frozen=True):
    """A loop that nobody can stop (TAB-7)."""


class NextTurn(Struct, frozen=True):
    """The next turn begins."""


class Restart(Struct, frozen=True):
    """Karn Liberated, controlled by `by`, restarts the game."""

    by: Player


class Subgame(Struct, frozen=True):
    """A card begins a subgame."""

    card: SubgameCard


class Undo(Struct, frozen=True):
    """Take the last step back."""


class Close(Struct, frozen=True):
    """Close the pod without a result."""


InGame = Defeat | Concede | Choose | Win | Draw | NextTurn | Restart
Command = Open | Join | Leave | Start | InGame | Subgame | Undo | Close
