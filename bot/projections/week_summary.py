"""A summary of a server's games in a week or any other range of time, as data.

The standings of a past time are the current ones less everything won since: the totals know whole days, and the results
the rest of the first day.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby, islice
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Select, and_, case, exists, func, literal, select, union_all

from bot.projections.results import HOUSE_VARIANT
from bot.projections.season_standings import SeasonStandingsCache
from bot.rules.deeds import DEED_IDS, DeedId
from bot.rules.facts import Player
from bot.rules.tables import LARGEST_TABLE
from bot.rules.variants import ServantKind, find_servant_kind
from bot.season_rules.ranking import (
    SeasonPointsGain,
    SeasonStandings,
    SeasonStandingsLine,
    compute_season_points_gains,
)
from bot.storage.engine.database import Database
from bot.storage.engine.schema import defeats, results, standings
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.game_kinds import POD, GameKind
from bot.storage.tables.seasons import Season, load_seasons_newest_first
from bot.storage.tables.totals import DAY_MILLISECONDS, EVER, SEASON, WILDCARD, iterate_blocks_of_days_since

TABLE_LINES = 10
"""Lines of the table."""

UPSET_CHANCE = 0.6
"""Below this share of an even chance to win, a side's victory is an upset.

With five sides an even chance is one in five, so a side that wins with less than 12 % is an upset;
with two sides, one with less than 30 %.
"""

MAX_GAINS = 5
"""Players named among those who won most points in a week."""

MEDAL_RANKS = 3
"""Ranks that have a medal."""

MAX_HOLDERS = 2
"""The most players of a rare achievement or a record: what more people did is nothing rare."""

MOST_TIMES = 3
"""The most times that a server has seen an achievement which still counts as rare."""

MOST_DEEDS_COUNTED = 6
"""The most achievements of a week whose earlier times are counted."""

LEAST_HISTORY = 20
"""Games before a week without which nothing in it is called rare: in the first games everything is new."""

MILESTONE = 100
"""A server's games are told of when there are so many more."""

MAX_UPSETS = 2
"""Upsets that are told, the most surprising ones first."""


class WeekEndStandingsLine(Struct, frozen=True):
    """A line of the standings at the end of a week.

    `before` is the player's rank at the start of the week, if any. `missing` games are too few for a rank.
    """

    rank: int
    player: Player
    points: int
    before: int | None
    missing: int = 0


class WeeklyPointsGain(Struct, frozen=True):
    """A player's gain of points in a week. Players with equal gains share a rank.

    The games are those that the player finished in the week, in the period of the standings.
    """

    rank: int
    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int


class SurprisingWinOfWeek(Struct, frozen=True):
    """A pod won against the odds, by a side that had this `chance` to win."""

    winners: tuple[Player, ...]
    chance: float


class WeeklyBestValue(Struct, frozen=True):
    """A week's best value, such as the longest time as a master, and its players."""

    players: tuple[Player, ...]
    number: int


class RepeatedDefeatInWeek(Struct, frozen=True):
    """A pair of players, and how often the first defeated the second in a week."""

    responsible: Player
    loser: Player
    times: int


class RareAchievement(Struct, frozen=True):
    """An achievement of a week that few players of the server have ever earned: `before` times in earlier weeks."""

    deed: DeedId
    players: tuple[Player, ...]
    before: int


RecordId = Literal["points", "caused", "seats", "thrall", "game"]
"""The kinds of server records that a week can set, in the order in which a post tells them."""


class NewRecordInWeek(Struct, frozen=True):
    """A record set in a week: a new maximum on the server, or the first event of its kind."""

    record: RecordId
    players: tuple[Player, ...]
    number: int


