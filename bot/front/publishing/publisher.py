"""The publisher of the messages that the bot keeps up to date: each is sent once, despite crashes.

All kinds of messages share one algorithm: acquire the lease, look for a message that was sent
before a crash, edit the message or send a new one, record the result, delete the message that was
replaced. A kind of message says what differs between boards, lists of free seats, results and
posts.
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

from bot.front.publishing.own_messages import (
    NONCE_LIFETIME,
    UNEDITABLE_CODES,
    fetch_own_messages,
)
from bot.front.publishing.request_limiter import RequestLimiter
from bot.front.publishing.retries import PASSING_ERRORS, is_transient_error
from bot.front.ui.message_layout import collect_component_texts
from bot.front.ui.pings import NO_PINGS, Ping, build_allowed_mentions
from bot.storage.record.boards import Board
from bot.storage.record.publications import Publication, PublicationLease

log = logging.getLogger(__name__)

R = TypeVar("R", Publication, Board)
"""A row that says where a message is and what it shows."""

T = TypeVar("T")


class MessageContent(Struct, frozen=True):
    """The content of a message to send or edit. A part that is None is left as it is.

    `files` are attached. A new message makes the `pings`, and replaces the present one if the
    content `moves`. `note` is what the row stores of the content, by column; it shows the
    version `shown`, None for the version that is wanted.
    """

    embed: discord.Embed | None = None
    view: ui.View | ui.LayoutView | None = None
    files: Sequence[discord.File] | None = None
    pings: Sequence[Ping] = ()
    moves: bool = False
    note: Mapping[str, Any] = {}
    shown: int | None = None

    @property
    def component_texts(self) -> list[str] | None:
        """The texts of a message's components, in order; None for a message without a
        layout.
        """
        return (
            collect_component_texts(self.view.children)
            if isinstance(self.view, ui.LayoutView)
            else None
        )


RenderContent = Callable[[R], Awaitable[MessageContent]]
"""Returns what a message shows now; of a row without a message, what the first one shows."""

AcquireTurn = Callable[[], Awaitable[None]]
"""Waits until one more request may be made."""


class MessageTable(Protocol[R]):
    """A database table with a row for each message of a kind. Every method raises
    `DatabaseUnreachable`.
    """

    async def acquire_lease(
        self, board: R, now: datetime, duration: timedelta
    ) -> PublicationLease[R] | None:
        """Acquire the lease of a message's row, and record that the message may be sent
        from now on.

        Return None if another process has the lease, or if the message has changed since
        `row` was read.
        """

    async def record_send_attempt(self, lease: PublicationLease[R], board: R) -> bool:
        """Record that a message may be sent since `row.tried`; return False if another
        process has it now.
        """

    async def record_found_message(self, lease: PublicationLease[R], board: R) -> bool:
        """Record a message that was sent before a crash and whose content is unknown.

        Return False if another process has sent the message meanwhile.
        """

    async def record_publication(
        self, lease: PublicationLease[R], board: R, *, was_edited: bool
    ) -> bool:
        """Record what a message shows after it was sent or edited, and release the lease.

        Return False if another process has sent the message meanwhile.
        """

    async def release_lease(self, lease: PublicationLease[R]) -> None:
        """Release the lease of a message's row, because nothing was sent under it."""

    async def record_former_deleted(self, board: R) -> None:
        """Record that the message that was replaced, `row.former`, is deleted."""


class MessageDeleted(Exception):
    """An error that somebody deleted the message."""


class MessageKind(ABC, Generic[R]):
    """A kind of message that the bot keeps up to date, such as boards or posts.

    A subclass says what differs from the other kinds.
    """

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
    def is_message_of_row(self, row: R, message: discord.Message) -> bool:
        """Return whether a message that the bot sent in the channel belongs to a row."""

    @abstractmethod
    def build_nonce_name(self, row: R) -> str:
        """Return the name from which the nonce of a row's next message is computed."""

    def with_found_message(self, row: R, message: discord.Message) -> R:
        """Return the row with a message of unknown content that was found on Discord."""
        return row.with_message(message.id)

    def require_send_permission(self, row: R) -> None:
        """Raise an error of the message kind if the bot may not send to the channel of
        `row`.
        """
        return  # Discord says so itself


