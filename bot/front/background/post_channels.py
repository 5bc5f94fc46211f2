"""Discord, as far as posts need it: their messages, and what the bot needs to be allowed there."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

import discord
from discord import ui

from bot.front.background.own_messages import find_own_messages, list_custom_ids
from bot.front.background.publisher import MessageGone
from bot.front.rendering.fitting import fit_embed, fit_text
from bot.i18n import Catalogue, load_catalogue
from bot.storage.servers.posts import Post

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot needs where it posts. By the history it finds what it sent before a crash."""

IN_THREADS = "send_messages_in_threads"
"""Instead of sending messages, in a thread."""


class PostContent(NamedTuple):
    """What a post shows; the button that all posts have comes after the view's."""

    embed: discord.Embed
    files: Sequence[discord.File] = ()
    view: ui.View | None = None


class CannotPost(Exception):
    """A post cannot be sent where it should be: for want of `permissions`, or of the channel."""

    def __init__(self, permissions: Sequence[str] = ()) -> None:
        super().__init__(", ".join(permissions) or "no such channel")
        self.permissions = permissions


class PostChannels(Protocol):
    """The channels of servers. All but `hears_of` raise what discord.py does."""

    def hears_of(self, guild: int) -> bool:
        """Whether this process has the server."""

    async def send(self, post: Post, content: PostContent) -> int:
        """Send a post; return the id of its message. Raises `CannotPost`."""

    async def edit(self, post: Post, content: PostContent) -> None:
        """Change what is sent. Raises `MessageGone`."""

    async def find(self, post: Post, since: datetime) -> int | None:
        """Return a post's message, if there is one that is no older, by clocks that may differ.

        Raises `CannotPost`.
        """

    async def tell(self, channel: int, said: str) -> None:
        """Say something in a server's log."""


class DiscordChannels:
    """The channels of Discord itself, over a client: see `PostChannels`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def hears_of(self, guild: int) -> bool:
        """Whether this process has the server."""
        return self._client.get_guild(guild) is not None

    async def send(self, post: Post, content: PostContent) -> int:
        """Send a post; of two with one nonce Discord sends one, for some minutes."""
        self._check(post)
        message = await self._find_channel(post).send(
            embed=fit_embed(content.embed),
            files=content.files,
            view=_make_view(post, content, load_catalogue(post.language)),
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=_make_nonce(post),
        )
        return message.id

    async def edit(self, post: Post, content: PostContent) -> None:
        """Change what is sent. Raises `MessageGone`."""
        assert post.message is not None
        message = self._find_channel(post).get_partial_message(post.message)
        try:
            await message.edit(
                embed=fit_embed(content.embed),
                attachments=content.files,
                view=_make_view(post, content, load_catalogue(post.language)),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound as error:
            raise MessageGone from error

    async def find(self, post: Post, since: datetime) -> int | None:
        """Return the message with the post's own button, if there is one that is no older."""
        self._check(post)
        assert post.channel is not None
        wanted = _make_button_id(post)
        async for message in find_own_messages(self._client, post.channel, since):
            if wanted in list_custom_ids(message.components):
                return message.id
        return None

    async def tell(self, channel: int, said: str) -> None:
        """Say something in a server's log."""
        place = self._client.get_partial_messageable(channel)
        await place.send(fit_text(said), allowed_mentions=discord.AllowedMentions.none())

    def _find_channel(self, post: Post) -> discord.PartialMessageable:
        assert post.channel is not None
        return self._client.get_partial_messageable(post.channel)

    def _check(self, post: Post) -> None:
        """Raise `CannotPost` where Discord would send half a post, or show no history."""
        guild = self._client.get_guild(post.guild)
        assert guild is not None
        assert post.channel is not None
        channel = guild.get_channel_or_thread(post.channel)
        if channel is None:  # of threads Discord tells only while they are not archived
            if post.kind == "week":
                raise CannotPost
            return
        missing = missing_for_post(channel)
        if missing:
            raise CannotPost(missing)


def missing_for_post(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """Return what the bot would need besides to post in a channel, by Discord's names."""
    in_thread = isinstance(channel, discord.Thread)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if parent is None:
        return ()
    # What the settings say: `channel.permissions_for` takes embeds from whoever may not write.
    given = dict(discord.abc.GuildChannel.permissions_for(parent, channel.guild.me))
    needed = {IN_THREADS if in_thread and n == "send_messages" else n for n, on in NEEDED if on}
    return tuple(sorted(name for name in needed if not given[name]))


def _make_button_id(post: Post) -> str:
    """Return the custom id of the button below a post, by which its message is known again."""
    return f"post:{post.kind}:{post.number}"


def _make_view(post: Post, content: PostContent, text: Catalogue) -> ui.View:
    """Return what can be pressed below a post."""
    view = content.view or ui.View(timeout=None)
    label = text(f"post-{post.kind}-button")
    view.add_item(ui.Button(label=label, emoji="📊", custom_id=_make_button_id(post)))
    view.stop()
    return view


def _make_nonce(post: Post) -> str:
    named = f"{post.guild}:{_make_button_id(post)}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()
