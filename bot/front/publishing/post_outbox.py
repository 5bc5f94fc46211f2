"""Posts: the weekly posts and the final standings of seasons, which the bot sends by itself.

A post is recorded first, once for each week and season. Then its message is published, and corrected when the results
that it shows have changed.
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

from bot.basics.reconciler import DebouncedJobQueue
from bot.front.publishing.own_messages import iterate_component_custom_ids
from bot.front.publishing.publisher import (
    MessageContent,
    MessagePublisher,
    MessageToEditDeletedError,
    PublishedMessageKind,
)
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import PASSING_ERRORS, SHUTDOWN_PATIENCE, ChannelFailureBackoff, is_error_worth_retry
from bot.front.ui.fitting import truncate_embed_to_limits, truncate_text_to_length
from bot.front.ui.pings import NO_PINGS
from bot.i18n import Translations, load_translations
from bot.service.live_game import ChannelAddress
from bot.storage.engine.errors import StorageError, choose_log_level_for_error
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository
from bot.storage.servers.standings_posts import (
    END_NOTICES,
    LEASE_DURATION,
    SURFACE,
    ServerWithDueWeeklyPost,
    StandingsPost,
    StandingsPostRepository,
)
from bot.time import weeks

log = logging.getLogger(__name__)

SERVERS_PER_COMMIT = 16
"""Servers for which it is decided in one commit whether a post is due."""

PARALLEL_POSTS = 2
"""Posts that are drawn and sent at the same time."""

POST_PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True, read_message_history=True
)
"""The permissions that a post needs. In the history the bot finds what it sent before a crash."""

SEND_IN_THREADS = "send_messages_in_threads"
"""The permission that a thread needs instead of `send_messages`."""


class StandingsPostContent(NamedTuple):
    """The content of a weekly post or of a season's final table: embed, files and buttons."""

    embed: discord.Embed
    files: Sequence[discord.File] = ()
    view: ui.View | None = None


class StandingsPostForbiddenError(Exception):
    """An error raised if the bot may not post standings in a channel."""

    def __init__(self, permissions: Sequence[str] = ()) -> None:
        super().__init__(", ".join(permissions) or "no such channel")
        self.permissions = permissions


class StandingsPostChannelChecker:
    """A checker of the bot's permissions in the channels of standings posts."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def is_server_loaded(self, guild_id: int) -> bool:
        return self._client.get_guild(guild_id) is not None

    def require_permissions_to_post_standings(self, published_message: PublishedMessage) -> None:
        """Raise `StandingsPostForbiddenError` unless the bot may post and read in the channel."""
        guild = self._client.get_guild(published_message.guild)
        assert guild is not None
        assert published_message.channel is not None
        channel = guild.get_channel_or_thread(published_message.channel)
        if channel is None:  # Discord tells only of threads that are not archived
            if published_message.key.startswith("week:"):
                raise StandingsPostForbiddenError
            return
        missing = find_missing_permissions_to_post(channel)
        if missing:
            raise StandingsPostForbiddenError(missing)

    async def send_message_to_log_channel(self, channel_id: int, message_text: str) -> None:
        """Send a message to a server's log channel. Raises discord.py's exceptions."""
        place = self._client.get_partial_messageable(channel_id)
        await place.send(truncate_text_to_length(message_text), allowed_mentions=NO_PINGS)


class StandingsPostMessageKind(PublishedMessageKind[PublishedMessage]):
    """The kind of Discord message for standings posts, recognised by the post's button."""

    lease = LEASE_DURATION
    needs_history = True

    def __init__(self, channels: StandingsPostChannelChecker) -> None:
        self._channels = channels

    def does_message_match_row(self, database_row: PublishedMessage, message: discord.Message) -> bool:
        return _build_post_button_id(database_row.key) in iterate_component_custom_ids(message.components)

    def build_message_nonce_text(self, database_row: PublishedMessage) -> str:
        return f"{database_row.guild}:{_build_post_button_id(database_row.key)}"

    def require_permission_to_send_message(self, database_row: PublishedMessage) -> None:
        """Raise `StandingsPostForbiddenError` unless the bot may send this post."""
        self._channels.require_permissions_to_post_standings(database_row)


