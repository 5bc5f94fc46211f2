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

from bot.basics.similar_names import fold_lookalike_name, format_account_handle
from bot.projections.ratings import rating_to_points
from bot.projections.season_standings import load_season_standings
from bot.projections.standings import LeaderboardScope
from bot.season_rules.ranking import SeasonStandingsLine
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.storage.engine.schema import people, results, seasons
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.people import SHOWN_NAME, join_people_with_nicknames
from bot.storage.record.redacted_texts import load_redacted_texts
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import decode_season_rules
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

Format = Literal["csv", "json"]

Status = Literal["ranked", "unranked", "excluded"]

GUEST = "guest"
"""Marks the names of guests; a file has one language."""

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together."""


class ExportedLine(Struct, frozen=True, gc=False):
    """A player's line in a standings file; its fields are the keys and columns of the file.

    `player` is the last known name; None for a forgotten player. `longest_reign` is in seconds.
    First and last game are games that count. `rating` is the current one, whatever counts; None
    before it is computed. By a season's rules not all `played` games may count, and players who
    are not ranked, or excluded, have no rank: see `status`.
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
    """The number and name of the season whose games a standings file counts."""

    number: int
    name: str


class ExportedScope(Struct, frozen=True, rename={"since": "from", "until": "to"}):
    """The header of a standings file: which results it counts, and when it was made.

    Games count that ended at `since` or later, and before `until`. Many programs lose digits of
    large numbers, so the server's id is a text. `game` is set for other games than pods,
    `rules` for seasons with rules.
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


def load_exported_scope(
    connection: Connection, guild_id: int, scope: LeaderboardScope, now: datetime
) -> ExportedScope:
    """Load the header of a standings file for a leaderboard's scope.

    Raises `LookupError` if the server has no such season.
    """
    season = None
    since = None
    until = None
    rules = NO_RULES
    if scope.season is not None:
        of = (seasons.c.guild == guild_id, seasons.c.number == scope.season)
        row = connection.execute(select(seasons).where(*of)).one_or_none()
        if row is None:
            raise LookupError(scope.season)
        struck = load_redacted_texts(connection, guild_id)
        season = SeasonName(row.number, struck(row.name))
        since = row.start
        until = row.end
        rules = decode_season_rules(row.rules)
    elif scope.since is not None:
        since = datetime_from_milliseconds(scope.since * DAY_MILLISECONDS)
    variant, table = (None if each == WILDCARD else each for each in (scope.variant, scope.table))
    game = UNSET if scope.game == POD else scope.game
    chosen = UNSET if rules.has_no_rules else rules
    return ExportedScope(f"{guild_id}", now, season, since, until, variant, table, game, chosen)


def load_exported_lines(
    connection: Connection, exported_scope: ExportedScope
) -> Iterator[ExportedLine]:
    """Yield the lines of all players with results that count, most points first.

    Equal points share a rank. By a season's rules, lines without a rank come last.
    """
    table = None
    if exported_scope.season is not None:
        game = POD if exported_scope.game is UNSET else exported_scope.game
        table = load_season_standings(
            connection, int(exported_scope.server), exported_scope.season.number, game
        )
    shared = _load_shared_names(connection, exported_scope)
    rows = connection.execute(
        _select_exported_lines(exported_scope).execution_options(yield_per=ROWS_PER_FETCH)
    )
    if table is not None:
        yield from _build_season_lines(
            table.list_lines(exported_scope.variant or WILDCARD, exported_scope.table or WILDCARD),
            rows,
            shared,
        )
        return
    for _, name, username, account, rank, *values, mu in rows:
        rating = None if mu is None else rating_to_points(mu)
        called = _build_unique_name(name, username, account, shared)
        yield ExportedLine(*[rank, called, *values, rating, values[1]])


def _load_shared_names(connection: Connection, exported_scope: ExportedScope) -> set[str]:
    """Load the names, folded for comparison, that several people in a standings file share."""
    there = select(results.c.player).where(*_match_exported_scope(exported_scope))
    names = select(SHOWN_NAME).select_from(join_people_with_nicknames(int(exported_scope.server)))
    seen = set[str]()
    shared = set[str]()
    found = names.where(people.c.id.in_(there)).execution_options(yield_per=ROWS_PER_FETCH)
    for name in connection.scalars(found):
        (shared if (key := fold_lookalike_name(name)) in seen else seen).add(key)
    return shared


def _build_unique_name(
    name: str | None, username: str | None, account: int | None, shared_names: Collection[str]
) -> str | None:
    """Return a player's unique name in a standings file; None for a forgotten player."""
    if name is None or account is None:
        return name
    if account < 0:
        return f"{name} ({GUEST})"
    return (
        name
        if fold_lookalike_name(name) not in shared_names
        else f"{name} ({format_account_handle(username or '', account)})"
    )


