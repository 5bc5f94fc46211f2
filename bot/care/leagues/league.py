"""Reading the games of a league from its two tables; names stay as they were typed.

The table of results has a row for each player of each game, in the order of the seats. The table of
defeats, which is optional, has a row for each defeat, in the order of events.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.care.leagues.headings import Won, list_labels, split_names
from bot.care.leagues.sheets import RESULT, Findings, Layout, Row, Sheet, is_nobody
from bot.i18n import DEFAULT, fold_word, load_catalogue
from bot.namesakes import fold_name
from bot.rules.entering import MAX_ENTERED_COMMANDS
from bot.rules.records import Base, Setup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS, Variant
from bot.storage.servers.guilds import ServerSettings
from bot.when import BOTH_ORDERS, MAX_TYPED_LENGTH, Order, find_orders, read_moments
from bot.words import Words

GAME_COLUMNS = ("played", "time", "variant", "table", "format", "scoring")
"""Columns that are the same in all rows of a game, or empty in all but the first."""

DECK_COLUMNS = ("deck", "commander", "partner", "bracket")
"""Columns about the deck of the row's player."""

SEAT_COLUMNS = ("won", "winner", "place", "points", "master", "seat", *DECK_COLUMNS)
"""Columns about the player of the row."""

WINNER_COLUMNS = ("winner", RESULT)
"""Columns that name winners, or say in a word what became of the row's player."""

RESULTS = Layout(
    ("game", "player", *GAME_COLUMNS, *SEAT_COLUMNS, "players"),
    ("game", "player", "played"),
    max(table.most for table in TABLES.values()),
)
DEFEATS = Layout(("game", "player", "how", "by", "card"), ("game", "player"), MAX_ENTERED_COMMANDS)

EARLIEST = datetime(1993, 8, 5, tzinfo=UTC)
"""The day on which Magic was published."""

MAX_POINTS = 9_999

_NOON = "12:00"
_HAS_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_SECONDS = re.compile(r"(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?")
_WHOLE_NUMBER = re.compile(r"([+-]?\d{1,4})(?:[.,]0+)?")

T = TypeVar("T", bound=str)


class Told(NamedTuple):
    """A cell that tells a player's outcome; it may stand in another player's row."""

    won: Won
    row: Row
    column: str


class Seat(Struct, frozen=True):
    """A player of a game, as a row has it; a player with a `master` was a thrall at the end.

    `told` are the cells that tell the outcome in words, or name the player as a winner. None means
    that the row does not tell it.
    """

    row: Row
    player: str
    told: tuple[Told, ...] = ()
    place: int | None = None
    points: int | None = None
    master: str = ""

    @property
    def outcomes(self) -> tuple[Told, ...]:
        """The cells that tell the outcome; if there are none, a first place does."""
        return self.told or ((Told("won", self.row, "place"),) if self.place == 1 else ())

    @property
    def outcome(self) -> Told | None:
        """The first cell that tells the outcome."""
        return next(iter(self.outcomes), None)


class LeagueGame(Struct, frozen=True):
    """A game that the tables call `name`; its `setup` has no date yet, `played` is the date.

    Without a readable date (`is_dated`) it cannot be entered, only checked.
    """

    name: str
    played: datetime
    setup: Setup
    seats: tuple[Seat, ...]
    defeats: tuple[Row, ...] = ()
    is_dated: bool = True
    first: Row | None = None

    @property
    def row(self) -> Row:
        """Return the game's first row in the table."""
        return self.first or self.seats[0].row


class Defaults(Struct, frozen=True):
    """Defaults for cells that are empty: the server's settings, and `now`.

    `variants` are the server's own, beside the built-in ones. `dates` says whether the day or the
    month is first between slashes.
    """

    settings: ServerSettings
    variants: Mapping[str, Variant]
    now: datetime
    dates: Order | None = None

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
    with findings.collect():
        defaults = replace(defaults, dates=defaults.dates or _find_dates(rows.values()))
    found: list[LeagueGame] = []
    for name, of_game in rows.items():
        with findings.collect():
            defeats_of_game = tuple(happened.get(name, ()))
            game = _read_game(results, name, of_game, defeats_of_game, defaults, findings)
            found += [game] if game is not None else []
    return found


