"""A sample season of twelve games with a weekly post, which six members of the sandbox play on request."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord
import simcord

from bot.front.server.setup import ALL_SETTINGS, GROUP_PREFIX
from bot.i18n import Locale

SEASON_CHANNEL = "leaderboard"
"""The channel in which the season is played."""

SEASON_MODERATOR = "Ana"
"""The member who sets the server up and starts the season."""

SECONDS_UNTIL_DEFEAT = 120.0
"""Seconds from the start or a defeat to the next defeat, so that no game is over at once."""

SECONDS_BETWEEN = 60.0
"""Seconds between two games, in which nobody plays too fast for the bot."""

SECONDS_UNTIL_COUNTED = 16 * 60.0
"""Seconds after which a game counts if nobody disputes it, by the bot's defaults."""


@dataclass(frozen=True, slots=True)
class SampleSeasonDefeat:
    """A defeat in the sandbox's sample season: the loser, the card, and the card's controller."""

    loser: str
    controller: str
    card: str


@dataclass(frozen=True, slots=True)
class SampleSeasonGame:
    """A game of the sandbox's sample season: its players, the host first, and its defeats in order."""

    players: tuple[str, ...]
    defeats: tuple[SampleSeasonDefeat, ...]


CARDS = (
    *("Lightning Bolt", "Serra Angel", "Craterhoof Behemoth", "Gray Merchant of Asphodel"),
    *("Goblin Guide", "Torment of Hailfire", "Shivan Dragon"),
)


