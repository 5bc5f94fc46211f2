"""`/leaderboard`: the ranking of a server, filtered by time and game, or as a file."""

import codecs
import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, cast, get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace
from sqlalchemy import Connection

from bot.front.interaction.answering import defer, edit, say
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.inputs import is_number
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import controls, leaderboard
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.leaderboard import render_rules
from bot.front.rendering.names import name_players
from bot.front.standings import charts, posts, seasons
from bot.front.standings.deck_leaders import Leading, show_deck_leaders
from bot.front.standings.naming import find_ranked
from bot.front.standings.settling import find_settling, is_shown_in, render_settling
from bot.i18n import Catalogue
from bot.projections import standings
from bot.projections.ratings import load_provisional, read_ratings
from bot.projections.standings import MAX_DAYS, Scope
from bot.projections.standings_file import (
    ExportedLine,
    Format,
    describe_scope,
    encode_file,
    read_lines,
)
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

# The file

EXPORT_NAME = "suzerain-standings"

MAX_MEMORY_BYTES = 2**20
"""Bytes of a file that are kept in memory; larger files go to the disk."""


class _TooLarge(Exception):
    """The file is larger than Discord accepts."""


async def send_standings(ctx: Context, scope: Scope, kind: Format, what: str) -> None:
    """Send the standings as a file; `what` describes the filters.

    Raises `Refusal` if the file is too large or the season was deleted.
    """
    guild = ctx.place.guild
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    with SpooledTemporaryFile(MAX_MEMORY_BYTES) as into:
        write = partial(
            _write_file, into, ctx.interaction.filesize_limit, guild, scope, kind, ctx.interaction
        )
        try:
            async with ctx.services.reading:
                players = await ctx.services.database.snapshot(write)
        except LookupError:  # the season was deleted just now
            raise Refusal("no-season") from None
        except _TooLarge:
            raise Refusal("export-large") from None
        into.seek(0)
        file = discord.File(cast(io.BufferedIOBase, into), f"{EXPORT_NAME}.{kind}")
        said = ctx.text("standings-exported", players=players)
        await say(ctx, "\n".join(filter(None, [said, what])), files=[file])


def _write_file(
    into: IO[bytes],
    most: int,
    guild: int,
    scope: Scope,
    kind: Format,
    interaction: Interaction,
    connection: Connection,
) -> int:
    """Write the file and return the number of players in it. Raises `_TooLarge`."""
    of = describe_scope(connection, guild, scope, interaction.created_at)
    players = 0

    def read_named_lines() -> Iterator[ExportedLine]:
        nonlocal players
        for line in read_lines(connection, of):
            players += 1
            yield line

    if kind == "csv":
        into.write(codecs.BOM_UTF8)  # without it Excel reads names in another encoding
    for part in encode_file(kind, of, read_named_lines()):
        into.write(part)
        if into.tell() > most:
            raise _TooLarge
    return players


OFFERED_DAYS = (7, 30, MAX_DAYS)
"""Numbers of days that the menu offers."""

MAX_OPTIONS = 25
"""Options of one menu, Discord's limit."""

PICTURE_MARGIN = timedelta(seconds=1)
"""A margin so that the picture shows every result that the leaderboard counts."""


@command("leaderboard", on_server(pace="costly"))
@options(
    game="game",
    season="season",
    days="days",
    week="week",
    variant="only",
    table="only",
    export="export",
    by="leaders-by",
)
@offer(
    by=("leaders-by", get_args(Leading)),
    game=("game", GAME_KINDS),
    variant=("variant", list(VARIANTS)),
    table=("table", list(TABLES)),
    export=("export", get_args(Format)),
)
@complete(season=seasons.offer_seasons_and_ever, week=posts.offer_weeks)
async def show_leaderboard(
    ctx: Context,
    season: seasons.SeasonName | None = None,
    days: Range[int, 1, MAX_DAYS] | None = None,
    variant: Choice[str] | None = None,
    table: Choice[str] | None = None,
    week: Range[str, 1, posts.MAX_WEEK_LENGTH] | None = None,
    export: Choice[str] | None = None,
    game: Choice[str] | None = None,
    by: Choice[str] | None = None,
) -> None:
    """Show the server's ten best, and the asker's own line.

    Without options, the table counts the running season or else all time. `season` or `days`
    choose another time, `variant` and `table` filter pods, and `game` chooses another game. An
    `export` is a file of everybody. `week` shows the post of a past week again, and takes no
    other option. `by` shows what decks, commanders, colours or seats have won instead.
    """
    if week is not None:
        if any(each is not None for each in (season, days, variant, table, export, game, by)):
            raise Refusal("week-alone")
        return await posts.show_week(ctx, week)
    of, at = (WILDCARD if each is None else each.value for each in (variant, table))
    played: GameKind = read_choice(GameKind, game, POD)
    leading: Leading = read_choice(Leading, by, "players")
    if played != POD and ((of, at) != (WILDCARD, WILDCARD) or leading != "players"):
        raise Refusal("kind-of-pods")
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    scope = Scope(*_find_time(every, season, days), of, at, played)
    kind: Format | None = read_choice(Format, export, None)
    if leading != "players":
        if kind is not None:
            raise Refusal("export-players")
        return await show_deck_leaders(ctx, leading, scope)
    if kind is None:
        return await _show_page(ctx, scope, 0, every)
    return await send_standings(ctx, scope, kind, _name_scope(ctx, scope, every, ctx.text))


