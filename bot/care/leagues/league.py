"""Reading the games of a league from its two tables; names stay as they were typed.

The table of results has a row for each player of each game, in the order of the seats. The table of
defeats, which is optional, has a row for each defeat, in the order of events.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Literal, TypeVar, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.care.leagues.sheets import Findings, Layout, Row, Sheet, is_nobody
from bot.rules.entering import MAX_ENTERED_COMMANDS
from bot.rules.events import Base, Setup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS, Variant
from bot.storage.servers.guilds import ServerSettings
from bot.when import MAX_TYPED_LENGTH, read_moment

GAME_COLUMNS = ("played", "variant", "table", "format", "scoring")
"""Columns that are the same in all rows of a game, or empty in all but the first."""

SEAT_COLUMNS = ("won", "place", "points", "master")
"""Columns about the player of the row."""

RESULTS = Layout(
    ("game", "player", *GAME_COLUMNS, *SEAT_COLUMNS),
    ("game", "player", "played"),
    max(table.most for table in TABLES.values()),
)
DEFEATS = Layout(("game", "player", "how", "by", "card"), ("game", "player"), MAX_ENTERED_COMMANDS)

Won = Literal["won", "lost", "draw"]

EARLIEST = datetime(1993, 8, 5, tzinfo=UTC)
"""The day on which Magic was published."""

MAX_POINTS = 9_999

_NOON = "12:00"
_HAS_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_HAS_CLOCK = re.compile(r"\d\s*(?::|[hч]\b|[ap]\.?m\b)", re.IGNORECASE)
_SECONDS = re.compile(r"(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?")
_WHOLE_NUMBER = re.compile(r"([+-]?\d{1,4})(?:[.,]0+)?")

_WORDS_FOR_WON: Mapping[str, Won] = {
    **dict.fromkeys(("yes", "y", "x", "1", "true", "won", "win"), "won"),
    **dict.fromkeys(("no", "n", "0", "-", "false", "lost", "loss"), "lost"),
    **dict.fromkeys(("draw", "drawn", "tie"), "draw"),
}

T = TypeVar("T", bound=str)


class Seat(Struct, frozen=True):
    """A player of a game, as a row has it; a player with a `master` was a thrall at the end.

    None means that the row does not tell it.
    """

    row: Row
    player: str
    won: Won | None = None
    place: int | None = None
    points: int | None = None
    master: str = ""

    @property
    def outcome(self) -> Won | None:
        """The outcome that the row tells, by its column `won` or by the first place."""
        return "won" if self.won is None and self.place == 1 else self.won

    @property
    def outcome_column(self) -> str:
        """The column that tells the outcome."""
        return "place" if self.won is None else "won"


class LeagueGame(Struct, frozen=True):
    """A game that the tables call `name`; its `setup` has no date yet, `played` is the date."""

    name: str
    played: datetime
    setup: Setup
    seats: tuple[Seat, ...]
    defeats: tuple[Row, ...] = ()

    @property
    def row(self) -> Row:
        """Return the game's first row."""
        return self.seats[0].row


