"""The publisher of the messages that the bot keeps up to date: each is sent once, despite crashes.

All kinds of messages share one algorithm: acquire the lease, look for a message that was sent before a crash, edit the
message or send a new one, record the result, delete the message that was replaced. What Discord refuses is tried
plainer. A kind of message says what differs between boards, lists of free seats, results and posts.
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
    GONE_CODES,
    NONCE_LIFETIME,
    UNEDITABLE_CODES,
    fetch_messages_of_bot,
)
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import PASSING_ERRORS, is_discord_content_refusal, is_error_worth_retry
from bot.front.ui.message_layout import collect_component_texts
from bot.front.ui.pings import NO_PINGS, Ping, build_allowed_mentions_for_pings
from bot.storage.record.boards import PodBoard
from bot.storage.record.publications import MessageLease, PublishedMessage

log = logging.getLogger(__name__)

R = TypeVar("R", PublishedMessage, PodBoard)
"""A row that says where a message is and what it shows."""

T = TypeVar("T")


class MessageContent(Struct, frozen=True):
    """The content of a Discord message to send or edit.

    `files` are attached. A new message makes the `pings`, and replaces the present one if the content `moves`. `note`
    is what the row stores of the content, by column; it shows the version `shown`, None for the version that is wanted.
    What `build_plainer` returns is sent or edited in its place if Discord refuses it.

    A part that is None stays as it is.
    """

    embed: discord.Embed | None = None
    view: ui.View | ui.LayoutView | None = None
    files: Sequence[discord.File] | None = None
    pings: Sequence[Ping] = ()
    moves: bool = False
    note: Mapping[str, Any] = {}
    shown: int | None = None
    build_plainer: "Callable[[], MessageContent] | None" = None

    @property
    def build_fallback_content(self) -> "MessageContent | None":
        """Return simpler content to send if Discord refuses the content; by default the embed without files."""
        if self.build_plainer is not None:
            return self.build_plainer()
        if not self.files or self.embed is None:
            return None
        return replace(self, embed=self.embed.copy().set_image(url=None), files=[])

    @property
    def component_texts(self) -> list[str] | None:
        """The texts of a message's layout in order; None for a message with an embed."""
        return collect_component_texts(self.view.children) if isinstance(self.view, ui.LayoutView) else None


RenderContent = Callable[[R], Awaitable[MessageContent]]
"""Returns what a message shows now; of a row without a message, what the first one shows."""

AcquireTurn = Callable[[], Awaitable[None]]
"""Waits until one more request may be made."""


class PublishedMessageDatabaseTable(Protocol[R]):
    """The protocol of a database table of Discord messages that the bot keeps up to date.

    Every method raises `DatabaseUnreachableError`.
    """

    async def acquire_message_lease(
        self, message_row: R, now: datetime, lease_duration: timedelta
    ) -> MessageLease[R] | None:
        """Acquire the lease of a message, by which this process alone may send or edit the message.

        Record that the message may be sent from now on. Return None if another process has the lease, or if the message
        has changed since the row was read.
        """

    async def record_send_attempt(self, message_lease: MessageLease[R], message_row: R) -> bool:
        """Record the start of sending a message; return False if another process is sending the message."""

    async def record_message_sent_before_crash(self, message_lease: MessageLease[R], message_row: R) -> bool:
        """Record a message sent before a crash; return False if another process has sent a newer one."""

    async def record_published_message(
        self, message_lease: MessageLease[R], message_row: R, *, was_edited: bool
    ) -> bool:
        """Record the content of a sent or edited message, and release the message's lease.

        Return False if another process has sent the message meanwhile.
        """

    async def release_message_lease(self, message_lease: MessageLease[R]) -> None:
        """Release the lease of a message after nothing was sent."""

    async def record_deletion_of_former_message(self, message_row: R) -> None:
        """Record that the message which was replaced has been deleted on Discord."""


class MessageToEditDeletedError(Exception):
    """An error raised if a message to edit was deleted on Discord."""


