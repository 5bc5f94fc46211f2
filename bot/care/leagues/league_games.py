"""Parsing the games of a league from its two spreadsheets; names stay as they were typed.

The results sheet has a row for each player of each game, in the order of the seats. The defeats
sheet, which is optional, has a row for each defeat, in the order of events.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.basics.similar_names import fold_lookalike_name
from bot.care.leagues.csv_sheets import (
    RESULT,
    LeagueSheet,
    SheetLayout,
    SheetProblems,
    SheetRow,
    is_empty_name,
)
from bot.care.leagues.headings import Won, map_labels_to_values, split_player_names
from bot.formatters.messages import MessageFormatter
from bot.i18n import DEFAULT, fold_word, load_catalogue
from bot.rules.entering import MAX_ENTERED_COMMANDS
from bot.rules.records import FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS, Variant
from bot.storage.servers.server_settings import ServerSettings
from bot.time.moments import (
    BOTH_ORDERS,
    MAX_TYPED_LENGTH,
    Order,
    find_possible_date_orders,
    parse_times,
)

GAME_COLUMNS = ("played", "time", "variant", "table", "format", "scoring")
"""Columns that are the same in all rows of a game, or empty in all but the first."""

DECK_COLUMNS = ("deck", "commander", "partner", "bracket")
"""Columns about the deck of the row's player."""

SEAT_COLUMNS = ("won", "winner", "place", "points", "master", "seat", *DECK_COLUMNS)
"""Columns about the player of the row."""

WINNER_COLUMNS = ("winner", RESULT)
"""Columns that name winners, or say in a word what became of the row's player."""

RESULTS_LAYOUT = SheetLayout(
    ("game", "player", *GAME_COLUMNS, *SEAT_COLUMNS, "players"),
    ("game", "player", "played"),
    max(table.most for table in TABLES.values()),
)
DEFEATS_LAYOUT = SheetLayout(
    ("game", "player", "how", "by", "card"), ("game", "player"), MAX_ENTERED_COMMANDS
)

EARLIEST_GAME_DATE = datetime(1993, 8, 5, tzinfo=UTC)
"""The day on which Magic was published."""

MAX_POINTS = 9_999

_NOON = "12:00"
_HAS_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_SECONDS = re.compile(r"(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?")
_WHOLE_NUMBER = re.compile(r"([+-]?\d{1,4})(?:[.,]0+)?")

T = TypeVar("T", bound=str)


class OutcomeCell(NamedTuple):
    """A cell that tells whether a player won, lost or drew; it may be in another player's row."""

    won: Won
    row: SheetRow
    column: str


class LeagueSeat(Struct, frozen=True):
    """A player of a game, from a row of the spreadsheet.

    A player with a `master` was a thrall at the end. `told` are the cells that tell the outcome
    in words, or name the player as a winner. None means that the row does not tell the value.
    """

    row: SheetRow
    player: str
    told: tuple[OutcomeCell, ...] = ()
    place: int | None = None
    points: int | None = None
    master: str = ""

    @property
    def outcome_cells(self) -> tuple[OutcomeCell, ...]:
        """Return the cells that tell the player's outcome; by default a first place tells a
        win.
        """
        return self.told or ((OutcomeCell("won", self.row, "place"),) if self.place == 1 else ())

    @property
    def first_outcome_cell(self) -> OutcomeCell | None:
        """Return the first cell that tells the player's outcome; None if there is none."""
        return next(iter(self.outcome_cells), None)


class LeagueGame(Struct, frozen=True):
    """A game in a league's spreadsheet, called `name` there and played at `played`.

    Its `setup` has no date yet. Without a readable date (`is_dated`) it cannot be entered, only
    checked.
    """

    name: str
    played: datetime
    setup: PodSetup
    seats: tuple[LeagueSeat, ...]
    defeats: tuple[SheetRow, ...] = ()
    is_dated: bool = True
    first: SheetRow | None = None

    @property
    def first_row(self) -> SheetRow:
        """Return the game's first row in the spreadsheet."""
        return self.first or self.seats[0].row


