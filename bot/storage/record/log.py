"""The event log: an append-only stream for each channel; every event names its game."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby, starmap
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    Connection,
    Row,
    and_,
    bindparam,
    func,
    select,
    text,
    union_all,
)

from bot.rules.entering import Entered
from bot.rules.facts import Player
from bot.storage.engine.changes import ChangeOrCondition, GuardInsert, RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.point_reads import Question, Rows
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.schema import OPEN_STATES, audit, events, people, pods
from bot.storage.record.codec import Undecodable, decode, encode
from bot.storage.record.errors import Conflict, Damaged, Duplicate, PersonTaken
from bot.storage.record.people import Person, insert_people
from bot.storage.record.recorded import Recorded
from bot.storage.record.redaction import find_texts
from bot.storage.record.strikes import (
    NOTHING_STRUCK,
    Struck,
    ask_struck,
    load_struck,
    read_struck,
)

ENTERED_TYPE = str(Entered.__struct_config__.tag)
"""The type of the first event of a game that was played elsewhere, not in a channel."""

_ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""


class EventRow(NamedTuple):
    """A row of `events`."""

    channel: int
    version: int
    pod: int
    guild: int
    type: str
    schema: int
    payload: str
    by: Player | None
    interaction: int | None
    at: datetime


_CACHED_SERVERS = 4_096
"""Servers whose struck texts are cached."""

_IN_CHANNEL = events.c.channel == bindparam("channel")
_SELECT_NEWEST_VERSION = select(func.max(events.c.version).label("newest")).where(_IN_CHANNEL)
_SELECT_BY_INTERACTION = select(events).where(events.c.interaction == bindparam("id"))
_IS_NEWER = events.c.version > bindparam("version")
_SELECT_STORY = (
    select(events)
    .where(_IN_CHANNEL, events.c.pod == bindparam("pod"), _IS_NEWER)
    .order_by(events.c.version)
)
_SELECT_NEWER = select(events).where(_IN_CHANNEL, _IS_NEWER).order_by(events.c.version)
_SELECT_LATEST_GAME = select(func.max(pods.c.pod)).where(pods.c.channel == bindparam("channel"))
_SELECT_OPEN_GAME = _SELECT_LATEST_GAME.where(
    text(f"state IN ({', '.join(map(repr, OPEN_STATES))})")
)
_SELECT_LAST_PLAYED = (
    select(pods.c.pod)
    .join(events, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
    .where(pods.c.channel == bindparam("channel"), events.c.type != ENTERED_TYPE)
    .order_by(pods.c.pod.desc())
    .limit(1)
)
_CURRENT_GAME = func.coalesce(
    _SELECT_OPEN_GAME.scalar_subquery(), _SELECT_LAST_PLAYED.scalar_subquery()
)
_SELECT_CURRENT_STORY = (
    select(events).where(_IN_CHANNEL, events.c.pod == _CURRENT_GAME).order_by(events.c.version)
)


class Log:
    """The streams of all channels."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._struck = RowCache[int, Struck](_CACHED_SERVERS)

    async def append(
        self,
        recorded: Recorded,
        news: Iterable[Person] = (),
        also: Iterable[ChangeOrCondition] = (),
    ) -> None:
        """Append an event at its version, with people and other changes: all or nothing.

        `news` are people to store; `also` are further changes. Returns once everything is durable.
        Raises `Conflict`, `Duplicate`, `Unmet`, `Busy`, `Stalled` or `Unreachable`.
        """
        introductions = insert_people(news)
        try:
            await self.database.write(*introductions, insert_event(recorded), *also)
        except RowExists as taken:
            if taken.unsure and await self._is_written(recorded):
                return
            if earlier := await self._find_earlier(recorded):
                raise Duplicate(earlier) from None
            if taken.table == people.name:
                raise PersonTaken(recorded.channel, recorded.version) from None
            raise Conflict(recorded.channel, recorded.version) from None

    async def _is_written(self, recorded: Recorded) -> bool:
        """Return True if the log has this very event: the answer to an earlier attempt was lost."""
        row = next(iter(insert_event(recorded).rows))
        here = and_(events.c.channel == recorded.channel, events.c.version == recorded.version)
        found = await self.database.fetch_one(select(events).where(here))
        same = ("interaction", "by", "at", "type", "payload")
        return found is not None and all(found._mapping[name] == row[name] for name in same)

    async def _find_earlier(self, recorded: Recorded) -> Recorded | None:
        if recorded.interaction is None:
            return None
        return await self.load_by_interaction(recorded.interaction)

    async def load_version(self, channel: int) -> int:
        """Return the version of a channel's last event; 0 means no event."""
        (newest,) = await self.database.ask(Question(_SELECT_NEWEST_VERSION, {"channel": channel}))
        return newest[0][0] or 0

    async def read(self, channel: int, pod: int, after: int = 0) -> list[Recorded]:
        """Return the events of a game after a version, in order; 0 means all of them.

        Without such a game there are none. Raises `Damaged`.
        """
        known = {"channel": channel, "pod": pod, "version": after}
        (rows,) = await self.database.ask(Question(_SELECT_STORY, known))
        return await self._read_shown(rows)

    async def load_since(self, channel: int, version: int) -> list[Recorded]:
        """Return a channel's events after a version, in order, of all games. Raises `Damaged`."""
        known = {"channel": channel, "version": version}
        (rows,) = await self.database.ask(Question(_SELECT_NEWER, known))
        return await self._read_shown(rows)

    async def read_current(self, channel: int, guild: int) -> tuple[int, list[Recorded]]:
        """Return the version of a channel's last event, and the events of its current game.

        The current game is the open one, else the last that was played here. Raises `Damaged`.
        """
        here = {"channel": channel}
        with self._struck.read() as keep:
            newest, rows, struck = await self.database.ask(
                Question(_SELECT_NEWEST_VERSION, here),
                Question(_SELECT_CURRENT_STORY, here),
                ask_struck(guild),
            )
            keep(guild, read_struck(struck))
        return newest[0][0] or 0, await self._read_shown(rows)

    async def load_by_interaction(self, id: int) -> Recorded | None:
        """Return the event that an interaction led to, or None. Raises `Damaged`."""
        (rows,) = await self.database.ask(Question(_SELECT_BY_INTERACTION, {"id": id}))
        found = await self._read_shown(rows)
        return found[0] if found else None

    async def load_delivery(self, id: int | None, channel: int) -> tuple[Recorded | None, int]:
        """Return the event that an interaction led to, or None, and the channel's version.

        Both are read from one state. Raises `Damaged`.
        """
        newest, rows = await self.database.ask(
            Question(_SELECT_NEWEST_VERSION, {"channel": channel}),
            Question(_SELECT_BY_INTERACTION, {"id": id}),
        )
        found = await self._read_shown(rows)
        return found[0] if found else None, newest[0][0] or 0

    async def hide_struck(self, recorded: Recorded) -> Recorded:
        """Return an event as it will be read: without the struck texts of its server."""
        struck = await self._find_struck(recorded.guild)
        if struck is NOTHING_STRUCK:
            return recorded
        typed = find_texts(msgspec.to_builtins(recorded.event))
        if next(typed, None) is None:
            return recorded
        return replace(recorded, event=struck.hide_in(recorded.event))

    def reread(self) -> None:
        """Drop the cache of struck texts."""
        self._struck.clear()

    async def _read_shown(self, rows: Rows) -> list[Recorded]:
        """Return the events in rows of one server, without its struck texts. Raises `Damaged`."""
        if not rows:
            return []
        found = [*starmap(EventRow, rows)]
        struck = await self._find_struck(found[0].guild)
        return [read_recorded(row, struck) for row in found]

    async def _find_struck(self, guild: int) -> Struck:
        known = self._struck.get(guild)
        if known is not None:
            return known
        with self._struck.read() as keep:
            (rows,) = await self.database.ask(ask_struck(guild))
            known = read_struck(rows)
            keep(guild, known)
        return known

    async def load_newest_interaction(self) -> int | None:
        """Return the highest id of an interaction that changed anything, or None."""
        every = union_all(select(func.max(events.c.interaction)), select(func.max(audit.c.id)))
        found = [each for (each,) in await self.database.fetch(every)]
        return max(filter(None, found), default=None)


