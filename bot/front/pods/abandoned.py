"""Close games that nobody plays any more: idle ones, and those of deleted channels."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeVar

import discord

from bot import rights
from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.pods import do
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.services import Services
from bot.planning.cancelling import CancelPlan
from bot.projections import plans, pods
from bot.projections.limits import CountLimit
from bot.projections.plans import PlanRow
from bot.projections.pods import PodRow
from bot.rulebooks import GameCommand, find_rulebook
from bot.rules.facts import Player
from bot.rules.idling import Keep, Warn
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.errors import StorageError, find_level
from bot.storage.servers.guilds import SHORTEST_IDLE

log = logging.getLogger(__name__)

T = TypeVar("T")

PODS_PER_ROUND = 30
"""Pods that one round of chores warns or closes at most."""

MAX_LOOKED_UP_CHANNELS = 10
"""Channels of games, and as many of plans, that one check asks Discord about: a user may wait for
it."""

# Idle games


async def keep(ctx: Context, pod: int) -> None:
    """Keep an idle pod open: somebody still plays."""
    asker = await find_asker(ctx)

    def make_command(_: Player, live: LiveGame) -> Keep:
        rights.check(live.game, Keep(), asker, None)
        if live.warned is None:
            raise Refusal("kept-already")
        return Keep()

    await do(ctx, make_command, pod)
    await confirm(ctx, ctx.text("done-keep"))


async def close_idle(client: discord.Client, services: Services, now: datetime) -> None:
    """Warn each pod that was idle for as long as its server allows, or close it after its warning.

    Warning and closing are events, so that each happens once, however many processes run this.
    After a long outage thousands of pods may be idle: each round handles a few, so that commands do
    not wait.
    """
    left = PODS_PER_ROUND
    database = services.database
    for guild, oldest in (await pods.load_idle_servers(database, now - SHORTEST_IDLE)).items():
        idle_after = (await services.guilds.read_settings(guild)).idle_after
        if idle_after is None or oldest > now - idle_after or client.get_guild(guild) is None:
            continue
        for row in await pods.load_idle_pods(database, guild, now - idle_after, left):
            await _warn_or_close(services, Place(guild, row.channel), row.pod, now - idle_after)
            left -= 1
        if not left:
            return


async def _warn_or_close(services: Services, place: Place, pod: int, since: datetime) -> None:
    def make_command(_: Player, live: LiveGame) -> GameCommand:
        last = live.warned or live.touched
        if last is None or last > since or live.game is None:
            raise Refusal("kept-already")
        return Warn() if live.warned is None else find_rulebook(live.game).close(True)

    try:
        await services.service.do(Request(place, None, make_command, pod=pod, earlier=True))
    except Refusal as refusal:  # the pod has changed in the meantime
        log.debug("idle pod of channel %s is left alone: %s", place.channel, refusal.code)
    except StorageError as error:  # go on with the next channel
        what = "idle pod of channel %s could not be handled: %s"
        log.log(find_level(error), what, place.channel, error)


# Deleted channels


async def check_limit(ctx: Context, limit: CountLimit) -> None:
    """Raise `Refusal` if the user may have no further game or plan open, as `limit` says.

    Before that, the games whose channels are gone are closed, and counted no more.
    """
    me = await ctx.find_player()

    async def check() -> None:
        await limit.check(ctx.services.database, ctx.place.guild, me)

    await retry_without_lost(ctx, limit, check)


async def retry_without_lost(ctx: Context, limit: CountLimit, act: Callable[[], Awaitable[T]]) -> T:
    """Return what `act` returns. If `limit` refuses it, close games of lost channels and repeat it.

    Raises `Refusal`.
    """
    try:
        return await act()
    except Refusal as refusal:
        guild = ctx.interaction.guild
        if refusal.code not in limit.codes or not guild:
            raise
        if not await close_lost(ctx.services, guild):
            raise
    return await act()


async def close_lost(services: Services, guild: discord.Guild) -> bool:
    """Close the server's open games and plans in deleted channels; return whether there were any.

    The bot's cache does not know archived threads, so Discord is asked about the games that have
    waited longest. Raises `Unreachable`.
    """
    opened = await pods.load_open_pods(services.database, guild.id)
    planned = await plans.load_open_plans(services.database, guild.id)
    unknown = [*_find_unknown(guild, opened), *_find_unknown(guild, planned)]
    lost = {channel for channel in dict.fromkeys(unknown) if await _is_gone(guild, channel)}
    rows: list[PodRow | PlanRow] = [*opened, *planned]
    rows = [row for row in rows if row.channel in lost]
    for row in rows:
        await _close_game(services, row)
    services.plans.wake()  # a plan that was closed may have a scheduled event to cancel
    return bool(rows)


def _find_unknown(guild: discord.Guild, rows: Sequence[PodRow | PlanRow]) -> list[int]:
    """Return the first few channels that are not in the bot's cache."""
    channels = dict.fromkeys(row.channel for row in rows)
    unknown = [each for each in channels if guild.get_channel_or_thread(each) is None]
    return unknown[:MAX_LOOKED_UP_CHANNELS]


async def _is_gone(guild: discord.Guild, channel: int) -> bool:
    """Return whether Discord knows no such channel; a channel that the bot may not see exists."""
    try:
        await guild.fetch_channel(channel)
    except discord.NotFound:
        return True
    except (*PASSING_ERRORS, discord.InvalidData):
        return False
    return False


def _ask_to_close(_: Player, live: LiveGame) -> GameCommand:
    if live.plan is not None:
        return CancelPlan(lapsed=True, series=True)
    assert live.game is not None  # a row exists, so there is a game
    return find_rulebook(live.game).close(False)


async def _close_game(services: Services, row: PodRow | PlanRow) -> None:
    place = Place(row.guild, row.channel)
    beside = isinstance(row, PlanRow)
    try:
        await services.service.do(Request(place, None, _ask_to_close, pod=row.pod, earlier=beside))
    except Refusal as refusal:  # the game has changed in the meantime
        log.debug("game %s of channel %s is left alone: %s", row.pod, row.channel, refusal.code)
    except StorageError as error:  # go on with the next channel
        what = "game %s of channel %s could not be closed: %s"
        log.log(find_level(error), what, row.pod, row.channel, error)


ROUTES = (Route("pod:{pod:int}:keep", keep, on_board(Keep)),)
