"""Redact a text on a server, or restore a redacted one, each with an audit entry."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from bot.basics.listeners import CallbackList
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import apply_row_changes
from bot.storage.engine.schema import audit, boards, events, seasons, strikes
from bot.storage.engine.stores import Work
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert, parse_audit_entry_row
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts, redact_or_restore_guest_name
from bot.storage.record.redacted_texts import RedactedTextsOfServer
from bot.storage.record.redaction import (
    HOUSE_FIELD,
    REDACTED,
    TEXT_FIELDS,
    iterate_user_texts_in_json_value,
    normalise_text_for_comparison,
)
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.standings_posts import build_update_of_standings_posts
from bot.storage.tables.open_games import build_player_events_sql_condition
from bot.storage.tables.scheduled_events import queue_scheduled_event_updates

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""

STRUCK = "struck"
LIFTED = "unstruck"
"""The audit trail's codes of a strike and its lifting; the details never hold the text."""

_COUNT_REDACTIONS = select(func.count(), func.max(strikes.c.id))


class UserTextInEvent(NamedTuple):
    """A user's text, and the name of the event field that contains it."""

    field: str
    text: str


def list_visible_user_texts(stored_events: Iterable[StoredEvent]) -> list[UserTextInEvent]:
    """Return the texts by users that a game still shows, newest first."""
    found = dict[str, UserTextInEvent]()
    for recorded in reversed([*stored_events]):
        for field, text in iterate_user_texts_in_json_value(msgspec.to_builtins(recorded.event)):
            if text != REDACTED:
                found.setdefault(normalise_text_for_comparison(text), UserTextInEvent(field, text))
    return list(found.values())


