"""Opening the database for a maintenance command, which first prints the name of the database."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import Connection, inspect, text

from bot.cluster.leases import DEAD_AFTER
from bot.config import Settings
from bot.storage.engine.database import Database, load_schema_revision
from bot.storage.engine.database_summary import describe_database, format_database_url
from bot.storage.engine.errors import DatabaseInUse, SchemaRevisionMismatch
from bot.storage.engine.exclusive_lock import COMMAND, hold_exclusive_file_lock
from bot.storage.engine.file_checks import validate_database_file, validate_new_database_path
from bot.storage.engine.migrate import bring_schema_up_to_date, create_database_file
from bot.storage.engine.schema import HEAD
from bot.storage.engine.stores import AccessMode, convert_driver_errors
from bot.storage.engine.urls import find_sqlite_file, supports_several_processes

PrintLine = Callable[[str], None]
"""A function that tells the operator a line."""


_SELECT_LIVING = text(
    "SELECT name FROM processes WHERE beat > extract(epoch FROM clock_timestamp()) - :dead_after"
    " ORDER BY name"
).bindparams(dead_after=DEAD_AFTER)


@asynccontextmanager
async def open_database_to_read(
    settings: Settings, print_line: PrintLine
) -> AsyncIterator[Database]:
    """Open a database of this code's revision without changing it. Raises `StorageError`."""
    async with _open_database(settings, AccessMode.READ) as database:
        print_line(await describe_database(database))
        await _require_current_revision(database)
        yield database


@asynccontextmanager
async def open_database_beside_bot(
    settings: Settings, print_line: PrintLine
) -> AsyncIterator[Database]:
    """Open a database of this code's revision for writing while a bot may run on it.

    Raises `StorageError`.
    """
    async with _open_database(settings, AccessMode.WRITE) as database:
        print_line(await describe_database(database))
        await _require_current_revision(database)
        yield database


@asynccontextmanager
async def open_database_exclusively(
    settings: Settings, print_line: PrintLine, *, create_or_upgrade: bool = False
) -> AsyncIterator[Database]:
    """Open a database for writing while no bot runs on it.

    `create_or_upgrade` creates or upgrades the database first, as the bot does. Raises
    `StorageError`, for example `DatabaseInUse`.
    """
    url = settings.database.url
    _check_file_before_lock(url, may_create=create_or_upgrade)
    async with hold_exclusive_file_lock(url, COMMAND):
        made = await create_database_file(url) if create_or_upgrade else False
        async with _open_database(settings, AccessMode.WRITE) as database:
            await _require_no_running_bot(database)
            description = await describe_database(database)
            print_line(f"{description}, made just now" if made else description)
            if create_or_upgrade:
                await bring_schema_up_to_date(database)
            else:
                await _require_current_revision(database)
            yield database


def _check_file_before_lock(url: str, *, may_create: bool) -> None:
    """Check the SQLite file first, so that no lock file is left beside a file that is refused."""
    file = find_sqlite_file(url)
    if file is None:
        return
    if may_create and not file.exists():
        validate_new_database_path(file)
    else:
        with convert_driver_errors(f"sqlite:///{file.absolute()}"):
            validate_database_file(file)


async def _require_no_running_bot(database: Database) -> None:
    """Raise `DatabaseInUse` if processes of a bot run on a shared database."""
    if supports_several_processes(database.url) and (
        names := await database.run_long_read_transaction(_load_living_process_names)
    ):
        raise DatabaseInUse(
            format_database_url(database), f"a bot runs on it: process {', '.join(names)}"
        )


def _load_living_process_names(connection: Connection) -> list[str]:
    """Return the names of the bot's living processes; none if the database has no such table."""
    if "processes" not in inspect(connection).get_table_names():
        return []
    return [*connection.scalars(_SELECT_LIVING)]


async def _require_current_revision(database: Database) -> None:
    found = await database.run_long_read_transaction(load_schema_revision)
    if found != HEAD:
        raise SchemaRevisionMismatch(found, HEAD)


@asynccontextmanager
async def _open_database(settings: Settings, access_mode: AccessMode) -> AsyncIterator[Database]:
    database = Database(settings.database.url, settings.privacy.key, access_mode)
    try:
        yield database
    finally:
        await database.close()
