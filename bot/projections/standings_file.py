"""Standings as a file: all lines, as CSV or as one JSON document.

Lines are read from the results, a thousand at a time. A file may be passed on, so it has no account
and no internal id, only names. People who share a name have their user name added.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields
from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from bot.namesakes import fold_name, make_handle
from bot.projections.ratings import to_points
from bot.projections.season_tables import load_table
from bot.projections.standings import Scope
from bot.season_rules.ranking import SeasonLine
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.storage.engine.moments import to_moment
from bot.storage.engine.schema import people, results, seasons
from bot.storage.record.people import SHOWN_NAME, join_nicknames
from bot.storage.record.strikes import load_struck
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import read_rules
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

Format = Literal["csv", "json"]

Status = Literal["ranked", "unranked", "excluded"]

GUEST = "guest"
"""Marks the names of guests; a file has one language."""

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together."""


class ExportedLine(Struct, frozen=True, gc=False):
    """A player's line; its fields are the keys and columns of a file.

    `player` is the last known name; None for a forgotten player. `longest_reign` is in seconds.
    First and last game are games that count. `rating` is the current one, whatever counts; None
    before it is computed. By a season's rules not all `played` games may count, and players who are
    not ranked, or excluded, have no rank: see `status`.
    """

    rank: int | None
    player: str | None
    points: int
    games: int
    won_as_master: int
    won_as_servant: int
    caused: int
    served: int
    longest_reign: int
    first_game: datetime | None
    last_game: datetime | None
    rating: int | None
    played: int
    status: Status = "ranked"
    from_deeds: int = 0


class SeasonName(Struct, frozen=True):
    """The number and name of the season whose games a file counts."""

    number: int
    name: str


class CountedScope(Struct, frozen=True, rename={"since": "from", "until": "to"}):
    """The results that a file counts, and the moment when it was made.

    Games count that ended at `since` or later, and before `until`. Many programs lose digits of
    large numbers, so the server's id is a text. `game` is set for other games than pods, `rules`
    for seasons with rules.
    """

    server: str
    made_at: datetime
    season: SeasonName | None
    since: datetime | None
    until: datetime | None
    variant: str | None
    table: str | None
    game: GameKind | UnsetType = UNSET
    rules: SeasonRules | UnsetType = UNSET


def describe_scope(connection: Connection, guild: int, scope: Scope, now: datetime) -> CountedScope:
    """Return the description of a scope. Raises `LookupError` if the server has no such season."""
    season = None
    since = None
    until = None
    rules = NO_RULES
    if scope.season is not None:
        of = (seasons.c.guild == guild, seasons.c.number == scope.season)
        row = connection.execute(select(seasons).where(*of)).one_or_none()
        if row is None:
            raise LookupError(scope.season)
        struck = load_struck(connection, guild)
        season = SeasonName(row.number, struck(row.name))
        since = row.start
        until = row.end
        rules = read_rules(row.rules)
    elif scope.since is not None:
        since = to_moment(scope.since * DAY_MILLISECONDS)
    variant, table = (None if each == WILDCARD else each for each in (scope.variant, scope.table))
    game = UNSET if scope.game == POD else scope.game
    chosen = UNSET if rules.are_none else rules
    return CountedScope(f"{guild}", now, season, since, until, variant, table, game, chosen)


def read_lines(connection: Connection, of: CountedScope) -> Iterator[ExportedLine]:
    """Yield the lines of all players with results that count, most points first.

    Equal points share a rank. By a season's rules, lines without a rank come last.
    """
    table = None
    if of.season is not None:
        game = POD if of.game is UNSET else of.game
        table = load_table(connection, int(of.server), of.season.number, game)
    shared = _load_shared_names(connection, of)
    rows = connection.execute(_select_lines(of).execution_options(yield_per=ROWS_PER_FETCH))
    if table is not None:
        yield from _list_season_lines(
            table.list_lines(of.variant or WILDCARD, of.table or WILDCARD),
            rows,
            shared,
        )
        return
    for _, name, username, account, rank, *values, mu in rows:
        rating = None if mu is None else to_points(mu)
        called = _make_unique_name(name, username, account, shared)
        yield ExportedLine(*[rank, called, *values, rating, values[1]])


def _load_shared_names(connection: Connection, of: CountedScope) -> set[str]:
    """Return the names, folded for comparison, that several people in a file share."""
    there = select(results.c.player).where(*_match_scope(of))
    names = select(SHOWN_NAME).select_from(join_nicknames(int(of.server)))
    seen = set[str]()
    shared = set[str]()
    found = names.where(people.c.id.in_(there)).execution_options(yield_per=ROWS_PER_FETCH)
    for name in connection.scalars(found):
        (shared if (key := fold_name(name)) in seen else seen).add(key)
    return shared


