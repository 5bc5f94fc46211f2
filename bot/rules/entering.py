"""A game that was played without the bot, and entered afterwards: one event holds all of it."""

from collections.abc import Iterable

from bot.rules.commands import Command, Enter, Open
from bot.rules.events import Entered, Event
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import refuse
from bot.rules.story import Decide, tell_story

MOST_ENTERED = 500
"""Commands of one game: more than anybody reports, and few enough to be judged at once."""


def play_commands(decide: Decide, commands: Iterable[Command]) -> tuple[Pod | None, list[Event]]:
    """The pod that commands lead to, one after the other, and their events. Raises `Refusal`."""
    pod: Pod | None = None
    events: list[Event] = []
    for command in commands:
        event = decide(pod, command)
        pod = evolve(pod, event)
        events.append(event)
    return pod, events


def enter_game(decide: Decide, command: Enter) -> Entered:
    """The event of a whole game, judged as if it were played now. Raises `Refusal`."""
    if len(command.commands) > MOST_ENTERED:
        refuse("entered-long", most=MOST_ENTERED)
    pod, events = play_commands(decide, command.commands)
    if pod is None or pod.setup.played is None or pod.result is None:
        refuse("entered-unfinished")
    return Entered(tell_story(events), command.locked)


def find_named(command: Enter) -> tuple[str, ...]:
    """Who played, as far as the command that opens the game says."""
    opened = command.commands[0] if command.commands else None
    return opened.players if isinstance(opened, Open) else ()
