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

from bot.care import MaintenanceCommandError
from bot.care.leagues.headings import (
    IGNORED_COLUMN,
    LOSS_OF_COUNTED_DEFEATS,
    SEAT_COLUMNS,
    AmbiguousColumnHeading,
    SpreadsheetColumn,
    Won,
    describe_data_lost_with_ignored_column,
    find_ambiguous_headings,
    map_cell_words_to_outcomes,
    map_headings_to_columns,
    map_words_to_defeat_causes,
    normalise_column_heading,
    split_cell_into_player_names,
)
from bot.i18n import normalize_word_for_comparison

MAX_SHEET_BYTES = 64 * 1024 * 1024
"""The most bytes of a file."""

_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_MAX_LISTED = 500
"""The most errors and doubts that are listed."""

_MAX_WORDS = 8
"""The most words of a column that are listed."""

_WORDS_FOR_OUTCOMES: Mapping[Won, str] = {"won": "yes", "lost": "no", "draw": "draw"}

_UNTRANSLATED_WORDS = frozenset({"yes", "no", "x", "draw", "won", "lost", "life", "poison", "library"}) | {
    *("effect", "commander", "concede", "choose", "win")
}
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


class SpreadsheetError(MaintenanceCommandError):
    """An error in a spreadsheet: its file, line and column, the problem, and what would be accepted."""

    def __init__(self, path: str, line: int, field: str, problem: str) -> None:
        at = f"{path}:{line}" if line else path
        super().__init__(": ".join(filter(None, (at, field, problem))))


class SpreadsheetContradictionError(SpreadsheetError):
    """The error that two cells of a spreadsheet contradict each other."""


class SpreadsheetProblemsError(MaintenanceCommandError):
    """The error that lists all problems of spreadsheets, a line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = len(problems) - _MAX_LISTED
        listed = (*problems[:_MAX_LISTED], *([f"and {more:,} more"] if more > 0 else []))
        super().__init__("\n".join(listed))
        self.problems = listed


class SpreadsheetProblemCollector:
    """A collector of errors and contradictions in a league's spreadsheets."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.doubts: list[str] = []

    @contextmanager
    def collect_errors(self) -> Iterator[None]:
        """Collect an error raised in the `with` block, so that reading continues."""
        try:
            yield
        except SpreadsheetError as problem:
            self.add_problem(problem)

    def add_problem(self, problem: SpreadsheetError) -> None:
        """Add a problem unless it equals the last one."""
        kept = self.doubts if isinstance(problem, SpreadsheetContradictionError) else self.errors
        if kept[-1:] != [f"{problem}"]:
            kept.append(f"{problem}")

    def raise_collected_errors(self, *doubts: str) -> None:
        """Raise `SpreadsheetProblemsError` with all errors and `doubts` (possible mistakes), if there is an error."""
        if self.errors:
            raise SpreadsheetProblemsError([*self.errors, *self.doubts, *doubts])


class SpreadsheetRow(Struct, frozen=True):
    """A row of a spreadsheet: the cells by column, and the line at which the row ends.

    `headings` are the file's names for the columns.
    """

    path: str
    line: int
    cells: dict[str, str]
    headings: Mapping[str, str] = {}

    def get_cell_text(self, column: str) -> str:
        """Return the text of a cell; empty if the column does not exist."""
        return self.cells.get(column, "")

    def get_name_in_cell(self, column: str) -> str:
        """Return the name in a cell; empty for a word that means nobody, such as "-"."""
        name = self.get_cell_text(column)
        return "" if is_empty_name_cell(name) else name

    def quote_cell(self, column: str) -> str:
        """Return the text of a cell in quotes, shortened if necessary."""
        return shorten_and_quote_text(self.get_cell_text(column))

    def format_cell_location_and_text(self, column: str) -> str:
        """Return a cell's file, line, column and text, for an error message."""
        return f"{self.path}:{self.line}: {self.get_heading_of_column(column)}: {self.quote_cell(column)}"

    def build_spreadsheet_cell_error(self, column: str, problem_text: str) -> SpreadsheetError:
        return SpreadsheetError(self.path, self.line, self.get_heading_of_column(column), problem_text)

    def build_unknown_word_error(self, column: str, known_words: Iterable[str]) -> SpreadsheetError:
        """Return the error that a cell contains none of the known words."""
        heading = shorten_and_quote_text(f"{self.get_heading_of_column(column)}={IGNORED_COLUMN}")
        accepted = f"{', '.join(known_words)}, or --column {heading}, which leaves the column out"
        return self.build_spreadsheet_cell_error(column, f"{self.quote_cell(column)} is none; accepted: {accepted}")

    def build_contradicted_cell_error(self, column: str, problem: str) -> SpreadsheetContradictionError:
        return SpreadsheetContradictionError(self.path, self.line, self.get_heading_of_column(column), problem)

    def get_heading_of_column(self, column: str) -> str:
        return self.headings.get(column, column)


