"""Reading CSV tables as spreadsheets save them, with any separator, line end and encoding."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from bot.care import CareError

MAX_SHEET_BYTES = 64 * 1024 * 1024
"""The most bytes of a file."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAX_LISTED = 500
"""The most errors and doubts that are listed."""

_MAX_LEFT = 20
"""The most unknown columns that are listed."""

_MAX_QUOTED = 80
"""The most characters of a cell that an error repeats."""

_WORDS_FOR_NOBODY = frozenset({"", "n/a", "#n/a", "н/д", "-", "–", "—", "?", "??", "???"})
"""Cells that name nobody, folded."""

_SEPARATORS = ",;\t"
_WESTERN_ENCODING = "cp1252"
_CYRILLIC_ENCODING = "cp1251"
_NON_ENGLISH_BYTES = re.compile(rb'[^,;\t\r\n"]{0,32}[\xc0-\xff]{3}[^,;\t\r\n"]{0,32}')
"""A cell with three non-ASCII letters in a row, which words in Latin script hardly have."""

_NON_ASCII_TEXT = re.compile(r'[^,;\t\r\n"]{0,32}[^\0-\x7f][^,;\t\r\n"]{0,32}')
"""A cell with a non-ASCII letter, which shows a reader if the encoding was right."""


class SheetError(CareError):
    """An error in a file: its place, what was found, and what is accepted."""

    def __init__(self, path: str, line: int, field: str, problem: str) -> None:
        at = f"{path}:{line}" if line else path
        super().__init__(": ".join(filter(None, (at, field, problem))))


class Contradiction(SheetError):
    """An error about two cells that contradict each other: a doubt, which prevents the import."""


class SheetErrors(CareError):
    """All errors and doubts of a league's tables, a line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = len(problems) - _MAX_LISTED
        listed = (*problems[:_MAX_LISTED], *([f"and {more:,} more"] if more > 0 else []))
        super().__init__("\n".join(listed))
        self.problems = listed


class Findings:
    """The errors and doubts that were found in a league's tables so far."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.doubts: list[str] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep an error or a doubt that is raised, so that the rest of the tables is read."""
        try:
            yield
        except Contradiction as doubt:
            self.doubts.append(f"{doubt}")
        except SheetError as error:
            self.errors.append(f"{error}")

    def check(self, *doubts: str) -> None:
        """Raise `SheetErrors` with everything that was found, and `doubts`, if there are errors."""
        if self.errors:
            raise SheetErrors([*self.errors, *self.doubts, *doubts])


class Row(Struct, frozen=True):
    """The cells of a row by column; `line` is the number of its last line in the file."""

    path: str
    line: int
    cells: dict[str, str]

    def get(self, column: str) -> str:
        """Return the text of a cell; empty if there is no such column."""
        return self.cells.get(column, "")

    def get_name(self, column: str) -> str:
        """Return the name in a cell; empty if the cell says that it is nobody."""
        name = self.get(column)
        return "" if is_nobody(name) else name

    def quote(self, column: str) -> str:
        """Return the text of a cell in quotes, shortened."""
        return quote(self.get(column))

    def cite(self, column: str) -> str:
        """Return the place and the text of a cell."""
        return f"{self.path}:{self.line}: {column}: {self.quote(column)}"

    def fail(self, column: str, problem: str) -> SheetError:
        """Return an error about a cell, to be raised."""
        return SheetError(self.path, self.line, column, problem)

    def fail_unknown(self, column: str, known: Iterable[str]) -> SheetError:
        """Return the error for a cell that holds none of the `known` words, to be raised."""
        return self.fail(column, f"{self.quote(column)} is none; accepted: {', '.join(known)}")

    def contradict(self, column: str, problem: str) -> Contradiction:
        """Return the doubt about a cell that another one contradicts, to be raised."""
        return Contradiction(self.path, self.line, column, problem)


def quote(text: str) -> str:
    """Return a text in quotes, shortened."""
    return repr(text if len(text) <= _MAX_QUOTED else f"{text[:_MAX_QUOTED]}…")


def is_nobody(name: str) -> bool:
    """Return whether a cell for a name says that it is nobody."""
    return name.casefold() in _WORDS_FOR_NOBODY


