"""Creating, upgrading and checking the tables."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, inspect, text

from bot.storage.engine.database import Database, read_revision
from bot.storage.engine.errors import SchemaDiffers, SchemaOutdated, Unreachable
from bot.storage.engine.file_checks import check_absence, set_mark
from bot.storage.engine.new_files import make_whole
from bot.storage.engine.schema import HEAD, cluster_metadata, metadata
from bot.storage.engine.stores import Access
from bot.storage.engine.urls import find_file

TABLES = metadata.sorted_tables
"""The tables that every database has."""


def check_tables(connection: Connection) -> None:
    """Raise `SchemaDiffers` unless every table is as the code needs it."""
    if differences := find_differences(connection):
        raise SchemaDiffers(differences)


def find_differences(connection: Connection) -> list[str]:
    """Describe the tables, columns and indexes that are missing or different.

    Additional ones do no harm.
    """
    found = inspect(connection)
    columns = {name: each for (_, name), each in found.get_multi_columns().items()}
    indexes = {name: each for (_, name), each in found.get_multi_indexes().items()}
    differences = []
    shared = cluster_metadata.sorted_tables if connection.dialect.name == "postgresql" else []
    for table in (*TABLES, *shared):
        if table.name not in columns:
            differences.append(f"table {table.name} is missing")
            continue
        differences += _compare_columns(table, columns[table.name], connection)
        differences += _compare_indexes(table, indexes.get(table.name, []))
    return differences


def _compare_columns(table: Table, found: Any, connection: Connection) -> Iterator[str]:
    there = {each["name"]: each for each in found}
    for column in table.columns:
        where = f"column {column.name} of table {table.name}"
        if column.name not in there:
            yield f"{where} is missing"
            continue
        kind = column.type.compile(connection.dialect)
        its = there.pop(column.name)
        if (its_kind := its["type"].compile(connection.dialect)) != kind:
            yield f"{where} is {its_kind} instead of {kind}"
        if its["nullable"] != column.nullable:
            yield f"{where} can{'' if its['nullable'] else 'not'} be empty"
    for name, its in there.items():
        if not its["nullable"] and its["default"] is None:
            yield f"column {name} of table {table.name} is unknown and must not be empty"


def _compare_indexes(table: Table, found: Any) -> Iterator[str]:
    there = {each["name"]: each for each in found}
    for index in table.indexes:
        its = there.get(index.name)
        if its is None:
            yield f"index {index.name} of table {table.name} is missing"
        elif (list(index.columns.keys()), index.unique) != (
            its["column_names"],
            bool(its["unique"]),
        ):
            yield f"index {index.name} of table {table.name} is another one"


def copy_before_upgrade(connection: Connection, revision: str) -> Path | None:
    """Copy SQLite's file beside itself, named by its revision; return the copy's path.

    Returns None for another kind of database, which its own programs copy. The connection must be
    in a write transaction without changes, so that nobody writes meanwhile. Raises `Unreachable`;
    then there is no copy.
    """
    if connection.dialect.name != "sqlite":
        return None
    [(_, _, name), *_] = connection.execute(text("PRAGMA database_list"))
    file = Path(name)
    copy = file.with_name(f"{file.name}.revision-{revision}")
    try:
        _copy(file, copy)
    except (OSError, sqlite3.Error) as error:
        problem = f"cannot be copied to {copy.name}, as it must be before an upgrade ({error})"
        raise Unreachable(f"sqlite:///{file}", problem) from error
    return copy


def _copy(file: Path, copy: Path) -> None:
    """Make the whole copy, or none; replace the copy of an earlier attempt."""
    with (
        make_whole(copy) as partial,
        closing(sqlite3.connect(file)) as source,
        closing(sqlite3.connect(partial)) as target,
    ):
        source.backup(target)


if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

UPGRADE_LOCK = 1_937_073_255
"""The advisory lock of the process that upgrades a PostgreSQL database."""


def migrate(url: str) -> None:
    """Make a database if there is none, and bring it up to date.

    Must not be called from a running loop.
    """
    asyncio.run(_migrate(url))


async def _migrate(url: str) -> None:
    await make_file(url)
    database = Database(url)
    try:
        await bring_up_to_date(database)
    finally:
        await database.close()


async def make_file(url: str) -> bool:
    """Make a SQLite file with all tables, in its folder, if there is none.

    The file is whole or absent. Return True if it was made. Raises `StorageError`.
    """
    file = find_file(url)
    if file is None or file.exists():
        return False
    check_absence(file)
    try:
        with make_whole(file) as partial:
            database = Database(f"sqlite:///{partial}", access=Access.FILL)
            try:
                await upgrade(database)
            finally:
                await database.close()
            with closing(sqlite3.connect(partial)) as connection:
                set_mark(connection)
    except (OSError, sqlite3.Error) as error:
        said = getattr(error, "strerror", None) or error
        reason = f"cannot be made ({said})"
        raise Unreachable(f"sqlite:///{file.absolute()}", reason) from None
    return True


async def bring_up_to_date(database: Database) -> None:
    """Create or upgrade the tables if necessary, and check that they are as the code needs them.

    Raises `Unreachable`, `SchemaDiffers`, or `SchemaOutdated` if a later version wrote them.
    """
    if await is_current(database):
        await database.snapshot(check_tables)
    else:
        await upgrade(database)
        await database.settle()


async def upgrade(database: Database) -> None:
    """Upgrade the database to the newest revision, all or nothing.

    Raises as `bring_up_to_date`.
    """
    await database.transact(_keep_and_upgrade)


def _keep_and_upgrade(connection: Connection) -> None:
    """Copy a database that has data, and upgrade it."""
    _wait_for_others(connection)
    found = read_revision(connection)
    outdated = SchemaOutdated(found, HEAD)
    if outdated.newer:
        raise outdated
    copy = copy_before_upgrade(connection, found) if found not in (None, HEAD) else None
    upgrade_to(connection, "head")
    check_tables(connection)
    if copy is not None:
        log.warning("the database is upgraded from revision %s to %s", found, HEAD)
        log.warning("a copy from before the upgrade is in %s: delete it once all is well", copy)


def _wait_for_others(connection: Connection) -> None:
    """Wait for a lock, so that only one of several starting processes upgrades."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:upgrade)"), {"upgrade": UPGRADE_LOCK}
        )
        connection.execute(text("SET LOCAL lock_timeout TO DEFAULT"))


def upgrade_to(connection: Connection, revision: str, *, rebuild: bool = True) -> None:
    """Upgrade a database to a revision, in the transaction of the connection.

    Without `rebuild`, projections that a revision changes are not made anew from the log.
    """
    # Importing Alembic only for a migration saves memory.
    from alembic import command

    command.upgrade(make_configuration(connection, rebuild=rebuild), revision)


def list_revisions() -> list[str]:
    """Return all revisions of the tables."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(make_configuration())
    return [each.revision for each in script.walk_revisions()]


def make_configuration(connection: Connection | None = None, *, rebuild: bool = True) -> "Config":
    """Return Alembic's configuration: where the revisions are, and the connection to use."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection, "rebuild": rebuild})
    config.set_main_option("script_location", str(_find_folder()).replace("%", "%%"))
    return config


def _find_folder() -> Path:
    """Return the folder of the revisions: in the package of a wheel, else beside it."""
    package = Path(__file__).parents[2]
    packed = package / "_migrations"
    return packed if packed.is_dir() else package.parent / "migrations"


async def is_current(database: Database) -> bool:
    """Return True if the database is at the revision that this code needs.

    Raises `Unreachable`.
    """
    return await database.snapshot(read_revision) == HEAD
