"""Posts: the weekly posts and the final tables of seasons, sent without anybody asking.

A post is noted first, once for each week and season. Then its message is published, and corrected
when what it shows has changed.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot import weeks
from bot.front.background.budget import Budget
from bot.front.background.own_messages import list_custom_ids
from bot.front.background.publisher import Content, MessageGone, Publisher, Surface
from bot.front.background.retry import PASSING_ERRORS, SHUTDOWN_PATIENCE, ChannelBackoff, is_passing
from bot.front.rendering.fitting import fit_embed, fit_text
from bot.front.rendering.pings import NO_PINGS
from bot.i18n import Catalogue, load_catalogue
from bot.reconciler import Reconciler
from bot.service.live_game import Place
from bot.storage.engine.errors import StorageError, find_level
from bot.storage.record.publications import Publication, Publications
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.servers.posts import LEASE_DURATION, SURFACE, DueServer, Post, Posts

log = logging.getLogger(__name__)

SERVERS_PER_COMMIT = 16
"""Servers for which it is decided in one commit whether a post is due."""

PARALLEL_POSTS = 2
"""Posts that are drawn and sent at the same time."""

POST_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that a post needs. In the history the bot finds what it sent before a crash."""

SEND_IN_THREADS = "send_messages_in_threads"
"""The permission that a thread needs instead of `send_messages`."""


class PostContent(NamedTuple):
    """The content of a post; the button that all posts have comes after the view's items."""

    embed: discord.Embed
    files: Sequence[discord.File] = ()
    view: ui.View | None = None


class CannotPost(Exception):
    """A post cannot be sent: `permissions` are missing, or, without any, the channel is."""

    def __init__(self, permissions: Sequence[str] = ()) -> None:
        super().__init__(", ".join(permissions) or "no such channel")
        self.permissions = permissions


class PostChannels:
    """A lookup of the channels for posts."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def knows_server(self, guild: int) -> bool:
        """Return whether this process has the server."""
        return self._client.get_guild(guild) is not None

    def check(self, row: Publication) -> None:
        """Raise `CannotPost` if the bot lacks a permission to post in a channel or to read it."""
        guild = self._client.get_guild(row.guild)
        assert guild is not None
        assert row.channel is not None
        channel = guild.get_channel_or_thread(row.channel)
        if channel is None:  # Discord tells only of threads that are not archived
            if row.key.startswith("week:"):
                raise CannotPost
            return
        missing = missing_for_post(channel)
        if missing:
            raise CannotPost(missing)

    async def tell(self, channel: int, said: str) -> None:
        """Say something in a server's log channel. Raises what discord.py does."""
        place = self._client.get_partial_messageable(channel)
        await place.send(fit_text(said), allowed_mentions=NO_PINGS)


class PostSurface(Surface[Publication]):
    """A surface of posts: one publication for each week or season.

    A post has a button that names its week or season.
    """

    lease = LEASE_DURATION
    needs_history = True

    def __init__(self, channels: PostChannels) -> None:
        self._channels = channels

    def recognises(self, row: Publication, message: discord.Message) -> bool:
        """Return whether a message has the post's own button."""
        return _make_button_id(row.key) in list_custom_ids(message.components)

    def name_next(self, row: Publication) -> str:
        """Return the name of the message, made from its server and button; it never changes."""
        return f"{row.guild}:{_make_button_id(row.key)}"

    def check(self, row: Publication) -> None:
        """Raise `CannotPost` where the bot may not send a post."""
        self._channels.check(row)