class MessageRequests:
    """Requests to Discord for messages in any channel.

    All methods raise the exceptions of discord.py.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send_message(
        self, channel_id: int, content: MessageContent, nonce: str
    ) -> discord.Message:
        """Send a message.

        Of two messages with one nonce Discord sends only the first, for some minutes.
        """
        parts = _build_message_arguments(content)
        if content.files is not None:
            parts["files"] = content.files
        parts["allowed_mentions"] = build_allowed_mentions(*content.pings)
        return await self._get_channel(channel_id).send(**parts, nonce=nonce)

    async def edit_message(self, channel_id: int, message_id: int, content: MessageContent) -> None:
        """Edit a message. Raises `MessageDeleted`."""
        parts = _build_message_arguments(content)
        if content.files is not None:
            parts["attachments"] = content.files
        if content.component_texts is not None:  # a message of components may have been an embed
            parts |= {"content": None, "embeds": []}
        try:
            await self._get_channel(channel_id).get_partial_message(message_id).edit(**parts)
        except discord.NotFound as error:
            raise MessageDeleted from error

    async def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message, if it is still there."""
        with contextlib.suppress(discord.NotFound):
            await self._get_channel(channel_id).get_partial_message(message_id).delete()

    async def find_own_messages_matching(
        self,
        channel_id: int,
        start_time: datetime,
        after_message: int | None,
        predicate: Callable[[discord.Message], bool],
    ) -> list[discord.Message]:
        """Return the bot's messages in a channel for which `predicate` is true, the oldest
        first.

        Only messages sent after `start_time` (clocks may differ) and after the message id
        `after_message` count.
        """
        every = fetch_own_messages(self._client, channel_id, start_time, after_message)
        return [message async for message in every if predicate(message)]

    def _get_channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


class MessagePublisher(Generic[R]):
    """A publisher of the messages of one table, which brings them up to date on Discord.

    Its methods raise `StorageError` and the exceptions of discord.py. Every request takes a
    turn of the request limiter.
    """

    def __init__(
        self,
        messages: MessageRequests,
        rows: MessageTable[R],
        budget: RequestLimiter,
        now: Callable[[], datetime],
    ) -> None:
        self._messages = messages
        self._rows: MessageTable[R] = rows
        self._budget = budget
        self._now = now

    async def publish_message(
        self,
        message_kind: MessageKind[R],
        row: R,
        render: RenderContent[R],
        acquire_turn: AcquireTurn | None = None,
    ) -> R | None:
        """Bring the message of a row up to date, or send it to the channel of `row`.

        Return the row afterwards. Return None if another process is doing so, or has done
        so since `row` was read, or may have sent the message: then read the row again.
        `acquire_turn` waits for a request turn in place of the publisher's own limiter.
        Raises `MessageDeleted`, and the exceptions of `render` and `message_kind`.
        """
        acquire_turn = acquire_turn or self._budget.acquire
        attempt = await self._begin_attempt(message_kind, row, acquire_turn)
        if attempt is None:
            return None
        placed = await self._run_under_lease(attempt, attempt.edit_or_send(row, render))
        if (
            placed is None
            or placed.former is None
            or self._keeps_former_message(message_kind, placed)
        ):
            return placed
        return await self._delete_former_message(placed, placed.former, acquire_turn)

    def _keeps_former_message(self, message_kind: MessageKind[R], row: R) -> bool:
        """Return whether the message that was replaced stays for now."""
        assert row.message is not None
        return self._now() - discord.utils.snowflake_time(row.message) < message_kind.grace

    async def delete_message(self, message_kind: MessageKind[R], row: R) -> bool:
        """Delete a row's message, also one that was sent before a crash, so that the row
        may be deleted.

        Return False if another process is changing the message.
        """
        attempt = await self._begin_attempt(message_kind, row, self._budget.acquire)
        if attempt is None:
            return False
        await self._run_under_lease(attempt, attempt.delete_all_messages())
        return True

    async def _begin_attempt(
        self, message_kind: MessageKind[R], row: R, acquire_turn: AcquireTurn
    ) -> "_PublishAttempt[R] | None":
        await acquire_turn()
        lease = await self._rows.acquire_lease(row, self._now(), message_kind.lease)
        if lease is None:
            return None
        requests = _PacedRequests(self._messages, acquire_turn)
        return _PublishAttempt(message_kind, lease, requests, self._rows, self._now)

    async def _run_under_lease(self, attempt: "_PublishAttempt[R]", work: Awaitable[T]) -> T:
        """Run `work` under a lease, and release the lease if Discord refused the request.

        If Discord gave no answer, the outcome is unknown: the lease stays until it expires,
        and the next attempt looks for a message that was sent.
        """
        patience = attempt.surface.lease.total_seconds() / 2 or None
        try:
            async with asyncio.timeout(patience):
                return await work
        except Exception as error:
            if not isinstance(error, PASSING_ERRORS) or not is_transient_error(error):
                await self._rows.release_lease(attempt.lease)
            raise

    async def _delete_former_message(
        self, row: R, former_message: int, acquire_turn: AcquireTurn
    ) -> R:
        """Delete the message that was replaced. Until then the row has a pending update."""
        assert row.channel is not None
        try:
            await acquire_turn()
            await self._messages.delete_message(row.channel, former_message)
        except PASSING_ERRORS as error:
            log.warning("an old message in channel %s stays for now: %s", row.channel, error)
            return row
        await self._rows.record_former_deleted(row)
        return replace(row, former=None)


