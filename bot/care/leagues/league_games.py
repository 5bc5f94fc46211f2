"""Parsing the games of a league from its two spreadsheets; names stay as they were typed.

The results sheet has a row for each player of each game, in the order of the seats. The defeats sheet, which is
optional, has a row for each defeat, in the order of events.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.basics.similar_names import build_lookalike_name_key
from bot.care.leagues.csv_sheets import (
    RESULT,
    LeagueSpreadsheet,
    SpreadsheetColumnLayout,
    SpreadsheetProblemCollector,
    SpreadsheetRow,
    is_empty_name_cell,
)
from bot.care.leagues.headings import Won, map_cell_words_to_values, split_cell_into_player_names
from bot.care.leagues.result_defeats import (
    SpreadsheetPlayerResult,
    build_defeat_rows_from_results,
    compute_final_places_from_exit_turns,
    list_defeats_missing_from_sheet,
)
from bot.formatters.messages import PodMessageFormatter
from bot.i18n import DEFAULT, load_translations, normalize_word_for_comparison
from bot.rules.concession import PlayerConceded
from bot.rules.entering import MAX_ENTERED_COMMANDS, PastGameRecorded
from bot.rules.records import FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS, Variant
from bot.storage.servers.server_settings import ServerSettings
from bot.time.moments import (
    BOTH_ORDERS,
    MAX_TYPED_LENGTH,
    Order,
    find_possible_day_and_month_orders,
    parse_possible_times,
)

GAME_COLUMNS = ("played", "time", "variant", "table", "format", "scoring")
"""Columns that are the same in all rows of a game, or empty in all but the first."""

DECK_COLUMNS = ("deck", "commander", "partner", "bracket", "colours")
"""Columns about the deck of the row's player."""

SEAT_COLUMNS = ("won", "winner", "place", "points", "master", "seat", *DECK_COLUMNS, "by", "defeated", "out")
"""Columns about the player of the row."""

WINNER_COLUMNS = ("winner", RESULT)
"""Columns that name winners, or say in a word what became of the row's player."""

RESULTS_LAYOUT = SpreadsheetColumnLayout(
    ("game", "player", *GAME_COLUMNS, *SEAT_COLUMNS, "players"),
    ("game", "player", "played"),
    max(table.most for table in TABLES.values()),
)
DEFEATS_LAYOUT = SpreadsheetColumnLayout(
    ("game", "player", "how", "by", "card"), ("game", "player"), MAX_ENTERED_COMMANDS
)

EARLIEST_GAME_DATE = datetime(1993, 8, 5, tzinfo=UTC)
"""The day on which Magic was published."""

MAX_POINTS = 9_999

_NOON = "12:00"
_HAS_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_SECONDS = re.compile(r"(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?")
_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|er|re|ère|e|ème|-?[йея])", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"([+-]?\d{1,4})(?:[.,]0+)?")

T = TypeVar("T", bound=str)


class SpreadsheetOutcomeCell(NamedTuple):
    """A spreadsheet cell that says if a player won, lost or drew.

    The cell may be in another player's row.
    """

    won: Won
    row: SpreadsheetRow
    column: str


class PlayerInSpreadsheetRow(Struct, frozen=True):
    """A player of a game, read from one row of a spreadsheet. None means that a value is missing.

    A player with a `master` served that player at the end. `told` are the cells that tell the outcome in words, or name
    the player as a winner.
    """

    row: SpreadsheetRow
    player: str
    told: tuple[SpreadsheetOutcomeCell, ...] = ()
    place: int | None = None
    points: int | None = None
    master: str = ""

    @property
    def outcome_cells(self) -> tuple[SpreadsheetOutcomeCell, ...]:
        """Return the cells that say if the player won, lost or drew.

        Without such a cell, a first place tells a win.
        """
        return self.told or ((SpreadsheetOutcomeCell("won", self.row, "place"),) if self.place == 1 else ())

    @property
    def first_outcome_cell(self) -> SpreadsheetOutcomeCell | None:
        """Return the first cell that says if the player won, lost or drew; None without one."""
        return next(iter(self.outcome_cells), None)


