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

from bot.front.interaction.answers import defer_answer, edit_private_message, send_answer
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
)
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.inputs import is_number
from bot.front.interaction.routes import Route, server_access
from bot.front.server.season_rule_texts import render_season_rules
from bot.front.standings import charts, leaderboard_texts, post_content, seasons
from bot.front.standings.deck_leaders import Leading, show_deck_leaderboard
from bot.front.standings.pending_results import (
    is_pending_result_in_scope,
    load_pending_results,
    render_pending_results,
)
from bot.front.standings.standings_names import get_ranked_people
from bot.front.ui import components
from bot.front.ui.escaping import clean_label, escape_markdown
from bot.front.ui.player_names import load_name_formatter
from bot.i18n import Catalogue
from bot.projections import standings
from bot.projections.ratings import load_provisional_players, load_ratings
from bot.projections.standings import MAX_DAYS, LeaderboardScope
from bot.projections.standings_file import (
    ExportedLine,
    Format,
    encode_standings_file,
    load_exported_lines,
    load_exported_scope,
)
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

# The file

EXPORT_NAME = "suzerain-standings"

MAX_MEMORY_BYTES = 2**20
"""Bytes of a file that are kept in memory; larger files go to the disk."""


class _FileTooLarge(Exception):
    """An error that the exported file is larger than Discord accepts."""


async def send_standings_file(
    ctx: Context, scope: LeaderboardScope, file_format: Format, filter_text: str
) -> None:
    """Send the standings as a file, with a text that describes the filters.

    Raises `Refusal` if the file is too large or the season was deleted.
    """
    guild = ctx.channel_address.guild
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    with SpooledTemporaryFile(MAX_MEMORY_BYTES) as into:
        write = partial(
            _write_standings_file,
            into,
            ctx.interaction.filesize_limit,
            guild,
            scope,
            file_format,
            ctx.interaction,
        )
        try:
            async with ctx.services.reading:
                players = await ctx.services.database.run_long_read_transaction(write)
        except LookupError:  # the season was deleted just now
            raise Refusal("no-season") from None
        except _FileTooLarge:
            raise Refusal("export-large") from None
        into.seek(0)
        file = discord.File(cast(io.BufferedIOBase, into), f"{EXPORT_NAME}.{file_format}")
        said = ctx.catalogue("standings-exported", players=players)
        await send_answer(ctx, "\n".join(filter(None, [said, filter_text])), files=[file])


def _write_standings_file(
    file: IO[bytes],
    maximum_bytes: int,
    guild_id: int,
    scope: LeaderboardScope,
    file_format: Format,
    interaction: Interaction,
    connection: Connection,
) -> int:
    """Write the standings to a file, and return the number of players. Raises `_FileTooLarge`."""
    of = load_exported_scope(connection, guild_id, scope, interaction.created_at)
    players = 0

    def count_lines() -> Iterator[ExportedLine]:
        nonlocal players
        for line in load_exported_lines(connection, of):
            players += 1
            yield line

    if file_format == "csv":
        file.write(codecs.BOM_UTF8)  # without it Excel reads names in another encoding
    for part in encode_standings_file(file_format, of, count_lines()):
        file.write(part)
        if file.tell() > maximum_bytes:
            raise _FileTooLarge
    return players


OFFERED_DAYS = (7, 30, MAX_DAYS)
"""Numbers of days that the menu offers."""

MAX_OPTIONS = 25
"""Options of one menu, Discord's limit."""

PICTURE_MARGIN = timedelta(seconds=1)
"""A margin so that the picture shows every result that the leaderboard counts."""


