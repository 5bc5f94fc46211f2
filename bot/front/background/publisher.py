"""The publisher of the messages that the bot keeps up to date: each is sent once, despite crashes.

All surfaces share one algorithm: take the lease, look for a message that was sent before a crash,
edit the message or send a new one, note the result, delete the message that was replaced. A surface
says what differs between boards, lists of free seats, results and posts.
"""

import asyncio
import contextlib
import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.background.budget import Budget
from bot.front.background.own_messages import NONCE_LIFETIME, UNEDITABLE_CODES, find_own_messages
from bot.front.background.retry import PASSING_ERRORS, is_passing
from bot.front.rendering.board_layout import read_texts
from bot.front.rendering.pings import NO_PINGS, Ping, allow_pings
from bot.storage.record.boards import Board
from bot.storage.record.publications import Lease, Publication

log = logging.getLogger(__name__)

R = TypeVar("R", Publication, Board)
"""A row that says where a message is and what it shows."""

T = TypeVar("T")


class Content(Struct, frozen=True):
    """The content of a message. A part that is None is left as it is.

    `files` are attached. A new message makes the `pings`, and replaces the present one if the
    content `moves`. `note` is what the row stores of the content, by column; it shows
    the version `shown`, None for the version that is wanted.
    """

    embed: discord.Embed | None = None
    view: ui.View | ui.LayoutView | None = None
    files: Sequence[discord.File] | None = None
    pings: Sequence[Ping] = ()
    moves: bool = False
    note: Mapping[str, Any] = {}
    shown: int | None = None

    @property
    def texts(self) -> list[str] | None:
        """The texts of a message of components, in order; None for another message."""
        return read_texts(self.view.children) if isinstance(self.view, ui.LayoutView) else None


Render = Callable[[R], Awaitable[Content]]
"""Returns what a message shows now; of a row without a message, what the first one shows."""

TakeTurn = Callable[[], Awaitable[None]]
"""Waits until one more request may be made."""


class Rows(Protocol[R]):
    """The table of the rows of a surface. Every method raises `Unreachable`."""

    async def take_lease(self, row: R, now: datetime, lease: timedelta) -> Lease[R] | None:
        """Take the lease of a row, and note that its message may be sent from now on.

        None if another process has it, or if the message has changed since `row` was read.
        """

    async def note_trying(self, lease: Lease[R], row: R) -> bool:
        """Note that a message may be sent since `row.tried`; False if that is another's now."""

    async def note_found(self, lease: Lease[R], row: R) -> bool:
        """Note a message that was sent before a crash; what it shows is not known.

        False if another process has sent the message meanwhile.
        """

    async def note_done(self, lease: Lease[R], row: R, *, edited: bool) -> bool:
        """Note what the message shows after it was sent or edited, and release the lease.

        False if another process has sent the message meanwhile.
        """

    async def release(self, lease: Lease[R]) -> None:
        """Release the lease: nothing was sent under it."""

    async def note_tidied(self, row: R) -> None:
        """Note that the message that was replaced, `row.former`, is deleted."""


class MessageGone(Exception):
    """An error that somebody deleted the message."""


class Surface(ABC, Generic[R]):
    """A kind of message that the bot keeps up to date: what differs from the other kinds."""

    lease: ClassVar[timedelta] = timedelta()
    """The time for which a process has a message for itself.

    Zero where the lease of the server's shard is enough: then a crash delays nothing.
    """

    look_back: ClassVar[timedelta | None] = None
    """The age of the oldest message that no row may know of; None if there cannot be one."""

    replaces: ClassVar[bool] = False
    """True if a new message replaces one that Discord lets nobody edit any more."""

    replaces_deleted: ClassVar[bool] = False
    """True if a new message replaces one that somebody deleted."""

    grace: timedelta = timedelta()
    """The time for which a replaced message stays, because somebody may just be pressing it.

    After that it is deleted when its row is published again.
    """

    edits_found: ClassVar[bool] = True
    """True if a message that was sent before, and shows something else, is edited at once.

    Otherwise the next attempt edits it, from the newest state: whoever sent it may know more.
    """

    needs_history: ClassVar[bool] = False
    """True if nothing is sent where the bot may not look for what it sent before a crash."""

    @abstractmethod
    def recognises(self, row: R, message: discord.Message) -> bool:
        """Return whether a message that the bot sent in the channel belongs to this row."""

    @abstractmethod
    def name_next(self, row: R) -> str:
        """Name the message that follows the present one. Its nonce is made of the name."""

    def adopt(self, row: R, message: discord.Message) -> R:
        """Return the row with a message that was sent, of whose content nothing is known."""
        return row.adopt(message.id)

    def check(self, row: R) -> None:
        """Raise the surface's own error if the bot may not send to the channel of `row`."""
        return  # Discord says so itself


