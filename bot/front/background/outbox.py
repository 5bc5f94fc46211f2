"""Sends what is owed to everybody, the weekly posts and the finals of seasons, and corrects it.

What is to be sent is written down first, once for each week and season. Whoever sends it takes it
for themselves for a while, so that of several processes one does. One that crashed half-way may
have sent it: its message is looked for before it is sent anew.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import datetime

from msgspec.structs import replace

from bot import weeks
from bot.front.background.post_channels import PostChannels
from bot.front.background.post_delivery import PostDelivery
from bot.front.background.retry import LAST_TRY
from bot.reconciler import Reconciler
from bot.storage.engine.errors import StorageError
from bot.storage.servers.posts import DueServer, Post, Posts

log = logging.getLogger(__name__)

TOGETHER = 16
"""Servers for which it is decided in one commit whether a post is due."""

HANDS = 2
"""Posts that are drawn and sent at the same time."""


class Outbox:
    """The posts of all servers; what happens within the seconds of `gathers` is one correction."""

    def __init__(
        self,
        channels: PostChannels,
        posts: Posts,
        delivery: PostDelivery,
        now: Callable[[], datetime],
        gathers: float = 0.0,
    ) -> None:
        self._channels = channels
        self._posts = posts
        self._delivery = delivery
        self._now = now
        self._rounds = Reconciler[None, None](self._go_round, gathers=gathers)

    # When

    def wake(self) -> None:
        """Look soon for what is owed."""
        self._rounds.mark(None, None)

    def retry(self, guild: int | None = None) -> None:
        """Look also where nothing could be done: the bot may do more now, there or everywhere."""
        self._delivery.forget_failures(guild)
        self.wake()

    async def close(self) -> None:
        """Wait a moment for what is being sent; all else stays owed."""
        await self._rounds.close(LAST_TRY)

    async def _go_round(self, _: None, __: None) -> None:
        try:
            await self.catch_up()
        except StorageError as error:
            log.error("posts have to wait: %s", error)  # the next look may have more luck

    async def catch_up(self) -> None:
        """Decide what is due, then send and correct what is owed. Raises `StorageError`."""
        looked = await self._posts.find_due(self._now())
        await self._decide_all([each for each in looked if self._channels.hears_of(each.guild)])
        owed = await self._posts.find_owed(self._now())
        every = iter([post for post in owed if self._delivery.can_try(post)])
        await asyncio.gather(*(self._deliver_all(every) for _ in range(HANDS)))

    # What is due

    async def _decide_all(self, every: list[DueServer]) -> None:
        for at in range(0, len(every), TOGETHER):
            some = every[at : at + TOGETHER]
            done = await asyncio.gather(*map(self._decide, some), return_exceptions=True)
            for looked, error in zip(some, done, strict=True):
                if error is not None:  # one server's trouble is not the next one's
                    log.error("no post of server %s", looked.guild, exc_info=error)

    async def _decide(self, looked: DueServer) -> None:
        """Write down whether a server's week is to be posted, and when to look again."""
        schedule, guild, now = looked.settings.schedule, looked.guild, self._now()
        if schedule is None:
            await self._posts.decide(guild, None, None)
            return
        last = await self._posts.find_last(guild)
        begun = looked.settings.weekly_begun
        due = weeks.find_due(schedule, last, looked.since, now, begun)
        upcoming = weeks.find_next_due(schedule, last, looked.since, now)
        if due is None:
            await self._posts.decide(guild, upcoming, None)
            return
        spoken = await self._posts.find_language(guild, due.start, due.end)
        post = Post(guild, "week", due.week, due.start, due.end, due.late, spoken or "en")
        if spoken is not None:  # somebody played
            post = replace(post, channel=looked.settings.weekly)
        await self._posts.decide(guild, upcoming, post)

    # What is owed

    async def _deliver_all(self, owed: Iterator[Post]) -> None:
        for post in owed:
            await self._delivery.deliver(post)
