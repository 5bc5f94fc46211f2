"""What a URL means: which kind of database, and which file."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.engine.errors import Unreachable
from bot.storage.engine.masking import mask
from bot.storage.engine.stores import ACCEPTED, SQLite, Store


def open_store(url: str) -> Store:
    """The database behind a URL; connects when first used. Raises `Unreachable`."""
    parsed = read_url(url)
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLite(parsed)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            # Only who has a server needs its driver: importing it takes time and memory.
            from bot.storage.engine.postgres import PostgreSQL

            return PostgreSQL(parsed)
        case _:
            raise Unreachable(mask(parsed), f"not a database that is known; accepted: {ACCEPTED}")


def read_url(written: str) -> URL:
    """Read a URL. Raises `Unreachable` for what is none."""
    try:
        return make_url(written)
    except (ArgumentError, ValueError):  # the latter for a port
        # The text may hold a password, so it is not repeated.
        raise Unreachable("the database", f"not a URL; accepted: {ACCEPTED}") from None


def find_file(url: str) -> Path | None:
    """SQLite's file; None for another database, or for a URL that names none."""
    try:
        parsed = read_url(url)
    except Unreachable:
        return None
    if not parsed.drivername.startswith("sqlite") or not parsed.database:
        return None
    return Path(parsed.database.removeprefix("file:") if "uri" in parsed.query else parsed.database)


def is_shared(url: str) -> bool:
    """Whether several processes of the bot can have the database, and all write."""
    return url.partition(":")[0].startswith("postgres")