class SpreadsheetGame(Struct, frozen=True):
    """A game read from a league's spreadsheet: its name there, its time, setup, seats and defeats.

    `played` is the time. Its `setup` has no date yet. Without a readable date (`is_dated`) it can only be checked. The
    defeats may be told by the table of results alone.
    """

    name: str
    played: datetime
    setup: PodSetup
    seats: tuple[PlayerInSpreadsheetRow, ...]
    defeats: tuple[SpreadsheetRow, ...] = ()
    is_dated: bool = True
    first: SpreadsheetRow | None = None
    are_defeats_in_results: bool = False

    @property
    def first_row(self) -> SpreadsheetRow:
        return self.first or self.seats[0].row


class EmptySpreadsheetCellDefaults(Struct, frozen=True):
    """The values used for empty cells: the server's settings, and the current time.

    `variants` are the server's own, beside the built-in ones. `dates` says whether the day or the month is first
    between slashes.
    """

    settings: ServerSettings
    variants: Mapping[str, Variant]
    now: datetime
    dates: Order | None = None

    @property
    def time_zone_of_dates(self) -> ZoneInfo:
        return self.settings.time_zone


def parse_spreadsheet_games(
    results_sheet: LeagueSpreadsheet,
    defeats_sheet: LeagueSpreadsheet | None,
    cell_defaults: EmptySpreadsheetCellDefaults,
    sheet_problems: SpreadsheetProblemCollector,
) -> list[SpreadsheetGame]:
    """Return the games of a league's spreadsheets in order, and collect the errors in cells."""
    rows = _group_rows_by_game_name(results_sheet.rows, sheet_problems)
    happened = _group_rows_by_game_name(defeats_sheet.rows, sheet_problems) if defeats_sheet is not None else {}
    for name, unknown in happened.items():
        if name not in rows:
            problem = f"{unknown[0].quote_cell('game')} is no game of {results_sheet.path}"
            sheet_problems.errors.append(f"{unknown[0].build_spreadsheet_cell_error('game', problem)}")
    with sheet_problems.collect_errors():
        cell_defaults = replace(cell_defaults, dates=cell_defaults.dates or _detect_day_and_month_order(rows.values()))
    found: list[SpreadsheetGame] = []
    for name, of_game in rows.items():
        with sheet_problems.collect_errors():
            defeats_of_game = tuple(happened.get(name, ()))
            game = _parse_spreadsheet_game(results_sheet, name, of_game, defeats_of_game, cell_defaults, sheet_problems)
            found += [game] if game is not None else []
    return found


def _detect_day_and_month_order(rows_by_game: Iterable[list[SpreadsheetRow]]) -> Order | None:
    """Return whether dates in a spreadsheet begin with the day or the month; None if that is unclear."""
    decided: dict[Order, SpreadsheetRow] = {}
    unclear: SpreadsheetRow | None = None
    dotted: Order | None = None
    for row, *_ in rows_by_game:
        orders = find_possible_day_and_month_orders(row.get_cell_text("played"))
        if len(orders) == 1 and "/" in row.get_cell_text("played"):
            decided.setdefault(next(iter(orders)), row)
        elif len(orders) == 1:
            dotted = next(iter(orders))
        elif orders:
            unclear = unclear or row
    if len(decided) > 1:
        one, other = (decided[order] for order in BOTH_ORDERS)
        problem = (
            f"{one.quote_cell('played')} has the day first, and {other.format_cell_location_and_text('played')} "
            "the month"
        )
        raise one.build_contradicted_cell_error("played", f"{problem}; accepted: one order in all rows")
    if decided or unclear is None or dotted:
        return next(iter(decided), dotted)
    problem = f"{unclear.quote_cell('played')} may have the day or the month first, as every date here"
    raise unclear.build_contradicted_cell_error("played", f"{problem}; accepted: with --dates dmy or --dates mdy")


def _group_rows_by_game_name(
    spreadsheet_rows: Iterable[SpreadsheetRow], sheet_problems: SpreadsheetProblemCollector
) -> dict[str, list[SpreadsheetRow]]:
    """Return the rows of each game by its name, and collect the errors in cells."""
    found: dict[str, list[SpreadsheetRow]] = {}
    last = ""
    for row in spreadsheet_rows:
        with sheet_problems.collect_errors():
            name = row.get_cell_text("game")
            if not name:
                problem = "is empty; accepted: a number or a name, the same in all rows"
                raise row.build_spreadsheet_cell_error("game", problem)
            if name != last and name in found:
                problem = f"{row.quote_cell('game')} comes twice; accepted: rows that follow each other"
                raise row.build_spreadsheet_cell_error("game", problem)
            found.setdefault(name, []).append(row)
            last = name
    return found


