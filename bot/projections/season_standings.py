"""The standings of seasons with rules or excluded players, and each season's leaders.

A season's rules are no sum that could be updated step by step: one more game may make an older one count again. So the
standings are computed from all results of the season, cached, and computed again when `result_changes` says that
results have changed.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import BigInteger, ColumnElement, Connection, and_, delete, func, insert, select, type_coerce

from bot.basics.lru_cache import LruCache
from bot.projections.standings import (
    LINES_PER_PAGE,
    LeaderboardFilter,
    LeaderboardLine,
    LeaderboardPage,
    load_leaderboard_without_season_rules,
)
from bot.rules.facts import Player
from bot.rules.house_deeds import HOUSE_DEED_PREFIX
from bot.rules.lobby import GameStarted
from bot.season_rules.game_selection import FrozenStandingsLine, find_changed_standings_lines
from bot.season_rules.games import SeasonGame, SeasonGameResult
from bot.season_rules.ranking import SeasonStandings, SeasonStandingsLine
from bot.season_rules.rules import SeasonRules
from bot.storage.engine.database import Database
from bot.storage.engine.schema import (
    events,
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
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import lock_event_log_against_new_events
from bot.storage.tables.champions import ChampionRepository
from bot.storage.tables.former_ids import (
    Persons,
    erase_expired_former_ids,
    list_all_ids_of_players,
    load_seasons_with_player_ids_to_erase,
    map_player_ids_to_main_ids,
)
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import COLUMNS, Season, parse_season_row
from bot.storage.tables.totals import SEASON, WILDCARD

_STARTED = str(GameStarted.__struct_config__.tag)

_CACHED_TABLES = 32
"""Tables in the cache."""


Settled = Mapping[str, Mapping[Player, FrozenStandingsLine]]
"""The settled lines of a season, by game and player."""


class _SeasonStandingsInputs(NamedTuple):
    """The values on which season standings depend; cached standings expire when a value changes."""

    season: Season
    excluded: tuple[Player, ...]
    former: tuple[Player, ...]
    settled: Settled
    changed: int


class _SeasonStandingsRows(NamedTuple):
    """The database rows from which a season's standings are computed."""

    games: Sequence[SeasonGame]
    rules: SeasonRules
    excluded: Collection[Player]
    settled: Mapping[Player, FrozenStandingsLine]

    def compute_season_standings(self) -> SeasonStandings:
        return SeasonStandings(*self)


class SeasonStandingsCache:
    """A cache of standings, for the seasons that have their own rules."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept = LruCache[tuple[int, int, GameKind], tuple[_SeasonStandingsInputs, SeasonStandings | None]](
            _CACHED_TABLES
        )
        self._turn = asyncio.Lock()  # so that each table is computed once

    async def load_season_standings(
        self, guild_id: int, season_number: int | None, game_kind: GameKind = POD
    ) -> SeasonStandings | None:
        """Return a season's current standings; None if no rules change its results."""
        if season_number is None:
            return None
        state = await self._database.run_read_transaction_without_timeout(
            partial(_load_inputs_if_rules_affect_standings, guild_id, season_number)
        )
        if state is None:
            return None
        key = guild_id, season_number, game_kind
        async with self._turn:
            known = self._kept.get(key)
            if known is not None and known[0] == state:
                return known[1]
            if not await self._database.run_read_transaction_without_timeout(
                partial(_do_rules_affect_standings, state, game_kind)
            ):
                self._kept.put(key, (state, None))
                return None
            newest, read = await self._database.run_read_transaction_without_timeout(
                partial(_load_season_standings_rows, state, game_kind)
            )
            table = await asyncio.to_thread(read.compute_season_standings)
            self._kept.put(key, (newest, table))
            return table

    async def compute_standings_by_current_and_new_rules(
        self, season: Season, new_rules: SeasonRules, game_kind: GameKind = POD
    ) -> tuple[SeasonStandings, SeasonStandings]:
        """Return a season's standings under its current rules, and under other rules."""
        found = await self._database.run_read_transaction_without_timeout(
            partial(_load_season_standings_inputs, season)
        )
        _, read = await self._database.run_read_transaction_without_timeout(
            partial(_load_season_standings_rows, found, game_kind)
        )
        other = read._replace(rules=new_rules)
        return await asyncio.to_thread(read.compute_season_standings), await asyncio.to_thread(
            other.compute_season_standings
        )

    async def load_leaderboard_page(
        self, guild_id: int, leaderboard_filter: LeaderboardFilter, viewer: Player = "", page_number: int = 0
    ) -> LeaderboardPage:
        """Load a leaderboard page, computed by the season's own rules if there are any."""
        table = await self.load_season_standings(guild_id, leaderboard_filter.season, leaderboard_filter.game)
        if table is None:
            return await load_leaderboard_without_season_rules(
                self._database, guild_id, leaderboard_filter, viewer, page_number
            )
        of = (leaderboard_filter.variant, leaderboard_filter.table)
        page = build_season_leaderboard_page(table.list_ranked_lines(*of), viewer, page_number)
        return replace(page, servants=table.find_servant_kind(*of))