class WeekSummary(Struct, frozen=True):
    """A summary of a server's games in a week, with the standings at its end.

    The table is that of the newest `season` with games that had begun by the end and was not over at the start; without
    one, of all time. `leaders` and `former` were first at the end and at the start. The leaders are `ahead` points
    ahead of the next player, those of the start were `ahead_before` points ahead; None without a next player. `needed`
    are the games that the first leader of the season has to have: the rules of a season name no leader yet, and its
    table is by points; None if they do. Below the table, `unranked` players have too few games for a rank, which needs
    `games_for_rank`. `servants` is the kind of servants in the games of the week.
    """

    start: datetime
    end: datetime
    season: Season | None
    games: int
    players: int
    variants: tuple[tuple[str, int], ...]  # variant and games, most games first
    table: tuple[WeekEndStandingsLine, ...]
    leaders: tuple[Player, ...]
    former: tuple[Player, ...]
    ahead: int
    gains: tuple[WeeklyPointsGain, ...]  # most points first
    newcomers: tuple[Player, ...]  # players new to the server, in the order of their first games
    upsets: tuple[SurprisingWinOfWeek, ...]
    reign: WeeklyBestValue | None  # milliseconds
    caused: WeeklyBestValue | None  # defeats
    duels: tuple[RepeatedDefeatInWeek, ...]  # the most frequent ones, if more than once
    deed: RareAchievement | None = None
    records: tuple[NewRecordInWeek, ...] = ()
    needed: int | None = None
    unranked: int = 0
    games_for_rank: int = 0
    servants: ServantKind = "none"
    ahead_before: int | None = None

    @property
    def was_season_over_at_week_end(self) -> bool:
        """True if the season had ended by the end of the week."""
        return self.season is not None and self.season.end is not None and self.season.end <= self.end


class _SummarizedWeek(NamedTuple):
    """The server, kind of game and period of the games that a weekly summary counts."""

    guild: int
    game: GameKind
    start: datetime
    end: datetime

    def build_sql_condition_for_week(self, table: Any) -> Any:
        """Return the SQL condition for rows of results or defeats in the summarized week."""
        here = and_(table.c.guild == self.guild, table.c.game == self.game)
        return and_(here, table.c.at >= self.start, table.c.at < self.end)


async def load_week_summary(
    database: Database, guild_id: int, start_time: datetime, end_time: datetime, game_kind: GameKind = POD
) -> WeekSummary:
    """Load the summary of a server's games of a kind between two times."""
    return await database.run_read_transaction_without_timeout(
        partial(_load_summary_of_week, _SummarizedWeek(guild_id, game_kind, start_time, end_time))
    )


def _load_summary_of_week(summarized_week: _SummarizedWeek, connection: Connection) -> WeekSummary:
    season, after = _load_season_and_scores_at_week_end(summarized_week, connection)
    won = [
        _PlayerWeekTotals(*row)
        for row in connection.execute(_build_week_totals_by_player_query(summarized_week, season))
    ]
    before = _compute_scores_at_start_of_week(after, won)
    played = connection.execute(_build_game_counts_by_variant_query(summarized_week)).all()
    games = [(row.variant, row.games) for row in played]
    ranks, former = _group_players_by_equal_points(after), _group_players_by_equal_points(before)
    games_before = _count_games_before_week(summarized_week, connection) if games and summarized_week.game == POD else 0
    return WeekSummary(
        *(summarized_week.start, summarized_week.end, season),
        games=sum(count for _, count in games),
        players=len(won),
        variants=tuple(games),
        table=tuple(_build_standings_at_end_of_week(after, before)),
        leaders=next(iter(ranks), ()),
        former=next(iter(former), ()),
        ahead_before=before[former[0][0]].points - before[former[1][0]].points if former[1:] else None,
        ahead=after[ranks[0][0]].points - after[ranks[1][0]].points if ranks[1:] else 0,
        gains=tuple(_build_weekly_points_gains(won)),
        newcomers=tuple(_find_new_players_of_week(won)),
        upsets=tuple(_build_surprising_wins(connection.execute(_build_surprising_wins_query(summarized_week)))),
        reign=_find_players_with_highest_value((each.player, each.reign) for each in won),
        caused=_find_players_with_highest_value((each.player, each.caused) for each in won),
        duels=tuple(
            _select_most_frequent_defeats(connection.execute(_build_repeated_pair_defeats_query(summarized_week)))
        ),
        deed=_find_rare_achievement(summarized_week, connection) if games_before >= LEAST_HISTORY else None,
        records=tuple(_find_server_records_of_week(summarized_week, games_before, connection))
        if games_before >= LEAST_HISTORY
        else (),
        servants=find_servant_kind(
            (row.variant for row in played),
            has_custom_servants=any(row.service > 0 for row in played if row.variant == HOUSE_VARIANT),
            has_winning_custom_servants=any(row.service > 1 for row in played if row.variant == HOUSE_VARIANT),
        ),
    )


