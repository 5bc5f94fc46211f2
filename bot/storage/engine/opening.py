"""Which kind of database a URL means."""

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.engine.errors import Unreachable
from bot.storage.engine.stores import ACCEPTED, SQLite, Store


def open_store(url: str) -> Store:
    """The database behind a URL; connects when first used. Raises `Unreachable`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The text may hold a password, so it is not repeated.
        raise Unreachable("the database", f"not a URL; accepted: {ACCEPTED}") from None
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SQLite(parsed)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            # Only who has a server needs its driver: importing it takes time and memory.
            from bot.storage.engine.postgres import PostgreSQL

            return PostgreSQL(parsed)
        case _:
            raise Unreachable(str(parsed), f"not a database that is known; accepted: {ACCEPTED}")
