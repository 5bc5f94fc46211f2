"""The bot's Discord client, which passes every gateway event on to its handler."""

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import tasks

from bot.front.gateway import chores, interaction_parser, resilient_socket
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.features import COMMON_COMMANDS, MODULE_COMMANDS
from bot.front.gateway.interaction_handler import InteractionReceiver
from bot.front.gateway.sharded_client import ShardedClient
from bot.front.gateway.slash_commands import (
    RegisterCommands,
    SlashCommandPayloadCache,
    fetch_commands_after_failed_registration,
    make_command_names_clickable,
    register_all_commands,
)
from bot.front.interaction.command_declarations import Translator
from bot.front.interaction.context import Interaction
from bot.front.pods.idle_games import close_games_in_deleted_channels
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.front.server.welcome import send_first_welcome_message
from bot.front.ui.pings import NO_PINGS
from bot.storage.engine.errors import StorageError
from bot.watch import TelemetryRecorder

if TYPE_CHECKING:  # its database driver is only there where several processes share a database
    from bot.front.gateway.fleet import ClusterShardLease

log = logging.getLogger(__name__)

GUILD_READY_TIMEOUT = 0.2
"""Seconds without another server's event after which discord.py reports ready.

Boards do not need the servers, so they need not wait longer.
"""

CHORES_INTERVAL = 60.0
"""Seconds between two rounds of chores."""

INTENTS = discord.Intents(guilds=True, guild_messages=True)
"""Events of servers, and of messages below a board; nothing privileged."""