def shorten_and_quote_text(text: str) -> str:
    return repr(text if len(text) <= _MAX_QUOTED else f"{text[:_MAX_QUOTED]}…")


def is_empty_name_cell(cell_text: str) -> bool:
    """Return True if a cell for a name is empty or contains a word for nobody, such as "-"."""
    return cell_text.casefold() in _WORDS_FOR_NOBODY


class SpreadsheetColumnMapping(NamedTuple):
    """The column that a spreadsheet's heading was understood to mean, and the meanings of words in that column."""

    heading: str
    column: str
    words: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        words = [f"{typed} = {meant}" for typed, meant in self.words[:_MAX_WORDS]]
        more = ["…"] if len(self.words) > _MAX_WORDS else []
        told = f": {', '.join([*words, *more])}" if words else ""
        return f"{self.heading} → {self.column}{told}"


class LeagueSpreadsheet(Struct, frozen=True):
    """A league's spreadsheet without empty rows: one row for each player of each game.

    `headings` are its header, `columns` the known columns in it. `outcomes` are the words in the columns `won` and
    `winner`. `notes` tell about a guessed encoding and ignored columns, `readings` how unusual headings and words were
    read.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[SpreadsheetRow, ...]
    notes: tuple[str, ...] = ()
    outcomes: Mapping[str, Won] = {}
    readings: tuple[SpreadsheetColumnMapping, ...] = ()
    headings: tuple[str, ...] = ()


Header: TypeAlias = Sequence[tuple[str, SpreadsheetColumn | None]]
"""The headings of a table, and the column that each means; None if it is not read."""


class SpreadsheetColumnLayout(NamedTuple):
    """The columns of a kind of spreadsheet: which ones are known, and which ones are required.

    A game, which is named in the first column, has `most` rows at most.
    """

    known: Sequence[str]
    needed: Sequence[str]
    most: int


def read_league_spreadsheet(
    path: Path,
    spreadsheet_layout: SpreadsheetColumnLayout,
    sheet_problems: SpreadsheetProblemCollector,
    encoding: str | None = None,
    columns_chosen_by_user: Mapping[str, str] = {},
) -> LeagueSpreadsheet:
    """Read a spreadsheet from a file, and collect the errors in its rows.

    `encoding` is the user's choice; None means UTF-8 or a guess. `columns_chosen_by_user` say which column a heading
    is; `IGNORED_COLUMN` means none. Raises `SpreadsheetError` if the file is no such table.
    """
    text, notes = _decode_spreadsheet_file(path, encoding)
    if "\0" in text:
        raise SpreadsheetError(str(path), 0, "", "is no text; accepted: what spreadsheets save as CSV")
    lines = list(io.StringIO(text, newline=""))  # keeps line ends within cells
    first, separator = _find_header_line_and_separator(str(path), lines, spreadsheet_layout.known)
    table = _parse_csv_rows_with_line_numbers(str(path), first, lines[first:], separator)
    line, headings = next(table, (0, []))
    if not headings:
        needed = ", ".join(spreadsheet_layout.needed)
        raise SpreadsheetError(str(path), 0, "", f"is empty; accepted: a header, {needed}")
    folded = {normalise_column_heading(heading): answer for heading, answer in columns_chosen_by_user.items()}
    columns = map_headings_to_columns(headings, spreadsheet_layout.known, folded)
    header = list(zip(headings, columns, strict=True))
    for question in find_ambiguous_headings(headings, spreadsheet_layout.known, folded):
        raise _build_ambiguous_heading_error(str(path), line, header, question, table)
    is_wide = any(column and (column.seat or column.name == "players") for _, column in header)
    _validate_spreadsheet_header(str(path), line, header, spreadsheet_layout, has_row_per_game=is_wide)
    read = _read_sheet_with_one_row_per_game if is_wide else _read_sheet_with_one_row_per_player
    rows = tuple(read(str(path), table, header, spreadsheet_layout, sheet_problems))
    losses = {
        heading: describe_data_lost_with_ignored_column(heading) for heading, column in header if heading and not column
    }
    counted = (r for r in rows if "defeated" in r.cells and r.cells["defeated"].isdecimal())
    losses |= {row.get_heading_of_column("defeated"): LOSS_OF_COUNTED_DEFEATS for row in counted}
    for heading, loss in losses.items():
        if loss is not None:
            notes = (*notes, f"{path}: {shorten_and_quote_text(heading)} is not read: {loss}")
    left = [
        shorten_and_quote_text(normalise_column_heading(heading)) for heading, loss in losses.items() if loss is None
    ]
    if left:
        more = [f"and {len(left) - _MAX_LEFT:,} more"] if len(left) > _MAX_LEFT else []
        names = ", ".join([*left[:_MAX_LEFT], *more])
        notes = (*notes, f"{path}: columns that are not read: {names}")
    known = tuple(dict.fromkeys(column.name for _, column in header if column))
    outcomes = map_cell_words_to_outcomes(_list_texts_in_won_column(rows))
    readings = tuple(_list_unusual_column_mappings(header, rows, outcomes))
    return LeagueSpreadsheet(str(path), known, rows, notes, outcomes, readings, tuple(headings))


_GAMES_IN_QUESTION = 2
"""The games that a question about a heading takes as its example."""


def _build_ambiguous_heading_error(
    file_path: str,
    line_number: int,
    header: Header,
    ambiguous_heading: AmbiguousColumnHeading,
    numbered_rows: Iterable[tuple[int, list[str]]],
) -> SpreadsheetError:
    """Return an error that asks what a heading means, with examples from the first games."""
    told = [
        _describe_heading_meaning(each, ambiguous_heading, header, game)
        for game in islice(_group_spreadsheet_rows_by_game(header, numbered_rows), _GAMES_IN_QUESTION)
        for each in ambiguous_heading.meanings
    ]
    ways = " or ".join(
        f"--column {shorten_and_quote_text(f'{ambiguous_heading.heading}={w}')}" for w in ambiguous_heading.meanings
    )
    meanings = " or the ".join("not read" if w == IGNORED_COLUMN else w for w in ambiguous_heading.meanings)
    examples = "".join(f"; {each}" for each in told if each)
    return SpreadsheetError(
        file_path, line_number, ambiguous_heading.heading, f"may be the {meanings}{examples}; accepted: {ways}"
    )


def _group_spreadsheet_rows_by_game(
    header: Header, numbered_rows: Iterable[tuple[int, list[str]]]
) -> Iterator[list[list[str]]]:
    place = next((n for n, (_, each) in enumerate(header) if each == SpreadsheetColumn("game")), None)
    rows = (cells + [""] * (len(header) - len(cells)) for _, cells in numbered_rows)
    for _, some in groupby(enumerate(rows), lambda pair: pair[1][place] if place is not None else pair[0]):
        yield [cells for _, cells in some]


def _describe_heading_meaning(
    column_name: str,
    ambiguous_heading: AmbiguousColumnHeading,
    sheet_header: Header,
    game_cells: Sequence[Sequence[str]],
) -> str:
    """Return an example of what a game's rows mean if an ambiguous heading stands for this column."""
    player = next((n for n, (_, each) in enumerate(sheet_header) if each == SpreadsheetColumn("player")), None)
    if player is None or column_name == IGNORED_COLUMN:
        return ""
    named = sorted((cells[ambiguous_heading.place].zfill(_WIDTH), cells[player]) for cells in game_cells)
    names = [name for _, name in named]
    if column_name == "out":
        return f"as the turn on which they left, the order was {', '.join(names)}"
    if column_name == "place":
        rest = f", then {', '.join(names[1:])}" if names[1:] else ""
        return f"as the place, {shorten_and_quote_text(names[0])[1:-1]} was first{rest}"
    return f"as the {column_name}, they sat {', '.join(names)}"


