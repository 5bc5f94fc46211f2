"""The messages that the bot keeps up to date: their places, contents and pending updates.

One row is one message. `wanted` is raised in the transaction of whatever changes what the message
should show. `bot/front/background/publisher.py` sends and edits the messages, and stores here what
it does before and after each request, so that a crash loses nothing and sends nothing twice.
Nothing is cached: a row that was read is what the database holds.
"""

import contextlib
import secrets
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import (
    BigInteger,
    Text,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from bot.storage.engine.changes import Condition, RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists, Unmet
from bot.storage.engine.moments import Moment, round_to_milliseconds
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import IS_OWED, publications


class Publication(Struct, frozen=True, gc=False):
    """A message of a surface, which should show version `wanted` and shows version `shown`.

    `surface` is the kind of message; `key` tells it from the others of its kind and server. It is
    in `channel`, or is to be sent there; None means no message. `message` is its id
    on Discord, None before the first one was sent. `former` is the message that it replaced, until
    that is deleted. `digest` identifies what it shows; None if nobody knows.

    The next message may have been sent at any moment since `tried` without a note of its id.
    `mark` tells that message from other messages of the bot, where the key does not.
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
    def is_being_sent(self) -> bool:
        """True if no message was sent yet, or one is to replace the present one."""
        return self.message == self.former

    @property
    def is_owed(self) -> bool:
        """True if there is something to do on Discord."""
        behind = self.message is None or self.shown < self.wanted
        return self.channel is not None and (behind or self.former is not None)

    def aim(self, other: "Publication") -> "Publication":
        """Return the publication, to be sent where `other` is to be sent, with its mark."""
        return replace(self, channel=other.channel, mark=other.mark)

    def adopt(self, message: int) -> "Publication":
        """Return the publication with a message that was sent, of unknown content."""
        return replace(self, message=message, shown=0, digest=None, tried=None)

    def __post_init__(self) -> None:
        if self.tried is not None:
            force_setattr(self, "tried", round_to_milliseconds(self.tried))


R = TypeVar("R")


class Lease(Struct, Generic[R], frozen=True):
    """The exclusive right to change a message until a moment.

    `row` says where the message is, as under the lease. `earlier` is since when somebody before may
    have sent the message, None if nobody has. `number` identifies the lease.
    """

    row: R
    number: int
    until: datetime
    earlier: datetime | None


_COLUMN_NAMES = tuple(Publication.__struct_fields__)
_ROW_COLUMNS = [publications.c[name] for name in _COLUMN_NAMES]
_IS_ROW = (
    publications.c.surface == bindparam("of_surface", type_=Text),
    publications.c.guild == bindparam("of_guild", type_=BigInteger),
    publications.c.key == bindparam("of_key", type_=Text),
)
_HAS_LEASE = (*_IS_ROW, publications.c.lease == bindparam("under", type_=BigInteger))
_NOW = bindparam("now", type_=Moment)
# A lease that ends later than any lease can was taken by a clock that is ahead.
_IS_FREE = or_(
    publications.c.lease_until.is_(None),
    publications.c.lease_until <= _NOW,
    publications.c.lease_until > bindparam("latest", type_=Moment),
)
_BEING_SENT = publications.c.message.is_not_distinct_from(publications.c.former)

_INSERT_ROW = insert(publications)
_TAKE_LEASE = (
    update(publications)
    .where(*_IS_ROW, _IS_FREE)
    .where(
        publications.c.message.is_not_distinct_from(bindparam("as_message", type_=BigInteger)),
        publications.c.tried.is_not_distinct_from(bindparam("as_tried", type_=Moment)),
        publications.c.shown == bindparam("as_shown"),
        publications.c.digest.is_not_distinct_from(bindparam("as_digest", type_=Text)),
    )
    .values(
        lease=bindparam("under"),
        lease_until=bindparam("until"),
        # A message that may have been sent is where it was tried, with the mark of that time.
        channel=case(
            (publications.c.tried.is_(None), bindparam("in_channel", type_=BigInteger)),
            else_=publications.c.channel,
        ),
        mark=case(
            (publications.c.tried.is_(None), bindparam("with_mark", type_=Text)),
            else_=publications.c.mark,
        ),
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
    update(publications)
    .where(*_HAS_LEASE)
    .values(tried=bindparam("as_before"), lease=None, lease_until=None)
)
_UPDATE_UNCHANGED = (
    update(publications)
    .where(*_IS_ROW, publications.c.shown < bindparam("shows"))
    .where(publications.c.digest == bindparam("with_digest"))
    .values(shown=bindparam("shows"))
)
_CLEAR_FORMER = (
    update(publications)
    .where(*_IS_ROW, publications.c.former == bindparam("as_former"))
    .values(former=None)
)
_CLEAR_CHANNEL = (
    update(publications).where(*_IS_ROW).values(channel=None, lease=None, lease_until=None)
)
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


def insert_publication(row: Publication) -> RowChange:
    """Note that a message is to be sent; `RowExists` if there is such a row."""
    return RowChange(_INSERT_ROW, [asdict(row)])


class Publications:
    """The publications of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reading

    async def fetch(self, surface: str, guild: int, key: str) -> Publication | None:
        """Return one publication; None if there is none."""
        values = {"of_surface": surface, "of_guild": guild, "of_key": key}
        (rows,) = await self._database.ask(Question(_SELECT_ONE, values))
        return Publication(*rows[0]) if rows else None

    async def fetch_all(self, surface: str, guild: int | None = None) -> list[Publication]:
        """Return the publications of a surface, on one server or on all."""
        statement = _SELECT_SURFACE
        values = dict[str, Any](of_surface=surface)
        if guild is not None:
            statement = _SELECT_SERVER
            values = {**values, "of_guild": guild}
        return [Publication(*row) for row in await self._database.fetch(statement, values)]

    async def fetch_owed(self, surface: str, now: datetime, lease: timedelta) -> list[Publication]:
        """Return the publications of a surface that are owed and that nobody has leased."""
        values = {"of_surface": surface, "now": now, "latest": now + lease}
        return [Publication(*row) for row in await self._database.fetch(_SELECT_OWED, values)]

    # Sending and editing

    async def add(self, row: Publication) -> None:
        """Note that a message is to be sent, unless that is noted already."""
        with contextlib.suppress(RowExists):  # another process was faster
            await self._database.write(insert_publication(row))

    async def take_lease(
        self, row: Publication, now: datetime, lease: timedelta
    ) -> Lease[Publication] | None:
        """Take the lease of a publication, and note that its message may be sent from now on.

        The message is to be sent to the channel of `row`, with its mark. None if another process
        has the lease, or if the message has changed since `row` was read.
        """
        now = round_to_milliseconds(now)
        number = secrets.randbits(63)
        until = now + lease
        values = {
            **_make_key_values(row),
            "under": number,
            "until": until,
            "now": now,
            "latest": until,
            "as_message": row.message,
            "as_tried": row.tried,
            "as_shown": row.shown,
            "as_digest": row.digest,
            "in_channel": row.channel,
            "with_mark": row.mark,
        }
        await self._database.write(RowChange(_TAKE_LEASE, [values]))
        mine = {**_make_key_values(row), "under": number}
        (rows,) = await self._database.ask(Question(_SELECT_LEASED, mine))
        if not rows:
            return None
        return Lease(Publication(*rows[0]), number, until, row.tried)

    async def note_trying(self, lease: Lease[Publication], row: Publication) -> bool:
        """Note that a message may be sent since `row.tried` that replaces the present one.

        It is sent to the channel of `row`, with its mark. Always True: the lease sees to that.
        """
        values = {"in_channel": row.channel, "with_mark": row.mark, "since": row.tried}
        await self._write_leased(lease, _UPDATE_TRIED, **values)
        return True

    async def note_found(self, lease: Lease[Publication], row: Publication) -> bool:
        """Note a message that was sent before a crash; what it shows is not known.

        False if another process has sent the message meanwhile.
        """
        return await self._note_sent(lease, row, _UPDATE_FOUND)

    async def note_done(self, lease: Lease[Publication], row: Publication, *, edited: bool) -> bool:
        """Note what the message shows after it was sent or edited, and release the lease.

        A message that was sent after the lease had ended is still noted, unless another process
        has sent one, or nobody wants it there any more: then return False.
        """
        values = {"shows": row.shown, "with_digest": row.digest}
        if not edited:
            return await self._note_sent(lease, row, _UPDATE_DONE, **values)
        await self._write_leased(lease, _UPDATE_DONE, as_message=row.message, **values)
        return True

    async def _note_sent(
        self, lease: Lease[Publication], row: Publication, statement: Any, **values: Any
    ) -> bool:
        """Store the message of `row`; False if another one, or none, has that place by now."""
        key = _make_key_values(lease.row)
        sent = {**key, "as_message": row.message, "under": lease.number}
        try:
            await self._database.write(
                RowChange(statement, [{**sent, **values}]),
                RowChange(_UPDATE_SENT_LATE, [{**sent, "in_channel": row.channel}]),
                Condition(
                    f"publication {row.surface}:{row.guild}:{row.key}",
                    _SELECT_IF_OTHER,
                    {**key, "as_message": row.message},
                ),
            )
        except Unmet:
            return False
        return True

    async def release(self, lease: Lease[Publication]) -> None:
        """Release the lease: nothing was sent under it."""
        await self._write_leased(lease, _RELEASE_LEASE, as_before=lease.earlier)

    async def note_unchanged(self, row: Publication) -> None:
        """Note that the message shows the wanted version: a new one would look the same."""
        values = {**_make_key_values(row), "shows": row.wanted, "with_digest": row.digest}
        await self._database.write(RowChange(_UPDATE_UNCHANGED, [values]))

    async def note_tidied(self, row: Publication) -> None:
        """Note that the message that was replaced, `row.former`, is deleted."""
        await self._database.write(
            RowChange(_CLEAR_FORMER, [{**_make_key_values(row), "as_former": row.former}])
        )

    # The end

    async def retire(self, row: Publication) -> None:
        """Note that the publication never has a message again."""
        await self._database.write(RowChange(_CLEAR_CHANNEL, [_make_key_values(row)]))

    async def drop(self, row: Publication) -> None:
        """Forget a publication."""
        await self._database.write(RowChange(_DELETE_ROW, [_make_key_values(row)]))

    async def drop_all(self, surface: str) -> None:
        """Forget all publications of a surface, as after Discord has lost all messages."""
        await self._database.write(RowChange(_DELETE_ALL, [{"of_surface": surface}]))

    async def _write_leased(self, lease: Lease[Publication], statement: Any, **values: Any) -> None:
        """Change the row if the lease has not passed to another process."""
        row = {**_make_key_values(lease.row), "under": lease.number, **values}
        await self._database.write(RowChange(statement, [row]))


def _make_key_values(row: Publication) -> dict[str, Any]:
    return {"of_surface": row.surface, "of_guild": row.guild, "of_key": row.key}
