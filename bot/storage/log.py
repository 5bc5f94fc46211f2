"""The event log: one append-only stream per channel, in which every event names its pod."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr
from sqlalchemy import Row, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.rules.events import Event
from bot.rules.facts import Player
from bot.storage.codec import Undecodable, decode, encode
from bot.storage.engine import reading, writing
from bot.storage.errors import Conflict, Damaged, Duplicate, PersonTaken
from bot.storage.people import Person, introduce
from bot.storage.schema import events, whole

Also = Callable[[AsyncConnection], Awaitable[None]]
"""What is written in the same transaction as an event."""


class Recorded(Struct, frozen=True):
    """An event and its place in the log.

    `version` counts the channel's events from 1; `pod` is the version of the pod's `Opened`.
    `by` did it with the `interaction`; None where nobody did or none led to it. `at` is to the
    millisecond, in any time zone; naive, it raises `ValueError`.
    """

    channel: int
    version: int
    pod: int
    guild: int
    event: Event
    by: Player | None
    interaction: int | None
    at: datetime

    def __post_init__(self) -> None:
        force_setattr(self, "at", whole(self.at))


class Log:
    """The streams of all channels in one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def append(
        self, recorded: Recorded, people: Iterable[Person] = (), also: Also | None = None
    ) -> None:
        """Writes an event at its version, whom it names and what `also` adds: all or nothing.

        Durable when it returns. Raises `Conflict`, `Duplicate` or `Unreachable`.
        """
        try:
            async with writing(self.engine) as connection:
                await _introduce(connection, people, recorded)
                await _insert(connection, recorded)
                if also is not None:
                    await also(connection)
        except Conflict:
            if earlier := await self._earlier(recorded):
                raise Duplicate(earlier) from None
            raise

    async def _earlier(self, recorded: Recorded) -> Recorded | None:
        if recorded.interaction is None:
            return None
        return await self.interaction(recorded.interaction)

    async def version(self, channel: int) -> int:
        """The version of the channel's last event; 0 before the first."""
        newest = select(func.max(events.c.version)).where(events.c.channel == channel)
        async with reading(self.engine) as connection:
            return await connection.scalar(newest) or 0

    async def read(self, channel: int, pod: int) -> list[Recorded]:
        """A pod's events in order; none if there is no such pod. Raises `Damaged`."""
        story = select(events).where(events.c.channel == channel, events.c.pod == pod)
        async with reading(self.engine) as connection:
            rows = await connection.execute(story.order_by(events.c.version))
            return [_recorded(row) for row in rows]

    async def interaction(self, id: int) -> Recorded | None:
        """The event that an interaction led to, if it led to one. Raises `Damaged`."""
        async with reading(self.engine) as connection:
            rows = await connection.execute(select(events).where(events.c.interaction == id))
            row = rows.one_or_none()
            return _recorded(row) if row is not None else None

    async def newest_interaction(self) -> int | None:
        """The highest id of an interaction in the log; None in a log without any."""
        async with reading(self.engine) as connection:
            newest: int | None = await connection.scalar(select(func.max(events.c.interaction)))
            return newest


async def stories(connection: AsyncConnection) -> AsyncIterator[list[Recorded]]:
    """The events of every pod, one pod after the other, each in order. Raises `Damaged`."""
    every = select(events).order_by(events.c.channel, events.c.pod, events.c.version)
    story: list[Recorded] = []
    async with connection.stream(every) as rows:
        async for row in rows:
            if story and (row.channel, row.pod) != (story[0].channel, story[0].pod):
                yield story
                story = []
            story.append(_recorded(row))
    if story:
        yield story


async def _introduce(
    connection: AsyncConnection, people: Iterable[Person], recorded: Recorded
) -> None:
    try:
        await introduce(connection, people)
    except IntegrityError:
        raise PersonTaken(recorded.channel, recorded.version) from None


async def _insert(connection: AsyncConnection, recorded: Recorded) -> None:
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
    try:
        await connection.execute(insert(events), row)
    except IntegrityError:
        raise Conflict(recorded.channel, recorded.version) from None


def _recorded(row: Row[Any]) -> Recorded:
    try:
        event = decode(row.type, row.schema, row.payload)
    except Undecodable as error:
        raise Damaged(row.channel, row.version, str(error)) from error
    return Recorded(
        row.channel, row.version, row.pod, row.guild, event, row.by, row.interaction, row.at
    )
