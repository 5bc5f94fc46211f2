"""Opening the database for a maintenance command, which first prints the name of the database."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import Connection, inspect, text

from bot.cluster.leases import DEAD_AFTER
from bot.config import BotSettings
from bot.storage.engine.database import Database, load_schema_revision
from bot.storage.engine.database_summary import describe_database, format_database_url_without_password
from bot.storage.engine.errors import DatabaseInUseError, SchemaRevisionMismatchError
from bot.storage.engine.exclusive_lock import COMMAND, hold_exclusive_database_file_lock
from bot.storage.engine.file_checks import require_complete_bot_database_file, require_path_usable_for_new_database
from bot.storage.engine.migrate import create_or_upgrade_database_schema, create_sqlite_database_if_missing
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import DatabaseAccessMode, raise_database_unreachable_on_driver_errors
from bot.storage.engine.urls import allows_several_bot_processes, get_sqlite_file_path

PrintLine = Callable[[str], None]
"""A function that tells the operator a line."""


_SELECT_LIVING = text(
    "SELECT name FROM processes WHERE beat > extract(epoch FROM clock_timestamp()) - :dead_after ORDER BY name"
).bindparams(dead_after=DEAD_AFTER)


@asynccontextmanager
async def open_database_read_only(settings: BotSettings, print_line: PrintLine) -> AsyncIterator[Database]:
    """Open the database for reading only. Raises `StorageError`.

    The database must have the schema revision of this version of the bot.
    """
    async with _open_database_of_settings(settings, DatabaseAccessMode.READ) as database:
        print_line(await describe_database(database))
        await _require_current_schema_revision(database)
        yield database


@asynccontextmanager
async def open_database_beside_running_bot(settings: BotSettings, print_line: PrintLine) -> AsyncIterator[Database]:
    """Open the database for writing while a bot may be running.

    The database must have the schema revision of this version. Raises `StorageError`.
    """
    async with _open_database_of_settings(settings, DatabaseAccessMode.WRITE) as database:
        print_line(await describe_database(database))
        await _require_current_schema_revision(database)
        yield database


@asynccontextmanager
async def open_database_without_running_bot(
    settings: BotSettings, print_line: PrintLine, *, create_or_upgrade: bool = False
) -> AsyncIterator[Database]:
    """Open the database for writing. Raises an error if a bot is running on it.

    `create_or_upgrade` creates or upgrades the database first, as the bot does. Raises `StorageError`, for example
    `DatabaseInUseError`.
    """
    url = settings.database.url
    _validate_sqlite_file_before_lock(url, may_create=create_or_upgrade)
    async with hold_exclusive_database_file_lock(url, COMMAND):
        made = await create_sqlite_database_if_missing(url) if create_or_upgrade else False
        async with _open_database_of_settings(settings, DatabaseAccessMode.WRITE) as database:
            await _require_no_running_bot_processes(database)
            description = await describe_database(database)
            print_line(f"{description}, made just now" if made else description)
            if create_or_upgrade:
                await create_or_upgrade_database_schema(database)
            else:
                await _require_current_schema_revision(database)
            yield database


def _validate_sqlite_file_before_lock(database_url: str, *, may_create: bool) -> None:
    """Check a SQLite file before it is locked, because the lock creates another file beside it."""
    file = get_sqlite_file_path(database_url)
    if file is None:
        return
    if may_create and not file.exists():
        require_path_usable_for_new_database(file)
    else:
        with raise_database_unreachable_on_driver_errors(f"sqlite:///{file.absolute()}"):
            require_complete_bot_database_file(file)


async def _require_no_running_bot_processes(database: Database) -> None:
    if allows_several_bot_processes(database.url) and (
        names := await database.run_read_transaction_without_timeout(_load_running_bot_process_names)
    ):
        raise DatabaseInUseError(
            format_database_url_without_password(database), f"a bot runs on it: process {', '.join(names)}"
        )


def _load_running_bot_process_names(connection: Connection) -> list[str]:
    """Return the names of the bot's running processes; none if their table is missing."""
    if "processes" not in inspect(connection).get_table_names():
        return []
    return [*connection.scalars(_SELECT_LIVING)]


async def _require_current_schema_revision(database: Database) -> None:
    found = await database.run_read_transaction_without_timeout(load_schema_revision)
    if found != HEAD:
        raise SchemaRevisionMismatchError(found, HEAD)


@asynccontextmanager
async def _open_database_of_settings(settings: BotSettings, access_mode: DatabaseAccessMode) -> AsyncIterator[Database]:
    database = Database(settings.database.url, settings.privacy.key, access_mode)
    try:
        yield database
    finally:
        await database.close_all_connections()
