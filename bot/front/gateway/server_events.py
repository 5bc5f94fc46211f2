"""What servers tell: who lets the bot in or sends it away, and what it may do there.

discord.py finds each method by its name, and calls it.
"""

import contextlib
import logging
from collections.abc import Iterator

import discord

from bot.front.interaction.services import Services
from bot.front.pods.lost_channels import close_lost
from bot.front.server.welcome import welcome
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)


class ServerEvents(discord.AutoShardedClient):
    """A client that does what could not be done before something changed."""

    services: Services

    async def on_ready(self) -> None:
        """Draw the boards that lag behind: the bot is connected, perhaps again."""
        await self._mend()
        with _log_storage_errors():
            await _note_servers(self)

    async def on_resumed(self) -> None:
        """Draw what could not be drawn without a connection."""
        await self._mend()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is let in, perhaps again; what was known may have been deleted."""
        self.services.people.reread()
        with _log_storage_errors():
            await self.services.guilds.note_back(guild.id)
        await self._mend(guild.id)
        with _log_storage_errors():
            await welcome(self.services, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot is sent away."""
        with _log_storage_errors():
            await self.services.guilds.note_left(guild.id, discord.utils.utcnow())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Draw what a server lacks that Discord has again; at the start it says so of every one."""
        if self.is_ready():
            await self._mend(guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Try again what the bot perhaps may do now."""
        await self._try_again(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Try again what the bot perhaps may do now."""
        await self._try_again(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Try again after the bot was given or lost a role: it hears of no other member."""
        await self._try_again(member.guild.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Draw what the bot perhaps may show now in one channel."""
        await self._mend(channel.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Draw what a thread lacks that is open again."""
        await self._mend(payload.guild_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the pods of a channel that is gone, and of the threads that went with it."""
        await self._close_lost(channel.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the pod of a thread that is gone."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._close_lost(guild)

    async def _close_lost(self, guild: discord.Guild) -> None:
        with _log_storage_errors():
            await close_lost(self.services, guild)

    async def _try_again(self, guild: int) -> None:
        self.services.champion_role.retry(guild)
        await self._mend(guild)

    async def _mend(self, guild: int | None = None) -> None:
        self.services.outbox.retry(guild)
        self.services.seat_lists.retry(guild)
        await self.services.keeper.mend(guild, anew=guild is None)


async def _note_servers(client: ServerEvents) -> None:
    """Note which servers let the bot in, or sent it away, while it was not there to hear."""
    guilds = client.services.guilds
    gone = await guilds.find_gone()
    for guild in gone:
        if client.get_guild(guild) is not None:
            await guilds.note_back(guild)
    if not client.guilds:  # of another bot than the history is, or of none
        return
    for guild in await guilds.find_known() - gone.keys():
        # A server in trouble is among those that Discord has named; another shard's is not.
        if _hears_of(client, guild) and client.get_guild(guild) is None:
            await guilds.note_left(guild, discord.utils.utcnow())


def _hears_of(client: ServerEvents, guild: int) -> bool:
    return (guild >> 22) % (client.shard_count or 1) in client.shards


@contextlib.contextmanager
def _log_storage_errors() -> Iterator[None]:
    """Only log that a database does not answer."""
    try:
        yield
    except StorageError as error:
        log.error("what a server tells cannot be kept: %s", error)