class _PacedRequests(NamedTuple):
    """The requests of one attempt to publish, and the function that waits for their turns."""

    messages: MessageRequests
    take_turn: AcquireTurn


class _PublishAttempt(Generic[R]):
    """An attempt to bring one message up to date, under the lease of its row."""

    def __init__(
        self,
        surface: MessageKind[R],
        lease: PublicationLease[R],
        requests: _PacedRequests,
        rows: MessageTable[R],
        now: Callable[[], datetime],
    ) -> None:
        self.surface: MessageKind[R] = surface
        self.lease: PublicationLease[R] = lease
        self._messages = requests.messages
        self._take_turn = requests.take_turn
        self._rows: MessageTable[R] = rows
        self._now = now

    async def edit_or_send(self, stored_row: R, render: RenderContent[R]) -> R | None:
        """Edit the message or send a new one; return the row that was stored afterwards.

        Return None if another process has moved the message.
        """
        row = self.lease.row
        if row.is_being_sent:
            found = await self._recover_sent_message(row, stored_row)
            if found is None:
                return None
            row = found
        if row.is_being_sent:
            return await self._send_message(row, render)
        content = await render(row)
        if not content.moves and await self._edit_message(row, content):
            return await self._record_publication(row, content, was_edited=True)
        begun = await self._record_replacement(row)
        if begun is None:
            return None
        return await self._send_message(begun, render, content if content.moves else None)

    async def delete_all_messages(self) -> None:
        """Delete the message, the one before it, and those that were sent before a crash."""
        row = self.lease.row
        since = self._find_search_start()
        found: list[int] = []
        if row.is_being_sent and since is not None:
            found = [message.id for message in await self._search_own_messages(row, since)]
        for message in {row.message, row.former, *found} - {None}:
            assert message is not None
            await self._delete_message(row, message)

    # What was sent before

    async def _recover_sent_message(self, row: R, stored_row: R) -> R | None:
        """Return the row with the message that was sent before a crash, if there is one.

        Of several the newest stays. If there is none, store that a message is about to be
        sent as `stored_row` says. Return None if another process has sent it meanwhile.
        """
        lease = self.lease
        aimed = row.with_target_of(stored_row)
        since = self._find_search_start()
        if since is None or (self._is_nonce_valid() and aimed == row):
            return row  # sent again under the same nonce, it is sent once
        found = await self._search_own_messages(row, since)
        if found:
            for older in found[:-1]:
                await self._delete_message(row, older.id)
            row = self.surface.with_found_message(row, found[-1])
            return row if await self._rows.record_found_message(lease, row) else None
        was_ahead = lease.earlier is not None and since < lease.earlier
        if aimed != row or was_ahead:
            row = replace(aimed, tried=since)
            if not await self._rows.record_send_attempt(lease, row):
                return None
        return row

    def _find_search_start(self) -> datetime | None:
        """Return since when the message may have been sent; None if it cannot have been
        sent.
        """
        now = self._now()
        if self.lease.earlier is not None:
            return min(self.lease.earlier, now)  # the clock may have been ahead
        return None if self.surface.look_back is None else now - self.surface.look_back

    def _is_nonce_valid(self) -> bool:
        earlier = self.lease.earlier
        return earlier is not None and timedelta() <= self._now() - earlier < NONCE_LIFETIME

    async def _search_own_messages(self, row: R, start_time: datetime) -> list[discord.Message]:
        """Return the messages of a row in its channel after the present one, the oldest
        first.

        There are none if the bot may not read the channel's history.
        """
        assert row.channel is not None
        self.surface.require_send_permission(row)
        await self._take_turn()
        matches = partial(self.surface.is_message_of_row, row)
        unreadable = () if self.surface.needs_history else (discord.Forbidden,)
        with contextlib.suppress(*unreadable):
            return await self._messages.find_own_messages_matching(
                row.channel, start_time, row.message, matches
            )
        return []

    # Requests

    async def _record_replacement(self, row: R) -> R | None:
        """Store, before the new message is sent, that it replaces the present one.

        Return None if another process has replaced it.
        """
        if row.former is not None:  # a row stores only one former message
            await self._delete_message(row, row.former)
        row = replace(row, former=row.message, tried=self._now())
        return row if await self._rows.record_send_attempt(self.lease, row) else None

    async def _send_message(
        self, row: R, render: RenderContent[R], content: MessageContent | None = None
    ) -> R | None:
        """Send a message and store its id; return the row that was stored afterwards.

        An earlier attempt may have sent the message already. Then Discord may have
        recognised the nonce and sent nothing, so the message is edited, too. Return None if
        that is left to the next attempt, or if another process has sent a message while
        this one was suspended: then the one that came too late is deleted.
        """
        self.surface.require_send_permission(row)
        content = content or await render(row)
        if self.surface.lease and self._now() >= self.lease.until:
            raise TimeoutError("the lease has ended")
        channel = row.channel
        assert channel is not None
        nonce = compute_nonce(self.surface.build_nonce_name(row))
        message = await self._messages.send_message(channel, content, nonce)
        row = self.surface.with_found_message(row, message)
        texts = collect_component_texts(message.components)
        if self.lease.earlier is not None and content.component_texts != texts:
            if not await self._rows.record_found_message(self.lease, row):
                await self._delete_message(row, message.id)
                return None
            if not self.surface.edits_found:
                return None
            content = await render(row)
            await self._take_turn()
            await self._messages.edit_message(channel, message.id, content)
        done = await self._record_publication(row, content, was_edited=False)
        if done is None:
            await self._delete_message(row, message.id)
        return done

    async def _edit_message(self, row: R, content: MessageContent) -> bool:
        """Edit the message.

        Return False if that is impossible, but a new message can be sent. Raises
        `MessageDeleted`.
        """
        assert row.channel is not None
        assert row.message is not None
        try:
            await self._messages.edit_message(row.channel, row.message, content)
        except MessageDeleted:
            if not self.surface.replaces_deleted:
                raise
        except discord.HTTPException as error:
            if not self.surface.replaces or error.code not in UNEDITABLE_CODES:
                raise
        else:
            return True
        await self._take_turn()
        return False

    async def _record_publication(
        self, row: R, content: MessageContent, *, was_edited: bool
    ) -> R | None:
        shown = row.wanted if content.shown is None else content.shown
        row = replace(row, shown=shown, tried=None, **content.note)
        return (
            row
            if await self._rows.record_publication(self.lease, row, was_edited=was_edited)
            else None
        )

    async def _delete_message(self, row: R, message_id: int) -> None:
        """Delete a message, if it is still there."""
        assert row.channel is not None
        await self._take_turn()
        await self._messages.delete_message(row.channel, message_id)


def compute_nonce(message_name: str) -> str:
    """Return the nonce of a message, short enough for the 25 characters that Discord allows."""
    return hashlib.blake2s(message_name.encode(), digest_size=12).hexdigest()


def _build_message_arguments(content: MessageContent) -> dict[str, Any]:
    parts: dict[str, Any] = {"allowed_mentions": NO_PINGS}
    if content.embed is not None:
        parts["embed"] = content.embed
    if content.view is not None:
        parts["view"] = content.view
    return parts
