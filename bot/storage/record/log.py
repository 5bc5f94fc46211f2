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

from bot.rules.entering import PastGameEntered
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.point_queries import PointQuery, Rows
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.row_changes import ChangeOrCondition, GuardInsert, RowChange
from bot.storage.engine.schema import OPEN_STATES, audit, events, people, pods
from bot.storage.record.codec import UndecodableEvent, decode_event, encode_event
from bot.storage.record.errors import (
    DamagedEvent,
    DuplicateInteraction,
    PersonIdConflict,
    VersionConflict,
)
from bot.storage.record.people import Person, upsert_people
from bot.storage.record.redacted_texts import (
    NOTHING_STRUCK,
    RedactedTexts,
    load_redacted_texts,
    parse_redacted_texts,
    query_redacted_texts,
)
from bot.storage.record.redaction import iterate_user_texts
from bot.storage.record.stored_event import StoredEvent

ENTERED_TYPE = str(PastGameEntered.__struct_config__.tag)
"""The type of the first event of a game that was played elsewhere, not in a channel."""

_ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""


class EventRow(NamedTuple):
    """A row of the table `events`."""

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


class EventLog:
    """The append-only event log: one stream of events for each channel."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._struck = RowCache[int, RedactedTexts](_CACHED_SERVERS)

    async def append_event(
        self,
        stored_event: StoredEvent,
        new_people: Iterable[Person] = (),
        other_changes: Iterable[ChangeOrCondition] = (),
    ) -> None:
        """Append an event to its channel's log, with people and other changes: all or
        nothing.

        Returns once everything is durable. Raises `VersionConflict`,
        `DuplicateInteraction`, `ConditionNotMet`, `DatabaseBusy`, `WriteStalled` or
        `DatabaseUnreachable`.
        """
        introductions = upsert_people(new_people)
        try:
            await self.database.write_changes(
                *introductions, insert_event(stored_event), *other_changes
            )
        except RowExists as taken:
            if taken.unsure and await self._has_event(stored_event):
                return
            if earlier := await self._load_event_of_same_interaction(stored_event):
                raise DuplicateInteraction(earlier) from None
            if taken.table == people.name:
                raise PersonIdConflict(stored_event.channel, stored_event.version) from None
            raise VersionConflict(stored_event.channel, stored_event.version) from None

    async def _has_event(self, stored_event: StoredEvent) -> bool:
        """Return True if the log has this event, so that only the answer to a write was
        lost.
        """
        row = next(iter(insert_event(stored_event).rows))
        here = and_(
            events.c.channel == stored_event.channel, events.c.version == stored_event.version
        )
        found = await self.database.fetch_row(select(events).where(here))
        same = ("interaction", "by", "at", "type", "payload")
        return found is not None and all(found._mapping[name] == row[name] for name in same)

    async def _load_event_of_same_interaction(
        self, stored_event: StoredEvent
    ) -> StoredEvent | None:
        if stored_event.interaction is None:
            return None
        return await self.load_event_by_interaction(stored_event.interaction)

    async def load_channel_version(self, channel: int) -> int:
        """Return the version of a channel's last event; 0 means no event."""
        (newest,) = await self.database.run_point_queries(
            PointQuery(_SELECT_NEWEST_VERSION, {"channel": channel})
        )
        return newest[0][0] or 0

    async def load_game_events(
        self, channel: int, pod: int, after_version: int = 0
    ) -> list[StoredEvent]:
        """Load the events of a game after a version, in order; version 0 means all of them.

        An unknown game has no events. Raises `DamagedEvent`.
        """
        known = {"channel": channel, "pod": pod, "version": after_version}
        (rows,) = await self.database.run_point_queries(PointQuery(_SELECT_STORY, known))
        return await self._decode_redacted_rows(rows)

    async def load_channel_events_since(self, channel: int, version: int) -> list[StoredEvent]:
        """Load a channel's events of all games after a version, in order. Raises
        `DamagedEvent`.
        """
        known = {"channel": channel, "version": version}
        (rows,) = await self.database.run_point_queries(PointQuery(_SELECT_NEWER, known))
        return await self._decode_redacted_rows(rows)

    async def load_current_game(self, channel: int, guild_id: int) -> tuple[int, list[StoredEvent]]:
        """Load the version of a channel's last event, and the events of its current game.

        The current game is the open one, else the last that was played here. Raises
        `DamagedEvent`.
        """
        here = {"channel": channel}
        with self._struck.track_read() as keep:
            newest, rows, struck = await self.database.run_point_queries(
                PointQuery(_SELECT_NEWEST_VERSION, here),
                PointQuery(_SELECT_CURRENT_STORY, here),
                query_redacted_texts(guild_id),
            )
            keep(guild_id, parse_redacted_texts(struck))
        return newest[0][0] or 0, await self._decode_redacted_rows(rows)

    async def load_event_by_interaction(self, interaction_id: int) -> StoredEvent | None:
        """Load the event that a Discord interaction led to; None if there is none.

        Raises `DamagedEvent`.
        """
        (rows,) = await self.database.run_point_queries(
            PointQuery(_SELECT_BY_INTERACTION, {"id": interaction_id})
        )
        found = await self._decode_redacted_rows(rows)
        return found[0] if found else None

    async def load_event_and_version(
        self, interaction_id: int | None, channel: int
    ) -> tuple[StoredEvent | None, int]:
        """Load an interaction's event, if any, and the version of a channel's last event.

        Both are read from one snapshot. Raises `DamagedEvent`.
        """
        newest, rows = await self.database.run_point_queries(
            PointQuery(_SELECT_NEWEST_VERSION, {"channel": channel}),
            PointQuery(_SELECT_BY_INTERACTION, {"id": interaction_id}),
        )
        found = await self._decode_redacted_rows(rows)
        return found[0] if found else None, newest[0][0] or 0

    async def redact_event(self, stored_event: StoredEvent) -> StoredEvent:
        """Return an event without the redacted texts of its server, as later reads return
        it.
        """
        struck = await self._load_redacted_texts(stored_event.guild)
        if struck is NOTHING_STRUCK:
            return stored_event
        typed = iterate_user_texts(msgspec.to_builtins(stored_event.event))
        if next(typed, None) is None:
            return stored_event
        return replace(stored_event, event=struck.redact_struct(stored_event.event))

    def clear_cache(self) -> None:
        """Clear the cache of the servers' redacted texts."""
        self._struck.invalidate_all()

    async def _decode_redacted_rows(self, rows: Rows) -> list[StoredEvent]:
        """Decode the events in rows of one server, without redacted texts.

        Raises `DamagedEvent`.
        """
        if not rows:
            return []
        found = [*starmap(EventRow, rows)]
        struck = await self._load_redacted_texts(found[0].guild)
        return [decode_event_row(row, struck) for row in found]

    async def _load_redacted_texts(self, guild_id: int) -> RedactedTexts:
        known = self._struck.get(guild_id)
        if known is not None:
            return known
        with self._struck.track_read() as keep:
            (rows,) = await self.database.run_point_queries(query_redacted_texts(guild_id))
            known = parse_redacted_texts(rows)
            keep(guild_id, known)
        return known

    async def load_newest_interaction_id(self) -> int | None:
        """Return the highest id of an interaction that changed anything; None if there is
        none.
        """
        every = union_all(select(func.max(events.c.interaction)), select(func.max(audit.c.id)))
        found = [each for (each,) in await self.database.fetch_rows(every)]
        return max(filter(None, found), default=None)


