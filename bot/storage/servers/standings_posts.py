"""Standings posts: one for each week, the final table of each season, and announcements of its planned end.

A row of `posts` says for good that a week or a season has had its post. The message is a publication:
`bot/front/publishing/post_outbox.py` sends it, and corrects it later.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast, get_args

from msgspec import Struct
from msgspec.structs import force_setattr
from sqlalchemy import BigInteger, Connection, Row, Text, and_, bindparam, delete, func, insert, select, text, update
from sqlalchemy import cast as sql_cast

from bot.i18n import DEFAULT, Locale, find_supported_locale
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import boards, guilds, posts, publications, results
from bot.storage.engine.timestamps import MillisecondDateTime, round_down_to_milliseconds
from bot.storage.record.publications import PublishedMessage, build_published_message_insert
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.server_settings import ServerSettings, decode_settings_json
from bot.time.weeks import LastWeeklyPost

EndNotice = Literal["week-before", "day-before"]
END_NOTICES: tuple[EndNotice, ...] = get_args(EndNotice)
"""The kinds of posts that announce the planned end of a season."""

Kind = Literal["week", "season", "week-before", "day-before"]

SURFACE = "post"
"""The surface of the publications of posts; the key of one is its kind and its number."""

LEASE_DURATION = timedelta(minutes=2)
"""The time for which a process that sends or corrects a post has it for itself."""

MAX_PAST_WEEKS = 100
"""The past weeks that are listed, at most."""


class StandingsPost(Struct, frozen=True, gc=False):
    """A Discord post of a server's standings for a week, or before or at the end of a season.

    It covers what was played from `start` until before `end`, in `language`. `number` is the number of the season, or
    identifies the week, see `bot/weeks.py`. Announcements of planned ends are counted from 1: each was made at `start`
    for the season that was to end at `end`. A `late` post says so. The other fields are those of its
    `PublishedMessage`. A `channel` of None means no message, because nobody played or because somebody deleted it.
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
        force_setattr(self, "start", round_down_to_milliseconds(self.start))
        force_setattr(self, "end", round_down_to_milliseconds(self.end))

    @property
    def message_key(self) -> str:
        """The key under which the post's Discord message is stored, such as `week:2890`."""
        return f"{self.kind}:{self.number}"


class ServerWithDueWeeklyPost(Struct, frozen=True):
    """A server whose weekly standings post may be due.

    The post covers nothing from before `since`.
    """

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
    *(posts.c[name] for name in _POST_COLUMNS), *(publications.c[name] for name in _PUBLICATION_COLUMNS)
).join_from(posts, publications, _IS_PUBLICATION_OF_POST)
_IS_POST = (
    posts.c.guild == bindparam("of_guild", type_=BigInteger),
    posts.c.kind == bindparam("of_kind"),
    posts.c.number == bindparam("of_number"),
)

_INSERT_POST = insert(posts)
_SET_NEXT_DUE = update(guilds).where(guilds.c.guild == bindparam("of_guild")).values(due=bindparam("next_due"))
_SELECT_DUE_SERVERS = (
    select(guilds.c.guild, guilds.c.settings, guilds.c.due)
    .where(text("left_at IS NULL"), guilds.c.due <= bindparam("now"))
    .order_by(guilds.c.due)
)
_MARK_LATE = update(posts).where(*_IS_POST).values(late=True)


def _build_sql_update_of_standings_posts(*conditions: Any) -> Any:
    """Build an UPDATE statement for the messages of standings posts that meet SQL conditions."""
    keys = select(posts.c.kind + ":" + sql_cast(posts.c.number, Text)).where(
        posts.c.guild == bindparam("of_guild", type_=BigInteger), *conditions
    )
    return (
        update(publications)
        .where(publications.c.surface == SURFACE)
        .where(publications.c.guild == bindparam("of_guild", type_=BigInteger))
        .where(publications.c.key.in_(keys))
    )


_CANCEL_UNSENT_WEEKS = (
    _build_sql_update_of_standings_posts(posts.c.kind == "week", posts.c.number < bindparam("of_number"))
    .where(publications.c.message.is_(None))
    .values(channel=None)
)

_GAME_ENDED = text(
    "(SELECT min(at) FROM results WHERE results.channel = :in_channel AND results.pod = :of_pod)"
).bindparams(bindparam("in_channel", type_=BigInteger), bindparam("of_pod", type_=BigInteger))


