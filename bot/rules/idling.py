"""Commands and events about a game that nobody has touched for long; pods and duels share them."""

from typing import Protocol, TypeVar

from bot.rules.acts import Command, Event, Sentence
from bot.rules.gate import Gated
from bot.rules.rights import INVOLVED, THE_BOT


class Openable(Protocol):
    """A game that is open until it ends."""

    def check_open(self) -> None:
        """Raise `Refusal` if the game is over."""


G = TypeVar("G")


class Warn(Command, frozen=True):
    """Announce that the game will be closed unless somebody touches it."""

    right = THE_BOT

    def decide(self, game: Openable, /) -> "Warned":
        """Return the event of the command. Raises `Refusal` if the game is over."""
        game.check_open()
        return Warned()


class Keep(Command, frozen=True):
    """Say that the game goes on."""

    right = INVOLVED

    def decide(self, game: Openable, /) -> "Kept":
        """Return the event of the command. Raises `Refusal` if the game is over."""
        game.check_open()
        return Kept()


class Warned(Event, frozen=True, tag="warned"):
    """The players were told that the game will be closed unless somebody touches it."""

    is_aside = True

    def apply(self, game: G, /) -> G:
        """Return the game unchanged."""
        return game

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-warned")


class Kept(Gated, frozen=True, tag="kept"):
    """Somebody said that the game goes on."""

    is_aside = True

    def apply(self, game: G, /) -> G:
        """Return the game unchanged."""
        return game

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-kept")
