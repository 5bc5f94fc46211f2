"""Tables of seasons with rules or excluded players, and who leads each season.

A season's rules are no sum that could be updated step by step: one more game may make an older one
count again. So a table is computed from all results of its season, cached, and computed again when
`result_changes` says that results have changed.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    select,
    type_coerce,
)

from bot.lru_cache import LruCache
from bot.projections.standings import LINES_PER_PAGE, Page, Scope, StandingsLine, read_leaderboard
from bot.rules.facts import Player
from bot.season_rules.games import SeasonGame, SeasonSeat
from bot.season_rules.ranking import SeasonLine, SeasonTable
from bot.season_rules.rules import SeasonRules
from bot.season_rules.selecting import SettledLine, find_settled
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import (
    exclusions,
    former_ids,
    guests,
    people,
    pods,
    result_changes,
    results,
    seasons,
    settled_lines,
    standings,
)
from bot.storage.record.log import lock_out_writers
from bot.storage.tables.champions import Champions
from bot.storage.tables.former_ids import (
    Persons,
    erase_former_ids,
    find_overdue_seasons,
    find_same_people,
    load_persons,
)
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import COLUMNS, Season, read_season
from bot.storage.tables.totals import SEASON, WILDCARD

_CACHED_TABLES = 32
"""Tables in the cache."""


Settled = Mapping[str, Mapping[Player, SettledLine]]
"""The settled lines of a season, by game and player."""


class _TableState(NamedTuple):
    """The inputs of a table, which is valid as long as they are unchanged."""

    season: Season
    excluded: tuple[Player, ...]
    former: tuple[Player, ...]
    settled: Settled
    changed: int


class _SeasonRead(NamedTuple):
    """The rows that a season's table is computed from."""

    games: Sequence[SeasonGame]
    rules: SeasonRules
    excluded: Collection[Player]
    settled: Mapping[Player, SettledLine]

    def make_table(self) -> SeasonTable:
        """Compute the table, which takes a while."""
        return SeasonTable(*self)


class SeasonTables:
    """A cache of season tables. All methods raise `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept = LruCache[tuple[int, int, GameKind], tuple[_TableState, SeasonTable | None]](
            _CACHED_TABLES
        )
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
            newest, read = await self._database.snapshot(partial(_read_all, state, game))
            table = await asyncio.to_thread(read.make_table)
            self._kept.put(key, (newest, table))
            return table

    async def preview(
        self, season: Season, rules: SeasonRules, game: GameKind = POD
    ) -> tuple[SeasonTable, SeasonTable]:
        """Return the tables of a season under its current rules and under other `rules`."""
        found = await self._database.snapshot(partial(_find_state, season))
        _, read = await self._database.snapshot(partial(_read_all, found, game))
        other = read._replace(rules=rules)
        return await asyncio.to_thread(read.make_table), await asyncio.to_thread(other.make_table)

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
    _, read = _read_all(state, game, connection)
    return read.make_table()


def load_settled(connection: Connection, guild: int, number: int) -> Settled:
    """Return the settled lines of a season."""
    of = settled_lines.c
    columns = (of.game, of.player, of.eligible, of.held, of.within, of.middle)
    found = defaultdict[str, dict[Player, SettledLine]](dict)
    query = select(*columns).where(of.guild == guild, of.season == number)
    for game, player, *numbers in connection.execute(query):
        found[game][player] = SettledLine(*numbers)
    return found


async def erase_overdue(database: Database, now: datetime) -> None:
    """Erase former ids that are overdue, in a transaction for each season.

    Lines of a season that is over stay as they are. Raises `Unreachable`.
    """
    for guild, number in await database.snapshot(partial(find_overdue_seasons, now=now)):
        await database.transact(partial(_erase_in_season, guild, number, now))


def _erase_in_season(guild: int, number: int, now: datetime, connection: Connection) -> None:
    lock_out_writers(connection)
    state = _read_state(guild, number, connection)
    kinds = () if state is None or state.season.end is None else GAME_KINDS
    before = {kind: load_table(connection, guild, number, kind) for kind in kinds}
    erase_former_ids(connection, guild, number, now)
    for kind, table in before.items():
        if table is not None:
            connection.execute(delete(settled_lines).where(*_match_lines(guild, number, kind)))
            after = load_table(connection, guild, number, kind)
            assert after is not None
            settled = find_settled(table.selection, after.selection)
            rows = [
                {"guild": guild, "season": number, "game": kind, "player": player, **line._asdict()}
                for player, line in settled.items()
            ]
            if rows:
                connection.execute(insert(settled_lines), rows)


def _match_lines(guild: int, number: int, kind: GameKind) -> tuple[ColumnElement[bool], ...]:
    of = settled_lines.c
    return of.guild == guild, of.season == number, of.game == kind


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
        line.from_deeds,
    )


# Reading


def _read_state(guild: int, number: int, connection: Connection) -> _TableState | None:
    of = (seasons.c.guild == guild, seasons.c.number == number)
    row = connection.execute(select(*COLUMNS).where(*of)).one_or_none()
    if row is None:
        return None
    state = _find_state(read_season(row), connection)
    rules = state.season.rules
    return state if rules.selects or rules.cap is not None or state.excluded else None


def _selects(state: _TableState, game: GameKind, connection: Connection) -> bool:
    """Return whether a season's rules leave out or change some of its results."""
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
        to_milliseconds(season.start) <= _ENDED_AT,
    ]
    if season.end is not None:
        where.append(to_milliseconds(season.end) > _ENDED_AT)
    return where


