"""The bot on Discord: it connects commands, buttons and boards, and never falls silent."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import tasks

from bot.front.gateway import chores, steady_socket
from bot.front.gateway.command_mentions import mention_commands
from bot.front.gateway.command_register import TellCommands, tell_always
from bot.front.gateway.features import COMMANDS
from bot.front.gateway.reception import Reception
from bot.front.gateway.server_events import ServerEvents
from bot.front.interaction.context import Interaction
from bot.front.interaction.services import Services
from bot.front.rendering.translator import Translator
from bot.watch import Watch

if TYPE_CHECKING:  # only who has a server needs its driver
    from bot.front.gateway.fleet import Fleet

SERVERS = 0.2
"""Seconds between two servers that Discord tells of after which it has told of all: the boards,
which need none of them, need not wait longer."""

SWEEP = 60.0
"""Seconds between two rounds of chores."""

INTENTS = discord.Intents(guilds=True, guild_messages=True)
"""Which servers there are, and that somebody wrote below a board; nothing privileged."""


class Tree(app_commands.CommandTree["Suzerain"]):
    """All commands; whatever goes wrong in one is answered."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Count the command as being answered; refuse it where it cannot be."""
        return await self.client.reception.begin_command(interaction)

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Say what went wrong."""
        await self.client.reception.fail_command(interaction, error)


class Suzerain(ServerEvents):
    """The client that `app` builds; discord.py calls it when something happens."""

    def __init__(
        self,
        make_services: Callable[["Suzerain"], Services],
        watch: Watch,
    ) -> None:
        steady_socket.install()
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=SERVERS,
            max_messages=None,
        )
        self.services = make_services(self)
        self.watch = watch
        self.reception = Reception(self.services, watch, self.take)
        self.fleet: Fleet | None = None
        self.tell_commands: TellCommands = tell_always
        self.tree = Tree(self)
        for command in COMMANDS:
            self.tree.add_command(command)

    @property
    def connected(self) -> bool:
        """Whether Discord can tell this process of everything that happens on its servers."""
        if self.is_closed():
            return False
        well = self.is_ready() if self.fleet is None else self.fleet.is_well
        expected = self.shards.keys() if self.fleet is None else self.fleet.ready
        return well and not any(
            each.is_closed() for shard, each in self.shards.items() if shard in expected
        )

    @property
    def dropped(self) -> int:
        """How much of what Discord has told could not be read."""
        return steady_socket.find_troubles(self).dropped

    async def setup_hook(self) -> None:
        """Tell Discord which commands there are, and learn how to mention them."""
        await self.tree.set_translator(Translator())
        synced = await self.tell_commands(self.tree)
        slash = discord.AppCommandType.chat_input
        mention_commands({each.name: each.id for each in synced if each.type is slash})

    async def on_ready(self) -> None:
        """Begin the chores, and draw the boards that lag behind."""
        if not self.sweep.is_running():
            self.sweep.start()
        await super().on_ready()

    @tasks.loop(seconds=SWEEP)
    async def sweep(self) -> None:
        """Do what nobody asks for."""
        await chores.do_chores(self, self.services)

    async def drain(self) -> None:
        """Take nothing new, and wait until what was begun is answered and drawn."""
        if self.fleet is not None:
            await self.fleet.drain()
        self.sweep.cancel()
        await self.reception.drain()

    def join(self, fleet: "Fleet") -> None:
        """Serve only the shards that come to this process, one of several; before it connects."""
        self.fleet = fleet
        self.share(fleet)
        self.reception.expect_others()
        if self.watch.metrics is not None:
            self.watch.metrics.watch_shards(*fleet.list_figures())

    # What discord.py calls; `dispatch` finds each by its name

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a button, a menu or a modal."""
        await self.reception.press(interaction)

    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        """Note that a command was answered."""
        await self.reception.complete_command(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count what is written below a board; the bot hears of its own private answers too."""
        if self.user is None or message.author.id != self.user.id:
            self.services.keeper.count_message(message.channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Look whether the message that somebody deleted was a board."""
        await self._note_deleted(payload.guild_id, payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Look whether one of the messages that somebody deleted was a board."""
        await self._note_deleted(payload.guild_id, payload.channel_id, payload.message_ids)

    async def _note_deleted(self, guild: int | None, channel: int, messages: set[int]) -> None:
        if guild is not None and not self.serves(guild):  # whoever does hears of it, too
            return
        await self.services.keeper.replace_deleted(channel, messages)
        if guild is not None:
            await self.services.seat_lists.note_deleted(guild, channel, messages)
