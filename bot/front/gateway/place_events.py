"""What Discord tells of channels and threads: they come, change and go.

discord.py finds each method by its name, and calls it.
"""

import contextlib
import logging
from collections.abc import Iterator

import discord

from bot.front.gateway.sharded_client import ShardedClient
from bot.front.interaction.services import Services
from bot.front.pods.abandoned import close_lost
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)


class PlaceEvents(ShardedClient):
    """A client that follows the places where games are, and shows what can be shown now."""

    services: Services

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Draw what the bot perhaps may show now in one channel."""
        await self.mend(channel.guild.id)

    async def on_thread_create(self, thread: discord.Thread) -> None:
        """Show who has a seat left in a thread: its game may have been told of before it was."""
        self.services.seat_lists.retry(thread.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Show who has a seat left in a thread that the bot hears of only now."""
        self.services.seat_lists.retry(thread.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Draw what a thread lacks that is open again."""
        await self.mend(payload.guild_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close what was open in a channel that is gone, and in the threads that went with it."""
        await self._close_lost(channel.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close what was open in a thread that is gone."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._close_lost(guild)

    async def _close_lost(self, guild: discord.Guild) -> None:
        if self.tends(guild.id):
            with log_storage_errors():
                await close_lost(self.services, guild)

    async def mend(self, guild: int | None = None) -> None:
        """Draw what a server lacks, or all servers."""
        self.services.outbox.retry(guild)
        self.services.seat_lists.retry(guild)
        await self.services.keeper.mend(guild, anew=guild is None)


@contextlib.contextmanager
def log_storage_errors() -> Iterator[None]:
    """Only log that a database does not answer."""
    try:
        yield
    except StorageError as error:
        log.error("what a server tells cannot be kept: %s", error)