class CellDefaults(Struct, frozen=True):
    """Default values for empty cells of a spreadsheet: the server's settings, and the current
    time.

    `variants` are the server's own, beside the built-in ones. `dates` says whether the day or
    the month is first between slashes.
    """

    settings: ServerSettings
    variants: Mapping[str, Variant]
    now: datetime
    dates: Order | None = None

    @property
    def time_zone(self) -> ZoneInfo:
        """Return the time zone of the dates in the spreadsheet."""
        return self.settings.time_zone


def parse_league_games(
    results_sheet: LeagueSheet,
    defeats_sheet: LeagueSheet | None,
    defaults: CellDefaults,
    problems: SheetProblems,
) -> list[LeagueGame]:
    """Return the games in a league's spreadsheets, in their order; collect the errors in cells."""
    rows = _group_rows_by_game(results_sheet.rows, problems)
    happened = (
        _group_rows_by_game(defeats_sheet.rows, problems) if defeats_sheet is not None else {}
    )
    for name, unknown in happened.items():
        if name not in rows:
            problem = f"{unknown[0].quote_cell('game')} is no game of {results_sheet.path}"
            problems.errors.append(f"{unknown[0].build_error('game', problem)}")
    with problems.collect_errors():
        defaults = replace(defaults, dates=defaults.dates or _find_date_order(rows.values()))
    found: list[LeagueGame] = []
    for name, of_game in rows.items():
        with problems.collect_errors():
            defeats_of_game = tuple(happened.get(name, ()))
            game = _parse_game(results_sheet, name, of_game, defeats_of_game, defaults, problems)
            found += [game] if game is not None else []
    return found


def _find_date_order(rows_by_game: Iterable[list[SheetRow]]) -> Order | None:
    """Return the order of day and month in a spreadsheet; None if it makes no difference.

    A date that can be read in one order decides for all. Raises `CellContradiction`.
    """
    decided: dict[Order, SheetRow] = {}
    unclear: SheetRow | None = None
    dotted: Order | None = None
    for row, *_ in rows_by_game:
        orders = find_possible_date_orders(row.get_cell("played"))
        if len(orders) == 1 and "/" in row.get_cell("played"):
            decided.setdefault(next(iter(orders)), row)
        elif len(orders) == 1:
            dotted = next(iter(orders))
        elif orders:
            unclear = unclear or row
    if len(decided) > 1:
        one, other = (decided[order] for order in BOTH_ORDERS)
        problem = (
            f"{one.quote_cell('played')} has the day first, and {other.cite_cell('played')} "
            "the month"
        )
        raise one.build_contradiction("played", f"{problem}; accepted: one order in all rows")
    if decided or unclear is None or dotted:
        return next(iter(decided), dotted)
    problem = (
        f"{unclear.quote_cell('played')} may have the day or the month first, as every date here"
    )
    raise unclear.build_contradiction(
        "played", f"{problem}; accepted: with --dates dmy or --dates mdy"
    )


def _group_rows_by_game(
    rows: Iterable[SheetRow], problems: SheetProblems
) -> dict[str, list[SheetRow]]:
    """Return the rows of each game by the game's name; collect errors in cells."""
    found: dict[str, list[SheetRow]] = {}
    last = ""
    for row in rows:
        with problems.collect_errors():
            name = row.get_cell("game")
            if not name:
                problem = "is empty; accepted: a number or a name, the same in all rows"
                raise row.build_error("game", problem)
            if name != last and name in found:
                problem = (
                    f"{row.quote_cell('game')} comes twice; accepted: rows that follow each other"
                )
                raise row.build_error("game", problem)
            found.setdefault(name, []).append(row)
            last = name
    return found


