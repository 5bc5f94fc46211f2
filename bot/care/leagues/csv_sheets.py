"""Reading spreadsheets saved as CSV, with any separator, line end and encoding."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from bot.care import MaintenanceError
from bot.care.leagues.headings import (
    IGNORED_COLUMN,
    SEAT_COLUMNS,
    AmbiguousHeading,
    SheetColumn,
    Won,
    describe_ignored_column,
    find_ambiguous_headings,
    fold_heading,
    map_headings_to_columns,
    map_words_to_defeat_causes,
    map_words_to_outcomes,
    split_player_names,
)
from bot.i18n import fold_word

MAX_SHEET_BYTES = 64 * 1024 * 1024
"""The most bytes of a file."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAX_LISTED = 500
"""The most errors and doubts that are listed."""

_MAX_WORDS = 8
"""The most words of a column that are listed."""

_WORDS_FOR_OUTCOMES: Mapping[Won, str] = {"won": "yes", "lost": "no", "draw": "draw"}

_UNTRANSLATED_WORDS = frozenset(
    {"yes", "no", "x", "draw", "won", "lost", "life", "poison", "library"}
) | {*("effect", "commander", "concede", "choose", "win")}
"""Words that need no explanation."""

_MAX_LEFT = 20
"""The most unknown columns that are listed."""

_MAX_QUOTED = 80
"""The most characters of a cell that an error repeats."""

_WORDS_FOR_NOBODY = frozenset({"", "n/a", "#n/a", "н/д", "-", "–", "—", "?", "??", "???"})
"""Cells that name nobody, folded."""

RESULT = "result"
"""The column `won` of a table with a row for each game: it is about the whole game."""

_SEPARATORS = ",;\t"
_WESTERN_ENCODING = "cp1252"
_CYRILLIC_ENCODING = "cp1251"
_NON_ENGLISH_BYTES = re.compile(rb'[^,;\t\r\n"]{0,32}[\xc0-\xff]{3}[^,;\t\r\n"]{0,32}')
"""A cell with three non-ASCII letters in a row, which words in Latin script hardly have."""

_NON_ASCII_TEXT = re.compile(r'[^,;\t\r\n"]{0,32}[^\0-\x7f][^,;\t\r\n"]{0,32}')
"""A cell with a non-ASCII letter, which shows a reader if the encoding was right."""


class SheetError(MaintenanceError):
    """An error in a spreadsheet file: its place, what was found, and what is accepted."""

    def __init__(self, path: str, line: int, field: str, problem: str) -> None:
        at = f"{path}:{line}" if line else path
        super().__init__(": ".join(filter(None, (at, field, problem))))


class CellContradiction(SheetError):
    """An error raised when two cells of a spreadsheet contradict each other.

    It is a doubt, which prevents the import.
    """


class SheetErrorList(MaintenanceError):
    """An error that lists all errors and doubts in a league's spreadsheets, a line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = len(problems) - _MAX_LISTED
        listed = (*problems[:_MAX_LISTED], *([f"and {more:,} more"] if more > 0 else []))
        super().__init__("\n".join(listed))
        self.problems = listed


class SheetProblems:
    """A collection of the errors and doubts in a league's spreadsheets."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.doubts: list[str] = []

    @contextmanager
    def collect_errors(self) -> Iterator[None]:
        """Collect an error or a doubt raised in the block, so that the rest of the tables
        is read.
        """
        try:
            yield
        except SheetError as problem:
            self.add_problem(problem)

    def add_problem(self, problem: SheetError) -> None:
        """Add an error or a doubt, unless it repeats the last one."""
        kept = self.doubts if isinstance(problem, CellContradiction) else self.errors
        if kept[-1:] != [f"{problem}"]:
            kept.append(f"{problem}")

    def raise_errors(self, *doubts: str) -> None:
        """Raise `SheetErrorList` with all problems and other `doubts`, if there are errors."""
        if self.errors:
            raise SheetErrorList([*self.errors, *self.doubts, *doubts])


