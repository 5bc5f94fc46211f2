"""A SQLite file that is only read: no byte of it, or of what lies beside it, changes.

SQLite itself would copy the write-ahead log (WAL) into the file and delete it, make both of its
helper files anew, or write its marks into them.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from bot.storage.engine.file_checks import check_mark, find_wal
from bot.storage.engine.new_files import PARTIAL_SUFFIX

WRITING = frozenset({"journal_mode", "secure_delete"})
"""Settings of a connection that concern writing, and change the file's header."""

_SHARED = {"mode": "ro", "readonly_shm": "1"}
"""Read beside a bot that runs, or was killed: by its helper file, or without one of our own."""

_STILL = {"mode": "ro", "immutable": "1"}
"""Read a file without a WAL, to which nobody writes."""


class ReadFile:
    """A file that is read as it is, or a copy of it where SQLite could not read it so."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises `NotOurs`, `OSError` or `sqlite3.Error`."""
        self._path = path
        self._copy: TemporaryDirectory[str] | None = None
        wal = find_wal(path)
        self._is_still = not wal.exists()
        if not self._is_still and not path.with_name(f"{path.name}-shm").exists():
            self._copy = TemporaryDirectory(PARTIAL_SUFFIX)
            for each in (path, wal):
                shutil.copyfile(each, Path(self._copy.name, each.name))
            self._path = Path(self._copy.name, path.name)
        self._seen = self._look()
        with closing(sqlite3.connect(self._make_address(), uri=True)) as connection:
            try:
                check_mark(connection, path)
            except BaseException:
                self.close()
                raise

    @property
    def _parameters(self) -> Mapping[str, str]:
        if self._copy is not None:
            return {"mode": "rw"}
        return _STILL if self._is_still else _SHARED

    def _make_address(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in self._parameters.items())
        return f"{self._path.absolute().as_uri()}?{query}"

    def make_url(self) -> URL:
        """Return the URL by which to connect."""
        address = self._path.absolute().as_uri()
        return URL.create("sqlite", database=address, query={**self._parameters, "uri": "true"})

    def choose(self, pragmas: Mapping[str, str]) -> Mapping[str, str]:
        """Return the settings of a connection that only reads."""
        kept = {name: value for name, value in pragmas.items() if name not in WRITING}
        return {**kept, "query_only": "ON"}

    @contextmanager
    def hold_still(self) -> Iterator[None]:
        """Raise `OSError` if a file that SQLite reads without locks changes meanwhile."""
        yield
        if self._is_still and self._look() != self._seen:
            raise OSError("a bot has begun to write to it meanwhile; do it again")

    def _look(self) -> tuple[int, int, int]:
        found = self._path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns

    def check(self) -> None:
        """Raise `OSError`: nothing is written."""
        raise OSError("it was opened to be read only")

    def check_path(self, *_: object) -> None:
        """Do nothing: SQLite makes no file if it may only read."""

    def close(self) -> None:
        """Delete the copy, if there is one."""
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None