def compute_season_standings(
    connection: Connection, guild_id: int, season_number: int, game_kind: GameKind
) -> SeasonStandings | None:
    """Compute the standings of a season; None if no rules change its results."""
    state = _load_inputs_if_rules_affect_standings(guild_id, season_number, connection)
    if state is None or not _do_rules_affect_standings(state, game_kind, connection):
        return None
    _, read = _load_season_standings_rows(state, game_kind, connection)
    return read.compute_season_standings()


def load_final_standings_lines(connection: Connection, guild_id: int, season_number: int) -> Settled:
    """Load the lines of an ended season's standings, which no later change affects."""
    of = settled_lines.c
    columns = (of.game, of.player, of.eligible, of.held, of.within, of.middle)
    found = defaultdict[str, dict[Player, FrozenStandingsLine]](dict)
    query = select(*columns).where(of.guild == guild_id, of.season == season_number)
    for game, player, *numbers in connection.execute(query):
        found[game][player] = FrozenStandingsLine(*numbers)
    return found


async def erase_expired_former_player_ids(database: Database, now: datetime) -> None:
    """Erase the ids of forgotten people that were stored long enough, season by season.

    Standings of a season that is over stay as they are.
    """
    for guild, number in await database.run_read_transaction_without_timeout(
        partial(load_seasons_with_player_ids_to_erase, now=now)
    ):
        await database.run_write_transaction(partial(_erase_former_player_ids_of_season, guild, number, now))


def _erase_former_player_ids_of_season(
    guild_id: int, season_number: int, now: datetime, connection: Connection
) -> None:
    lock_event_log_against_new_events(connection)
    state = _load_inputs_if_rules_affect_standings(guild_id, season_number, connection)
    kinds = () if state is None or state.season.end is None else GAME_KINDS
    before = {kind: compute_season_standings(connection, guild_id, season_number, kind) for kind in kinds}
    erase_expired_former_ids(connection, guild_id, season_number, now)
    for kind, table in before.items():
        if table is not None:
            connection.execute(
                delete(settled_lines).where(*_build_final_standings_sql_conditions(guild_id, season_number, kind))
            )
            after = compute_season_standings(connection, guild_id, season_number, kind)
            assert after is not None
            settled = find_changed_standings_lines(table.selection, after.selection)
            rows = [
                {"guild": guild_id, "season": season_number, "game": kind, "player": player, **line._asdict()}
                for player, line in settled.items()
            ]
            if rows:
                connection.execute(insert(settled_lines), rows)


def _build_final_standings_sql_conditions(
    guild_id: int, season_number: int, game_kind: GameKind
) -> tuple[ColumnElement[bool], ...]:
    of = settled_lines.c
    return of.guild == guild_id, of.season == season_number, of.game == game_kind


