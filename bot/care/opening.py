"""Opening the database for a command, which says first on which one it acts."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import Connection, inspect, text

from bot.cluster.leases import DEAD_AFTER
from bot.config import Settings
from bot.storage.engine.contents import describe_database, name_database
from bot.storage.engine.database import Database, read_revision
from bot.storage.engine.errors import InUse, SchemaOutdated
from bot.storage.engine.file_checks import check_absence, check_file
from bot.storage.engine.migrate import bring_up_to_date, make_file
from bot.storage.engine.schema import HEAD
from bot.storage.engine.sole_use import COMMAND, use_alone
from bot.storage.engine.stores import Access, explain_errors
from bot.storage.engine.urls import find_file, is_shared

Report = Callable[[str], None]
"""A function that tells the operator a line."""


_SELECT_LIVING = text(
    "SELECT name FROM processes WHERE beat > extract(epoch FROM clock_timestamp()) - :dead_after"
    " ORDER BY name"
).bindparams(dead_after=DEAD_AFTER)


@asynccontextmanager
async def open_to_read(settings: Settings, report: Report) -> AsyncIterator[Database]:
    """Open a database of this code's revision without changing it. Raises `StorageError`."""
    async with _open_database(settings, Access.READ) as database:
        report(await describe_database(database))
        await _check_revision(database)
        yield database


@asynccontextmanager
async def open_beside(settings: Settings, report: Report) -> AsyncIterator[Database]:
    """Open a database of this code's revision to write beside a bot. Raises `StorageError`."""
    async with _open_database(settings, Access.WRITE) as database:
        report(await describe_database(database))
        await _check_revision(database)
        yield database


@asynccontextmanager
async def open_alone(
    settings: Settings, report: Report, *, make: bool = False
) -> AsyncIterator[Database]:
    """Open a database to write while no bot runs on it. Raises `StorageError`; `InUse` is one.

    `make` creates or upgrades it first, as the bot does.
    """
    url = settings.database.url
    _check_before_lock(url, make=make)
    async with use_alone(url, COMMAND):
        made = await make_file(url) if make else False
        async with _open_database(settings, Access.WRITE) as database:
            await _check_presence(database)
            description = await describe_database(database)
            report(f"{description}, made just now" if made else description)
            if make:
                await bring_up_to_date(database)
            else:
                await _check_revision(database)
            yield database


def _check_before_lock(url: str, *, make: bool) -> None:
    """Check SQLite's file, so that no lock is left beside one that is refused."""
    file = find_file(url)
    if file is None:
        return
    if make and not file.exists():
        check_absence(file)
    else:
        with explain_errors(f"sqlite:///{file.absolute()}"):
            check_file(file)


async def _check_presence(database: Database) -> None:
    """Raise `InUse` if processes of a bot run on a shared database."""
    if is_shared(database.url) and (names := await database.snapshot(_find_living)):
        raise InUse(name_database(database), f"a bot runs on it: process {', '.join(names)}")


def _find_living(connection: Connection) -> list[str]:
    """Return the names of the living processes; none in a database without such tables."""
    if "processes" not in inspect(connection).get_table_names():
        return []
    return [*connection.scalars(_SELECT_LIVING)]


async def _check_revision(database: Database) -> None:
    found = await database.snapshot(read_revision)
    if found != HEAD:
        raise SchemaOutdated(found, HEAD)


@asynccontextmanager
async def _open_database(settings: Settings, access: Access) -> AsyncIterator[Database]:
    database = Database(settings.database.url, settings.privacy.key, access)
    try:
        yield database
    finally:
        await database.close()