class _PlayerPointsAndGames(NamedTuple):
    """A player's points and games in the standings."""

    points: int
    games: int


class _PlayerWeekTotals(NamedTuple):
    """A player's totals in a week: counted points and games, wins, and caused defeats.

    `first` is when their first game of the week ended, `known` whether they had played here before.
    """

    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int
    caused: int
    reign: int
    first: datetime
    known: bool


# The table at the end and at the start


def _load_season_and_scores_at_week_end(
    summarized_week: _SummarizedWeek, connection: Connection
) -> tuple[Season | None, dict[Player, _PlayerPointsAndGames]]:
    """Load the standings' season, and all players' points and games when the week ended."""
    for season in load_seasons_newest_first(connection, summarized_week.guild):
        if season.start < summarized_week.end and (season.end is None or season.end > summarized_week.start):
            scores = _load_scores_at_end_of_week(summarized_week, season, connection)
            if scores:
                return season, scores
    return None, _load_scores_at_end_of_week(summarized_week, None, connection)


def _load_scores_at_end_of_week(
    summarized_week: _SummarizedWeek, season: Season | None, connection: Connection
) -> dict[Player, _PlayerPointsAndGames]:
    """Load all players' points and games at the end of the week: present totals without later games."""
    span, number = (EVER, 0) if season is None else (SEASON, season.number)
    parts = [_build_standings_totals_query(summarized_week, span, number, number + 1, 1)]
    if season is None or season.end is None:
        parts += _build_queries_for_points_since(summarized_week, summarized_week.end, -1)
    elif season.end > summarized_week.end:
        parts += _build_queries_for_points_since(summarized_week, summarized_week.end, -1)
        parts += _build_queries_for_points_since(summarized_week, season.end, 1)
    every = union_all(*parts).subquery()
    games = func.sum(every.c.games)
    summed = select(every.c.player, func.sum(every.c.points), games)
    rows = connection.execute(summed.group_by(every.c.player).having(games > 0))
    return {player: _PlayerPointsAndGames(int(points), int(games)) for player, points, games in rows}


