"""The Discord messages that the bot keeps up to date, with their pending updates.

One row is one message. `wanted` is raised in the transaction of whatever changes what the message should show.
`bot/front/publishing/publisher.py` sends and edits the messages, and stores here what it does before and after each
request, so that a crash loses nothing and sends nothing twice. Nothing is cached: a row that was read is what the
database holds.
"""

import contextlib
import secrets
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import BigInteger, Text, bindparam, case, delete, func, insert, literal, or_, select, update

from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError, WriteConditionNotMetError
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import RowChange, WriteCondition
from bot.storage.engine.schema import IS_OWED, publications
from bot.storage.engine.timestamps import MillisecondDateTime, round_down_to_milliseconds


class PublishedMessage(Struct, frozen=True, gc=False):
    """A Discord message that the bot keeps up to date, such as the list of games with free seats.

    The message should show version `wanted` and shows version `shown`. `surface` is the kind of message; `key` tells it
    from the others of its kind and server. It is in `channel`, or is to be sent there; None means no message. `message`
    is its id on Discord, None before the first one was sent. `former` is the message that it replaced, until that is
    deleted. `digest` identifies its content; None means unknown content.

    The next message may have been sent at any moment since `tried` without its id being stored. `mark` tells that
    message from other messages of the bot, where the key does not.
    """

    surface: str
    guild: int
    key: str
    channel: int | None
    wanted: int = 1
    shown: int = 0
    message: int | None = None
    former: int | None = None
    tried: datetime | None = None
    mark: str | None = None
    digest: str | None = None

    @property
    def needs_new_message(self) -> bool:
        """True if a new message has to be sent: the first one, or a replacement."""
        return self.message == self.former

    @property
    def needs_message_update(self) -> bool:
        """True if the message must be sent, edited or deleted on Discord."""
        behind = self.message is None or self.shown < self.wanted
        return self.channel is not None and (behind or self.former is not None)

    def copy_with_channel_of_message(self, other_message: "PublishedMessage") -> "PublishedMessage":
        """Return a copy of the message with the channel and the `mark` of `other_message`."""
        return replace(self, channel=other_message.channel, mark=other_message.mark)

    def with_sent_message(self, message_id: int) -> "PublishedMessage":
        """Return a copy with the id of the message just sent."""
        return replace(self, message=message_id, shown=0, digest=None, tried=None)

    def __post_init__(self) -> None:
        if self.tried is not None:
            force_setattr(self, "tried", round_down_to_milliseconds(self.tried))


R = TypeVar("R")


class MessageLease(Struct, Generic[R], frozen=True):
    """The exclusive right of a process to send or edit a message for a limited time.

    `row` says where the message is, as under the lease. `earlier` is since when another process may have sent the
    message, None if none has. `number` identifies the lease.
    """

    row: R
    number: int
    until: datetime
    earlier: datetime | None


_COLUMN_NAMES = tuple(PublishedMessage.__struct_fields__)
_ROW_COLUMNS = [publications.c[name] for name in _COLUMN_NAMES]
_IS_ROW = (
    publications.c.surface == bindparam("of_surface", type_=Text),
    publications.c.guild == bindparam("of_guild", type_=BigInteger),
    publications.c.key == bindparam("of_key", type_=Text),
)
_HAS_LEASE = (*_IS_ROW, publications.c.lease == bindparam("under", type_=BigInteger))
_NOW = bindparam("now", type_=MillisecondDateTime)
# A lease that ends later than any lease can was taken by a clock that is ahead.
_IS_FREE = or_(
    publications.c.lease_until.is_(None),
    publications.c.lease_until <= _NOW,
    publications.c.lease_until > bindparam("latest", type_=MillisecondDateTime),
)
_BEING_SENT = publications.c.message.is_not_distinct_from(publications.c.former)

