"""Tables as spreadsheets save them: whatever separates the cells, ends the lines, and encodes."""

import codecs
import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from bot.care import CareError

LARGEST = 64 * 1024 * 1024
"""Bytes of a file."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SEPARATORS = ",;\t"
_WINDOWS = "cp1252"


class SheetError(CareError):
    """Something in a file cannot be read: where it is, what was found, what would be accepted."""

    def __init__(self, path: str, line: int, field: str, problem: str) -> None:
        at = f"{path}:{line}" if line else path
        super().__init__(": ".join(filter(None, (at, field, problem))))


class Row(Struct, frozen=True):
    """The cells of a row by the names of their columns; `line` is where it ends in its file."""

    path: str
    line: int
    cells: dict[str, str]

    def get(self, column: str) -> str:
        """What a cell holds; nothing where there is no such column."""
        return self.cells.get(column, "")

    def fail(self, column: str, problem: str) -> SheetError:
        """What is wrong with a cell, to be raised."""
        return SheetError(self.path, self.line, column, problem)


class Sheet(Struct, frozen=True):
    """The rows of a file, but for empty ones. `notes` say how it was read, if not as it should be.

    `columns` are those of its header that are known.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_sheet(
    path: Path, known: Sequence[str], needed: Sequence[str], encoding: str | None = None
) -> Sheet:
    """Read a file whose header names some `known` columns, and all that are `needed`.

    `encoding` is what somebody says it has. Raises `SheetError`.
    """
    text, notes = _decode(path, encoding)
    if "\0" in text:
        raise SheetError(str(path), 0, "", "is no text; accepted: what spreadsheets save as CSV")
    lines = list(io.StringIO(text, newline=""))  # which ends no line within a cell
    first, separator = _find_separator(lines, known)
    reader = csv.reader(lines[first:], delimiter=separator, strict=True)
    rows: list[Row] = []
    header: list[str] | None = None
    try:
        for cells in reader:
            cleaned = [" ".join(cell.split()) for cell in cells]
            line = first + reader.line_num
            if not any(cleaned):
                continue
            if header is None:
                header = _check_header(str(path), line, cleaned, known, needed)
            else:
                rows.append(_make_row(str(path), line, header, cleaned))
    except csv.Error as error:
        problem = f"{error}; accepted: cells in which every quote is closed"
        raise SheetError(str(path), first + reader.line_num, "", problem) from None
    if header is None:
        raise SheetError(str(path), 0, "", f"is empty; accepted: a header, {', '.join(needed)}")
    left = [name for name in header if name and name not in known]
    if left:
        notes = (*notes, f"{path}: columns that are not read: {', '.join(map(repr, left))}")
    columns = tuple(name for name in header if name in known)
    return Sheet(str(path), columns, tuple(rows), notes)


def _decode(path: Path, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        problem = f"{error.strerror or error}; accepted: a file that can be read"
        raise SheetError(str(path), 0, "", problem) from None
    if len(content) > LARGEST:
        raise SheetError(str(path), 0, "", f"is too large; accepted: up to {LARGEST:,} bytes")
    marked = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    wanted = encoding or marked or "utf-8"
    try:
        return content.decode(wanted), ()
    except LookupError:
        problem = f"{encoding!r} is no encoding; accepted: utf-8, cp1251, cp1252 and others"
        raise SheetError(str(path), 0, "--encoding", problem) from None
    except ValueError:
        if encoding or marked:
            raise SheetError(str(path), 0, "", f"is not a text in {wanted}") from None
    try:
        said = f"{path}: read as {_WINDOWS}, as it is not in UTF-8 (--encoding says otherwise)"
        return content.decode(_WINDOWS), (said,)
    except ValueError:
        problem = f"is not a text in UTF-8 or {_WINDOWS}; accepted: with --encoding, any"
        raise SheetError(str(path), 0, "", problem) from None


def _find_separator(lines: Sequence[str], known: Iterable[str]) -> tuple[int, str]:
    """Return on which line the table begins, from 0, and what separates its cells."""
    for number, line in enumerate(lines):
        if line.casefold().startswith("sep=") and len(line.strip()) == 5:  # as Excel has it
            return number + 1, line[4]
        if line.strip():
            return number, max(_SEPARATORS, key=lambda each: _count_known(line, each, known))
    return 0, _SEPARATORS[0]


def _count_known(line: str, separator: str, known: Iterable[str]) -> int:
    cells = next(csv.reader(io.StringIO(line), delimiter=separator), [])
    return len({cell.strip().casefold() for cell in cells}.intersection(known))


def _check_header(
    path: str, line: int, cells: Sequence[str], known: Sequence[str], needed: Sequence[str]
) -> list[str]:
    header = [cell.casefold() for cell in cells]
    for name in known:
        if header.count(name) > 1:
            raise SheetError(path, line, name, "this column comes twice; accepted: once")
    for name in needed:
        if name not in header:
            problem = f"there is no such column; accepted: {', '.join(known)}"
            raise SheetError(path, line, name, problem)
    return header


def _make_row(path: str, line: int, header: Sequence[str], cells: Sequence[str]) -> Row:
    if any(cells[len(header) :]):
        problem = f"{len(cells)} cells; accepted: {len(header)}, as in the header"
        raise SheetError(path, line, "", problem)
    return Row(path, line, dict(zip(header, cells, strict=False)))