class TextRedactionRepository:
    """A repository of the texts that moderators have redacted (hidden).

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._listeners = CallbackList[[]]()
        self._seen: tuple[int, int | None] = (0, None)  # the number of strikes, and the newest

    def add_redaction_change_listener(self, listener: Callable[[], None]) -> None:
        """Register a function to call after texts were redacted or restored, so that it can empty its caches."""
        self._listeners.add_callback(listener)

    async def redact_text_on_server(self, new_audit_entry: AuditEntry, moderator: Person, text: str) -> bool:
        """Hide a text everywhere on a server, and store the audit entry about it.

        Returns False if the interaction was carried out before.
        """
        row = {"guild": new_audit_entry.guild, "id": new_audit_entry.id, "text": text}

        def insert_redaction(connection: Connection) -> str:
            connection.execute(insert(strikes), row)
            return text

        return await self._store_redaction_change_with_audit_entry(new_audit_entry, moderator, insert_redaction)

    async def undo_text_redaction(self, new_audit_entry: AuditEntry, moderator: Person, redaction_id: int) -> bool:
        """Undo the redaction of a text. `redaction_id` is the id of the audit entry about the redaction.

        Returns False if the interaction was carried out before. Raises `Refusal` if there is no such redaction.
        """
        one = (strikes.c.guild == new_audit_entry.guild, strikes.c.id == redaction_id)

        def delete_redaction(connection: Connection) -> str:
            text: str | None = connection.scalar(select(strikes.c.text).where(*one))
            if text is None:
                raise Refusal("not-struck")
            connection.execute(delete(strikes).where(*one))
            return text

        return await self._store_redaction_change_with_audit_entry(new_audit_entry, moderator, delete_redaction)

    async def load_redaction_audit_entries(self, guild_id: int, limit: int) -> list[AuditEntry]:
        """Load the `limit` newest audit entries about redacted texts."""
        same = (strikes.c.guild == audit.c.guild) & (strikes.c.id == audit.c.id)
        found = select(audit).join(strikes, same).where(strikes.c.guild == guild_id)
        rows = await self._database.fetch_rows(found.order_by(audit.c.id.desc()).limit(limit))
        return [parse_audit_entry_row(row) for row in rows]

    async def clear_text_caches_if_redactions_changed(self) -> None:
        """Empty all caches of user texts if another process has redacted or restored a text."""
        [(count, newest)] = await self._database.fetch_rows(_COUNT_REDACTIONS)
        if self._seen != (count, newest):
            self._seen = (count, newest)
            self._clear_text_caches()

    def _clear_text_caches(self) -> None:
        self._listeners.call_all_callbacks()

    async def _store_redaction_change_with_audit_entry(
        self, new_audit_entry: AuditEntry, moderator: Person, change_redaction: Work[str]
    ) -> bool:
        await self._database.commit_queued_changes()  # shown boards, so that they can be marked as outdated
        introduction = self._people.find_people_with_unsaved_names(moderator)
        work = partial(_store_redaction_change, new_audit_entry, introduction.unsaved, change_redaction)
        try:
            if not await self._database.run_write_transaction(work):
                return False
        finally:
            self._clear_text_caches()  # even after an error: perhaps it was written
        introduction.mark_people_names_as_saved()
        return True


def _store_redaction_change(
    new_audit_entry: AuditEntry, unsaved_people: Iterable[Person], change_redaction: Work[str], connection: Connection
) -> bool:
    """Add or remove a redaction with its audit entry, and queue updates of the messages with the text.

    Returns False if the audit entry exists already.
    """
    if connection.scalar(select(audit.c.id).where(audit.c.id == new_audit_entry.id)) is not None:
        return False
    text = change_redaction(connection)
    guest = redact_or_restore_guest_name(connection, new_audit_entry.guild, text)
    struck = RedactedTextsOfServer([text])
    apply_row_changes([*build_people_upserts(unsaved_people), build_audit_entry_insert(new_audit_entry)], connection)
    since = _queue_updates_of_redacted_messages(connection, new_audit_entry.guild, struck, guest)
    names = connection.scalars(select(seasons.c.name).where(seasons.c.guild == new_audit_entry.guild))
    if guest is not None or any(struck(name) != name for name in names):
        since = datetime_from_milliseconds(0)
    if since is not None:
        apply_row_changes([build_update_of_standings_posts(new_audit_entry.guild, since)], connection)
    return True


_OWE_OPEN_BOARD = (
    update(boards)
    .where(boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
    .where(boards.c.message.is_not(None))  # an unposted board shows nothing
    .values(shown=0)
)


def _queue_updates_of_redacted_messages(
    connection: Connection, guild_id: int, redacted_texts: RedactedTextsOfServer, redacted_guest: Player | None
) -> datetime | None:
    """Queue updates of the pod messages that may show a redacted text or a guest with a redacted name.

    Return the time of the oldest such event, or None.
    """
    found = [*_load_events_with_redacted_text(connection, guild_id, redacted_texts)]
    if redacted_guest is not None:
        places = (events.c.channel, events.c.pod, events.c.at)
        found += connection.execute(
            select(*places).where(events.c.guild == guild_id, build_player_events_sql_condition(redacted_guest))
        )
    owed = sorted({(row.channel, row.pod) for row in found})
    for channel, pod in owed:
        connection.execute(_OWE_OPEN_BOARD, {"in_channel": channel, "of_pod": pod})
    queue_scheduled_event_updates(connection, owed)
    return min((row.at for row in found), default=None)


def _load_events_with_redacted_text(
    connection: Connection, guild_id: int, redacted_texts: RedactedTextsOfServer
) -> Iterator[Any]:
    typed = or_(*(events.c.payload.contains(f'"{name}"') for name in (*TEXT_FIELDS, HOUSE_FIELD)))
    columns = (events.c.channel, events.c.pod, events.c.payload, events.c.at)
    found = select(*columns).where(events.c.guild == guild_id, typed)
    for row in connection.execute(found.execution_options(yield_per=ROWS_PER_FETCH)):
        if redacted_texts.redact_json_text(row.payload) != row.payload:
            yield row