_WIDTH = 4
"""Digits to which numbers are filled up, to be sorted."""


def _list_texts_in_won_column(sheet_rows: Iterable[SpreadsheetRow]) -> set[str]:
    return {row.get_cell_text("won") for row in sheet_rows if not is_empty_name_cell(row.get_cell_text("won"))}


def _list_unusual_column_mappings(
    sheet_header: Header, sheet_rows: Sequence[SpreadsheetRow], outcome_words: Mapping[str, Won]
) -> list[SpreadsheetColumnMapping]:
    """Return the meaning of each column heading if a heading or word is unusual; otherwise an empty list."""
    found: list[SpreadsheetColumnMapping] = []
    for heading, column in sheet_header:
        if column is None:
            continue
        meanings: Mapping[str, str] = {}
        if column.name in ("won", "winner"):
            meanings = {word: _WORDS_FOR_OUTCOMES[won] for word, won in outcome_words.items()}
        elif column.name == "how":
            meanings = map_words_to_defeat_causes()
        cells = {
            normalize_word_for_comparison(row.get_cell_text(column.name)): row.get_cell_text(column.name)
            for row in sheet_rows
        }
        words = ((cells[each], meanings[each]) for each in sorted(cells) if each in meanings)
        name = f"{column.name} of seat {column.seat}" if column.seat else column.name
        told = tuple(pair for pair in words if normalize_word_for_comparison(pair[0]) not in _UNTRANSLATED_WORDS)
        found.append(SpreadsheetColumnMapping(heading, name, told))
    if all(normalise_column_heading(each.heading) == each.column and not each.words for each in found):
        return []
    return found


