"""Upgrade of an archive file that an earlier version exported.

The rows of the archive go into an empty database of the revision that wrote them, which the migrations then upgrade. So
each conversion is written once, as a migration, and an import gives what an upgrade of the exported database gives.
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
    ArchivedGameEvent,
    ArchivedPlayerDeck,
    ArchivedSeason,
    ArchivedServerSettings,
    ArchiveHeader,
    ArchiveLine,
    ArchiveReader,
    iterate_archive_line_classes,
)
from bot.care.exporting import export_game_history
from bot.care.files import open_rewindable_input_file
from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import list_schema_revisions, upgrade_schema_to_revision
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.player_decks import encode_deck_as_json

SINGLE_TABLES = {"settings": "guilds", "decks": "player_decks"}
"""Fields of the header whose rows are in a table of another name."""


@asynccontextmanager
async def upgrade_archive_to_current_format(archive_reader: ArchiveReader) -> AsyncIterator[ArchiveReader]:
    """Yield a reader of the archive in the current format. An older archive is first converted to a temporary copy.

    Raises `MaintenanceCommandError`, with the number of the wrong line.
    """
    header = archive_reader.read_header()
    if header.revision > HEAD:
        problem = f"revision {header.revision} is newer than {HEAD}; take a newer Suzerain"
        raise archive_reader.build_archive_line_error(problem)
    if header.format == ARCHIVE_FORMAT and header.revision == HEAD:
        yield archive_reader
        return
    if header.revision not in list_schema_revisions():
        raise archive_reader.build_archive_line_error(f"revision: {header.revision!r} is none; accepted: up to {HEAD}")
    with TemporaryDirectory(prefix="suzerain-archive-", ignore_cleanup_errors=True) as folder:
        url = f"sqlite:///{Path(folder, 'archive.db').as_posix()}"
        database = Database(url, access_mode=DatabaseAccessMode.FILL)
        try:
            converted = Path(folder, "archive.jsonl")
            await _rewrite_archive_in_current_format(database, archive_reader, header, converted)
        finally:
            await database.close_all_connections()
        with open_rewindable_input_file(str(converted)) as file:
            yield ArchiveReader(file, archive_reader.name, has_line_numbers=False)


async def _rewrite_archive_in_current_format(
    database: Database, archive_reader: ArchiveReader, header: ArchiveHeader, target_file: Path
) -> None:
    """Write the archive to `target_file` in the current format.

    The rows are loaded into an empty `database`, whose schema is upgraded and then exported.
    """

    def import_old_archive_rows(connection: Connection, on_progress: ProgressCallback) -> None:
        upgrade_schema_to_revision(connection, header.revision)
        _OldArchiveImporter(archive_reader, header, connection, on_progress).import_all_archive_rows()

    def upgrade_database_tables(connection: Connection, on_progress: ProgressCallback) -> None:
        upgrade_schema_to_revision(
            connection, "head", recompute_tables_from_event_log=False
        )  # an import makes the projections itself

    await run_database_work_with_progress_bar(database.run_write_transaction, import_old_archive_rows, "Reading")
    await run_database_work_with_progress_bar(database.run_write_transaction, upgrade_database_tables, "Upgrading")
    try:
        await export_game_history(database, str(target_file))
    except UnreadableStoredEventError as error:
        line = _find_archived_event_line(archive_reader, error.channel, error.version)
        raise archive_reader.build_archive_line_error(error.problem, line) from None


class _OldArchiveImporter:
    """An importer of an old archive into an empty database that has the schema of that time."""

    def __init__(
        self, archive: ArchiveReader, header: ArchiveHeader, connection: Connection, on_progress: ProgressCallback
    ) -> None:
        self._archive = archive
        self._header = header
        self._connection = connection
        self._tick = on_progress
        self._columns = _list_columns_by_table(inspect(connection))

    def import_all_archive_rows(self) -> None:
        """Insert all rows of the archive. Raises `MaintenanceCommandError`."""
        archive = self._archive
        archive.read_header()
        self._tick(0, self._header.line_count_after_header)
        for kind, field in iterate_archive_line_classes(self._header):
            for part in archive.read_line_batches(kind, getattr(self._header, field)):
                for number, line in part.items():
                    self._require_known_server(line, number)
                    self._insert_rows_of_archive_line(number, field, line)
                self._tick(len(part))
        archive.require_end_of_file()
        self._require_each_board_has_game()

    def _require_known_server(self, archive_line: ArchiveLine, line_number: int) -> None:
        guild = getattr(archive_line, "guild", None)
        if guild is not None and guild not in self._header.servers:
            problem = f"guild: {guild} is none of the header's servers"
            raise self._archive.build_archive_line_error(problem, line_number)

    def _insert_rows_of_archive_line(self, line_number: int, header_field: str, archive_line: ArchiveLine) -> None:
        for name, row in _convert_archive_line_to_database_rows(
            SINGLE_TABLES.get(header_field, header_field), archive_line
        ):
            columns = self._columns.get(name)
            if columns is None:
                problem = f"revision {self._header.revision} has no {name}"
                raise self._archive.build_archive_line_error(problem, line_number)
            if lost := [each for each, value in row.items() if value and each not in columns]:
                problem = f"{lost[0]}: revision {self._header.revision} has no such field"
                raise self._archive.build_archive_line_error(problem, line_number)
            known = {each: value for each, value in row.items() if each in columns}
            target = table(name, *map(column, known))
            try:
                self._connection.execute(insert(target), known)
            except IntegrityError:
                raise self._archive.build_archive_line_error("this row comes twice", line_number) from None

    def _require_each_board_has_game(self) -> None:
        """Raise `MaintenanceCommandError` if a board has no game, because an import would lose the board."""
        events = table("events", column("channel"), column("version"))
        boards = table("boards", column("channel"), column("pod"))
        same = select(events).where(events.c.channel == boards.c.channel, events.c.version == boards.c.pod)
        lost = select(boards).where(~exists(same)).limit(1)
        for row in self._connection.execute(lost):
            problem = f"board of channel {row.channel}, game {row.pod}: none of the events is of it"
            raise self._archive.build_archive_line_error(problem)


def _list_columns_by_table(database_inspector: Inspector) -> dict[str, set[str]]:
    return {
        name: {each["name"] for each in columns}
        for (_, name), columns in database_inspector.get_multi_columns().items()
    }


def _convert_archive_line_to_database_rows(
    table_name: str, archive_line: ArchiveLine
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the database rows of an archive line, each as its table and its values."""
    match archive_line:
        case ArchivedSeason():
            yield table_name, archive_line.convert_to_table_row()
            place = {"guild": archive_line.guild, "season": archive_line.number}
            for each in archive_line.excluded:
                yield "exclusions", {**place, **asdict(each)}
            for part in archive_line.settled:
                yield "settled_lines", {**place, **asdict(part)}
        case ArchivedPlayerDeck():
            key = {"key": archive_line.deck.key, "deck": encode_deck_as_json(archive_line.deck)}
            yield table_name, asdict(archive_line) | key
        case ArchivedServerSettings() | ArchivedAuditEntry() | ArchivedGameEvent():
            yield table_name, archive_line.convert_to_table_row()
        case Struct():
            yield table_name, asdict(archive_line)


def _find_archived_event_line(archive_reader: ArchiveReader, channel: int, version: int) -> int | None:
    header = archive_reader.read_header()
    for kind, field in iterate_archive_line_classes(header):
        for line in archive_reader.read_lines(kind, getattr(header, field)):
            if isinstance(line, ArchivedGameEvent) and (line.channel, line.version) == (channel, version):
                return archive_reader.line
    return None
