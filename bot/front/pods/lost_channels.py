"""Pods in channels and threads that were deleted: nobody can play them, so they are closed.

Discord tells of a channel that is deleted while the bot is there to hear it. What it missed is
found out when somebody is about to be refused a further pod.
"""

import logging
from collections.abc import Sequence

import discord

from bot.front.background.retry import PASSING
from bot.front.interaction.services import Services
from bot.projections import pods
from bot.projections.pods import PodRow
from bot.rulebooks import GameCommand, find_rulebook
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)

MOST_LOOKED = 20
"""Channels that Discord is asked about at a time: somebody may be waiting."""


async def close_lost(services: Services, guild: discord.Guild) -> bool:
    """Close the server's open pods whose channels are gone; return whether there were any.

    What Discord does not tell of by itself may only be put away, so it is asked, of those that
    have waited longest. Raises `Unreachable`.
    """
    unknown = [
        row
        for row in await pods.find_open_pods(services.database, guild.id)
        if guild.get_channel_or_thread(row.channel) is None
    ]
    lost = [row for row in unknown[:MOST_LOOKED] if await _is_gone(guild, row.channel)]
    await _close(services, lost)
    return bool(lost)


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
    assert live.game is not None  # it has a row
    return find_rulebook(live.game).close(False)


async def _close(services: Services, lost: Sequence[PodRow]) -> None:
    for row in lost:
        place = Place(row.guild, row.channel)
        try:
            await services.service.do(Request(place, None, _ask_to_close, pod=row.pod))
        except Refusal as refusal:  # somebody was faster
            log.debug("the pod of channel %s is left as it is: %s", row.channel, refusal.code)
        except StorageError as error:  # one channel's trouble is not the next one's
            log.error("the pod of channel %s could not be closed: %s", row.channel, error)
