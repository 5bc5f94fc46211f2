"""The bot on Discord: it connects commands, buttons and boards, and never falls silent."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator

import discord
from discord import app_commands
from discord.ext import tasks

from bot.front.background.keeper import Keeper
from bot.front.gateway import chores, presses
from bot.front.gateway.admission import admit
from bot.front.gateway.commands import add_commands
from bot.front.interaction.desk import Asked, Desk
from bot.front.interaction.inputs import check_options
from bot.front.interaction.outcome import outcome
from bot.front.moderation.override import Decisions
from bot.front.rendering.translator import Translator
from bot.front.reports.form import Forms
from bot.rules.refusals import Refusal
from bot.storage.engine.errors import StorageError
from bot.watch import Watch

log = logging.getLogger(__name__)

LAST_WORDS = 10.0
"""Seconds that the bot waits, when it is stopped, for answers under way."""

SERVERS = 0.2
"""Seconds between two servers that Discord tells of after which it has told of all: the boards,
which need none of them, need not wait longer."""

SWEEP = 60.0
"""Seconds between two rounds of chores."""

INTENTS = discord.Intents(guilds=True, guild_messages=True)
"""Which servers there are, and that somebody wrote below a board; nothing privileged."""


class Tree(app_commands.CommandTree[discord.Client]):
    """All commands; whatever goes wrong in one is answered."""

    async def interaction_check(self, asked: Asked, /) -> bool:
        """Counts the command as being answered; refuses it where it cannot be."""
        client = _ours(asked)
        if asked.type is discord.InteractionType.autocomplete:
            client.watch.autocomplete(_name(asked))
            return not client.stopping and await _offers(asked)
        try:
            await client.entered(asked)
            check_options(asked)
        except Exception as error:  # discord.py passes only its own errors to `on_error`
            await client.desk.trouble(asked, error)
            client.left(asked)
            return False
        return True

    async def on_error(self, asked: Asked, error: app_commands.AppCommandError, /) -> None:
        """Says what went wrong to whoever asked; while they type, that is nothing."""
        if asked.type is discord.InteractionType.autocomplete:
            log.warning("options could not be offered: %s", error)
            return
        client = _ours(asked)
        try:
            await client.desk.trouble(asked, error)
        finally:
            client.left(asked)


class Suzerain(discord.AutoShardedClient):
    """The client that `app` builds."""

    def __init__(
        self,
        desk: Callable[["Suzerain"], Desk],
        watch: Watch,
        shard_count: int | None = None,
    ) -> None:
        super().__init__(
            intents=INTENTS,
            shard_count=shard_count,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=SERVERS,
            max_messages=None,
        )
        self.desk = desk(self)
        self.watch = watch
        self.forms = Forms()
        self.decisions = Decisions()
        for forget in (self.forms.clear, self.decisions.clear):
            self.desk.people.listen(forget)
        self.stopping = False
        self._answering: dict[Asked, float] = {}  # each delivery, and when it came
        self._idle = asyncio.Event()
        self._idle.set()
        self.tree = Tree(self)
        add_commands(self.tree, self.forms, self.decisions)

    @property
    def keeper(self) -> Keeper:
        """The boards."""
        return self.desk.keeper

    @property
    def connected(self) -> bool:
        """Whether Discord can tell the bot of everything that happens."""
        if self.is_closed() or not self.is_ready():
            return False
        return not any(shard.is_closed() for shard in self.shards.values())

    async def setup_hook(self) -> None:
        """Tells Discord which commands there are."""
        await self.tree.set_translator(Translator())
        await self.tree.sync()

    async def _mend(self, guild: int | None = None) -> None:
        """Does what could not be done before something changed: on Discord, or in a server."""
        self.desk.outbox.retry(guild)
        await self.keeper.mend(guild, anew=guild is None)

    async def on_ready(self) -> None:
        """Connected, perhaps again: boards that lag behind are drawn."""
        if not self.sweep.is_running():
            self.sweep.start()
        await self._mend()
        with _noted():
            await self._call_the_roll()

    async def _call_the_roll(self) -> None:
        """Notes which servers let the bot in, or sent it away, while it was not there to hear."""
        guilds = self.desk.guilds
        gone = await guilds.gone()
        for guild in gone:
            if self.get_guild(guild) is not None:
                await guilds.back(guild)
        if not self.guilds:  # of another bot than the history is, or of none
            return
        for guild in await guilds.known() - gone.keys():
            # A server in trouble is among those that Discord has named; another shard's is not.
            if self._hears_of(guild) and self.get_guild(guild) is None:
                await guilds.left(guild, discord.utils.utcnow())

    def _hears_of(self, guild: int) -> bool:
        return (guild >> 22) % (self.shard_count or 1) in self.shards

    async def on_resumed(self) -> None:
        """The connection is back: what could not be drawn without it is drawn."""
        await self._mend()

    @tasks.loop(seconds=SWEEP)
    async def sweep(self) -> None:
        """Does what nobody asks for."""
        await chores.do(self, self.desk)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is let in, perhaps again; what was known of the server may be deleted."""
        self.desk.people.reread()
        with _noted():
            await self.desk.guilds.back(guild.id)
        await self._mend(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot is sent away."""
        with _noted():
            await self.desk.guilds.left(guild.id, discord.utils.utcnow())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord has a server again that it had lost; at the start it says so of every one."""
        if self.is_ready():
            await self._mend(guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """What the bot may do has perhaps changed."""
        await self._allowed_anew(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """The same."""
        await self._allowed_anew(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """The same, by a role that the bot was given or lost: it hears of no other member."""
        await self._allowed_anew(member.guild.id)

    async def _allowed_anew(self, guild: int) -> None:
        self.desk.crown.renewed(guild)
        await self._mend(guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """The same, in one channel."""
        await self._mend(channel.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """The same, in a thread that is open again."""
        await self._mend(payload.guild_id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Somebody deleted a message, perhaps a board."""
        await self.keeper.deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Somebody deleted many."""
        await self.keeper.deleted(payload.channel_id, payload.message_ids)

    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote, perhaps below a board; the bot hears of its own private answers too."""
        if self.user is None or message.author.id != self.user.id:
            self.keeper.said(message.channel.id)

    async def on_interaction(self, asked: Asked) -> None:
        """A button, a menu or a modal; the tree answers commands itself."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if asked.type not in kinds:
            return
        try:
            await self.entered(asked)
            await presses.press(asked, self.forms, self.decisions)
        except Exception as error:
            await self.desk.trouble(asked, error)
        finally:
            self.left(asked)

    async def on_app_command_completion(self, asked: Asked, _: object) -> None:
        """A command was answered."""
        self.left(asked)

    # Each interaction from its beginning to its end; stopping loses no answer

    async def entered(self, asked: Asked) -> None:
        """An interaction is being answered.

        Raises `Refusal` while the bot is stopping, and where whoever asks may not.
        """
        self._answering[asked] = time.perf_counter()
        self._idle.clear()
        if self.stopping:
            raise Refusal("stopping")
        await admit(asked, _name(asked))

    def left(self, asked: Asked) -> None:
        """An interaction was answered, one way or another."""
        since = self._answering.pop(asked, None)
        if since is not None:
            name, refusal = outcome(asked)
            seconds = time.perf_counter() - since
            self.watch.interaction(_name(asked), asked.channel_id, name, seconds, refusal)
        if not self._answering:
            self._idle.set()

    async def drain(self) -> None:
        """Takes nothing new, and waits until what was begun is answered and drawn."""
        self.stopping = True
        self.sweep.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._idle.wait()
                await self.desk.outbox.close()
                await self.keeper.close()


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """A database that does not answer only leaves a line in the log."""
    try:
        yield
    except StorageError as error:
        log.error("whether the bot is in a server cannot be kept: %s", error)


def _name(asked: Asked) -> str:
    """What was asked for; one of few, whatever people make their clients send."""
    if asked.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return presses.name(asked.data or {})
    return asked.command.qualified_name if asked.command else "unknown"


async def _offers(asked: Asked) -> bool:
    """Whether options are offered to whoever types: only where they may choose one."""
    try:
        await admit(asked, _name(asked))
    except (Refusal, StorageError):
        return False
    return True


def _ours(asked: Asked) -> Suzerain:
    assert isinstance(asked.client, Suzerain)
    return asked.client
