"""A database's URL as people may read it."""

from sqlalchemy import URL

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
