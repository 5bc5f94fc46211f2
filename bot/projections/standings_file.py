"""Standings as a file: all lines, as CSV or as one JSON document.

Lines are read from the results, a thousand at a time. A file may be passed on, so it has no account and no internal id,
only names. People who share a name have their user name added.
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

from bot.basics.similar_names import build_lookalike_name_key, format_discord_user_name
from bot.projections.ratings import convert_rating_to_points
from bot.projections.season_standings import compute_season_standings
from bot.projections.standings import LeaderboardFilter
from bot.season_rules.ranking import SeasonStandingsLine
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.storage.engine.schema import people, results, seasons
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.people import SHOWN_NAME, build_people_with_nicknames_join
from bot.storage.record.redacted_texts import load_redacted_texts_of_server
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import decode_season_rules_json
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

Format = Literal["csv", "json"]

Status = Literal["ranked", "unranked", "excluded"]

GUEST = "guest"
"""Marks the names of guests; a file has one language."""

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together."""


class StandingsFileLine(Struct, frozen=True, gc=False):
    """A player's line in a file of standings. Its fields are the columns.

    `player` is the last known name; None for a forgotten player. `longest_reign` is in seconds. First and last game are
    games that count. `rating` is the current one, whatever counts; None before it is computed. By a season's rules not
    all `played` games may count, and players who are not ranked, or excluded, have no rank: see `status`.
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


class SeasonOfStandingsFile(Struct, frozen=True):
    """The number and name of the season in a file of standings."""

    number: int
    name: str


class StandingsFileHeader(Struct, frozen=True, rename={"since": "from", "until": "to"}):
    """The header of a file of standings: which results count, and when it was made.

    Games count that ended at `since` or later, and before `until`. Many programs lose digits of large numbers, so the
    server's id is a text. `game` is set for other games than pods, `rules` for seasons with rules.
    """

    server: str
    made_at: datetime
    season: SeasonOfStandingsFile | None
    since: datetime | None
    until: datetime | None
    variant: str | None
    table: str | None
    game: GameKind | UnsetType = UNSET
    rules: SeasonRules | UnsetType = UNSET


def load_standings_file_header(
    connection: Connection, guild_id: int, leaderboard_filter: LeaderboardFilter, now: datetime
) -> StandingsFileHeader:
    """Load the header of a file of standings.

    Raises `LookupError` if the server has no such season.
    """
    season = None
    since = None
    until = None
    rules = NO_RULES
    if leaderboard_filter.season is not None:
        of = (seasons.c.guild == guild_id, seasons.c.number == leaderboard_filter.season)
        row = connection.execute(select(seasons).where(*of)).one_or_none()
        if row is None:
            raise LookupError(leaderboard_filter.season)
        struck = load_redacted_texts_of_server(connection, guild_id)
        season = SeasonOfStandingsFile(row.number, struck(row.name))
        since = row.start
        until = row.end
        rules = decode_season_rules_json(row.rules)
    elif leaderboard_filter.since is not None:
        since = datetime_from_milliseconds(leaderboard_filter.since * DAY_MILLISECONDS)
    variant, table = (
        None if each == WILDCARD else each for each in (leaderboard_filter.variant, leaderboard_filter.table)
    )
    game = UNSET if leaderboard_filter.game == POD else leaderboard_filter.game
    chosen = UNSET if rules.has_no_rules else rules
    return StandingsFileHeader(f"{guild_id}", now, season, since, until, variant, table, game, chosen)


def load_standings_file_lines(connection: Connection, file_header: StandingsFileHeader) -> Iterator[StandingsFileLine]:
    """Yield the lines of all players with counted results, most points first.

    Equal points share a rank. By a season's rules, lines without a rank come last.
    """
    table = None
    if file_header.season is not None:
        game = POD if file_header.game is UNSET else file_header.game
        table = compute_season_standings(connection, int(file_header.server), file_header.season.number, game)
    shared = _load_ambiguous_player_names(connection, file_header)
    rows = connection.execute(
        _build_standings_file_lines_query(file_header).execution_options(yield_per=ROWS_PER_FETCH)
    )
    if table is not None:
        yield from _build_season_standings_file_lines(
            table.list_ranked_lines(file_header.variant or WILDCARD, file_header.table or WILDCARD), rows, shared
        )
        return
    for _, name, username, account, rank, *values, mu in rows:
        rating = None if mu is None else convert_rating_to_points(mu)
        called = _build_unique_player_name(name, username, account, shared)
        yield StandingsFileLine(*[rank, called, *values, rating, values[1]])


def _load_ambiguous_player_names(connection: Connection, file_header: StandingsFileHeader) -> set[str]:
    there = select(results.c.player).where(*_build_standings_file_sql_conditions(file_header))
    names = select(SHOWN_NAME).select_from(build_people_with_nicknames_join(int(file_header.server)))
    seen = set[str]()
    shared = set[str]()
    found = names.where(people.c.id.in_(there)).execution_options(yield_per=ROWS_PER_FETCH)
    for name in connection.scalars(found):
        (shared if (key := build_lookalike_name_key(name)) in seen else seen).add(key)
    return shared


def _build_unique_player_name(
    name: str | None, username: str | None, account_id: int | None, shared_names: Collection[str]
) -> str | None:
    if name is None or account_id is None:
        return name
    if account_id < 0:
        return f"{name} ({GUEST})"
    return (
        name
        if build_lookalike_name_key(name) not in shared_names
        else f"{name} ({format_discord_user_name(username or '', account_id)})"
    )


def _build_season_standings_file_lines(
    standings_lines: Iterable[SeasonStandingsLine], name_and_rating_rows: Iterable[Any], shared_names: Collection[str]
) -> Iterator[StandingsFileLine]:
    """Yield the lines of a standings file for a season with its own rules.

    `name_and_rating_rows` add names and ratings to the lines.
    """
    known = {
        player: (_build_unique_player_name(name, username, account, shared_names), mu)
        for player, name, username, account, *_, mu in name_and_rating_rows
    }
    for line in standings_lines:
        name, mu = known.get(line.player, (None, None))
        yield StandingsFileLine(
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
            None if mu is None else convert_rating_to_points(mu),
            line.played,
            _find_rank_status_of_player(line),
            line.from_deeds,
        )


def _find_rank_status_of_player(standings_line: SeasonStandingsLine) -> Status:
    if standings_line.excluded:
        return "excluded"
    return "ranked" if standings_line.rank is not None else "unranked"


def _build_standings_file_lines_query(file_header: StandingsFileHeader) -> Select[Any]:
    sums = _build_sums_by_player_query(file_header).subquery("sums")
    rank = func.rank().over(order_by=sums.c.points.desc())
    _, *values = sums.c
    called = (SHOWN_NAME, people.c.username, people.c.discord_id)
    rated = results.alias("rated")
    rating = (
        select(rated.c.mu)
        .where(rated.c.guild == int(file_header.server), rated.c.game == (file_header.game or POD))
        .where(rated.c.player == sums.c.player)
        .where(rated.c.mu.is_not(None))
        .order_by(rated.c.at.desc(), rated.c.channel.desc(), rated.c.pod.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(sums.c.player, *called, rank, *values, rating)
        .select_from(
            sums.outerjoin(build_people_with_nicknames_join(int(file_header.server)), people.c.id == sums.c.player)
        )
        .order_by(sums.c.points.desc(), sums.c.player)
    )


def _build_sums_by_player_query(file_header: StandingsFileHeader) -> Select[Any]:
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
        .where(*_build_standings_file_sql_conditions(file_header))
        .group_by(results.c.player)
    )


def _build_standings_file_sql_conditions(file_header: StandingsFileHeader) -> Iterator[ColumnElement[bool]]:
    yield and_(results.c.guild == int(file_header.server), results.c.game == (file_header.game or POD))
    if file_header.rules is UNSET or not file_header.rules.guests:
        yield ~results.c.guest
    if file_header.since is not None:
        yield results.c.at >= file_header.since
    if file_header.until is not None:
        yield results.c.at < file_header.until
    if file_header.variant is not None:
        yield results.c.variant == file_header.variant
    if file_header.table is not None:
        yield results.c.table == file_header.table


# Encoding


def encode_standings_file(
    file_format: Format, file_header: StandingsFileHeader, file_lines: Iterable[StandingsFileLine]
) -> Iterator[bytes]:
    """Yield a file of standings as CSV or JSON, a line at a time."""
    return (
        _encode_standings_csv(file_lines) if file_format == "csv" else _encode_standings_json(file_header, file_lines)
    )


def _encode_standings_json(
    file_header: StandingsFileHeader, file_lines: Iterable[StandingsFileLine]
) -> Iterator[bytes]:
    yield msgspec.json.encode(file_header)[:-1] + b',"lines":['
    for number, line in enumerate(file_lines):
        yield (b",\n" if number else b"\n") + msgspec.json.encode(line)
    yield b"]}\n"


def _encode_standings_csv(file_lines: Iterable[StandingsFileLine]) -> Iterator[bytes]:
    """Yield a file of standings as CSV in UTF-8, with dates in ISO 8601."""
    row = io.StringIO()
    writer = csv.writer(row)
    header = tuple(field.name for field in fields(StandingsFileLine))
    for values in chain([header], map(_list_csv_values_of_line, file_lines)):
        writer.writerow(values)
        yield row.getvalue().encode()
        row.seek(0)
        row.truncate()


def _list_csv_values_of_line(file_line: StandingsFileLine) -> Iterable[object]:
    values: dict[str, object] = msgspec.to_builtins(file_line)
    return {**values, "player": escape_spreadsheet_formula(file_line.player or "")}.values()


_FORMULA_PATTERN = re.compile(r"'*[\t\r\n]|[\s']*[=+\-@＝＋－＠]")
"""Text that a spreadsheet may take for a formula, also after apostrophes."""


def escape_spreadsheet_formula(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{text}" if _FORMULA_PATTERN.match(text) else text
