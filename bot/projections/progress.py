"""Players' points over time, for the chart of a season."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import accumulate

from sqlalchemy import ColumnElement, and_, case, func, select

from bot.projections.standings import LeaderboardFilter
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.tables.totals import WILDCARD

Points = Sequence[int | None]


async def load_end_time_of_first_game(
    database: Database, guild_id: int, players: Collection[Player], leaderboard_filter: LeaderboardFilter
) -> datetime | None:
    """Load when the first game of these players ended; None without games."""
    first = select(func.min(results.c.at)).where(_build_results_sql_condition(guild_id, players, leaderboard_filter))
    found: datetime | None
    [(found,)] = await database.fetch_rows(first)
    return found


async def load_player_points_over_time(
    database: Database,
    guild_id: int,
    players: Collection[Player],
    leaderboard_filter: LeaderboardFilter,
    start_time: datetime,
    measurement_times: Sequence[datetime],
) -> Mapping[Player, Points]:
    """Load players' points at each of the ascending `measurement_times`, counted from `start_time`.

    A player has None before their first result; players without any result are left out.
    """
    span = case(*((results.c.at < end, at) for at, end in enumerate(measurement_times))).label("span")
    found = (
        select(results.c.player, span, func.sum(results.c.points))
        .where(
            _build_results_sql_condition(guild_id, players, leaderboard_filter),
            results.c.at >= start_time,
            results.c.at < measurement_times[-1],
        )
        .group_by(results.c.player, span)
    )
    won = dict[Player, dict[int, int]]()
    for player, at, points in await database.fetch_rows(found):
        won.setdefault(player, {})[at] = int(points)
    return {player: _sum_point_gains_over_time(gained, len(measurement_times)) for player, gained in won.items()}


def _sum_point_gains_over_time(gains_by_interval: Mapping[int, int], interval_count: int) -> Points:
    sums = accumulate(gains_by_interval.get(at, 0) for at in range(interval_count))
    return [points if at >= min(gains_by_interval) else None for at, points in enumerate(sums)]


def _build_results_sql_condition(
    guild_id: int, players: Collection[Player], leaderboard_filter: LeaderboardFilter
) -> ColumnElement[bool]:
    kinds = [
        column == wanted
        for column, wanted in (
            (results.c.variant, leaderboard_filter.variant),
            (results.c.table, leaderboard_filter.table),
        )
        if wanted != WILDCARD
    ]
    here = and_(results.c.guild == guild_id, results.c.game == leaderboard_filter.game)
    return and_(here, results.c.player.in_(players), *kinds)
