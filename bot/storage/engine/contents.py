"""What a database holds in a few words, so that an operator sees which one it is."""

from datetime import UTC, datetime

from msgspec import Struct
from sqlalchemy import Connection, inspect, text

from bot.storage.engine.database import Database, read_revision
from bot.storage.engine.urls import find_file


class Contents(Struct, frozen=True):
    """The revision of the tables, the number of games, and the moment of the newest event."""

    revision: str | None
    games: int = 0
    newest: datetime | None = None

    def __str__(self) -> str:
        if self.revision is None:
            return "new"
        newest = "no event" if self.newest is None else f"newest event {self.newest:%F %H:%M} UTC"
        return f"revision {self.revision}, {self.games:,} games, {newest}"


def read_contents(connection: Connection) -> Contents:
    """Return what a database of any revision holds."""
    revision = read_revision(connection)
    tables = inspect(connection).get_table_names()
    if revision is None or "events" not in tables:
        return Contents(revision)
    # Each game begins with an event whose version is its number.
    games = connection.scalar(text("SELECT count(*) FROM events WHERE version = pod"))
    at = connection.scalar(text("SELECT max(at) FROM events"))
    newest = None if at is None else datetime.fromtimestamp(at / 1000, UTC)
    return Contents(revision, games or 0, newest)


def name_database(database: Database) -> str:
    """Return the URL of a database without its password; SQLite's with its whole path."""
    file = find_file(database.url)
    return database.url if file is None else f"sqlite:///{file.absolute()}"


async def describe_database(database: Database) -> str:
    """Return the line that says on which database a command acts."""
    return f"database: {name_database(database)}, {await database.snapshot(read_contents)}"
