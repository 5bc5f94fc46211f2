"""URLs of databases: what they mean, and how they are shown."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.engine.errors import Unreachable

ACCEPTED = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


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


HARMLESS = frozenset({"host", "port", "user", "mode", "uri", "cache", "ssl", "sslmode"})
"""Parameters of a URL's query whose values anybody may read."""


def mask(url: URL) -> str:
    """Cover the password, and what may be one.

    Drivers take a password, or a file that has it, in the query as well.
    """
    covered = dict.fromkeys(url.query.keys() - HARMLESS, "covered")
    if url.host and "@" in url.host:  # a password with an @ that should be written as %40
        url = url.set(host=url.host.rpartition("@")[2])
    return str(url.update_query_dict(covered)).replace("=covered", "=***")
