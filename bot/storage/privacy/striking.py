"""Striking out a text on a server, and lifting the strike, each with an audit entry."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from bot.listeners import Listeners
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_moment
from bot.storage.engine.schema import audit, boards, events, seasons, strikes
from bot.storage.engine.stores import Work
from bot.storage.record.audit import AuditEntry, insert_entry, read_entry
from bot.storage.record.people import People, Person, insert_people, rename_guest
from bot.storage.record.recorded import Recorded
from bot.storage.record.redaction import HOUSE_FIELD, REDACTED, TEXT_FIELDS, find_texts, fold_text
from bot.storage.record.strikes import Struck
from bot.storage.servers.posts import touch_since
from bot.storage.tables.listings import owe_listings
from bot.storage.tables.open_games import match_player

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""

STRUCK = "struck"
LIFTED = "unstruck"
"""The audit trail's codes of a strike and its lifting; the details never hold the text."""


class TypedText(NamedTuple):
    """A typed text, and the field of the event that holds it."""

    field: str
    text: str


def list_texts(story: Iterable[Recorded]) -> list[TypedText]:
    """Return the typed texts of a game that are shown, the newest first, each once."""
    found = dict[str, TypedText]()
    for recorded in reversed([*story]):
        for field, text in find_texts(msgspec.to_builtins(recorded.event)):
            if text != REDACTED:
                found.setdefault(fold_text(text), TypedText(field, text))
    return list(found.values())


class Strikes:
    """The strikes of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people
        self._listeners = Listeners[[]]()
        self._seen: tuple[int, int | None] = (0, None)  # the number of strikes, and the newest

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever caches of texts have to be dropped."""
        self._listeners.add(listener)

    async def strike(self, entry: AuditEntry, by: Person, text: str) -> bool:
        """Strike a text out wherever the server shows it.

        Returns False if the interaction was carried out before.
        """
        row = {"guild": entry.guild, "id": entry.id, "text": text}

        def insert_strike(connection: Connection) -> str:
            connection.execute(insert(strikes), row)
            return text

        return await self._carry_out(entry, by, insert_strike)

    async def lift(self, entry: AuditEntry, by: Person, strike: int) -> bool:
        """Lift the strike of the audit entry `strike`, so that its text is shown again.

        Returns False if the interaction was carried out before. Raises `Refusal` if there is no
        such strike.
        """
        one = (strikes.c.guild == entry.guild, strikes.c.id == strike)

        def delete_strike(connection: Connection) -> str:
            text: str | None = connection.scalar(select(strikes.c.text).where(*one))
            if text is None:
                raise Refusal("not-struck")
            connection.execute(delete(strikes).where(*one))
            return text

        return await self._carry_out(entry, by, delete_strike)

    async def find_all(self, guild: int, most: int) -> list[AuditEntry]:
        """Return the audit entries of a server's strikes, the newest first, at most `most`."""
        same = (strikes.c.guild == audit.c.guild) & (strikes.c.id == audit.c.id)
        found = select(audit).join(strikes, same).where(strikes.c.guild == guild)
        rows = await self._database.fetch(found.order_by(audit.c.id.desc()).limit(most))
        return [read_entry(row) for row in rows]

    async def recall(self) -> None:
        """Drop all caches of texts if another process has changed the strikes."""
        every = select(func.count(), func.max(strikes.c.id))
        [(count, newest)] = await self._database.fetch(every)
        if self._seen != (count, newest):
            self._seen = (count, newest)
            self._reread()

    def _reread(self) -> None:
        self._listeners.tell()

    async def _carry_out(self, entry: AuditEntry, by: Person, change: Work[str]) -> bool:
        await self._database.flush()  # shown boards, so that they can be marked as outdated
        introduction = self._people.introduce(by)
        work = partial(_change_strikes, entry, introduction.unsaved, change)
        try:
            if not await self._database.transact(work):
                return False
        finally:
            self._reread()  # even after an error: perhaps it was written
        introduction.note_written()
        return True


def _change_strikes(
    entry: AuditEntry, news: Iterable[Person], change: Work[str], connection: Connection
) -> bool:
    """Make a change with its audit entry, and mark all messages that show the text as outdated.

    Returns False if the entry exists already.
    """
    if connection.scalar(select(audit.c.id).where(audit.c.id == entry.id)) is not None:
        return False
    text = change(connection)
    guest = rename_guest(connection, entry.guild, text)
    struck = Struck([text])
    apply([*insert_people(news), insert_entry(entry)], connection)
    since = _owe_boards(connection, entry.guild, struck, guest)
    names = connection.scalars(select(seasons.c.name).where(seasons.c.guild == entry.guild))
    if guest is not None or any(struck(name) != name for name in names):
        since = to_moment(0)
    if since is not None:
        apply([touch_since(entry.guild, since)], connection)
    return True


_OWE_OPEN_BOARD = (
    update(boards)
    .where(boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
    .where(boards.c.message.is_not(None))  # an unposted board shows nothing
    .values(shown=0)
)


def _owe_boards(
    connection: Connection, guild: int, struck: Struck, guest: Player | None
) -> datetime | None:
    """Mark the boards of games with a struck text, or with the guest of that name, as outdated.

    Return the moment of the oldest such event, or None.
    """
    found = [*_find_rows(connection, guild, struck)]
    if guest is not None:
        places = (events.c.channel, events.c.pod, events.c.at)
        found += connection.execute(
            select(*places).where(events.c.guild == guild, match_player(guest))
        )
    owed = sorted({(row.channel, row.pod) for row in found})
    for channel, pod in owed:
        connection.execute(_OWE_OPEN_BOARD, {"in_channel": channel, "of_pod": pod})
    owe_listings(connection, owed)
    return min((row.at for row in found), default=None)


def _find_rows(connection: Connection, guild: int, struck: Struck) -> Iterator[Any]:
    """Yield a server's events with a struck text; all events with typed texts are read."""
    typed = or_(*(events.c.payload.contains(f'"{name}"') for name in (*TEXT_FIELDS, HOUSE_FIELD)))
    columns = (events.c.channel, events.c.pod, events.c.payload, events.c.at)
    found = select(*columns).where(events.c.guild == guild, typed)
    for row in connection.execute(found.execution_options(yield_per=ROWS_PER_FETCH)):
        if struck.hide_in_json(row.payload) != row.payload:
            yield row