class SheetRow(Struct, frozen=True):
    """A row of a spreadsheet, with its cells by column and the number of its last line.

    `headings` are the file's names for the columns.
    """

    path: str
    line: int
    cells: dict[str, str]
    headings: Mapping[str, str] = {}

    def get_cell(self, column: str) -> str:
        """Return the text of a cell; empty if there is no such column."""
        return self.cells.get(column, "")

    def get_name(self, column: str) -> str:
        """Return the name in a cell; empty if the cell says that it is nobody."""
        name = self.get_cell(column)
        return "" if is_empty_name(name) else name

    def quote_cell(self, column: str) -> str:
        """Return the text of a cell in quotes, shortened."""
        return quote_shortened(self.get_cell(column))

    def cite_cell(self, column: str) -> str:
        """Return the file, line, column and text of a cell."""
        return f"{self.path}:{self.line}: {self._get_heading(column)}: {self.quote_cell(column)}"

    def build_error(self, column: str, problem: str) -> SheetError:
        """Return an error about a cell, to be raised."""
        return SheetError(self.path, self.line, self._get_heading(column), problem)

    def build_unknown_word_error(self, column: str, known_words: Iterable[str]) -> SheetError:
        """Return the error that a cell has none of the known words, to be raised."""
        return self.build_error(
            column, f"{self.quote_cell(column)} is none; accepted: {', '.join(known_words)}"
        )

    def build_contradiction(self, column: str, problem: str) -> CellContradiction:
        """Return the doubt about a cell that another cell contradicts, to be raised."""
        return CellContradiction(self.path, self.line, self._get_heading(column), problem)

    def _get_heading(self, column: str) -> str:
        return self.headings.get(column, column)


def quote_shortened(text: str) -> str:
    """Return a text in quotes, shortened to eighty characters."""
    return repr(text if len(text) <= _MAX_QUOTED else f"{text[:_MAX_QUOTED]}…")


def is_empty_name(name: str) -> bool:
    """Return whether a cell for a name is empty or means nobody."""
    return name.casefold() in _WORDS_FOR_NOBODY


class ColumnMapping(NamedTuple):
    """A column of a file: its heading, the column it stands for, and the words translated in
    it.
    """

    heading: str
    column: str
    words: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        words = [f"{typed} = {meant}" for typed, meant in self.words[:_MAX_WORDS]]
        more = ["…"] if len(self.words) > _MAX_WORDS else []
        told = f": {', '.join([*words, *more])}" if words else ""
        return f"{self.heading} → {self.column}{told}"