def _read_sheet_with_one_row_per_player(
    sheet_path: str,
    numbered_rows: Iterable[tuple[int, list[str]]],
    header: Header,
    spreadsheet_layout: SpreadsheetColumnLayout,
    sheet_problems: SpreadsheetProblemCollector,
) -> Iterator[SpreadsheetRow]:
    """Yield the rows of a sheet that has one row for each player. Errors in cells are collected.

    Games with too many rows are left out.
    """
    key = spreadsheet_layout.known[0]
    place = next(number for number, (_, column) in enumerate(header) if column == SpreadsheetColumn(key))
    names = [column.name if column else "" for _, column in header]
    headings = {column.name: heading for heading, column in header if column}
    of_game: list[SpreadsheetRow] = []
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
        if count <= spreadsheet_layout.most:
            with sheet_problems.collect_errors():
                _validate_number_of_cells(sheet_path, line, header, cells)
                told = dict(zip(names, cells, strict=False))
                of_game.append(SpreadsheetRow(sheet_path, line, told, headings))
        elif count == spreadsheet_layout.most + 1:
            of_game = []
            problem = (
                f"{shorten_and_quote_text(game)} has more rows than a game can have; "
                f"accepted: {spreadsheet_layout.most}"
            )
            sheet_problems.errors.append(f"{SpreadsheetError(sheet_path, line, headings[key], problem)}")
    yield from of_game


def _read_sheet_with_one_row_per_game(
    sheet_path: str,
    numbered_rows: Iterable[tuple[int, list[str]]],
    header: Header,
    spreadsheet_layout: SpreadsheetColumnLayout,
    sheet_problems: SpreadsheetProblemCollector,
) -> Iterator[SpreadsheetRow]:
    """Yield a row for each player from a sheet that has one row for each game.

    Errors in cells are collected. A game without a name is named after its date, with a number if a day has several.
    """
    days: dict[str, int] = {}
    for line, cells in numbered_rows:
        with sheet_problems.collect_errors():
            _validate_number_of_cells(sheet_path, line, header, cells)
            rows = _split_game_row_by_player(sheet_path, line, header, cells)
            if len(rows) > spreadsheet_layout.most:
                problem = f"{len(rows)} players; accepted: up to {spreadsheet_layout.most}"
                raise SpreadsheetError(sheet_path, line, "", problem)
            if not rows:
                raise SpreadsheetError(sheet_path, line, "", "there is no player; accepted: a name in each seat")
            day = rows[0].get_cell_text("played")
            days[day] = days.get(day, 0) + (not rows[0].get_cell_text("game"))
            called = day if days[day] == 1 else f"{day} ({days[day]})"
            for row in rows:
                row.cells.setdefault("game", "")
                row.cells["game"] = row.cells["game"] or called
            yield from rows


