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

from bot.care.leagues.sheets import Row, Sheet
from bot.rules.events import Base, Setup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS, Variant
from bot.storage.servers.guilds import ServerSettings
from bot.when import MAX_TYPED_LENGTH, read_moment

GAME_COLUMNS = ("played", "variant", "table", "format", "scoring")
"""Columns that are the same in all rows of a game, or empty in all but the first."""

RESULTS = ("game", "player", *GAME_COLUMNS, "won", "place", "points", "master")
DEFEATS = ("game", "player", "how", "by", "card")
NEEDED_RESULTS = ("game", "player", "played")
NEEDED_DEFEATS = ("game", "player")

Won = Literal["won", "lost", "draw"]

EARLIEST = datetime(1993, 8, 5, tzinfo=UTC)
"""The day on which Magic was published."""

MAX_POINTS = 9_999

_NOON = "12:00"
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_CLOCK = re.compile(r"\d\s*(?::|[hч]\b|[ap]\.?m\b)", re.IGNORECASE)
_SECONDS = re.compile(r"(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?")
_WHOLE = re.compile(r"([+-]?\d{1,4})(?:[.,]0+)?")

_WON: Mapping[str, Won] = {
    **dict.fromkeys(("yes", "y", "x", "1", "true", "won", "win"), "won"),
    **dict.fromkeys(("no", "n", "0", "-", "false", "lost", "loss"), "lost"),
    **dict.fromkeys(("draw", "drawn", "tie"), "draw"),
}

T = TypeVar("T", bound=str)


class Seat(Struct, frozen=True):
    """A player of a game, as a row has it; a player with a `master` was a thrall at the end."""

    row: Row
    player: str
    won: Won | None = None
    points: int | None = None
    master: str = ""


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


def read_league(results: Sheet, defeats: Sheet | None, defaults: Defaults) -> list[LeagueGame]:
    """Return the games in the order of the table. Raises `SheetError`."""
    rows = _group(results.rows)
    happened = _group(defeats.rows) if defeats is not None else {}
    for name, unknown in happened.items():
        if name not in rows:
            raise unknown[0].fail("game", f"{name!r} is no game of {results.path}")
    return [
        _read_game(results, name, of_game, tuple(happened.get(name, ())), defaults)
        for name, of_game in rows.items()
    ]


def _group(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows of each game by its name. Raises `SheetError`."""
    found: dict[str, list[Row]] = {}
    last = ""
    for row in rows:
        name = row.get("game")
        if not name:
            raise row.fail("game", "is empty; accepted: a number or a name, the same in all rows")
        if name != last and name in found:
            raise row.fail("game", f"{name!r} comes twice; accepted: rows that follow each other")
        found.setdefault(name, []).append(row)
        last = name
    return found


def _read_game(
    results: Sheet, name: str, rows: list[Row], defeats: tuple[Row, ...], defaults: Defaults
) -> LeagueGame:
    first = rows[0]
    for row in rows[1:]:
        for column in GAME_COLUMNS:
            if row.get(column) not in ("", first.get(column)):
                problem = f"{row.get(column)!r} differs from {first.get(column)!r} in line"
                raise row.fail(column, f"{problem} {first.line}; accepted: the same, or nothing")
    played = _read_played(first, "played", defaults.zone, defaults.now)
    setup = _read_setup(first, defaults)
    seats = tuple(_read_seat(row, results.columns) for row in rows)
    if not defeats and not {"won", "place"}.intersection(results.columns):
        problem = "nothing says who won; accepted: a column won or place, or rows in --defeats"
        raise first.fail("", problem)
    return LeagueGame(name, played, setup, seats, defeats)


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


def _read_seat(row: Row, columns: Iterable[str]) -> Seat:
    player = row.get("player")
    if not player:
        raise row.fail("player", "is empty; accepted: a name, or the id of somebody on Discord")
    won: Won | None = None
    if "won" in columns:
        won = _read_won(row)
    elif "place" in columns:
        won = "won" if _read_place(row) == 1 else None
    return Seat(row, player, won, _read_points(row), row.get("master"))


# Cells


def _read_played(row: Row, column: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the date of a game; noon if the cell has no time. Raises `SheetError`."""
    typed = row.get(column)
    text = _SECONDS.sub(r"\1", typed)
    if not _CLOCK.search(text):
        text = f"{text} {_NOON}"
    try:
        if not _YEAR.search(typed) or len(text) > MAX_TYPED_LENGTH:
            raise Refusal("when-unreadable")
        found = read_moment(text, now, zone, past=True)
    except Refusal:
        accepted = "2026-01-31, 2026-01-31 21:30, 31.01.2026, 31/01/2026 21:30 and the like"
        raise row.fail(column, f"{typed!r} is no day; accepted: {accepted}") from None
    if found > now:
        raise row.fail(column, f"{typed!r} is to come; accepted: a day that has passed")
    if found < EARLIEST:
        problem = f"{typed!r} is too long ago; accepted: {EARLIEST:%Y-%m-%d} or later"
        raise row.fail(column, problem)
    return found


def _read_won(row: Row) -> Won | None:
    """Return the outcome in the column `won`; None if the cell is empty. Raises `SheetError`."""
    typed = row.get("won")
    if not typed:
        return None
    if (found := _WON.get(typed.casefold())) is None:
        raise row.fail("won", f"{typed!r} says nothing; accepted: yes, no, draw, or an empty cell")
    return found


def _read_points(row: Row) -> int | None:
    """Return a player's points; None if the cell is empty. Raises `SheetError`."""
    typed = row.get("points")
    if not typed:
        return None
    found = _WHOLE.fullmatch(typed.replace("−", "-"))
    if found is None:
        problem = f"{typed!r} is no whole number; accepted: -{MAX_POINTS} to {MAX_POINTS}"
        raise row.fail("points", problem)
    return int(found[1])


def _read_place(row: Row) -> int:
    """Return a player's place, from 1. Raises `SheetError`."""
    typed = row.get("place")
    found = _WHOLE.fullmatch(typed.rstrip("."))
    if found is None or int(found[1]) < 1:
        raise row.fail("place", f"{typed!r} is no place; accepted: 1, 2, 3 and so on")
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
