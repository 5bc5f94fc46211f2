"""The bot on Discord: it connects commands, buttons and boards, and never falls silent."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import discord
from discord import app_commands

from bot.front import presses
from bot.front.commands import add_commands
from bot.front.desk import Asked, Desk
from bot.front.form import Forms
from bot.front.keeper import Keeper
from bot.front.translator import Translator
from bot.rules.refusals import Refusal

log = logging.getLogger(__name__)

LAST_WORDS = 10.0
"""Seconds that the bot waits, when it is stopped, for answers under way."""

SERVERS = 0.2
"""Seconds between two servers that Discord tells of after which it has told of all: the boards,
which need none of them, need not wait longer."""

INTENTS = discord.Intents(guilds=True, guild_messages=True)
"""Which servers there are, and that somebody wrote below a board; nothing privileged."""


class Tree(app_commands.CommandTree[discord.Client]):
    """All commands; whatever goes wrong in one is answered."""

    async def interaction_check(self, asked: Asked, /) -> bool:
        """Counts the command as being answered; refuses it while the bot is stopping."""
        client = _ours(asked)
        if asked.type is discord.InteractionType.autocomplete:
            return not client.stopping
        try:
            client.entered(asked)
        except Refusal as refusal:  # discord.py passes only its own errors to `on_error`
            await client.desk.trouble(asked, refusal)
            client.left(asked)
            return False
        return True

    async def on_error(self, asked: Asked, error: app_commands.AppCommandError, /) -> None:
        """Says what went wrong to whoever asked."""
        client = _ours(asked)
        try:
            await client.desk.trouble(asked, error)
        finally:
            client.left(asked)


class Suzerain(discord.AutoShardedClient):
    """The client that `app` builds."""

    def __init__(self, desk: Callable[["Suzerain"], Desk], shard_count: int | None = None) -> None:
        super().__init__(
            intents=INTENTS,
            shard_count=shard_count,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=SERVERS,
            max_messages=None,
        )
        self.desk = desk(self)
        self.forms = Forms()
        self.stopping = False
        self._answering: set[int] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self.tree = Tree(self)
        add_commands(self.tree, self.forms)

    @property
    def keeper(self) -> Keeper:
        """The boards."""
        return self.desk.keeper

    async def setup_hook(self) -> None:
        """Tells Discord which commands there are."""
        await self.tree.set_translator(Translator())
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Connected, perhaps again: boards that lag behind are drawn."""
        await self.keeper.mend()

    async def on_resumed(self) -> None:
        """The connection is back: what could not be drawn without it is drawn."""
        await self.keeper.mend()

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
            self.entered(asked)
            await presses.press(asked, self.forms)
        except Exception as error:
            await self.desk.trouble(asked, error)
        finally:
            self.left(asked)

    async def on_app_command_completion(self, asked: Asked, _: object) -> None:
        """A command was answered."""
        self.left(asked)

    # Stopping without losing an answer

    def entered(self, asked: Asked) -> None:
        """An interaction is being answered. Raises `Refusal` while the bot is stopping."""
        self._answering.add(asked.id)
        self._idle.clear()
        if self.stopping:
            raise Refusal("stopping")

    def left(self, asked: Asked) -> None:
        """An interaction was answered, one way or another."""
        self._answering.discard(asked.id)
        if not self._answering:
            self._idle.set()

    async def drain(self) -> None:
        """Takes nothing new, and waits until what was begun is answered and drawn."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._idle.wait()
                await self.keeper.close()


def _ours(asked: Asked) -> Suzerain:
    assert isinstance(asked.client, Suzerain)
    return asked.client