_INSERT_ROW = insert(publications)
_TAKE_LEASE = (
    update(publications)
    .where(*_IS_ROW, _IS_FREE)
    .where(
        publications.c.message.is_not_distinct_from(bindparam("as_message", type_=BigInteger)),
        publications.c.tried.is_not_distinct_from(bindparam("as_tried", type_=MillisecondDateTime)),
        publications.c.shown == bindparam("as_shown"),
        publications.c.digest.is_not_distinct_from(bindparam("as_digest", type_=Text)),
    )
    .values(
        lease=bindparam("under"),
        lease_until=bindparam("until"),
        # A message that may have been sent is where it was tried, with the mark of that time.
        channel=case(
            (publications.c.tried.is_(None), bindparam("in_channel", type_=BigInteger)), else_=publications.c.channel
        ),
        mark=case((publications.c.tried.is_(None), bindparam("with_mark", type_=Text)), else_=publications.c.mark),
        tried=case((_BEING_SENT, func.coalesce(publications.c.tried, _NOW))),
    )
)
_UPDATE_TRIED = (
    update(publications)
    .where(*_HAS_LEASE)
    .values(
        former=publications.c.message,
        channel=bindparam("in_channel"),
        mark=bindparam("with_mark"),
        tried=bindparam("since"),
    )
)
_AS_MESSAGE = bindparam("as_message", type_=BigInteger)
_IS_NEXT = or_(publications.c.message == _AS_MESSAGE, _BEING_SENT)
_UPDATE_FOUND = (
    update(publications)
    .where(*_HAS_LEASE, _IS_NEXT)
    .values(message=bindparam("as_message"), shown=0, digest=None, tried=None)
)
# The lease has passed to another process, which has not noted a message yet: this one stays, as
# that process may have found it already.
_UPDATE_SENT_LATE = (
    update(publications)
    .where(*_IS_ROW, publications.c.lease.is_distinct_from(bindparam("under", type_=BigInteger)))
    .where(_BEING_SENT, publications.c.message.is_distinct_from(_AS_MESSAGE))
    .where(publications.c.channel == bindparam("in_channel", type_=BigInteger))
    .values(message=bindparam("as_message"), shown=0, digest=None)
)
_SELECT_IF_OTHER = select(literal(1)).where(
    ~select(publications.c.key).where(*_IS_ROW, publications.c.message == _AS_MESSAGE).exists()
)
_UPDATE_DONE = (
    update(publications)
    .where(*_HAS_LEASE, _IS_NEXT)
    .values(
        message=bindparam("as_message"),
        shown=bindparam("shows"),
        digest=bindparam("with_digest"),
        tried=None,
        lease=None,
        lease_until=None,
    )
)
_RELEASE_LEASE = (
    update(publications).where(*_HAS_LEASE).values(tried=bindparam("as_before"), lease=None, lease_until=None)
)
_UPDATE_UNCHANGED = (
    update(publications)
    .where(*_IS_ROW, publications.c.shown < bindparam("shows"))
    .where(publications.c.digest == bindparam("with_digest"))
    .values(shown=bindparam("shows"))
)
_CLEAR_FORMER = (
    update(publications).where(*_IS_ROW, publications.c.former == bindparam("as_former")).values(former=None)
)
_CLEAR_CHANNEL = update(publications).where(*_IS_ROW).values(channel=None, lease=None, lease_until=None)
_DELETE_ROW = delete(publications).where(*_IS_ROW)
_DELETE_ALL = delete(publications).where(publications.c.surface == bindparam("of_surface"))

_SELECT_ONE = select(*_ROW_COLUMNS).where(*_IS_ROW)
_SELECT_LEASED = select(*_ROW_COLUMNS).where(*_HAS_LEASE)
_SELECT_SURFACE = (
    select(*_ROW_COLUMNS)
    .where(publications.c.surface == bindparam("of_surface"))
    .order_by(publications.c.guild, publications.c.key)
)
_SELECT_SERVER = _SELECT_SURFACE.where(publications.c.guild == bindparam("of_guild"))
_SELECT_OWED = _SELECT_SURFACE.where(IS_OWED, _IS_FREE)


