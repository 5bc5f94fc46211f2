"""Tables of seasons with rules or excluded players, and who leads each season.

A season's rules are no sum that could be updated step by step: one more game may make an older one
count again. So a table is computed from all results of its season, cached, and computed again when
`result_changes` says that results have changed.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, func, select, type_coerce

from bot.lru_cache import LruCache
from bot.projections.standings import LINES_PER_PAGE, Page, Scope, StandingsLine, read_leaderboard
from bot.rules.facts import Player
from bot.season_rules.games import SeasonGame, SeasonSeat
from bot.season_rules.ranking import SeasonLine, SeasonTable
from bot.season_rules.rules import SeasonRules
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import (
    exclusions,
    guests,
    people,
    pods,
    result_changes,
    results,
    seasons,
    standings,
)
from bot.storage.tables.champions import Champions
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import COLUMNS, Season, read_season
from bot.storage.tables.totals import SEASON, WILDCARD

_KEPT = 32
"""Tables in the cache."""


class _State(NamedTuple):
    """The inputs of a table, which is valid as long as they are unchanged."""

    season: Season
    excluded: tuple[Player, ...]
    changed: int


class SeasonTables:
    """A cache of season tables. All methods raise `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept = LruCache[tuple[int, int, GameKind], tuple[_State, SeasonTable | None]](_KEPT)
        self._turn = asyncio.Lock()  # so that each table is computed once

    async def read(
        self, guild: int, number: int | None, game: GameKind = POD
    ) -> SeasonTable | None:
        """Return the current table of a season; None if every result counts for everybody."""
        if number is None:
            return None
        state = await self._database.snapshot(partial(_read_state, guild, number))
        if state is None:
            return None
        key = guild, number, game
        async with self._turn:
            known = self._kept.get(key)
            if known is not None and known[0] == state:
                return known[1]
            if not await self._database.snapshot(partial(_selects, state, game)):
                self._kept.put(key, (state, None))
                return None
            newest, games = await self._database.snapshot(partial(_read_all, state, game))
            rules = newest.season.rules
            excluded = newest.excluded
            table = await asyncio.to_thread(SeasonTable, games, rules, excluded)
            self._kept.put(key, (newest, table))
            return table

    async def preview(
        self, season: Season, rules: SeasonRules, game: GameKind = POD
    ) -> tuple[SeasonTable, SeasonTable]:
        """Return the tables of a season under its current rules and under other `rules`."""
        found = await self._database.snapshot(partial(_find_state, season))
        state, games = await self._database.snapshot(partial(_read_all, found, game))
        work = asyncio.to_thread
        return (
            await work(SeasonTable, games, state.season.rules, state.excluded),
            await work(SeasonTable, games, rules, state.excluded),
        )

    async def read_page(self, guild: int, scope: Scope, me: Player = "", number: int = 0) -> Page:
        """Return a page of a leaderboard, by the season's rules if it has any."""
        table = await self.read(guild, scope.season, scope.game)
        if table is None:
            return await read_leaderboard(self._database, guild, scope, me, number)
        return make_page(table.list_lines(scope.variant, scope.table), me, number)


def load_table(
    connection: Connection, guild: int, number: int, game: GameKind
) -> SeasonTable | None:
    """Compute the table of a season; None if every result counts for everybody."""
    state = _read_state(guild, number, connection)
    if state is None or not _selects(state, game, connection):
        return None
    state, games = _read_all(state, game, connection)
    return SeasonTable(games, state.season.rules, state.excluded)


def make_page(lines: Sequence[SeasonLine], me: Player, number: int) -> Page:
    """Return a page of a season's lines; excluded players see only their own line."""
    shown = [line for line in lines if not line.excluded]
    last = max(0, (len(shown) - 1) // LINES_PER_PAGE)
    at = min(number, last)
    return Page(
        [make_line(line) for line in shown[at * LINES_PER_PAGE : (at + 1) * LINES_PER_PAGE]],
        next((make_line(line) for line in lines if line.player == me), None),
        at,
        last,
    )


def make_line(line: SeasonLine) -> StandingsLine:
    """Return a season's line in the format of leaderboards."""
    return StandingsLine(
        line.rank,
        line.player,
        line.points,
        line.games,
        line.won_as_master,
        line.won_as_servant,
        line.caused,
        line.served,
        line.missing,
        line.excluded,
    )


# Reading


def _read_state(guild: int, number: int, connection: Connection) -> _State | None:
    of = (seasons.c.guild == guild, seasons.c.number == number)
    row = connection.execute(select(*COLUMNS).where(*of)).one_or_none()
    if row is None:
        return None
    state = _find_state(read_season(row), connection)
    rules = state.season.rules
    return state if rules.selects or rules.cap is not None or state.excluded else None


def _selects(state: _State, game: GameKind, connection: Connection) -> bool:
    """Return whether some results of a season do not count as they are, by its rules."""
    rules = state.season.rules
    if rules.selects or state.excluded:
        return True
    above = select(results.c.player).where(*_match_season(state.season, game))
    return (
        connection.execute(above.where(results.c.points > rules.cap).limit(1)).first() is not None
    )


def _match_season(season: Season, game: GameKind) -> list[ColumnElement[bool]]:
    where = [
        results.c.guild == season.guild,
        results.c.game == game,
        to_milliseconds(season.start) <= _AT,
    ]
    if season.end is not None:
        where.append(to_milliseconds(season.end) > _AT)
    return where


def _find_state(season: Season, connection: Connection) -> _State:
    times = select(result_changes.c.times).where(result_changes.c.guild == season.guild)
    here = (exclusions.c.guild == season.guild, exclusions.c.season == season.number)
    excluded = connection.scalars(select(exclusions.c.player).where(*here).order_by("player"))
    return _State(season, tuple(excluded), connection.scalar(times) or 0)


_AT = type_coerce(results.c.at, BigInteger).label("at")
_RECORDED = type_coerce(results.c.recorded, BigInteger).label("recorded")
_GAME = (_AT, *(results.c[name] for name in ("channel", "pod", "variant", "table")), _RECORDED)
_SEAT_COLUMNS = tuple(
    results.c[name]
    for name in (
        "player",
        "points",
        "won",
        "role",
        "caused",
        "served",
        "reign",
        "guest",
        "brought_by",
    )
)
_WIDTH = len(_GAME)


def _read_all(
    state: _State, game: GameKind, connection: Connection
) -> tuple[_State, list[SeasonGame]]:
    """Return the games of a season, and its state at the same moment."""
    season = state.season
    newer = _read_state(season.guild, season.number, connection)
    where = _match_season(season, game)
    rows = connection.execute(select(*_GAME, *_SEAT_COLUMNS).where(*where)).all()
    as_guests = dict(_find_claimed_seats(connection, season.guild, where))
    return newer or state, list(_make_games(rows, as_guests))


_SeatKey = tuple[int, int, Player]
"""A player in a game: channel, number, player."""


def _find_claimed_seats(
    connection: Connection, guild: int, where: Iterable[ColumnElement[bool]]
) -> Iterator[tuple[_SeatKey, Player]]:
    """Yield the key of each result that a player has by claiming a guest, with the guest."""
    ours = (guests.c.guild == guild, guests.c.claimed_by.is_not(None))
    claimed: dict[Player, set[Player]] = {}
    for by, guest in connection.execute(select(guests.c.claimed_by, guests.c.player).where(*ours)):
        claimed.setdefault(by, set()).add(guest)
    if not claimed:
        return
    same = and_(pods.c.channel == results.c.channel, pods.c.pod == results.c.pod)
    named = (results.c.channel, results.c.pod, results.c.player, pods.c.roster)
    theirs = results.c.player.in_(claimed)  # only few players have claimed guests
    for channel, pod, player, roster in connection.execute(
        select(*named).join(pods, same).where(theirs, *where)
    ):
        played = (roster or "").split()
        if player not in played:
            yield from (((channel, pod, player), each) for each in claimed[player] & {*played})


def _make_games(rows: Iterable[Any], as_guests: Mapping[_SeatKey, Player]) -> Iterator[SeasonGame]:
    key = itemgetter(*range(_WIDTH))
    for (at, channel, pod, *game), seats in groupby(sorted(map(tuple, rows)), key):
        made = (_make_seat(*seat[_WIDTH:]) for seat in seats)
        played = tuple(
            each._replace(as_guest=as_guests.get((channel, pod, each.player), "")) for each in made
        )
        yield SeasonGame(at, channel, pod, played, *game)


def _make_seat(
    player: Player,
    points: int,
    won: bool,
    role: str,
    caused: int,
    served: int,
    reign: int,
    guest: bool,
    brought_by: Player | None,
) -> SeasonSeat:
    as_master = role == "master"
    return SeasonSeat(
        player,
        points,
        won and as_master,
        won and not as_master,
        caused,
        served,
        reign,
        guest,
        person=(brought_by or "") if guest else "",
    )


# Past moments


def find_progress(
    table: SeasonTable,
    players: Iterable[Player],
    ends: Sequence[datetime],
    variant: str = WILDCARD,
    at_table: str = WILDCARD,
) -> Mapping[Player, Sequence[int | None]]:
    """Return players' points by the rules at each of the `ends`; None before their first game.

    Players without any points are left out.
    """
    cuts = [table.cut(to_milliseconds(end)).list_lines(variant, at_table) for end in ends]
    points = [{line.player: line.points for line in lines} for lines in cuts]
    return {
        player: [found.get(player) for found in points]
        for player in players
        if any(player in found for found in points)
    }


# Leaders


class SeasonLeaders:
    """A lookup of the leaders of seasons. All methods raise `Unreachable`."""

    def __init__(self, database: Database, champions: Champions, tables: SeasonTables) -> None:
        self._database = database
        self._champions = champions
        self._tables = tables

    async def load_leaders(self, guild: int | None = None) -> dict[int, set[int]]:
        """Return the leading accounts of each server, or of one, that has set a role for them.

        They have the most points in the newest season with games. Servers without leaders,
        forgotten players and guests are left out.
        """
        found = await self._champions.find_first(guild)
        for server in list(found):
            number = await self._load_newest_season(server)
            table = await self._tables.read(server, number)
            if table is not None:
                lines = table.list_lines()
                first = [line.player for line in lines if line.rank == 1]
                found[server] = await self._load_accounts(first)
        return {server: accounts for server, accounts in found.items() if accounts}

    async def _load_newest_season(self, guild: int) -> int | None:
        of = standings.c
        newest = select(func.max(of.number)).where(
            of.guild == guild,
            of.game == POD,
            of.variant == WILDCARD,
            of.table == WILDCARD,
            of.span == SEASON,
        )
        number: int | None
        [(number,)] = await self._database.fetch(newest)
        return number

    async def _load_accounts(self, players: list[Player]) -> set[int]:
        query = select(people.c.discord_id).where(people.c.id.in_(players), people.c.discord_id > 0)
        return {account for (account,) in await self._database.fetch(query)}
