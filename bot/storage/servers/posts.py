"""What is posted for everybody by itself: a post each week, and the final table of each season.

A row is written before its message is sent, and says for good that this week or season has had its
post: `bot/front/background/outbox.py` has it sent, and corrects it later.
"""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import (
    BigInteger,
    Row,
    and_,
    bindparam,
    case,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from bot.i18n import DEFAULT, Locale, find_locale
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.moments import Moment, round_to_milliseconds
from bot.storage.engine.schema import (
    boards,
    guilds,
    posts,
    results,
)
from bot.storage.record.recorded import Recorded
from bot.storage.servers.guilds import ServerSettings, read_settings
from bot.weeks import Posted

Kind = Literal["week", "season"]

LEASE = timedelta(minutes=2)
"""For which whoever sends a post, or corrects it, has it for themselves."""

FORMER = 100
"""Past weeks that are listed."""


class Post(Struct, frozen=True, gc=False):
    """One post, about what was played from `start` until before `end`, drawn in `language`.

    `number` is the season's, or says which week, see `bot/weeks.py`. It is to stand in `channel`,
    as the `message` that it is once sent. Without a channel it is not to be seen: nobody played, or
    somebody deleted it. It should show version `wanted` of what it is about, and shows `shown`.
    """

    guild: int
    kind: Kind
    number: int
    start: datetime
    end: datetime
    late: bool
    language: Locale
    channel: int | None = None
    message: int | None = None
    wanted: int = 1
    shown: int = 0

    def __post_init__(self) -> None:
        force_setattr(self, "start", round_to_milliseconds(self.start))
        force_setattr(self, "end", round_to_milliseconds(self.end))


class PostClaim(Struct, frozen=True):
    """A post that is one's own `until` then, under a number that nobody else has.

    Somebody has `tried` to send it since then, perhaps to the channel `before`, and never said what
    came of it.
    """

    post: Post
    number: int
    until: datetime
    tried: datetime | None = None
    before: int | None = None


class DueServer(Struct, frozen=True):
    """A server whose post may be due, but for nothing from before `since`."""

    guild: int
    settings: ServerSettings
    since: datetime


_NAMES = tuple(Post.__struct_fields__)
_ROW = [posts.c[name] for name in _NAMES]
_KEY = (
    posts.c.guild == bindparam("of_guild", type_=BigInteger),
    posts.c.kind == bindparam("of_kind"),
    posts.c.number == bindparam("of_number"),
)
_OWED = text("channel IS NOT NULL AND (message IS NULL OR shown < wanted)")

_NOW = bindparam("now", type_=Moment)
# What nobody can have taken for so long was taken by another clock.
_UNCLAIMED = or_(
    posts.c.claimed.is_(None), posts.c.claimed <= _NOW, posts.c.claimed > bindparam("latest")
)

_ADD = insert(posts)
_OVERTAKEN = (
    update(posts)
    .where(posts.c.guild == bindparam("of_guild"), posts.c.kind == "week")
    .where(posts.c.number < bindparam("of_number"), posts.c.message.is_(None))
    .values(channel=None)
)
_LOOK = (
    update(guilds).where(guilds.c.guild == bindparam("of_guild")).values(due=bindparam("next_due"))
)
_SENT = (
    update(posts)
    .where(*_KEY)
    .values(
        channel=bindparam("in_channel"),
        message=bindparam("as_message"),
        shown=bindparam("shows"),
        claimed=None,
        tried=None,
    )
)
_MINE = (*_KEY, posts.c.claim == bindparam("under"))
_FREE = update(posts).where(*_MINE).values(claimed=None, tried=bindparam("as_before"))
_MOVED = (
    update(posts)
    .where(*_MINE)
    .values(channel=bindparam("in_channel"), tried=bindparam("at_earliest"))
)
_CLAIM = (
    update(posts)
    .where(*_KEY, _OWED, _UNCLAIMED)
    .values(
        claimed=bindparam("until"),
        claim=bindparam("under"),
        late=bindparam("is_late"),
        # It may be in the channel where it was tried before.
        channel=case((posts.c.tried.is_(None), bindparam("in_channel")), else_=posts.c.channel),
        tried=case((posts.c.message.is_(None), func.coalesce(posts.c.tried, _NOW))),
    )
)
_GIVEN_UP = update(posts).where(*_KEY).values(channel=None, claimed=None)

_RESULT = text(
    "(SELECT min(at) FROM results WHERE results.channel = :in_channel AND results.pod = :of_pod)"
).bindparams(bindparam("in_channel", type_=BigInteger), bindparam("of_pod", type_=BigInteger))


def _make_touch() -> Any:
    of_guild = posts.c.guild == bindparam("of_guild", type_=BigInteger)
    return update(posts).where(of_guild, posts.c.end > _RESULT).values(wanted=posts.c.wanted + 1)


# Two, as a statement is carried out for all commands of a commit at the place where it comes first.
_TOUCH_BEFORE, _TOUCH_AFTER = _make_touch(), _make_touch()
_TOUCH_SINCE = (
    update(posts)
    .where(posts.c.guild == bindparam("of_guild", type_=BigInteger))
    .where(posts.c.end > bindparam("since_then", type_=Moment))
    .values(wanted=posts.c.wanted + 1)
)
_RETITLED = update(posts).where(*_KEY).values(wanted=posts.c.wanted + 1)


def touch_posts(recorded: Recorded, changes: Sequence[RowChange]) -> Iterator[RowChange]:
    """The `changes` of a pod's results, if they are any, between those of what posts should show.

    All posts that may show what there was, or what there will be, are to be drawn again.
    """
    rows = [{"of_guild": recorded.guild, "in_channel": recorded.channel, "of_pod": recorded.pod}]
    counts = any(change.table == results.name for change in changes)
    if counts:
        yield RowChange(_TOUCH_BEFORE, rows)
    yield from changes
    if counts:
        yield RowChange(_TOUCH_AFTER, rows)


def insert_post(post: Post) -> RowChange:
    """Write down that there is a post, which is to be sent; `RowExists` if there is one."""
    return RowChange(_ADD, [asdict(post)])


def retitle_post(guild: int, season: int) -> RowChange:
    """The final table of a season has another title."""
    return RowChange(_RETITLED, [_name_post(guild, "season", season)])


def touch_since(guild: int, since: datetime) -> RowChange:
    """What posts show that are about something after then has changed, whatever was played."""
    return RowChange(_TOUCH_SINCE, [{"of_guild": guild, "since_then": since}])


class Posts:
    """The posts of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # What is due

    async def find_due(self, now: datetime) -> list[DueServer]:
        """The servers where something may be due, with what they have set."""
        looked = select(guilds.c.guild, guilds.c.settings, guilds.c.due)
        looked = looked.where(text("left_at IS NULL"), guilds.c.due <= now).order_by(guilds.c.due)
        rows = await self._database.fetch(looked)
        return [DueServer(row.guild, read_settings(row.settings), row.due) for row in rows]

    async def find_last(self, guild: int) -> Posted | None:
        """The newest week of a server that has had its post."""
        row = await self._database.fetch_one(_LAST, {"of_guild": guild})
        return None if row is None else Posted(*row)

    async def find_language(self, guild: int, start: datetime, end: datetime) -> Locale | None:
        """What the newest board speaks of the games that ended meanwhile; None without any."""
        window = {"of_guild": guild, "from_start": start, "to_end": end}
        row = await self._database.fetch_one(_SPOKEN, window)
        return None if row is None else find_locale(row.language) or DEFAULT

    async def decide(self, guild: int, next_due: datetime | None, post: Post | None) -> bool:
        """Write down a week's post, if one is due, and when to look again; False if it was there.

        Earlier ones that could not be sent so far never will.
        """
        looked = RowChange(_LOOK, [{"of_guild": guild, "next_due": next_due}])
        if post is not None:
            older = {"of_guild": guild, "of_number": post.number}
            try:
                await self._database.write(
                    insert_post(post), RowChange(_OVERTAKEN, [older]), looked
                )
            except RowExists:  # another process was faster
                pass
            else:
                return True
        await self._database.write(looked)
        return False

    # What is owed

    async def find_owed(self, now: datetime) -> list[Post]:
        """Posts to be sent or corrected that nobody has for themselves."""
        owed = select(*_ROW).where(_OWED, _UNCLAIMED).order_by(posts.c.guild)
        times = {"now": now, "latest": now + LEASE}
        return [_read_post(row) for row in await self._database.fetch(owed, times)]

    async def take_lease(self, post: Post, now: datetime) -> PostClaim | None:
        """Take a post for oneself, as it is now; None if somebody has it, or it is not owed.

        It is to be sent to the channel of the `post` that is given, and is as `late` as that.
        """
        number, until, key = (
            secrets.randbits(63),
            round_to_milliseconds(now + LEASE),
            _make_key(post),
        )
        taken = {
            "under": number,
            "until": until,
            "now": round_to_milliseconds(now),
            "latest": until,
        }
        shown = {"in_channel": post.channel, "is_late": post.late}
        await self._database.write(RowChange(_CLAIM, [{**key, **taken, **shown}]))
        row = await self._database.fetch_one(_CLAIMED, {**key, "under": number})
        if row is None:
            return None
        mine, tried = (
            _read_post(row[:-1]),
            None if row.tried == round_to_milliseconds(now) else row.tried,
        )
        return PostClaim(replace(mine, channel=post.channel), number, until, tried, mine.channel)

    async def note_sent(self, post: Post, message: int, shown: int) -> None:
        """A post is this message in its channel, and shows that version."""
        row = {**_make_key(post), "in_channel": post.channel, "as_message": message, "shows": shown}
        await self._database.write(RowChange(_SENT, [row]))

    async def move(self, lease: PostClaim) -> None:
        """From now on a post is tried in its channel: it is not where it was tried before.

        It was first tried now, where the clock had been ahead.
        """
        assert lease.tried is not None
        post, earliest = lease.post, min(lease.tried, lease.until - LEASE)
        row = {**_make_key(post), "under": lease.number, "in_channel": post.channel}
        row["at_earliest"] = earliest
        await self._database.write(RowChange(_MOVED, [row]))

    async def release(self, lease: PostClaim) -> None:
        """Nothing was sent; whether it had been before is as doubtful as it was.

        Nothing changes if meanwhile it is somebody else's.
        """
        row = {**_make_key(lease.post), "under": lease.number, "as_before": lease.tried}
        await self._database.write(RowChange(_FREE, [row]))

    async def give_up(self, post: Post) -> None:
        """There is nothing to see of a post, now or later."""
        await self._database.write(RowChange(_GIVEN_UP, [_make_key(post)]))

    # What there was

    async def get(self, guild: int, kind: Kind, number: int) -> Post | None:
        """One of a server's."""
        one = select(*_ROW).where(*_KEY)
        row = await self._database.fetch_one(one, _name_post(guild, kind, number))
        return None if row is None else _read_post(row)

    async def find_weeks(self, guild: int) -> list[Post]:
        """The weeks of a server, the newest first, also those in which nobody played."""
        of_server = and_(posts.c.guild == guild, posts.c.kind == "week")
        newest = select(*_ROW).where(of_server).order_by(posts.c.number.desc()).limit(FORMER)
        return [_read_post(row) for row in await self._database.fetch(newest)]


_CLAIMED = select(*_ROW, posts.c.tried).where(*_MINE)
_LAST = (
    select(posts.c.number, posts.c.end)
    .where(posts.c.guild == bindparam("of_guild", type_=BigInteger), posts.c.kind == "week")
    .order_by(posts.c.number.desc())
    .limit(1)
)
_SPOKEN = (
    select(func.coalesce(boards.c.language, DEFAULT).label("language"))
    .select_from(results)
    .outerjoin(boards, and_(boards.c.channel == results.c.channel, boards.c.pod == results.c.pod))
    .where(results.c.guild == bindparam("of_guild", type_=BigInteger))
    .where(results.c.at >= bindparam("from_start"), results.c.at < bindparam("to_end"))
    .order_by(results.c.at.desc())
    .limit(1)
)


def _make_key(post: Post) -> dict[str, Any]:
    return _name_post(post.guild, post.kind, post.number)


def _name_post(guild: int, kind: Kind, number: int) -> dict[str, Any]:
    return {"of_guild": guild, "of_kind": kind, "of_number": number}


def _read_post(row: Row[Any] | Sequence[Any]) -> Post:
    values = dict(zip(_NAMES, row, strict=True))
    return Post(**{**values, "language": find_locale(values["language"]) or DEFAULT})
