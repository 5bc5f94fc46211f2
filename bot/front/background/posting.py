"""Sends what is owed to everybody, the weekly posts and the finals of seasons, and corrects it.

What is to be sent is written down first, once for each week and season. Whoever sends it takes it
for themselves for a while, so that of several processes one does. One that crashed half-way may
have sent it: its message is looked for before it is sent anew.
"""

import asyncio
import hashlib
import logging
import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

import discord
from discord import ui
from msgspec.structs import replace

from bot import weeks
from bot.front.background.budget import Budget
from bot.front.background.keeper import LONGEST_REST, PASSING, REMEMBERED, REST, Rest, passes
from bot.i18n import Catalogue, catalogue
from bot.service.live_pod import LivePod
from bot.storage.engine.errors import StorageError
from bot.storage.engine.lru_cache import LruCache
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.servers.posts import Claim, Looked, Post, Posts

log = logging.getLogger(__name__)

HURRY = 60.0
"""Seconds in which a post is drawn and sent; then it is left to the next one who takes it."""

TOGETHER = 16
"""Servers for which it is decided in one commit whether a post is due."""

HANDS = 2
"""Posts that are drawn and sent at the same time."""

LAST_TRY = 5.0
"""Seconds for what is being sent when the bot stops."""

SKEW = timedelta(hours=1)
"""That clocks may differ by."""

LOOKED_THROUGH = 1_000
"""Messages."""


class Drawn(NamedTuple):
    """What a post shows; a button of the outbox's own comes after the view's."""

    embed: discord.Embed
    files: Sequence[discord.File] = ()
    view: ui.View | None = None


class Lacking(Exception):
    """A post cannot be sent where it should be: for want of `permissions`, or of the channel."""

    def __init__(self, permissions: Sequence[str] = ()) -> None:
        super().__init__(", ".join(permissions) or "no such channel")
        self.permissions = permissions


class Gone(Exception):
    """The message was deleted."""


class Channels(Protocol):
    """Discord, as far as posts need it. All but `here` raise what discord.py does."""

    def here(self, guild: int) -> bool:
        """Whether this process hears of the server."""

    async def send(self, post: Post, drawn: Drawn) -> int:
        """Sends it; returns the id of its message. Raises `Lacking`."""

    async def edit(self, post: Post, drawn: Drawn) -> None:
        """Changes what is sent. Raises `Gone`."""

    async def find(self, post: Post, since: datetime) -> int | None:
        """Its message, if there is one that is no older. Raises `Lacking`."""

    async def tell(self, channel: int, said: str) -> None:
        """Says something in a server's log."""


