"""Posts: one for each week, and the final table of each season, sent without a request.

A row of `posts` says for good that a week or a season has had its post. The message is a
publication: `bot/front/background/posts.py` sends it, and corrects it later.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import force_setattr
from sqlalchemy import (
    BigInteger,
    Connection,
    Row,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy import cast as sql_cast

from bot.i18n import DEFAULT, Locale, find_locale
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.moments import Moment, round_to_milliseconds
from bot.storage.engine.schema import boards, guilds, posts, publications, results
from bot.storage.record.publications import Publication, insert_publication
from bot.storage.record.recorded import Recorded
from bot.storage.servers.guilds import ServerSettings, read_settings
from bot.weeks import Posted

Kind = Literal["week", "season"]

SURFACE = "post"
"""The surface of the publications of posts; the key of one is its kind and its number."""

LEASE_DURATION = timedelta(minutes=2)
"""The time for which a process that sends or corrects a post has it for itself."""

MAX_PAST_WEEKS = 100
"""The past weeks that are listed, at most."""


class Post(Struct, frozen=True, gc=False):
    """A post about what was played from `start` until before `end`, in `language`.

    `number` is the number of the season, or identifies the week, see `bot/weeks.py`. A `late` post
    says so. The other fields are those of its publication. A `channel` of None means no message,
    because nobody played or because somebody deleted it.
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

    @property
    def key(self) -> str:
        """The key of its publication."""
        return f"{self.kind}:{self.number}"


class DueServer(Struct, frozen=True):
    """A server whose post may be due, about nothing from before `since`."""

    guild: int
    settings: ServerSettings
    since: datetime


_POST_COLUMNS = ("guild", "kind", "number", "start", "end", "late", "language")
_PUBLICATION_COLUMNS = ("channel", "message", "wanted", "shown")
_IS_PUBLICATION_OF_POST = and_(
    publications.c.surface == SURFACE,
    publications.c.guild == posts.c.guild,
    publications.c.key == posts.c.kind + ":" + sql_cast(posts.c.number, Text),
)
_SELECT_POST = select(
    *(posts.c[name] for name in _POST_COLUMNS),
    *(publications.c[name] for name in _PUBLICATION_COLUMNS),
).join_from(posts, publications, _IS_PUBLICATION_OF_POST)
_IS_POST = (
    posts.c.guild == bindparam("of_guild", type_=BigInteger),
    posts.c.kind == bindparam("of_kind"),
    posts.c.number == bindparam("of_number"),
)

_INSERT_POST = insert(posts)
_SET_NEXT_DUE = (
    update(guilds).where(guilds.c.guild == bindparam("of_guild")).values(due=bindparam("next_due"))
)
_MARK_LATE = update(posts).where(*_IS_POST).values(late=True)


def _update_publications(*wanted: Any) -> Any:
    """Return an update of the publications of a server's posts that meet all of `wanted`."""
    keys = select(posts.c.kind + ":" + sql_cast(posts.c.number, Text)).where(
        posts.c.guild == bindparam("of_guild", type_=BigInteger), *wanted
    )
    return (
        update(publications)
        .where(publications.c.surface == SURFACE)
        .where(publications.c.guild == bindparam("of_guild", type_=BigInteger))
        .where(publications.c.key.in_(keys))
    )


_CANCEL_UNSENT_WEEKS = (
    _update_publications(posts.c.kind == "week", posts.c.number < bindparam("of_number"))
    .where(publications.c.message.is_(None))
    .values(channel=None)
)

_GAME_ENDED = text(
    "(SELECT min(at) FROM results WHERE results.channel = :in_channel AND results.pod = :of_pod)"
).bindparams(bindparam("in_channel", type_=BigInteger), bindparam("of_pod", type_=BigInteger))


def _make_touch(*wanted: Any) -> Any:
    return _update_publications(*wanted).values(wanted=publications.c.wanted + 1)


_TOUCH_POD = _make_touch(posts.c.end > _GAME_ENDED)
_TOUCH_SINCE = _make_touch(posts.c.end > bindparam("since_then", type_=Moment))
_TOUCH_RETITLED = _make_touch(*_IS_POST[1:])


def touch_posts(
    recorded: Recorded, changes: Iterable[RowChange], *, had_results: bool, has_results: bool
) -> Iterator[RowChange]:
    """Yield the `changes` of a pod's results between changes that mark posts as owed.

    All posts that may show the old or the new results are drawn again; those are looked for in the
    pod's rows, before and after the changes.
    """
    row = {"of_guild": recorded.guild, "in_channel": recorded.channel, "of_pod": recorded.pod}
    touch = RowChange(_TOUCH_POD, [row])
    if had_results:
        yield touch
    yield from changes
    if has_results:
        yield touch


def insert_post(post: Post) -> tuple[RowChange, RowChange]:
    """Note a post that is to be sent; `RowExists` if it is noted already."""
    row = {name: getattr(post, name) for name in _POST_COLUMNS}
    shown = {name: getattr(post, name) for name in _PUBLICATION_COLUMNS}
    publication = Publication(SURFACE, post.guild, post.key, **shown)
    return RowChange(_INSERT_POST, [row]), insert_publication(publication)