class SlashCommandTree(app_commands.CommandTree["SuzerainBot"]):
    """The tree of all slash commands, which tells the user why a command failed."""

    async def _call(self, interaction: Interaction) -> None:
        await self.client.reception.answer_slash_command(interaction, super()._call)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await self.client.reception.should_run_slash_command_handler(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the user why a slash command failed."""
        await self.client.reception.explain_slash_command_error(interaction, error)


class SuzerainBot(ShardedClient):
    """The bot's Discord client; discord.py calls its `on_…` methods."""

    def __init__(self, make_services: Callable[["SuzerainBot"], BackgroundServices], watch: TelemetryRecorder) -> None:
        resilient_socket.install_fault_tolerant_gateway()
        super().__init__(
            intents=INTENTS,
            allowed_mentions=NO_PINGS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=GUILD_READY_TIMEOUT,
            max_messages=None,
        )
        self.tree = SlashCommandTree(
            self,  # what a command does not say is asked of servers alone
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.modules = SlashCommandPayloadCache(self.tree)
        self.services = make_services(self)
        self.watch = watch
        self.reception = InteractionReceiver(self.services, watch, self.http, self.claim_interaction)
        interaction_parser.replace_client_interaction_parser(
            self._connection, self.reception.answer_or_queue_interaction
        )
        self.fleet: ClusterShardLease | None = None
        self.register_commands: RegisterCommands = register_all_commands
        for command in COMMON_COMMANDS:
            self.tree.add_command(command)

    # Starting and stopping

    @property
    def is_connected_to_gateway(self) -> bool:
        """True if this process receives all gateway events of its servers."""
        if self.is_closed():
            return False
        well = self.is_ready() if self.fleet is None else self.fleet.is_healthy
        expected = self.shards.keys() if self.fleet is None else self.fleet.ready_shard_ids
        return well and not any(each.is_closed() for shard, each in self.shards.items() if shard in expected)

    @property
    def unreadable_event_count(self) -> int:
        """The number of gateway events that could not be read since the start."""
        return resilient_socket.get_log_of_unreadable_events(self).dropped

    async def setup_hook(self) -> None:
        """Register the slash commands before connecting, and store their ids."""
        await self.tree.set_translator(Translator())
        try:
            synced = await self.register_commands(self.tree)
        except (discord.HTTPException, *LOST_ANSWER_ERRORS) as error:
            synced = await fetch_commands_after_failed_registration(self.tree, error)
        # Added after the registration: Discord lists these on single servers only.
        for command in MODULE_COMMANDS.values():
            self.tree.add_command(command)
        self.modules.listed = frozenset(each.name for each in synced)
        slash = discord.AppCommandType.chat_input
        make_command_names_clickable({each.name: each.id for each in synced if each.type is slash})

    @tasks.loop(seconds=CHORES_INTERVAL)
    async def run_background_chores_once(self) -> None:
        """Run each background chore once; called every minute."""
        await chores.run_all_background_chores(self, self.services)

    async def finish_work_before_shutdown(self) -> None:
        """Refuse new interactions, then wait until current answers and board updates are done."""
        if self.fleet is not None:
            await self.fleet.hand_over_all_shards()
        self.run_background_chores_once.cancel()
        await self.reception.finish_running_interactions()

    def serve_assigned_shards(self, shard_lease: "ClusterShardLease") -> None:
        """Connect only the gateway shards of this process. Call this before connecting."""
        self.fleet = shard_lease
        self.serve_leased_shards(shard_lease)
        self.reception.disable_duplicate_bot_detection()
        if self.watch.metrics is not None:
            self.watch.metrics.add_cluster_metrics(*shard_lease.build_cluster_metric_callbacks())

    # Interactions

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a pressed button, a menu selection or a submitted form."""
        await self.reception.answer_component_or_modal(interaction)

    # Messages

    async def on_message(self, message: discord.Message) -> None:
        """Count messages below a channel's board, so that the board is sent again after many."""
        if self.user is None or message.author.id != self.user.id:
            self.services.keeper.increment_message_count_below_board(message.channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Send a board or a list of free seats again if its message was deleted."""
        await self._repost_deleted_boards_and_seat_lists(payload.guild_id, payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Send boards and lists of free seats again if their messages were deleted in bulk."""
        await self._repost_deleted_boards_and_seat_lists(payload.guild_id, payload.channel_id, payload.message_ids)

    async def _repost_deleted_boards_and_seat_lists(
        self, guild_id: int | None, channel_id: int, message_ids: set[int]
    ) -> None:
        # Discord tells the serving process as well.
        if guild_id is not None and not self.answers_interactions_of_server(guild_id):
            return
        await self.services.keeper.repost_deleted_boards(channel_id, message_ids)
        if guild_id is not None:
            await self.services.seat_lists.remove_channel_of_deleted_seat_list(guild_id, channel_id, message_ids)

    # Channels and threads

    async def on_guild_channel_update(
        self, _previous_channel: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Post missing messages on a server after a channel's permissions may have changed."""
        await self.repost_missing_bot_messages(channel.guild.id)

    async def on_thread_create(self, thread: discord.Thread) -> None:
        """Update a server's lists of free seats after a thread was created; archive the thread if no pod uses it."""
        self.services.seat_lists.recheck_free_seat_lists(thread.guild.id)
        if self.does_background_work_of_server(thread.guild.id):
            with _suppress_and_log_storage_errors():
                await self.services.plans.archive_unused_pod_thread(thread)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Update a server's lists of free seats, because one may be in this thread."""
        self.services.seat_lists.recheck_free_seat_lists(thread.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Post missing messages in a thread that may have been unarchived."""
        await self.repost_missing_bot_messages(payload.guild_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close or cancel the games of a deleted channel and its threads."""
        await self._close_games_of_deleted_channels(channel.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close or cancel the games of a deleted thread."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._close_games_of_deleted_channels(guild)

    async def _close_games_of_deleted_channels(self, guild: discord.Guild) -> None:
        if self.does_background_work_of_server(guild.id):
            with _suppress_and_log_storage_errors():
                await close_games_in_deleted_channels(self.services, guild)

    # Servers, roles and permissions

    async def on_ready(self) -> None:
        """Start the background chores, and update outdated boards.

        discord.py calls this after each new session.
        """
        if not self.run_background_chores_once.is_running():
            self.run_background_chores_once.start()
        await self.repost_missing_bot_messages()
        with _suppress_and_log_storage_errors():
            await self._record_joined_and_left_servers()

    async def on_resumed(self) -> None:
        """Post messages that could not be posted while the gateway connection was lost."""
        await self.repost_missing_bot_messages()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that a server invited the bot, and post the welcome message."""
        if not self.does_background_work_of_server(guild.id):  # Discord tells its process as well
            return
        self.services.people.clear_name_caches()
        with _suppress_and_log_storage_errors():
            await self.services.guilds.record_bot_is_on_server(guild.id)
        self.services.modules.schedule_server_sync(guild.id)
        await self.repost_missing_bot_messages(guild.id)
        with _suppress_and_log_storage_errors():
            await send_first_welcome_message(self.services, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a server removed the bot."""
        with _suppress_and_log_storage_errors():
            await self.services.guilds.record_bot_left_server(guild.id, discord.utils.utcnow())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Post missing messages on a server after an outage of Discord."""
        if self.is_ready() and self.knows_if_bot_is_on_server(guild.id):  # skip the events of a start
            await self.repost_missing_bot_messages(guild.id)

    async def on_guild_role_update(self, _previous_role: discord.Role, role: discord.Role) -> None:
        """Post messages that lacked permissions, and recheck the champion's role, after a role changed."""
        await self._recheck_champion_role_and_repost_messages(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Post messages that lacked permissions, and recheck the champion's role, after a role was deleted."""
        await self._recheck_champion_role_and_repost_messages(role.guild.id)

    async def on_member_update(self, _previous_member: discord.Member, member: discord.Member) -> None:
        """Update boards and check the champion's role after the bot's own roles changed.

        Without the members intent, Discord sends only updates of the bot's own membership.
        """
        await self._recheck_champion_role_and_repost_messages(member.guild.id)

    async def _recheck_champion_role_and_repost_messages(self, guild_id: int) -> None:
        self.services.champion_role.schedule_server_sync(guild_id)
        await self.repost_missing_bot_messages(guild_id)

    async def repost_missing_bot_messages(self, guild_id: int | None = None) -> None:
        """Post missing messages and update outdated ones on one server; None means all servers."""
        self.services.outbox.retry_failed_posts(guild_id)
        self.services.seat_lists.recheck_free_seat_lists(guild_id)
        await self.services.keeper.update_outdated_boards(guild_id, retries_failed_channels=guild_id is None)

    async def _record_joined_and_left_servers(self) -> None:
        """Record which servers added or removed the bot while it was offline."""
        guilds = self.services.guilds
        gone = await guilds.load_removal_times_of_left_servers()
        for guild in gone:
            if self.get_guild(guild) is not None:
                await guilds.record_bot_is_on_server(guild)
        if not self.guilds:  # another bot's token with this database, or a bot without servers
            return
        for guild in await guilds.load_servers_with_data() - gone.keys():
            # Discord names servers with an outage, too; servers of other shards are not named.
            if self.knows_if_bot_is_on_server(guild) and self.get_guild(guild) is None:
                await guilds.record_bot_left_server(guild, discord.utils.utcnow())


@contextlib.contextmanager
def _suppress_and_log_storage_errors() -> Iterator[None]:
    """Log a `StorageError` from the `with` block instead of raising it."""
    try:
        yield
    except StorageError as error:
        log.warning("a server's event could not be stored: %s", error)