def _parse_spreadsheet_game(
    results_sheet: LeagueSpreadsheet,
    game_name: str,
    game_rows: list[SpreadsheetRow],
    defeat_rows: tuple[SpreadsheetRow, ...],
    cell_defaults: EmptySpreadsheetCellDefaults,
    sheet_problems: SpreadsheetProblemCollector,
) -> SpreadsheetGame | None:
    """Return a game from its rows, and collect the errors in cells; None if a cell is invalid.

    Raises `SpreadsheetError`.
    """
    first = game_rows[0]
    before = len(sheet_problems.errors)
    for row in game_rows[1:]:
        for column in GAME_COLUMNS:
            with sheet_problems.collect_errors():
                if row.get_cell_text(column) not in ("", first.get_cell_text(column)):
                    problem = f"{row.quote_cell(column)} differs from {first.quote_cell(column)} in line"
                    accepted = f"{first.line}; accepted: the same, or nothing"
                    raise row.build_contradicted_cell_error(column, f"{problem} {accepted}")
    played = EARLIEST_GAME_DATE  # whatever the date, the other cells can be read
    setup: PodSetup | None = None
    with sheet_problems.collect_errors():
        setup = _parse_game_setup_from_sheet_row(first, cell_defaults)
    named = _parse_outcome_cells_by_player(game_rows, results_sheet.outcomes, sheet_problems)
    seats: list[PlayerInSpreadsheetRow] = []
    for row in game_rows:
        seats += _parse_player_seat(row, results_sheet.outcomes, named, sheet_problems)
    if not defeat_rows and not {"won", "winner", "place"}.intersection(results_sheet.columns):
        problem = "nothing says who won; accepted: a column won or place, or rows in --defeats"
        raise first.build_spreadsheet_cell_error("", problem)
    with sheet_problems.collect_errors():
        seats = _sort_player_seats_by_number(seats)
    in_results: tuple[SpreadsheetRow, ...] = ()
    with sheet_problems.collect_errors():
        seats, in_results = _read_places_and_defeats_from_results(seats, defeat_rows, setup)
    is_readable = bool(seats) and len(sheet_problems.errors) == before
    is_dated = False
    with sheet_problems.collect_errors():
        played = _parse_game_date_from_sheet_row(first, "played", cell_defaults)
        is_dated = True
    if not is_readable or setup is None:
        return None
    happened = defeat_rows or in_results
    return SpreadsheetGame(game_name, played, setup, tuple(seats), happened, is_dated, first, bool(in_results))


def _read_places_and_defeats_from_results(
    player_seats: list[PlayerInSpreadsheetRow], defeat_rows: tuple[SpreadsheetRow, ...], pod_setup: PodSetup | None
) -> tuple[list[PlayerInSpreadsheetRow], tuple[SpreadsheetRow, ...]]:
    """Return the players' seats and the rows of their defeats, read from the results sheet.

    Missing places follow from the turns in which players left. A defeats sheet takes precedence, and must agree. Raises
    `SpreadsheetError`.
    """
    rows = [
        SpreadsheetPlayerResult(
            seat.player, seat.row, seat.place, any(told.won != "lost" for told in seat.outcome_cells)
        )
        for seat in player_seats
    ]
    if defeat_rows:
        for defeat, other in list_defeats_missing_from_sheet(rows, defeat_rows, _normalise_player_name):
            problem = f"{defeat.by!r} defeated {defeat.loser!r}, but {other}; accepted: the same in both tables"
            raise defeat.row.build_contradicted_cell_error(defeat.column, problem)
        return player_seats, ()
    has_servants = pod_setup is not None and pod_setup.variant_rules.has_servants
    if found := build_defeat_rows_from_results(rows, _normalise_player_name, is_ordered_by_place=not has_servants):
        return player_seats, found
    places = compute_final_places_from_exit_turns(rows)
    return [replace(seat, place=place) for seat, place in zip(player_seats, places, strict=True)], ()