def read_stories(connection: Connection) -> Iterator[list[Recorded]]:
    """Yield the events of each game, in order. Raises `Damaged`."""
    every = select(events).order_by(events.c.channel, events.c.pod, events.c.version)
    rows = connection.execute(every.execution_options(yield_per=_ROWS_PER_FETCH))
    for _, story in groupby(map(read_recorded, rows), key=lambda each: (each.channel, each.pod)):
        yield list(story)


def lock_out_writers(connection: Connection) -> None:
    """Lock the log until the transaction ends: no process appends an event, or locks it too.

    So transactions that lock it see what the others have written, and count it.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))


_INSERT_EVENT = GuardInsert(events)


def insert_event(recorded: Recorded) -> RowChange:
    """Return the insert of an event; `RowExists` if its version or interaction exists."""
    kind, schema, payload = encode(recorded.event)
    row = {
        "channel": recorded.channel,
        "version": recorded.version,
        "pod": recorded.pod,
        "guild": recorded.guild,
        "type": kind,
        "schema": schema,
        "payload": payload,
        "by": recorded.by,
        "interaction": recorded.interaction,
        "at": recorded.at,
    }
    return RowChange(_INSERT_EVENT, [row])


def read_shown(connection: Connection, rows: Sequence[Row[Any]]) -> list[Recorded]:
    """Return the events in rows of one server, without its struck texts. Raises `Damaged`."""
    if not rows:
        return []
    struck = load_struck(connection, rows[0].guild)
    return [read_recorded(row, struck) for row in rows]


def read_recorded(row: Row[Any] | EventRow, struck: Struck = NOTHING_STRUCK) -> Recorded:
    """Return the event in a row of `events`, without struck texts. Raises `Damaged`."""
    try:
        event = decode(row.type, row.schema, struck.hide_in_json(row.payload))
    except Undecodable as error:
        raise Damaged(row.channel, row.version, str(error)) from error
    return Recorded(
        row.channel, row.version, row.pod, row.guild, event, row.by, row.interaction, row.at
    )
