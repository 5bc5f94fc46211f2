"""The picture of a leaderboard: each player's points, week by week."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord

from bot.front.interaction.services import StandingsSources
from bot.front.rendering import names, table_view
from bot.front.rendering.chart_view import describe_chart
from bot.front.rendering.names import Directory
from bot.front.standings.naming import find_ranked
from bot.i18n import Catalogue
from bot.pictures.scene import MAX_WEEKS, Chart, ChartLine, Figure
from bot.projections.progress import Points, load_first_game, read_progress
from bot.projections.season_tables import find_progress
from bot.projections.standings import Scope, StandingsLine
from bot.rules.facts import Player
from bot.storage.engine.moments import to_moment
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


class ChartData(NamedTuple):
    """A server's seasons, the people of its standings, and its time zone."""

    seasons: Sequence[Season]
    people: Directory
    zone: ZoneInfo


async def draw_season(
    sources: StandingsSources,
    guild: int,
    scope: Scope,
    best: Sequence[StandingsLine],
    until: datetime,
    text: Catalogue,
    named: Collection[Player],
    data: ChartData | None = None,
) -> discord.File | None:
    """Draw the points of the `best` players of a leaderboard over time, in order of rank.

    The picture stands beside a text that names the players in `named`. Results count that ended
    before `until` and within the scope's season. Without `data`, the picture's data are
    loaded. Return None if there is nothing to draw, or if the picture is not ready in time, which
    is logged. Raises `Unreachable`.
    """
    if data is None:
        every = [] if scope.season is None else await sources.seasons.find_all(guild)
        zone = (await sources.guilds.read_settings(guild)).zone
        data = ChartData(every, find_ranked(sources, guild), zone)
    shown = best[:MAX_PLAYERS]
    chart = await _make_chart(sources, guild, scope, shown, until, text, named, data)
    if chart is None:
        return None
    return await table_view.draw_file(
        sources.studio.serve(guild),
        chart,
        PICTURE_NAME,
        describe_chart(chart, text),
        PICTURE_TIMEOUT,
    )


async def _make_chart(
    sources: StandingsSources,
    guild: int,
    scope: Scope,
    best: Sequence[StandingsLine],
    until: datetime,
    text: Catalogue,
    named: Collection[Player],
    data: ChartData,
) -> Chart | None:
    players = [line.player for line in best]
    begin = None
    most = MAX_WEEKS
    if scope.season is not None:
        season = next((each for each in data.seasons if each.number == scope.season), None)
        if season is not None:
            begin = season.start
            until = min(until, season.end or until)
    elif scope.since is not None:
        begin = to_moment(scope.since * DAY_MILLISECONDS)
    else:
        begin = await load_first_game(sources.database, guild, players, scope)
        most = RECENT_WEEKS
    if begin is None or begin >= until:
        return None
    zone = data.zone
    days = list_days(begin, until, zone)[-most:]
    ends = [min(until, _find_midnight(day + timedelta(days=1), zone)) for day in days]
    points = await _read_points(sources, guild, players, scope, begin, ends)
    figures = await names.load_figures(data.people, text, players, named)
    lines = tuple(
        _make_line(line.rank, line.points, figures[line.player], points[line.player])
        for line in best
        if line.player in points and line.rank is not None
    )
    weeks = tuple(text.format_date(day, year=False) for day in days)
    title = text("chart-days" if len(days) > (days[-1] - days[0]).days else "chart-weeks")
    return Chart(title, weeks, lines) if lines else None


def _make_line(rank: int, total: int, figure: Figure, points: Points) -> ChartLine:
    return ChartLine(figure.name, rank, f"{total}", tuple(points), figure.added)


async def _read_points(
    sources: StandingsSources,
    guild: int,
    players: Sequence[Player],
    scope: Scope,
    begin: datetime,
    ends: Sequence[datetime],
) -> Mapping[Player, Points]:
    """Return the points of players at each of the `ends`, by the rules of the season if any."""
    table = await sources.season_tables.read(guild, scope.season, scope.game)
    if table is None:
        return await read_progress(sources.database, guild, players, scope, begin, ends)
    return await asyncio.to_thread(find_progress, table, players, ends, scope.variant, scope.table)


def list_days(begin: datetime, until: datetime, zone: ZoneInfo) -> list[date]:
    """Return the last day of each week from `begin` to `until`; each day if they are few."""
    first, last = (each.astimezone(zone).date() for each in (begin, until - _MILLISECOND))
    days = (last - first).days + 1
    length = 1 if days <= _MAX_DAILY_DAYS else _WEEK_DAYS
    return [
        min(first + timedelta(days=begun + length - 1), last) for begun in range(0, days, length)
    ]


def _find_midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
