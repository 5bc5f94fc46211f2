"""The bot's Discord client, which passes every event on to whatever handles it."""

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import tasks

from bot.front.gateway import chores, interaction_parser, steady_socket
from bot.front.gateway.features import COMMON_COMMANDS, MODULE_COMMANDS
from bot.front.gateway.reception import Reception
from bot.front.gateway.sharded_client import ShardedClient
from bot.front.gateway.slash_commands import (
    ModuleDescriptions,
    RegisterCommands,
    find_registered,
    mention_commands,
    register_always,
)
from bot.front.interaction.context import Interaction
from bot.front.interaction.declaring import Translator
from bot.front.interaction.services import Services
from bot.front.pods.abandoned import close_lost
from bot.front.rendering.pings import NO_PINGS
from bot.front.server.welcome import welcome
from bot.storage.engine.errors import StorageError
from bot.watch import Watch

if TYPE_CHECKING:  # its database driver is only there where several processes share a database
    from bot.front.gateway.fleet import Fleet

log = logging.getLogger(__name__)

GUILD_READY_TIMEOUT = 0.2
"""Seconds without another server's event after which discord.py reports ready.

Boards do not need the servers, so they need not wait longer.
"""

CHORES_INTERVAL = 60.0
"""Seconds between two rounds of chores."""

INTENTS = discord.Intents(guilds=True, guild_messages=True)
"""Events of servers, and of messages below a board; nothing privileged."""


class Tree(app_commands.CommandTree["Suzerain"]):
    """The tree of all slash commands; an error in one of them is answered."""

    async def _call(self, interaction: Interaction) -> None:
        """Answer a command or an autocompletion, and drop all data about it afterwards."""
        await self.client.reception.answer_command(interaction, super()._call)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Admit a command or an autocompletion. Return False if it was refused."""
        return await self.client.reception.begin_command(interaction)

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the user what went wrong."""
        await self.client.reception.fail_command(interaction, error)