class Messages:
    """Requests for messages in any channel. All methods raise the exceptions of discord.py."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, content: Content, nonce: str) -> discord.Message:
        """Send a message; of two with one nonce Discord sends the first one, for minutes."""
        parts = _list_parts(content)
        if content.files is not None:
            parts["files"] = content.files
        parts["allowed_mentions"] = allow_pings(*content.pings)
        return await self._find_channel(channel).send(**parts, nonce=nonce)

    async def edit(self, channel: int, message: int, content: Content) -> None:
        """Edit a message. Raises `MessageGone`."""
        parts = _list_parts(content)
        if content.files is not None:
            parts["attachments"] = content.files
        if content.texts is not None:  # a message of components may have been an embed
            parts |= {"content": None, "embeds": []}
        try:
            await self._find_channel(channel).get_partial_message(message).edit(**parts)
        except discord.NotFound as error:
            raise MessageGone from error

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there."""
        with contextlib.suppress(discord.NotFound):
            await self._find_channel(channel).get_partial_message(message).delete()

    async def find(
        self,
        channel: int,
        since: datetime,
        after: int | None,
        matches: Callable[[discord.Message], bool],
    ) -> list[discord.Message]:
        """Return the bot's messages in a channel that `matches`, the oldest first.

        Only messages sent after `since` (clocks may differ) and after the message `after` count.
        """
        every = find_own_messages(self._client, channel, since, after)
        return [message async for message in every if matches(message)]

    def _find_channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


class Publisher(Generic[R]):
    """A publisher of the messages of one table of rows, which brings them up to date on Discord.

    Its methods raise what discord.py does, and `StorageError`. Every request takes a turn of the
    `budget`.
    """

    def __init__(
        self, messages: Messages, rows: Rows[R], budget: Budget, now: Callable[[], datetime]
    ) -> None:
        self._messages = messages
        self._rows: Rows[R] = rows
        self._budget = budget
        self._now = now

    async def publish(
        self,
        surface: Surface[R],
        row: R,
        render: Render[R],
        take_turn: TakeTurn | None = None,
    ) -> R | None:
        """Bring the message of a row up to date, or send it to the channel of `row`.

        Return the row as it is then. Return None if another process is doing so, or has done so
        since `row` was read, or may have sent the message: read the row again then. `take_turn`
        takes the turns of the budget, if they are not ordinary. Raises `MessageGone`, and the
        exceptions of `render` and `surface`.
        """
        take_turn = take_turn or self._budget.take_turn
        attempt = await self._begin(surface, row, take_turn)
        if attempt is None:
            return None
        placed = await self._hold(attempt, attempt.place(row, render))
        if placed is None or placed.former is None or self._stays(surface, placed):
            return placed
        return await self._delete_former(placed, placed.former, take_turn)

    def _stays(self, surface: Surface[R], row: R) -> bool:
        """Return whether the message that was replaced stays for now."""
        assert row.message is not None
        return self._now() - discord.utils.snowflake_time(row.message) < surface.grace

    async def retract(self, surface: Surface[R], row: R) -> bool:
        """Delete a message, also one that was sent before a crash: its row may be forgotten.

        Return False if another process is changing it.
        """
        attempt = await self._begin(surface, row, self._budget.take_turn)
        if attempt is None:
            return False
        await self._hold(attempt, attempt.delete_all())
        return True

    async def _begin(
        self, surface: Surface[R], row: R, take_turn: TakeTurn
    ) -> "_Attempt[R] | None":
        await take_turn()
        lease = await self._rows.take_lease(row, self._now(), surface.lease)
        if lease is None:
            return None
        requests = _Requests(self._messages, take_turn)
        return _Attempt(surface, lease, requests, self._rows, self._now)

    async def _hold(self, attempt: "_Attempt[R]", work: Awaitable[T]) -> T:
        """Run `work` under a lease, and release the lease if Discord refused the request.

        If Discord gave no answer, the outcome is unknown: the lease stays until it expires, and the
        next attempt looks for a message that was sent.
        """
        patience = attempt.surface.lease.total_seconds() / 2 or None
        try:
            async with asyncio.timeout(patience):
                return await work
        except Exception as error:
            if not isinstance(error, PASSING_ERRORS) or not is_passing(error):
                await self._rows.release(attempt.lease)
            raise

    async def _delete_former(self, row: R, former: int, take_turn: TakeTurn) -> R:
        """Delete the message that was replaced. Until that is done the row is owed."""
        assert row.channel is not None
        try:
            await take_turn()
            await self._messages.delete(row.channel, former)
        except PASSING_ERRORS as error:
            log.warning("an old message in channel %s stays for now: %s", row.channel, error)
            return row
        await self._rows.note_tidied(row)
        return replace(row, former=None)