def _make_unique_name(
    name: str | None, username: str | None, account: int | None, shared: Collection[str]
) -> str | None:
    """Return a player's unique name in a file; None for a forgotten player."""
    if name is None or account is None:
        return name
    if account < 0:
        return f"{name} ({GUEST})"
    return (
        name
        if fold_name(name) not in shared
        else f"{name} ({make_handle(username or '', account)})"
    )


def _list_season_lines(
    lines: Iterable[SeasonLine], rows: Iterable[Any], shared: Collection[str]
) -> Iterator[ExportedLine]:
    """Yield the lines of a season with rules; `rows` contribute names and ratings."""
    known = {
        player: (_make_unique_name(name, username, account, shared), mu)
        for player, name, username, account, *_, mu in rows
    }
    for line in lines:
        name, mu = known.get(line.player, (None, None))
        yield ExportedLine(
            line.rank,
            name,
            line.points,
            line.games,
            line.won_as_master,
            line.won_as_servant,
            line.caused,
            line.served,
            line.reign // 1000,
            None if line.first is None else to_moment(line.first),
            None if line.last is None else to_moment(line.last),
            None if mu is None else to_points(mu),
            line.played,
            _find_status(line),
            line.from_deeds,
        )


def _find_status(line: SeasonLine) -> Status:
    if line.excluded:
        return "excluded"
    return "ranked" if line.rank is not None else "unranked"


def _select_lines(of: CountedScope) -> Select[Any]:
    sums = _select_sums(of).subquery("sums")
    rank = func.rank().over(order_by=sums.c.points.desc())
    _, *values = sums.c
    called = (SHOWN_NAME, people.c.username, people.c.discord_id)
    rated = results.alias("rated")
    rating = (
        select(rated.c.mu)
        .where(rated.c.guild == int(of.server), rated.c.game == (of.game or POD))
        .where(rated.c.player == sums.c.player)
        .where(rated.c.mu.is_not(None))
        .order_by(rated.c.at.desc(), rated.c.channel.desc(), rated.c.pod.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(sums.c.player, *called, rank, *values, rating)
        .select_from(sums.outerjoin(join_nicknames(int(of.server)), people.c.id == sums.c.player))
        .order_by(sums.c.points.desc(), sums.c.player)
    )


def _select_sums(of: CountedScope) -> Select[Any]:
    count = func.count()
    role = results.c.role
    return (
        select(
            results.c.player,
            func.sum(results.c.points).label("points"),
            count.label("games"),
            count.filter(results.c.won, role == "master").label("won_as_master"),
            count.filter(results.c.won, role == "servant").label("won_as_servant"),
            func.sum(results.c.caused).label("caused"),
            func.sum(results.c.served).label("served"),
            (func.max(results.c.reign) // 1000).label("longest_reign"),
            func.min(results.c.at).label("first_game"),
            func.max(results.c.at).label("last_game"),
        )
        .where(*_match_scope(of))
        .group_by(results.c.player)
    )


def _match_scope(of: CountedScope) -> Iterator[ColumnElement[bool]]:
    yield and_(results.c.guild == int(of.server), results.c.game == (of.game or POD))
    if of.rules is UNSET or not of.rules.guests:
        yield ~results.c.guest
    if of.since is not None:
        yield results.c.at >= of.since
    if of.until is not None:
        yield results.c.at < of.until
    if of.variant is not None:
        yield results.c.variant == of.variant
    if of.table is not None:
        yield results.c.table == of.table


# Encoding


def encode_file(kind: Format, of: CountedScope, lines: Iterable[ExportedLine]) -> Iterator[bytes]:
    """Yield the file, a line at a time."""
    return _encode_csv(lines) if kind == "csv" else _encode_json(of, lines)


def _encode_json(of: CountedScope, lines: Iterable[ExportedLine]) -> Iterator[bytes]:
    yield msgspec.json.encode(of)[:-1] + b',"lines":['
    for number, line in enumerate(lines):
        yield (b",\n" if number else b"\n") + msgspec.json.encode(line)
    yield b"]}\n"


def _encode_csv(lines: Iterable[ExportedLine]) -> Iterator[bytes]:
    """Yield RFC 4180 lines in UTF-8: commas, CRLF, quotes where necessary; dates as in JSON."""
    row = io.StringIO()
    writer = csv.writer(row)
    header = tuple(field.name for field in fields(ExportedLine))
    for values in chain([header], map(_list_values, lines)):
        writer.writerow(values)
        yield row.getvalue().encode()
        row.seek(0)
        row.truncate()


def _list_values(line: ExportedLine) -> Iterable[object]:
    values: dict[str, object] = msgspec.to_builtins(line)
    return {**values, "player": guard_formula(line.player or "")}.values()


_FORMULA_PATTERN = re.compile(r"'*[\t\r\n]|[\s']*[=+\-@＝＋－＠]")
"""Text that a spreadsheet may take for a formula, also after apostrophes."""


def guard_formula(name: str) -> str:
    """Return the name with an apostrophe before anything that a spreadsheet may compute."""
    return f"'{name}" if _FORMULA_PATTERN.match(name) else name
