"""Creating and upgrading the tables: what `alembic upgrade head` does, from within."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from bot.storage.engine.database import Database, read_revision
from bot.storage.engine.errors import SchemaOutdated
from bot.storage.engine.schema import HEAD

if TYPE_CHECKING:
    from alembic.config import Config


def migrate(url: str) -> None:
    """Bring the database to the newest revision, all or nothing; not from a running loop.

    Raises `Unreachable`, or `SchemaOutdated` if a later version of the bot wrote it.
    """
    asyncio.run(_migrate(url))


async def _migrate(url: str) -> None:
    database = Database(url)
    try:
        await upgrade(database)
    finally:
        await database.close()


async def upgrade(database: Database) -> None:
    """What `migrate` does, for those who have a database and a loop."""
    await database.transact(_check_not_newer)


def _check_not_newer(connection: Connection) -> None:
    found = SchemaOutdated(read_revision(connection), HEAD)
    if found.newer:
        raise found
    _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    # Only a migration needs Alembic: a bot that is up to date saves the memory.
    from alembic import command

    command.upgrade(make_configuration(connection), "head")


def make_configuration(connection: Connection | None = None) -> "Config":
    """What Alembic needs to find the revisions, and the connection to run them on."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_find_folder()).replace("%", "%%"))
    return config


def _find_folder() -> Path:
    """The revisions: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).parents[2]
    packed = package / "_migrations"
    return packed if packed.is_dir() else package.parent / "migrations"


async def is_current(database: Database) -> bool:
    """Whether the database is at the revision that this code needs. Raises `Unreachable`."""
    return await database.snapshot(read_revision) == HEAD