def _sort_player_seats_by_number(player_seats: list[PlayerInSpreadsheetRow]) -> list[PlayerInSpreadsheetRow]:
    """Sort the seats by the column `seat`; without that column, keep the order of rows.

    Raises `SpreadsheetError`.
    """
    numbers: dict[int, PlayerInSpreadsheetRow] = {}
    for seat in player_seats:
        typed = seat.row.get_name_in_cell("seat")
        found = _WHOLE_NUMBER.fullmatch(typed.rstrip("."))
        if not typed and not numbers:
            continue
        if found is None or not 1 <= int(found[1]) <= len(player_seats):
            problem = f"{seat.row.quote_cell('seat')} is no seat of {len(player_seats)}"
            raise seat.row.build_spreadsheet_cell_error(
                "seat", f"{problem}; accepted: 1 to {len(player_seats)}, once in a game"
            )
        if (other := numbers.setdefault(int(found[1]), seat)) is not seat:
            problem = f"{seat.row.quote_cell('seat')} is taken, see {other.row.format_cell_location_and_text('seat')}"
            raise seat.row.build_contradicted_cell_error("seat", f"{problem}; accepted: each seat once in a game")
    if numbers and len(numbers) < len(player_seats):
        empty = next(seat for seat in player_seats if not seat.row.get_name_in_cell("seat"))
        raise empty.row.build_spreadsheet_cell_error(
            "seat", f"is empty; accepted: 1 to {len(player_seats)}, in all rows or none"
        )
    return [numbers[each] for each in sorted(numbers)] if numbers else player_seats


def _parse_game_setup_from_sheet_row(
    first_row: SpreadsheetRow, cell_defaults: EmptySpreadsheetCellDefaults
) -> PodSetup:
    settings = cell_defaults.settings
    own = cell_defaults.variants
    known = settings.variant if settings.variant in {*VARIANTS, *own} else PodSetup().variant
    variant = _parse_cell_as_one_of_choices(first_row, "variant", (*VARIANTS, *own), known)
    house = None if variant in VARIANTS else own[variant]
    if house is not None and first_row.get_cell_text("scoring"):
        raise first_row.build_spreadsheet_cell_error("scoring", "this variant has its own; accepted: an empty cell")
    scored = settings.find_default_scoring_of_variant(variant) if house is None else PodSetup().scoring
    table = _parse_cell_as_one_of_choices(first_row, "table", TABLES, settings.table)
    bases: tuple[FormatId, ...] = get_args(FormatId)
    base = next(
        (b for b in bases if b == _parse_cell_as_one_of_choices(first_row, "format", bases, settings.base)), None
    )
    if base is None:
        raise first_row.build_unknown_word_error("format", bases)
    scoring = _parse_cell_as_one_of_choices(first_row, "scoring", SCORINGS, scored)
    return PodSetup(table=table, variant=variant, base=base, scoring=scoring, house=house)


def fill_empty_cells_from_earlier_import(
    spreadsheet_game: SpreadsheetGame, imported_setup: PodSetup
) -> SpreadsheetGame:
    """Return a game with its empty cells filled from the same game in an earlier import.

    The server's defaults may have changed since.
    """
    row = spreadsheet_game.first_row
    setup = spreadsheet_game.setup
    if setup.variant == imported_setup.variant or not row.get_cell_text("variant"):
        setup = replace(setup, variant=imported_setup.variant, house=imported_setup.house)
        setup = setup if row.get_cell_text("scoring") else replace(setup, scoring=imported_setup.scoring)
    setup = setup if row.get_cell_text("table") else replace(setup, table=imported_setup.table)
    setup = setup if row.get_cell_text("format") else replace(setup, base=imported_setup.base)
    return replace(spreadsheet_game, setup=setup)


def remove_defeats_if_import_had_none(
    spreadsheet_game: SpreadsheetGame, import_event: PastGameRecorded
) -> SpreadsheetGame:
    """Return a spreadsheet's game without defeats if its earlier import had none.

    Only defeats that were computed from the results are removed.
    """
    has_defeats = any(isinstance(each, DefeatsReported | PlayerConceded) for each in import_event.story)
    if has_defeats or not spreadsheet_game.are_defeats_in_results:
        return spreadsheet_game
    return replace(spreadsheet_game, defeats=(), are_defeats_in_results=False)