@slash_command("leaderboard", server_access(rate_class="costly"))
@describe_options(
    game="game",
    season="season",
    days="days",
    week="week",
    variant="only",
    table="only",
    export="export",
    by="leaders-by",
)
@fixed_choices(
    by=("leaders-by", get_args(Leading)),
    game=("game", GAME_KINDS),
    variant=("variant", list(VARIANTS)),
    table=("table", list(TABLES)),
    export=("export", get_args(Format)),
)
@autocomplete_options(season=seasons.complete_season_or_all_time, week=post_content.complete_week)
async def show_leaderboard(
    ctx: Context,
    season: seasons.SeasonName | None = None,
    days: Range[int, 1, MAX_DAYS] | None = None,
    variant: Choice[str] | None = None,
    table: Choice[str] | None = None,
    week: Range[str, 1, post_content.MAX_WEEK_LENGTH] | None = None,
    export: Choice[str] | None = None,
    game: Choice[str] | None = None,
    by: Choice[str] | None = None,
) -> None:
    """Show the server's ten best players, and the user's own line.

    Without options, the table counts the running season or else all time. `season` or `days`
    choose another time, `variant` and `table` filter pods, and `game` chooses another game. An
    `export` is a file of everybody. `week` shows the post of a past week again, and takes no
    other option. `by` shows what decks, commanders, colours or seats have won instead.
    """
    if week is not None:
        if any(each is not None for each in (season, days, variant, table, export, game, by)):
            raise Refusal("week-alone")
        return await post_content.show_week_post(ctx, week)
    of, at = (WILDCARD if each is None else each.value for each in (variant, table))
    played: GameKind = resolve_choice(GameKind, game, POD)
    leading: Leading = resolve_choice(Leading, by, "players")
    if played != POD and ((of, at) != (WILDCARD, WILDCARD) or leading != "players"):
        raise Refusal("kind-of-pods")
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    scope = LeaderboardScope(*_parse_time_filter(every, season, days), of, at, played)
    kind: Format | None = resolve_choice(Format, export, None)
    if leading != "players":
        if kind is not None:
            raise Refusal("export-players")
        return await show_deck_leaderboard(ctx, leading, scope)
    if kind is None:
        return await _show_leaderboard_page(ctx, scope, 0, every)
    return await send_standings_file(
        ctx, scope, kind, _describe_filters(ctx, scope, every, ctx.catalogue)
    )


def _parse_time_filter(
    all_seasons: Sequence[Season], season: str | None, days: int | None
) -> tuple[int | None, int | None]:
    """Return the season's number and the first day set by the options; None means no limit."""
    if season is not None and days is not None:
        raise Refusal("season-or-days")
    if days is not None:
        return None, _compute_first_day(days)
    if season is None:
        return next((each.number for each in all_seasons if each.end is None), None), None
    if season == seasons.EVER:
        return None, None
    return seasons.find_season_by_option(all_seasons, season).number, None


# Buttons and the menu


async def turn_leaderboard_page(
    ctx: Context, season: str, since: str, variant: str, table: str, page: int
) -> None:
    """Show another page of the leaderboard of pods."""
    await _show_leaderboard_page(ctx, seasons.parse_scope(season, since, variant, table), page)


async def turn_duel_leaderboard_page(ctx: Context, season: str, since: str, page: int) -> None:
    """Show another page of the leaderboard of duels."""
    await _show_leaderboard_page(ctx, replace(seasons.parse_scope(season, since), game=JOUST), page)


async def filter_leaderboard_by_time(
    ctx: Context, variant: str, table: str, selection: str
) -> None:
    """Show the leaderboard of the season or time selected in the menu, with the same filters."""
    await _show_selected_time(ctx, LeaderboardScope(variant=variant, table=table), selection)


async def filter_duels_by_time(ctx: Context, selection: str) -> None:
    """Show the leaderboard of duels of the season or time selected in the menu."""
    await _show_selected_time(ctx, LeaderboardScope(game=JOUST), selection)


async def _show_selected_time(ctx: Context, scope: LeaderboardScope, selection: str) -> None:
    """Show the leaderboard of the selected season or days with the other filters, or list
    seasons.
    """
    season = None
    since = None
    match selection.split(":"):
        case ["days", days] if is_number(days) and 1 <= int(days) <= MAX_DAYS:
            since = _compute_first_day(int(days))
        case ["season", number] if is_number(number):
            season = int(number)
        case [seasons.EVER]:
            pass
        case [seasons.LIST_OPTION, page] if is_number(page):
            return await seasons.show_seasons_page(ctx, int(page), _build_time_menu_id(scope))
        case _:
            raise Refusal("unknown-button")
    await _show_leaderboard_page(ctx, replace(scope, season=season, since=since), 0)


async def show_current_leaderboard(ctx: Context, number: int) -> None:
    """Show the current leaderboard with the user's own line, from the button of a weekly post."""
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    await _show_leaderboard_page(
        ctx, LeaderboardScope(*_parse_time_filter(every, None, None)), 0, every
    )


