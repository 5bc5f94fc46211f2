"""Base classes of the commands and events of all games.

A command carries a request and the right that it needs. `Command.create_event` returns one event or raises a `Refusal`.
An event carries what happened. `Event.apply` returns the game after the event. Each command and event stands in the
module of its subject. Replaying a log calls `apply` alone, which decides nothing, so a corrected rule never rewrites an
old game.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from bot.rules.facts import Player
from bot.rules.rights import CommandRight

C = TypeVar("C")


AuditCode = tuple[str, str | None]
"""The code of a moderator's decision in the audit trail, and the kind of override."""


class TranslatableSentence(Struct, frozen=True):
    """A sentence to translate: its key in the translation files, and the values of its placeholders.

    `players` are placeholders for the name of a player, or for the joined names of several; `values` are all others.
    """

    key: str
    players: Mapping[str, Player | tuple[Player, ...]] = {}
    values: Mapping[str, str | int] = {}


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """The base class of events: something that happened in a game, as stored in the event log.

    Tags and field names are the format of the log: they never change. No event can contain itself, so the garbage
    collector ignores them (`gc=False`).
    """

    opens: ClassVar[bool] = False
    """True if the event brings a game into being."""

    is_aside: ClassVar[bool] = False
    """True if the event stands beside its game: it is no step, and cannot be undone."""

    @abstractmethod
    def apply(self, game: Any, /) -> Any:
        """Return the game as it is after the event.

        Raises `ImpossibleEventError` if the event cannot follow the game's earlier events.
        """

    def build_event_sentence(self) -> TranslatableSentence | None:
        """Return the sentence that tells players about the event; None if the sentence needs more than the event."""
        return None

    @property
    def player_who_caused_event(self) -> Player | None:
        """Return the player named as the author when the event is described; None if nobody is named."""
        return None

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the type of the entry in the moderators' audit trail; None if the event makes no entry.

        None if the event is no such decision. `is_host_action` means that the host of the game caused the
        event.
        """
        return None


class Command(Struct, frozen=True):
    """The base class of commands: a request to change a game."""

    right: ClassVar[CommandRight]
    """The right that whoever asks must have, unless the state of the game requires another."""

    opens: ClassVar[bool] = False
    """True if the command opens a game."""

    beside: ClassVar[bool] = False
    """True if the command opens a game beside the one that its channel plays."""

    shares_commit: ClassVar[bool] = False
    """True if the command may be committed together with others of its channel: what is read for it does not depend on
    rows that such commands write. These are commands that a crowd gives at the same moment."""

    needs_reason_of_moderator: ClassVar[bool] = False
    """True if the command needs a `reason` from a person who may give it only as a moderator."""

    needs_ballots: ClassVar[bool] = False
    """True if the command is decided by players' private ballots, which the event log does not hold."""

    @abstractmethod
    def create_event(self, game: Any, /) -> Event:
        """Return the event that the command causes. Raises `Refusal` if the rules forbid it."""


def list_leaf_subclasses(base_class: type[C]) -> tuple[type[C], ...]:
    """Return the subclasses of a class, direct or indirect, that have no subclasses themselves."""
    return tuple(dict.fromkeys(_iterate_leaf_subclasses(base_class)))


def _iterate_leaf_subclasses(base_class: type[C]) -> Iterator[type[C]]:
    for each in base_class.__subclasses__():
        if each.__subclasses__():
            yield from _iterate_leaf_subclasses(each)
        else:
            yield each
