"""Checks of a SQLite file before SQLite sees it: absent, empty, another program's, or damaged.

SQLite takes an empty file for a new database, and deletes the write-ahead log (WAL) beside it.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from bot.storage.engine.errors import Absent, Empty, Lost, Malformed, NotOurs, OtherLog
from bot.storage.engine.new_files import PARTIAL_SUFFIX

MAGIC = b"SQLite format 3\0"
HEADER_SIZE = 100
"""Bytes of the header of a SQLite file, with the size of a page and the number of pages."""

LARGEST_PAGE = 65_536
"""The size of a page that is written as 1."""

_WAL_MAGIC = (0x377F0682, 0x377F0683)
_WAL_HEADER = 32
_FRAME_HEADER = 24

CARDS_SUFFIX = "-cards"
"""The sandbox keeps its index of cards in a file of this suffix, beside its database."""


class Header(NamedTuple):
    """What the first page of a database says of it."""

    page_size: int
    pages: int
    change: int
    """A counter that grows, or stays, with each change of the first page."""
    change_of_pages: int
    """The counter when `pages` was written; if it differs, `pages` is not to be trusted."""
    mark: int
    """A number that each database and each backup has for itself; 0 in older ones."""


def read_header(start: bytes) -> Header:
    """Return the header that a page begins with."""

    def number(at: int) -> int:
        return int.from_bytes(start[at : at + 4])

    size = int.from_bytes(start[16:18])
    return Header(
        LARGEST_PAGE if size == 1 else size, number(28), number(24), number(92), number(60)
    )


def find_size(path: Path) -> int:
    """Return the size of a SQLite file by its header; 1 if it has no header.

    A file that was vacuumed is smaller by its header, too.
    """
    with path.open("rb") as file:
        header = read_header(file.read(HEADER_SIZE))
    return max(header.page_size * header.pages, 1)


def find_wal(path: Path) -> Path:
    """Return the path of the WAL of a file."""
    return path.with_name(f"{path.name}-wal")


def check_file(path: Path) -> None:
    """Check that a file is a whole database of ours, beside a WAL of its own.

    Raises `Unreachable`: `Absent`, `Lost`, `Empty`, `NotOurs`, `OtherLog` or `Malformed`; and
    `OSError`.
    """
    url = f"sqlite:///{path.absolute()}"
    try:
        with path.open("rb") as file:
            start = file.read(HEADER_SIZE)
            size = path.stat().st_size
    except FileNotFoundError:
        check_absence(path)
        raise Absent(url, "there is no such file") from None
    if not size:
        raise Empty(url, "the file is empty")
    if not start.startswith(MAGIC):
        raise NotOurs(url, "file is not a database")
    header = read_header(start)
    wal = _read_wal(find_wal(path))
    if wal is not None and not _is_own(wal, header, size):
        raise OtherLog(url, f"{find_wal(path).name} beside it is the log of another database")
    present = size // header.page_size if header.page_size else 0
    total = header.pages if header.change == header.change_of_pages else present
    logged = wal.pages if wal else set[int]()
    if wal and wal.total:
        total = wal.total
    if any(page not in logged for page in range(present + 1, total + 1)):
        raise Malformed(url, f"database disk image is malformed: {present} of {total} pages")


def check_absence(path: Path) -> None:
    """Check that a database may be made at `path`, which does not exist.

    Raises `Absent` if there is no such folder, `Lost` if a WAL lies there.
    """
    url = f"sqlite:///{path.absolute()}"
    if not path.absolute().parent.is_dir():
        raise Absent(url, f"there is no folder {path.absolute().parent}")
    for suffix in ("-wal", "-journal"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            raise Lost(url, f"there is no such file, and {beside.name} lies where it was")


def check_alone(path: Path) -> None:
    """Check that `path`, which does not exist, is no mistake for a database that does.

    Raises `Lost` if a copy, a key or another database of ours lies in the folder.
    """
    check_absence(path)
    others = sorted(_find_others(path))
    if others:
        reason = f"there is no such file, but {', '.join(others)} in its folder"
        raise Lost(f"sqlite:///{path.absolute()}", reason)


def _find_others(path: Path) -> Iterator[str]:
    own = (f"{path.name}.key", f"{path.name}.revision-", f"{path.name}.replaced-")
    for each in path.absolute().parent.iterdir():
        if each.name.startswith(own):
            yield each.name
        elif each.name.endswith(PARTIAL_SUFFIX):  # left by a program that was killed
            continue
        elif not each.with_name(each.name + CARDS_SUFFIX).exists() and is_database(each):
            yield each.name


def is_database(path: Path) -> bool:
    """Return True if a file is a database of ours; nothing is changed."""
    with suppress(OSError, sqlite3.Error):
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return False
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return has_mark(connection)
    return False


def has_mark(connection: sqlite3.Connection) -> bool:
    """Return True if a database has the tables that all of ours have. Raises `sqlite3.Error`."""
    tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('alembic_version', 'events')"
    found: int = connection.execute(tables).fetchone()[0]
    return found == 2


def set_mark(connection: sqlite3.Connection) -> None:
    """Give a new database, or a new copy, a number of its own. Raises `sqlite3.Error`.

    By that number a WAL that was left beside another file is known as foreign.
    """
    connection.execute(f"PRAGMA user_version = {secrets.randbelow(2**31 - 1) + 1}")


def check_mark(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `NotOurs` unless the database at `path` has our tables; and `sqlite3.Error`."""
    if not has_mark(connection):
        url = f"sqlite:///{path.absolute()}"
        raise NotOurs(url, "a database without the tables of Suzerain's")