def withdraw_post(connection: Connection, guild: int, kind: Kind, number: int) -> Post | None:
    """Delete a post and its publication within a transaction; return the post, if there is one.

    The caller deletes its message on Discord.
    """
    one = _name_post(guild, kind, number)
    row = connection.execute(_SELECT_POST.where(*_IS_POST), one).first()
    if row is None:
        return None
    post = _read_post(row)
    same = (publications.c.surface == SURFACE, publications.c.guild == guild)
    connection.execute(delete(publications).where(*same, publications.c.key == post.key))
    connection.execute(delete(posts).where(*_IS_POST), one)
    return post


def retitle_post(guild: int, season: int) -> RowChange:
    """Mark the final table of a renamed season as owed."""
    return RowChange(_TOUCH_RETITLED, [_name_post(guild, "season", season)])


def touch_since(guild: int, since: datetime) -> RowChange:
    """Mark the posts about the time after `since` as owed, whatever was played."""
    return RowChange(_TOUCH_SINCE, [{"of_guild": guild, "since_then": since}])


class Posts:
    """The posts of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # What is due

    async def find_due(self, now: datetime) -> list[DueServer]:
        """Return the servers where something may be due, with their settings."""
        looked = select(guilds.c.guild, guilds.c.settings, guilds.c.due)
        looked = looked.where(text("left_at IS NULL"), guilds.c.due <= now).order_by(guilds.c.due)
        rows = await self._database.fetch(looked)
        return [DueServer(row.guild, read_settings(row.settings), row.due) for row in rows]

    async def find_last(self, guild: int) -> Posted | None:
        """Return the newest week of a server that had a post; None if no week had one."""
        row = await self._database.fetch_one(_SELECT_LAST, {"of_guild": guild})
        return None if row is None else Posted(*row)

    async def find_language(self, guild: int, start: datetime, end: datetime) -> Locale | None:
        """Return the language of the newest game in a range of time; None if no game ended then."""
        window = {"of_guild": guild, "from_start": start, "to_end": end}
        row = await self._database.fetch_one(_SELECT_LANGUAGE, window)
        return None if row is None else find_locale(row.language) or DEFAULT

    async def decide(self, guild: int, next_due: datetime | None, post: Post | None) -> bool:
        """Store a week's post, if any, and when to look again; False if it was stored before.

        Earlier weeks whose posts could not be sent so far have none.
        """
        looked = RowChange(_SET_NEXT_DUE, [{"of_guild": guild, "next_due": next_due}])
        if post is not None:
            older = {"of_guild": guild, "of_number": post.number}
            try:
                await self._database.write(
                    *insert_post(post), RowChange(_CANCEL_UNSENT_WEEKS, [older]), looked
                )
            except RowExists:  # another process was faster
                pass
            else:
                return True
        await self._database.write(looked)
        return False

    async def note_late(self, post: Post) -> None:
        """Note that a post says from now on that it is late."""
        await self._database.write(
            RowChange(_MARK_LATE, [_name_post(post.guild, post.kind, post.number)])
        )

    # What there was

    async def get(self, guild: int, kind: Kind, number: int) -> Post | None:
        """Return a post; None if there is none."""
        one = _SELECT_POST.where(*_IS_POST)
        row = await self._database.fetch_one(one, _name_post(guild, kind, number))
        return None if row is None else _read_post(row)

    async def find_published(self, row: Publication) -> Post | None:
        """Return the post of a publication; None if there is none."""
        kind, _, number = row.key.partition(":")
        return await self.get(row.guild, cast(Kind, kind), int(number))

    async def find_weeks(self, guild: int) -> list[Post]:
        """Return the weeks of a server, the newest first, also those in which nobody played."""
        of_server = and_(posts.c.guild == guild, posts.c.kind == "week")
        newest = _SELECT_POST.where(of_server).order_by(posts.c.number.desc()).limit(MAX_PAST_WEEKS)
        return [_read_post(row) for row in await self._database.fetch(newest)]


_SELECT_LAST = (
    select(posts.c.number, posts.c.end)
    .where(posts.c.guild == bindparam("of_guild", type_=BigInteger), posts.c.kind == "week")
    .order_by(posts.c.number.desc())
    .limit(1)
)
_SELECT_LANGUAGE = (
    select(func.coalesce(boards.c.language, DEFAULT).label("language"))
    .select_from(results)
    .outerjoin(boards, and_(boards.c.channel == results.c.channel, boards.c.pod == results.c.pod))
    .where(results.c.guild == bindparam("of_guild", type_=BigInteger))
    .where(results.c.at >= bindparam("from_start"), results.c.at < bindparam("to_end"))
    .order_by(results.c.at.desc())
    .limit(1)
)


def _name_post(guild: int, kind: Kind, number: int) -> dict[str, Any]:
    return {"of_guild": guild, "of_kind": kind, "of_number": number}


def _read_post(row: Row[Any] | Sequence[Any]) -> Post:
    values = dict(zip((*_POST_COLUMNS, *_PUBLICATION_COLUMNS), row, strict=True))
    return Post(**{**values, "language": find_locale(values["language"]) or DEFAULT})