class LeagueSheet(Struct, frozen=True):
    """A spreadsheet's rows without empty ones: a row for each player of a game.

    `headings` are its header, `columns` the known columns in it. `outcomes` are the words in
    the columns `won` and `winner`. `notes` tell the user about a guessed encoding and about
    ignored columns; `readings` how headings and words were read, if they are not the columns'
    own names.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    notes: tuple[str, ...] = ()
    outcomes: Mapping[str, Won] = {}
    readings: tuple[ColumnMapping, ...] = ()
    headings: tuple[str, ...] = ()


Header: TypeAlias = Sequence[tuple[str, SheetColumn | None]]
"""The headings of a table, and the column that each means; None if it is not read."""


class SheetLayout(NamedTuple):
    """A layout of a spreadsheet: its known columns, and the columns that it needs.

    A game, which is named in the first column, has `most` rows at most.
    """

    known: Sequence[str]
    needed: Sequence[str]
    most: int


def read_sheet(
    path: Path,
    layout: SheetLayout,
    problems: SheetProblems,
    encoding: str | None = None,
    column_answers: Mapping[str, str] = {},
) -> LeagueSheet:
    """Read a spreadsheet; collect errors in its rows.

    `encoding` is the user's choice; None means UTF-8 or a guess. `column_answers` say which
    column a heading is; `IGNORED_COLUMN` means none. Raises `SheetError` if the file is no such
    table.
    """
    text, notes = _decode_file(path, encoding)
    if "\0" in text:
        raise SheetError(str(path), 0, "", "is no text; accepted: what spreadsheets save as CSV")
    lines = list(io.StringIO(text, newline=""))  # keeps line ends within cells
    first, separator = _find_separator(str(path), lines, layout.known)
    table = _parse_csv_lines(str(path), first, lines[first:], separator)
    line, headings = next(table, (0, []))
    if not headings:
        needed = ", ".join(layout.needed)
        raise SheetError(str(path), 0, "", f"is empty; accepted: a header, {needed}")
    folded = {fold_heading(heading): answer for heading, answer in column_answers.items()}
    columns = map_headings_to_columns(headings, layout.known, folded)
    header = list(zip(headings, columns, strict=True))
    for question in find_ambiguous_headings(headings, layout.known, folded):
        raise _build_heading_error(str(path), line, header, question, table)
    is_wide = any(column and (column.seat or column.name == "players") for _, column in header)
    _validate_header(str(path), line, header, layout, is_wide=is_wide)
    read = _read_row_per_game if is_wide else _read_row_per_player
    rows = tuple(read(str(path), table, header, layout, problems))
    losses = {
        heading: describe_ignored_column(heading)
        for heading, column in header
        if heading and not column
    }
    for heading, loss in losses.items():
        if loss is not None:
            notes = (*notes, f"{path}: {quote_shortened(heading)} is not read: {loss}")
    left = [
        quote_shortened(fold_heading(heading)) for heading, loss in losses.items() if loss is None
    ]
    if left:
        more = [f"and {len(left) - _MAX_LEFT:,} more"] if len(left) > _MAX_LEFT else []
        names = ", ".join([*left[:_MAX_LEFT], *more])
        notes = (*notes, f"{path}: columns that are not read: {names}")
    known = tuple(dict.fromkeys(column.name for _, column in header if column))
    outcomes = map_words_to_outcomes(_list_outcome_cells(rows))
    readings = tuple(_list_column_mappings(header, rows, outcomes))
    return LeagueSheet(str(path), known, rows, notes, outcomes, readings, tuple(headings))


_GAMES_IN_QUESTION = 2
"""The games that a question about a heading takes as its example."""


def _build_heading_error(
    path: str,
    line: int,
    header: Header,
    ambiguous_heading: AmbiguousHeading,
    numbered_rows: Iterable[tuple[int, list[str]]],
) -> SheetError:
    """Return the error that asks which column a heading is, with examples from the first games."""
    told = [
        _describe_heading_as_column(each, ambiguous_heading, header, game)
        for game in islice(_group_cells_by_game(header, numbered_rows), _GAMES_IN_QUESTION)
        for each in ambiguous_heading.meanings
    ]
    ways = " or ".join(
        f"--column {quote_shortened(f'{ambiguous_heading.heading}={w}')}"
        for w in ambiguous_heading.meanings
    )
    meanings = " or the ".join(
        "not read" if w == IGNORED_COLUMN else w for w in ambiguous_heading.meanings
    )
    examples = "".join(f"; {each}" for each in told if each)
    return SheetError(
        path, line, ambiguous_heading.heading, f"may be the {meanings}{examples}; accepted: {ways}"
    )


def _group_cells_by_game(
    header: Header, numbered_rows: Iterable[tuple[int, list[str]]]
) -> Iterator[list[list[str]]]:
    """Yield the rows of each game; without a column `game` every row is one."""
    place = next((n for n, (_, each) in enumerate(header) if each == SheetColumn("game")), None)
    rows = (cells + [""] * (len(header) - len(cells)) for _, cells in numbered_rows)
    for _, some in groupby(
        enumerate(rows), lambda pair: pair[1][place] if place is not None else pair[0]
    ):
        yield [cells for _, cells in some]


def _describe_heading_as_column(
    column_name: str,
    ambiguous_heading: AmbiguousHeading,
    header: Header,
    game_cells: Sequence[Sequence[str]],
) -> str:
    """Return how a game would be read if the ambiguous heading stood for a column."""
    player = next((n for n, (_, each) in enumerate(header) if each == SheetColumn("player")), None)
    if player is None or column_name == IGNORED_COLUMN:
        return ""
    named = sorted(
        (cells[ambiguous_heading.place].zfill(_WIDTH), cells[player]) for cells in game_cells
    )
    names = [name for _, name in named]
    if column_name == "place":
        rest = f", then {', '.join(names[1:])}" if names[1:] else ""
        return f"as the place, {quote_shortened(names[0])[1:-1]} was first{rest}"
    return f"as the {column_name}, they sat {', '.join(names)}"


_WIDTH = 4
"""Digits to which numbers are filled up, to be sorted."""


def _list_outcome_cells(rows: Iterable[SheetRow]) -> set[str]:
    return {row.get_cell("won") for row in rows if not is_empty_name(row.get_cell("won"))}


def _list_column_mappings(
    header: Header, rows: Sequence[SheetRow], outcome_words: Mapping[str, Won]
) -> list[ColumnMapping]:
    """Return how each column was read; nothing if the file has the columns' own names and
    words.
    """
    found: list[ColumnMapping] = []
    for heading, column in header:
        if column is None:
            continue
        meanings: Mapping[str, str] = {}
        if column.name in ("won", "winner"):
            meanings = {word: _WORDS_FOR_OUTCOMES[won] for word, won in outcome_words.items()}
        elif column.name == "how":
            meanings = map_words_to_defeat_causes()
        cells = {fold_word(row.get_cell(column.name)): row.get_cell(column.name) for row in rows}
        words = ((cells[each], meanings[each]) for each in sorted(cells) if each in meanings)
        name = f"{column.name} of seat {column.seat}" if column.seat else column.name
        told = tuple(pair for pair in words if fold_word(pair[0]) not in _UNTRANSLATED_WORDS)
        found.append(ColumnMapping(heading, name, told))
    if all(fold_heading(each.heading) == each.column and not each.words for each in found):
        return []
    return found


def _read_row_per_player(
    path: str,
    numbered_rows: Iterable[tuple[int, list[str]]],
    header: Header,
    layout: SheetLayout,
    problems: SheetProblems,
) -> Iterator[SheetRow]:
    """Yield the rows of a spreadsheet without games that have too many rows; collect errors."""
    key = layout.known[0]
    place = next(number for number, (_, column) in enumerate(header) if column == SheetColumn(key))
    names = [column.name if column else "" for _, column in header]
    headings = {column.name: heading for heading, column in header if column}
    of_game: list[SheetRow] = []
    game = ""
    count = 0
    for line, cells in numbered_rows:
        name = cells[place] if place < len(cells) else ""
        if name != game or not name:
            yield from of_game
            game = name
            count = 0
            of_game = []
        count += 1
        if count <= layout.most:
            with problems.collect_errors():
                _validate_row_width(path, line, header, cells)
                told = dict(zip(names, cells, strict=False))
                of_game.append(SheetRow(path, line, told, headings))
        elif count == layout.most + 1:
            of_game = []
            problem = (
                f"{quote_shortened(game)} has more rows than a game can have; accepted: "
                f"{layout.most}"
            )
            problems.errors.append(f"{SheetError(path, line, headings[key], problem)}")
    yield from of_game


def _read_row_per_game(
    path: str,
    numbered_rows: Iterable[tuple[int, list[str]]],
    header: Header,
    layout: SheetLayout,
    problems: SheetProblems,
) -> Iterator[SheetRow]:
    """Yield a row for each player from a spreadsheet with one row for each game; collect
    errors.

    A game without a name is named after its date, with a number if a day has several.
    """
    days: dict[str, int] = {}
    for line, cells in numbered_rows:
        with problems.collect_errors():
            _validate_row_width(path, line, header, cells)
            rows = _split_row_by_player(path, line, header, cells)
            if len(rows) > layout.most:
                problem = f"{len(rows)} players; accepted: up to {layout.most}"
                raise SheetError(path, line, "", problem)
            if not rows:
                raise SheetError(
                    path, line, "", "there is no player; accepted: a name in each seat"
                )
            day = rows[0].get_cell("played")
            days[day] = days.get(day, 0) + (not rows[0].get_cell("game"))
            called = day if days[day] == 1 else f"{day} ({days[day]})"
            for row in rows:
                row.cells.setdefault("game", "")
                row.cells["game"] = row.cells["game"] or called
            yield from rows


def _split_row_by_player(
    path: str, line: int, header: Header, cells: Sequence[str]
) -> list[SheetRow]:
    """Return a row for each player from the row of a game, in the order of the seats.

    Raises `CellContradiction`.
    """
    shared: dict[str, str] = {}
    headings: dict[str, str] = {}
    seats: dict[int, dict[str, str]] = {}
    called: dict[int, dict[str, str]] = {}

    def set_seat_cell(seat: int, column: str, cell: str, heading: str) -> None:
        cells = seats.setdefault(seat, {})
        headings_of_seat = called.setdefault(seat, {})
        before = cells.get(column, "")
        if is_empty_name(before):
            cells[column] = cell
            headings_of_seat[column] = heading
        elif not is_empty_name(cell) and cell != before:
            other = f"{headings_of_seat[column]} has {quote_shortened(before)} in seat {seat}"
            problem = f"{quote_shortened(cell)}, but {other}; accepted: the same, or one of them"
            raise CellContradiction(path, line, heading, problem)

    for (heading, column), cell in zip(header, cells, strict=False):
        if column is None:
            continue
        if column.name == "players":
            for number, name in enumerate(split_player_names(cell), 1):
                set_seat_cell(number, "player", name, heading)
        elif column.seat:
            set_seat_cell(column.seat, column.name, cell, heading)
        else:
            name = RESULT if column.name == "won" else column.name
            shared[name] = cell
            headings[name] = heading
    return [
        SheetRow(path, line, {**shared, **seats[number]}, {**headings, **called[number]})
        for number in sorted(seats)
        if any(not is_empty_name(cell) for cell in seats[number].values())
    ]


def _parse_csv_lines(
    path: str, skipped_lines: int, lines: Sequence[str], separator: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row that is not empty, with the number of its line in the file.

    `skipped_lines` is the number of lines before these in the file. Raises `SheetError`.
    """
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        for cells in reader:
            cleaned = [" ".join(cell.split()) for cell in cells]
            if any(cleaned):
                yield skipped_lines + reader.line_num, cleaned
    except csv.Error as error:
        accepted = "cells in which every quote is closed"
        if "field limit" in f"{error}":
            accepted = f"cells of up to {csv.field_size_limit():,} characters"
        problem = f"{error}; accepted: {accepted}"
        raise SheetError(path, skipped_lines + reader.line_num, "", problem) from None