def _parse_game(
    results_sheet: LeagueSheet,
    name: str,
    rows: list[SheetRow],
    defeat_rows: tuple[SheetRow, ...],
    defaults: CellDefaults,
    problems: SheetProblems,
) -> LeagueGame | None:
    """Return a game from its rows; None if a cell cannot be read. Collects errors in cells.

    Raises `SheetError`.
    """
    first = rows[0]
    before = len(problems.errors)
    for row in rows[1:]:
        for column in GAME_COLUMNS:
            with problems.collect_errors():
                if row.get_cell(column) not in ("", first.get_cell(column)):
                    problem = (
                        f"{row.quote_cell(column)} differs from {first.quote_cell(column)} in line"
                    )
                    accepted = f"{first.line}; accepted: the same, or nothing"
                    raise row.build_contradiction(column, f"{problem} {accepted}")
    played = EARLIEST_GAME_DATE  # whatever the date, the other cells can be read
    setup: PodSetup | None = None
    with problems.collect_errors():
        setup = _parse_game_setup(first, defaults)
    named = _parse_winner_cells(rows, results_sheet.outcomes, problems)
    seats: list[LeagueSeat] = []
    for row in rows:
        seats += _parse_seat(row, results_sheet.outcomes, named, problems)
    if not defeat_rows and not {"won", "winner", "place"}.intersection(results_sheet.columns):
        problem = "nothing says who won; accepted: a column won or place, or rows in --defeats"
        raise first.build_error("", problem)
    with problems.collect_errors():
        seats = _sort_seats(seats)
    is_readable = bool(seats) and len(problems.errors) == before
    is_dated = False
    with problems.collect_errors():
        played = _parse_game_date(first, "played", defaults)
        is_dated = True
    if not is_readable or setup is None:
        return None
    return LeagueGame(name, played, setup, tuple(seats), defeat_rows, is_dated, first)


def _sort_seats(seats: list[LeagueSeat]) -> list[LeagueSeat]:
    """Return the seats in the order of the column `seat`, or of the rows if that is empty.

    Raises `SheetError`.
    """
    numbers: dict[int, LeagueSeat] = {}
    for seat in seats:
        typed = seat.row.get_name("seat")
        found = _WHOLE_NUMBER.fullmatch(typed.rstrip("."))
        if not typed and not numbers:
            continue
        if found is None or not 1 <= int(found[1]) <= len(seats):
            problem = f"{seat.row.quote_cell('seat')} is no seat of {len(seats)}"
            raise seat.row.build_error(
                "seat", f"{problem}; accepted: 1 to {len(seats)}, once in a game"
            )
        if (other := numbers.setdefault(int(found[1]), seat)) is not seat:
            problem = f"{seat.row.quote_cell('seat')} is taken, see {other.row.cite_cell('seat')}"
            raise seat.row.build_contradiction(
                "seat", f"{problem}; accepted: each seat once in a game"
            )
    if numbers and len(numbers) < len(seats):
        empty = next(seat for seat in seats if not seat.row.get_name("seat"))
        raise empty.row.build_error(
            "seat", f"is empty; accepted: 1 to {len(seats)}, in all rows or none"
        )
    return [numbers[each] for each in sorted(numbers)] if numbers else seats


def _parse_game_setup(row: SheetRow, defaults: CellDefaults) -> PodSetup:
    settings = defaults.settings
    own = defaults.variants
    known = settings.variant if settings.variant in {*VARIANTS, *own} else PodSetup().variant
    variant = _parse_word(row, "variant", (*VARIANTS, *own), known)
    house = None if variant in VARIANTS else own[variant]
    if house is not None and row.get_cell("scoring"):
        raise row.build_error("scoring", "this variant has its own; accepted: an empty cell")
    scored = settings.find_default_scoring(variant) if house is None else PodSetup().scoring
    table = _parse_word(row, "table", TABLES, settings.table)
    bases: tuple[FormatId, ...] = get_args(FormatId)
    base = next((b for b in bases if b == _parse_word(row, "format", bases, settings.base)), None)
    if base is None:
        raise row.build_unknown_word_error("format", bases)
    scoring = _parse_word(row, "scoring", SCORINGS, scored)
    return PodSetup(table=table, variant=variant, base=base, scoring=scoring, house=house)


def fill_empty_cells_from_import(game: LeagueGame, imported_setup: PodSetup) -> LeagueGame:
    """Return a game whose empty cells take their values from the game's earlier import.

    The server's defaults may have changed since.
    """
    row = game.first_row
    setup = game.setup
    if setup.variant == imported_setup.variant or not row.get_cell("variant"):
        setup = replace(setup, variant=imported_setup.variant, house=imported_setup.house)
        setup = setup if row.get_cell("scoring") else replace(setup, scoring=imported_setup.scoring)
    setup = setup if row.get_cell("table") else replace(setup, table=imported_setup.table)
    setup = setup if row.get_cell("format") else replace(setup, base=imported_setup.base)
    return replace(game, setup=setup)


