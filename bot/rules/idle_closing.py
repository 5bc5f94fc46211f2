"""Commands and events about an idle game that will be closed; pods and duels share them."""

from typing import Protocol, TypeVar

from bot.rules.commands_and_events import Command, Event, TranslatableSentence
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.rights import INVOLVED, THE_BOT


class ClosableGame(Protocol):
    """The protocol of games, such as pods and duels, that refuse commands after their end."""

    def require_game_unfinished(self) -> None:
        """Raise `Refusal` if the game is over."""


G = TypeVar("G")


class AnnounceIdleGameClosing(Command, frozen=True):
    """The command that warns players that the bot will close their idle game."""

    right = THE_BOT

    def create_event(self, game: ClosableGame, /) -> "IdleGameClosingAnnounced":
        """Return the `IdleGameClosingAnnounced` event. Raises `Refusal` if the game is over."""
        game.require_game_unfinished()
        return IdleGameClosingAnnounced()


class KeepIdleGameOpen(Command, frozen=True):
    """The command by which a player says that an idle game is still being played, so that the bot keeps it open."""

    right = INVOLVED

    def create_event(self, game: ClosableGame, /) -> "IdleGameConfirmedAsActive":
        """Return the `IdleGameConfirmedAsActive` event. Raises `Refusal` if the game is over."""
        game.require_game_unfinished()
        return IdleGameConfirmedAsActive()


class IdleGameClosingAnnounced(Event, frozen=True, tag="warned"):
    """The event that players were warned that the bot will close their idle game."""

    is_aside = True

    def apply(self, game: G, /) -> G:
        return game

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-warned")


class IdleGameConfirmedAsActive(ModeratableEvent, frozen=True, tag="kept"):
    """The event that a player said that an idle game is still being played, which prevents its closing."""

    is_aside = True

    def apply(self, game: G, /) -> G:
        return game

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-kept")