def _build_sql_to_mark_posts_outdated(*conditions: Any) -> Any:
    return _build_sql_update_of_standings_posts(*conditions).values(wanted=publications.c.wanted + 1)


# An announcement tells what was so when it was made: no result changes it.
_SHOWS_RESULTS = text("kind IN ('week', 'season')")
_TOUCH_POD = _build_sql_to_mark_posts_outdated(_SHOWS_RESULTS, posts.c.end > _GAME_ENDED)
_TOUCH_SINCE = _build_sql_to_mark_posts_outdated(
    _SHOWS_RESULTS, posts.c.end > bindparam("since_then", type_=MillisecondDateTime)
)
_TOUCH_RETITLED = _build_sql_to_mark_posts_outdated(*_IS_POST[1:])
_ANNOUNCES_END = (
    text("kind NOT IN ('week', 'season')"),
    posts.c.end == bindparam("of_end", type_=MillisecondDateTime),
)
_CANCEL_UNSENT_NOTICES = (
    _build_sql_update_of_standings_posts(*_ANNOUNCES_END).where(publications.c.message.is_(None)).values(channel=None)
)
_TOUCH_NOTICES = _build_sql_to_mark_posts_outdated(*_ANNOUNCES_END)


def add_updates_of_standings_posts(
    stored_event: StoredEvent, result_changes: Iterable[RowChange], *, had_results: bool, has_results: bool
) -> Iterator[RowChange]:
    """Yield a pod's result changes, with updates of the standings posts that show the results.

    Those posts are looked for in the pod's rows, before and after the changes: they may show the old or the new
    results.
    """
    row = {"of_guild": stored_event.guild, "in_channel": stored_event.channel, "of_pod": stored_event.pod}
    touch = RowChange(_TOUCH_POD, [row])
    if had_results:
        yield touch
    yield from result_changes
    if has_results:
        yield touch


def build_standings_post_row_inserts(post: StandingsPost) -> tuple[RowChange, RowChange]:
    """Build the INSERTs of a standings post and of its Discord message.

    Raises `RowAlreadyExistsError` on execution if the post exists already.
    """
    row = {name: getattr(post, name) for name in _POST_COLUMNS}
    shown = {name: getattr(post, name) for name in _PUBLICATION_COLUMNS}
    publication = PublishedMessage(SURFACE, post.guild, post.message_key, **shown)
    return RowChange(_INSERT_POST, [row]), build_published_message_insert(publication)


def delete_standings_post(
    connection: Connection, guild_id: int, post_kind: Kind, post_number: int
) -> StandingsPost | None:
    """Delete the rows of a standings post and its message; return the post, if any.

    The caller deletes the message on Discord.
    """
    one = _build_standings_post_primary_key(guild_id, post_kind, post_number)
    row = connection.execute(_SELECT_POST.where(*_IS_POST), one).first()
    if row is None:
        return None
    post = _parse_standings_post_row(row)
    same = (publications.c.surface == SURFACE, publications.c.guild == guild_id)
    connection.execute(delete(publications).where(*same, publications.c.key == post.message_key))
    connection.execute(delete(posts).where(*_IS_POST), one)
    return post


def build_update_of_final_standings_post(guild_id: int, season_number: int) -> RowChange:
    """Build the row change that queues an edit of a season's final standings post."""
    return RowChange(_TOUCH_RETITLED, [_build_standings_post_primary_key(guild_id, "season", season_number)])


def build_update_of_standings_posts(guild_id: int, start_time: datetime) -> RowChange:
    return RowChange(_TOUCH_SINCE, [{"of_guild": guild_id, "since_then": start_time}])


def build_cancellation_of_season_end_notices(guild_id: int, planned_end: datetime) -> tuple[RowChange, RowChange]:
    """Build the changes that cancel unsent notices of a season's planned end, and edit sent ones."""
    row = {"of_guild": guild_id, "of_end": planned_end}
    return RowChange(_CANCEL_UNSENT_NOTICES, [row]), RowChange(_TOUCH_NOTICES, [row])