def build_season_leaderboard_page(
    standings_lines: Sequence[SeasonStandingsLine], viewer: Player, page_number: int
) -> LeaderboardPage:
    """Build a page of a season's leaderboard, with the viewer's own line even if excluded."""
    shown = [line for line in standings_lines if not line.excluded]
    last = max(0, (len(shown) - 1) // LINES_PER_PAGE)
    at = min(page_number, last)
    return LeaderboardPage(
        [build_leaderboard_line(line) for line in shown[at * LINES_PER_PAGE : (at + 1) * LINES_PER_PAGE]],
        next((build_leaderboard_line(line) for line in standings_lines if line.player == viewer), None),
        at,
        last,
    )


def build_leaderboard_line(standings_line: SeasonStandingsLine) -> LeaderboardLine:
    return LeaderboardLine(
        standings_line.rank,
        standings_line.player,
        standings_line.points,
        standings_line.games,
        standings_line.won_as_master,
        standings_line.won_as_servant,
        standings_line.caused,
        standings_line.served,
        standings_line.missing,
        standings_line.excluded,
        standings_line.from_deeds,
    )


# Reading


def _load_inputs_if_rules_affect_standings(
    guild_id: int, season_number: int, connection: Connection
) -> _SeasonStandingsInputs | None:
    of = (seasons.c.guild == guild_id, seasons.c.number == season_number)
    row = connection.execute(select(*COLUMNS).where(*of)).one_or_none()
    if row is None:
        return None
    state = _load_season_standings_inputs(parse_season_row(row), connection)
    rules = state.season.rules
    return state if rules.affects_counted_games_or_ranks or rules.cap is not None or state.excluded else None


def _do_rules_affect_standings(
    standings_inputs: _SeasonStandingsInputs, game_kind: GameKind, connection: Connection
) -> bool:
    """Return True if a season's rules or exclusions change the standings in games of a kind."""
    rules = standings_inputs.season.rules
    if rules.affects_counted_games_or_ranks or standings_inputs.excluded:
        return True
    above = select(results.c.player).where(*_build_season_results_sql_conditions(standings_inputs.season, game_kind))
    return connection.execute(above.where(results.c.points > rules.cap).limit(1)).first() is not None


def _build_season_results_sql_conditions(season: Season, game_kind: GameKind) -> list[ColumnElement[bool]]:
    where = [
        results.c.guild == season.guild,
        results.c.game == game_kind,
        datetime_to_milliseconds(season.start) <= _ENDED_AT,
    ]
    if season.end is not None:
        where.append(datetime_to_milliseconds(season.end) > _ENDED_AT)
    return where


def _load_season_standings_inputs(season: Season, connection: Connection) -> _SeasonStandingsInputs:
    times = select(result_changes.c.times).where(result_changes.c.guild == season.guild)
    here = (exclusions.c.guild == season.guild, exclusions.c.season == season.number)
    excluded = connection.scalars(select(exclusions.c.player).where(*here).order_by("player"))
    of = former_ids.c
    gone = select(of.player).where(of.guild == season.guild, of.season == season.number)
    return _SeasonStandingsInputs(
        season,
        tuple(excluded),
        tuple(connection.scalars(gone.order_by(of.player))),
        load_final_standings_lines(connection, season.guild, season.number),
        connection.scalar(times) or 0,
    )


_ENDED_AT = type_coerce(results.c.at, BigInteger).label("at")
_RECORDED_AT = type_coerce(results.c.recorded, BigInteger).label("recorded")
_GAME_COLUMNS = (_ENDED_AT, *(results.c[name] for name in ("channel", "pod", "variant", "table")), _RECORDED_AT)
_SEAT_COLUMNS = tuple(
    results.c[name]
    for name in (
        *("player", "points", "won", "role", "caused", "served", "reign", "guest", "brought_by", "deeds"),
        "unconfirmed_deeds",
    )
)
_GAME_WIDTH = len(_GAME_COLUMNS)


def _load_season_standings_rows(
    standings_inputs: _SeasonStandingsInputs, game_kind: GameKind, connection: Connection
) -> tuple[_SeasonStandingsInputs, _SeasonStandingsRows]:
    season = standings_inputs.season
    newest = _load_inputs_if_rules_affect_standings(season.guild, season.number, connection) or standings_inputs
    persons = map_player_ids_to_main_ids(connection, season.guild, season.number)
    where = _build_season_results_sql_conditions(season, game_kind)
    rows = connection.execute(select(*_GAME_COLUMNS, *_SEAT_COLUMNS).where(*where)).all()
    as_guests = dict(_load_guest_results_claimed_by_members(connection, season.guild, where))
    claimed = any(HOUSE_DEED_PREFIX in row.deeds for row in rows)
    start_times = _load_start_times_of_games_with_server_achievements(connection, where) if claimed else {}
    return newest, _SeasonStandingsRows(
        list(_iterate_season_games(rows, as_guests, persons, start_times)),
        newest.season.rules,
        list_all_ids_of_players(persons, newest.excluded),
        newest.settled.get(game_kind, {}),
    )


_SeatKey = tuple[int, int, Player]
"""A player in a game: channel, number, player."""


def _load_guest_results_claimed_by_members(
    connection: Connection, guild_id: int, conditions: Iterable[ColumnElement[bool]]
) -> Iterator[tuple[_SeatKey, Player]]:
    ours = (guests.c.guild == guild_id, guests.c.claimed_by.is_not(None))
    claimed: dict[Player, set[Player]] = {}
    for by, guest in connection.execute(select(guests.c.claimed_by, guests.c.player).where(*ours)):
        claimed.setdefault(by, set()).add(guest)
    if not claimed:
        return
    same = and_(pods.c.channel == results.c.channel, pods.c.pod == results.c.pod)
    named = (results.c.channel, results.c.pod, results.c.player, pods.c.roster)
    theirs = results.c.player.in_(claimed)  # only few players have claimed guests
    for channel, pod, player, roster in connection.execute(select(*named).join(pods, same).where(theirs, *conditions)):
        played = (roster or "").split()
        if player not in played:
            yield from (((channel, pod, player), each) for each in claimed[player] & {*played})


def _load_start_times_of_games_with_server_achievements(
    connection: Connection, sql_conditions: Iterable[ColumnElement[bool]]
) -> dict[tuple[int, int], int]:
    """Load the start times of games with one of the server's own achievements (deeds).

    Times are in milliseconds since 1970, by channel and number of the game.
    """
    claimed = results.c.deeds.contains(HOUSE_DEED_PREFIX, autoescape=True)
    games = select(results.c.channel, results.c.pod).where(claimed, *sql_conditions).distinct().subquery()
    same = and_(games.c.channel == events.c.channel, games.c.pod == events.c.pod)
    began = func.min(type_coerce(events.c.at, BigInteger))
    query = select(events.c.channel, events.c.pod, began).join(games, same)
    query = query.where(events.c.type == _STARTED).group_by(events.c.channel, events.c.pod)
    return {(channel, pod): at for channel, pod, at in connection.execute(query)}


def _iterate_season_games(
    result_rows: Iterable[Any],
    claimed_guests: Mapping[_SeatKey, Player],
    main_id_by_player: Persons,
    start_times: Mapping[tuple[int, int], int],
) -> Iterator[SeasonGame]:
    key = itemgetter(*range(_GAME_WIDTH))
    for (at, channel, pod, *game), seats in groupby(sorted(map(tuple, result_rows)), key):
        made = (_build_season_game_result(main_id_by_player, *seat[_GAME_WIDTH:]) for seat in seats)
        played = tuple(each._replace(as_guest=claimed_guests.get((channel, pod, each.player), "")) for each in made)
        yield SeasonGame(at, channel, pod, played, *game)._replace(began=start_times.get((channel, pod)))


def _build_season_game_result(
    main_id_by_player: Persons,
    player: Player,
    points: int,
    has_won: bool,
    role: str,
    caused_defeats: int,
    defeats_as_servant: int,
    milliseconds_as_master: int,
    is_guest: bool,
    guest_host: Player | None,
    achievements: str,
    unconfirmed_achievements: str,
) -> SeasonGameResult:
    as_master = role == "master"
    who = (guest_host or player) if is_guest else player
    return SeasonGameResult(
        player,
        points,
        has_won and as_master,
        has_won and not as_master,
        caused_defeats,
        defeats_as_servant,
        milliseconds_as_master,
        is_guest,
        person=main_id_by_player.get(who, who),
        deeds=tuple(achievements.split()),
        unconfirmed_deeds=tuple(unconfirmed_achievements.split()),
    )


# Past moments


def compute_season_points_over_time(
    season_standings: SeasonStandings,
    players: Iterable[Player],
    measurement_times: Sequence[datetime],
    variant_id: str = WILDCARD,
    table_id: str = WILDCARD,
) -> Mapping[Player, Sequence[int | None]]:
    """Compute players' season points at each time; None before their first game.

    Players without any points are left out.
    """
    cuts = [
        season_standings.build_standings_until(datetime_to_milliseconds(end)).list_ranked_lines(variant_id, table_id)
        for end in measurement_times
    ]
    points = [{line.player: line.points for line in lines} for lines in cuts]
    return {
        player: [found.get(player) for found in points]
        for player in players
        if any(player in found for found in points)
    }


# Leaders


class SeasonLeaderLookup:
    """A look-up of the Discord accounts that lead the newest season of each server."""

    def __init__(self, database: Database, champions: ChampionRepository, tables: SeasonStandingsCache) -> None:
        self._database = database
        self._champions = champions
        self._tables = tables

    async def load_leader_accounts_by_server(self, guild_id: int | None = None) -> dict[int, set[int]]:
        """Load the accounts that lead the newest season, for the servers with a champion role.

        They have the most points in the newest season with games. If its rules name no leader yet, the champions of the
        season before keep leading. Servers without leaders, forgotten players and guests are left out.
        """
        found = await self._champions.load_champion_accounts_by_server(guild_id)
        for server in list(found):
            numbers = await self._load_seasons_with_games(server)
            for number, is_over in numbers:
                table = await self._tables.load_season_standings(server, number)
                if table is None and number == numbers[0][0]:
                    break  # the sums of points name the leaders
                if table is not None and not is_over and not await asyncio.to_thread(table.has_leader):
                    found[server] = set()
                    continue
                page = await self._tables.load_leaderboard_page(server, LeaderboardFilter(season=number))
                lines = page.lines if table is None else table.list_ranked_lines()
                first = [line.player for line in lines if line.rank == 1]
                found[server] = await self._load_accounts_of_players(first)
                break
        return {server: accounts for server, accounts in found.items() if accounts}

    async def _load_seasons_with_games(self, guild_id: int) -> list[tuple[int, bool]]:
        """Load the numbers of a server's seasons with games, newest first, and whether each is over."""
        of = standings.c
        played = select(of.number).where(
            of.guild == guild_id, of.game == POD, of.variant == WILDCARD, of.table == WILDCARD, of.span == SEASON
        )
        here = (seasons.c.guild == guild_id, seasons.c.number.in_(played))
        query = select(seasons.c.number, seasons.c.end.is_not(None)).where(*here).order_by(seasons.c.number.desc())
        return [(number, bool(is_over)) for number, is_over in await self._database.fetch_rows(query)]

    async def _load_accounts_of_players(self, players: list[Player]) -> set[int]:
        query = select(people.c.discord_id).where(people.c.id.in_(players), people.c.discord_id > 0)
        return {account for (account,) in await self._database.fetch_rows(query)}