class Outbox:
    """The posts of all servers."""

    def __init__(
        self,
        channels: Channels,
        posts: Posts,
        guilds: Guilds,
        draw: Callable[[Post], Awaitable[Drawn]],
        budget: Budget,
        now: Callable[[], datetime],
        gathers: float = 0.0,
        each_second: float = math.inf,
    ) -> None:
        self._channels = channels
        self._posts = posts
        self._guilds = guilds
        self._draw = draw
        self._budget = budget
        self._pace = Budget(each_second)
        self._now = now
        self._gathers = gathers
        self._rests: LruCache[int, dict[int, Rest]] = LruCache(REMEMBERED)  # by server and channel
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._busy = False

    # When

    def changed(self, _: LivePod) -> None:
        """Something happened in a pod, after which posts may be wrong."""
        self.wake()

    def wake(self) -> None:
        """Looks soon for what is owed."""
        self._again = True
        if self._task is None:
            self._task = asyncio.create_task(self._rounds())

    def retry(self, guild: int | None = None) -> None:
        """What the bot may do has perhaps changed, everywhere or in a server: nothing rests."""
        if guild is None:
            self._rests = LruCache(REMEMBERED)
        else:
            self._rests.drop(guild)
        self.wake()

    async def close(self) -> None:
        """Waits a moment for what is being sent; all else stays owed."""
        self._again = False
        if (task := self._task) is not None:
            if self._busy:
                await asyncio.wait([task], timeout=LAST_TRY)
            task.cancel()

    async def _rounds(self) -> None:
        try:
            while self._again:
                if self._gathers:
                    await asyncio.sleep(self._gathers)
                self._again, self._busy = False, True
                await self.round()
                self._busy = False
        except StorageError as error:
            log.error("posts have to wait: %s", error)  # the next look may have more luck
        finally:
            self._task, self._busy = None, False

    async def round(self) -> None:
        """Decides what is due, then sends and corrects what is owed. Raises `StorageError`."""
        every = [each for each in await self._posts.due(self._now()) if self._here(each)]
        for at in range(0, len(every), TOGETHER):
            some = every[at : at + TOGETHER]
            done = await asyncio.gather(*map(self._decide, some), return_exceptions=True)
            for looked, error in zip(some, done, strict=True):
                if error is not None:  # one server's trouble is not the next one's
                    log.error("no post of server %s", looked.guild, exc_info=error)
        owed = iter([post for post in await self._posts.owed(self._now()) if self._wants(post)])
        await asyncio.gather(*(self._deliver_all(owed) for _ in range(HANDS)))

    def _here(self, looked: Looked) -> bool:
        return self._channels.here(looked.guild)

    def _wants(self, post: Post) -> bool:
        resting = self._rest(post)
        awake = resting is None or resting.until <= _time()
        return awake and self._channels.here(post.guild)

    # What is due

    async def _decide(self, looked: Looked) -> None:
        schedule, guild, now = looked.settings.schedule, looked.guild, self._now()
        if schedule is None:
            await self._posts.decide(guild, None, None)
            return
        last = await self._posts.last(guild)
        due = weeks.due(schedule, last, looked.since, now)
        upcoming = weeks.upcoming(schedule, last, looked.since, now)
        if due is None:
            await self._posts.decide(guild, upcoming, None)
            return
        spoken = await self._posts.spoken(guild, due.start, due.end)
        post = Post(guild, "week", due.week, due.start, due.end, due.late, spoken or "en")
        if spoken is not None:  # somebody played
            post = replace(post, channel=looked.settings.weekly)
        await self._posts.decide(guild, upcoming, post)

    # What is owed

    async def _deliver_all(self, owed: Iterator[Post]) -> None:
        for post in owed:
            try:
                await self._deliver(post)
            except Exception:  # one server's trouble is not the next one's
                log.exception("the post of server %s could not be sent", post.guild)
                self._leave_alone(post)

    async def _deliver(self, post: Post) -> None:
        settings = await self._guilds.settings(post.guild)
        if post.message is None and post.kind == "week":
            if settings.weekly is None:  # it is wanted no more
                return await self._posts.give_up(post)
            late = post.late or self._now() - post.end > weeks.LATE
            post = replace(post, channel=settings.weekly, late=late)
        await self._pace.turn()
        await self._budget.turn()
        claim = await self._posts.claim(post, self._now())
        if claim is None:
            return None
        try:
            async with asyncio.timeout(HURRY):
                await self._carry_out(claim, settings)
        except Gone:
            await self._posts.give_up(post)
        except (Lacking, discord.Forbidden, discord.NotFound) as error:
            log.warning("no post in channel %s: %s", post.channel, error)
            await self._say(post, settings, error)
            if post.kind == "season" and isinstance(error, discord.NotFound):
                return await self._posts.give_up(post)  # it belongs nowhere else
            await self._posts.release(claim)
            self._leave_alone(post)
        except PASSING as error:
            log.warning("the post in channel %s has to wait: %s", post.channel, error)
            # It may have been sent: then it stays taken, and is looked for when that is over.
            if isinstance(error, discord.HTTPException) and not passes(error.status):
                await self._posts.release(claim)
                self._leave_alone(post)
        else:
            self._rests.drop(post.guild)
        return None

    async def _carry_out(self, claim: Claim, settings: ServerSettings) -> None:
        language = settings.language or claim.post.language
        post = replace(claim.post, language=language)
        if claim.tried is not None and post.message is None:
            there = replace(post, channel=claim.before)
            found = await self._channels.find(there, min(claim.tried, self._now()) - SKEW)
            if found is not None:
                return await self._posts.sent(there, found, shown=0)
            await self._posts.move(claim)
        drawn = await self._draw(post)
        if post.message is not None:
            await self._channels.edit(post, drawn)
            return await self._posts.sent(post, post.message, post.wanted)
        if self._now() >= claim.until:
            raise TimeoutError("it took too long to draw")
        message = await self._channels.send(post, drawn)
        # After a crash Discord may have known its nonce: what stands there is of that time.
        shown = post.wanted if claim.tried is None else 0
        return await self._posts.sent(post, message, shown)

    def _rest(self, post: Post) -> Rest | None:
        return (self._rests.get(post.guild) or {}).get(post.channel or 0)

    def _leave_alone(self, post: Post) -> None:
        """Nothing can be done there now; it rests, each time twice as long."""
        last = self._rest(post)
        seconds = min(2 * last.seconds, LONGEST_REST) if last else REST
        others = self._rests.get(post.guild) or {}
        rest = Rest(seconds, _time() + seconds)
        self._rests.put(post.guild, {**others, post.channel or 0: rest})

    async def _say(self, post: Post, settings: ServerSettings, error: Exception) -> None:
        """Tells those who read the log of a server, the first time."""
        if settings.log_channel is None or self._rest(post) is not None:
            return
        text = catalogue(settings.language or post.language)
        place = f"<#{post.channel}>"
        missing = error.permissions if isinstance(error, Lacking) else ()
        if missing:
            named = ", ".join(text(f"permission-{name}") for name in missing)
            said = text(f"post-{post.kind}-lacks", channel=place, missing=named)
        else:
            said = text(f"post-{post.kind}-trouble", channel=place)
        try:
            await self._channels.tell(settings.log_channel, said)
        except PASSING as more:
            log.warning("no log in channel %s: %s", settings.log_channel, more)


