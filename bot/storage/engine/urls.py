"""URLs of databases: what they mean, and how they are shown."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.engine.errors import Unreachable

ACCEPTED_URLS = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def read_url(written: str) -> URL:
    """Parse a URL. Raises `Unreachable` if it is malformed."""
    try:
        return make_url(written)
    except (ArgumentError, ValueError):  # ValueError: a malformed port
        # The text may hold a password, so it is not repeated.
        raise Unreachable("the database", f"not a URL; accepted: {ACCEPTED_URLS}") from None


def find_file(url: str) -> Path | None:
    """Return SQLite's file; None for another database, or for a URL without a file."""
    try:
        parsed = read_url(url)
    except Unreachable:
        return None
    if not parsed.drivername.startswith("sqlite") or not parsed.database:
        return None
    return Path(parsed.database.removeprefix("file:") if "uri" in parsed.query else parsed.database)


def is_shared(url: str) -> bool:
    """Return True if several processes of the bot can write to the database."""
    return url.partition(":")[0].startswith("postgres")


HARMLESS_PARAMETERS = frozenset({"host", "port", "user", "mode", "uri", "cache", "ssl", "sslmode"})
"""Parameters of a URL's query whose values are no secrets."""


def mask(url: URL) -> str:
    """Return a URL with its password covered.

    Drivers also take a password, or a file with one, as a parameter. So all parameters that are not
    known to be harmless are covered, too.
    """
    covered = dict.fromkeys(url.query.keys() - HARMLESS_PARAMETERS, "covered")
    if url.host and "@" in url.host:  # a password with an @ that should be written as %40
        url = url.set(host=url.host.rpartition("@")[2])
    return str(url.update_query_dict(covered)).replace("=covered", "=***")