def _parse_winner_cells(
    rows: list[SheetRow], outcome_words: Mapping[str, Won], problems: SheetProblems
) -> dict[str, list[OutcomeCell]]:
    """Return the cells that name winners or tell outcomes, by the folded name of the player.

    A word in such a cell is about the player of its row. Collects errors in cells.
    """
    players = [_fold_player_name(row.get_name("player")) for row in rows]
    found: dict[str, list[OutcomeCell]] = {}
    for row, player in zip(rows, players, strict=True):
        for column in WINNER_COLUMNS:
            cell = row.get_name(column)
            word = outcome_words.get(fold_word(cell))
            if not cell:
                continue
            if word is not None and _fold_player_name(cell) not in players:
                found.setdefault(player, []).append(OutcomeCell(word, row, column))
                continue
            is_one = _fold_player_name(cell) in players
            for name in map(_fold_player_name, (cell,) if is_one else split_player_names(cell)):
                if name not in players:
                    named = ", ".join(repr(each.get_cell("player")) for each in rows)
                    problem = (
                        f"{row.quote_cell(column)} does not play game {row.quote_cell('game')}"
                    )
                    error = row.build_error(column, f"{problem}; accepted: {named}")
                    problems.add_problem(error)
                found.setdefault(name, []).append(OutcomeCell("won", row, column))
    return found


def _fold_player_name(name: str) -> str:
    return fold_lookalike_name(name.removeprefix("@"))


def _parse_seat(
    row: SheetRow,
    outcome_words: Mapping[str, Won],
    winner_cells: Mapping[str, list[OutcomeCell]],
    problems: SheetProblems,
) -> list[LeagueSeat]:
    """Return the seat in a row, none if the row is empty; collect errors in its cells."""
    about = [column for column in SEAT_COLUMNS if column != "winner"]
    told = [column for column in about if not is_empty_name(row.get_cell(column))]
    seat = LeagueSeat(row, row.get_name("player"), master=row.get_name("master"))
    seat = replace(seat, told=tuple(winner_cells.get(_fold_player_name(seat.player), ())))
    if not seat.player and row.get_cell("player") and not told:
        return []
    with problems.collect_errors():
        if not seat.player:
            problem = (
                "is empty"
                if not row.get_cell("player")
                else f"{row.quote_cell('player')} is nobody"
            )
            accepted = "a name, or the id of somebody on Discord"
            raise row.build_error("player", f"{problem}; accepted: {accepted}")
    with problems.collect_errors():
        seat = replace(seat, told=(*_parse_outcome(row, outcome_words), *seat.told))
    with problems.collect_errors():
        seat = replace(seat, place=_parse_final_place(row))
    with problems.collect_errors():
        seat = replace(seat, points=_parse_points(row))
    return [seat]


# Cells


def _parse_game_date(row: SheetRow, column: str, defaults: CellDefaults) -> datetime:
    """Return the date of a game; noon if the cells have no time. Raises `SheetError`."""
    typed = f"{row.get_cell(column)} {row.get_name('time')}".strip()
    text = _SECONDS.sub(r"\1", typed)
    readings: tuple[datetime, ...] = ()
    if _HAS_YEAR.search(typed) and len(text) < MAX_TYPED_LENGTH:
        readings = _parse_date_readings(f"{text} {_NOON}", defaults) or _parse_date_readings(
            text, defaults
        )
    if not readings and (refused := _describe_weekday_error(text, defaults)):
        raise row.build_contradiction(column, f"{row.quote_cell(column)}: {refused}")
    day = f"{row.get_cell(column)} {_NOON}"
    is_full = not _parse_date_readings(day, defaults) and _parse_date_readings(
        row.get_cell(column), defaults
    )
    if not readings and row.get_name("time") and is_full:
        problem = f"{row.quote_cell(column)} has an hour, and so has {row.cite_cell('time')}"
        raise row.build_contradiction(column, f"{problem}; accepted: one of them")
    if len(readings) != 1:
        accepted = "2026-01-31, 2026-01-31 21:30, 31.01.2026, 31/01/2026 21:30 and the like"
        problem = "has several readings" if readings else "is no day"
        raise row.build_error(column, f"{row.quote_cell(column)} {problem}; accepted: {accepted}")
    if readings[0] > defaults.now:
        raise row.build_error(
            column, f"{row.quote_cell(column)} is to come; accepted: a day that has passed"
        )
    if readings[0] < EARLIEST_GAME_DATE:
        problem = (
            f"{row.quote_cell(column)} is too long ago; accepted: "
            f"{EARLIEST_GAME_DATE:%Y-%m-%d} or later"
        )
        raise row.build_error(column, problem)
    return readings[0]


