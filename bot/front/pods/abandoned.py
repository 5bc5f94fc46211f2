"""Games that nobody plays any more: they are closed, after a warning if their channel is there."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import discord

from bot import rights
from bot.front.background.retry import PASSING
from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.pods import do
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.services import Services
from bot.planning.commands import CancelPlan
from bot.projections import plans, pods
from bot.projections.plans import PlanRow
from bot.projections.pods import PodRow
from bot.rulebooks import GameCommand, find_rulebook
from bot.rules.facts import Player
from bot.rules.idling import Keep, Warn
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.errors import StorageError
from bot.storage.servers.guilds import SHORTEST_IDLE

log = logging.getLogger(__name__)

EACH_ROUND = 30
"""Pods that are warned or closed in one round of chores."""

MOST_LOOKED = 10
"""Channels of games, and as many of plans, that Discord is asked about at a time: somebody may be
waiting."""

Check = Callable[[Player], None]
"""Raises `Refusal` for a player who may not have a further one now."""


# Idle games


async def keep(ctx: Context, pod: int) -> None:
    """Go on with a pod that would be closed: somebody is still playing."""
    asker = await find_asker(ctx)

    def ask(_: Player, live: LiveGame) -> Keep:
        rights.check(live.game, Keep(), asker, live.maker)
        if live.warned is None:
            raise Refusal("kept-already")
        return Keep()

    await do(ctx, ask, pod)
    await confirm(ctx, ctx.text("done-keep"))


async def tidy(client: discord.Client, services: Services, now: datetime) -> None:
    """Warn where nobody has touched a pod for as long as its server has set, or close it.

    Both are events, so that each happens once however many processes do this. After a long time
    away there may be thousands: each round does a few, so that nobody's command waits for them.
    """
    left, database = EACH_ROUND, services.database
    for guild, oldest in (await pods.find_idle_servers(database, now - SHORTEST_IDLE)).items():
        idle_after = (await services.guilds.read_settings(guild)).idle_after
        if idle_after is None or oldest > now - idle_after or client.get_guild(guild) is None:
            continue
        for row in await pods.find_idle_pods(database, guild, now - idle_after, left):
            await _warn_or_close(services, Place(guild, row.channel), row.pod, now - idle_after)
            left -= 1
        if not left:
            return


async def _warn_or_close(services: Services, place: Place, pod: int, since: datetime) -> None:
    def ask(_: Player, live: LiveGame) -> GameCommand:
        last = live.warned or live.touched
        if last is None or last > since or live.game is None:
            raise Refusal("kept-already")
        return Warn() if live.warned is None else find_rulebook(live.game).close(True)

    try:
        await services.service.do(Request(place, None, ask, pod=pod, earlier=True))
    except Refusal as refusal:  # somebody was faster
        log.debug("the pod of channel %s is left as it is: %s", place.channel, refusal.code)
    except StorageError as error:  # one channel's trouble is not the next one's
        log.error("the pod of channel %s could not be looked at: %s", place.channel, error)


# Deleted channels


async def check_room(ctx: Context, count: Callable[[Context], Awaitable[Check]]) -> Check:
    """Count what is open, for who asks and for a player whom a command names.

    Where that is refused to who asks, it is first looked whether there are channels that are gone.
    """
    me = await ctx.find_player()
    check = await count(ctx)
    try:
        check(me)
    except Refusal:
        if ctx.interaction.guild and await close_lost(ctx.services, ctx.interaction.guild):
            return await count(ctx)
    return check


async def close_lost(services: Services, guild: discord.Guild) -> bool:
    """Close the server's open games and plans whose channels are gone; return whether some were.

    What Discord does not tell of by itself may only be put away, so it is asked, of those that
    have waited longest. Raises `Unreachable`.
    """
    opened = await pods.find_open_pods(services.database, guild.id)
    planned = await plans.find_open_plans(services.database, guild.id)
    unknown = [*_find_unknown(guild, opened), *_find_unknown(guild, planned)]
    lost = {channel for channel in dict.fromkeys(unknown) if await _is_gone(guild, channel)}
    rows: list[PodRow | PlanRow] = [*opened, *planned]
    rows = [row for row in rows if row.channel in lost]
    for row in rows:
        await _close(services, row)
    services.plans.wake()  # an event on Discord may be to be called off
    return bool(rows)


def _find_unknown(guild: discord.Guild, rows: Sequence[PodRow | PlanRow]) -> list[int]:
    """Return the channels of which Discord has not told, the first few."""
    channels = dict.fromkeys(row.channel for row in rows)
    unknown = [each for each in channels if guild.get_channel_or_thread(each) is None]
    return unknown[:MOST_LOOKED]


async def _is_gone(guild: discord.Guild, channel: int) -> bool:
    """Whether Discord knows no such channel; one that the bot may not see is there."""
    try:
        await guild.fetch_channel(channel)
    except discord.NotFound:
        return True
    except (*PASSING, discord.InvalidData):
        return False
    return False


def _ask_to_close(_: Player, live: LiveGame) -> GameCommand:
    if live.plan is not None:
        return CancelPlan(lapsed=True, series=True)
    assert live.game is not None  # it has a row
    return find_rulebook(live.game).close(False)


async def _close(services: Services, row: PodRow | PlanRow) -> None:
    place, beside = Place(row.guild, row.channel), isinstance(row, PlanRow)
    try:
        await services.service.do(Request(place, None, _ask_to_close, pod=row.pod, earlier=beside))
    except Refusal as refusal:  # somebody was faster
        log.debug("game %s of channel %s is left as it is: %s", row.pod, row.channel, refusal.code)
    except StorageError as error:  # one channel's trouble is not the next one's
        log.error("game %s of channel %s could not be closed: %s", row.pod, row.channel, error)


ROUTES = (Route("pod:{pod:int}:keep", keep, on_board(Keep)),)