def _find_time(
    every: Sequence[Season], season: str | None, days: int | None
) -> tuple[int | None, int | None]:
    """Return the season's number and the first day that the options name; None means no limit."""
    if season is not None and days is not None:
        raise Refusal("season-or-days")
    if days is not None:
        return None, _find_first_day(days)
    if season is None:
        return next((each.number for each in every if each.end is None), None), None
    if season == seasons.EVER:
        return None, None
    return seasons.choose_season(every, season).number, None


# Buttons and the menu


async def turn_page(
    ctx: Context, season: str, since: str, variant: str, table: str, page: int
) -> None:
    """Turn to a page of the leaderboard of pods."""
    await _show_page(ctx, seasons.read_scope(season, since, variant, table), page)


async def turn_duels_page(ctx: Context, season: str, since: str, page: int) -> None:
    """Turn to a page of the leaderboard of duels."""
    await _show_page(ctx, replace(seasons.read_scope(season, since), game=JOUST), page)


async def pick_time(ctx: Context, variant: str, table: str, picked: str) -> None:
    """Show the season or time picked in the menu, with the same filters."""
    await _show_picked(ctx, Scope(variant=variant, table=table), picked)


async def pick_duels_time(ctx: Context, picked: str) -> None:
    """Show the season or time of duels picked in the menu."""
    await _show_picked(ctx, Scope(game=JOUST), picked)


async def _show_picked(ctx: Context, within: Scope, picked: str) -> None:
    """Show the season or days that were picked, with the filters of `within`, or list seasons."""
    season = None
    since = None
    match picked.split(":"):
        case ["days", days] if is_number(days) and 1 <= int(days) <= MAX_DAYS:
            since = _find_first_day(int(days))
        case ["season", number] if is_number(number):
            season = int(number)
        case [seasons.EVER]:
            pass
        case [seasons.LIST_OPTION, page] if is_number(page):
            return await seasons.show_seasons(ctx, int(page), _make_picker_id(within))
        case _:
            raise Refusal("unknown-button")
    await _show_page(ctx, replace(within, season=season, since=since), 0)


async def show_table_of_week(ctx: Context, number: int) -> None:
    """Show the current table, with the asker's own line; the button of a weekly post does this."""
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    await _show_page(ctx, Scope(*_find_time(every, None, None)), 0, every)


async def show_table_of_season(ctx: Context, number: int) -> None:
    """Show the table of a season; the button of its final table does this."""
    await _show_page(ctx, Scope(season=number), 0)


# Showing


async def _show_page(
    ctx: Context, scope: Scope, number: int, every: Sequence[Season] | None = None
) -> None:
    """Show a page, in place of the private message that was pressed or in a new message.

    `every` are the server's seasons; None if they are not loaded yet. The picture is added when it
    is drawn; the answer does not wait for it.
    """
    database = ctx.services.database
    guild = ctx.place.guild
    me = await ctx.find_player()
    found = await ctx.services.season_tables.read_page(guild, scope, me, number)
    if every is None:
        every = await ctx.services.seasons.find_all(guild)
    players = [*(line.player for line in found.lines), me]
    people = find_ranked(ctx.services, guild)
    words = await name_players(people, ctx.text, players)
    text = words.text
    settling = [
        each for each in await find_settling(ctx, scope.game) if is_shown_in(each, scope, every)
    ]
    embed = leaderboard.render_leaderboard(
        found,
        words,
        text("leaderboard-title"),
        _name_scope(ctx, scope, every, text),
        ratings=await read_ratings(database, guild, players, scope.game),
        provisional=await _find_provisional(ctx, scope, every, players),
        game=scope.game,
        empty=text("settling-first") if settling else _render_empty(scope, text),
    )
    if shown := await render_settling(ctx, settling):
        title, *lines = shown
        embed.add_field(name=title, value="\n".join(lines), inline=False)
    items = controls.make_page_buttons(seasons.make_scope_id(scope), found.number, found.last)
    view = controls.make_unstored_view(
        [*(items if found.last else ()), _make_picker(scope, every, text)]
    )
    if ctx.interaction.message is None:
        await say(ctx, embed=embed, view=view)
    else:
        await edit(ctx, embed=embed, view=view, attachments=[])
    if found.number or not ctx.interaction.response.is_done():
        return
    until = discord.utils.utcnow() + PICTURE_MARGIN
    data = charts.ChartData(every, people, ctx.settings.zone)
    picture = await charts.draw_season(
        ctx.services, guild, scope, found.lines, until, text, players, data
    )
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
        with suppress(discord.NotFound):  # the asker has dismissed the message
            await edit(ctx, embed=embed, view=view, attachments=[picture])


