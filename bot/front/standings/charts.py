"""The picture of a leaderboard: each player's points, week by week."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord

from bot.front.game_texts import table_view
from bot.front.interaction.services import StandingsMessageServices
from bot.front.standings.standings_names import build_player_name_loader
from bot.front.ui import player_names
from bot.front.ui.player_names import PeopleDirectory
from bot.front.ui.text_chart import describe_rank_chart_as_alt_text
from bot.i18n import Translations
from bot.pictures.scene import MAX_WEEKS, PlayerInPicture, RankChart, RankChartLine
from bot.projections.progress import Points, load_end_time_of_first_game, load_player_points_over_time
from bot.projections.season_standings import compute_season_points_over_time
from bot.projections.standings import LeaderboardFilter, LeaderboardLine
from bot.rules.facts import Player
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS

PICTURE_NAME = "season.png"
MAX_PLAYERS = 8
"""Players in the picture."""

RECENT_WEEKS = 12
"""Weeks in the picture, if neither a season nor a first day bounds them."""

PICTURE_TIMEOUT = 10.0
"""Seconds to wait for the picture; the answer itself has been sent already."""

_WEEK_DAYS = 7  # days
_MAX_DAILY_DAYS = 2 * _WEEK_DAYS  # up to this many days are drawn one by one
_MILLISECOND = timedelta(milliseconds=1)


class LeaderboardChartData(NamedTuple):
    """The inputs of a leaderboard's chart: the seasons, a loader of names, and the time zone."""

    seasons: Sequence[Season]
    people: PeopleDirectory
    zone: ZoneInfo


async def draw_leaderboard_chart(
    services: StandingsMessageServices,
    guild_id: int,
    leaderboard_filter: LeaderboardFilter,
    leaderboard_lines: Sequence[LeaderboardLine],
    end_time: datetime,
    translations: Translations,
    players_named_in_text: Collection[Player],
    chart_data: LeaderboardChartData | None = None,
) -> discord.File | None:
    """Draw a chart of the points of a leaderboard's best players over time.

    Results count that ended before `end_time` and within the filter's season. The text beside names the players in
    `players_named_in_text`. Return None if there is nothing to draw, or if the picture is not ready in time. Raises
    `DatabaseUnreachableError`.
    """
    if chart_data is None:
        every = [] if leaderboard_filter.season is None else await services.seasons.load_seasons_of_server(guild_id)
        zone = (await services.guilds.load_server_settings(guild_id)).time_zone
        chart_data = LeaderboardChartData(every, build_player_name_loader(services, guild_id), zone)
    shown = leaderboard_lines[:MAX_PLAYERS]
    chart = await _build_leaderboard_chart(
        services, guild_id, leaderboard_filter, shown, end_time, translations, players_named_in_text, chart_data
    )
    if chart is None:
        return None
    return await table_view.draw_picture_file(
        services.studio.get_queue_of_server(guild_id),
        chart,
        PICTURE_NAME,
        describe_rank_chart_as_alt_text(chart, translations),
        PICTURE_TIMEOUT,
    )


async def _build_leaderboard_chart(
    services: StandingsMessageServices,
    guild_id: int,
    leaderboard_filter: LeaderboardFilter,
    leaderboard_lines: Sequence[LeaderboardLine],
    end_time: datetime,
    translations: Translations,
    players_named_in_text: Collection[Player],
    chart_data: LeaderboardChartData,
) -> RankChart | None:
    players = [line.player for line in leaderboard_lines]
    begin = None
    most = MAX_WEEKS
    if leaderboard_filter.season is not None:
        season = next((each for each in chart_data.seasons if each.number == leaderboard_filter.season), None)
        if season is not None:
            begin = season.start
            end_time = min(end_time, season.end or end_time)
    elif leaderboard_filter.since is not None:
        begin = datetime_from_milliseconds(leaderboard_filter.since * DAY_MILLISECONDS)
    else:
        begin = await load_end_time_of_first_game(services.database, guild_id, players, leaderboard_filter)
        most = RECENT_WEEKS
    if begin is None or begin >= end_time:
        return None
    zone = chart_data.zone
    days = list_chart_days(begin, end_time, zone)[-most:]
    ends = [min(end_time, _compute_midnight_of_day(day + timedelta(days=1), zone)) for day in days]
    points = await _compute_player_points_over_time(services, guild_id, players, leaderboard_filter, begin, ends)
    figures = await player_names.load_players_shown_in_picture(
        chart_data.people, translations, players, players_named_in_text
    )
    lines = tuple(
        _build_chart_line(line.rank, line.points, figures[line.player], points[line.player])
        for line in leaderboard_lines
        if line.player in points and line.rank is not None
    )
    weeks = tuple(translations.format_date(day, include_year=False) for day in days)
    title = translations("chart-days" if len(days) > (days[-1] - days[0]).days else "chart-weeks")
    return RankChart(title, weeks, lines) if lines else None


def _build_chart_line(
    rank: int, total_points: int, pictured_player: PlayerInPicture, points_over_time: Points
) -> RankChartLine:
    return RankChartLine(pictured_player.name, rank, f"{total_points}", tuple(points_over_time), pictured_player.added)


async def _compute_player_points_over_time(
    services: StandingsMessageServices,
    guild_id: int,
    players: Sequence[Player],
    leaderboard_filter: LeaderboardFilter,
    start_time: datetime,
    end_times: Sequence[datetime],
) -> Mapping[Player, Points]:
    table = await services.season_tables.load_season_standings(
        guild_id, leaderboard_filter.season, leaderboard_filter.game
    )
    if table is None:
        return await load_player_points_over_time(
            services.database, guild_id, players, leaderboard_filter, start_time, end_times
        )
    return await asyncio.to_thread(
        compute_season_points_over_time, table, players, end_times, leaderboard_filter.variant, leaderboard_filter.table
    )


def list_chart_days(start_time: datetime, end_time: datetime, time_zone: ZoneInfo) -> list[date]:
    """Return the days that a chart shows: every day of a short period, or the last day of each week."""
    first, last = (each.astimezone(time_zone).date() for each in (start_time, end_time - _MILLISECOND))
    days = (last - first).days + 1
    length = 1 if days <= _MAX_DAILY_DAYS else _WEEK_DAYS
    return [min(first + timedelta(days=begun + length - 1), last) for begun in range(0, days, length)]


def _compute_midnight_of_day(day: date, time_zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), time_zone)