def _find_dates(games: Iterable[list[Row]]) -> Order | None:
    """Return the order of day and month in a file's dates; None if it makes no difference.

    A date that can be read in one order decides for all. Raises `Contradiction`.
    """
    decided: dict[Order, Row] = {}
    unclear: Row | None = None
    dotted: Order | None = None
    for row, *_ in games:
        orders = find_orders(row.get("played"))
        if len(orders) == 1 and "/" in row.get("played"):
            decided.setdefault(next(iter(orders)), row)
        elif len(orders) == 1:
            dotted = next(iter(orders))
        elif orders:
            unclear = unclear or row
    if len(decided) > 1:
        one, other = (decided[order] for order in BOTH_ORDERS)
        problem = f"{one.quote('played')} has the day first, and {other.cite('played')} the month"
        raise one.contradict("played", f"{problem}; accepted: one order in all rows")
    if decided or unclear is None or dotted:
        return next(iter(decided), dotted)
    problem = f"{unclear.quote('played')} may have the day or the month first, as every date here"
    raise unclear.contradict("played", f"{problem}; accepted: with --dates dmy or --dates mdy")


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
    played = EARLIEST  # whatever the date, the other cells can be read
    setup: Setup | None = None
    with findings.collect():
        setup = _read_setup(first, defaults)
    named = _read_winners(rows, results.outcomes, findings)
    seats: list[Seat] = []
    for row in rows:
        seats += _read_seat(row, results.outcomes, named, findings)
    if not defeats and not {"won", "winner", "place"}.intersection(results.columns):
        problem = "nothing says who won; accepted: a column won or place, or rows in --defeats"
        raise first.fail("", problem)
    with findings.collect():
        seats = _sort_seats(seats)
    is_readable = bool(seats) and len(findings.errors) == before
    is_dated = False
    with findings.collect():
        played = _read_played(first, "played", defaults)
        is_dated = True
    if not is_readable or setup is None:
        return None
    return LeagueGame(name, played, setup, tuple(seats), defeats, is_dated, first)


def _sort_seats(seats: list[Seat]) -> list[Seat]:
    """Return seats by the column `seat`, in the order of the rows if it is empty.

    Raises `SheetError`.
    """
    numbers: dict[int, Seat] = {}
    for seat in seats:
        typed = seat.row.get_name("seat")
        found = _WHOLE_NUMBER.fullmatch(typed.rstrip("."))
        if not typed and not numbers:
            continue
        if found is None or not 1 <= int(found[1]) <= len(seats):
            problem = f"{seat.row.quote('seat')} is no seat of {len(seats)}"
            raise seat.row.fail("seat", f"{problem}; accepted: 1 to {len(seats)}, once in a game")
        if (other := numbers.setdefault(int(found[1]), seat)) is not seat:
            problem = f"{seat.row.quote('seat')} is taken, see {other.row.cite('seat')}"
            raise seat.row.contradict("seat", f"{problem}; accepted: each seat once in a game")
    if numbers and len(numbers) < len(seats):
        empty = next(seat for seat in seats if not seat.row.get_name("seat"))
        raise empty.row.fail("seat", f"is empty; accepted: 1 to {len(seats)}, in all rows or none")
    return [numbers[each] for each in sorted(numbers)] if numbers else seats


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


def _read_winners(
    rows: list[Row], outcomes: Mapping[str, Won], findings: Findings
) -> dict[str, list[Told]]:
    """Return what cells that may name winners tell, by the folded name of the player.

    A word in such a cell is about the player of its row. Collects what is wrong.
    """
    players = [_fold_player(row.get_name("player")) for row in rows]
    found: dict[str, list[Told]] = {}
    for row, player in zip(rows, players, strict=True):
        for column in WINNER_COLUMNS:
            cell = row.get_name(column)
            word = outcomes.get(fold_word(cell))
            if not cell:
                continue
            if word is not None and _fold_player(cell) not in players:
                found.setdefault(player, []).append(Told(word, row, column))
                continue
            is_one = _fold_player(cell) in players
            for name in map(_fold_player, (cell,) if is_one else split_names(cell)):
                if name not in players:
                    named = ", ".join(repr(each.get("player")) for each in rows)
                    problem = f"{row.quote(column)} does not play game {row.quote('game')}"
                    error = row.fail(column, f"{problem}; accepted: {named}")
                    findings.add(error)
                found.setdefault(name, []).append(Told("won", row, column))
    return found


def _fold_player(name: str) -> str:
    return fold_name(name.removeprefix("@"))