def _find_state(season: Season, connection: Connection) -> _TableState:
    times = select(result_changes.c.times).where(result_changes.c.guild == season.guild)
    here = (exclusions.c.guild == season.guild, exclusions.c.season == season.number)
    excluded = connection.scalars(select(exclusions.c.player).where(*here).order_by("player"))
    of = former_ids.c
    gone = select(of.player).where(of.guild == season.guild, of.season == season.number)
    return _TableState(
        season,
        tuple(excluded),
        tuple(connection.scalars(gone.order_by(of.player))),
        load_settled(connection, season.guild, season.number),
        connection.scalar(times) or 0,
    )


_ENDED_AT = type_coerce(results.c.at, BigInteger).label("at")
_RECORDED_AT = type_coerce(results.c.recorded, BigInteger).label("recorded")
_GAME_COLUMNS = (
    _ENDED_AT,
    *(results.c[name] for name in ("channel", "pod", "variant", "table")),
    _RECORDED_AT,
)
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
        "deeds",
    )
)
_GAME_WIDTH = len(_GAME_COLUMNS)


def _read_all(
    state: _TableState, game: GameKind, connection: Connection
) -> tuple[_TableState, _SeasonRead]:
    """Return the rows that a table is computed from, and the season's state at that moment."""
    season = state.season
    newest = _read_state(season.guild, season.number, connection) or state
    persons = load_persons(connection, season.guild, season.number)
    where = _match_season(season, game)
    rows = connection.execute(select(*_GAME_COLUMNS, *_SEAT_COLUMNS).where(*where)).all()
    as_guests = dict(_find_claimed_seats(connection, season.guild, where))
    return newest, _SeasonRead(
        list(_make_games(rows, as_guests, persons)),
        newest.season.rules,
        find_same_people(persons, newest.excluded),
        newest.settled.get(game, {}),
    )


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


def _make_games(
    rows: Iterable[Any], as_guests: Mapping[_SeatKey, Player], persons: Persons
) -> Iterator[SeasonGame]:
    key = itemgetter(*range(_GAME_WIDTH))
    for (at, channel, pod, *game), seats in groupby(sorted(map(tuple, rows)), key):
        made = (_make_seat(persons, *seat[_GAME_WIDTH:]) for seat in seats)
        played = tuple(
            each._replace(as_guest=as_guests.get((channel, pod, each.player), "")) for each in made
        )
        yield SeasonGame(at, channel, pod, played, *game)


def _make_seat(
    persons: Persons,
    player: Player,
    points: int,
    won: bool,
    role: str,
    caused: int,
    served: int,
    reign: int,
    guest: bool,
    brought_by: Player | None,
    deeds: str,
) -> SeasonSeat:
    as_master = role == "master"
    who = (brought_by or player) if guest else player
    return SeasonSeat(
        player,
        points,
        won and as_master,
        won and not as_master,
        caused,
        served,
        reign,
        guest,
        person=persons.get(who, who),
        deeds=tuple(deeds.split()),
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