def stream_game_histories(connection: Connection) -> Iterator[list[StoredEvent]]:
    """Yield the events of each game of all channels, in order. Raises `DamagedEvent`."""
    every = select(events).order_by(events.c.channel, events.c.pod, events.c.version)
    rows = connection.execute(every.execution_options(yield_per=_ROWS_PER_FETCH))
    for _, story in groupby(map(decode_event_row, rows), key=lambda each: (each.channel, each.pod)):
        yield list(story)


def lock_event_log(connection: Connection) -> None:
    """Lock the event log until the transaction ends, so that no other process appends an event.

    A transaction that locks the log sees and counts the events of other processes.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))


_INSERT_EVENT = GuardInsert(events)


def insert_event(stored_event: StoredEvent) -> RowChange:
    """Build the INSERT of an event.

    Raises `RowExists` on execution if its version or interaction exists.
    """
    kind, schema, payload = encode_event(stored_event.event)
    row = {
        "channel": stored_event.channel,
        "version": stored_event.version,
        "pod": stored_event.pod,
        "guild": stored_event.guild,
        "type": kind,
        "schema": schema,
        "payload": payload,
        "by": stored_event.by,
        "interaction": stored_event.interaction,
        "at": stored_event.at,
    }
    return RowChange(_INSERT_EVENT, [row])


def decode_redacted_events(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredEvent]:
    """Decode the events in rows of one server, without redacted texts. Raises `DamagedEvent`."""
    if not rows:
        return []
    struck = load_redacted_texts(connection, rows[0].guild)
    return [decode_event_row(row, struck) for row in rows]


def decode_event_row(
    row: Row[Any] | EventRow, redacted_texts: RedactedTexts = NOTHING_STRUCK
) -> StoredEvent:
    """Decode the event in a row of `events`, without redacted texts. Raises `DamagedEvent`."""
    try:
        event = decode_event(row.type, row.schema, redacted_texts.redact_json(row.payload))
    except UndecodableEvent as error:
        raise DamagedEvent(row.channel, row.version, str(error)) from error
    return StoredEvent(
        row.channel, row.version, row.pod, row.guild, event, row.by, row.interaction, row.at
    )