class _Wal(NamedTuple):
    """The committed part of a WAL."""

    page_size: int
    pages: set[int]
    total: int  # pages of the database after the last commit
    firsts: list[Header]  # the versions of the first page


def _read_wal(path: Path) -> _Wal | None:
    """Return the committed part of a WAL; None if SQLite would ignore the file."""
    try:
        with path.open("rb") as file:
            return _parse_wal(file)
    except FileNotFoundError:
        return None


def _parse_wal(file: BinaryIO) -> _Wal | None:
    start = file.read(_WAL_HEADER)
    magic = int.from_bytes(start[:4])
    if len(start) < _WAL_HEADER or magic not in _WAL_MAGIC or not _is_sound(start, magic):
        return None
    size = int.from_bytes(start[8:12])
    salts = start[16:24]
    wal = _Wal(size, set(), 0, [])
    pages = set[int]()
    firsts: list[Header] = []
    end = file.seek(0, 2)
    for at in range(_WAL_HEADER, end - size - _FRAME_HEADER + 1, size + _FRAME_HEADER):
        file.seek(at)
        frame = file.read(_FRAME_HEADER)
        if frame[8:16] != salts:
            break
        page = int.from_bytes(frame[:4])
        pages.add(page)
        if page == 1:
            firsts.append(read_header(file.read(HEADER_SIZE)))
        if total := int.from_bytes(frame[4:8]):
            wal = _Wal(size, set(pages), total, list(firsts))
    return wal


def _is_sound(start: bytes, magic: int) -> bool:
    """Return True if the header of a WAL has the checksum that it says."""
    order = "big" if magic & 1 else "little"
    words = [int.from_bytes(start[at : at + 4], order) for at in range(0, 24, 4)]  # type: ignore[arg-type]
    one = two = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return (one, two) == (int.from_bytes(start[24:28]), int.from_bytes(start[28:32]))


def _is_own(wal: _Wal, header: Header, size: int) -> bool:
    """Return True if a WAL may have been written beside a file with this header."""
    if not wal.total:
        return True
    if wal.page_size != header.page_size:
        return False
    if not wal.firsts:  # then no page was added
        return wal.total == (header.pages or size // header.page_size)
    first, last = wal.firsts[0], wal.firsts[-1]
    same = {each.mark for each in wal.firsts} == {header.mark}
    return same and first.change - 1 <= header.change <= last.change
