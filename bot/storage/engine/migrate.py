"""Create, upgrade and check the tables of the database."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, inspect, text

from bot.storage.engine.atomic_files import write_file_atomically
from bot.storage.engine.database import Database, load_schema_revision
from bot.storage.engine.errors import DatabaseUnreachableError, SchemaRevisionMismatchError, TablesDifferFromSchemaError
from bot.storage.engine.file_checks import require_path_usable_for_new_database, store_random_database_id
from bot.storage.engine.schema import HEAD, cluster_metadata, metadata
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.urls import get_sqlite_file_path

TABLES = metadata.sorted_tables
"""The tables that every database has."""


def require_matching_schema(connection: Connection) -> None:
    """Raise `TablesDifferFromSchemaError` if a table is not as the code needs it."""
    if differences := describe_schema_differences(connection):
        raise TablesDifferFromSchemaError(differences)


def describe_schema_differences(connection: Connection) -> list[str]:
    """Return a line for each table, column or index that is missing or not as the code needs it.

    Additional tables, columns and indexes do no harm.
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
        differences += _describe_column_differences(table, columns[table.name], connection)
        differences += _describe_database_index_differences(table, indexes.get(table.name, []))
    return differences


def _describe_column_differences(table: Table, reflected_columns: Any, connection: Connection) -> Iterator[str]:
    there = {each["name"]: each for each in reflected_columns}
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


def _describe_database_index_differences(table: Table, reflected_indexes: Any) -> Iterator[str]:
    there = {each["name"]: each for each in reflected_indexes}
    for index in table.indexes:
        its = there.get(index.name)
        if its is None:
            yield f"index {index.name} of table {table.name} is missing"
        elif (list(index.columns.keys()), index.unique) != (its["column_names"], bool(its["unique"])):
            yield f"index {index.name} of table {table.name} is another one"


def back_up_sqlite_file_before_upgrade(connection: Connection, revision: str) -> Path | None:
    """Copy a SQLite file beside itself before an upgrade, and return the path of the copy.

    The name of the copy ends with the schema revision. Returns None for another kind of database. The connection must
    be in a write transaction without changes, so that no other writer interferes. Raises `DatabaseUnreachableError`;
    then there is no copy.
    """
    if connection.dialect.name != "sqlite":
        return None
    [(_, _, name), *_] = connection.execute(text("PRAGMA database_list"))
    file = Path(name)
    copy = file.with_name(f"{file.name}.revision-{revision}")
    try:
        _copy_sqlite_file(file, copy)
    except (OSError, sqlite3.Error) as error:
        problem = f"cannot be copied to {copy.name}, as it must be before an upgrade ({error})"
        raise DatabaseUnreachableError(f"sqlite:///{file}", problem) from error
    return copy


def _copy_sqlite_file(source_path: Path, target_path: Path) -> None:
    """Copy a SQLite file completely or not at all. A copy left from an earlier attempt is replaced."""
    with (
        write_file_atomically(target_path) as partial,
        closing(sqlite3.connect(source_path)) as source,
        closing(sqlite3.connect(partial)) as target,
    ):
        source.backup(target)


if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

UPGRADE_LOCK = 1_937_073_255
"""The advisory lock of the process that upgrades a PostgreSQL database."""


def migrate_database(url: str) -> None:
    """Create a database if it is missing, and upgrade it to the newest schema.

    Must not be called from a running event loop.
    """
    asyncio.run(_create_and_upgrade_database(url))


async def _create_and_upgrade_database(url: str) -> None:
    await create_sqlite_database_if_missing(url)
    database = Database(url)
    try:
        await create_or_upgrade_database_schema(database)
    finally:
        await database.close_all_connections()