async def show_season_leaderboard(ctx: Context, number: int) -> None:
    """Show the leaderboard of a season, from the button of the season's final table."""
    await _show_leaderboard_page(ctx, LeaderboardScope(season=number), 0)


# Showing


async def _show_leaderboard_page(
    ctx: Context,
    scope: LeaderboardScope,
    page_number: int,
    all_seasons: Sequence[Season] | None = None,
) -> None:
    """Show a page in place of the private message whose button was pressed, or in a new
    message.

    `all_seasons` are the server's seasons; None if they are not loaded yet. The picture is
    added when it is drawn; the answer does not wait for it.
    """
    database = ctx.services.database
    guild = ctx.channel_address.guild
    me = await ctx.find_requester_player()
    found = await ctx.services.season_tables.load_leaderboard_page(guild, scope, me, page_number)
    if all_seasons is None:
        all_seasons = await ctx.services.seasons.load_seasons_of_server(guild)
    players = [*(line.player for line in found.lines), me]
    people = get_ranked_people(ctx.services, guild)
    words = await load_name_formatter(people, ctx.catalogue, players)
    text = words.text
    settling = [
        each
        for each in await load_pending_results(ctx, scope.game)
        if is_pending_result_in_scope(each, scope, all_seasons)
    ]
    embed = leaderboard_texts.render_leaderboard_embed(
        found,
        words,
        text("leaderboard-title"),
        _describe_filters(ctx, scope, all_seasons, text),
        ratings=await load_ratings(database, guild, players, scope.game),
        provisional_players=await _load_provisional_players(ctx, scope, all_seasons, players),
        game=scope.game,
        empty_text=text("settling-first") if settling else _render_empty_leaderboard(scope, text),
    )
    if shown := await render_pending_results(ctx, settling):
        title, *lines = shown
        embed.add_field(name=title, value="\n".join(lines), inline=False)
    items = components.build_page_buttons(seasons.build_scope_id(scope), found.number, found.last)
    view = components.build_stateless_view(
        [*(items if found.last else ()), _build_time_menu(scope, all_seasons, text)]
    )
    if ctx.interaction.message is None:
        await send_answer(ctx, embed=embed, view=view)
    else:
        await edit_private_message(ctx, embed=embed, view=view, attachments=[])
    if found.number or not ctx.interaction.response.is_done():
        return
    until = discord.utils.utcnow() + PICTURE_MARGIN
    data = charts.ChartData(all_seasons, people, ctx.settings.time_zone)
    picture = await charts.draw_points_chart(
        ctx.services, guild, scope, found.lines, until, text, players, data
    )
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
        with suppress(discord.NotFound):  # the asker has dismissed the message
            await edit_private_message(ctx, embed=embed, view=view, attachments=[picture])


def _build_time_menu(
    scope: LeaderboardScope, all_seasons: Sequence[Season], catalogue: Catalogue
) -> ui.Select[ui.View]:
    """Return the menu of seasons and times, with the current one selected.

    The menu has the newest seasons; its last option lists all of them.
    """
    options = [(f"season:{each.number}", clean_label(each.name, 100), "🗓️") for each in all_seasons]
    del options[MAX_OPTIONS - 2 - len(OFFERED_DAYS) :]
    options.append((seasons.EVER, catalogue("leaderboard-ever"), "♾️"))
    options += [
        (f"days:{days}", catalogue("leaderboard-last-days", days=days), "⏱️")
        for days in OFFERED_DAYS
    ]
    if all_seasons:
        options.append((f"{seasons.LIST_OPTION}:0", catalogue("leaderboard-seasons"), "📜"))
    if scope.since is not None:
        shown = f"days:{_count_days_since(scope.since)}"
    else:
        shown = seasons.EVER if scope.season is None else f"season:{scope.season}"
    return ui.Select(
        placeholder=clean_label(catalogue("leaderboard-picker"), 150),
        options=[
            discord.SelectOption(label=label, value=value, emoji=emoji, default=value == shown)
            for value, label, emoji in options
        ],
        custom_id=_build_time_menu_id(scope),
    )


def _build_time_menu_id(scope: LeaderboardScope) -> str:
    if scope.game == JOUST:
        return "duelists:pick"
    return f"leaders:::{scope.variant}:{scope.table}:pick"


