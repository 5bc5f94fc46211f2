"""Database URLs: how they are parsed, and how they are shown."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.engine.errors import DatabaseUnreachable

ACCEPTED_URLS = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def parse_database_url(url_text: str) -> URL:
    """Parse a database URL. Raises `DatabaseUnreachable` if it is malformed."""
    try:
        return make_url(url_text)
    except (ArgumentError, ValueError):  # ValueError: a malformed port
        # The text may hold a password, so it is not repeated.
        raise DatabaseUnreachable("the database", f"not a URL; accepted: {ACCEPTED_URLS}") from None


def get_sqlite_file_path(url: str) -> Path | None:
    """Return the path of the SQLite file in a database URL; None if there is no file."""
    try:
        parsed = parse_database_url(url)
    except DatabaseUnreachable:
        return None
    if not parsed.drivername.startswith("sqlite") or not parsed.database:
        return None
    return Path(parsed.database.removeprefix("file:") if "uri" in parsed.query else parsed.database)


def allows_several_bot_processes(url: str) -> bool:
    """Return True if several bot processes can share the database of a URL."""
    return url.partition(":")[0].startswith("postgres")


HARMLESS_PARAMETERS = frozenset({"host", "port", "user", "mode", "uri", "cache", "ssl", "sslmode"})
"""Parameters of a URL's query whose values are no secrets."""


def mask_password(url: URL) -> str:
    """Return a database URL with its password masked.

    Drivers also take a password, or a file with one, as a parameter. So all parameters that are not known to be
    harmless are masked, too.
    """
    covered = dict.fromkeys(url.query.keys() - HARMLESS_PARAMETERS, "covered")
    if url.host and "@" in url.host:  # a password with an @ that should be written as %40
        url = url.set(host=url.host.rpartition("@")[2])
    return str(url.update_query_dict(covered)).replace("=covered", "=***")
