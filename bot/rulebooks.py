"""The games that the bot referees, a row each: their state, commands, events and functions.

The log, the service and everything after them know games by this table alone. To add a game, add a package like `joust`
and a row.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from bot.joust import duel_registry
from bot.joust.duel import Duel, ImpossibleDuelEventError
from bot.joust.duel import apply_duel_event as evolve_duel
from bot.joust.duel import create_event_of_duel_command as decide_duel
from bot.joust.proposals import CloseDuel
from bot.planning import plan_registry
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.plan import ImpossiblePlannedGameEventError, PlannedGame
from bot.planning.plan import apply_planned_game_event as evolve_plan
from bot.planning.plan import create_event_of_plan_command as decide_plan
from bot.rules import pod_registry
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Command as GameCommand
from bot.rules.commands_and_events import Event as GameEvent
from bot.rules.decide import create_pod_event as decide_pod
from bot.rules.pod import Pod
from bot.rules.pod import apply_pod_event as evolve_pod
from bot.rules.refusals import ImpossibleEventError, Refusal

__all__ = ["GameCommand", "GameEvent"]

Game = Pod | Duel | PlannedGame


class GameRulebook(Struct, frozen=True):
    """A kind of game that the bot referees, such as a duel, with its commands and events.

    `close` builds the command that closes a game; its argument says whether the game was abandoned. `none` is the code
    of the refusal for a command without a game, `here` the one for a command meant for another game.
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
    GameRulebook(
        state=Pod,
        commands=pod_registry.COMMANDS,
        events=pod_registry.EVENTS,
        decide=decide_pod,
        evolve=evolve_pod,
        close=ClosePod,
        none="no-pod",
        here="pod-here",
    ),
    GameRulebook(
        state=Duel,
        commands=duel_registry.COMMANDS,
        events=duel_registry.EVENTS,
        decide=decide_duel,
        evolve=evolve_duel,
        close=CloseDuel,
        none="no-duel",
        here="duel-here",
    ),
    GameRulebook(
        state=PlannedGame,
        commands=plan_registry.COMMANDS,
        events=plan_registry.EVENTS,
        decide=decide_plan,
        evolve=evolve_plan,
        close=CancelPlannedGame,
        none="no-plan",
        here="no-plan",
    ),
)

IMPOSSIBLE = (ImpossibleEventError, ImpossibleDuelEventError, ImpossiblePlannedGameEventError)
"""Exceptions of `evolve` for an event that cannot follow."""

EVENTS: tuple[type[GameEvent], ...] = tuple(dict.fromkeys(event for book in RULEBOOKS for event in book.events))
"""All events of all games; some belong to several games."""

_BY_STATE: Mapping[type[Game], GameRulebook] = {book.state: book for book in RULEBOOKS}
_BY_OPENING: Mapping[type[GameEvent], GameRulebook] = {
    event: book for book in RULEBOOKS for event in book.events if event.opens
}
_COMMANDS = {book.state: frozenset(book.commands) for book in RULEBOOKS}


def apply_game_event(game: Game | None, event: GameEvent) -> Game:
    """Return a game after an event. Raises an error in `IMPOSSIBLE` if the event cannot follow."""
    if game is not None:
        return find_rulebook_of_game(game).evolve(game, event)
    book = _BY_OPENING.get(type(event))
    if book is None:
        raise ImpossibleEventError(f"{type(event).__name__} before any game was opened")
    return book.evolve(None, event)


def replay_game_events(events: Iterable[GameEvent]) -> Game | None:
    """Return the game after these events; None without events.

    An event that cannot follow raises an error of `IMPOSSIBLE`.
    """
    game: Game | None = None
    for event in events:
        game = apply_game_event(game, event)
    return game


def create_event_of_game_command(game: Game | None, command: GameCommand) -> GameEvent:
    """Return the event that a command causes in a game. Raises `Refusal`."""
    require_command_fits_game(game, command)
    if game is not None:
        return find_rulebook_of_game(game).decide(game, command)
    return _find_rulebook_of_command(command).decide(None, command)


def require_command_fits_game(game: Game | None, command: GameCommand) -> None:
    """Raise `Refusal` if a command is for another kind of game."""
    if game is None or type(command) in _COMMANDS[type(game)]:
        return
    none = _find_rulebook_of_command(command).none
    raise Refusal(none if is_game_over(game) else find_rulebook_of_game(game).here)


def find_rulebook_of_game(game: Game) -> GameRulebook:
    """Return the rulebook for a game's kind, which has its commands and events."""
    return _BY_STATE[type(game)]


def _find_rulebook_of_command(command: GameCommand) -> GameRulebook:
    return next(book for book in RULEBOOKS if type(command) in _COMMANDS[book.state])


def is_game_over(game: Game | None) -> bool:
    """Return True if a game has ended or none exists, so that another can be opened."""
    return game is None or game.state not in ("lobby", "running", "waiting")