def _compute_first_day(day_count: int) -> int:
    """Return the first of the last days, as a number of days in UTC since 1970."""
    return _get_today_number() - day_count + 1


def _count_days_since(first_day: int) -> int:
    return _get_today_number() - first_day + 1


def _get_today_number() -> int:
    return datetime_to_milliseconds(discord.utils.utcnow()) // DAY_MILLISECONDS


def _describe_filters(
    ctx: Context, scope: LeaderboardScope, all_seasons: Sequence[Season], catalogue: Catalogue
) -> str:
    """Describe the active filters; an empty string if there are none."""
    if scope == standings.ALL_RESULTS:
        return ""
    parts = [_describe_time_filter(ctx, scope, all_seasons, catalogue)]
    if scope.variant in VARIANTS:
        parts.append(catalogue(f"variant-{scope.variant}"))
    if scope.game != POD:
        parts.append(catalogue(f"game-{scope.game}"))
    if scope.table in TABLES:
        parts.append(catalogue(f"table-{scope.table}"))
    rules = _find_rules_of_scope(scope, all_seasons)
    lines = [" · ".join(parts)]
    if not rules.has_no_rules:
        lines.append(
            catalogue(
                "leaderboard-rules",
                rules=render_season_rules(rules, catalogue, ctx.settings.house_deed_names),
            )
        )
    return "\n-# ".join(lines)


def _find_rules_of_scope(scope: LeaderboardScope, all_seasons: Sequence[Season]) -> SeasonRules:
    return next((each.rules for each in all_seasons if each.number == scope.season), NO_RULES)


async def _load_provisional_players(
    ctx: Context,
    scope: LeaderboardScope,
    all_seasons: Sequence[Season],
    players: Collection[Player],
) -> set[Player]:
    """Load the players whose rating is provisional by the season's rules."""
    games = _find_rules_of_scope(scope, all_seasons).provisional
    if games is None:
        return set()
    database = ctx.services.database
    guild = ctx.channel_address.guild
    return await load_provisional_players(database, guild, players, games, scope.game)


def _describe_time_filter(
    ctx: Context, scope: LeaderboardScope, all_seasons: Sequence[Season], catalogue: Catalogue
) -> str:
    if scope.since is not None:
        since = catalogue.format_date(
            datetime_from_milliseconds(scope.since * DAY_MILLISECONDS).date()
        )
        return catalogue("leaderboard-days", days=_count_days_since(scope.since), since=since)
    if scope.season is None:
        return catalogue("leaderboard-ever")
    season = next((each for each in all_seasons if each.number == scope.season), None)
    if season is None:
        raise Refusal("no-season")
    dates = seasons.format_season_dates(season, ctx.settings.time_zone, catalogue)
    return catalogue("season-line", name=escape_markdown(season.name), dates=dates)


def _render_empty_leaderboard(scope: LeaderboardScope, catalogue: Catalogue) -> str:
    """Return the text of an empty leaderboard."""
    if scope.game != POD:
        return catalogue("leaderboard-empty-duels")
    if scope.since is not None:
        return catalogue("leaderboard-empty-days", days=_count_days_since(scope.since))
    if scope.season is not None:
        return catalogue("leaderboard-empty-season")
    return catalogue(
        "leaderboard-empty" if scope == standings.ALL_RESULTS else "leaderboard-empty-kind"
    )


_PAGE_ACCESS = server_access(rate_class="costly")

ROUTES = (
    Route(
        "leaders:::{variant}:{table}:pick",
        filter_leaderboard_by_time,
        _PAGE_ACCESS,
        "leaders",
        picked=str,
    ),
    Route(
        "leaders:{season}:{since}:{variant}:{table}:{page:int}",
        turn_leaderboard_page,
        _PAGE_ACCESS,
        "leaders",
    ),
    Route("duelists:pick", filter_duels_by_time, _PAGE_ACCESS, "duelists", picked=str),
    Route(
        "duelists:{season}:{since}:{page:int}", turn_duel_leaderboard_page, _PAGE_ACCESS, "duelists"
    ),
    Route("post:week:{number:int}", show_current_leaderboard, _PAGE_ACCESS, "post"),
    Route("post:season:{number:int}", show_season_leaderboard, _PAGE_ACCESS, "post"),
)