class StandingsPostSender:
    """A sender of standings posts with a limit of `each_second` posts a second.

    The function `draw` returns the content of a post.
    """

    def __init__(
        self,
        channels: StandingsPostChannelChecker,
        publisher: MessagePublisher[PublishedMessage],
        publications: PublishedMessageRepository,
        posts: StandingsPostRepository,
        guilds: ServerSettingsRepository,
        draw: Callable[[StandingsPost], Awaitable[StandingsPostContent]],
        now: Callable[[], datetime],
        each_second: float = math.inf,
    ) -> None:
        self._channels = channels
        self._publisher = publisher
        self._publications = publications
        self._posts = posts
        self._guilds = guilds
        self._draw = draw
        self._pace = DiscordRequestRateLimiter(each_second)
        self._now = now
        self._surface = StandingsPostMessageKind(channels)
        self._backoff = ChannelFailureBackoff()

    def can_send_post(self, standings_post_message: PublishedMessage) -> bool:
        """Return True if this process may send a post now to the post's server and channel.

        Another process may serve the server, or the channel may be paused after a failure.
        """
        resting = self._backoff.must_wait_after_failure(_get_channel_address_of_post(standings_post_message))
        return not resting and self._channels.is_server_loaded(standings_post_message.guild)

    def reset_backoff_of_channels(self, guild_id: int | None = None) -> None:
        """Forget recent failures in the channels of one server, or of all."""
        self._backoff.forget_channel_failures_of_server(guild_id)

    async def send_or_correct_post(self, standings_post_message: PublishedMessage) -> None:
        """Send or edit a standings post; retry later after a failure."""
        try:
            await self._send_or_cancel_post(standings_post_message)
        except Exception:  # a failure must not stop the other servers
            log.exception("the post of server %s could not be sent", standings_post_message.guild)
            self._backoff.record_failure(_get_channel_address_of_post(standings_post_message))

    def set_retry_callback(self, retry_posts_of_channel: Callable[[ChannelAddress], None]) -> None:
        """Set the callback that is called with a channel when the channel's backoff ends."""
        self._backoff.set_retry_callback(retry_posts_of_channel)

    def close(self) -> None:
        self._backoff.close()

    async def _send_or_cancel_post(self, published_message: PublishedMessage) -> None:
        """Send a standings post, or cancel it if the server no longer wants posts."""
        settings = await self._guilds.load_server_settings(published_message.guild)
        post = await self._posts.load_standings_post_of_message(published_message)
        no_longer_wanted = post is not None and post.kind == "week" and settings.weekly is None
        if post is None or (published_message.message is None and no_longer_wanted):
            await self._publications.stop_updating_message(published_message)
            return
        if published_message.message is None and post.kind == "week":
            published_message = replace(published_message, channel=settings.weekly)
        await self._pace.wait_until_request_allowed()
        await self._send_or_edit_standings_post(published_message, post, settings)

    async def _send_or_edit_standings_post(
        self, published_message: PublishedMessage, post: StandingsPost, settings: ServerSettings
    ) -> None:
        render = partial(self._render_post, post, settings)
        try:
            done = await self._publisher.send_or_edit_message(self._surface, published_message, render)
        except MessageToEditDeletedError:
            await self._publications.stop_updating_message(published_message)
        except (StandingsPostForbiddenError, discord.Forbidden, discord.NotFound) as error:
            await self._report_and_retry_refused_post(published_message, post, settings, error)
        except PASSING_ERRORS as error:
            log.warning("the post in channel %s is tried again later: %s", published_message.channel, error)
            if not is_error_worth_retry(error):  # else the lease stays until it ends
                self._backoff.record_failure(_get_channel_address_of_post(published_message))
        else:
            if done:
                self._backoff.record_success(_get_channel_address_of_post(published_message))
                self.reset_backoff_of_channels(published_message.guild)

    async def _render_post(
        self, standings_post: StandingsPost, server_settings: ServerSettings, published_message: PublishedMessage
    ) -> MessageContent:
        """Return the content of a standings post, with a note if the post is late."""
        too_late = standings_post.kind == "week" and self._now() - standings_post.end > weeks.LATE_AFTER
        if published_message.message is None and too_late and not standings_post.late:
            await self._posts.mark_standings_post_as_late(standings_post)
            standings_post = replace(standings_post, late=True)
        standings_post = replace(standings_post, language=server_settings.language or standings_post.language)
        content = await self._draw(standings_post)
        view = _build_standings_post_buttons(standings_post, content, load_translations(standings_post.language))
        return MessageContent(embed=truncate_embed_to_limits(content.embed), view=view, files=content.files)

    async def _report_and_retry_refused_post(
        self, published_message: PublishedMessage, post: StandingsPost, settings: ServerSettings, error: Exception
    ) -> None:
        """Report in the server's log channel that Discord refused a standings post, and retry later."""
        log.warning("no post in channel %s: %s", published_message.channel, error)
        if settings.log_channel is not None and not self._backoff.has_last_attempt_failed(
            _get_channel_address_of_post(published_message)
        ):
            await self._report_refused_post_in_log_channel(
                published_message, post, settings, settings.log_channel, error
            )
        if post.kind != "week" and isinstance(error, discord.NotFound):
            await self._publications.stop_updating_message(published_message)  # no other channel can get it
            return
        self._backoff.record_failure(_get_channel_address_of_post(published_message))

    async def _report_refused_post_in_log_channel(
        self,
        published_message: PublishedMessage,
        standings_post: StandingsPost,
        settings: ServerSettings,
        log_channel_id: int,
        error: Exception,
    ) -> None:
        """Write in a server's log channel why a standings post is missing."""
        text = load_translations(settings.language or standings_post.language)
        place = f"<#{published_message.channel}>"
        missing = error.permissions if isinstance(error, StandingsPostForbiddenError) else ()
        what = "notice" if standings_post.kind in END_NOTICES else standings_post.kind
        if missing:
            named = ", ".join(text(f"permission-{name}") for name in missing)
            said = text(f"post-{what}-lacks", channel=place, missing=named)
        else:
            said = text(f"post-{what}-trouble", channel=place)
        try:
            await self._channels.send_message_to_log_channel(log_channel_id, said)
        except PASSING_ERRORS as more:
            log.warning("moderators do not read of it in their log channel %s: %s", log_channel_id, more)


