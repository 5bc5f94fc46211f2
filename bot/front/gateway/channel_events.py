"""What Discord tells of channels and threads that are gone."""

import contextlib
import logging
from collections.abc import Iterator

import discord

from bot.front.interaction.services import Services
from bot.front.pods.lost_channels import close_lost
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)


class ChannelEvents(discord.AutoShardedClient):
    """A client that closes the pods which nobody can see any more."""

    services: Services

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the pods of a channel that is gone, and of the threads that went with it."""
        await self._close_lost(channel.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the pod of a thread that is gone."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._close_lost(guild)

    async def _close_lost(self, guild: discord.Guild) -> None:
        with log_storage_errors():
            await close_lost(self.services, guild)


@contextlib.contextmanager
def log_storage_errors() -> Iterator[None]:
    """Only log that a database does not answer."""
    try:
        yield
    except StorageError as error:
        log.error("what a server tells cannot be kept: %s", error)