def _parse_outcome_cells_by_player(
    game_rows: list[SpreadsheetRow], outcome_words: Mapping[str, Won], sheet_problems: SpreadsheetProblemCollector
) -> dict[str, list[SpreadsheetOutcomeCell]]:
    """Return the cells that say who won, lost or drew, by normalised player name.

    A word in such a cell is about the player of its row. Collects errors in cells.
    """
    players = [_normalise_player_name(row.get_name_in_cell("player")) for row in game_rows]
    found: dict[str, list[SpreadsheetOutcomeCell]] = {}
    for row, player in zip(game_rows, players, strict=True):
        for column in WINNER_COLUMNS:
            cell = row.get_name_in_cell(column)
            word = outcome_words.get(normalize_word_for_comparison(cell))
            if not cell:
                continue
            if word is not None and _normalise_player_name(cell) not in players:
                found.setdefault(player, []).append(SpreadsheetOutcomeCell(word, row, column))
                continue
            named_in_cell = split_cell_into_player_names(cell, lambda name: _normalise_player_name(name) in players)
            for name in map(_normalise_player_name, named_in_cell):
                if name not in players:
                    named = ", ".join(repr(each.get_cell_text("player")) for each in game_rows)
                    problem = f"{row.quote_cell(column)} does not play game {row.quote_cell('game')}"
                    error = row.build_spreadsheet_cell_error(column, f"{problem}; accepted: {named}")
                    sheet_problems.add_problem(error)
                found.setdefault(name, []).append(SpreadsheetOutcomeCell("won", row, column))
    return found


def _normalise_player_name(player_name: str) -> str:
    return build_lookalike_name_key(player_name.removeprefix("@"))


def _parse_player_seat(
    player_row: SpreadsheetRow,
    outcome_words: Mapping[str, Won],
    winner_cells: Mapping[str, list[SpreadsheetOutcomeCell]],
    sheet_problems: SpreadsheetProblemCollector,
) -> list[PlayerInSpreadsheetRow]:
    about = [column for column in SEAT_COLUMNS if column != "winner"]
    told = [column for column in about if not is_empty_name_cell(player_row.get_cell_text(column))]
    seat = PlayerInSpreadsheetRow(
        player_row, player_row.get_name_in_cell("player"), master=player_row.get_name_in_cell("master")
    )
    seat = replace(seat, told=tuple(winner_cells.get(_normalise_player_name(seat.player), ())))
    if not seat.player and player_row.get_cell_text("player") and not told:
        return []
    with sheet_problems.collect_errors():
        if not seat.player:
            problem = (
                "is empty" if not player_row.get_cell_text("player") else f"{player_row.quote_cell('player')} is nobody"
            )
            accepted = "a name, or the id of somebody on Discord"
            raise player_row.build_spreadsheet_cell_error("player", f"{problem}; accepted: {accepted}")
    with sheet_problems.collect_errors():
        seat = replace(seat, told=(*_parse_won_column(player_row, outcome_words), *seat.told))
    with sheet_problems.collect_errors():
        seat = replace(seat, place=_parse_player_final_place(player_row))
    with sheet_problems.collect_errors():
        seat = replace(seat, points=_parse_player_points(player_row))
    return [seat]


# Cells


def _parse_game_date_from_sheet_row(
    sheet_row: SpreadsheetRow, column: str, cell_defaults: EmptySpreadsheetCellDefaults
) -> datetime:
    """Return the date of a game; noon if no time is given. Raises `SpreadsheetError`."""
    typed = f"{sheet_row.get_cell_text(column)} {sheet_row.get_name_in_cell('time')}".strip()
    text = _SECONDS.sub(r"\1", typed)
    readings: tuple[datetime, ...] = ()
    if _HAS_YEAR.search(typed) and len(text) < MAX_TYPED_LENGTH:
        readings = _parse_possible_dates(f"{text} {_NOON}", cell_defaults) or _parse_possible_dates(text, cell_defaults)
    if not readings and (refused := _describe_wrong_weekday(text, cell_defaults)):
        raise sheet_row.build_contradicted_cell_error(column, f"{sheet_row.quote_cell(column)}: {refused}")
    day = f"{sheet_row.get_cell_text(column)} {_NOON}"
    is_full = not _parse_possible_dates(day, cell_defaults) and _parse_possible_dates(
        sheet_row.get_cell_text(column), cell_defaults
    )
    if not readings and sheet_row.get_name_in_cell("time") and is_full:
        problem = (
            f"{sheet_row.quote_cell(column)} has an hour, and so has {sheet_row.format_cell_location_and_text('time')}"
        )
        raise sheet_row.build_contradicted_cell_error(column, f"{problem}; accepted: one of them")
    if len(readings) != 1:
        accepted = "2026-01-31, 2026-01-31 21:30, 31.01.2026, 31/01/2026 21:30 and the like"
        problem = "has several readings" if readings else "is no day"
        raise sheet_row.build_spreadsheet_cell_error(
            column, f"{sheet_row.quote_cell(column)} {problem}; accepted: {accepted}"
        )
    if readings[0] > cell_defaults.now:
        raise sheet_row.build_spreadsheet_cell_error(
            column, f"{sheet_row.quote_cell(column)} is to come; accepted: a day that has passed"
        )
    if readings[0] < EARLIEST_GAME_DATE:
        problem = f"{sheet_row.quote_cell(column)} is too long ago; accepted: {EARLIEST_GAME_DATE:%Y-%m-%d} or later"
        raise sheet_row.build_spreadsheet_cell_error(column, problem)
    return readings[0]