def _build_queries_for_points_since(
    summarized_week: _SummarizedWeek, start_time: datetime, plus_or_minus_one: int
) -> Iterator[Select[Any]]:
    """Yield queries for players' points since a time: results of the first day, and totals of later days.

    `plus_or_minus_one` -1 subtracts the points.
    """
    day = -(-datetime_to_milliseconds(start_time) // DAY_MILLISECONDS)
    yield (
        select(results.c.player, plus_or_minus_one * results.c.points, literal(plus_or_minus_one)).where(
            results.c.guild == summarized_week.guild,
            results.c.game == summarized_week.game,
            results.c.at >= start_time,
            results.c.at < datetime_from_milliseconds(day * DAY_MILLISECONDS),
            ~results.c.guest,
        )
    )
    for span, begin, end in iterate_blocks_of_days_since(day):
        if begin < end:
            yield _build_standings_totals_query(summarized_week, span, begin, end, plus_or_minus_one)


def _build_standings_totals_query(
    summarized_week: _SummarizedWeek, block_kind: str, first_block: int, end_block: int, plus_or_minus_one: int
) -> Select[Any]:
    of = standings.c
    return select(
        of.player, (plus_or_minus_one * of.points).label("points"), (plus_or_minus_one * of.games).label("games")
    ).where(
        of.guild == summarized_week.guild,
        of.game == summarized_week.game,
        of.variant == WILDCARD,
        of.table == WILDCARD,
        of.span == block_kind,
        of.number >= first_block,
        of.number < end_block,
    )


def _compute_scores_at_start_of_week(
    week_end_scores: Mapping[Player, _PlayerPointsAndGames], player_week_totals: Iterable[_PlayerWeekTotals]
) -> dict[Player, _PlayerPointsAndGames]:
    before = dict(week_end_scores)
    for each in player_week_totals:
        if each.games:
            points, games = before.pop(each.player)
            if games > each.games:
                before[each.player] = _PlayerPointsAndGames(points - each.points, games - each.games)
    return before


def _group_players_by_equal_points(
    scores_by_player: Mapping[Player, _PlayerPointsAndGames],
) -> list[tuple[Player, ...]]:
    """Return groups of players with equal points, best group first."""
    best = sorted(scores_by_player, key=lambda player: (-scores_by_player[player].points, player))
    return [tuple(tied) for _, tied in groupby(best, lambda player: scores_by_player[player].points)]


def _assign_ranks_to_tied_players(tied_players: Iterable[Sequence[Player]]) -> Iterator[tuple[int, Player]]:
    rank = 1
    for tied in tied_players:
        for player in tied:
            yield rank, player
        rank += len(tied)


def _build_standings_at_end_of_week(
    end_scores: Mapping[Player, _PlayerPointsAndGames], start_scores: Mapping[Player, _PlayerPointsAndGames]
) -> Iterator[WeekEndStandingsLine]:
    former = {
        player: rank for rank, player in _assign_ranks_to_tied_players(_group_players_by_equal_points(start_scores))
    }
    for rank, player in islice(_assign_ranks_to_tied_players(_group_players_by_equal_points(end_scores)), TABLE_LINES):
        yield WeekEndStandingsLine(rank, player, end_scores[player].points, former.get(player))


# The week


def _build_week_totals_by_player_query(summarized_week: _SummarizedWeek, season: Season | None) -> Select[Any]:
    of = results.c
    counts = and_(
        of.at >= (season.start if season else summarized_week.start),
        of.at < (season.end if season and season.end else summarized_week.end),
    )
    won = (
        select(
            of.player,
            func.sum(case((counts, of.points), else_=0)),
            func.count().filter(counts),
            func.count().filter(counts, of.won, of.role == "master"),
            func.count().filter(counts, of.won, of.role == "servant"),
            func.sum(of.caused),
            func.max(of.reign),
            func.min(of.at, type_=of.at.type),
        )
        .where(summarized_week.build_sql_condition_for_week(results), ~of.guest)
        .group_by(of.player)
        .subquery()
    )
    earlier = results.alias("earlier").c
    known = exists().where(
        earlier.guild == summarized_week.guild,
        earlier.game == summarized_week.game,
        earlier.player == won.c.player,
        earlier.at < summarized_week.start,
    )
    return select(won, known)


def _build_weekly_points_gains(
    player_week_totals: Iterable[_PlayerWeekTotals | SeasonPointsGain],
) -> Iterator[WeeklyPointsGain]:
    of = {each.player: each for each in player_week_totals if each.points > 0}
    ranks = _group_players_by_equal_points(
        {player: _PlayerPointsAndGames(each.points, each.games) for player, each in of.items()}
    )
    for rank, player in islice(_assign_ranks_to_tied_players(ranks), MAX_GAINS):
        if rank <= MEDAL_RANKS:
            yield WeeklyPointsGain(rank, *of[player][:5])


def _find_new_players_of_week(player_week_totals: Iterable[_PlayerWeekTotals]) -> list[Player]:
    new = [each for each in player_week_totals if not each.known]
    return [each.player for each in sorted(new, key=lambda each: (each.first, each.player))]


def _build_game_counts_by_variant_query(summarized_week: _SummarizedWeek) -> Select[Any]:
    """Build the query for the games of a week by variant, most games first.

    `service` is 2 if a servant won such a game, 1 if somebody served, else 0.
    """
    of = results.c
    served = case((of.won & (of.role == "servant"), 2), ((of.role == "servant") | (of.served > 0), 1), else_=0)
    pods = (
        select(of.channel, of.pod, of.variant, func.max(served).label("service"))
        .where(summarized_week.build_sql_condition_for_week(results))
        .group_by(of.channel, of.pod, of.variant)
        .subquery()
    )
    return (
        select(pods.c.variant, func.count().label("games"), func.max(pods.c.service).label("service"))
        .group_by(pods.c.variant)
        .order_by(func.count().desc(), pods.c.variant)
    )


def _build_surprising_wins_query(summarized_week: _SummarizedWeek) -> Select[Any]:
    """Build the query for winners against the odds, the most surprising pods first.

    Winners who ended as thralls are left out: their own chance says nothing about the result.
    """
    of = results.c
    teams = func.count(results.c.team.distinct()).label("teams")
    sides = select(of.channel, of.pod, teams).where(summarized_week.build_sql_condition_for_week(results))
    pods = sides.group_by(of.channel, of.pod).subquery()
    same = and_(pods.c.channel == of.channel, pods.c.pod == of.pod)
    even = of.chance * pods.c.teams
    return (
        select(of.channel, of.pod, of.player, of.chance)
        .join_from(results, pods, same)
        .where(summarized_week.build_sql_condition_for_week(results), of.won, of.role == "master", ~of.guest)
        .where(even < UPSET_CHANCE)
        .order_by(even, of.channel, of.pod, of.player)
        .limit(MAX_UPSETS * LARGEST_TABLE)
    )


def _build_surprising_wins(winner_rows: Iterable[Any]) -> Iterator[SurprisingWinOfWeek]:
    pods = groupby(winner_rows, lambda row: (row.channel, row.pod))
    for _, winners in islice(pods, MAX_UPSETS):
        side = list(winners)
        yield SurprisingWinOfWeek(tuple(row.player for row in side), side[0].chance)


def _find_players_with_highest_value(value_by_player: Iterable[tuple[Player, int]]) -> WeeklyBestValue | None:
    did = sorted((-number, player) for player, number in value_by_player if number > 0)
    if not did:
        return None
    most = did[0][0]
    return WeeklyBestValue(tuple(player for number, player in did if number == most), -most)


def _build_repeated_pair_defeats_query(summarized_week: _SummarizedWeek) -> Select[Any]:
    of = defeats.c
    times = func.sum(defeats.c.times)
    return (
        select(of.responsible, of.loser, times)
        .where(summarized_week.build_sql_condition_for_week(defeats))
        .group_by(of.responsible, of.loser)
        .having(times > 1)
        .order_by(times.desc(), of.responsible, of.loser)
        .limit(TABLE_LINES)
    )


def _select_most_frequent_defeats(defeat_rows: Iterable[Any]) -> list[RepeatedDefeatInWeek]:
    every = [RepeatedDefeatInWeek(*row) for row in defeat_rows]
    return [each for each in every if each.times == every[0].times]


def _build_achievements_of_week_query(summarized_week: _SummarizedWeek) -> Select[Any]:
    of = results.c
    return select(of.player, of.deeds).where(
        summarized_week.build_sql_condition_for_week(results), of.deeds != "", ~of.guest
    )


def _find_rare_achievement(summarized_week: _SummarizedWeek, connection: Connection) -> RareAchievement | None:
    """Return the achievement of the week that the server has seen least often; None if none is rare.

    What more than `MAX_HOLDERS` people did in one week is rare nowhere.
    """
    done: dict[str, list[Player]] = {}
    for player, deeds in connection.execute(_build_achievements_of_week_query(summarized_week)):
        for deed in deeds.split():
            done.setdefault(deed, []).append(player)
    players = {deed: tuple(sorted({*done[deed]})) for deed in reversed(DEED_IDS) if deed in done}
    few = sorted((deed for deed in players if len(players[deed]) <= MAX_HOLDERS), key=lambda deed: len(done[deed]))
    earlier = results.alias("earlier").c
    here = (
        earlier.guild == summarized_week.guild,
        earlier.game == summarized_week.game,
        earlier.at < summarized_week.start,
    )
    found: list[RareAchievement] = []
    for deed in few[:MOST_DEEDS_COUNTED]:
        times = select(earlier.pod).where(*here, (" " + earlier.deeds + " ").like(f"% {deed} %")).limit(MOST_TIMES + 1)
        before = len(connection.execute(times).all())
        if before <= MOST_TIMES:
            found.append(RareAchievement(deed, players[deed], before))
    return min(found, key=lambda each: each.before, default=None)


# Records


def _count_games_before_week(summarized_week: _SummarizedWeek, connection: Connection) -> int:
    of = results.c
    here = (of.guild == summarized_week.guild, of.game == summarized_week.game, of.at < summarized_week.start)
    games = select(of.channel, of.pod).where(*here).distinct().subquery()
    return int(connection.scalar(select(func.count()).select_from(games)) or 0)


def _find_server_records_of_week(
    summarized_week: _SummarizedWeek, earlier_game_count: int, connection: Connection
) -> Iterator[NewRecordInWeek]:
    """Yield the server records that were set in the week, the rarest first."""
    of = results.c
    columns = (of.channel, of.pod, of.player, of.points, of.caused, of.seats, of.guest, of.won, of.role)
    rows = connection.execute(select(*columns).where(summarized_week.build_sql_condition_for_week(results))).all()
    thralls = func.count().filter(of.won, of.role == "servant")
    former = select(func.max(of.points), func.max(of.caused), func.max(of.seats), thralls)
    former = former.where(
        of.guild == summarized_week.guild, of.game == summarized_week.game, of.at < summarized_week.start
    )
    points, caused, seats, thrall_wins = connection.execute(former).one()
    if not thrall_wins and (winners := {row.player for row in rows if row.won and row.role == "servant"}):
        yield from _iterate_record_if_few_holders("thrall", winners, 1)
    for record, before in (("points", points), ("caused", caused)):
        most = max(getattr(row, record) for row in rows)
        if most > max(before or 0, 1):
            holders = {row.player for row in rows if getattr(row, record) == most and not row.guest}
            yield from _iterate_record_if_few_holders("points" if record == "points" else "caused", holders, most)
    largest = max(row.seats for row in rows)
    if largest > (seats or 0) > 0:
        yield NewRecordInWeek("seats", (), largest)
    games_after = earlier_game_count + len({(row.channel, row.pod) for row in rows})
    if games_after // MILESTONE > earlier_game_count // MILESTONE:
        yield NewRecordInWeek("game", (), games_after // MILESTONE * MILESTONE)


def _iterate_record_if_few_holders(
    record_id: RecordId, record_holders: Collection[Player], best_value: int
) -> Iterator[NewRecordInWeek]:
    if 0 < len(record_holders) <= MAX_HOLDERS:
        yield NewRecordInWeek(record_id, tuple(sorted(record_holders)), best_value)


# Seasons with rules


async def apply_season_rules_to_week_summary(
    standings_cache: SeasonStandingsCache, guild_id: int, week_summary: WeekSummary, game_kind: GameKind = POD
) -> WeekSummary:
    """Return a week's summary with points and standings by the season's rules; unchanged without such rules."""
    number = None if week_summary.season is None else week_summary.season.number
    table = await standings_cache.load_season_standings(guild_id, number, game_kind)
    return (
        week_summary
        if table is None
        else await asyncio.to_thread(_add_season_ranks_to_week_summary, table, week_summary)
    )


def _add_season_ranks_to_week_summary(season_standings: SeasonStandings, week_summary: WeekSummary) -> WeekSummary:
    at_end, at_start = (
        season_standings.build_standings_until(datetime_to_milliseconds(at))
        for at in (week_summary.end, week_summary.start)
    )
    begun = week_summary.was_season_over_at_week_end or at_end.has_leader()
    every = at_end.list_ranked_lines() if begun else at_end.list_lines_by_points()
    after = [line for line in every if line.rank is not None]
    before = [line for line in at_start.list_ranked_lines() if line.rank is not None] if at_start.has_leader() else []
    former = {line.player: line.rank for line in before}
    second, second_before = (next((line for line in lines if line.rank != 1), None) for lines in (after, before))
    return replace(
        week_summary,
        table=tuple(
            WeekEndStandingsLine(line.rank or 0, line.player, line.points, former.get(line.player), line.missing)
            for line in after[:TABLE_LINES]
        ),
        leaders=_list_top_ranked_players(after) if begun else (),
        former=_list_top_ranked_players(before),
        ahead=after[0].points - second.points if second is not None else 0,
        ahead_before=before[0].points - second_before.points if second_before is not None else None,
        needed=None if begun else season_standings.rules.needed or 1,
        unranked=sum(line.rank is None and not line.excluded for line in every),
        games_for_rank=season_standings.rules.needed or 1,
        gains=tuple(_build_weekly_points_gains(compute_season_points_gains(at_start, at_end))),
    )


def _list_top_ranked_players(standings_lines: Iterable[SeasonStandingsLine]) -> tuple[Player, ...]:
    return tuple(line.player for line in standings_lines if line.rank == 1)