def _parse_date_readings(text: str, defaults: CellDefaults) -> tuple[datetime, ...]:
    """Return the times that a text with a date and an hour may mean; none if it has no date.

    Without an order of day and month, a time in the past is preferred.
    """
    readings: tuple[datetime, ...] = ()
    for order in BOTH_ORDERS if defaults.dates is None else (defaults.dates,):
        try:
            found = parse_times(
                text, defaults.now, defaults.time_zone, in_past=True, date_orders=(order,)
            )
        except Refusal:
            continue
        readings = readings or found
        if found[0] <= defaults.now:
            return found
    return readings


def _describe_weekday_error(text: str, defaults: CellDefaults) -> str:
    """Return a message that the day of the week contradicts the date; empty if it does not."""
    try:
        parse_times(text, defaults.now, defaults.time_zone, in_past=True)
    except Refusal as refusal:
        if refusal.code == "when-weekday":
            return MessageFormatter(load_catalogue(DEFAULT), str).render_refusal(refusal)
    return ""


def _parse_outcome(row: SheetRow, outcome_words: Mapping[str, Won]) -> tuple[OutcomeCell, ...]:
    """Return the outcome in the column `won`, if there is one. Raises `SheetError`."""
    typed = fold_word(row.get_cell("won"))
    if is_empty_name(typed) and typed not in outcome_words:
        return ()
    if typed not in outcome_words:
        problem = f"{row.quote_cell('won')} says nothing; accepted: yes, no, draw, or an empty cell"
        raise row.build_error("won", problem)
    return (OutcomeCell(outcome_words[typed], row, "won"),)


def _parse_points(row: SheetRow) -> int | None:
    """Return a player's points; None if the cell is empty. Raises `SheetError`."""
    typed = row.get_cell("points")
    if is_empty_name(typed):
        return None
    found = _WHOLE_NUMBER.fullmatch(typed.replace("−", "-"))
    if found is None:
        accepted = f"-{MAX_POINTS} to {MAX_POINTS}"
        raise row.build_error(
            "points", f"{row.quote_cell('points')} is no whole number; accepted: {accepted}"
        )
    return int(found[1])


def _parse_final_place(row: SheetRow) -> int | None:
    """Return a player's place, from 1; None if the cell is empty. Raises `SheetError`."""
    typed = row.get_cell("place")
    if is_empty_name(typed):
        return None
    found = _WHOLE_NUMBER.fullmatch(typed.rstrip("."))
    if found is None or int(found[1]) < 1:
        problem = f"{row.quote_cell('place')} is no place; accepted: 1, 2, 3 and so on"
        raise row.build_error("place", problem)
    return int(found[1])


def _parse_word(row: SheetRow, column: str, known_words: Iterable[T], default: T) -> T:
    """Return the known word in a cell; `default` if the cell is empty. Raises `SheetError`."""
    typed = row.get_cell(column)
    if not typed:
        return default
    by_word = {each.casefold(): each for each in known_words}
    word = (
        map_labels_to_values(column, tuple(by_word.values()))
        .get(fold_word(typed), typed)
        .casefold()
    )
    found = by_word.get(word) or by_word.get("-".join(word.split()))
    if found is None:
        raise row.build_unknown_word_error(column, by_word.values())
    return found
