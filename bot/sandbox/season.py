"""A small season that six members play for whoever wants to look at one: twelve games."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord
import simcord

PLACE = "leaderboard"
"""The channel in which the season is played."""

MODERATOR = "Ana"
"""Who starts the season."""

SECONDS_UNTIL_DEFEAT = 120.0
"""Seconds from the start or a defeat to the next defeat, so that no game is over at once."""

SECONDS_BETWEEN = 60.0
"""Seconds between two games, in which nobody plays too fast for the bot."""

SECONDS_UNTIL_COUNTED = 16 * 60.0
"""Seconds after which a game counts if nobody disputes it, by the bot's defaults."""


@dataclass(frozen=True, slots=True)
class Defeat:
    """A defeat: who lost, who controlled the card, and the card."""

    loser: str
    controller: str
    card: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game of Esclave: its players, the host first, and its defeats up to the last."""

    players: tuple[str, ...]
    defeats: tuple[Defeat, ...]


CARDS = (
    *("Lightning Bolt", "Serra Angel", "Craterhoof Behemoth", "Gray Merchant of Asphodel"),
    *("Goblin Guide", "Torment of Hailfire", "Shivan Dragon"),
)


def _game(players: str, defeats: str) -> Game:
    """Read a game: players by their first letters, defeats as `loser<controller`."""
    names = {name[0]: name for name in ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")}
    pairs = (each.split("<") for each in defeats.split())
    told = tuple(
        Defeat(names[loser], names[controller], CARDS[at % len(CARDS)])
        for at, (loser, controller) in enumerate(pairs)
    )
    return Game(tuple(names[each] for each in players), told)


GAMES = (
    _game("ABCDEF", "B<A F<D E<B C<D D<A"),
    _game("BCDE", "C<B E<D D<B"),
    _game("CADF", "A<C F<D C<D"),
    _game("DBEFA", "B<D E<F A<F F<D"),
    _game("EACB", "C<E A<B B<E"),
    _game("FBCDE", "D<F B<C E<C C<F"),
    _game("ABDF", "F<A D<B B<A"),
    _game("BCAE", "A<C E<B C<B"),
    _game("CDEFAB", "E<C A<D B<D F<C D<C"),
    _game("DEFC", "C<D F<E E<D"),
    _game("EFABD", "B<A D<F F<A E<A"),
    _game("FEDCBA", "C<A B<A D<E F<E E<A"),
)
"""The season, oldest first."""


async def play_season(
    skip: Callable[[float], Awaitable[None]],
    channel: simcord.ChannelHandle,
    members: Mapping[str, simcord.MemberActor],
) -> None:
    """Play the games as members do, and `skip` seconds until they count. `members` are by name."""
    await members[MODERATOR].slash(channel, "season start")  # refused if one is running
    for game in GAMES:
        await _play(game, skip, channel, members)
        await skip(SECONDS_BETWEEN)
    await skip(SECONDS_UNTIL_COUNTED)


async def _play(
    game: Game,
    skip: Callable[[float], Awaitable[None]],
    channel: simcord.ChannelHandle,
    members: Mapping[str, simcord.MemberActor],
) -> None:
    host, *guests = (members[name] for name in game.players)
    await host.slash(channel, "pod open", variant="esclave")
    for guest in guests:
        await _press(guest, channel, "join")
    await _press(host, channel, "start")
    for defeat in game.defeats:
        await skip(SECONDS_UNTIL_DEFEAT)
        reporter = members[defeat.loser]
        facts = {"loser": defeat.loser, "controller": defeat.controller, "card": defeat.card}
        await reporter.slash(channel, "defeat", **facts)


async def _press(member: simcord.MemberActor, channel: simcord.ChannelHandle, action: str) -> None:
    """Press the button of an action on the newest board.

    Raises `SetupError` if there is none.
    """
    if not await press(member, channel, rf"pod:\d+:{action}"):
        raise simcord.SetupError(f"there is nothing to press: {action}")


async def press(
    member: simcord.MemberActor, channel: simcord.ChannelHandle, custom_id: str
) -> bool:
    """Press the newest button whose custom id matches; return whether there was one."""
    found = find_button(channel, custom_id)
    if found is not None:
        message, known = found
        await member.click(message, custom_id=known)
    return found is not None


def find_button(
    channel: simcord.ChannelHandle, custom_id: str
) -> tuple[discord.Message, str] | None:
    """Return the newest message with a button whose custom id matches, and that id."""
    for message in reversed(channel.history()):
        shown = json.dumps([each.to_dict() for each in message.components])
        if found := re.search(f'"({custom_id})"', shown):
            return message, found[1]
    return None
