"""The games that the bot referees, a row each: their state, commands, events and functions.

The log, the service and everything after them know games by this table alone. To add a game, add a
package like `joust` and a row.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from bot.joust import duel_classes
from bot.joust.duel import Duel, ImpossibleStep
from bot.joust.duel import decide as decide_duel
from bot.joust.duel import evolve as evolve_duel
from bot.joust.proposals import CloseDuel
from bot.planning import plan_classes
from bot.planning.cancelling import CancelPlan
from bot.planning.plan import ImpossibleChange, Plan
from bot.planning.plan import decide as decide_plan
from bot.planning.plan import evolve as evolve_plan
from bot.rules import pod_classes
from bot.rules.acts import Command as GameCommand
from bot.rules.acts import Event as GameEvent
from bot.rules.closing import Close
from bot.rules.decide import decide as decide_pod
from bot.rules.pod import Pod
from bot.rules.pod import evolve as evolve_pod
from bot.rules.refusals import Impossible, Refusal

__all__ = ["GameCommand", "GameEvent"]

Game = Pod | Duel | Plan


class Rulebook(Struct, frozen=True):
    """A game that the bot referees, with the classes of its commands and events.

    `close` makes the command that closes a game; its argument says whether nobody has touched the
    game for long. `none` is the refusal for a command without a game, `here` the one for a command
    meant for another game.
    """

    state: type[Game]
    commands: tuple[type[GameCommand], ...]
    events: tuple[type[GameEvent], ...]
    decide: Callable[[Any, Any], GameEvent]
    evolve: Callable[[Any, Any], Game]
    close: Callable[[bool], GameCommand]
    none: str
    here: str


RULEBOOKS = (
    Rulebook(
        state=Pod,
        commands=pod_classes.COMMANDS,
        events=pod_classes.EVENTS,
        decide=decide_pod,
        evolve=evolve_pod,
        close=Close,
        none="no-pod",
        here="pod-here",
    ),
    Rulebook(
        state=Duel,
        commands=duel_classes.COMMANDS,
        events=duel_classes.EVENTS,
        decide=decide_duel,
        evolve=evolve_duel,
        close=CloseDuel,
        none="no-duel",
        here="duel-here",
    ),
    Rulebook(
        state=Plan,
        commands=plan_classes.COMMANDS,
        events=plan_classes.EVENTS,
        decide=decide_plan,
        evolve=evolve_plan,
        close=CancelPlan,
        none="no-plan",
        here="no-plan",
    ),
)

IMPOSSIBLE = (Impossible, ImpossibleStep, ImpossibleChange)
"""Exceptions of `evolve` for an event that cannot follow."""

EVENTS: tuple[type[GameEvent], ...] = tuple(
    dict.fromkeys(event for book in RULEBOOKS for event in book.events)
)
"""All events of all games; some belong to several games."""

_BY_STATE: Mapping[type[Game], Rulebook] = {book.state: book for book in RULEBOOKS}
_BY_OPENING: Mapping[type[GameEvent], Rulebook] = {
    event: book for book in RULEBOOKS for event in book.events if event.opens
}
_COMMANDS = {book.state: frozenset(book.commands) for book in RULEBOOKS}


def evolve(game: Game | None, event: GameEvent) -> Game:
    """Return the game after `event`. Raises one of `IMPOSSIBLE` if the event cannot follow."""
    if game is not None:
        return find_rulebook(game).evolve(game, event)
    book = _BY_OPENING.get(type(event))
    if book is None:
        raise Impossible(f"{type(event).__name__} before any game was opened")
    return book.evolve(None, event)


def fold(events: Iterable[GameEvent]) -> Game | None:
    """Return the game after `events`; None for no events. Raises one of `IMPOSSIBLE`."""
    game: Game | None = None
    for event in events:
        game = evolve(game, event)
    return game


def decide(game: Game | None, command: GameCommand) -> GameEvent:
    """Return the event that `command` leads to. Raises `Refusal` and then nothing has happened."""
    check_meant(game, command)
    if game is not None:
        return find_rulebook(game).decide(game, command)
    return _find_rulebook_of(command).decide(None, command)


def check_meant(game: Game | None, command: GameCommand) -> None:
    """Raise `Refusal` if `command` belongs to another game than `game`."""
    if game is None or type(command) in _COMMANDS[type(game)]:
        return
    none = _find_rulebook_of(command).none
    raise Refusal(none if is_over(game) else find_rulebook(game).here)


def find_rulebook(game: Game) -> Rulebook:
    """Return the row of the game whose state this is."""
    return _BY_STATE[type(game)]


def _find_rulebook_of(command: GameCommand) -> Rulebook:
    return next(book for book in RULEBOOKS if type(command) in _COMMANDS[book.state])


def is_over(game: Game | None) -> bool:
    """Return whether a game has ended, or there is none, so that another can be opened."""
    return game is None or game.state not in ("lobby", "running", "waiting")
