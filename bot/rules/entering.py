"""Games played without the bot and entered afterwards: one event holds the whole game."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from bot.rules.commands import Command, Enter, Open, Start
from bot.rules.events import Entered, Event, Setup
from bot.rules.facts import Player
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import Refusal, refuse
from bot.rules.seats import find_starters
from bot.rules.story import Decide, tell_story
from bot.rules.tables import TABLES, find_fewest_teams, has_teams

MAX_ENTERED_COMMANDS = 500
"""Most commands of an entered game: more than real games need, few enough to judge at once."""


def settle_setup(setup: Setup, played: int, players: int) -> Setup:
    """Return the setup of an entered game, without the agreements about a running game.

    The game was `played` at that time, in milliseconds since 1970, by `players` players.
    """
    table = TABLES[setup.table]
    return replace(
        setup,
        played=played,
        teams=find_fewest_teams(table, players) if has_teams(table) else setup.teams,
        confirmation="off",
        turns=False,
        dispute_minutes=setup.dispute_minutes or 0,
    )


def make_beginning(
    setup: Setup, host: Player, players: tuple[Player, ...], guests: Collection[Player] = ()
) -> tuple[Command, ...]:
    """Return the commands that begin a game of `players`, who are in seat order.

    The host has brought the players in `guests`.
    """
    starters = find_starters(setup, players) or players
    brought = dict.fromkeys(guests, host)
    return Open(setup, host, players, guests=brought), Start(players, starters[0])


def check_bringers(commands: Iterable[Command]) -> None:
    """Raise `Refusal` unless each guest was brought by a member who played in the game."""
    for opened in commands:
        if isinstance(opened, Open):
            members = {*opened.players}.difference(opened.guests)
            if not members.issuperset(by for by in opened.guests.values() if by is not None):
                refuse("bring-seat", "guests")


def play_commands(decide: Decide, commands: Iterable[Command]) -> tuple[Pod | None, list[Event]]:
    """Return the pod and the events that commands lead to, in order. Raises `Refusal`."""
    pod: Pod | None = None
    events: list[Event] = []
    for command in commands:
        event = decide_recorded(decide, pod, command)
        pod = evolve(pod, event)
        events.append(event)
    return pod, events


def decide_recorded(decide: Decide, pod: Pod | None, command: Command) -> Event:
    """Return the event of one more command of a game that was played already.

    Raises `Refusal` in words for such a game.
    """
    try:
        return decide(pod, command)
    except Refusal as refusal:
        raise refusal.of_record() from None


def enter_game(decide: Decide, command: Enter) -> Entered:
    """Return the event of a whole game, judged as if it were played now. Raises `Refusal`."""
    if len(command.commands) > MAX_ENTERED_COMMANDS:
        refuse("entered-long", most=MAX_ENTERED_COMMANDS)
    check_bringers(command.commands)
    pod, events = play_commands(decide, command.commands)
    if pod is None or pod.setup.played is None or pod.result is None:
        refuse("entered-unfinished")
    return Entered(tell_story(events), decks=dict(pod.decks), former_decks=dict(pod.former_decks))


def find_named(command: Enter) -> tuple[str, ...]:
    """Return the players named by the command that opens the game."""
    opened = command.commands[0] if command.commands else None
    return opened.players if isinstance(opened, Open) else ()