class Suzerain(ShardedClient):
    """The client that `app` builds; discord.py finds each event's method by its name."""

    def __init__(
        self,
        make_services: Callable[["Suzerain"], Services],
        watch: Watch,
    ) -> None:
        steady_socket.install()
        super().__init__(
            intents=INTENTS,
            allowed_mentions=NO_PINGS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=GUILD_READY_TIMEOUT,
            max_messages=None,
        )
        self.tree = Tree(self)
        self.modules = ModuleDescriptions(self.tree)
        self.services = make_services(self)
        self.watch = watch
        self.reception = Reception(self.services, watch, self.take)
        interaction_parser.install(self._connection, self.reception.receive)
        self.fleet: Fleet | None = None
        self.register_commands: RegisterCommands = register_always
        for command in COMMON_COMMANDS:
            self.tree.add_command(command)

    # Starting and stopping

    @property
    def connected(self) -> bool:
        """True if this process receives every event of its servers."""
        if self.is_closed():
            return False
        well = self.is_ready() if self.fleet is None else self.fleet.is_well
        expected = self.shards.keys() if self.fleet is None else self.fleet.ready
        return well and not any(
            each.is_closed() for shard, each in self.shards.items() if shard in expected
        )

    @property
    def dropped(self) -> int:
        """The number of gateway events that could not be read since the start."""
        return steady_socket.find_troubles(self).dropped

    async def setup_hook(self) -> None:
        """Register the slash commands with Discord, and learn how to mention them."""
        await self.tree.set_translator(Translator())
        try:
            synced = await self.register_commands(self.tree)
        except discord.HTTPException as error:
            synced = await find_registered(self.tree, error)
        # Added after the registration: Discord lists these on single servers only.
        for command in MODULE_COMMANDS.values():
            self.tree.add_command(command)
        self.modules.listed = frozenset(each.name for each in synced)
        slash = discord.AppCommandType.chat_input
        mention_commands({each.name: each.id for each in synced if each.type is slash})

    @tasks.loop(seconds=CHORES_INTERVAL)
    async def sweep(self) -> None:
        """Do a round of chores."""
        await chores.do_chores(self, self.services)

    async def drain(self) -> None:
        """Refuse new interactions, and wait until the current ones are answered and drawn."""
        if self.fleet is not None:
            await self.fleet.drain()
        self.sweep.cancel()
        await self.reception.drain()

    def join(self, fleet: "Fleet") -> None:
        """Serve only the shards of this process, one of several; call it before connecting."""
        self.fleet = fleet
        self.share(fleet)
        self.reception.expect_others()
        if self.watch.metrics is not None:
            self.watch.metrics.watch_shards(*fleet.list_figures())

    # Interactions

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a button, a menu or a modal."""
        await self.reception.press(interaction)

    # Messages

    async def on_message(self, message: discord.Message) -> None:
        """Count a message below a board; the bot's own messages do not count."""
        if self.user is None or message.author.id != self.user.id:
            self.services.keeper.count_message(message.channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Repost a board or a list of free seats that somebody deleted."""
        await self._note_deleted(payload.guild_id, payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Repost boards and lists of free seats that somebody deleted."""
        await self._note_deleted(payload.guild_id, payload.channel_id, payload.message_ids)

    async def _note_deleted(self, guild: int | None, channel: int, messages: set[int]) -> None:
        # Discord tells the serving process as well.
        if guild is not None and not self.serves(guild):
            return
        await self.services.keeper.replace_deleted(channel, messages)
        if guild is not None:
            await self.services.seat_lists.note_deleted(guild, channel, messages)

    # Channels and threads

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Draw missing messages on a server: the bot's permissions may have changed."""
        await self.mend(channel.guild.id)

    async def on_thread_create(self, thread: discord.Thread) -> None:
        """Retry the list of free seats, which may have been due before the thread was known."""
        self.services.seat_lists.retry(thread.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry the list of free seats, which may have been due before the thread was known."""
        self.services.seat_lists.retry(thread.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Draw missing messages in a thread that was opened again."""
        await self.mend(payload.guild_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the open games and plans of a deleted channel and of its threads."""
        await self._close_lost(channel.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the open games and plans of a deleted thread."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._close_lost(guild)

    async def _close_lost(self, guild: discord.Guild) -> None:
        if self.tends(guild.id):
            with _log_storage_errors():
                await close_lost(self.services, guild)

    # Servers, roles and permissions

    async def on_ready(self) -> None:
        """Start the chores, and draw the boards that are out of date; called at each reconnect."""
        if not self.sweep.is_running():
            self.sweep.start()
        await self.mend()
        with _log_storage_errors():
            await self._note_servers()

    async def on_resumed(self) -> None:
        """Draw messages that could not be drawn without a connection."""
        await self.mend()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot was invited, perhaps again: its data may have been deleted."""
        if not self.tends(guild.id):  # Discord tells its process as well
            return
        self.services.people.reread()
        with _log_storage_errors():
            await self.services.guilds.note_back(guild.id)
        self.services.modules.retry(guild.id)
        await self.mend(guild.id)
        with _log_storage_errors():
            await welcome(self.services, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server."""
        with _log_storage_errors():
            await self.services.guilds.note_left(guild.id, discord.utils.utcnow())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Draw missing messages on a server after an outage of Discord's."""
        if self.is_ready() and self.knows_server(guild.id):  # skip the events of a start
            await self.mend(guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Draw boards and assign roles again: the bot's permissions may have changed."""
        await self._retry_pending(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Draw boards and assign roles again: the bot's permissions may have changed."""
        await self._retry_pending(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Retry pending work after the bot gained or lost a role.

        Without the members intent, the bot sees only its own updates.
        """
        await self._retry_pending(member.guild.id)

    async def _retry_pending(self, guild: int) -> None:
        self.services.champion_role.retry(guild)
        await self.mend(guild)

    async def mend(self, guild: int | None = None) -> None:
        """Draw missing and outdated messages on a server; None means all servers."""
        self.services.outbox.retry(guild)
        self.services.seat_lists.retry(guild)
        await self.services.keeper.mend(guild, anew=guild is None)

    async def _note_servers(self) -> None:
        """Note which servers invited or removed the bot while it was not connected."""
        guilds = self.services.guilds
        gone = await guilds.find_gone()
        for guild in gone:
            if self.get_guild(guild) is not None:
                await guilds.note_back(guild)
        if not self.guilds:  # another bot's token with this database, or a bot without servers
            return
        for guild in await guilds.find_known() - gone.keys():
            # Discord names servers with an outage, too; servers of other shards are not named.
            if self.knows_server(guild) and self.get_guild(guild) is None:
                await guilds.note_left(guild, discord.utils.utcnow())


@contextlib.contextmanager
def _log_storage_errors() -> Iterator[None]:
    """Log an error of the database, and go on."""
    try:
        yield
    except StorageError as error:
        log.warning("a server's event could not be stored: %s", error)