def _split_game_row_by_player(
    file_path: str, line_number: int, header: Header, cells: Sequence[str]
) -> list[SpreadsheetRow]:
    """Split the row of a game into a row for each player, in the order of seats.

    Raises `SpreadsheetContradictionError`.
    """
    shared: dict[str, str] = {}
    headings: dict[str, str] = {}
    seats: dict[int, dict[str, str]] = {}
    called: dict[int, dict[str, str]] = {}

    def set_spreadsheet_cell_of_seat(seat_number: int, column: str, cell_text: str, heading: str) -> None:
        cells = seats.setdefault(seat_number, {})
        headings_of_seat = called.setdefault(seat_number, {})
        before = cells.get(column, "")
        if is_empty_name_cell(before):
            cells[column] = cell_text
            headings_of_seat[column] = heading
        elif not is_empty_name_cell(cell_text) and cell_text != before:
            other = f"{headings_of_seat[column]} has {shorten_and_quote_text(before)} in seat {seat_number}"
            problem = f"{shorten_and_quote_text(cell_text)}, but {other}; accepted: the same, or one of them"
            raise SpreadsheetContradictionError(file_path, line_number, heading, problem)

    for (heading, column), cell in zip(header, cells, strict=False):
        if column is None:
            continue
        if column.name == "players":
            for number, name in enumerate(split_cell_into_player_names(cell), 1):
                set_spreadsheet_cell_of_seat(number, "player", name, heading)
        elif column.seat:
            set_spreadsheet_cell_of_seat(column.seat, column.name, cell, heading)
        else:
            name = RESULT if column.name == "won" else column.name
            shared[name] = cell
            headings[name] = heading
    return [
        SpreadsheetRow(file_path, line_number, {**shared, **seats[number]}, {**headings, **called[number]})
        for number in sorted(seats)
        if any(not is_empty_name_cell(cell) for cell in seats[number].values())
    ]


