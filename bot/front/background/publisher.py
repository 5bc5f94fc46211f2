"""The publisher of the messages that the bot keeps up to date: each is sent once, despite crashes.

All surfaces share one algorithm: take the lease, look for a message that was sent before a crash,
edit the message or send a new one, note the result, delete the message that was replaced. A surface
says what differs between lists of free seats, results and posts.
"""

import asyncio
import contextlib
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, TypeVar

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.background.budget import Budget
from bot.front.background.own_messages import NONCE_LIFETIME, UNEDITABLE_CODES, find_own_messages
from bot.front.background.retry import PASSING_ERRORS, is_passing
from bot.storage.record.publications import Lease, Publication, Publications


class Content(Struct, frozen=True):
    """The content of a message. A part that is None is left as it is.

    `digest` identifies it among all that the message could show. `files` are attached.
    """

    embed: discord.Embed | None = None
    view: ui.View | ui.LayoutView | None = None
    files: Sequence[discord.File] | None = None
    digest: str | None = None


Render = Callable[[Publication], Awaitable[Content]]
"""Returns what a message shows now; of a publication without a message, what the first one shows.
"""

T = TypeVar("T")


class MessageGone(Exception):
    """An error that somebody deleted the message."""


class Surface(ABC):
    """A kind of message that the bot keeps up to date: what differs from the other kinds."""

    name: ClassVar[str]
    """The `surface` of its publications."""

    lease: ClassVar[timedelta] = timedelta()
    """The time for which a process has a message for itself.

    Zero where the lease of the server's shard is enough: then a crash delays nothing.
    """

    look_back: ClassVar[timedelta | None] = None
    """The age of the oldest message that no row may know of; None if there cannot be one."""

    skips_same: ClassVar[bool] = False
    """True if a message is left alone that would look the same, by the digest of its content."""

    replaces: ClassVar[bool] = False
    """True if a new message replaces one that Discord lets nobody edit any more."""

    needs_history: ClassVar[bool] = False
    """True if nothing is sent where the bot may not look for what it sent before a crash."""

    @abstractmethod
    def recognises(self, row: Publication, message: discord.Message) -> bool:
        """Return whether a message that the bot sent in the channel belongs to this publication."""

    @abstractmethod
    def name_next(self, row: Publication) -> str:
        """Name the message that follows the present one. Its nonce is made of the name."""

    def check(self, row: Publication) -> None:
        """Raise the surface's own error if the bot may not send to the channel of `row`."""
        return  # Discord says so itself


class Messages:
    """Requests for messages in any channel. All methods raise the exceptions of discord.py."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, content: Content, nonce: str) -> int:
        """Send a message and return its id; of two with one nonce Discord sends one for minutes."""
        parts = _list_parts(content)
        if content.files is not None:
            parts["files"] = content.files
        message = await self._find_channel(channel).send(**parts, nonce=nonce)
        return message.id

    async def edit(self, channel: int, message: int, content: Content) -> None:
        """Edit a message. Raises `MessageGone`."""
        parts = _list_parts(content)
        if content.files is not None:
            parts["attachments"] = content.files
        try:
            await self._find_channel(channel).get_partial_message(message).edit(**parts)
        except discord.NotFound as error:
            raise MessageGone from error

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there."""
        with contextlib.suppress(discord.NotFound):
            await self._find_channel(channel).get_partial_message(message).delete()

    async def find_newest(
        self,
        channel: int,
        since: datetime,
        after: int | None,
        matches: Callable[[discord.Message], bool],
    ) -> int | None:
        """Return the bot's newest message in a channel that `matches`; None if there is none.

        Only messages sent after `since` (clocks may differ) and after the message `after` count.
        """
        found = None
        async for message in find_own_messages(self._client, channel, since, after):
            if matches(message):
                found = message.id
        return found

    def _find_channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


