"""A SQLite file that is only read: neither the file nor the files beside it change.

SQLite itself would copy the write-ahead log (WAL) into the file and delete it, create both of its helper files, or
write its marks into them.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from bot.storage.engine.atomic_files import PARTIAL_SUFFIX
from bot.storage.engine.file_checks import build_write_ahead_log_path, require_tables_of_bot

WRITING = frozenset({"journal_mode", "secure_delete"})
"""Settings of a connection that concern writing, and change the file's header."""

_SHARED = {"mode": "ro", "readonly_shm": "1"}
"""Read beside a bot that runs, or was killed: by its helper file, or without one of our own."""

_STILL = {"mode": "ro", "immutable": "1"}
"""Read a file without a WAL, to which nobody writes."""


class ReadOnlySQLiteFile:
    """A SQLite file opened only for reading, if necessary as a temporary copy."""

    def __init__(self, path: Path) -> None:
        """Open a SQLite file for reading only.

        Raises `ForeignDatabaseFileError`, `OSError` or `sqlite3.Error`.
        """
        self._path = path
        self._copy: TemporaryDirectory[str] | None = None
        wal = build_write_ahead_log_path(path)
        self._is_still = not wal.exists()
        if not self._is_still and not path.with_name(f"{path.name}-shm").exists():
            self._copy = TemporaryDirectory(PARTIAL_SUFFIX)
            for each in (path, wal):
                shutil.copyfile(each, Path(self._copy.name, each.name))
            self._path = Path(self._copy.name, path.name)
        self._seen = self._read_file_identity_and_size()
        with closing(sqlite3.connect(self._build_sqlite_uri(), uri=True)) as connection:
            try:
                require_tables_of_bot(connection, path)
            except BaseException:
                self.delete_temporary_copy()
                raise

    @property
    def _sqlite_uri_parameters(self) -> Mapping[str, str]:
        if self._copy is not None:
            return {"mode": "rw"}
        return _STILL if self._is_still else _SHARED

    def _build_sqlite_uri(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in self._sqlite_uri_parameters.items())
        return f"{self._path.absolute().as_uri()}?{query}"

    def build_connection_url(self) -> URL:
        address = self._path.absolute().as_uri()
        return URL.create("sqlite", database=address, query={**self._sqlite_uri_parameters, "uri": "true"})

    def adapt_pragmas_to_access_mode(self, pragmas: Mapping[str, str]) -> Mapping[str, str]:
        """Return the SQLite settings (pragmas) that fit a connection for reading."""
        kept = {name: value for name, value in pragmas.items() if name not in WRITING}
        return {**kept, "query_only": "ON"}

    @contextmanager
    def require_file_unchanged_during_read(self) -> Iterator[None]:
        """Raise `OSError` if the SQLite file changes during the `with` block."""
        yield
        if self._is_still and self._read_file_identity_and_size() != self._seen:
            raise OSError("a bot has begun to write to it meanwhile; do it again")

    def _read_file_identity_and_size(self) -> tuple[int, int, int]:
        found = self._path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns

    def require_writable_file(self) -> None:
        """Raise `OSError`, because this file is open only for reading."""
        raise OSError("it was opened to be read only")

    def require_file_not_replaced(self, *_: object) -> None:
        """Do nothing, because SQLite never creates a file that is opened only for reading."""

    def delete_temporary_copy(self) -> None:
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None