def _parse_possible_dates(date_text: str, cell_defaults: EmptySpreadsheetCellDefaults) -> tuple[datetime, ...]:
    """Return the times that a cell with a date may mean; empty if the cell contains no date.

    Without a known order of day and month, a time in the past is preferred.
    """
    readings: tuple[datetime, ...] = ()
    for order in BOTH_ORDERS if cell_defaults.dates is None else (cell_defaults.dates,):
        try:
            found = parse_possible_times(
                date_text, cell_defaults.now, cell_defaults.time_zone_of_dates, is_past_time=True, date_orders=(order,)
            )
        except Refusal:
            continue
        readings = readings or found
        if found[0] <= cell_defaults.now:
            return found
    return readings


def _describe_wrong_weekday(date_text: str, cell_defaults: EmptySpreadsheetCellDefaults) -> str:
    """Return a message that the weekday does not fit the date; empty if the weekday fits."""
    try:
        parse_possible_times(date_text, cell_defaults.now, cell_defaults.time_zone_of_dates, is_past_time=True)
    except Refusal as refusal:
        if refusal.code == "when-weekday":
            return PodMessageFormatter(load_translations(DEFAULT), str).render_refusal(refusal)
    return ""


def _parse_won_column(
    player_row: SpreadsheetRow, outcome_words: Mapping[str, Won]
) -> tuple[SpreadsheetOutcomeCell, ...]:
    """Return the outcome in the column `won`. Raises `SpreadsheetError`."""
    typed = normalize_word_for_comparison(player_row.get_cell_text("won"))
    if is_empty_name_cell(typed) and typed not in outcome_words:
        return ()
    if typed not in outcome_words:
        problem = f"{player_row.quote_cell('won')} says nothing; accepted: yes, no, draw, or an empty cell"
        raise player_row.build_spreadsheet_cell_error("won", problem)
    return (SpreadsheetOutcomeCell(outcome_words[typed], player_row, "won"),)


def _parse_player_points(player_row: SpreadsheetRow) -> int | None:
    """Return a player's points; None for an empty cell. Raises `SpreadsheetError`."""
    typed = player_row.get_cell_text("points")
    if is_empty_name_cell(typed):
        return None
    found = _WHOLE_NUMBER.fullmatch(typed.replace("−", "-"))
    if found is None:
        accepted = f"-{MAX_POINTS} to {MAX_POINTS}"
        raise player_row.build_spreadsheet_cell_error(
            "points", f"{player_row.quote_cell('points')} is no whole number; accepted: {accepted}"
        )
    return int(found[1])


def _parse_player_final_place(player_row: SpreadsheetRow) -> int | None:
    """Return a player's final place; None for an empty cell. Raises `SpreadsheetError`."""
    typed = player_row.get_cell_text("place")
    if is_empty_name_cell(typed):
        return None
    found = _ORDINAL.fullmatch(typed) or _WHOLE_NUMBER.fullmatch(typed.rstrip("."))
    if found is None or int(found[1]) < 1:
        problem = f"{player_row.quote_cell('place')} is no place; accepted: 1, 2, 3 and so on"
        raise player_row.build_spreadsheet_cell_error("place", problem)
    return int(found[1])


def _parse_cell_as_one_of_choices(sheet_row: SpreadsheetRow, column: str, choices: Iterable[T], default: T) -> T:
    """Return the known word in a cell; `default` for an empty cell. Raises `SpreadsheetError`."""
    typed = sheet_row.get_cell_text(column)
    if not typed:
        return default
    by_word = {each.casefold(): each for each in choices}
    word = (
        map_cell_words_to_values(column, tuple(by_word.values()))
        .get(normalize_word_for_comparison(typed), typed)
        .casefold()
    )
    found = by_word.get(word) or by_word.get("-".join(word.split()))
    if found is None:
        raise sheet_row.build_unknown_word_error(column, by_word.values())
    return found
