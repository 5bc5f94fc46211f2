"""Reading CSV tables as spreadsheets save them, with any separator, line end and encoding."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from bot.care import CareError

LARGEST = 64 * 1024 * 1024
"""The most bytes of a file."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SEPARATORS = ",;\t"
_WINDOWS = "cp1252"
_CYRILLIC = "cp1251"
_FOREIGN = re.compile(rb'[^,;\t\r\n"]{0,32}[\xc0-\xff]{3}[^,;\t\r\n"]{0,32}')
"""A cell with three non-ASCII letters in a row, which words in Latin script hardly have."""

_UNUSUAL = re.compile(r'[^,;\t\r\n"]{0,32}[^\0-\x7f][^,;\t\r\n"]{0,32}')
"""A cell with a non-ASCII letter, which shows a reader if the encoding was right."""


class SheetError(CareError):
    """An error in a file: its place, what was found, and what is accepted."""

    def __init__(self, path: str, line: int, field: str, problem: str) -> None:
        at = f"{path}:{line}" if line else path
        super().__init__(": ".join(filter(None, (at, field, problem))))


class Row(Struct, frozen=True):
    """The cells of a row by column; `line` is the number of its last line in the file."""

    path: str
    line: int
    cells: dict[str, str]

    def get(self, column: str) -> str:
        """Return the text of a cell; empty if there is no such column."""
        return self.cells.get(column, "")

    def fail(self, column: str, problem: str) -> SheetError:
        """Return an error about a cell, to be raised."""
        return SheetError(self.path, self.line, column, problem)

    def fail_unknown(self, column: str, known: Iterable[str]) -> SheetError:
        """Return the error for a cell that holds none of the `known` words, to be raised."""
        return self.fail(column, f"{self.get(column)!r} is none; accepted: {', '.join(known)}")


class Sheet(Struct, frozen=True):
    """The rows of a file without empty ones.

    `columns` are the known columns in its header. `notes` tell the user about a guessed encoding
    and about ignored columns.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_sheet(
    path: Path, known: Sequence[str], needed: Sequence[str], encoding: str | None = None
) -> Sheet:
    """Read a file whose header has all `needed` columns and any of the `known` ones.

    `encoding` is the user's choice; None means UTF-8 or a guess. Raises `SheetError`.
    """
    text, notes = _decode(path, encoding)
    if "\0" in text:
        raise SheetError(str(path), 0, "", "is no text; accepted: what spreadsheets save as CSV")
    lines = list(io.StringIO(text, newline=""))  # keeps line ends within cells
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
    """Return a file's text, with a note if the encoding was guessed. Raises `SheetError`."""
    content = _read_content(path)
    utf8 = _decode_utf8(content)
    marked = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    wanted = marked or encoding
    if wanted is None:
        return (utf8, ()) if utf8 is not None else _guess(path, content)
    try:
        text: str | None = content.decode(wanted)
    except LookupError:
        accepted = f"utf-8, {_CYRILLIC}, {_WINDOWS} and others"
        problem = f"{encoding!r} is no encoding; accepted: {accepted}"
        raise SheetError(str(path), 0, "--encoding", problem) from None
    except ValueError:
        text = None
    if marked is None and not content.isascii() and utf8 not in (None, text):
        problem = f"{encoding!r}, but it is in UTF-8; accepted: nothing, where all tables are"
        raise SheetError(str(path), 0, "--encoding", problem)
    if text is None:
        raise SheetError(str(path), 0, "", f"is not a text in {wanted}")
    return text, ()


def _decode_utf8(content: bytes) -> str | None:
    try:
        return content.decode()
    except ValueError:
        return None


def _read_content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        problem = f"{error.strerror or error}; accepted: a file that can be read"
        raise SheetError(str(path), 0, "", problem) from None
    if len(content) > LARGEST:
        raise SheetError(str(path), 0, "", f"is too large; accepted: up to {LARGEST:,} bytes")
    return content


def _guess(path: Path, content: bytes) -> tuple[str, tuple[str, ...]]:
    """Guess the encoding; return the text and a note about it. Raises `SheetError`."""
    if foreign := _FOREIGN.search(content):
        windows, cyrillic = (foreign[0].decode(each, "replace") for each in (_WINDOWS, _CYRILLIC))
        problem = f"is not in UTF-8, and hardly in {_WINDOWS} ({windows.strip()!r})"
        accepted = f"accepted: --encoding, such as {_CYRILLIC} ({cyrillic.strip()!r})"
        raise SheetError(str(path), 0, "", f"{problem}; {accepted}")
    try:
        text = content.decode(_WINDOWS)
    except ValueError:
        problem = f"is not a text in UTF-8 or {_WINDOWS}; accepted: with --encoding, any"
        raise SheetError(str(path), 0, "", problem) from None
    cell = _UNUSUAL.search(text)
    assert cell is not None  # a file in ASCII is in UTF-8 too
    read = f"{path}: read as {_WINDOWS} ({cell[0].strip()!r})"
    return text, (f"{read}, as it is not in UTF-8 (--encoding says otherwise)",)


def _find_separator(lines: Sequence[str], known: Iterable[str]) -> tuple[int, str]:
    """Return the index of the table's first line, and the separator of its cells."""
    for number, line in enumerate(lines):
        if (
            line.casefold().startswith("sep=") and len(line.strip()) == 5
        ):  # Excel's declaration of a separator
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
