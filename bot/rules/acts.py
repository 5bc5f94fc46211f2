"""The base classes of the commands and events of all games.

A command carries what was asked and who may ask it, and decides: it returns one event or raises a
`Refusal`. An event carries what happened, and applies it to the state of its game. Both stand in
the module of their subject. Folding calls `apply` alone, which decides nothing, so a corrected rule
never rewrites an old game.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from bot.rules.facts import Player
from bot.rules.rights import Right

C = TypeVar("C")


DecisionCode = tuple[str, str | None]
"""The code of a moderator's decision in the audit trail, and the kind of override."""


class Sentence(Struct, frozen=True):
    """A key of the catalogue, with the values of its placeholders.

    `players` are placeholders for the name of a player, or for the joined names of several;
    `values` are all others.
    """

    key: str
    players: Mapping[str, Player | tuple[Player, ...]] = {}
    values: Mapping[str, str | int] = {}


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened in a game, as the log records it.

    Tags and field names are the format of the log: they never change. No event can contain itself,
    so the garbage collector ignores them (`gc=False`).
    """

    settles: ClassVar[bool] = False
    """Whether the event settles or corrects a game, also after the channel's next game began."""

    opens: ClassVar[bool] = False
    """Whether the event brings a game into being."""

    is_aside: ClassVar[bool] = False
    """Whether the event stands beside its game: it is no step, and cannot be undone."""

    @abstractmethod
    def apply(self, game: Any, /) -> Any:
        """Return the game after the event. Raises `Impossible` if the event cannot follow."""

    def tell(self) -> Sentence | None:
        """Return the sentence that tells the event; None if its fields do not suffice."""
        return None

    @property
    def author(self) -> Player | None:
        """The player who caused the event, if its sentence names them."""
        return None

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the decision that the event is; None if it is none. The host may have made it."""
        return None


class Command(Struct, frozen=True):
    """A request to change a game."""

    right: ClassVar[Right]
    """The right that whoever asks must have, unless the state of the game requires another."""

    opens: ClassVar[bool] = False
    """Whether the command opens a game."""

    beside: ClassVar[bool] = False
    """Whether the command opens a game beside the one that its channel plays."""

    @abstractmethod
    def decide(self, game: Any, /) -> Event:
        """Return the event of the command. Raises `Refusal`, and then nothing has happened."""


def list_classes(base: type[C]) -> tuple[type[C], ...]:
    """Return the subclasses of a base class that have no subclasses, each of them once."""
    return tuple(dict.fromkeys(_walk_classes(base)))


def _walk_classes(base: type[C]) -> Iterator[type[C]]:
    for each in base.__subclasses__():
        if each.__subclasses__():
            yield from _walk_classes(each)
        else:
            yield each