def _make_picker(scope: Scope, every: Sequence[Season], text: Catalogue) -> ui.Select[ui.View]:
    """Return the menu of seasons and times, with the current one marked.

    It holds the newest seasons; its last option lists all of them.
    """
    options = [(f"season:{each.number}", clean_label(each.name, 100), "🗓️") for each in every]
    del options[MAX_OPTIONS - 2 - len(OFFERED_DAYS) :]
    options.append((seasons.EVER, text("leaderboard-ever"), "♾️"))
    options += [
        (f"days:{days}", text("leaderboard-last-days", days=days), "⏱️") for days in OFFERED_DAYS
    ]
    if every:
        options.append((f"{seasons.LIST_OPTION}:0", text("leaderboard-seasons"), "📜"))
    if scope.since is not None:
        shown = f"days:{_count_days(scope.since)}"
    else:
        shown = seasons.EVER if scope.season is None else f"season:{scope.season}"
    return ui.Select(
        placeholder=clean_label(text("leaderboard-picker"), 150),
        options=[
            discord.SelectOption(label=label, value=value, emoji=emoji, default=value == shown)
            for value, label, emoji in options
        ],
        custom_id=_make_picker_id(scope),
    )


def _make_picker_id(scope: Scope) -> str:
    if scope.game == JOUST:
        return "duelists:pick"
    return f"leaders:::{scope.variant}:{scope.table}:pick"


def _find_first_day(days: int) -> int:
    """Return the first of the last `days`, in days of UTC."""
    return _find_today() - days + 1


def _count_days(since: int) -> int:
    return _find_today() - since + 1


def _find_today() -> int:
    return to_milliseconds(discord.utils.utcnow()) // DAY_MILLISECONDS


def _name_scope(ctx: Context, scope: Scope, every: Sequence[Season], text: Catalogue) -> str:
    """Describe the active filters; an empty string if there are none."""
    if scope == standings.ALL_RESULTS:
        return ""
    parts = [_name_time(ctx, scope, every, text)]
    if scope.variant in VARIANTS:
        parts.append(text(f"variant-{scope.variant}"))
    if scope.game != POD:
        parts.append(text(f"game-{scope.game}"))
    if scope.table in TABLES:
        parts.append(text(f"table-{scope.table}"))
    rules = _find_rules(scope, every)
    lines = [" · ".join(parts)]
    if not rules.are_none:
        lines.append(
            text("leaderboard-rules", rules=render_rules(rules, text, ctx.settings.deed_names))
        )
    return "\n-# ".join(lines)


def _find_rules(scope: Scope, every: Sequence[Season]) -> SeasonRules:
    return next((each.rules for each in every if each.number == scope.season), NO_RULES)


async def _find_provisional(
    ctx: Context, scope: Scope, every: Sequence[Season], players: Collection[Player]
) -> set[Player]:
    """Return the players whose rating is provisional by the season's rules."""
    games = _find_rules(scope, every).provisional
    if games is None:
        return set()
    database = ctx.services.database
    guild = ctx.place.guild
    return await load_provisional(database, guild, players, games, scope.game)


def _name_time(ctx: Context, scope: Scope, every: Sequence[Season], text: Catalogue) -> str:
    if scope.since is not None:
        since = text.format_date(to_moment(scope.since * DAY_MILLISECONDS).date())
        return text("leaderboard-days", days=_count_days(scope.since), since=since)
    if scope.season is None:
        return text("leaderboard-ever")
    season = next((each for each in every if each.number == scope.season), None)
    if season is None:
        raise Refusal("no-season")
    dates = seasons.format_dates(season, ctx.settings.zone, text)
    return text("season-line", name=escape(season.name), dates=dates)


def _render_empty(scope: Scope, text: Catalogue) -> str:
    """Return the text of an empty leaderboard."""
    if scope.game != POD:
        return text("leaderboard-empty-duels")
    if scope.since is not None:
        return text("leaderboard-empty-days", days=_count_days(scope.since))
    if scope.season is not None:
        return text("leaderboard-empty-season")
    return text("leaderboard-empty" if scope == standings.ALL_RESULTS else "leaderboard-empty-kind")


_PAGE_ACCESS = on_server(pace="costly")

ROUTES = (
    Route("leaders:::{variant}:{table}:pick", pick_time, _PAGE_ACCESS, "leaders", picked=str),
    Route(
        "leaders:{season}:{since}:{variant}:{table}:{page:int}", turn_page, _PAGE_ACCESS, "leaders"
    ),
    Route("duelists:pick", pick_duels_time, _PAGE_ACCESS, "duelists", picked=str),
    Route("duelists:{season}:{since}:{page:int}", turn_duels_page, _PAGE_ACCESS, "duelists"),
    Route("post:week:{number:int}", show_table_of_week, _PAGE_ACCESS, "post"),
    Route("post:season:{number:int}", show_table_of_season, _PAGE_ACCESS, "post"),
)
