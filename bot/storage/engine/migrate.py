"""Creating and upgrading the tables: what `alembic upgrade head` does, from within."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from bot.storage.engine.comparing import check_tables
from bot.storage.engine.database import Database, read_revision
from bot.storage.engine.errors import SchemaOutdated
from bot.storage.engine.former import copy_before_upgrade
from bot.storage.engine.schema import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

UPGRADE = 1_937_073_255
"""The advisory lock of whoever upgrades a database of PostgreSQL."""


def migrate(url: str) -> None:
    """What `bring_up_to_date` does, for those who have no database; not from a running loop."""
    asyncio.run(_migrate(url))


async def _migrate(url: str) -> None:
    database = Database(url)
    try:
        await bring_up_to_date(database)
    finally:
        await database.close()


async def bring_up_to_date(database: Database) -> None:
    """Make or upgrade the tables if they need it, and make sure that they are the code's.

    Raises `Unreachable`, `SchemaDiffers`, or `SchemaOutdated` if a later version wrote them.
    """
    if await is_current(database):
        await database.snapshot(check_tables)
    else:
        await upgrade(database)
        await database.settle()


async def upgrade(database: Database) -> None:
    """Bring the database to the newest revision, all or nothing. Raises as `bring_up_to_date`."""
    await database.transact(_keep_and_upgrade)


def _keep_and_upgrade(connection: Connection) -> None:
    """Upgrade, after a copy is made of what somebody may want back."""
    _wait_for_others(connection)
    found = read_revision(connection)
    outdated = SchemaOutdated(found, HEAD)
    if outdated.newer:
        raise outdated
    copy = copy_before_upgrade(connection, found) if found not in (None, HEAD) else None
    _upgrade(connection)
    check_tables(connection)
    if copy is not None:
        log.warning("the database is upgraded from revision %s to %s", found, HEAD)
        log.warning("as it was before it is in %s: delete that once all is well", copy)


def _wait_for_others(connection: Connection) -> None:
    """Let nobody upgrade at the same time: of several processes that start, one does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:upgrade)"), {"upgrade": UPGRADE})
        connection.execute(text("SET LOCAL lock_timeout TO DEFAULT"))


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