def _build_season_lines(
    lines: Iterable[SeasonStandingsLine], rows: Iterable[Any], shared_names: Collection[str]
) -> Iterator[ExportedLine]:
    """Yield the lines of a season with rules; `rows` contribute names and ratings."""
    known = {
        player: (_build_unique_name(name, username, account, shared_names), mu)
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
            None if line.first is None else datetime_from_milliseconds(line.first),
            None if line.last is None else datetime_from_milliseconds(line.last),
            None if mu is None else rating_to_points(mu),
            line.played,
            _find_rank_status(line),
            line.from_deeds,
        )


def _find_rank_status(line: SeasonStandingsLine) -> Status:
    if line.excluded:
        return "excluded"
    return "ranked" if line.rank is not None else "unranked"


def _select_exported_lines(exported_scope: ExportedScope) -> Select[Any]:
    sums = _select_player_sums(exported_scope).subquery("sums")
    rank = func.rank().over(order_by=sums.c.points.desc())
    _, *values = sums.c
    called = (SHOWN_NAME, people.c.username, people.c.discord_id)
    rated = results.alias("rated")
    rating = (
        select(rated.c.mu)
        .where(
            rated.c.guild == int(exported_scope.server),
            rated.c.game == (exported_scope.game or POD),
        )
        .where(rated.c.player == sums.c.player)
        .where(rated.c.mu.is_not(None))
        .order_by(rated.c.at.desc(), rated.c.channel.desc(), rated.c.pod.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(sums.c.player, *called, rank, *values, rating)
        .select_from(
            sums.outerjoin(
                join_people_with_nicknames(int(exported_scope.server)), people.c.id == sums.c.player
            )
        )
        .order_by(sums.c.points.desc(), sums.c.player)
    )


def _select_player_sums(exported_scope: ExportedScope) -> Select[Any]:
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
        .where(*_match_exported_scope(exported_scope))
        .group_by(results.c.player)
    )


def _match_exported_scope(exported_scope: ExportedScope) -> Iterator[ColumnElement[bool]]:
    yield and_(
        results.c.guild == int(exported_scope.server),
        results.c.game == (exported_scope.game or POD),
    )
    if exported_scope.rules is UNSET or not exported_scope.rules.guests:
        yield ~results.c.guest
    if exported_scope.since is not None:
        yield results.c.at >= exported_scope.since
    if exported_scope.until is not None:
        yield results.c.at < exported_scope.until
    if exported_scope.variant is not None:
        yield results.c.variant == exported_scope.variant
    if exported_scope.table is not None:
        yield results.c.table == exported_scope.table


# Encoding


def encode_standings_file(
    file_format: Format, exported_scope: ExportedScope, lines: Iterable[ExportedLine]
) -> Iterator[bytes]:
    """Yield a standings file as CSV or JSON, a line at a time."""
    return (
        _encode_standings_csv(lines)
        if file_format == "csv"
        else _encode_standings_json(exported_scope, lines)
    )


def _encode_standings_json(
    exported_scope: ExportedScope, lines: Iterable[ExportedLine]
) -> Iterator[bytes]:
    yield msgspec.json.encode(exported_scope)[:-1] + b',"lines":['
    for number, line in enumerate(lines):
        yield (b",\n" if number else b"\n") + msgspec.json.encode(line)
    yield b"]}\n"


def _encode_standings_csv(lines: Iterable[ExportedLine]) -> Iterator[bytes]:
    """Yield RFC 4180 lines in UTF-8: commas, CRLF, quotes where necessary; dates as in JSON."""
    row = io.StringIO()
    writer = csv.writer(row)
    header = tuple(field.name for field in fields(ExportedLine))
    for values in chain([header], map(_list_csv_values, lines)):
        writer.writerow(values)
        yield row.getvalue().encode()
        row.seek(0)
        row.truncate()


def _list_csv_values(line: ExportedLine) -> Iterable[object]:
    values: dict[str, object] = msgspec.to_builtins(line)
    return {**values, "player": escape_spreadsheet_formula(line.player or "")}.values()


_FORMULA_PATTERN = re.compile(r"'*[\t\r\n]|[\s']*[=+\-@＝＋－＠]")
"""Text that a spreadsheet may take for a formula, also after apostrophes."""


def escape_spreadsheet_formula(text: str) -> str:
    """Return a text with an apostrophe before anything that a spreadsheet may compute."""
    return f"'{text}" if _FORMULA_PATTERN.match(text) else text
