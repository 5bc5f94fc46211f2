"""Closing of games that nobody plays any more: idle pods, and games in deleted channels."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeVar

import discord

from bot.front.interaction.answers import report_command_success
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.game_commands import execute_game_command
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.interaction.services import BotServices
from bot.front.publishing.loaded_servers import is_channel_deleted
from bot.planning.cancelling import CancelPlannedGame
from bot.projections import plans, pods
from bot.projections.limits import OpenGamesLimit
from bot.projections.plans import PlannedGameRow
from bot.projections.pods import PodOrDuelRow
from bot.rulebooks import GameCommand, find_rulebook_of_game
from bot.rules.facts import Player
from bot.rules.idle_closing import AnnounceIdleGameClosing, KeepIdleGameOpen
from bot.rules.refusals import Refusal
from bot.service import rights
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.errors import StorageError, choose_log_level_for_error
from bot.storage.servers.server_settings import SHORTEST_IDLE

log = logging.getLogger(__name__)

T = TypeVar("T")

PODS_PER_ROUND = 30
"""Pods that one round of chores warns or closes at most."""

MAX_LOOKED_UP_CHANNELS = 10
"""Channels of games, and as many of plans, that one check asks Discord about: a user may wait for
it."""

# Idle games


async def keep_idle_pod_open(ctx: Context, pod: int) -> None:
    """Keep an idle pod open, after a warning that the bot would close it."""
    asker = await load_user_with_rights(ctx)

    def build_keep_idle_game_open_command(player: Player, live_game: LiveGame) -> KeepIdleGameOpen:
        rights.require_command_permission(live_game.game, KeepIdleGameOpen(), asker, None)
        if live_game.warned is None:
            raise Refusal("kept-already")
        return KeepIdleGameOpen()

    await execute_game_command(ctx, build_keep_idle_game_open_command, pod)
    await report_command_success(ctx, ctx.translations("done-keep"))


async def warn_or_close_idle_pods(client: discord.Client, services: BotServices, current_time: datetime) -> None:
    """Warn the players of idle pods, and close the pods whose warning has expired.

    Warning and closing are events, so that each happens once, however many processes run this. After a long outage
    thousands of pods may be idle. Each round handles a few of them, so that commands do not wait.
    """
    left = PODS_PER_ROUND
    database = services.database
    for guild, oldest in (await pods.load_servers_with_idle_pods(database, current_time - SHORTEST_IDLE)).items():
        idle_after = (await services.guilds.load_server_settings(guild)).idle_pod_timeout
        if idle_after is None or oldest > current_time - idle_after or client.get_guild(guild) is None:
            continue
        for row in await pods.load_idle_pods_of_server(database, guild, current_time - idle_after, left):
            await _warn_or_close_idle_pod(
                services, ChannelAddress(guild, row.channel), row.pod, current_time - idle_after
            )
            left -= 1
        if not left:
            return


async def _warn_or_close_idle_pod(
    services: BotServices, channel_address: ChannelAddress, pod_number: int, unchanged_since: datetime
) -> None:
    def build_command_to_warn_or_close_pod(player: Player, live_game: LiveGame) -> GameCommand:
        last = live_game.warned or live_game.touched
        if last is None or last > unchanged_since or live_game.game is None:
            raise Refusal("kept-already")
        return (
            AnnounceIdleGameClosing() if live_game.warned is None else find_rulebook_of_game(live_game.game).close(True)
        )

    try:
        await services.service.execute_command(
            GameCommandRequest(channel_address, None, build_command_to_warn_or_close_pod, pod=pod_number)
        )
    except Refusal as refusal:  # the pod has changed in the meantime
        log.debug("idle pod of channel %s is left alone: %s", channel_address.channel, refusal.code)
    except StorageError as error:  # go on with the next channel
        what = "idle pod of channel %s could not be handled: %s"
        log.log(choose_log_level_for_error(error), what, channel_address.channel, error)


# Deleted channels


async def require_open_games_below_limit(ctx: Context, open_games_limit: OpenGamesLimit) -> None:
    """Raise `Refusal` if the user has reached the limit of open and planned games.

    Games in deleted channels are closed first and do not count.
    """
    me = await ctx.get_player_id_of_user()

    async def require_user_below_open_games_limit() -> None:
        await open_games_limit.require_player_below_limit(ctx.services.database, ctx.channel_address.guild, me)

    await open_game_with_retry_at_limit(ctx, open_games_limit, require_user_below_open_games_limit)


async def open_game_with_retry_at_limit(
    ctx: Context, open_games_limit: OpenGamesLimit, open_game_callback: Callable[[], Awaitable[T]]
) -> T:
    """Open a game; at the limit of open games, close games in deleted channels and retry once."""
    try:
        return await open_game_callback()
    except Refusal as refusal:
        guild = ctx.interaction.guild
        if refusal.code not in open_games_limit.player_and_server_refusal_codes or not guild:
            raise
        if not await close_games_in_deleted_channels(ctx.services, guild):
            raise
    return await open_game_callback()


async def close_games_in_deleted_channels(services: BotServices, guild: discord.Guild) -> bool:
    """Close a server's open games in deleted channels. Return True if there were any.

    The bot's cache does not know archived threads, so Discord is asked about the games that have waited longest. Raises
    `DatabaseUnreachableError`.
    """
    opened = await pods.load_open_pods(services.database, guild.id)
    planned = await plans.load_open_planned_games(services.database, guild.id)
    unknown = [*_list_possibly_deleted_channels(guild, opened), *_list_possibly_deleted_channels(guild, planned)]
    lost = {channel for channel in dict.fromkeys(unknown) if await is_channel_deleted(guild, channel)}
    rows: list[PodOrDuelRow | PlannedGameRow] = [*opened, *planned]
    rows = [row for row in rows if row.channel in lost]
    for row in rows:
        await _close_game_in_deleted_channel(services, row)
    services.plans.check_due_tasks_soon()  # a plan that was closed may have a scheduled event to cancel
    return bool(rows)


def _list_possibly_deleted_channels(
    guild: discord.Guild, game_rows: Sequence[PodOrDuelRow | PlannedGameRow]
) -> list[int]:
    """Return the first few of the games' channels that are not in the bot's cache: Discord may have deleted them."""
    channels = dict.fromkeys(row.channel for row in game_rows)
    unknown = [each for each in channels if guild.get_channel_or_thread(each) is None]
    return unknown[:MAX_LOOKED_UP_CHANNELS]


def _build_close_or_cancel_command(player: Player, live_game: LiveGame) -> GameCommand:
    if live_game.plan is not None:
        return CancelPlannedGame(lapsed=True, series=True)
    assert live_game.game is not None  # a row exists, so there is a game
    return find_rulebook_of_game(live_game.game).close(False)


async def _close_game_in_deleted_channel(services: BotServices, game_row: PodOrDuelRow | PlannedGameRow) -> None:
    place = ChannelAddress(game_row.guild, game_row.channel)
    try:
        await services.service.execute_command(
            GameCommandRequest(place, None, _build_close_or_cancel_command, pod=game_row.pod)
        )
    except Refusal as refusal:  # the game has changed in the meantime
        log.debug("game %s of channel %s is left alone: %s", game_row.pod, game_row.channel, refusal.code)
    except StorageError as error:  # go on with the next channel
        what = "game %s of channel %s could not be closed: %s"
        log.log(choose_log_level_for_error(error), what, game_row.pod, game_row.channel, error)


ROUTES = (
    CustomIdRoute("pod:{pod:int}:keep", keep_idle_pod_open, build_access_rule_for_board_button(KeepIdleGameOpen)),
)