class PublishedMessageKind(ABC, Generic[R]):
    """A kind of Discord message that the bot keeps up to date, such as a game's main message."""

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
    def does_message_match_row(self, database_row: R, message: discord.Message) -> bool:
        """Return True if a message on Discord is the one in this row."""

    @abstractmethod
    def build_message_nonce_text(self, database_row: R) -> str:
        """Return a text that identifies a message, for the nonce that prevents sending the message twice."""

    def copy_row_with_message(self, database_row: R, message: discord.Message) -> R:
        """Return the row with the id of a message that was found on Discord."""
        return database_row.with_sent_message(message.id)

    def require_permission_to_send_message(self, database_row: R) -> None:
        """Raise an error if the bot may not send the message; the default allows every message."""
        return  # Discord says so itself


class DiscordMessageClient:
    """A sender of Discord requests about messages in any channel.

    All methods raise the exceptions of discord.py.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send_message(self, channel_id: int, content: MessageContent, nonce: str) -> discord.Message:
        """Send a message to a channel; Discord ignores a second message with the same `nonce`."""
        parts = _build_message_arguments(content)
        if content.files is not None:
            parts["files"] = content.files
        parts["allowed_mentions"] = build_allowed_mentions_for_pings(*content.pings)
        return await self._get_channel_for_requests(channel_id).send(**parts, nonce=nonce)

    async def edit_message(self, channel_id: int, message_id: int, content: MessageContent) -> None:
        """Edit a message in a channel. Raises `MessageToEditDeletedError`."""
        parts = _build_message_arguments(content)
        if content.files is not None:
            parts["attachments"] = content.files
        if content.component_texts is not None:  # a message of components may have been an embed
            parts |= {"content": None, "embeds": []}
        try:
            await self._get_channel_for_requests(channel_id).get_partial_message(message_id).edit(**parts)
        except discord.NotFound as error:
            raise MessageToEditDeletedError from error

    async def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message in a channel; do nothing if the message is already deleted."""
        try:
            await self._get_channel_for_requests(channel_id).get_partial_message(message_id).delete()
        except discord.NotFound as error:
            if error.code not in GONE_CODES:  # not Discord's own
                raise

    async def fetch_matching_messages_of_bot(
        self,
        channel_id: int,
        start_time: datetime,
        after_message: int | None,
        is_wanted_message: Callable[[discord.Message], bool],
    ) -> list[discord.Message]:
        """Return the bot's messages in a channel for which `is_wanted_message` returns True, oldest first.

        Only messages sent after `start_time` (clocks may differ) and after the message id `after_message` count.
        """
        every = fetch_messages_of_bot(self._client, channel_id, start_time, after_message)
        return [message async for message in every if is_wanted_message(message)]

    def _get_channel_for_requests(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


class MessagePublisher(Generic[R]):
    """A sender of the Discord messages of a database table, which keeps the messages up to date.

    Its methods raise `StorageError` and the exceptions of discord.py. Every request takes a turn of the request
    limiter.
    """

    def __init__(
        self,
        messages: DiscordMessageClient,
        rows: PublishedMessageDatabaseTable[R],
        budget: DiscordRequestRateLimiter,
        now: Callable[[], datetime],
    ) -> None:
        self._messages = messages
        self._rows: PublishedMessageDatabaseTable[R] = rows
        self._budget = budget
        self._now = now

    async def send_or_edit_message(
        self,
        message_kind: PublishedMessageKind[R],
        database_row: R,
        render_content: RenderContent[R],
        wait_for_rate_limit: AcquireTurn | None = None,
    ) -> R | None:
        """Edit or send the Discord message of a database row, and return the updated row.

        Return None if another process is doing so, or has done so since the row was read, or may have sent the message:
        then read the row again. `wait_for_rate_limit` waits for a request turn in place of the publisher's own limiter.
        Raises `MessageToEditDeletedError`, and the exceptions of `render_content` and `message_kind`.
        """
        wait_for_rate_limit = wait_for_rate_limit or self._budget.wait_until_request_allowed
        attempt = await self._begin_message_update(message_kind, database_row, wait_for_rate_limit)
        if attempt is None:
            return None
        placed = await self._run_with_message_lease(attempt, attempt.edit_or_send_message(database_row, render_content))
        if placed is None or placed.former is None or self._is_too_early_to_delete_former_message(message_kind, placed):
            return placed
        return await self._delete_former_message(placed, placed.former, wait_for_rate_limit)

    def _is_too_early_to_delete_former_message(
        self, message_kind: PublishedMessageKind[R], published_message_row: R
    ) -> bool:
        """Return True if it is too early to delete a message that was replaced by a newer one."""
        assert published_message_row.message is not None
        return self._now() - discord.utils.snowflake_time(published_message_row.message) < message_kind.grace

    async def delete_message(self, message_kind: PublishedMessageKind[R], database_row: R) -> bool:
        """Delete the Discord message of a database row, before the row itself is deleted.

        Return False if another process is changing the message.
        """
        attempt = await self._begin_message_update(message_kind, database_row, self._budget.wait_until_request_allowed)
        if attempt is None:
            return False
        await self._run_with_message_lease(attempt, attempt.delete_all_messages_of_database_row())
        return True

    async def _begin_message_update(
        self, message_kind: PublishedMessageKind[R], database_row: R, wait_for_rate_limit: AcquireTurn
    ) -> "_MessageSendOrEditAttempt[R] | None":
        await wait_for_rate_limit()
        lease = await self._rows.acquire_message_lease(database_row, self._now(), message_kind.lease)
        if lease is None:
            return None
        requests = _RateLimitedMessageClient(self._messages, wait_for_rate_limit)
        return _MessageSendOrEditAttempt(message_kind, lease, requests, self._rows, self._now)

    async def _run_with_message_lease(
        self, update_attempt: "_MessageSendOrEditAttempt[R]", discord_request: Awaitable[T]
    ) -> T:
        """Run a request to send or edit a message; if Discord refuses, release the message's lease.

        If Discord gave no answer, the outcome is unknown: the lease stays until it expires, and the next update looks
        for a message that was sent.
        """
        patience = update_attempt.surface.lease.total_seconds() / 2 or None
        try:
            async with asyncio.timeout(patience):
                return await discord_request
        except Exception as error:
            if not isinstance(error, PASSING_ERRORS) or not is_error_worth_retry(error):
                await self._rows.release_message_lease(update_attempt.lease)
            raise

    async def _delete_former_message(
        self, database_row: R, former_message_id: int, wait_for_rate_limit: AcquireTurn
    ) -> R:
        """Delete a message that a newer one replaced; keep its id for a retry after a failure."""
        assert database_row.channel is not None
        try:
            await wait_for_rate_limit()
            await self._messages.delete_message(database_row.channel, former_message_id)
        except PASSING_ERRORS as error:
            log.warning("an old message in channel %s is deleted later: %s", database_row.channel, error)
            return database_row
        await self._rows.record_deletion_of_former_message(database_row)
        return replace(database_row, former=None)


class _RateLimitedMessageClient(NamedTuple):
    """A client for a message's Discord requests, with a function that waits for the rate limit."""

    messages: DiscordMessageClient
    take_turn: AcquireTurn


class _MessageSendOrEditAttempt(Generic[R]):
    """An attempt to send or edit one message, made while this process holds the message's lease."""

    def __init__(
        self,
        surface: PublishedMessageKind[R],
        lease: MessageLease[R],
        requests: _RateLimitedMessageClient,
        rows: PublishedMessageDatabaseTable[R],
        now: Callable[[], datetime],
    ) -> None:
        self.surface: PublishedMessageKind[R] = surface
        self.lease: MessageLease[R] = lease
        self._messages = requests.messages
        self._take_turn = requests.take_turn
        self._rows: PublishedMessageDatabaseTable[R] = rows
        self._now = now

    async def edit_or_send_message(self, stored_row: R, render_content: RenderContent[R]) -> R | None:
        """Edit the message or send a new one, and return the message's row; None if another process did so."""
        row = self.lease.row
        if row.needs_new_message:
            found = await self._recover_message_sent_before_crash(row, stored_row)
            if found is None:
                return None
            row = found
        if row.needs_new_message:
            return await self._send_message(row, render_content)
        content = await render_content(row)
        accepted = None if content.moves else await self._edit_message(row, content)
        if accepted is not None:
            return await self._record_published_content(row, accepted, was_edited=True)
        begun = await self._record_message_replacement(row)
        if begun is None:
            return None
        return await self._send_message(begun, render_content, content if content.moves else None)

    async def delete_all_messages_of_database_row(self) -> None:
        """Delete all Discord messages of a row, also a replaced one and one sent before a crash."""
        row = self.lease.row
        since = self._find_earliest_send_time()
        found: list[int] = []
        if row.needs_new_message and since is not None:
            found = [message.id for message in await self._fetch_newer_messages_of_row(row, since)]
        for message in {row.message, row.former, *found} - {None}:
            assert message is not None
            await self._delete_message(row, message)

    # What was sent before

    async def _recover_message_sent_before_crash(self, message_row: R, row_before_sending: R) -> R | None:
        """Return the row with a message that was sent before a crash; without one, the row unchanged.

        Of several the newest stays. If there is none, store that a message is about to be sent as `row_before_sending`
        says. Return None if another process has sent it meanwhile.
        """
        lease = self.lease
        aimed = message_row.copy_with_channel_of_message(row_before_sending)
        since = self._find_earliest_send_time()
        if since is None or (self._is_message_nonce_still_valid() and aimed == message_row):
            return message_row  # sent again under the same nonce, it is sent once
        found = await self._fetch_newer_messages_of_row(message_row, since)
        if found:
            for older in found[:-1]:
                await self._delete_message(message_row, older.id)
            message_row = self.surface.copy_row_with_message(message_row, found[-1])
            return message_row if await self._rows.record_message_sent_before_crash(lease, message_row) else None
        was_ahead = lease.earlier is not None and since < lease.earlier
        if aimed != message_row or was_ahead:
            message_row = replace(aimed, tried=since)
            if not await self._rows.record_send_attempt(lease, message_row):
                return None
        return message_row

    def _find_earliest_send_time(self) -> datetime | None:
        """Return the earliest time at which an unrecorded message may have been sent; None if none was."""
        now = self._now()
        if self.lease.earlier is not None:
            return min(self.lease.earlier, now)  # the clock may have been ahead
        return None if self.surface.look_back is None else now - self.surface.look_back

    def _is_message_nonce_still_valid(self) -> bool:
        earlier = self.lease.earlier
        return earlier is not None and timedelta() <= self._now() - earlier < NONCE_LIFETIME

    async def _fetch_newer_messages_of_row(self, message_row: R, start_time: datetime) -> list[discord.Message]:
        """Return the Discord messages of a row that are newer than its recorded message, oldest first.

        There are none if the bot may not read the channel's history.
        """
        assert message_row.channel is not None
        self.surface.require_permission_to_send_message(message_row)
        await self._take_turn()
        matches = partial(self.surface.does_message_match_row, message_row)
        unreadable = () if self.surface.needs_history else (discord.Forbidden,)
        with contextlib.suppress(*unreadable):
            return await self._messages.fetch_matching_messages_of_bot(
                message_row.channel, start_time, message_row.message, matches
            )
        return []

    # Requests

    async def _record_message_replacement(self, message_row: R) -> R | None:
        if message_row.former is not None:  # a row stores only one former message
            await self._delete_message(message_row, message_row.former)
        message_row = replace(message_row, former=message_row.message, tried=self._now())
        return message_row if await self._rows.record_send_attempt(self.lease, message_row) else None

    async def _send_message(
        self, message_row: R, render_content: RenderContent[R], content: MessageContent | None = None
    ) -> R | None:
        """Send a new message, store its id, and return the stored row.

        An earlier attempt may have sent the message already. Then Discord may have recognised the nonce and sent
        nothing, so the message is edited, too. Return None if that is left to the next attempt, or if another process
        has sent a message while this one was suspended: then the one that came too late is deleted.
        """
        self.surface.require_permission_to_send_message(message_row)
        content = content or await render_content(message_row)
        if self.surface.lease and self._now() >= self.lease.until:
            raise TimeoutError("the lease has ended")
        channel = message_row.channel
        assert channel is not None
        nonce = compute_message_nonce_from_text(self.surface.build_message_nonce_text(message_row))
        message, content = await self._send_simpler_content_if_refused(
            message_row, content, lambda each: self._messages.send_message(channel, each, nonce)
        )
        message_row = self.surface.copy_row_with_message(message_row, message)
        texts = collect_component_texts(message.components)
        if self.lease.earlier is not None and content.component_texts != texts:
            if not await self._rows.record_message_sent_before_crash(self.lease, message_row):
                await self._delete_message(message_row, message.id)
                return None
            if not self.surface.edits_found:
                return None
            await self._take_turn()
            _, content = await self._send_simpler_content_if_refused(
                message_row,
                await render_content(message_row),
                partial(self._messages.edit_message, channel, message.id),
            )
        done = await self._record_published_content(message_row, content, was_edited=False)
        if done is None:
            await self._delete_message(message_row, message.id)
        return done

    async def _edit_message(self, message_row: R, content: MessageContent) -> MessageContent | None:
        """Edit the message, and return the content that Discord accepted; None if a new message is needed.

        Raises `MessageToEditDeletedError`.
        """
        assert message_row.channel is not None
        assert message_row.message is not None
        try:
            edit = partial(self._messages.edit_message, message_row.channel, message_row.message)
            return (await self._send_simpler_content_if_refused(message_row, content, edit))[1]
        except MessageToEditDeletedError:
            if not self.surface.replaces_deleted:
                raise
        except discord.HTTPException as error:
            if not self.surface.replaces or not is_discord_content_refusal(error):
                raise
        await self._take_turn()
        return None

    async def _send_simpler_content_if_refused(
        self, message_row: R, content: MessageContent, send_or_edit: Callable[[MessageContent], Awaitable[T]]
    ) -> tuple[T, MessageContent]:
        """Send or edit a message, with simpler content if Discord refuses; return Discord's answer and the content."""
        while True:
            try:
                return await send_or_edit(content), content
            except discord.HTTPException as error:
                plainer = content.build_fallback_content
                if (
                    plainer is None
                    or error.code in UNEDITABLE_CODES
                    or not _is_simpler_message_worth_trying(error, content)
                ):
                    raise
                log.warning(
                    "Discord refuses a message in channel %s, which is tried plainer: %s", message_row.channel, error
                )
                content = plainer
                await self._take_turn()

    async def _record_published_content(self, message_row: R, content: MessageContent, *, was_edited: bool) -> R | None:
        shown = message_row.wanted if content.shown is None else content.shown
        message_row = replace(message_row, shown=shown, tried=None, **content.note)
        return (
            message_row
            if await self._rows.record_published_message(self.lease, message_row, was_edited=was_edited)
            else None
        )

    async def _delete_message(self, message_row: R, message_id: int) -> None:
        assert message_row.channel is not None
        await self._take_turn()
        await self._messages.delete_message(message_row.channel, message_id)


def compute_message_nonce_from_text(text_to_hash: str) -> str:
    """Return a hash of a text that fits into a Discord nonce (25 characters)."""
    return hashlib.blake2s(text_to_hash.encode(), digest_size=12).hexdigest()


def _is_simpler_message_worth_trying(error: discord.HTTPException, message_content: MessageContent) -> bool:
    """Return True if Discord refused a message's content or files, so that simpler content may pass."""
    return is_discord_content_refusal(error) or (isinstance(error, discord.Forbidden) and bool(message_content.files))


def _build_message_arguments(content: MessageContent) -> dict[str, Any]:
    parts: dict[str, Any] = {"allowed_mentions": NO_PINGS}
    if content.embed is not None:
        parts["embed"] = content.embed
    if content.view is not None:
        parts["view"] = content.view
    return parts
