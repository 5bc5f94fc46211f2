"""The event log: an append-only stream for each channel; every event names its game."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, groupby, starmap
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row, and_, bindparam, func, select, text, union_all

from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.point_queries import Rows, SmallQuery
from bot.storage.engine.row_cache import DatabaseRowCache
from bot.storage.engine.row_changes import ChangeOrCondition, IdempotencyKeyInsertStatement, RowChange
from bot.storage.engine.schema import OPEN_STATES, audit, events, people, pods
from bot.storage.record.codec import UndecodableEventError, decode_event_of_any_schema, encode_event_as_json
from bot.storage.record.errors import (
    DuplicateInteractionError,
    EventVersionConflictError,
    PersonIdConflictError,
    UnreadableStoredEventError,
)
from bot.storage.record.people import Person, build_people_upserts
from bot.storage.record.redacted_texts import (
    NOTHING_STRUCK,
    RedactedTextsOfServer,
    build_redacted_texts_query,
    load_redacted_texts_of_server,
    parse_redacted_text_rows,
)
from bot.storage.record.redaction import iterate_user_texts_in_json_value
from bot.storage.record.stored_event import StoredEvent

ENTERED_TYPE = str(PastGameRecorded.__struct_config__.tag)
"""The type of the first event of a game that was played elsewhere, not in a channel."""

_ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""


class EventTableRow(NamedTuple):
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
    select(events).where(_IN_CHANNEL, events.c.pod == bindparam("pod"), _IS_NEWER).order_by(events.c.version)
)
_SELECT_NEWER = select(events).where(_IN_CHANNEL, _IS_NEWER).order_by(events.c.version)
_SELECT_LATEST_GAME = select(func.max(pods.c.pod)).where(pods.c.channel == bindparam("channel"))
_IS_OPEN = text(f"state IN ({', '.join(map(repr, OPEN_STATES))})")
_SELECT_OPEN_GAME = _SELECT_LATEST_GAME.where(_IS_OPEN)
_SELECT_OPEN_GAMES = select(pods.c.pod).where(pods.c.channel == bindparam("channel"), _IS_OPEN).order_by(pods.c.pod)
_SELECT_LAST_PLAYED = (
    select(pods.c.pod)
    .join(events, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
    .where(pods.c.channel == bindparam("channel"), events.c.type != ENTERED_TYPE)
    .order_by(pods.c.pod.desc())
    .limit(1)
)
_CURRENT_GAME = func.coalesce(_SELECT_OPEN_GAME.scalar_subquery(), _SELECT_LAST_PLAYED.scalar_subquery())
_SELECT_CURRENT_STORY = select(events).where(_IN_CHANNEL, events.c.pod == _CURRENT_GAME).order_by(events.c.version)


class ChannelVersionAndGameEvents(NamedTuple):
    """The version of a channel's last event, and all events of its current game.

    `beside` are the numbers of earlier games that are open again.
    """

    version: int
    events: list[StoredEvent]
    beside: tuple[int, ...]


class EventToAppend(Struct, frozen=True):
    """An event to append to the log, with people new to the database and other changes of the same commit."""

    stored_event: StoredEvent
    new_people: Iterable[Person] = ()
    other_changes: Iterable[ChangeOrCondition] = ()

    def build_database_changes(self) -> list[ChangeOrCondition]:
        return [*build_people_upserts(self.new_people), build_event_insert(self.stored_event), *self.other_changes]


class EventLog:
    """The append-only log of all events, in one numbered sequence for each channel."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._struck = DatabaseRowCache[int, RedactedTextsOfServer](_CACHED_SERVERS)

    async def append_event(
        self,
        stored_event: StoredEvent,
        unsaved_people: Iterable[Person] = (),
        changes_in_same_commit: Iterable[ChangeOrCondition] = (),
    ) -> None:
        """Append an event to its channel's log, together with other changes in one commit.

        Returns once everything is durable. Raises `EventVersionConflictError`, `DuplicateInteractionError`,
        `WriteConditionNotMetError`, `DatabaseBusyError`, `UnfinishedWriteError` or `DatabaseUnreachableError`.
        """
        await self.append_events(EventToAppend(stored_event, unsaved_people, changes_in_same_commit))

    async def append_events(self, first_event: EventToAppend, *later_events: EventToAppend) -> None:
        """Append events to a channel's log with their other changes, all or nothing, in one commit.

        The errors are those of `append_event`; those that name an event name the first that they fit.
        """
        try:
            await self.database.commit_changes(
                *first_event.build_database_changes(),
                *chain.from_iterable(each.build_database_changes() for each in later_events),
            )
        except RowAlreadyExistsError as taken:
            stored = first_event.stored_event
            if taken.unsure and await self._was_event_stored_despite_error(stored):
                return
            for each in (first_event, *later_events):
                if earlier := await self._load_event_with_same_interaction(each.stored_event):
                    raise DuplicateInteractionError(earlier) from None
            if taken.table == people.name:
                raise PersonIdConflictError(stored.channel, stored.version) from None
            raise EventVersionConflictError(stored.channel, stored.version) from None

    async def _was_event_stored_despite_error(self, stored_event: StoredEvent) -> bool:
        """Return True if the log contains exactly this event, although its write reported an error."""
        row = next(iter(build_event_insert(stored_event).rows))
        here = and_(events.c.channel == stored_event.channel, events.c.version == stored_event.version)
        found = await self.database.fetch_row_or_none(select(events).where(here))
        same = ("interaction", "by", "at", "type", "payload")
        return found is not None and all(found._mapping[name] == row[name] for name in same)

    async def _load_event_with_same_interaction(self, stored_event: StoredEvent) -> StoredEvent | None:
        if stored_event.interaction is None:
            return None
        return await self.load_event_by_interaction(stored_event.interaction)

    async def load_version_of_last_event(self, channel: int) -> int:
        """Load the version of a channel's last event; 0 without events."""
        (newest,) = await self.database.run_queries_on_one_snapshot(
            SmallQuery(_SELECT_NEWEST_VERSION, {"channel": channel})
        )
        return newest[0][0] or 0

    async def load_game_events(self, channel: int, pod: int, after_version: int = 0) -> list[StoredEvent]:
        """Load the events of a game after a version, in order; version 0 means all events.

        An unknown game has no events. Raises `UnreadableStoredEventError`.
        """
        known = {"channel": channel, "pod": pod, "version": after_version}
        (rows,) = await self.database.run_queries_on_one_snapshot(SmallQuery(_SELECT_STORY, known))
        return await self._decode_and_redact_event_rows(rows)

    async def load_channel_events(self, channel: int, after_version: int) -> list[StoredEvent]:
        """Load the events of a channel after a version, in order. Raises `UnreadableStoredEventError`."""
        known = {"channel": channel, "version": after_version}
        (rows,) = await self.database.run_queries_on_one_snapshot(SmallQuery(_SELECT_NEWER, known))
        return await self._decode_and_redact_event_rows(rows)

    async def load_current_game_events_with_version(self, channel: int, guild_id: int) -> ChannelVersionAndGameEvents:
        """Load the version of a channel's last event, and the events of its current game.

        The current game is the newest open one, else the last one. Raises `UnreadableStoredEventError`.
        """
        here = {"channel": channel}
        with self._struck.cache_rows_if_unchanged() as keep:
            newest, rows, opened, struck = await self.database.run_queries_on_one_snapshot(
                SmallQuery(_SELECT_NEWEST_VERSION, here),
                SmallQuery(_SELECT_CURRENT_STORY, here),
                SmallQuery(_SELECT_OPEN_GAMES, here),
                build_redacted_texts_query(guild_id),
            )
            keep(guild_id, parse_redacted_text_rows(struck))
        events = await self._decode_and_redact_event_rows(rows)
        return ChannelVersionAndGameEvents(newest[0][0] or 0, events, tuple(row[0] for row in opened[:-1]))

    async def load_event_by_interaction(self, interaction_id: int) -> StoredEvent | None:
        """Load the event that a Discord interaction caused; None if it caused none.

        Raises `UnreadableStoredEventError`.
        """
        (rows,) = await self.database.run_queries_on_one_snapshot(
            SmallQuery(_SELECT_BY_INTERACTION, {"id": interaction_id})
        )
        found = await self._decode_and_redact_event_rows(rows)
        return found[0] if found else None

    async def load_event_and_channel_version(
        self, interaction_id: int | None, channel: int
    ) -> tuple[StoredEvent | None, int]:
        """Load the event of an interaction (None without one), and the version of a channel's last event.

        Both are read from one snapshot. Raises `UnreadableStoredEventError`.
        """
        newest, rows = await self.database.run_queries_on_one_snapshot(
            SmallQuery(_SELECT_NEWEST_VERSION, {"channel": channel}),
            SmallQuery(_SELECT_BY_INTERACTION, {"id": interaction_id}),
        )
        found = await self._decode_and_redact_event_rows(rows)
        return found[0] if found else None, newest[0][0] or 0

    async def apply_server_redactions_to_event(self, stored_event: StoredEvent) -> StoredEvent:
        struck = self._struck.get(stored_event.guild)
        if struck is None:
            struck = await self._load_redacted_texts_of_server(stored_event.guild)
        if struck is NOTHING_STRUCK:
            return stored_event
        typed = iterate_user_texts_in_json_value(msgspec.to_builtins(stored_event.event))
        if next(typed, None) is None:
            return stored_event
        return replace(stored_event, event=struck.redact_struct_texts(stored_event.event))

    def clear_redacted_text_cache(self) -> None:
        self._struck.invalidate_all_rows()

    async def _decode_and_redact_event_rows(self, rows: Rows) -> list[StoredEvent]:
        if not rows:
            return []
        found = [*starmap(EventTableRow, rows)]
        struck = await self._load_redacted_texts_of_server(found[0].guild)
        return [decode_and_redact_event_row(row, struck) for row in found]

    async def _load_redacted_texts_of_server(self, guild_id: int) -> RedactedTextsOfServer:
        known = self._struck.get(guild_id)
        if known is not None:
            return known
        with self._struck.cache_rows_if_unchanged() as keep:
            (rows,) = await self.database.run_queries_on_one_snapshot(build_redacted_texts_query(guild_id))
            known = parse_redacted_text_rows(rows)
            keep(guild_id, known)
        return known

    async def load_newest_interaction_id(self) -> int | None:
        """Load the id of the newest Discord interaction that caused an event; None without one."""
        every = union_all(select(func.max(events.c.interaction)), select(func.max(audit.c.id)))
        found = [each for (each,) in await self.database.fetch_rows(every)]
        return max(filter(None, found), default=None)


