"""What servers tell: who lets the bot in or sends it away, and what it may do there.

discord.py finds each method by its name, and calls it.
"""

import discord

from bot.front.gateway.place_events import PlaceEvents, log_storage_errors
from bot.front.server.welcome import welcome


class ServerEvents(PlaceEvents):
    """A client that does what could not be done before something changed."""

    async def on_ready(self) -> None:
        """Draw the boards that lag behind: the bot is connected, perhaps again."""
        await self.mend()
        with log_storage_errors():
            await _note_servers(self)

    async def on_resumed(self) -> None:
        """Draw what could not be drawn without a connection."""
        await self.mend()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is let in, perhaps again; what was known may have been deleted."""
        if not self.tends(guild.id):  # whoever does hears of it, too
            return
        self.services.people.reread()
        with log_storage_errors():
            await self.services.guilds.note_back(guild.id)
        await self.mend(guild.id)
        with log_storage_errors():
            await welcome(self.services, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot is sent away."""
        with log_storage_errors():
            await self.services.guilds.note_left(guild.id, discord.utils.utcnow())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Draw what a server lacks that Discord has again; at the start it says so of every one."""
        if self.is_ready() and self.hears_of(guild.id):
            await self.mend(guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Try again what the bot perhaps may do now."""
        await self._try_again(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Try again what the bot perhaps may do now."""
        await self._try_again(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Try again after the bot was given or lost a role: it hears of no other member."""
        await self._try_again(member.guild.id)

    async def _try_again(self, guild: int) -> None:
        self.services.champion_role.retry(guild)
        await self.mend(guild)


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
        if client.hears_of(guild) and client.get_guild(guild) is None:
            await guilds.note_left(guild, discord.utils.utcnow())