class _Requests(NamedTuple):
    """Requests of one attempt, and the turns that they take."""

    messages: Messages
    take_turn: TakeTurn


class _Attempt(Generic[R]):
    """An attempt to bring one message up to date, under the lease of its row."""

    def __init__(
        self,
        surface: Surface[R],
        lease: Lease[R],
        requests: _Requests,
        rows: Rows[R],
        now: Callable[[], datetime],
    ) -> None:
        self.surface: Surface[R] = surface
        self.lease: Lease[R] = lease
        self._messages = requests.messages
        self._take_turn = requests.take_turn
        self._rows: Rows[R] = rows
        self._now = now

    async def place(self, read: R, render: Render[R]) -> R | None:
        """Edit the message or send a new one; return the row as it was then stored.

        Return None if another process has moved the message.
        """
        row = self.lease.row
        if row.is_being_sent:
            found = await self._find_sent(row, read)
            if found is None:
                return None
            row = found
        if row.is_being_sent:
            return await self._send(row, render)
        content = await render(row)
        if not content.moves and await self._edit(row, content):
            return await self._note_done(row, content, edited=True)
        begun = await self._begin_to_replace(row)
        if begun is None:
            return None
        return await self._send(begun, render, content if content.moves else None)

    async def delete_all(self) -> None:
        """Delete the message, the one before it, and those that were sent before a crash."""
        row = self.lease.row
        since = self._find_start()
        found: list[int] = []
        if row.is_being_sent and since is not None:
            found = [message.id for message in await self._search(row, since)]
        for message in {row.message, row.former, *found} - {None}:
            assert message is not None
            await self._delete(row, message)

    # What was sent before

    async def _find_sent(self, row: R, read: R) -> R | None:
        """Return the row with the message that was sent before a crash, if there is one.

        Of several the newest stays. If there is none, store that a message is about to be sent as
        `read` says. Return None if another process has sent it meanwhile.
        """
        lease = self.lease
        aimed = row.aim(read)
        since = self._find_start()
        if since is None or (self._nonce_holds() and aimed == row):
            return row  # sent again under the same nonce, it is sent once
        found = await self._search(row, since)
        if found:
            for older in found[:-1]:
                await self._delete(row, older.id)
            row = self.surface.adopt(row, found[-1])
            return row if await self._rows.note_found(lease, row) else None
        was_ahead = lease.earlier is not None and since < lease.earlier
        if aimed != row or was_ahead:
            row = replace(aimed, tried=since)
            if not await self._rows.note_trying(lease, row):
                return None
        return row

    def _find_start(self) -> datetime | None:
        """Return since when the message may have been sent; None if it cannot have been."""
        now = self._now()
        if self.lease.earlier is not None:
            return min(self.lease.earlier, now)  # the clock may have been ahead
        return None if self.surface.look_back is None else now - self.surface.look_back

    def _nonce_holds(self) -> bool:
        earlier = self.lease.earlier
        return earlier is not None and timedelta() <= self._now() - earlier < NONCE_LIFETIME

    async def _search(self, row: R, since: datetime) -> list[discord.Message]:
        """Return the messages of a row in its channel after the present one, the oldest first.

        There are none if the bot may not read the channel's history.
        """
        assert row.channel is not None
        self.surface.check(row)
        await self._take_turn()
        matches = partial(self.surface.recognises, row)
        unreadable = () if self.surface.needs_history else (discord.Forbidden,)
        with contextlib.suppress(*unreadable):
            return await self._messages.find(row.channel, since, row.message, matches)
        return []

    # Requests

    async def _begin_to_replace(self, row: R) -> R | None:
        """Store, before the new message is sent, that it replaces the present one.

        Return None if another process has replaced it.
        """
        if row.former is not None:  # a row stores only one former message
            await self._delete(row, row.former)
        row = replace(row, former=row.message, tried=self._now())
        return row if await self._rows.note_trying(self.lease, row) else None

    async def _send(self, row: R, render: Render[R], content: Content | None = None) -> R | None:
        """Send a message and store its id; return the row as it was then stored.

        An earlier attempt may have sent the message already. Then Discord may have recognised the
        nonce and sent nothing, so the message is edited, too. Return None if that is left to the
        next attempt, or if another process has sent a message while this one was suspended: then
        the one that came too late is deleted.
        """
        self.surface.check(row)
        content = content or await render(row)
        if self.surface.lease and self._now() >= self.lease.until:
            raise TimeoutError("the lease has ended")
        channel = row.channel
        assert channel is not None
        nonce = make_nonce(self.surface.name_next(row))
        message = await self._messages.send(channel, content, nonce)
        row = self.surface.adopt(row, message)
        texts = read_texts(message.components)
        if self.lease.earlier is not None and content.texts != texts:
            if not await self._rows.note_found(self.lease, row):
                await self._delete(row, message.id)
                return None
            if not self.surface.edits_found:
                return None
            content = await render(row)
            await self._take_turn()
            await self._messages.edit(channel, message.id, content)
        done = await self._note_done(row, content, edited=False)
        if done is None:
            await self._delete(row, message.id)
        return done

    async def _edit(self, row: R, content: Content) -> bool:
        """Edit the message.

        Return False if that is not possible any more, but a new message can be sent. Raises
        `MessageGone`.
        """
        assert row.channel is not None
        assert row.message is not None
        try:
            await self._messages.edit(row.channel, row.message, content)
        except MessageGone:
            if not self.surface.replaces_deleted:
                raise
        except discord.HTTPException as error:
            if not self.surface.replaces or error.code not in UNEDITABLE_CODES:
                raise
        else:
            return True
        await self._take_turn()
        return False

    async def _note_done(self, row: R, content: Content, *, edited: bool) -> R | None:
        shown = row.wanted if content.shown is None else content.shown
        row = replace(row, shown=shown, tried=None, **content.note)
        return row if await self._rows.note_done(self.lease, row, edited=edited) else None

    async def _delete(self, row: R, message: int) -> None:
        """Delete a message, if it is still there."""
        assert row.channel is not None
        await self._take_turn()
        await self._messages.delete(row.channel, message)


def make_nonce(name: str) -> str:
    """Return the nonce of a message, in the 25 characters that Discord takes."""
    return hashlib.blake2s(name.encode(), digest_size=12).hexdigest()


def _list_parts(content: Content) -> dict[str, Any]:
    parts: dict[str, Any] = {"allowed_mentions": NO_PINGS}
    if content.embed is not None:
        parts["embed"] = content.embed
    if content.view is not None:
        parts["view"] = content.view
    return parts
