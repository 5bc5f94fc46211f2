"""Archives of earlier versions: an import gives what an upgrade of the same database gives.

`archives` holds, for each format that there was, an archive and a dump of the SQLite file that
it was exported from. The last version with the format wrote both, from the history of its own
tests. Format 2 also has the dump of a PostgreSQL database, which commit b9fac0f filled with the same
history: its revision, 0006, was changed after it had landed, so that today's migrations do not make its tables.
"""

import gzip
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.care import MaintenanceCommandError
from bot.care.archive import ARCHIVE_FORMAT
from bot.care.importing import import_history_archive
from bot.care.integrity import DatabaseProblemSummary, check_integrity_of_database
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import create_or_upgrade_database_schema, upgrade_schema_to_revision
from bot.storage.record.people import PeopleRepository
from tests.care.histories import HERE, THERE, everything, lines, write_lines
from tests.effort import NAME, choose
from tests.storage.copying import copy_to_postgres
from tests.storage.postgres import Postgres
from tests.storage.store import opened, url_of

pytestmark = pytest.mark.shared_databases

FOLDER = Path(__file__).parent / "archives"
FORMATS = range(1, ARCHIVE_FORMAT + 1)


def unpack_archive(number: int, folder: Path) -> Path:
    file = folder / f"format-{number}.jsonl"
    file.write_bytes(gzip.decompress((FOLDER / f"{file.name}.gz").read_bytes()))
    return file


def restore_database(number: int, folder: Path) -> Path:
    file = folder / f"format-{number}.db"
    dump = gzip.decompress((FOLDER / f"format-{number}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump)
    return file


async def restore_database_on_server(number: int, folder: Path, url: str) -> None:
    """Fill a PostgreSQL database with the tables that the version with a format made, and with its rows."""
    dump = FOLDER / f"format-{number}.postgresql.sql.gz"
    if dump.exists():
        server = await asyncpg.connect(url)
        await server.execute(gzip.decompress(dump.read_bytes()).decode())
        await server.close()
        return
    file = restore_database(number, folder)
    with closing(sqlite3.connect(file)) as connection:
        [(revision,)] = connection.execute("SELECT version_num FROM alembic_version")
    async with opened(url) as old:
        await old.run_write_transaction(lambda sync: upgrade_schema_to_revision(sync, revision))
    await copy_to_postgres(file, url)


@asynccontextmanager
async def open_upgraded(number: int, folder: Path, server: Postgres | None) -> AsyncIterator[Database]:
    """Open the database of a format after its upgrade, on a PostgreSQL server if one is given."""
    if server is None:
        url = url_of(restore_database(number, folder))
    else:
        url = server.database()
        await restore_database_on_server(number, folder, url)
    async with opened(url) as old:
        await create_or_upgrade_database_schema(old)
        for guild in (HERE, THERE):
            await BackgroundRatingUpdater(old).wait_for_ratings_of_server(guild)
        yield old
    if server is not None:
        server.drop(url)


async def list_history(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return the sorted rows of all tables, without what no archive holds."""
    found = await everything(database)
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


@pytest.mark.parametrize("number", FORMATS)
async def test_import_of_an_earlier_archive_gives_what_an_upgrade_gives(
    database: Database, tmp_path: Path, number: int, request: pytest.FixtureRequest
) -> None:
    on_server = FORMATS if NAME == "nightly" else (2, choose(FORMATS, "format"))
    is_on_server = number in on_server and not database.url.startswith("sqlite")
    server: Postgres | None = request.getfixturevalue("postgres") if is_on_server else None
    header = await import_history_archive(database, str(unpack_archive(number, tmp_path)))
    assert header is not None
    async with open_upgraded(number, tmp_path, server) as old:
        upgraded = await list_history(old)
        names = await list_names(old)
    imported = await list_history(database)
    assert await list_names(database) == names
    different = {name for name in upgraded if imported[name] != upgraded[name]}
    assert different == set()
    found = await database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert [found.damaged, found.strayed, found.boards] == [DatabaseProblemSummary()] * 3


async def list_names(database: Database) -> dict[tuple[int, str], str]:
    ids = [row[0] for row in (await everything(database))["people"]]
    return {
        (guild, id): person.display_name
        for guild in (HERE, THERE)
        for id, person in (
            await PeopleRepository(database).with_nicknames_of_server(guild).load_people_by_id(ids)
        ).items()
    }


async def test_import_says_how_many_people_have_no_name(tmp_path: Path) -> None:
    async with opened(url_of(tmp_path / "new.db")) as database:
        await create_or_upgrade_database_schema(database)
        imported = await import_history_archive(database, str(unpack_archive(5, tmp_path)))
        assert imported is not None
        called = await list_names(database)
    assert called[THERE, "eve"] == "Eve"  # she was on one server alone
    assert called[HERE, "bo"] == ""  # his name may be a nickname of either server
    nameless = {id for _, id in called if not called[HERE, id] and not called[THERE, id]}
    assert imported.nameless == len(nameless) > 0


def change(kind: str, **changes: Any) -> tuple[str, dict[str, Any]]:
    return kind, changes


WRONG = [
    (change("suzerain-history", revision="0000"), "revision: '0000' is none; accepted: up to "),
    (change("suzerain-history", revision="9999"), "revision 9999 is newer than"),
    (change("event", type="exploded"), "no event is called 'exploded'"),
    (change("event", guild=5), "guild: 5 is none of the header's servers"),
    (change("board", pod=999), "none of the events is of it"),
    (change("person", username="ana.1"), "username: revision 0006 has no such field"),
    (change("person", id=""), "id: Expected 'str' of length >= 1"),
]


@pytest.mark.parametrize(("damage", "problem"), WRONG)
async def test_wrong_line_of_an_earlier_archive_is_named_and_nothing_changes(
    database: Database, tmp_path: Path, damage: tuple[str, dict[str, Any]], problem: str
) -> None:
    file = unpack_archive(2, tmp_path)
    written = lines(file)
    kind, changes = damage
    at = next(number for number, line in enumerate(written) if line["is"] == kind)
    written[at] |= changes
    write_lines(file, written)
    before = await everything(database)
    with pytest.raises(MaintenanceCommandError) as refused:
        await import_history_archive(database, str(file))
    assert problem in str(refused.value)
    if kind != "board":
        assert str(refused.value).startswith(f"{file}:{at + 1}: ")
    assert await everything(database) == before


async def test_row_that_comes_twice_in_an_earlier_archive_is_named(database: Database, tmp_path: Path) -> None:
    file = unpack_archive(2, tmp_path)
    written = lines(file)
    at = next(number for number, line in enumerate(written) if line["is"] == "person")
    written.insert(at, written[at])
    written[0]["people"] += 1
    write_lines(file, written)
    with pytest.raises(MaintenanceCommandError, match=rf":{at + 2}: this row comes twice$"):
        await import_history_archive(database, str(file))