class StandingsPostOutbox:
    """A background task that sends the standings posts of all servers.

    Changes within `gathers` seconds lead to one correction.
    """

    def __init__(
        self,
        channels: StandingsPostChannelChecker,
        publications: PublishedMessageRepository,
        posts: StandingsPostRepository,
        delivery: StandingsPostSender,
        now: Callable[[], datetime],
        gathers: float = 0.0,
    ) -> None:
        self._channels = channels
        self._publications = publications
        self._posts = posts
        self._delivery = delivery
        self._now = now
        self._rounds = DebouncedJobQueue[None, None](self._send_due_posts_or_retry, gathers=gathers)
        delivery.set_retry_callback(lambda _: self.check_due_tasks_soon())

    # When

    def check_due_tasks_soon(self) -> None:
        """Schedule a check for standings posts to send or edit."""
        self._rounds.queue_job(None, None)

    def retry_failed_posts(self, guild_id: int | None = None) -> None:
        """Retry failed posts on one server or on all, as permissions may have changed."""
        self._delivery.reset_backoff_of_channels(guild_id)
        self.check_due_tasks_soon()

    async def close(self) -> None:
        """Wait a few seconds for posts that are being sent."""
        self._delivery.close()
        await self._rounds.close(SHUTDOWN_PATIENCE)

    async def _send_due_posts_or_retry(self, _key: None, _job: None) -> None:
        try:
            await self.send_pending_posts()
        except StorageError as error:
            log.warning("posts wait for the next minute: %s", error)

    async def send_pending_posts(self) -> None:
        """Send the standings posts that are due, and edit outdated ones. Raises `StorageError`."""
        due = await self._posts.load_servers_with_due_posts(self._now())
        await self._store_due_weekly_posts([each for each in due if self._channels.is_server_loaded(each.guild)])
        owed = await self._publications.load_outdated_messages(SURFACE, self._now(), LEASE_DURATION)
        every = iter([row for row in owed if self._delivery.can_send_post(row)])
        await asyncio.gather(*(self._send_posts_one_by_one(every) for _ in range(PARALLEL_POSTS)))

    # What is due

    async def _store_due_weekly_posts(self, due_servers: list[ServerWithDueWeeklyPost]) -> None:
        for at in range(0, len(due_servers), SERVERS_PER_COMMIT):
            some = due_servers[at : at + SERVERS_PER_COMMIT]
            done = await asyncio.gather(*map(self._store_due_weekly_post_of_server, some), return_exceptions=True)
            for server, error in zip(some, done, strict=True):
                if error is not None:  # a failure must not stop the other servers
                    level = choose_log_level_for_error(error) if isinstance(error, Exception) else logging.ERROR
                    log.log(level, "no post of server %s", server.guild, exc_info=error)

    async def _store_due_weekly_post_of_server(self, due_server: ServerWithDueWeeklyPost) -> None:
        schedule = due_server.settings.weekly_post_schedule
        guild = due_server.guild
        if schedule is None:
            await self._posts.store_post_and_next_due_time(guild, None, None)
            return
        now = self._now()
        last = await self._posts.load_last_posted_week(guild)
        due = weeks.find_due_weekly_post(schedule, last, due_server.since, now, due_server.settings.weekly_begun)
        upcoming = weeks.find_next_weekly_post_time(schedule, last, due_server.since, now)
        if due is None:
            await self._posts.store_post_and_next_due_time(guild, upcoming, None)
            return
        spoken = await self._posts.load_language_of_newest_game(guild, due.start, due.end)
        post = StandingsPost(guild, "week", due.week, due.start, due.end, due.late, spoken or "en")
        if spoken is not None:  # somebody played
            post = replace(post, channel=due_server.settings.weekly)
        await self._posts.store_post_and_next_due_time(guild, upcoming, post)

    # What is owed

    async def _send_posts_one_by_one(self, published_messages: Iterator[PublishedMessage]) -> None:
        for row in published_messages:
            await self._delivery.send_or_correct_post(row)


def find_missing_permissions_to_post(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks to post standings in a channel."""
    in_thread = isinstance(channel, discord.Thread)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if parent is None:
        return ()
    # What the settings say: `channel.permissions_for` takes embeds from whoever may not write.
    given = dict(discord.abc.GuildChannel.permissions_for(parent, channel.guild.me))
    needed = {SEND_IN_THREADS if in_thread and n == "send_messages" else n for n, on in POST_PERMISSIONS if on}
    return tuple(sorted(name for name in needed if not given[name]))


def _build_post_button_id(post_key: str) -> str:
    return f"post:{post_key}"


def _build_standings_post_buttons(
    standings_post: StandingsPost, post_content: StandingsPostContent, translations: Translations
) -> ui.View:
    """Return the buttons and menus of a standings post."""
    view = post_content.view or ui.View(timeout=None)
    label = translations("post-season-button" if standings_post.kind == "season" else "post-week-button")
    view.add_item(ui.Button(label=label, emoji="📊", custom_id=_build_post_button_id(standings_post.message_key)))
    view.stop()
    return view


def _get_channel_address_of_post(published_message: PublishedMessage) -> ChannelAddress:
    return ChannelAddress(published_message.guild, published_message.channel or 0)
