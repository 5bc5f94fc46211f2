"""A brake that stops a statement of SQLite.

`sqlite3.Connection.interrupt` has no effect if it comes just before a statement begins. So each
connection looks at its brake every few milliseconds instead.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.pool import PoolProxiedConnection

STEPS = 100_000
"""Instructions of SQLite's virtual machine between two looks: about ten milliseconds.

A look waits for the interpreter lock.
"""


class Brake:
    """A switch that another thread may pull: every statement then fails as interrupted."""

    def __init__(self) -> None:
        self.pulled = False

    def pull(self) -> None:
        """Stop the statement under way, and all that begin before `release`."""
        self.pulled = True

    def release(self) -> None:
        """Let statements run again."""
        self.pulled = False

    def is_pulled(self) -> bool:
        """Return True if statements have to stop."""
        return self.pulled

    def fit(self, connection: sqlite3.Connection) -> None:
        """Let a connection obey this brake from now on."""
        connection.set_progress_handler(self.is_pulled, STEPS)

    @contextmanager
    def fitted(self, connection: PoolProxiedConnection) -> Iterator[None]:
        """Let a connection of a pool obey this brake for the length of the block."""
        raw = connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self.fit(raw)
        try:
            yield
        finally:
            raw.set_progress_handler(None, STEPS)
