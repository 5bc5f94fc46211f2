"""The copy of a database that is made before its tables are changed."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, text

from bot.storage.engine.errors import Unreachable


def copy_before_upgrade(connection: Connection, revision: str) -> Path | None:
    """Copy SQLite's file beside itself, named by the revision that it is at; the path.

    None for another kind of database: its own programs copy it. The connection has begun to write
    and has not written, so that nobody writes meanwhile. Raises `Unreachable`, and then there is
    no copy.
    """
    if connection.dialect.name != "sqlite":
        return None
    [(_, _, name), *_] = connection.execute(text("PRAGMA database_list"))
    file = Path(name)
    copy = file.with_name(f"{file.name}.revision-{revision}")
    try:
        _copy(file, copy)
    except (OSError, sqlite3.Error) as error:
        problem = f"cannot be copied to {copy.name}, as it must be before an upgrade ({error})"
        raise Unreachable(f"sqlite:///{file}", problem) from error
    return copy


def _copy(file: Path, copy: Path) -> None:
    """Make the copy, or nothing; one of an earlier attempt is replaced."""
    partial = copy.with_name(f".{copy.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        handle = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(partial)) as to:
                to.execute("PRAGMA synchronous = OFF")  # once, below
                source.backup(to)
            os.fsync(handle)
        finally:
            os.close(handle)
        partial.replace(copy)
    finally:
        partial.unlink(missing_ok=True)