class Defaults(Struct, frozen=True):
    """Defaults for cells that are empty: the server's settings, and `now`.

    `variants` are the server's own, beside the built-in ones.
    """

    settings: ServerSettings
    variants: Mapping[str, Variant]
    now: datetime

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone of the dates in the tables."""
        return self.settings.zone


def read_league(
    results: Sheet, defeats: Sheet | None, defaults: Defaults, findings: Findings
) -> list[LeagueGame]:
    """Return the games that can be read, in the order of the table; collect what is wrong."""
    rows = _group_by_game(results.rows, findings)
    happened = _group_by_game(defeats.rows, findings) if defeats is not None else {}
    for name, unknown in happened.items():
        if name not in rows:
            problem = f"{unknown[0].quote('game')} is no game of {results.path}"
            findings.errors.append(f"{unknown[0].fail('game', problem)}")
    found: list[LeagueGame] = []
    for name, of_game in rows.items():
        with findings.collect():
            defeats_of_game = tuple(happened.get(name, ()))
            game = _read_game(results, name, of_game, defeats_of_game, defaults, findings)
            found += [game] if game is not None else []
    return found


def _group_by_game(rows: Iterable[Row], findings: Findings) -> dict[str, list[Row]]:
    """Return the rows of each game by its name; collect what is wrong."""
    found: dict[str, list[Row]] = {}
    last = ""
    for row in rows:
        with findings.collect():
            name = row.get("game")
            if not name:
                problem = "is empty; accepted: a number or a name, the same in all rows"
                raise row.fail("game", problem)
            if name != last and name in found:
                problem = f"{row.quote('game')} comes twice; accepted: rows that follow each other"
                raise row.fail("game", problem)
            found.setdefault(name, []).append(row)
            last = name
    return found


def _read_game(
    results: Sheet,
    name: str,
    rows: list[Row],
    defeats: tuple[Row, ...],
    defaults: Defaults,
    findings: Findings,
) -> LeagueGame | None:
    """Return a game; None if a cell cannot be read. Collects all that is wrong with its cells.

    Raises `SheetError`.
    """
    first = rows[0]
    before = len(findings.errors)
    for row in rows[1:]:
        for column in GAME_COLUMNS:
            with findings.collect():
                if row.get(column) not in ("", first.get(column)):
                    problem = f"{row.quote(column)} differs from {first.quote(column)} in line"
                    accepted = f"{first.line}; accepted: the same, or nothing"
                    raise row.contradict(column, f"{problem} {accepted}")
    played: datetime | None = None
    setup: Setup | None = None
    with findings.collect():
        played = _read_played(first, "played", defaults.zone, defaults.now)
    with findings.collect():
        setup = _read_setup(first, defaults)
    seats: list[Seat] = []
    for row in rows:
        seats += _read_seat(row, findings)
    if not defeats and not {"won", "place"}.intersection(results.columns):
        problem = "nothing says who won; accepted: a column won or place, or rows in --defeats"
        raise first.fail("", problem)
    if played is None or setup is None or len(findings.errors) > before or not seats:
        return None
    return LeagueGame(name, played, setup, tuple(seats), defeats)


def _read_setup(row: Row, defaults: Defaults) -> Setup:
    settings = defaults.settings
    own = defaults.variants
    known = settings.variant if settings.variant in {*VARIANTS, *own} else Setup().variant
    variant = _read_word(row, "variant", (*VARIANTS, *own), known)
    house = None if variant in VARIANTS else own[variant]
    if house is not None and row.get("scoring"):
        raise row.fail("scoring", "this variant has its own; accepted: an empty cell")
    scored = settings.find_scoring(variant) if house is None else Setup().scoring
    table = _read_word(row, "table", TABLES, settings.table)
    bases: tuple[Base, ...] = get_args(Base)
    base = next((b for b in bases if b == _read_word(row, "format", bases, settings.base)), None)
    if base is None:
        raise row.fail_unknown("format", bases)
    scoring = _read_word(row, "scoring", SCORINGS, scored)
    return Setup(table=table, variant=variant, base=base, scoring=scoring, house=house)


def fill_empty_cells(game: LeagueGame, before: Setup) -> LeagueGame:
    """Return a game whose empty cells take their values from `before`, its earlier import.

    The server's defaults may have changed since.
    """
    row = game.row
    setup = game.setup
    if setup.variant == before.variant or not row.get("variant"):
        setup = replace(setup, variant=before.variant, house=before.house)
        setup = setup if row.get("scoring") else replace(setup, scoring=before.scoring)
    setup = setup if row.get("table") else replace(setup, table=before.table)
    setup = setup if row.get("format") else replace(setup, base=before.base)
    return replace(game, setup=setup)


def _read_seat(row: Row, findings: Findings) -> list[Seat]:
    """Return the seat of a row, none if it is empty; collect all that is wrong with its cells."""
    told = [column for column in SEAT_COLUMNS if not is_nobody(row.get(column))]
    seat = Seat(row, row.get_name("player"), master=row.get_name("master"))
    if not seat.player and row.get("player") and not told:
        return []
    with findings.collect():
        if not seat.player:
            problem = "is empty" if not row.get("player") else f"{row.quote('player')} is nobody"
            accepted = "a name, or the id of somebody on Discord"
            raise row.fail("player", f"{problem}; accepted: {accepted}")
    with findings.collect():
        seat = replace(seat, won=_read_won(row))
    with findings.collect():
        seat = replace(seat, place=_read_place(row))
    with findings.collect():
        seat = replace(seat, points=_read_points(row))
    return [seat]


# Cells


def _read_played(row: Row, column: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the date of a game; noon if the cell has no time. Raises `SheetError`."""
    typed = row.get(column)
    text = _SECONDS.sub(r"\1", typed)
    if not _HAS_CLOCK.search(text):
        text = f"{text} {_NOON}"
    try:
        if not _HAS_YEAR.search(typed) or len(text) > MAX_TYPED_LENGTH:
            raise Refusal("when-unreadable")
        found = read_moment(text, now, zone, past=True)
    except Refusal:
        accepted = "2026-01-31, 2026-01-31 21:30, 31.01.2026, 31/01/2026 21:30 and the like"
        raise row.fail(column, f"{row.quote(column)} is no day; accepted: {accepted}") from None
    if found > now:
        raise row.fail(column, f"{typed!r} is to come; accepted: a day that has passed")
    if found < EARLIEST:
        problem = f"{typed!r} is too long ago; accepted: {EARLIEST:%Y-%m-%d} or later"
        raise row.fail(column, problem)
    return found


def _read_won(row: Row) -> Won | None:
    """Return the outcome in the column `won`; None if the cell is empty. Raises `SheetError`."""
    typed = row.get("won").casefold()
    found = _WORDS_FOR_WON.get(typed)
    if found is None and not is_nobody(typed):
        problem = f"{row.quote('won')} says nothing; accepted: yes, no, draw, or an empty cell"
        raise row.fail("won", problem)
    return found


def _read_points(row: Row) -> int | None:
    """Return a player's points; None if the cell is empty. Raises `SheetError`."""
    typed = row.get("points")
    if is_nobody(typed):
        return None
    found = _WHOLE_NUMBER.fullmatch(typed.replace("−", "-"))
    if found is None:
        accepted = f"-{MAX_POINTS} to {MAX_POINTS}"
        raise row.fail("points", f"{row.quote('points')} is no whole number; accepted: {accepted}")
    return int(found[1])


def _read_place(row: Row) -> int | None:
    """Return a player's place, from 1; None if the cell is empty. Raises `SheetError`."""
    typed = row.get("place")
    if is_nobody(typed):
        return None
    found = _WHOLE_NUMBER.fullmatch(typed.rstrip("."))
    if found is None or int(found[1]) < 1:
        problem = f"{row.quote('place')} is no place; accepted: 1, 2, 3 and so on"
        raise row.fail("place", problem)
    return int(found[1])


def _read_word(row: Row, column: str, known: Iterable[T], default: T) -> T:
    """Return the `known` word in a cell; `default` if the cell is empty. Raises `SheetError`."""
    typed = row.get(column)
    if not typed:
        return default
    by_word = {each.casefold(): each for each in known}
    found = by_word.get(typed.casefold()) or by_word.get("-".join(typed.casefold().split()))
    if found is None:
        raise row.fail_unknown(column, by_word.values())
    return found
