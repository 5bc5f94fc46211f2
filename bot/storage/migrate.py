"""Creating and upgrading the tables: what `alembic upgrade head` does, from within."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import open_engine, reading, revision, writing
from bot.storage.errors import SchemaOutdated
from bot.storage.schema import HEAD

if TYPE_CHECKING:
    from alembic.config import Config


def migrate(url: str) -> None:
    """Brings the database to the newest revision, all or nothing; not from a running loop.

    Raises `Unreachable`, or `SchemaOutdated` if a later version of the bot wrote it.
    """
    asyncio.run(_migrate(url))


async def _migrate(url: str) -> None:
    engine = open_engine(url)
    try:
        await upgrade(engine)
    finally:
        await engine.dispose()


async def upgrade(engine: AsyncEngine) -> None:
    """What `migrate` does, for those who have an engine and a loop."""
    async with writing(engine) as connection:
        found = SchemaOutdated(await revision(connection), HEAD)
        if found.newer:
            raise found
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    # Only a migration needs Alembic: a bot that is up to date saves the memory.
    from alembic import command

    command.upgrade(configuration(connection), "head")


def configuration(connection: Connection | None = None) -> "Config":
    """What Alembic needs to find the revisions, and the connection to run them on."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    return config


def _folder() -> Path:
    """The revisions: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).parent.parent
    packed = package / "_migrations"
    return packed if packed.is_dir() else package.parent / "migrations"


async def is_current(engine: AsyncEngine) -> bool:
    """Whether the database is at the revision that this code needs. Raises `Unreachable`."""
    async with reading(engine) as connection:
        return await revision(connection) == HEAD
