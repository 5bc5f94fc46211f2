"""The games that the bot referees, a row each: their state, commands, events and functions.

The log, the service and everything after them know games by this table alone. To add a game, add a
package like `joust` and a row.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from bot.joust.duel import Duel, ImpossibleStep
from bot.joust.duel import decide as decide_duel
from bot.joust.duel import evolve as evolve_duel
from bot.joust.lobby import DuelOpened
from bot.joust.proposals import CloseDuel
from bot.joust.subjects import COMMANDS as DUEL_COMMANDS
from bot.joust.subjects import EVENTS as DUEL_EVENTS
from bot.planning.plan import ImpossibleChange, Plan
from bot.planning.plan import decide as decide_plan
from bot.planning.plan import evolve as evolve_plan
from bot.planning.plan_classes import COMMANDS as PLAN_COMMANDS
from bot.planning.plan_classes import EVENTS as PLAN_EVENTS
from bot.rules import pod_classes
from bot.rules.acts import Command, Event
from bot.rules.closing import Close
from bot.rules.decide import decide as decide_pod
from bot.rules.entering import Enter, Entered
from bot.rules.lobby import Open, Opened
from bot.rules.pod import Pod
from bot.rules.pod import evolve as evolve_pod
from bot.rules.refusals import Impossible, Refusal

Game = Pod | Duel | Plan
GameEvent = Event
GameCommand = Command


class Rulebook(Struct, frozen=True):
    """A game that the bot referees.

    `opening` is the command that opens a game, and `opened` its event. `entering` is the command
    that enters a game played elsewhere, and `entered` its event; None if the game has no such
    command. `later` events may still follow after the channel's next game began: they settle or
    correct a game.

    `close` makes the command that closes a game; its argument says whether nobody has touched the
    game for long. `none` is the refusal for a command without a game, `here` the one for a command
    meant for another game. A game `beside` others is not played, and can be opened at any time.
    """

    state: type[Game]
    opening: type[GameCommand]
    opened: type[GameEvent]
    commands: frozenset[type]
    events: tuple[type[GameEvent], ...]
    later: tuple[type[GameEvent], ...]
    decide: Callable[[Any, Any], GameEvent]
    evolve: Callable[[Any, Any], Game]
    close: Callable[[bool], GameCommand]
    none: str
    here: str
    entering: type[GameCommand] | None = None
    entered: type[GameEvent] | None = None
    beside: bool = False


RULEBOOKS = (
    Rulebook(
        state=Pod,
        opening=Open,
        opened=Opened,
        commands=frozenset(pod_classes.COMMANDS),
        events=pod_classes.EVENTS,
        later=tuple(event for event in pod_classes.EVENTS if event.settles),
        decide=decide_pod,
        evolve=evolve_pod,
        close=Close,
        none="no-pod",
        here="pod-here",
        entering=Enter,
        entered=Entered,
    ),
    Rulebook(
        state=Duel,
        opening=next(command for command in DUEL_COMMANDS if command.opens),
        opened=DuelOpened,
        commands=frozenset(DUEL_COMMANDS),
        events=DUEL_EVENTS,
        later=tuple(event for event in DUEL_EVENTS if event.settles),
        decide=decide_duel,
        evolve=evolve_duel,
        close=CloseDuel,
        none="no-duel",
        here="duel-here",
    ),
    Rulebook(
        state=Plan,
        opening=next(each for each in PLAN_COMMANDS if each.opens),
        opened=next(each for each in PLAN_EVENTS if each.opens),
        commands=frozenset(PLAN_COMMANDS),
        events=PLAN_EVENTS,
        later=tuple(each for each in PLAN_EVENTS if each.settles),
        decide=decide_plan,
        evolve=evolve_plan,
        close=next(each for each in PLAN_COMMANDS if each.closes),
        none="no-plan",
        here="no-plan",
        beside=True,
    ),
)

IMPOSSIBLE = (Impossible, ImpossibleStep, ImpossibleChange)
"""Exceptions of `evolve` for an event that cannot follow."""

EVENTS: tuple[type[GameEvent], ...] = tuple(
    dict.fromkeys(event for book in RULEBOOKS for event in book.events)
)
"""All events of all games; some belong to several games."""

_BY_STATE: Mapping[type[Game], Rulebook] = {book.state: book for book in RULEBOOKS}
_BY_OPENED: Mapping[type[GameEvent], Rulebook] = {
    event: book for book in RULEBOOKS for event in (book.opened, book.entered) if event is not None
}
_OPENING_COMMANDS = tuple(book.opening for book in RULEBOOKS)
_COMMANDS_BESIDE = tuple(
    command
    for book in RULEBOOKS
    for command in (book.opening if book.beside else None, book.entering)
    if command is not None
)


def evolve(game: Game | None, event: GameEvent) -> Game:
    """Return the game after `event`. Raises one of `IMPOSSIBLE` if the event cannot follow."""
    if game is not None:
        return find_rulebook(game).evolve(game, event)
    book = _BY_OPENED.get(type(event))
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
    book = next(book for book in RULEBOOKS if type(command) in book.commands)
    return book.decide(None, command)


def check_meant(game: Game | None, command: GameCommand) -> None:
    """Raise `Refusal` if `command` belongs to another game than `game`."""
    if game is None or type(command) in find_rulebook(game).commands:
        return
    meant = next(book for book in RULEBOOKS if type(command) in book.commands)
    raise Refusal(meant.none if is_over(game) else find_rulebook(game).here)


def find_rulebook(game: Game) -> Rulebook:
    """Return the row of the game whose state this is."""
    return _BY_STATE[type(game)]


def opens_game(command: GameCommand) -> bool:
    """Return whether a command opens a new game."""
    return isinstance(command, _OPENING_COMMANDS)


def stands_beside(command: GameCommand) -> bool:
    """Return whether a command opens a game beside the one that its channel plays."""
    return isinstance(command, _COMMANDS_BESIDE)


def is_over(game: Game | None) -> bool:
    """Return whether a game has ended, or there is none, so that another can be opened."""
    return game is None or game.state not in ("lobby", "running", "waiting")


def may_follow_later(game: Game, event: GameEvent) -> bool:
    """Return whether `event` may still happen after the channel's next game began."""
    return isinstance(event, find_rulebook(game).later)
