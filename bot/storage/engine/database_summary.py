"""A summary of a database's contents, so that the operator sees which database it is."""

from datetime import UTC, datetime

from msgspec import Struct
from sqlalchemy import Connection, inspect, text

from bot.storage.engine.database import Database, load_schema_revision
from bot.storage.engine.urls import get_sqlite_file_path


class DatabaseSummary(Struct, frozen=True):
    """The summary of a database for an operator: schema revision, number of games, and time of the newest event."""

    revision: str | None
    games: int = 0
    newest: datetime | None = None

    def __str__(self) -> str:
        if self.revision is None:
            return "new"
        newest = "no event" if self.newest is None else f"newest event {self.newest:%F %H:%M} UTC"
        return f"revision {self.revision}, {self.games:,} games, {newest}"


def load_database_summary(connection: Connection) -> DatabaseSummary:
    """Load a summary of the database at any schema revision."""
    revision = load_schema_revision(connection)
    tables = inspect(connection).get_table_names()
    if revision is None or "events" not in tables:
        return DatabaseSummary(revision)
    # Each game begins with an event whose version is its number.
    games = connection.scalar(text("SELECT count(*) FROM events WHERE version = pod"))
    at = connection.scalar(text("SELECT max(at) FROM events"))
    newest = None if at is None else datetime.fromtimestamp(at / 1000, UTC)
    return DatabaseSummary(revision, games or 0, newest)


def format_database_url_without_password(database: Database) -> str:
    """Return a database's URL without password; for SQLite with an absolute path."""
    file = get_sqlite_file_path(database.url)
    return database.url if file is None else f"sqlite:///{file.absolute()}"


async def describe_database(database: Database) -> str:
    """Return one line about a database: its URL, revision, games and newest event."""
    return (
        f"database: {format_database_url_without_password(database)}, "
        f"{await database.run_read_transaction_without_timeout(load_database_summary)}"
    )
