"""The events of an archive, and what follows from them."""

from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from bot.care import CareError
from bot.care.archive import Archive, EventLine
from bot.care.importing.into import Import
from bot.care.importing.people import exchange_ids
from bot.care.stored_tables import events
from bot.care.streams import AT_ONCE, fold_pods, read_rows
from bot.projections.draws import refill_numbers
from bot.projections.project import PROJECTIONS, project_anew
from bot.storage.engine import schema
from bot.storage.engine.changes import RowChange, apply, merge_changes
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded
from bot.storage.tables import totals
from bot.storage.tables.result_changes import move_bookmarks


class AlreadyHere(Exception):
    """Every event of the archive is in the database already."""


def import_events(into: Import) -> None:
    """Write the events of channels that have none here, and what follows from them.

    Raises `AlreadyHere` where all of them are here, `CareError` where only some are.
    """
    batch = _Batch(into.archive, into.connection)
    before, taken = 0, None
    for channel, lines in groupby(_read_events(into), key=lambda line: line.channel):
        if channel <= before:
            raise into.archive.make_error(f"channel: {channel} comes out of order")
        before = channel
        kept = _find_rows(into, channel)
        if kept is None:
            _clear(into, channel)
            into.channels.add(channel)
            _write(into, batch, lines)
        else:
            taken = channel
            if any(a != b for a, b in zip_longest(kept, map(EventLine.row, lines))):
                raise _refuse(into, channel)
        if taken is not None and into.channels:
            raise _refuse(into, taken)
    if taken is not None:
        raise AlreadyHere
    batch.flush()
    refill_numbers(into.connection)


def _refuse(into: Import, channel: int) -> CareError:
    problem = f"channel {channel} has events already; accepted: a database where it has none"
    return into.archive.make_error(problem)


def _read_events(into: Import) -> Iterator[EventLine]:
    for line in into.archive.read_lines(EventLine, into.header.events):
        into.check_server(line)
        try:
            yield exchange_ids(into, line)
        except Damaged as error:
            raise into.archive.make_error(error.problem) from None
        into.tick(1)


def _find_rows(into: Import, channel: int) -> Iterator[dict[str, Any]] | None:
    """Return the channel's events that are here, as rows; None if there are none."""
    stream = select(events).where(events.c.channel == channel)
    if into.connection.execute(stream.limit(1)).first() is None:
        return None
    rows = read_rows(into.connection, stream.order_by(events.c.version))
    return (row._asdict() for row in rows)


def _clear(into: Import, channel: int) -> None:
    """Delete what follows from no event: it is in the way."""
    move_bookmarks(into.connection, channel)
    totals.subtract(into.connection, channel)
    for table in (*PROJECTIONS, schema.boards):
        into.connection.execute(delete(table).where(table.c.channel == channel))


def _write(into: Import, batch: "_Batch", lines: Iterable[EventLine]) -> None:
    """Write a channel's events, and the projections of its pods."""

    def read() -> Iterator[Recorded]:
        for line in lines:
            yield line.recorded()
            batch.add(line)  # when the next one is asked for, this one was well

    try:
        for played in fold_pods(read()):
            batch.follow(project_anew(played))
    except Damaged as error:
        raise into.archive.make_error(error.problem) from None


class _Batch:
    """Events and what follows from them, written many at a time."""

    def __init__(self, archive: Archive, connection: Connection) -> None:
        self._archive = archive
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._interactions: dict[int, int] = {}  # of those rows, and their lines
        self._following: list[list[RowChange]] = []

    def add(self, line: EventLine) -> None:
        """The line that was read last."""
        if line.interaction is not None:
            if line.interaction in self._interactions:
                raise self._refuse_twice(line.interaction, self._archive.line)
            self._interactions[line.interaction] = self._archive.line
        self._rows.append(line.row())
        if len(self._rows) >= AT_ONCE:
            self.flush()

    def follow(self, changes: Iterable[RowChange]) -> None:
        """What is made from a pod."""
        self._following.append(list(changes))

    def flush(self) -> None:
        """Write what there is. Raises `CareError`."""
        same = events.c.interaction.in_(self._interactions)
        for interaction in self._connection.scalars(select(events.c.interaction).where(same)):
            raise self._refuse_twice(interaction, self._interactions[interaction])
        if self._rows:
            self._connection.execute(insert(events), self._rows)
        apply(merge_changes(self._following), self._connection)
        self._rows, self._interactions, self._following = [], {}, []

    def _refuse_twice(self, interaction: int, line: int) -> CareError:
        return self._archive.make_error(
            f"interaction: {interaction} has had its effect already", line
        )