class Sheet(Struct, frozen=True):
    """The rows of a file without empty ones.

    `columns` are the known columns in its header. `notes` tell the user about a guessed encoding
    and about ignored columns.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


class Layout(NamedTuple):
    """The columns of a table: all `known` ones, and the `needed` ones of them.

    A game, which is named in the first of them, has `most` rows at most.
    """

    known: Sequence[str]
    needed: Sequence[str]
    most: int


def read_sheet(
    path: Path, layout: Layout, findings: Findings, encoding: str | None = None
) -> Sheet:
    """Read a table; collect errors in its rows.

    `encoding` is the user's choice; None means UTF-8 or a guess. Raises `SheetError` if the file
    is no such table.
    """
    text, notes = _decode(path, encoding)
    if "\0" in text:
        raise SheetError(str(path), 0, "", "is no text; accepted: what spreadsheets save as CSV")
    lines = list(io.StringIO(text, newline=""))  # keeps line ends within cells
    first, separator = _find_separator(str(path), lines, layout.known)
    table = _read_cells(str(path), first, lines[first:], separator)
    line, header = next(table, (0, []))
    if not header:
        needed = ", ".join(layout.needed)
        raise SheetError(str(path), 0, "", f"is empty; accepted: a header, {needed}")
    header = _check_header(str(path), line, header, layout)
    rows = list(_read_rows(str(path), table, header, layout, findings))
    left = [quote(name) for name in header if name and name not in layout.known]
    if left:
        more = [f"and {len(left) - _MAX_LEFT:,} more"] if len(left) > _MAX_LEFT else []
        names = ", ".join([*left[:_MAX_LEFT], *more])
        notes = (*notes, f"{path}: columns that are not read: {names}")
    columns = tuple(name for name in header if name in layout.known)
    return Sheet(str(path), columns, tuple(rows), notes)


def _read_rows(
    path: str,
    table: Iterable[tuple[int, list[str]]],
    header: list[str],
    layout: Layout,
    findings: Findings,
) -> Iterator[Row]:
    """Yield the rows of a table without games that have too many; collect errors."""
    column = layout.known[0]
    place = header.index(column)
    of_game: list[Row] = []
    game, count = "", 0
    for line, cells in table:
        name = cells[place] if place < len(cells) else ""
        if name != game or not name:
            yield from of_game
            game, count, of_game = name, 0, []
        count += 1
        if count <= layout.most:
            with findings.collect():
                of_game.append(_make_row(path, line, header, cells))
        elif count == layout.most + 1:
            of_game = []
            problem = f"{quote(game)} has more rows than a game can have; accepted: {layout.most}"
            findings.errors.append(f"{SheetError(path, line, column, problem)}")
    yield from of_game


def _read_cells(
    path: str, first: int, lines: Sequence[str], separator: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row that is not empty, with the number of its line.

    The lines begin after the `first` ones of the file. Raises `SheetError`.
    """
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        for cells in reader:
            cleaned = [" ".join(cell.split()) for cell in cells]
            if any(cleaned):
                yield first + reader.line_num, cleaned
    except csv.Error as error:
        accepted = "cells in which every quote is closed"
        if "field limit" in f"{error}":
            accepted = f"cells of up to {csv.field_size_limit():,} characters"
        problem = f"{error}; accepted: {accepted}"
        raise SheetError(path, first + reader.line_num, "", problem) from None


def _decode(path: Path, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    """Return a file's text, with a note if the encoding was guessed. Raises `SheetError`."""
    content = _read_content(path)
    utf8 = _decode_utf8(content)
    marked = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    wanted = marked or encoding
    if wanted is None:
        return (utf8, ()) if utf8 is not None else _guess_encoding(path, content)
    try:
        text: str | None = content.decode(wanted)
    except LookupError:
        accepted = f"utf-8, {_CYRILLIC_ENCODING}, {_WESTERN_ENCODING} and others"
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
            content = file.read(MAX_SHEET_BYTES + 1)
    except OSError as error:
        problem = f"{error.strerror or error}; accepted: a file that can be read"
        raise SheetError(str(path), 0, "", problem) from None
    if len(content) > MAX_SHEET_BYTES:
        raise SheetError(
            str(path), 0, "", f"is too large; accepted: up to {MAX_SHEET_BYTES:,} bytes"
        )
    return content


def _guess_encoding(path: Path, content: bytes) -> tuple[str, tuple[str, ...]]:
    """Guess the encoding; return the text and a note about it. Raises `SheetError`."""
    if foreign := _NON_ENGLISH_BYTES.search(content):
        windows, cyrillic = (
            foreign[0].decode(each, "replace") for each in (_WESTERN_ENCODING, _CYRILLIC_ENCODING)
        )
        problem = f"is not in UTF-8, and hardly in {_WESTERN_ENCODING} ({windows.strip()!r})"
        accepted = f"accepted: --encoding, such as {_CYRILLIC_ENCODING} ({cyrillic.strip()!r})"
        raise SheetError(str(path), 0, "", f"{problem}; {accepted}")
    try:
        text = content.decode(_WESTERN_ENCODING)
    except ValueError:
        problem = f"is not a text in UTF-8 or {_WESTERN_ENCODING}; accepted: with --encoding, any"
        raise SheetError(str(path), 0, "", problem) from None
    cell = _NON_ASCII_TEXT.search(text)
    assert cell is not None  # a file in ASCII is in UTF-8 too
    read = f"{path}: read as {_WESTERN_ENCODING} ({cell[0].strip()!r})"
    return text, (f"{read}, as it is not in UTF-8 (--encoding says otherwise)",)


def _find_separator(path: str, lines: Sequence[str], known: Iterable[str]) -> tuple[int, str]:
    """Return the index of the table's first line, and the separator of its cells.

    Raises `SheetError`.
    """
    for number, line in enumerate(lines):
        # Excel's declaration of a separator.
        if line.casefold().startswith("sep=") and len(line.strip()) == 5:
            return number + 1, line[4]
        if line.strip():
            return number, max(_SEPARATORS, key=lambda each: _count_known(line, each, known))
    return 0, _SEPARATORS[0]


def _count_known(line: str, separator: str, known: Iterable[str]) -> int:
    try:
        cells = next(csv.reader(io.StringIO(line), delimiter=separator), [])
    except csv.Error:  # a cell that is too long
        return 0
    return len({cell.strip().casefold() for cell in cells}.intersection(known))


def _check_header(path: str, line: int, cells: Sequence[str], layout: Layout) -> list[str]:
    header = [cell.casefold() for cell in cells]
    for name in layout.known:
        if header.count(name) > 1:
            raise SheetError(path, line, name, "this column comes twice; accepted: once")
    for name in layout.needed:
        if name not in header:
            problem = f"there is no such column; accepted: {', '.join(layout.known)}"
            raise SheetError(path, line, name, problem)
    return header


def _make_row(path: str, line: int, header: Sequence[str], cells: Sequence[str]) -> Row:
    if any(cells[len(header) :]):
        problem = f"{len(cells)} cells; accepted: {len(header)}, as in the header"
        raise SheetError(path, line, "", problem)
    return Row(path, line, dict(zip(header, cells, strict=False)))