class PostDelivery:
    """A sender of posts, which sends at most `each_second` of them a second.

    `draw` returns the content of a post.
    """

    def __init__(
        self,
        channels: PostChannels,
        publisher: Publisher[Publication],
        publications: Publications,
        posts: Posts,
        guilds: Guilds,
        draw: Callable[[Post], Awaitable[PostContent]],
        now: Callable[[], datetime],
        each_second: float = math.inf,
    ) -> None:
        self._channels = channels
        self._publisher = publisher
        self._publications = publications
        self._posts = posts
        self._guilds = guilds
        self._draw = draw
        self._pace = Budget(each_second)
        self._now = now
        self._surface = PostSurface(channels)
        self._backoff = ChannelBackoff()

    def can_try(self, row: Publication) -> bool:
        """Return whether this process has the post's server, and its channel does not rest."""
        resting = self._backoff.is_resting(_make_place(row))
        return not resting and self._channels.knows_server(row.guild)

    def forget_failures(self, guild: int | None = None) -> None:
        """End the rests of the channels of one server, or of all."""
        self._backoff.end_in(guild)

    async def deliver(self, row: Publication) -> None:
        """Send a post, or correct it; after a failure its channel rests."""
        try:
            await self._deliver_post(row)
        except Exception:  # a failure must not stop the other servers
            log.exception("the post of server %s could not be sent", row.guild)
            self._backoff.rest(_make_place(row))

    async def _deliver_post(self, row: Publication) -> None:
        settings = await self._guilds.read_settings(row.guild)
        post = await self._posts.find_published(row)
        no_longer_wanted = post is not None and post.kind == "week" and settings.weekly is None
        if post is None or (row.message is None and no_longer_wanted):
            await self._publications.retire(row)
            return
        if row.message is None and post.kind == "week":
            row = replace(row, channel=settings.weekly)
        await self._pace.take_turn()
        await self._publish_post(row, post, settings)

    async def _publish_post(self, row: Publication, post: Post, settings: ServerSettings) -> None:
        render = partial(self._render_post, post, settings)
        try:
            done = await self._publisher.publish(self._surface, row, render)
        except MessageGone:
            await self._publications.retire(row)
        except (CannotPost, discord.Forbidden, discord.NotFound) as error:
            await self._note_refused(row, post, settings, error)
        except PASSING_ERRORS as error:
            log.warning("the post in channel %s has to wait: %s", row.channel, error)
            if not is_passing(error):  # else the lease stays until it ends
                self._backoff.rest(_make_place(row))
        else:
            if done:
                self.forget_failures(row.guild)

    async def _render_post(self, post: Post, settings: ServerSettings, row: Publication) -> Content:
        """Return the content of a post; one that is sent too long after its week says so."""
        too_late = post.kind == "week" and self._now() - post.end > weeks.LATE_AFTER
        if row.message is None and too_late and not post.late:
            await self._posts.note_late(post)
            post = replace(post, late=True)
        post = replace(post, language=settings.language or post.language)
        content = await self._draw(post)
        view = _make_view(post, content, load_catalogue(post.language))
        return Content(embed=fit_embed(content.embed), view=view, files=content.files)

    async def _note_refused(
        self, row: Publication, post: Post, settings: ServerSettings, error: Exception
    ) -> None:
        """Tell the server that Discord refuses the post, and let the channel rest."""
        log.warning("no post in channel %s: %s", row.channel, error)
        if settings.log_channel is not None and not self._backoff.has_failed(_make_place(row)):
            await self._tell_server(row, post, settings, settings.log_channel, error)
        if post.kind == "season" and isinstance(error, discord.NotFound):
            await self._publications.retire(row)  # no other channel can get it
            return
        self._backoff.rest(_make_place(row))

    async def _tell_server(
        self,
        row: Publication,
        post: Post,
        settings: ServerSettings,
        log_channel: int,
        error: Exception,
    ) -> None:
        """Say in the log channel of a server why there is no post."""
        text = load_catalogue(settings.language or post.language)
        place = f"<#{row.channel}>"
        missing = error.permissions if isinstance(error, CannotPost) else ()
        if missing:
            named = ", ".join(text(f"permission-{name}") for name in missing)
            said = text(f"post-{post.kind}-lacks", channel=place, missing=named)
        else:
            said = text(f"post-{post.kind}-trouble", channel=place)
        try:
            await self._channels.tell(log_channel, said)
        except PASSING_ERRORS as more:
            log.warning("no log in channel %s: %s", log_channel, more)


