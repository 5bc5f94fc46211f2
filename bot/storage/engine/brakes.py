"""Stopping what a connection to SQLite does, or is about to do.

An interrupt that comes just before a statement begins is lost, and a long one would go on for
nobody. So each connection looks by itself, now and then, whether it is to stop.
"""

import sqlite3

from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

STEPS = 100_000
"""Of SQLite's machine between two looks, which wait for the interpreter: some ten milliseconds."""

_KEY = "brake"


class Brake:
    """That of one connection: once it is pulled, every statement fails as interrupted."""

    def __init__(self) -> None:
        self.pulled = False

    def pull(self) -> None:
        """Stop what is under way, and whatever is begun until `release`."""
        self.pulled = True

    def release(self) -> None:
        """Let the connection answer again."""
        self.pulled = False

    def is_pulled(self) -> bool:
        """Whether it was pulled."""
        return self.pulled


def fit_brake(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    """Give a new connection its brake, in the thread that it belongs to."""
    brake = entry.info[_KEY] = Brake()
    if isinstance(connection, sqlite3.Connection):
        connection.set_progress_handler(brake.is_pulled, STEPS)
    else:
        connection.run_async(lambda own: own.set_progress_handler(brake.is_pulled, STEPS))


def find_brake(connection: PoolProxiedConnection) -> Brake:
    """Return the brake of a connection."""
    brake = connection.info[_KEY]
    assert isinstance(brake, Brake)
    return brake
