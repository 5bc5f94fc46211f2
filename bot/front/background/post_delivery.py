"""Sends one post or corrects it: taken by one process at a time, and found again after a crash."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord
from msgspec.structs import replace

from bot import weeks
from bot.front.background.budget import Budget
from bot.front.background.post_channels import (
    CannotPost,
    PostChannels,
    PostContent,
)
from bot.front.background.publisher import MessageGone
from bot.front.background.retry import PASSING, Backoff, is_passing
from bot.i18n import load_catalogue
from bot.service.live_game import Place
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.servers.posts import Post, PostClaim, Posts

log = logging.getLogger(__name__)

HURRY = 60.0
"""Seconds in which a post is drawn and sent; then it is left to the next one who takes it."""


class PostDelivery:
    """Delivers the posts of all servers, no more of them than `each_second`.

    `draw` returns what a post shows.
    """

    def __init__(
        self,
        channels: PostChannels,
        posts: Posts,
        guilds: Guilds,
        draw: Callable[[Post], Awaitable[PostContent]],
        budget: Budget,
        now: Callable[[], datetime],
        each_second: float = math.inf,
    ) -> None:
        self._channels = channels
        self._posts = posts
        self._guilds = guilds
        self._draw = draw
        self._budget = budget
        self._pace = Budget(each_second)
        self._now = now
        self._backoff = Backoff[Place]()

    def can_try(self, post: Post) -> bool:
        """Whether this process has the post's server, and does not leave its channel alone."""
        resting = self._backoff.is_resting(_locate(post))
        return not resting and self._channels.hears_of(post.guild)

    def forget_failures(self, guild: int | None = None) -> None:
        """Leave no channel alone any more, of one server or of all."""
        if guild is None:
            self._backoff.end_all()
        else:
            self._backoff.end_where(lambda place: place.guild == guild)

    async def deliver(self, post: Post) -> None:
        """Send a post, or correct it; where that cannot be done, its channel rests."""
        try:
            await self._deliver(post)
        except Exception:  # one server's trouble is not the next one's
            log.exception("the post of server %s could not be sent", post.guild)
            self._backoff.rest(_locate(post))

    async def _deliver(self, post: Post) -> None:
        settings = await self._guilds.read_settings(post.guild)
        if post.message is None and post.kind == "week":
            if settings.weekly is None:  # it is wanted no more
                return await self._posts.give_up(post)
            late = post.late or self._now() - post.end > weeks.LATE
            post = replace(post, channel=settings.weekly, late=late)
        await self._pace.take_turn()
        await self._budget.take_turn()
        claim = await self._posts.take_lease(post, self._now())
        if claim is not None:
            await self._carry_out(claim, settings)
        return None

    async def _carry_out(self, claim: PostClaim, settings: ServerSettings) -> None:
        """Show a post that this process has for itself, and let go of it if that fails."""
        post = claim.post
        try:
            async with asyncio.timeout(HURRY):
                await self._show(claim, settings)
        except MessageGone:
            await self._posts.give_up(post)
        except (CannotPost, discord.Forbidden, discord.NotFound) as error:
            await self._note_refused(claim, settings, error)
        except PASSING as error:
            log.warning("the post in channel %s has to wait: %s", post.channel, error)
            # It may have been sent: then it stays taken, and is looked for when that is over.
            if not is_passing(error):
                await self._posts.release(claim)
                self._backoff.rest(_locate(post))
        else:
            self.forget_failures(post.guild)

    async def _show(self, claim: PostClaim, settings: ServerSettings) -> None:
        post = replace(claim.post, language=settings.language or claim.post.language)
        if claim.tried is not None and post.message is None:
            if await self._find_sent(claim, post):
                return
            await self._posts.move(claim)
        content = await self._draw(post)
        if post.message is not None:
            await self._channels.edit(post, content)
            await self._posts.note_sent(post, post.message, post.wanted)
            return
        if self._now() >= claim.until:
            raise TimeoutError("it took too long to draw")
        message = await self._channels.send(post, content)
        # After a crash Discord may have known its nonce: what stands there is of that time.
        shown = post.wanted if claim.tried is None else 0
        await self._posts.note_sent(post, message, shown)

    async def _find_sent(self, claim: PostClaim, post: Post) -> bool:
        """Whether it was sent by somebody who could not say so; then note it, to be corrected."""
        assert claim.tried is not None
        there = replace(post, channel=claim.before)
        found = await self._channels.find(there, min(claim.tried, self._now()))
        if found is None:
            return False
        await self._posts.note_sent(there, found, shown=0)
        return True

    async def _note_refused(
        self, claim: PostClaim, settings: ServerSettings, error: Exception
    ) -> None:
        """Say that Discord does not let the bot post there, and leave the channel alone."""
        post = claim.post
        log.warning("no post in channel %s: %s", post.channel, error)
        if settings.log_channel is not None and not self._backoff.has_failed(_locate(post)):
            await self._tell(post, settings, settings.log_channel, error)
        if post.kind == "season" and isinstance(error, discord.NotFound):
            await self._posts.give_up(post)  # it belongs nowhere else
            return
        await self._posts.release(claim)
        self._backoff.rest(_locate(post))

    async def _tell(
        self, post: Post, settings: ServerSettings, log_channel: int, error: Exception
    ) -> None:
        """Tell those who read the log of a server why there is no post."""
        text = load_catalogue(settings.language or post.language)
        place = f"<#{post.channel}>"
        missing = error.permissions if isinstance(error, CannotPost) else ()
        if missing:
            named = ", ".join(text(f"permission-{name}") for name in missing)
            said = text(f"post-{post.kind}-lacks", channel=place, missing=named)
        else:
            said = text(f"post-{post.kind}-trouble", channel=place)
        try:
            await self._channels.tell(log_channel, said)
        except PASSING as more:
            log.warning("no log in channel %s: %s", log_channel, more)


def _locate(post: Post) -> Place:
    return Place(post.guild, post.channel or 0)