def iterate_events_by_game(connection: Connection) -> Iterator[list[StoredEvent]]:
    """Yield each game's events in order, for all channels. Raises `UnreadableStoredEventError`."""
    every = select(events).order_by(events.c.channel, events.c.pod, events.c.version)
    rows = connection.execute(every.execution_options(yield_per=_ROWS_PER_FETCH))
    for _, story in groupby(map(decode_and_redact_event_row, rows), key=lambda each: (each.channel, each.pod)):
        yield list(story)


def lock_event_log_against_new_events(connection: Connection) -> None:
    """Keep other processes from appending events until the transaction ends.

    A transaction that locks the log sees and counts the events of other processes.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))


_INSERT_EVENT = IdempotencyKeyInsertStatement(events)


def build_event_insert(stored_event: StoredEvent) -> RowChange:
    """Build the INSERT of an event into the log.

    Raises `RowAlreadyExistsError` on execution if its version or interaction exists.
    """
    encoded = encode_event_as_json(stored_event.event)
    row = {
        "channel": stored_event.channel,
        "version": stored_event.version,
        "pod": stored_event.pod,
        "guild": stored_event.guild,
        "type": encoded.type,
        "schema": encoded.schema,
        "payload": encoded.payload,
        "by": stored_event.by,
        "interaction": stored_event.interaction,
        "at": stored_event.at,
    }
    return RowChange(_INSERT_EVENT, [row])


def decode_and_redact_event_rows(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredEvent]:
    """Return the events of one server's database rows, with redacted texts hidden.

    Raises `UnreadableStoredEventError`.
    """
    if not rows:
        return []
    struck = load_redacted_texts_of_server(connection, rows[0].guild)
    return [decode_and_redact_event_row(row, struck) for row in rows]


def decode_and_redact_event_row(
    row: Row[Any] | EventTableRow, redacted_texts: RedactedTextsOfServer = NOTHING_STRUCK
) -> StoredEvent:
    """Return the event of a database row, with redacted texts hidden.

    Raises `UnreadableStoredEventError`.
    """
    try:
        event = decode_event_of_any_schema(row.type, row.schema, redacted_texts.redact_json_text(row.payload))
    except UndecodableEventError as error:
        raise UnreadableStoredEventError(row.channel, row.version, str(error)) from error
    return StoredEvent(row.channel, row.version, row.pod, row.guild, event, row.by, row.interaction, row.at)
