"""The picture of a leaderboard: who was ahead, week by week."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import discord

from bot.front.interaction.services import Services
from bot.front.rendering import attack_map, names
from bot.front.rendering.called import Called
from bot.front.rendering.fitting import ALT_TEXT, fit_text
from bot.front.standings.naming import find_ranked
from bot.i18n import Catalogue
from bot.pictures.scene import MOST_WEEKS, Chart, ChartLine, Figure, find_places
from bot.projections.progress import Points, find_first_game, read_progress
from bot.projections.season_tables import find_progress
from bot.projections.standings import Scope, StandingsLine
from bot.rules.facts import Player
from bot.storage.engine.moments import to_moment
from bot.storage.tables.totals import DAY

FILE = "season.png"
MOST = 8
"""Players."""

LATEST = 12
"""Weeks, where no season says from when."""

PATIENCE = 10.0
"""Seconds: the picture is put beside an answer that is there already."""

_WEEK = 7  # days
_FEW = 2 * _WEEK  # so many days are drawn one by one
_MOMENT = timedelta(milliseconds=1)


async def draw_season(
    services: Services,
    guild: int,
    scope: Scope,
    best: Sequence[StandingsLine],
    until: datetime,
    text: Catalogue,
    named: Collection[Player],
) -> discord.File | None:
    """Return how the `best` of a leaderboard, the first of them first, came to where they are.

    It stands beside a text in which others are `named`.

    Results count from before `until`, or before the end of the scope's season. None if there is
    nothing to draw, or if there is no picture in time, which the log says. Raises `Unreachable`.
    """
    chart = await _make_chart(services, guild, scope, best[:MOST], until, text, named)
    if chart is None:
        return None
    return await attack_map.draw_file(
        services.studio.serve(guild), chart, FILE, describe_chart(chart, text), PATIENCE
    )


def describe_chart(chart: Chart, text: Catalogue) -> str:
    """The picture in words: each line, and its places in as many of the weeks as there is room."""
    weeks = range(len(chart.weeks))
    shown = (weeks[::-step][::-1] for step in range(1, len(weeks) + 1))
    told = (_describe_weeks(chart, some, text) for some in shown)
    fitting = (each for each in told if len(each) <= ALT_TEXT)
    return next(fitting, None) or fit_text(_describe_weeks(chart, weeks[-1:], text), ALT_TEXT)


def _describe_weeks(chart: Chart, weeks: Sequence[int], text: Catalogue) -> str:
    places = [find_places(chart.lines, week) for week in weeks]
    dates = ", ".join(chart.weeks[week] for week in weeks)
    lines = [text("chart-picture", title=chart.title, weeks=dates)]
    for index, line in enumerate(chart.lines):
        name = Called(line.name, line.added).write()
        over = ", ".join(f"{each[index] or '–'}" for each in places)
        lines.append(f"{line.rank}. {text.label(f'{name} · {line.total}', over)}")
    return "\n".join(lines)


async def _make_chart(
    services: Services,
    guild: int,
    scope: Scope,
    best: Sequence[StandingsLine],
    until: datetime,
    text: Catalogue,
    named: Collection[Player],
) -> Chart | None:
    players = [line.player for line in best]
    begin = None
    most = MOST_WEEKS
    if scope.season is not None:
        every = await services.seasons.find_all(guild)
        season = next((each for each in every if each.number == scope.season), None)
        if season is not None:
            begin = season.start
            until = min(until, season.end or until)
    elif scope.since is not None:
        begin = to_moment(scope.since * DAY)
    else:
        begin = await find_first_game(services.database, guild, players, scope)
        most = LATEST
    if begin is None or begin >= until:
        return None
    zone = (await services.guilds.read_settings(guild)).zone
    days = list_days(begin, until, zone)[-most:]
    ends = [min(until, _find_midnight(day + timedelta(days=1), zone)) for day in days]
    points = await _read_points(services, guild, players, scope, begin, ends)
    figures = await names.draw_players(find_ranked(services, guild), text, players, named)
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
    services: Services,
    guild: int,
    players: Sequence[Player],
    scope: Scope,
    begin: datetime,
    ends: Sequence[datetime],
) -> Mapping[Player, Points]:
    """The points of players at each of the `ends`, by the rules of a season that has any."""
    table = await services.season_tables.read(guild, scope.season, scope.game)
    if table is None:
        return await read_progress(services.database, guild, players, scope, begin, ends)
    return await asyncio.to_thread(find_progress, table, players, ends, scope.variant, scope.table)


def list_days(begin: datetime, until: datetime, zone: ZoneInfo) -> list[date]:
    """The last day of each week from `begin` to before `until`; if they are few, each day."""
    first, last = (each.astimezone(zone).date() for each in (begin, until - _MOMENT))
    days = (last - first).days + 1
    length = 1 if days <= _FEW else _WEEK
    return [
        min(first + timedelta(days=begun + length - 1), last) for begun in range(0, days, length)
    ]


def _find_midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
