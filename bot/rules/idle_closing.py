"""Commands and events about an idle game that will be closed; pods and duels share them."""

from typing import Protocol, TypeVar

from bot.rules.commands_and_events import Command, Event, Sentence
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.rights import INVOLVED, THE_BOT


class ClosableGame(Protocol):
    """The protocol of games that are open until they end."""

    def check_open(self) -> None:
        """Raise `Refusal` if the game is over."""


G = TypeVar("G")


class AnnounceClosing(Command, frozen=True):
    """The command that announces that an idle game will be closed."""

    right = THE_BOT

    def create_event(self, game: ClosableGame, /) -> "ClosingAnnounced":
        """Return the `ClosingAnnounced` event for this command.

        Raises `Refusal` if the game is over.
        """
        game.check_open()
        return ClosingAnnounced()


class KeepGameOpen(Command, frozen=True):
    """The command by which somebody says that an idle game goes on."""

    right = INVOLVED

    def create_event(self, game: ClosableGame, /) -> "GameKeptOpen":
        """Return the `GameKeptOpen` event for this command.

        Raises `Refusal` if the game is over.
        """
        game.check_open()
        return GameKeptOpen()


class ClosingAnnounced(Event, frozen=True, tag="warned"):
    """The event that the players were told that their idle game will be closed."""

    is_aside = True

    def apply(self, game: G, /) -> G:
        """Return the game unchanged."""
        return game

    def describe(self) -> Sentence:
        """Return the sentence that describes the `ClosingAnnounced` event to players."""
        return Sentence("event-warned")


class GameKeptOpen(ModeratableEvent, frozen=True, tag="kept"):
    """The event that somebody said that their idle game goes on."""

    is_aside = True

    def apply(self, game: G, /) -> G:
        """Return the game unchanged."""
        return game

    def describe(self) -> Sentence:
        """Return the sentence that describes the `GameKeptOpen` event to players."""
        return Sentence("event-kept")
