"""Checks of a SQLite file before SQLite opens it: absent, empty, another program's, or damaged.

SQLite takes an empty file for a new database, and deletes the write-ahead log (WAL) beside it.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from bot.storage.engine.atomic_files import PARTIAL_SUFFIX
from bot.storage.engine.errors import (
    DatabaseCorruptError,
    DatabaseFileEmptyError,
    DatabaseFileLostError,
    DatabaseMissingError,
    ForeignDatabaseFileError,
    ForeignWriteAheadLogError,
)

MAGIC = b"SQLite format 3\0"
HEADER_SIZE = 100
"""Bytes of the header of a SQLite file, with the size of a page and the number of pages."""

LARGEST_PAGE = 65_536
"""The size of a page that is written as 1."""

_WAL_MAGIC = (0x377F0682, 0x377F0683)
_WAL_HEADER = 32
_FRAME_HEADER = 24

LOCK_SUFFIX = ".lock"
"""The suffix of the file beside a database by which a bot or a command holds its lock."""

CARDS_SUFFIX = "-cards"
"""The sandbox keeps its index of cards in a file of this suffix, beside its database."""


class SQLiteFileHeader(NamedTuple):
    """The header of a SQLite file: page size, page count and change counters."""

    page_size: int
    pages: int
    change: int
    """A counter that grows, or stays, with each change of the first page."""
    change_of_pages: int
    """The counter when `pages` was written; if it differs, `pages` is not to be trusted."""
    mark: int
    """A number that each database and each backup has for itself; 0 in older ones."""


def parse_sqlite_header(first_bytes: bytes) -> SQLiteFileHeader:
    def parse_number_at_offset(offset: int) -> int:
        return int.from_bytes(first_bytes[offset : offset + 4])

    size = int.from_bytes(first_bytes[16:18])
    return SQLiteFileHeader(
        LARGEST_PAGE if size == 1 else size,
        parse_number_at_offset(28),
        parse_number_at_offset(24),
        parse_number_at_offset(92),
        parse_number_at_offset(60),
    )


def read_sqlite_size_from_header(path: Path) -> int:
    """Return the file size that a SQLite header states; 1 without a header, so an empty file counts as too short.

    A vacuumed file may be longer than its header declares.
    """
    with path.open("rb") as file:
        header = parse_sqlite_header(file.read(HEADER_SIZE))
    return max(header.page_size * header.pages, 1)


def build_write_ahead_log_path(path: Path) -> Path:
    """Return the path of the write-ahead log beside a SQLite file."""
    return path.with_name(f"{path.name}-wal")


def require_complete_bot_database_file(database_file: Path) -> None:
    """Raise an error unless the file is a complete SQLite database of this bot.

    Raises `DatabaseMissingError`, `DatabaseFileLostError`, `DatabaseFileEmptyError`, `ForeignDatabaseFileError`,
    `ForeignWriteAheadLogError`, `DatabaseCorruptError` or `OSError`.
    """
    url = f"sqlite:///{database_file.absolute()}"
    try:
        with database_file.open("rb") as file:
            start = file.read(HEADER_SIZE)
            size = database_file.stat().st_size
    except FileNotFoundError:
        require_path_usable_for_new_database(database_file)
        raise DatabaseMissingError(url, "there is no such file") from None
    if not size:
        raise DatabaseFileEmptyError(url, "the file is empty")
    if not start.startswith(MAGIC):
        raise ForeignDatabaseFileError(url, "file is not a database")
    header = parse_sqlite_header(start)
    wal = _read_committed_write_ahead_log(build_write_ahead_log_path(database_file))
    if wal is not None and not _can_write_ahead_log_belong_to_file(wal, header, size):
        raise ForeignWriteAheadLogError(
            url, f"{build_write_ahead_log_path(database_file).name} beside it is the log of another database"
        )
    present = size // header.page_size if header.page_size else 0
    total = header.pages if header.change == header.change_of_pages else present
    logged = wal.pages if wal else set[int]()
    if wal and wal.total:
        total = wal.total
    if any(page not in logged for page in range(present + 1, total + 1)):
        raise DatabaseCorruptError(url, f"database disk image is malformed: {present} of {total} pages")


def require_path_usable_for_new_database(path: Path) -> None:
    """Raise an error if a new database may not be created at this path.

    Raises `DatabaseMissingError` if there is no such folder, `DatabaseFileLostError` if a write-ahead log lies there.
    """
    url = f"sqlite:///{path.absolute()}"
    if not path.absolute().parent.is_dir():
        raise DatabaseMissingError(url, f"there is no folder {path.absolute().parent}")
    for suffix in ("-wal", "-journal"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            raise DatabaseFileLostError(url, f"there is no such file, and {beside.name} lies where it was")


def require_no_other_database_in_folder(path: Path) -> None:
    """Raise `DatabaseFileLostError` if the file is missing, but its folder has other files of this bot's databases."""
    require_path_usable_for_new_database(path)
    others = sorted(_find_database_files_in_same_folder(path))
    if others:
        reason = f"there is no such file, but {', '.join(others)} in its folder"
        raise DatabaseFileLostError(f"sqlite:///{path.absolute()}", reason)