def _time() -> float:
    return asyncio.get_running_loop().time()


# Discord

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


def lacking(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """What the bot would need besides, by Discord's names."""
    in_thread = isinstance(channel, discord.Thread)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if parent is None:
        return ()
    # What the settings say: `channel.permissions_for` takes embeds from whoever may not write.
    given = dict(discord.abc.GuildChannel.permissions_for(parent, channel.guild.me))
    needed = {IN_THREADS if in_thread and n == "send_messages" else n for n, on in NEEDED if on}
    return tuple(sorted(name for name in needed if not given[name]))


def mark(post: Post) -> str:
    """The custom id of the button below a post, by which its message is known again."""
    return f"post:{post.kind}:{post.number}"


def view_of(post: Post, drawn: Drawn, text: Catalogue) -> ui.View:
    """What can be pressed below a post."""
    view = drawn.view or ui.View(timeout=None)
    label = text(f"post-{post.kind}-button")
    view.add_item(ui.Button(label=label, emoji="📊", custom_id=mark(post)))
    view.stop()
    return view


class OnDiscord:
    """The channels of Discord, over a client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def here(self, guild: int) -> bool:
        """See `Channels`."""
        return self._client.get_guild(guild) is not None

    async def send(self, post: Post, drawn: Drawn) -> int:
        """See `Channels`. Discord sends two with one nonce once, for some minutes."""
        self._check(post)
        message = await self._place(post).send(
            embed=drawn.embed,
            files=drawn.files,
            view=view_of(post, drawn, catalogue(post.language)),
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=_nonce(post),
        )
        return message.id

    async def edit(self, post: Post, drawn: Drawn) -> None:
        """See `Channels`."""
        assert post.message is not None
        try:
            await (
                self._place(post)
                .get_partial_message(post.message)
                .edit(
                    embed=drawn.embed,
                    attachments=drawn.files,
                    view=view_of(post, drawn, catalogue(post.language)),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            )
        except discord.NotFound as error:
            raise Gone from error

    async def find(self, post: Post, since: datetime) -> int | None:
        """See `Channels`."""
        self._check(post)
        marked = mark(post)
        history = self._place(post).history(limit=LOOKED_THROUGH, after=since, oldest_first=True)
        async for message in history:
            if message.author == self._client.user and marked in _custom_ids(message):
                return message.id
        return None

    async def tell(self, channel: int, said: str) -> None:
        """See `Channels`."""
        place = self._client.get_partial_messageable(channel)
        await place.send(said, allowed_mentions=discord.AllowedMentions.none())

    def _place(self, post: Post) -> discord.PartialMessageable:
        assert post.channel is not None
        return self._client.get_partial_messageable(post.channel)

    def _check(self, post: Post) -> None:
        """Without some rights Discord would send half a post, or show no history."""
        guild = self._client.get_guild(post.guild)
        assert guild is not None
        assert post.channel is not None
        channel = guild.get_channel_or_thread(post.channel)
        if channel is None:  # of threads Discord tells only while they are not archived
            if post.kind == "week":
                raise Lacking
            return
        missing = lacking(channel)
        if missing:
            raise Lacking(missing)


def _custom_ids(message: discord.Message) -> Iterator[str | None]:
    for row in message.components:
        if isinstance(row, discord.ActionRow):
            for item in row.children:
                yield getattr(item, "custom_id", None)


def _nonce(post: Post) -> str:
    named = f"{post.guild}:{mark(post)}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()