def _decode_file(path: Path, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    """Return a file's text, with a note if the encoding was guessed. Raises `SheetError`."""
    content = _read_file_bytes(path)
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


def _read_file_bytes(path: Path) -> bytes:
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
    """Return a file's text by a guessed encoding, and a note about it. Raises `SheetError`."""
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


def _find_separator(
    path: str, lines: Sequence[str], known_columns: Sequence[str]
) -> tuple[int, str]:
    """Return the index of the spreadsheet's header line, and the separator of its cells."""
    for number, line in enumerate(lines):
        # Excel's declaration of a separator.
        if line.casefold().startswith("sep=") and len(line.strip()) == 5:
            return number + 1, line[4]
        if line.strip():
            return number, max(
                _SEPARATORS, key=lambda each: _count_known_headings(line, each, known_columns)
            )
    return 0, _SEPARATORS[0]


def _count_known_headings(line: str, separator: str, known_columns: Sequence[str]) -> int:
    try:
        cells = next(csv.reader(io.StringIO(line), delimiter=separator), [])
    except csv.Error:  # a cell that is too long
        return 0
    return len({*map_headings_to_columns(cells, known_columns)} - {None})


def _validate_header(
    path: str, line: int, header: Header, layout: SheetLayout, *, is_wide: bool
) -> None:
    """Raise `SheetError` if a column is missing or comes twice in the header."""
    found: dict[SheetColumn, str] = {}
    for heading, column in header:
        if column is not None and column in found:
            twice = (
                f"{quote_shortened(found[column])} and {quote_shortened(heading)} are the "
                "same column"
            )
            same = "this column comes twice" if found[column] == heading else twice
            raise SheetError(path, line, heading, f"{same}; accepted: once")
        if column is not None:
            found[column] = heading
    names = {column.name for column in found}
    for column, heading in found.items() if is_wide else ():
        if not column.seat and column.name in SEAT_COLUMNS and column.name != "won":
            accepted = f"a column for each seat: {heading} 1, {heading} 2 and so on"
            raise SheetError(path, line, heading, f"is about one player; accepted: {accepted}")
    needed = [each for each in layout.needed if not is_wide or each not in ("game", "player")]
    for name in needed:
        if name not in names or (not is_wide and SheetColumn(name) not in found):
            problem = f"there is no such column; accepted: {', '.join(layout.known)}"
            raise SheetError(path, line, name, problem)


def _validate_row_width(path: str, line: int, header: Header, cells: Sequence[str]) -> None:
    """Raise `SheetError` if a row has more cells than the header."""
    if any(cells[len(header) :]):
        problem = f"{len(cells)} cells; accepted: {len(header)}, as in the header"
        raise SheetError(path, line, "", problem)