def _find_database_files_in_same_folder(path: Path) -> Iterator[str]:
    own = (f"{path.name}.key", f"{path.name}.revision-", f"{path.name}.replaced-")
    for each in path.absolute().parent.iterdir():
        if each.name.startswith(own):
            yield each.name
        # A killed program left a partial file. Opening and closing a lock's file would end this process's own lock.
        elif each.name.endswith((PARTIAL_SUFFIX, LOCK_SUFFIX)):
            continue
        elif not each.with_name(each.name + CARDS_SUFFIX).exists() and is_bot_database(each):
            yield each.name


def is_bot_database(path: Path) -> bool:
    """Return True if a file is a database of this bot. The file is not changed."""
    with suppress(OSError, sqlite3.Error):
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return False
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return contains_tables_of_bot(connection)
    return False


def contains_tables_of_bot(connection: sqlite3.Connection) -> bool:
    """Return True if a SQLite database has the tables of this bot. Raises `sqlite3.Error`."""
    tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('alembic_version', 'events')"
    found: int = connection.execute(tables).fetchone()[0]
    return found == 2


def store_random_database_id(connection: sqlite3.Connection) -> None:
    """Store a random id in a new database file, by which the bot later recognises the file's write-ahead log.

    Raises `sqlite3.Error`.
    """
    connection.execute(f"PRAGMA user_version = {secrets.randbelow(2**31 - 1) + 1}")


def require_tables_of_bot(connection: sqlite3.Connection, database_path: Path) -> None:
    """Raise `ForeignDatabaseFileError` unless a database has the tables of this bot.

    Raises `sqlite3.Error` too.
    """
    if not contains_tables_of_bot(connection):
        url = f"sqlite:///{database_path.absolute()}"
        raise ForeignDatabaseFileError(url, "a database without the tables of Suzerain's")


class _CommittedWriteAheadLog(NamedTuple):
    """The committed part of a SQLite write-ahead log."""

    page_size: int
    pages: set[int]
    total: int  # pages of the database after the last commit
    firsts: list[SQLiteFileHeader]  # the versions of the first page


def _read_committed_write_ahead_log(log_file: Path) -> _CommittedWriteAheadLog | None:
    """Read the committed part of a write-ahead log; None if SQLite would ignore it."""
    try:
        with log_file.open("rb") as file:
            return _parse_committed_write_ahead_log(file)
    except FileNotFoundError:
        return None


def _parse_committed_write_ahead_log(log_file: BinaryIO) -> _CommittedWriteAheadLog | None:
    start = log_file.read(_WAL_HEADER)
    magic = int.from_bytes(start[:4])
    if len(start) < _WAL_HEADER or magic not in _WAL_MAGIC or not _is_write_ahead_log_checksum_valid(start, magic):
        return None
    size = int.from_bytes(start[8:12])
    salts = start[16:24]
    wal = _CommittedWriteAheadLog(size, set(), 0, [])
    pages = set[int]()
    firsts: list[SQLiteFileHeader] = []
    end = log_file.seek(0, 2)
    for at in range(_WAL_HEADER, end - size - _FRAME_HEADER + 1, size + _FRAME_HEADER):
        log_file.seek(at)
        frame = log_file.read(_FRAME_HEADER)
        if frame[8:16] != salts:
            break
        page = int.from_bytes(frame[:4])
        pages.add(page)
        if page == 1:
            firsts.append(parse_sqlite_header(log_file.read(HEADER_SIZE)))
        if total := int.from_bytes(frame[4:8]):
            wal = _CommittedWriteAheadLog(size, set(pages), total, list(firsts))
    return wal


def _is_write_ahead_log_checksum_valid(header_bytes: bytes, magic_number: int) -> bool:
    order = "big" if magic_number & 1 else "little"
    words = [int.from_bytes(header_bytes[at : at + 4], order) for at in range(0, 24, 4)]  # type: ignore[arg-type]
    one = two = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return (one, two) == (int.from_bytes(header_bytes[24:28]), int.from_bytes(header_bytes[28:32]))


def _can_write_ahead_log_belong_to_file(
    write_ahead_log: _CommittedWriteAheadLog, header: SQLiteFileHeader, file_size: int
) -> bool:
    """Return False if the write-ahead log certainly belongs to another file."""
    if not write_ahead_log.total:
        return True
    if write_ahead_log.page_size != header.page_size:
        return False
    if not write_ahead_log.firsts:  # then no page was added
        return write_ahead_log.total == (header.pages or file_size // header.page_size)
    first, last = write_ahead_log.firsts[0], write_ahead_log.firsts[-1]
    same = {each.mark for each in write_ahead_log.firsts} == {header.mark}
    return same and first.change - 1 <= header.change <= last.change