def _read_seat(
    row: Row, outcomes: Mapping[str, Won], named: Mapping[str, list[Told]], findings: Findings
) -> list[Seat]:
    """Return the seat of a row, none if it is empty; collect all that is wrong with its cells."""
    about = [column for column in SEAT_COLUMNS if column != "winner"]
    told = [column for column in about if not is_nobody(row.get(column))]
    seat = Seat(row, row.get_name("player"), master=row.get_name("master"))
    seat = replace(seat, told=tuple(named.get(_fold_player(seat.player), ())))
    if not seat.player and row.get("player") and not told:
        return []
    with findings.collect():
        if not seat.player:
            problem = "is empty" if not row.get("player") else f"{row.quote('player')} is nobody"
            accepted = "a name, or the id of somebody on Discord"
            raise row.fail("player", f"{problem}; accepted: {accepted}")
    with findings.collect():
        seat = replace(seat, told=(*_read_won(row, outcomes), *seat.told))
    with findings.collect():
        seat = replace(seat, place=_read_place(row))
    with findings.collect():
        seat = replace(seat, points=_read_points(row))
    return [seat]


# Cells


def _read_played(row: Row, column: str, defaults: Defaults) -> datetime:
    """Return the date of a game; noon if the cells have no time. Raises `SheetError`."""
    typed = f"{row.get(column)} {row.get_name('time')}".strip()
    text = _SECONDS.sub(r"\1", typed)
    readings: tuple[datetime, ...] = ()
    if _HAS_YEAR.search(typed) and len(text) < MAX_TYPED_LENGTH:
        readings = _read_moments(f"{text} {_NOON}", defaults) or _read_moments(text, defaults)
    if not readings and (refused := _find_contradiction(text, defaults)):
        raise row.contradict(column, f"{row.quote(column)}: {refused}")
    day = f"{row.get(column)} {_NOON}"
    is_full = not _read_moments(day, defaults) and _read_moments(row.get(column), defaults)
    if not readings and row.get_name("time") and is_full:
        problem = f"{row.quote(column)} has an hour, and so has {row.cite('time')}"
        raise row.contradict(column, f"{problem}; accepted: one of them")
    if len(readings) != 1:
        accepted = "2026-01-31, 2026-01-31 21:30, 31.01.2026, 31/01/2026 21:30 and the like"
        problem = "has several readings" if readings else "is no day"
        raise row.fail(column, f"{row.quote(column)} {problem}; accepted: {accepted}")
    if readings[0] > defaults.now:
        raise row.fail(column, f"{row.quote(column)} is to come; accepted: a day that has passed")
    if readings[0] < EARLIEST:
        problem = f"{row.quote(column)} is too long ago; accepted: {EARLIEST:%Y-%m-%d} or later"
        raise row.fail(column, problem)
    return readings[0]


def _read_moments(text: str, defaults: Defaults) -> tuple[datetime, ...]:
    """Return the readings of a date and an hour; none if there are none.

    Without an order of day and month, one that is not to come counts.
    """
    readings: tuple[datetime, ...] = ()
    for order in BOTH_ORDERS if defaults.dates is None else (defaults.dates,):
        try:
            found = read_moments(text, defaults.now, defaults.zone, past=True, orders=(order,))
        except Refusal:
            continue
        readings = readings or found
        if found[0] <= defaults.now:
            return found
    return readings


def _find_contradiction(text: str, defaults: Defaults) -> str:
    """Return in words how the day of the week contradicts the date; empty if it does not."""
    try:
        read_moments(text, defaults.now, defaults.zone, past=True)
    except Refusal as refusal:
        if refusal.code == "when-weekday":
            return Words(load_catalogue(DEFAULT), str).render_refusal(refusal)
    return ""


def _read_won(row: Row, outcomes: Mapping[str, Won]) -> tuple[Told, ...]:
    """Return what the column `won` tells, if anything. Raises `SheetError`."""
    typed = fold_word(row.get("won"))
    if is_nobody(typed) and typed not in outcomes:
        return ()
    if typed not in outcomes:
        problem = f"{row.quote('won')} says nothing; accepted: yes, no, draw, or an empty cell"
        raise row.fail("won", problem)
    return (Told(outcomes[typed], row, "won"),)


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
    word = list_labels(column, tuple(by_word.values())).get(fold_word(typed), typed).casefold()
    found = by_word.get(word) or by_word.get("-".join(word.split()))
    if found is None:
        raise row.fail_unknown(column, by_word.values())
    return found
