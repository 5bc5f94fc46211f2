"""Database URLs: how they are parsed, and how they are shown."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.engine.errors import DatabaseUnreachableError

ACCEPTED_URLS = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def parse_database_url(url_text: str) -> URL:
    """Parse a database URL. Raises `DatabaseUnreachableError` if it is malformed."""
    try:
        return make_url(url_text)
    except (ArgumentError, ValueError):  # ValueError: a malformed port
        # The text may hold a password, so it is not repeated.
        raise DatabaseUnreachableError("the database", f"not a URL; accepted: {ACCEPTED_URLS}") from None


def get_sqlite_file_path(url: str) -> Path | None:
    """Return the path of the SQLite file in a database URL; None if there is no file."""
    try:
        parsed = parse_database_url(url)
    except DatabaseUnreachableError:
        return None
    if not parsed.drivername.startswith("sqlite") or not parsed.database:
        return None
    return Path(parsed.database.removeprefix("file:") if "uri" in parsed.query else parsed.database)


def allows_several_bot_processes(database_url: str) -> bool:
    """Return True if several bot processes can share the database of a URL."""
    return database_url.partition(":")[0].startswith("postgres")


HARMLESS_PARAMETERS = frozenset({"host", "port", "user", "mode", "uri", "cache", "ssl", "sslmode"})
"""Parameters of a URL's query whose values are no secrets."""


def mask_password_in_database_url(database_url: URL) -> str:
    """Return a database URL with its password masked.

    Drivers also take a password, or a file with one, as a parameter. So all parameters that are not known to be
    harmless are masked, too.
    """
    covered = dict.fromkeys(database_url.query.keys() - HARMLESS_PARAMETERS, "covered")
    if database_url.host and "@" in database_url.host:  # a password with an @ that should be written as %40
        database_url = database_url.set(host=database_url.host.rpartition("@")[2])
    return str(database_url.update_query_dict(covered)).replace("=covered", "=***")
