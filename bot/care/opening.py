"""Opening the database for a command."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.config import Settings
from bot.storage.engine.database import Database, read_revision
from bot.storage.engine.errors import SchemaOutdated, Unreachable
from bot.storage.engine.migrate import bring_up_to_date
from bot.storage.engine.schema import HEAD
from bot.storage.engine.urls import find_file


class Absent(Unreachable):
    """A SQLite file that does not exist."""

    @property
    def advice(self) -> str:
        """Return what the operator can do: name another file, or create one."""
        return "correct database.url, or make it with `suzerain run` or `suzerain migrate`"


@asynccontextmanager
async def open_existing(settings: Settings) -> AsyncIterator[Database]:
    """Open a database of this code's revision. Raises `StorageError`; `Absent` is one."""
    file = find_file(settings.database.url)
    if file is not None and not file.exists():
        raise Absent(f"sqlite:///{file}", "there is no such file")
    async with _open_database(settings) as database:
        found = await database.snapshot(read_revision)
        if found != HEAD:
            raise SchemaOutdated(found, HEAD)
        yield database


@asynccontextmanager
async def open_or_make(settings: Settings) -> AsyncIterator[Database]:
    """Create or upgrade a database, as the bot does, and open it. Raises `StorageError`."""
    async with _open_database(settings) as database:
        await bring_up_to_date(database)
        yield database


@asynccontextmanager
async def _open_database(settings: Settings) -> AsyncIterator[Database]:
    database = Database(settings.database.url, settings.privacy.key)
    try:
        yield database
    finally:
        await database.close()