def _parse_sample_game(player_initials: str, loser_controller_pairs: str) -> SampleSeasonGame:
    """Parse a game of the sandbox's sample season from a short notation.

    `player_initials` has their initials, and `loser_controller_pairs` pairs such as `loser<controller`.
    """
    names = {name[0]: name for name in ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")}
    pairs = (each.split("<") for each in loser_controller_pairs.split())
    told = tuple(
        SampleSeasonDefeat(names[loser], names[controller], CARDS[at % len(CARDS)])
        for at, (loser, controller) in enumerate(pairs)
    )
    return SampleSeasonGame(tuple(names[each] for each in player_initials), told)


GAMES = (
    _parse_sample_game("ABCDEF", "B<A F<D E<B C<D D<A"),
    _parse_sample_game("BCDE", "C<B E<D D<B"),
    _parse_sample_game("CADF", "A<C F<D C<D"),
    _parse_sample_game("DBEFA", "B<D E<F A<F F<D"),
    _parse_sample_game("EACB", "C<E A<B B<E"),
    _parse_sample_game("FBCDE", "D<F B<C E<C C<F"),
    _parse_sample_game("ABDF", "F<A D<B B<A"),
    _parse_sample_game("BCAE", "A<C E<B C<B"),
    _parse_sample_game("CDEFAB", "E<C A<D B<D F<C D<C"),
    _parse_sample_game("DEFC", "C<D F<E E<D"),
    _parse_sample_game("EFABD", "B<A D<F F<A E<A"),
    _parse_sample_game("FEDCBA", "C<A B<A D<E F<E E<A"),
)
"""The season, oldest first."""


async def play_sample_season(
    skip_time: Callable[[float], Awaitable[None]],
    channel: simcord.ChannelHandle,
    members_by_name: Mapping[str, simcord.MemberActor],
    language: Locale,
    report_progress: Callable[[int], None],
) -> None:
    """Play the games of the sample season as its members, until all results count.

    The bot then speaks `language` on the server, and has a weekly post in the season's channel. `report_progress` is
    called with the number of each game before it is played.
    """
    moderator = members_by_name[SEASON_MODERATOR]
    await moderator.slash(channel, "setup language", language=language)
    await _enable_weekly_post(moderator, channel)
    await moderator.slash(channel, "season start")  # refused if one is running
    for number, game in enumerate(GAMES, 1):
        report_progress(number)
        await _play_sample_game(game, skip_time, channel, members_by_name)
        await skip_time(SECONDS_BETWEEN)
    await skip_time(SECONDS_UNTIL_COUNTED)


async def _enable_weekly_post(
    simulated_moderator: simcord.MemberActor, simulated_channel: simcord.ChannelHandle
) -> None:
    """Choose a channel for weekly posts in the menus of `/setup server`."""
    shown = await simulated_moderator.slash(simulated_channel, "setup server")
    await _choose_value_in_menu(simulated_moderator, shown, rf"setup:{ALL_SETTINGS}:menu:\d+", f"{GROUP_PREFIX}seasons")
    await _choose_value_in_menu(simulated_moderator, shown, rf"setup:{ALL_SETTINGS}:menu:\d+", "weekly")
    await _choose_value_in_menu(simulated_moderator, shown, r"setup:weekly:set:\d+:0", simulated_channel)


async def _choose_value_in_menu(
    member: simcord.MemberActor, interaction_result: simcord.InteractionResult, custom_id_pattern: str, value: object
) -> None:
    """Choose a value in a menu of a private answer, found by the menu's custom id.

    Raises `SetupError` if there is no such menu.
    """
    message = None if interaction_result.response is None else interaction_result.response.message
    menu = None if message is None else _find_custom_id_in_message(message, custom_id_pattern)
    if message is None or menu is None:
        raise simcord.SetupError(f"there is no menu: {custom_id_pattern}")
    await member.select(message, [value], custom_id=menu)


async def _play_sample_game(
    sample_game: SampleSeasonGame,
    skip_time: Callable[[float], Awaitable[None]],
    channel: simcord.ChannelHandle,
    members_by_name: Mapping[str, simcord.MemberActor],
) -> None:
    host, *guests = (members_by_name[name] for name in sample_game.players)
    await host.slash(channel, "pod open", variant="esclave")
    for guest in guests:
        await _press_button_of_newest_game_board(guest, channel, "join")
    await _press_button_of_newest_game_board(host, channel, "start")
    for defeat in sample_game.defeats:
        await skip_time(SECONDS_UNTIL_DEFEAT)
        reporter = members_by_name[defeat.loser]
        facts = {"loser": defeat.loser, "controller": defeat.controller, "card": defeat.card}
        await reporter.slash(channel, "defeat", **facts)


async def _press_button_of_newest_game_board(
    simulated_member: simcord.MemberActor, simulated_channel: simcord.ChannelHandle, button_action: str
) -> None:
    """Press a button for an action below the newest board (main message of a game).

    Raises `SetupError` if there is none.
    """
    if not await press_newest_matching_button(simulated_member, simulated_channel, rf"pod:\d+:{button_action}"):
        raise simcord.SetupError(f"there is nothing to press: {button_action}")


async def press_newest_matching_button(
    member: simcord.MemberActor, channel: simcord.ChannelHandle, custom_id_pattern: str
) -> bool:
    """Press the newest button that has a custom id; return False if there is none."""
    found = find_newest_message_with_button(channel, custom_id_pattern)
    if found is not None:
        message, known = found
        await member.click(message, custom_id=known)
    return found is not None


def find_newest_message_with_button(
    channel: simcord.ChannelHandle, custom_id_pattern: str
) -> tuple[discord.Message, str] | None:
    """Return the newest message that has a button of this custom id, and the full custom id.

    Return None if there is no such message.
    """
    for message in reversed(channel.history()):
        if found := _find_custom_id_in_message(message, custom_id_pattern):
            return message, found
    return None


def _find_custom_id_in_message(message: discord.Message, custom_id_pattern: str) -> str | None:
    """Return the first custom id in a message that fits a pattern; None without one."""
    shown = json.dumps([each.to_dict() for each in message.components])
    found = re.search(f'"({custom_id_pattern})"', shown)
    return None if found is None else found[1]