def build_published_message_insert(published_message: PublishedMessage) -> RowChange:
    """Return the INSERT of a message that the bot will send and keep up to date.

    Raises `RowAlreadyExistsError` on execution if there is such a row.
    """
    return RowChange(_INSERT_ROW, [asdict(published_message)])


class PublishedMessageRepository:
    """A repository of the Discord messages that the bot keeps up to date.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reading

    async def load_published_message(
        self, message_kind: str, guild_id: int, message_key: str
    ) -> PublishedMessage | None:
        """Load a message by kind, server and key; None if there is none."""
        values = {"of_surface": message_kind, "of_guild": guild_id, "of_key": message_key}
        (rows,) = await self._database.run_queries_on_one_snapshot(SmallQuery(_SELECT_ONE, values))
        return PublishedMessage(*rows[0]) if rows else None

    async def load_published_messages(self, message_kind: str, guild_id: int | None = None) -> list[PublishedMessage]:
        statement = _SELECT_SURFACE
        values = dict[str, Any](of_surface=message_kind)
        if guild_id is not None:
            statement = _SELECT_SERVER
            values = {**values, "of_guild": guild_id}
        return [PublishedMessage(*row) for row in await self._database.fetch_rows(statement, values)]

    async def load_outdated_messages(
        self, message_kind: str, now: datetime, lease_duration: timedelta
    ) -> list[PublishedMessage]:
        """Load the messages of a kind that need an update and on which no process works now."""
        values = {"of_surface": message_kind, "now": now, "latest": now + lease_duration}
        return [PublishedMessage(*row) for row in await self._database.fetch_rows(_SELECT_OWED, values)]

    # Sending and editing

    async def add_published_message(self, published_message: PublishedMessage) -> None:
        """Store a message that the bot will send and keep up to date, unless it is stored already."""
        with contextlib.suppress(RowAlreadyExistsError):  # another process was faster
            await self._database.commit_changes(build_published_message_insert(published_message))

    async def acquire_message_lease(
        self, published_message: PublishedMessage, now: datetime, lease_duration: timedelta
    ) -> MessageLease[PublishedMessage] | None:
        """Return the exclusive right to send or edit a message; None if another process has it.

        The message may be sent from now on, to its channel and with its mark. None also if the message has changed
        since it was loaded.
        """
        now = round_down_to_milliseconds(now)
        number = secrets.randbits(63)
        until = now + lease_duration
        values = {
            **_build_message_primary_key(published_message),
            "under": number,
            "until": until,
            "now": now,
            "latest": until,
            "as_message": published_message.message,
            "as_tried": published_message.tried,
            "as_shown": published_message.shown,
            "as_digest": published_message.digest,
            "in_channel": published_message.channel,
            "with_mark": published_message.mark,
        }
        await self._database.commit_changes(RowChange(_TAKE_LEASE, [values]))
        mine = {**_build_message_primary_key(published_message), "under": number}
        (rows,) = await self._database.run_queries_on_one_snapshot(SmallQuery(_SELECT_LEASED, mine))
        if not rows:
            return None
        return MessageLease(PublishedMessage(*rows[0]), number, until, published_message.tried)

    async def record_send_attempt(
        self, message_lease: MessageLease[PublishedMessage], published_message: PublishedMessage
    ) -> bool:
        """Record that sending a message begins. Always return True: the lease excludes other processes.

        The message is sent to its channel, with its mark.
        """
        values = {
            "in_channel": published_message.channel,
            "with_mark": published_message.mark,
            "since": published_message.tried,
        }
        await self._update_leased_message_row(message_lease, _UPDATE_TRIED, **values)
        return True

    async def record_message_sent_before_crash(
        self, message_lease: MessageLease[PublishedMessage], published_message: PublishedMessage
    ) -> bool:
        """Record a message that was sent before a crash, so its content is unknown.

        False if another process has sent the message meanwhile.
        """
        return await self._record_sent_message(message_lease, published_message, _UPDATE_FOUND)

    async def record_published_message(
        self, message_lease: MessageLease[PublishedMessage], published_message: PublishedMessage, *, was_edited: bool
    ) -> bool:
        """Record the shown content of a message after it was sent or edited, and release its lease.

        A message that was sent after the lease had ended is still recorded, unless another process has sent one, or
        nobody wants it there any more: then return False.
        """
        values = {"shows": published_message.shown, "with_digest": published_message.digest}
        if not was_edited:
            return await self._record_sent_message(message_lease, published_message, _UPDATE_DONE, **values)
        await self._update_leased_message_row(
            message_lease, _UPDATE_DONE, as_message=published_message.message, **values
        )
        return True

    async def _record_sent_message(
        self, lease: MessageLease[PublishedMessage], published_message: PublishedMessage, statement: Any, **values: Any
    ) -> bool:
        """Store the id of a sent message. Return False if the message is not needed any more."""
        key = _build_message_primary_key(lease.row)
        sent = {**key, "as_message": published_message.message, "under": lease.number}
        try:
            await self._database.commit_changes(
                RowChange(statement, [{**sent, **values}]),
                RowChange(_UPDATE_SENT_LATE, [{**sent, "in_channel": published_message.channel}]),
                WriteCondition(
                    f"publication {published_message.surface}:{published_message.guild}:{published_message.key}",
                    _SELECT_IF_OTHER,
                    {**key, "as_message": published_message.message},
                ),
            )
        except WriteConditionNotMetError:
            return False
        return True

    async def release_message_lease(self, message_lease: MessageLease[PublishedMessage]) -> None:
        """Release the exclusive right to send or edit a message, because nothing was sent."""
        await self._update_leased_message_row(message_lease, _RELEASE_LEASE, as_before=message_lease.earlier)

    async def mark_message_as_up_to_date(self, published_message: PublishedMessage) -> None:
        """Record that a message is up to date without an edit, because its content is the same."""
        values = {
            **_build_message_primary_key(published_message),
            "shows": published_message.wanted,
            "with_digest": published_message.digest,
        }
        await self._database.commit_changes(RowChange(_UPDATE_UNCHANGED, [values]))

    async def record_deletion_of_former_message(self, published_message: PublishedMessage) -> None:
        await self._database.commit_changes(
            RowChange(
                _CLEAR_FORMER,
                [{**_build_message_primary_key(published_message), "as_former": published_message.former}],
            )
        )

    # The end

    async def stop_updating_message(self, published_message: PublishedMessage) -> None:
        """Record that the bot will not send or edit a message any more."""
        await self._database.commit_changes(RowChange(_CLEAR_CHANNEL, [_build_message_primary_key(published_message)]))

    async def delete_published_message_row(self, published_message: PublishedMessage) -> None:
        await self._database.commit_changes(RowChange(_DELETE_ROW, [_build_message_primary_key(published_message)]))

    async def replace_published_message_row(self, published_message: PublishedMessage) -> None:
        """Replace the stored row of a message in one commit. No other process may be working on the message."""
        delete_row = RowChange(_DELETE_ROW, [_build_message_primary_key(published_message)])
        await self._database.commit_changes(delete_row, build_published_message_insert(published_message))

    async def delete_message_rows_of_kind(self, message_kind: str) -> None:
        await self._database.commit_changes(RowChange(_DELETE_ALL, [{"of_surface": message_kind}]))

    async def _update_leased_message_row(
        self, message_lease: MessageLease[PublishedMessage], update_statement: Any, **values: Any
    ) -> None:
        """Update the stored row of a message, unless another process has taken over the lease."""
        row = {**_build_message_primary_key(message_lease.row), "under": message_lease.number, **values}
        await self._database.commit_changes(RowChange(update_statement, [row]))


def _build_message_primary_key(published_message: PublishedMessage) -> dict[str, Any]:
    return {
        "of_surface": published_message.surface,
        "of_guild": published_message.guild,
        "of_key": published_message.key,
    }