def load_next_notice_number(
    connection: Connection, guild_id: int, notice_kind: EndNotice, planned_end: datetime
) -> int | None:
    """Load the number of the next notice of a season's end; None if this planned end was announced."""
    here = (posts.c.guild == guild_id, posts.c.kind == notice_kind)
    if connection.execute(select(posts.c.number).where(*here, posts.c.end == planned_end)).first() is not None:
        return None
    newest: int | None = connection.scalar(select(func.max(posts.c.number)).where(*here))
    return 1 + (newest or 0)


class StandingsPostRepository:
    """The standings posts of all servers. Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # What is due

    async def load_servers_with_due_posts(self, now: datetime) -> list[ServerWithDueWeeklyPost]:
        """Load the servers whose weekly post may be due, with their settings."""
        rows = await self._database.fetch_rows(_SELECT_DUE_SERVERS, {"now": now})
        return [ServerWithDueWeeklyPost(row.guild, decode_settings_json(row.settings), row.due) for row in rows]

    async def load_last_posted_week(self, guild_id: int) -> LastWeeklyPost | None:
        """Load the number and end of the newest week with a post on a server, if any."""
        row = await self._database.fetch_row_or_none(_SELECT_LAST, {"of_guild": guild_id})
        return None if row is None else LastWeeklyPost(*row)

    async def load_language_of_newest_game(
        self, guild_id: int, start_time: datetime, end_time: datetime
    ) -> Locale | None:
        """Load the language of a server's newest game that ended in a range of time, if any."""
        window = {"of_guild": guild_id, "from_start": start_time, "to_end": end_time}
        row = await self._database.fetch_row_or_none(_SELECT_LANGUAGE, window)
        return None if row is None else find_supported_locale(row.language) or DEFAULT

    async def store_post_and_next_due_time(
        self, guild_id: int, next_due_time: datetime | None, post: StandingsPost | None
    ) -> bool:
        """Store a week's post, if any, and the next due time. Return False if the post is stored already.

        Earlier weeks whose posts could not be sent so far have none.
        """
        looked = RowChange(_SET_NEXT_DUE, [{"of_guild": guild_id, "next_due": next_due_time}])
        if post is not None:
            older = {"of_guild": guild_id, "of_number": post.number}
            try:
                await self._database.commit_changes(
                    *build_standings_post_row_inserts(post), RowChange(_CANCEL_UNSENT_WEEKS, [older]), looked
                )
            except RowAlreadyExistsError:  # another process was faster
                pass
            else:
                return True
        await self._database.commit_changes(looked)
        return False

    async def mark_standings_post_as_late(self, post: StandingsPost) -> None:
        await self._database.commit_changes(
            RowChange(_MARK_LATE, [_build_standings_post_primary_key(post.guild, post.kind, post.number)])
        )

    # What there was

    async def load_standings_post(self, guild_id: int, post_kind: Kind, post_number: int) -> StandingsPost | None:
        """Load a standings post by server, kind and number; None if there is no such post."""
        one = _SELECT_POST.where(*_IS_POST)
        row = await self._database.fetch_row_or_none(
            one, _build_standings_post_primary_key(guild_id, post_kind, post_number)
        )
        return None if row is None else _parse_standings_post_row(row)

    async def load_standings_post_of_message(self, published_message: PublishedMessage) -> StandingsPost | None:
        """Load the standings post that a stored Discord message shows; None without one."""
        kind, _, number = published_message.key.partition(":")
        return await self.load_standings_post(published_message.guild, cast(Kind, kind), int(number))

    async def load_weekly_posts(self, guild_id: int) -> list[StandingsPost]:
        """Load the weekly posts of a server, the newest first.

        Weeks in which nobody played are included.
        """
        of_server = and_(posts.c.guild == guild_id, posts.c.kind == "week")
        newest = _SELECT_POST.where(of_server).order_by(posts.c.number.desc()).limit(MAX_PAST_WEEKS)
        return [_parse_standings_post_row(row) for row in await self._database.fetch_rows(newest)]


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


def _build_standings_post_primary_key(guild_id: int, post_kind: Kind, post_number: int) -> dict[str, Any]:
    return {"of_guild": guild_id, "of_kind": post_kind, "of_number": post_number}


def _parse_standings_post_row(database_row: Row[Any] | Sequence[Any]) -> StandingsPost:
    values = dict(zip((*_POST_COLUMNS, *_PUBLICATION_COLUMNS), database_row, strict=True))
    return StandingsPost(**{**values, "language": find_supported_locale(values["language"]) or DEFAULT})