def _parse_csv_rows_with_line_numbers(
    path: str, skipped_line_count: int, csv_lines: Sequence[str], cell_separator: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and cells of each row in a CSV file that is not empty.

    `skipped_line_count` is the number of lines before these in the file. Raises `SpreadsheetError`.
    """
    reader = csv.reader(csv_lines, delimiter=cell_separator, strict=True)
    try:
        for cells in reader:
            cleaned = [" ".join(cell.split()) for cell in cells]
            if any(cleaned):
                yield skipped_line_count + reader.line_num, cleaned
    except csv.Error as error:
        accepted = "cells in which every quote is closed"
        if "field limit" in f"{error}":
            accepted = f"cells of up to {csv.field_size_limit():,} characters"
        problem = f"{error}; accepted: {accepted}"
        raise SpreadsheetError(path, skipped_line_count + reader.line_num, "", problem) from None


def _decode_spreadsheet_file(path: Path, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    """Return a file's text, with a note if its encoding was guessed. Raises `SpreadsheetError`."""
    content = _read_file_bytes(path)
    utf8 = _decode_utf8_or_none(content)
    marked = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    wanted = marked or encoding
    if wanted is None:
        return (utf8, ()) if utf8 is not None else _decode_with_guessed_encoding(path, content)
    try:
        text: str | None = content.decode(wanted)
    except LookupError:
        accepted = f"utf-8, {_CYRILLIC_ENCODING}, {_WESTERN_ENCODING} and others"
        problem = f"{encoding!r} is no encoding; accepted: {accepted}"
        raise SpreadsheetError(str(path), 0, "--encoding", problem) from None
    except ValueError:
        text = None
    if marked is None and not content.isascii() and utf8 not in (None, text):
        problem = f"{encoding!r}, but it is in UTF-8; accepted: nothing, where all tables are"
        raise SpreadsheetError(str(path), 0, "--encoding", problem)
    if text is None:
        raise SpreadsheetError(str(path), 0, "", f"is not a text in {wanted}")
    return text, ()


def _decode_utf8_or_none(content: bytes) -> str | None:
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
        raise SpreadsheetError(str(path), 0, "", problem) from None
    if len(content) > MAX_SHEET_BYTES:
        raise SpreadsheetError(str(path), 0, "", f"is too large; accepted: up to {MAX_SHEET_BYTES:,} bytes")
    return content


def _decode_with_guessed_encoding(path: Path, file_content: bytes) -> tuple[str, tuple[str, ...]]:
    """Return a file's text in a guessed encoding, with a note about the guess.

    Raises `SpreadsheetError`.
    """
    if foreign := _NON_ENGLISH_BYTES.search(file_content):
        windows, cyrillic = (foreign[0].decode(each, "replace") for each in (_WESTERN_ENCODING, _CYRILLIC_ENCODING))
        problem = f"is not in UTF-8, and hardly in {_WESTERN_ENCODING} ({windows.strip()!r})"
        accepted = f"accepted: --encoding, such as {_CYRILLIC_ENCODING} ({cyrillic.strip()!r})"
        raise SpreadsheetError(str(path), 0, "", f"{problem}; {accepted}")
    try:
        text = file_content.decode(_WESTERN_ENCODING)
    except ValueError:
        problem = f"is not a text in UTF-8 or {_WESTERN_ENCODING}; accepted: with --encoding, any"
        raise SpreadsheetError(str(path), 0, "", problem) from None
    cell = _NON_ASCII_TEXT.search(text)
    assert cell is not None  # a file in ASCII is in UTF-8 too
    read = f"{path}: read as {_WESTERN_ENCODING} ({cell[0].strip()!r})"
    return text, (f"{read}, as it is not in UTF-8 (--encoding says otherwise)",)


def _find_header_line_and_separator(
    sheet_path: str, lines: Sequence[str], known_columns: Sequence[str]
) -> tuple[int, str]:
    """Return the index of the line with the headings, and the character between cells."""
    for number, line in enumerate(lines):
        # Excel's declaration of a separator.
        if line.casefold().startswith("sep=") and len(line.strip()) == 5:
            return number + 1, line[4]
        if line.strip():
            return number, max(_SEPARATORS, key=lambda each: _count_known_headings(line, each, known_columns))
    return 0, _SEPARATORS[0]


def _count_known_headings(header_line: str, separator: str, known_columns: Sequence[str]) -> int:
    try:
        cells = next(csv.reader(io.StringIO(header_line), delimiter=separator), [])
    except csv.Error:  # a cell that is too long
        return 0
    return len({*map_headings_to_columns(cells, known_columns)} - {None})


def _validate_spreadsheet_header(
    path: str, line_number: int, header: Header, spreadsheet_layout: SpreadsheetColumnLayout, *, has_row_per_game: bool
) -> None:
    """Raise `SpreadsheetError` if a heading is missing or occurs twice."""
    found: dict[SpreadsheetColumn, str] = {}
    for heading, column in header:
        if column is not None and column in found:
            twice = f"{shorten_and_quote_text(found[column])} and {shorten_and_quote_text(heading)} are the same column"
            same = "this column comes twice" if found[column] == heading else twice
            raise SpreadsheetError(path, line_number, heading, f"{same}; accepted: once")
        if column is not None:
            found[column] = heading
    names = {column.name for column in found}
    for column, heading in found.items() if has_row_per_game else ():
        if not column.seat and column.name in SEAT_COLUMNS and column.name != "won":
            accepted = f"a column for each seat: {heading} 1, {heading} 2 and so on"
            raise SpreadsheetError(path, line_number, heading, f"is about one player; accepted: {accepted}")
    needed = [each for each in spreadsheet_layout.needed if not has_row_per_game or each not in ("game", "player")]
    for name in needed:
        if name not in names or (not has_row_per_game and SpreadsheetColumn(name) not in found):
            problem = f"there is no such column; accepted: {', '.join(spreadsheet_layout.known)}"
            raise SpreadsheetError(path, line_number, name, problem)


def _validate_number_of_cells(path: str, line_number: int, header: Header, cells: Sequence[str]) -> None:
    """Raise `SpreadsheetError` if a row has more cells than there are headings."""
    if any(cells[len(header) :]):
        problem = f"{len(cells)} cells; accepted: {len(header)}, as in the header"
        raise SpreadsheetError(path, line_number, "", problem)
