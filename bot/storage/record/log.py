"""The event log: one append-only stream per channel, in which every event names its pod."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Row, Select, and_, func, insert, select, text, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.schema import audit, events, people
from bot.storage.record.codec import Undecodable, decode, encode
from bot.storage.record.errors import Conflict, Damaged, Duplicate, PersonTaken
from bot.storage.record.people import Person, insert_people
from bot.storage.record.recorded import Recorded
from bot.storage.record.redaction import find_texts
from bot.storage.record.strikes import NOTHING_STRUCK, Struck, find_struck

_AT_ONCE = 1_000
"""Rows that are fetched together where many are read."""


class Log:
    """The streams of all channels in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def append(
        self, recorded: Recorded, news: Iterable[Person] = (), also: Iterable[RowChange] = ()
    ) -> None:
        """Write an event at its version, whom it names and what follows `also`: all or nothing.

        Durable when it returns, though it may have been at the first of several attempts. Raises
        `Conflict`, `Duplicate`, `Busy`, `Stalled` or `Unreachable`.
        """
        introductions = [insert_people([person]) for person in news]
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
        """Whether what is in the way is the very same: then only the news of it was lost."""
        row = next(iter(insert_event(recorded).rows))
        here = and_(events.c.channel == recorded.channel, events.c.version == recorded.version)
        async with self.database.open_reader() as connection:
            found = (await connection.execute(select(events).where(here))).mappings().one_or_none()
        same = ("interaction", "by", "at", "type", "payload")
        return found is not None and all(found[name] == row[name] for name in same)

    async def _find_earlier(self, recorded: Recorded) -> Recorded | None:
        if recorded.interaction is None:
            return None
        return await self.find_interaction(recorded.interaction)

    async def read_version(self, channel: int) -> int:
        """The version of the channel's last event; 0 before the first."""
        newest = select(func.max(events.c.version)).where(events.c.channel == channel)
        async with self.database.open_reader() as connection:
            return await connection.scalar(newest) or 0

    async def read(self, channel: int, pod: int) -> list[Recorded]:
        """A pod's events in order; none if there is no such pod. Raises `Damaged`."""
        story = select(events).where(events.c.channel == channel, events.c.pod == pod)
        async with self.database.open_reader() as connection:
            rows = (await connection.execute(story.order_by(events.c.version))).all()
            return await read_shown(connection, rows)

    async def find_interaction(self, id: int) -> Recorded | None:
        """The event that an interaction led to, if it led to one. Raises `Damaged`."""
        async with self.database.open_reader() as connection:
            rows = await connection.execute(select(events).where(events.c.interaction == id))
            found = await read_shown(connection, rows.all())
            return found[0] if found else None

    async def hide_struck(self, recorded: Recorded) -> Recorded:
        """Return an event as it will be read again: without what is struck out on its server."""
        typed = find_texts(msgspec.to_builtins(recorded.event))
        if next(typed, None) is None:
            return recorded
        async with self.database.open_reader() as connection:
            struck = await find_struck(connection, recorded.guild)
        return replace(recorded, event=struck.hide_in(recorded.event)) if struck else recorded

    async def find_newest_interaction(self) -> int | None:
        """The highest id of an interaction that changed anything; None if none did."""
        every = union_all(select(func.max(events.c.interaction)), select(func.max(audit.c.id)))
        async with self.database.open_reader() as connection:
            return max(filter(None, await connection.scalars(every)), default=None)


def read_stories(connection: Connection, guild: int | None = None) -> Iterator[list[Recorded]]:
    """The events of every pod, one pod after the other, each in order. Raises `Damaged`."""
    every: Select[Any] = select(events).order_by(events.c.channel, events.c.pod, events.c.version)
    if guild is not None:
        every = every.where(events.c.guild == guild)
    rows = connection.execute(every.execution_options(yield_per=_AT_ONCE))
    for _, story in groupby(map(read_recorded, rows), key=lambda each: (each.channel, each.pod)):
        yield list(story)


def lock_out_writers(connection: Connection) -> None:
    """Make all that happens, here and in other processes, wait for the transaction's end."""
    if connection.dialect.name == "postgresql":  # SQLite lets one write at a time anyhow
        connection.execute(text("LOCK TABLE events IN SHARE MODE"))


_RECORD = insert(events)


def insert_event(recorded: Recorded) -> RowChange:
    """Write an event; `RowExists` if its version or its interaction is."""
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
    return RowChange(_RECORD, [row])


async def read_shown(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[Recorded]:
    """The events in rows of one server, without what is struck out there. Raises `Damaged`."""
    if not rows:
        return []
    struck = await find_struck(connection, rows[0].guild)
    return [read_recorded(row, struck) for row in rows]


def read_recorded(row: Row[Any], struck: Struck = NOTHING_STRUCK) -> Recorded:
    """The event in a row of `events`, but for what is struck out. Raises `Damaged`."""
    try:
        event = decode(row.type, row.schema, struck.hide_in_json(row.payload))
    except Undecodable as error:
        raise Damaged(row.channel, row.version, str(error)) from error
    return Recorded(
        row.channel, row.version, row.pod, row.guild, event, row.by, row.interaction, row.at
    )
