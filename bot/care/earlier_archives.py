"""Bringing an archive of an earlier version up to date.

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
    FORMAT,
    Archive,
    ArchiveLine,
    AuditLine,
    DeckLine,
    EventLine,
    Header,
    SeasonLine,
    SettingsLine,
    list_kinds,
)
from bot.care.exporting import export
from bot.care.files import open_input
from bot.care.progress import Tick, run_with_progress
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import list_revisions, upgrade_to
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import Access
from bot.storage.record.errors import Damaged
from bot.storage.record.player_decks import encode_deck

_SINGLE_TABLES = {
    "settings": "guilds",
    "decks": "player_decks",
}
"""Fields of the header whose rows are in a table of another name."""


@asynccontextmanager
async def bring_up_to_date(archive: Archive) -> AsyncIterator[Archive]:
    """Yield an archive in today's form: itself if it is one, or else a converted copy.

    Raises `CareError` if a line of an earlier archive is wrong, with the number of the line.
    """
    header = archive.read_header()
    if header.revision > HEAD:
        problem = f"revision {header.revision} is newer than {HEAD}; take a newer Suzerain"
        raise archive.make_error(problem)
    if header.format == FORMAT and header.revision == HEAD:
        yield archive
        return
    if header.revision not in list_revisions():
        raise archive.make_error(f"revision: {header.revision!r} is none; accepted: up to {HEAD}")
    with TemporaryDirectory(prefix="suzerain-archive-", ignore_cleanup_errors=True) as folder:
        url = f"sqlite:///{Path(folder, 'archive.db').as_posix()}"
        database = Database(url, access=Access.FILL)
        try:
            converted = Path(folder, "archive.jsonl")
            await _convert(database, archive, header, converted)
        finally:
            await database.close()
        with open_input(str(converted)) as file:
            yield Archive(file, archive.name, has_lines=False)


async def _convert(database: Database, archive: Archive, header: Header, target: Path) -> None:
    """Write an archive in today's form to `target`, by way of an empty `database`."""

    def load(connection: Connection, tick: Tick) -> None:
        upgrade_to(connection, header.revision)
        _Loading(archive, header, connection, tick).load()

    def upgrade(connection: Connection, tick: Tick) -> None:
        upgrade_to(connection, "head", rebuild=False)  # an import makes the projections itself

    await run_with_progress(database.transact, load, "Reading")
    await run_with_progress(database.transact, upgrade, "Upgrading")
    try:
        await export(database, str(target))
    except Damaged as error:
        line = _find_event_line(archive, error.channel, error.version)
        raise archive.make_error(error.problem, line) from None


class _Loading:
    """The rows of an archive on their way into a database of the archive's revision."""

    def __init__(
        self, archive: Archive, header: Header, connection: Connection, tick: Tick
    ) -> None:
        self._archive = archive
        self._header = header
        self._connection = connection
        self._tick = tick
        self._columns = _list_columns(inspect(connection))

    def load(self) -> None:
        """Insert all rows. Raises `CareError`."""
        archive = self._archive
        archive.read_header()
        self._tick(0, self._header.lines)
        for kind, field in list_kinds(self._header):
            for part in archive.read_parts(kind, getattr(self._header, field)):
                for number, line in part.items():
                    self._check_server(line, number)
                    self._insert(number, field, line)
                self._tick(len(part))
        archive.check_end()
        self._check_boards()

    def _check_server(self, line: ArchiveLine, number: int) -> None:
        guild = getattr(line, "guild", None)
        if guild is not None and guild not in self._header.servers:
            problem = f"guild: {guild} is none of the header's servers"
            raise self._archive.make_error(problem, number)

    def _insert(self, number: int, field: str, line: ArchiveLine) -> None:
        for name, row in _list_rows(_SINGLE_TABLES.get(field, field), line):
            columns = self._columns.get(name)
            if columns is None:
                problem = f"revision {self._header.revision} has no {name}"
                raise self._archive.make_error(problem, number)
            if lost := [each for each, value in row.items() if value and each not in columns]:
                problem = f"{lost[0]}: revision {self._header.revision} has no such field"
                raise self._archive.make_error(problem, number)
            known = {each: value for each, value in row.items() if each in columns}
            target = table(name, *map(column, known))
            try:
                self._connection.execute(insert(target), known)
            except IntegrityError:
                raise self._archive.make_error("this row comes twice", number) from None

    def _check_boards(self) -> None:
        """Raise `CareError` if a board is of no game: it would be left out without a word."""
        events = table("events", column("channel"), column("version"))
        boards = table("boards", column("channel"), column("pod"))
        same = select(events).where(
            events.c.channel == boards.c.channel, events.c.version == boards.c.pod
        )
        lost = select(boards).where(~exists(same)).limit(1)
        for row in self._connection.execute(lost):
            problem = f"board of channel {row.channel}, game {row.pod}: none of the events is of it"
            raise self._archive.make_error(problem)


def _list_columns(found: Inspector) -> dict[str, set[str]]:
    return {
        name: {each["name"] for each in columns}
        for (_, name), columns in found.get_multi_columns().items()
    }


def _list_rows(name: str, line: ArchiveLine) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of a line, each with its table, by column."""
    match line:
        case SeasonLine():
            yield name, line.row()
            place = {"guild": line.guild, "season": line.number}
            for each in line.excluded:
                yield "exclusions", {**place, **asdict(each)}
            for part in line.settled:
                yield "settled_lines", {**place, **asdict(part)}
        case DeckLine():
            key = {"key": line.deck.key, "deck": encode_deck(line.deck)}
            yield name, asdict(line) | key
        case SettingsLine() | AuditLine() | EventLine():
            yield name, line.row()
        case Struct():
            yield name, asdict(line)


def _find_event_line(archive: Archive, channel: int, version: int) -> int | None:
    """Return the number of an event's line in an archive."""
    header = archive.read_header()
    for kind, field in list_kinds(header):
        for line in archive.read_lines(kind, getattr(header, field)):
            if isinstance(line, EventLine) and (line.channel, line.version) == (channel, version):
                return archive.line
    return None
