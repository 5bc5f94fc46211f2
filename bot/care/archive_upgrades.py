"""Upgrade of an archive file that an earlier version exported.

The rows of the archive go into an empty database of the revision that wrote them, which the
migrations then upgrade. So each conversion is written once, as a migration, and an import gives
what an upgrade of the exported database gives.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Inspector, column, exists, insert, inspect, select, table
from sqlalchemy.exc import IntegrityError

from bot.care.archive import (
    ARCHIVE_FORMAT,
    ArchivedAuditEntry,
    ArchivedDeck,
    ArchivedEvent,
    ArchivedSeason,
    ArchivedSettings,
    ArchiveHeader,
    ArchiveLine,
    ArchiveReader,
    list_line_kinds,
)
from bot.care.exporting import export_history
from bot.care.files import open_input_file
from bot.care.progress import ProgressCallback, run_with_progress
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import list_schema_revisions, upgrade_to_revision
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import AccessMode
from bot.storage.record.errors import DamagedEvent
from bot.storage.record.player_decks import encode_deck

_SINGLE_TABLES = {
    "settings": "guilds",
    "decks": "player_decks",
}
"""Fields of the header whose rows are in a table of another name."""


@asynccontextmanager
async def upgrade_archive(archive: ArchiveReader) -> AsyncIterator[ArchiveReader]:
    """Yield the archive in the current format: itself, or a converted copy of an earlier one.

    Raises `MaintenanceError` if a line of an earlier archive is wrong, with the number of the
    line.
    """
    header = archive.read_header()
    if header.revision > HEAD:
        problem = f"revision {header.revision} is newer than {HEAD}; take a newer Suzerain"
        raise archive.build_error(problem)
    if header.format == ARCHIVE_FORMAT and header.revision == HEAD:
        yield archive
        return
    if header.revision not in list_schema_revisions():
        raise archive.build_error(f"revision: {header.revision!r} is none; accepted: up to {HEAD}")
    with TemporaryDirectory(prefix="suzerain-archive-", ignore_cleanup_errors=True) as folder:
        url = f"sqlite:///{Path(folder, 'archive.db').as_posix()}"
        database = Database(url, access_mode=AccessMode.FILL)
        try:
            converted = Path(folder, "archive.jsonl")
            await _convert_archive(database, archive, header, converted)
        finally:
            await database.close()
        with open_input_file(str(converted)) as file:
            yield ArchiveReader(file, archive.name, has_line_numbers=False)


async def _convert_archive(
    database: Database, archive: ArchiveReader, header: ArchiveHeader, target_file: Path
) -> None:
    """Write an archive in the current format to `target_file`, by way of an empty `database`."""

    def load_rows(connection: Connection, on_progress: ProgressCallback) -> None:
        upgrade_to_revision(connection, header.revision)
        _ArchiveLoader(archive, header, connection, on_progress).load_rows()

    def upgrade_tables(connection: Connection, on_progress: ProgressCallback) -> None:
        upgrade_to_revision(
            connection, "head", rebuild_projections=False
        )  # an import makes the projections itself

    await run_with_progress(database.run_transaction, load_rows, "Reading")
    await run_with_progress(database.run_transaction, upgrade_tables, "Upgrading")
    try:
        await export_history(database, str(target_file))
    except DamagedEvent as error:
        line = _find_event_line_number(archive, error.channel, error.version)
        raise archive.build_error(error.problem, line) from None


class _ArchiveLoader:
    """A loader of an archive's rows into an empty database of the revision that exported them."""

    def __init__(
        self,
        archive: ArchiveReader,
        header: ArchiveHeader,
        connection: Connection,
        on_progress: ProgressCallback,
    ) -> None:
        self._archive = archive
        self._header = header
        self._connection = connection
        self._tick = on_progress
        self._columns = _list_columns_by_table(inspect(connection))

    def load_rows(self) -> None:
        """Insert all rows of the archive into the database. Raises `MaintenanceError`."""
        archive = self._archive
        archive.read_header()
        self._tick(0, self._header.line_count)
        for kind, field in list_line_kinds(self._header):
            for part in archive.read_line_batches(kind, getattr(self._header, field)):
                for number, line in part.items():
                    self._require_known_server(line, number)
                    self._insert_line(number, field, line)
                self._tick(len(part))
        archive.require_end_of_file()
        self._require_game_of_each_board()

    def _require_known_server(self, line: ArchiveLine, line_number: int) -> None:
        guild = getattr(line, "guild", None)
        if guild is not None and guild not in self._header.servers:
            problem = f"guild: {guild} is none of the header's servers"
            raise self._archive.build_error(problem, line_number)

    def _insert_line(self, line_number: int, header_field: str, line: ArchiveLine) -> None:
        for name, row in _list_table_rows(_SINGLE_TABLES.get(header_field, header_field), line):
            columns = self._columns.get(name)
            if columns is None:
                problem = f"revision {self._header.revision} has no {name}"
                raise self._archive.build_error(problem, line_number)
            if lost := [each for each, value in row.items() if value and each not in columns]:
                problem = f"{lost[0]}: revision {self._header.revision} has no such field"
                raise self._archive.build_error(problem, line_number)
            known = {each: value for each, value in row.items() if each in columns}
            target = table(name, *map(column, known))
            try:
                self._connection.execute(insert(target), known)
            except IntegrityError:
                raise self._archive.build_error("this row comes twice", line_number) from None

    def _require_game_of_each_board(self) -> None:
        """Raise `MaintenanceError` if a board belongs to no game, because the import would
        drop it.
        """
        events = table("events", column("channel"), column("version"))
        boards = table("boards", column("channel"), column("pod"))
        same = select(events).where(
            events.c.channel == boards.c.channel, events.c.version == boards.c.pod
        )
        lost = select(boards).where(~exists(same)).limit(1)
        for row in self._connection.execute(lost):
            problem = f"board of channel {row.channel}, game {row.pod}: none of the events is of it"
            raise self._archive.build_error(problem)


def _list_columns_by_table(inspector: Inspector) -> dict[str, set[str]]:
    return {
        name: {each["name"] for each in columns}
        for (_, name), columns in inspector.get_multi_columns().items()
    }


def _list_table_rows(table_name: str, line: ArchiveLine) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of an archive line: for each the table, and its values by column."""
    match line:
        case ArchivedSeason():
            yield table_name, line.to_row()
            place = {"guild": line.guild, "season": line.number}
            for each in line.excluded:
                yield "exclusions", {**place, **asdict(each)}
            for part in line.settled:
                yield "settled_lines", {**place, **asdict(part)}
        case ArchivedDeck():
            key = {"key": line.deck.key, "deck": encode_deck(line.deck)}
            yield table_name, asdict(line) | key
        case ArchivedSettings() | ArchivedAuditEntry() | ArchivedEvent():
            yield table_name, line.to_row()
        case Struct():
            yield table_name, asdict(line)


def _find_event_line_number(archive: ArchiveReader, channel: int, version: int) -> int | None:
    """Return the line number of an event in an archive; None if the archive lacks the event."""
    header = archive.read_header()
    for kind, field in list_line_kinds(header):
        for line in archive.read_lines(kind, getattr(header, field)):
            if isinstance(line, ArchivedEvent) and (line.channel, line.version) == (
                channel,
                version,
            ):
                return archive.line
    return None