async def create_sqlite_database_if_missing(url: str) -> bool:
    """Create a SQLite file with all tables if it is missing; return True if it was created.

    The file is whole or absent. Raises `StorageError`.
    """
    file = get_sqlite_file_path(url)
    if file is None or file.exists():
        return False
    require_path_usable_for_new_database(file)
    try:
        with write_file_atomically(file) as partial:
            database = Database(f"sqlite:///{partial}", access_mode=DatabaseAccessMode.FILL)
            try:
                await upgrade_database_schema(database)
            finally:
                await database.close_all_connections()
            with closing(sqlite3.connect(partial)) as connection:
                store_random_database_id(connection)
    except (OSError, sqlite3.Error) as error:
        said = getattr(error, "strerror", None) or error
        reason = f"cannot be made ({said})"
        raise DatabaseUnreachableError(f"sqlite:///{file.absolute()}", reason) from None
    return True


async def create_or_upgrade_database_schema(database: Database) -> None:
    """Create or upgrade the tables. Raises an error if they still differ from what the code needs.

    Raises `DatabaseUnreachableError`, `TablesDifferFromSchemaError`, or `SchemaRevisionMismatchError` if a later
    version wrote the tables.
    """
    if await is_schema_current(database):
        await database.run_read_transaction_without_timeout(require_matching_schema)
    else:
        await upgrade_database_schema(database)
        await database.checkpoint_write_ahead_log()


async def upgrade_database_schema(database: Database) -> None:
    """Upgrade the database to the newest schema revision in one transaction.

    Raises the same errors as `create_or_upgrade_database_schema`.
    """
    await database.run_write_transaction(_back_up_and_upgrade_database)


def _back_up_and_upgrade_database(connection: Connection) -> None:
    _acquire_schema_upgrade_lock(connection)
    found = load_schema_revision(connection)
    outdated = SchemaRevisionMismatchError(found, HEAD)
    if outdated.is_database_newer_than_code:
        raise outdated
    copy = back_up_sqlite_file_before_upgrade(connection, found) if found not in (None, HEAD) else None
    upgrade_schema_to_revision(connection, "head")
    require_matching_schema(connection)
    if copy is not None:
        log.warning("the database is upgraded from revision %s to %s", found, HEAD)
        log.warning("a copy from before the upgrade is in %s: delete it once all is well", copy)


def _acquire_schema_upgrade_lock(connection: Connection) -> None:
    """Wait for the lock that lets one process at a time upgrade the schema."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:upgrade)"), {"upgrade": UPGRADE_LOCK})
        connection.execute(text("SET LOCAL lock_timeout TO DEFAULT"))


def upgrade_schema_to_revision(
    connection: Connection, revision: str, *, recompute_tables_from_event_log: bool = True
) -> None:
    """Upgrade the schema to a revision, in the connection's open transaction.

    Without `recompute_tables_from_event_log`, tables computed from the event log are not computed anew.
    """
    # Importing Alembic only for a migration saves memory.
    from alembic import command

    command.upgrade(
        build_alembic_config(connection, recompute_tables_from_event_log=recompute_tables_from_event_log), revision
    )


def list_schema_revisions() -> list[str]:
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(build_alembic_config())
    return [each.revision for each in script.walk_revisions()]


def build_alembic_config(
    connection: Connection | None = None, *, recompute_tables_from_event_log: bool = True
) -> "Config":
    """Return Alembic's configuration: the folder of migrations, and the connection to use."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection, "rebuild": recompute_tables_from_event_log})
    config.set_main_option("script_location", str(_find_migrations_folder()).replace("%", "%%"))
    return config


def _find_migrations_folder() -> Path:
    """Return the folder of migrations, which is inside an installed wheel, or beside the package."""
    package = Path(__file__).parents[2]
    packed = package / "_migrations"
    return packed if packed.is_dir() else package.parent / "migrations"


async def is_schema_current(database: Database) -> bool:
    """Return True if the database is at the schema revision that this code needs.

    Raises `DatabaseUnreachableError`.
    """
    return await database.run_read_transaction_without_timeout(load_schema_revision) == HEAD