class Outbox:
    """A sender of the posts of all servers.

    Changes within `gathers` seconds lead to one correction.
    """

    def __init__(
        self,
        channels: PostChannels,
        publications: Publications,
        posts: Posts,
        delivery: PostDelivery,
        now: Callable[[], datetime],
        gathers: float = 0.0,
    ) -> None:
        self._channels = channels
        self._publications = publications
        self._posts = posts
        self._delivery = delivery
        self._now = now
        self._rounds = Reconciler[None, None](self._run_round, gathers=gathers)

    # When

    def wake(self) -> None:
        """Look soon for posts that are owed."""
        self._rounds.mark(None, None)

    def retry(self, guild: int | None = None) -> None:
        """Try resting channels of a server again, or of all: the bot may be permitted more now."""
        self._delivery.forget_failures(guild)
        self.wake()

    async def close(self) -> None:
        """Wait a moment for the posts that are being sent; all others stay owed."""
        await self._rounds.close(SHUTDOWN_PATIENCE)

    async def _run_round(self, _: None, __: None) -> None:
        try:
            await self.catch_up()
        except StorageError as error:
            log.warning("posts have to wait: %s", error)  # retried with the next chores

    async def catch_up(self) -> None:
        """Decide which posts are due, then send and correct owed ones. Raises `StorageError`."""
        due = await self._posts.find_due(self._now())
        await self._decide_all([each for each in due if self._channels.knows_server(each.guild)])
        owed = await self._publications.fetch_owed(SURFACE, self._now(), LEASE_DURATION)
        every = iter([row for row in owed if self._delivery.can_try(row)])
        await asyncio.gather(*(self._deliver_all(every) for _ in range(PARALLEL_POSTS)))

    # What is due

    async def _decide_all(self, every: list[DueServer]) -> None:
        for at in range(0, len(every), SERVERS_PER_COMMIT):
            some = every[at : at + SERVERS_PER_COMMIT]
            done = await asyncio.gather(*map(self._decide_week, some), return_exceptions=True)
            for server, error in zip(some, done, strict=True):
                if error is not None:  # a failure must not stop the other servers
                    level = find_level(error) if isinstance(error, Exception) else logging.ERROR
                    log.log(level, "no post of server %s", server.guild, exc_info=error)

    async def _decide_week(self, server: DueServer) -> None:
        """Note a server's post for the week if it is due, and when to look again."""
        schedule = server.settings.schedule
        guild = server.guild
        if schedule is None:
            await self._posts.decide(guild, None, None)
            return
        now = self._now()
        last = await self._posts.find_last(guild)
        due = weeks.find_due(schedule, last, server.since, now, server.settings.weekly_begun)
        upcoming = weeks.find_next_due(schedule, last, server.since, now)
        if due is None:
            await self._posts.decide(guild, upcoming, None)
            return
        spoken = await self._posts.find_language(guild, due.start, due.end)
        post = Post(guild, "week", due.week, due.start, due.end, due.late, spoken or "en")
        if spoken is not None:  # somebody played
            post = replace(post, channel=server.settings.weekly)
        await self._posts.decide(guild, upcoming, post)

    # What is owed

    async def _deliver_all(self, owed: Iterator[Publication]) -> None:
        for row in owed:
            await self._delivery.deliver(row)


def missing_for_post(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to post in a channel, by Discord's names."""
    in_thread = isinstance(channel, discord.Thread)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if parent is None:
        return ()
    # What the settings say: `channel.permissions_for` takes embeds from whoever may not write.
    given = dict(discord.abc.GuildChannel.permissions_for(parent, channel.guild.me))
    needed = {
        SEND_IN_THREADS if in_thread and n == "send_messages" else n
        for n, on in POST_PERMISSIONS
        if on
    }
    return tuple(sorted(name for name in needed if not given[name]))


def _make_button_id(key: str) -> str:
    """Return the custom id of the button below a post, by which its message is recognised."""
    return f"post:{key}"


def _make_view(post: Post, content: PostContent, text: Catalogue) -> ui.View:
    """Return the buttons and menus below a post."""
    view = content.view or ui.View(timeout=None)
    label = text(f"post-{post.kind}-button")
    view.add_item(ui.Button(label=label, emoji="📊", custom_id=_make_button_id(post.key)))
    view.stop()
    return view


def _make_place(row: Publication) -> Place:
    return Place(row.guild, row.channel or 0)