class Publisher:
    """A publisher of messages, which brings publications up to date on Discord.

    Its methods raise what discord.py does, and `StorageError`. Every request takes a turn of the
    `budget`.
    """

    def __init__(
        self,
        messages: Messages,
        publications: Publications,
        budget: Budget,
        now: Callable[[], datetime],
    ) -> None:
        self._messages = messages
        self._publications = publications
        self._budget = budget
        self._now = now

    async def publish(self, surface: Surface, row: Publication, render: Render) -> bool:
        """Bring the message of a publication up to date, or send it to the channel of `row`.

        Return False if another process is doing so, or has done so since `row` was read. Raises
        `MessageGone`, and the exceptions of `render` and `surface`.
        """
        content = None
        if surface.skips_same:
            content = await render(row)
            if not row.is_being_sent and content.digest == row.digest:
                if row.shown < row.wanted:
                    await self._publications.note_unchanged(row)
                await self._delete_former(row)
                return True
        await self._budget.take_turn()
        lease = await self._publications.take_lease(row, self._now(), surface.lease)
        if lease is None:
            return False
        placing = self._place(surface, lease, row, render, content)
        await self._delete_former(await self._hold(surface, lease, placing))
        return True

    async def retract(self, surface: Surface, row: Publication) -> bool:
        """Delete a message, also one that was sent before a crash, and forget the publication.

        Return False if another process is changing it.
        """
        await self._budget.take_turn()
        lease = await self._publications.take_lease(row, self._now(), surface.lease)
        if lease is None:
            return False
        await self._hold(surface, lease, self._delete_all(surface, lease))
        await self._publications.drop(row)
        return True

    async def _hold(self, surface: Surface, lease: Lease, work: Awaitable[T]) -> T:
        """Run `work` under a lease, and release the lease if Discord refused the request.

        If Discord gave no answer, the outcome is unknown: the lease stays until it expires, and the
        next attempt looks for a message that was sent.
        """
        patience = surface.lease.total_seconds() / 2 or None
        try:
            async with asyncio.timeout(patience):
                return await work
        except Exception as error:
            if not isinstance(error, PASSING_ERRORS) or not is_passing(error):
                await self._publications.release(lease)
            raise

    async def _place(
        self,
        surface: Surface,
        lease: Lease,
        read: Publication,
        render: Render,
        content: Content | None,
    ) -> Publication:
        """Edit the message or send a new one; return the publication as it was then stored."""
        row = lease.row
        if content is not None:  # `content` was rendered for that version
            row = replace(row, wanted=read.wanted)
        if row.is_being_sent:
            row = await self._find_sent(surface, lease, row, read)
        if row.is_being_sent:
            return await self._send(surface, lease, row, render, content)
        if content is None:
            content = await render(row)
        assert row.message is not None
        if await self._edit(surface, row, content):
            await self._publications.note_done(lease, row.message, row.wanted, content.digest)
            return row
        row = await self._begin_to_replace(lease, row)
        return await self._send(surface, lease, row, render, content)

    # What was sent before

    async def _find_sent(
        self, surface: Surface, lease: Lease, row: Publication, read: Publication
    ) -> Publication:
        """Return the publication with the message that was sent before a crash, if there is one.

        Otherwise store that a message is about to be sent as `read` says.
        """
        is_elsewhere = (row.channel, row.mark) != (read.channel, read.mark)
        since = self._find_start(surface, lease)
        if since is None or (self._nonce_holds(lease) and not is_elsewhere):
            return row  # sent again under the same nonce, it is sent once
        found = await self._search(surface, row, since)
        if found is not None:
            await self._publications.note_found(lease, found)
            return replace(row, message=found, shown=0, digest=None, tried=None)
        was_ahead = lease.earlier is not None and since < lease.earlier
        if is_elsewhere or was_ahead:
            row = replace(row, channel=read.channel, mark=read.mark, tried=since)
            await self._publications.note_trying(lease, row)
        return row

    def _find_start(self, surface: Surface, lease: Lease) -> datetime | None:
        """Return since when the message may have been sent; None if it cannot have been."""
        now = self._now()
        if lease.earlier is not None:
            return min(lease.earlier, now)  # the clock may have been ahead
        return None if surface.look_back is None else now - surface.look_back

    def _nonce_holds(self, lease: Lease) -> bool:
        earlier = lease.earlier
        return earlier is not None and timedelta() <= self._now() - earlier < NONCE_LIFETIME

    async def _search(self, surface: Surface, row: Publication, since: datetime) -> int | None:
        """Return the newest message of the publication in the channel, after the present one.

        Return None if there is none, or if the bot may not read the channel's history.
        """
        assert row.channel is not None
        surface.check(row)
        await self._budget.take_turn()
        matches = partial(surface.recognises, row)
        unreadable = () if surface.needs_history else (discord.Forbidden,)
        with contextlib.suppress(*unreadable):
            return await self._messages.find_newest(row.channel, since, row.message, matches)
        return None

    # Requests

    async def _begin_to_replace(self, lease: Lease, row: Publication) -> Publication:
        """Store, before the new message is sent, that it replaces the present one."""
        if row.former is not None:  # a row stores only one former message
            await self._delete(row.channel, row.former)
        row = replace(row, former=row.message, tried=self._now())
        await self._publications.note_trying(lease, row)
        return row

    async def _send(
        self,
        surface: Surface,
        lease: Lease,
        row: Publication,
        render: Render,
        content: Content | None,
    ) -> Publication:
        """Send a message and store its id; return the publication as it was then stored.

        An earlier attempt may have sent the message already. Then Discord may have recognised the
        nonce and sent nothing, so the message is edited, too.
        """
        surface.check(row)
        content = content or await render(row)
        if surface.lease and self._now() >= lease.until:
            raise TimeoutError("the lease has ended")
        channel = row.channel
        nonce = make_nonce(surface.name_next(row))
        assert channel is not None
        message = await self._messages.send(channel, content, nonce)
        row = replace(row, message=message, tried=None)
        if lease.earlier is not None:
            await self._publications.note_found(lease, message)
            content = await render(row)
            await self._budget.take_turn()
            await self._messages.edit(channel, message, content)
        await self._publications.note_done(lease, message, row.wanted, content.digest)
        return row

    async def _edit(self, surface: Surface, row: Publication, content: Content) -> bool:
        """Edit the message.

        Return False if Discord permits no more edits, but a new message can be sent. Raises
        `MessageGone`.
        """
        assert row.channel is not None
        assert row.message is not None
        try:
            await self._messages.edit(row.channel, row.message, content)
        except discord.HTTPException as error:
            if not surface.replaces or error.code not in UNEDITABLE_CODES:
                raise
            await self._budget.take_turn()
            return False
        return True

    async def _delete_former(self, row: Publication) -> None:
        if row.former is not None:
            await self._delete(row.channel, row.former)
            await self._publications.note_tidied(row, row.former)

    async def _delete_all(self, surface: Surface, lease: Lease) -> None:
        row = lease.row
        found = None
        since = self._find_start(surface, lease)
        if row.is_being_sent and since is not None:
            found = await self._search(surface, row, since)
        for message in {row.message, row.former, found} - {None}:
            assert message is not None
            await self._delete(row.channel, message)

    async def _delete(self, channel: int | None, message: int) -> None:
        """Delete a message, if it is still there."""
        assert channel is not None
        await self._budget.take_turn()
        await self._messages.delete(channel, message)


def make_nonce(name: str) -> str:
    """Return the nonce of a message, in the 25 characters that Discord takes."""
    return hashlib.blake2s(name.encode(), digest_size=12).hexdigest()


def _list_parts(content: Content) -> dict[str, Any]:
    parts: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none()}
    if content.embed is not None:
        parts["embed"] = content.embed
    if content.view is not None:
        parts["view"] = content.view
    return parts
