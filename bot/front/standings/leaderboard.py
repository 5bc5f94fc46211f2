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

from bot.front.interaction.answers import answer_by_editing_message, defer_answer, send_answer
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.server.season_rule_texts import render_rules_of_season
from bot.front.standings import charts, games_files, leaderboard_texts, post_content, seasons
from bot.front.standings.deck_leaders import Leading, show_deck_leaderboard
from bot.front.standings.pending_results import (
    load_games_with_pending_results,
    render_pending_game_results,
    will_pending_game_count_in_leaderboard,
)
from bot.front.standings.standings_names import build_player_name_loader
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.i18n import Translations
from bot.projections import standings
from bot.projections.games_file import GamesFileSelection
from bot.projections.ratings import load_player_ratings, load_players_with_few_rated_games
from bot.projections.standings import MAX_DAYS, LeaderboardFilter
from bot.projections.standings_file import (
    Format,
    StandingsFileLine,
    encode_standings_file,
    load_standings_file_header,
    load_standings_file_lines,
)
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS, ServantKind
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS, WILDCARD

# The file

EXPORT_NAME = "suzerain-standings"

GAMES_EXPORT = "games"
"""The value of the option `export` that gives administrators the games instead of the standings."""

MAX_MEMORY_BYTES = 2**20
"""Bytes of a file that are kept in memory; larger files go to the disk."""


class _StandingsFileTooLargeError(Exception):
    """The error that a file of standings is too large for Discord."""


async def send_standings_file(
    ctx: Context, leaderboard_filter: LeaderboardFilter, file_format: Format, filter_text: str
) -> None:
    """Send the server's standings as a file. Raises `Refusal` if the file is too large for Discord."""
    guild = ctx.channel_address.guild
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    with SpooledTemporaryFile(MAX_MEMORY_BYTES) as into:
        write = partial(
            _write_standings_file,
            into,
            ctx.interaction.filesize_limit,
            guild,
            leaderboard_filter,
            file_format,
            ctx.interaction,
        )
        try:
            async with ctx.services.reading:
                players = await ctx.services.database.run_read_transaction_without_timeout(write)
        except LookupError:  # the season was deleted just now
            raise Refusal("no-season") from None
        except _StandingsFileTooLargeError:
            raise Refusal("export-large") from None
        into.seek(0)
        file = discord.File(cast(io.BufferedIOBase, into), f"{EXPORT_NAME}.{file_format}")
        said = ctx.translations("standings-exported", players=players)
        await send_answer(ctx, "\n".join(filter(None, [said, filter_text])), files=[file])


def _write_standings_file(
    file: IO[bytes],
    maximum_bytes: int,
    guild_id: int,
    leaderboard_filter: LeaderboardFilter,
    file_format: Format,
    interaction: Interaction,
    connection: Connection,
) -> int:
    """Write the standings to a file, and return the number of players.

    Raises `_StandingsFileTooLargeError`.
    """
    of = load_standings_file_header(connection, guild_id, leaderboard_filter, interaction.created_at)
    players = 0

    def yield_and_count_standings_lines() -> Iterator[StandingsFileLine]:
        nonlocal players
        for line in load_standings_file_lines(connection, of):
            players += 1
            yield line

    if file_format == "csv":
        file.write(codecs.BOM_UTF8)  # without it Excel reads names in another encoding
    for part in encode_standings_file(file_format, of, yield_and_count_standings_lines()):
        file.write(part)
        if file.tell() > maximum_bytes:
            raise _StandingsFileTooLargeError
    return players


OFFERED_DAYS = (7, 30, MAX_DAYS)
"""Numbers of days that the menu offers."""

MAX_OPTIONS = 25
"""Options of one menu, Discord's limit."""

PICTURE_MARGIN = timedelta(seconds=1)
"""A margin so that the picture shows every result that the leaderboard counts."""


@slash_command("leaderboard", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(
    game="game",
    season="season",
    days="days",
    week="week",
    variant="only",
    table="only",
    export="export",
    by="leaders-by",
)
@set_fixed_option_choices(
    by=("leaders-by", get_args(Leading)),
    game=("game", GAME_KINDS),
    variant=("variant", list(VARIANTS)),
    table=("table", list(TABLES)),
    export=("export", (*get_args(Format), GAMES_EXPORT)),
)
@set_option_suggestions(season=seasons.autocomplete_season_or_all_time, week=post_content.autocomplete_weekly_post)
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
    """Show the ten best players of the server, and the user's own line.

    Without options, the table counts the running season or else all time. `season` or `days` choose another time,
    `variant` and `table` filter pods, and `game` chooses another game. An `export` is a file of everybody. `week` shows
    the post of a past week again, and takes no other option. `by` shows what decks, commanders, colours or seats have
    won instead.
    """
    if week is not None:
        if any(each is not None for each in (season, days, variant, table, export, game, by)):
            raise Refusal("week-alone")
        return await post_content.show_past_weekly_post(ctx, week)
    of, at = (WILDCARD if each is None else each.value for each in (variant, table))
    played: GameKind = get_selected_option_value(GameKind, game, POD)
    leading: Leading = get_selected_option_value(Leading, by, "players")
    if played != POD and ((of, at) != (WILDCARD, WILDCARD) or leading != "players"):
        raise Refusal("kind-of-pods")
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    scope = LeaderboardFilter(*_parse_season_or_days_filter(every, season, days), of, at, played)
    if export is not None and export.value == GAMES_EXPORT:
        if any(each is not None for each in (variant, table, game, by)):
            raise Refusal("games-alone")
        return await games_files.send_games_file(ctx, _build_games_file_selection(ctx, scope, every))
    kind: Format | None = get_selected_option_value(Format, export, None)
    if leading != "players":
        if kind is not None:
            raise Refusal("export-players")
        return await show_deck_leaderboard(ctx, leading, scope)
    if kind is None:
        return await _show_leaderboard_page(ctx, scope, 0, every)
    return await send_standings_file(
        ctx, scope, kind, _describe_leaderboard_filter(ctx, scope, every, ctx.translations)
    )


def _build_games_file_selection(
    ctx: Context, leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season]
) -> GamesFileSelection:
    guild = ctx.channel_address.guild
    if leaderboard_filter.season is not None:
        season = next(each for each in all_seasons if each.number == leaderboard_filter.season)
        return GamesFileSelection(guild, season.start, season.end)
    since = leaderboard_filter.since
    return GamesFileSelection(guild, None if since is None else datetime_from_milliseconds(since * DAY_MILLISECONDS))


def _parse_season_or_days_filter(
    all_seasons: Sequence[Season], season: str | None, days: int | None
) -> tuple[int | None, int | None]:
    """Return the season and the first day that a command's options select; None means no limit."""
    if season is not None and days is not None:
        raise Refusal("season-or-days")
    if days is not None:
        return None, _compute_first_day_of_period(days)
    if season is None:
        return next((each.number for each in all_seasons if each.end is None), None), None
    if season == seasons.EVER:
        return None, None
    return seasons.find_season_by_option(all_seasons, season).number, None


# Buttons and the menu


async def show_pod_leaderboard_page(
    ctx: Context, season: str, first_day: str, variant: str, table: str, page: int
) -> None:
    await _show_leaderboard_page(
        ctx, seasons.parse_leaderboard_filter_from_custom_id(season, first_day, variant, table), page
    )


async def show_duel_leaderboard_page(ctx: Context, season: str, first_day: str, page: int) -> None:
    await _show_leaderboard_page(
        ctx, replace(seasons.parse_leaderboard_filter_from_custom_id(season, first_day), game=JOUST), page
    )


async def show_pod_leaderboard_of_selected_period(ctx: Context, variant: str, table: str, selection: str) -> None:
    """Show the leaderboard of pods for the season or days selected in a menu."""
    await _show_leaderboard_of_selected_period(ctx, LeaderboardFilter(variant=variant, table=table), selection)


async def show_duel_leaderboard_of_selected_period(ctx: Context, selection: str) -> None:
    """Show the leaderboard of duels for the season or days selected in a menu."""
    await _show_leaderboard_of_selected_period(ctx, LeaderboardFilter(game=JOUST), selection)


async def _show_leaderboard_of_selected_period(
    ctx: Context, leaderboard_filter: LeaderboardFilter, selection: str
) -> None:
    season = None
    since = None
    match selection.split(":"):
        case ["days", days] if is_ascii_number(days) and 1 <= int(days) <= MAX_DAYS:
            since = _compute_first_day_of_period(int(days))
        case ["season", number] if is_ascii_number(number):
            season = int(number)
        case [seasons.EVER]:
            pass
        case [seasons.LIST_OPTION, page] if is_ascii_number(page):
            return await seasons.show_seasons_page(
                ctx, int(page), _build_leaderboard_period_menu_id(leaderboard_filter)
            )
        case _:
            raise Refusal("unknown-button")
    await _show_leaderboard_page(ctx, replace(leaderboard_filter, season=season, since=since), 0)


async def show_running_season_leaderboard(ctx: Context, _post_number: int) -> None:
    """Show the leaderboard of the running season; without a running season, of all time."""
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    await _show_leaderboard_page(ctx, LeaderboardFilter(*_parse_season_or_days_filter(every, None, None)), 0, every)


async def show_leaderboard_of_ending_season(ctx: Context, _notice_kind: str, _post_number: int) -> None:
    """Show the running season's leaderboard after a press below the announcement of the season's end."""
    await show_running_season_leaderboard(ctx, _post_number)


async def show_season_leaderboard(ctx: Context, season_number: int) -> None:
    """Show the leaderboard of a season, after a press below the season's final table."""
    await _show_leaderboard_page(ctx, LeaderboardFilter(season=season_number), 0)


# Showing


async def _show_leaderboard_page(
    ctx: Context, leaderboard_filter: LeaderboardFilter, page_number: int, all_seasons: Sequence[Season] | None = None
) -> None:
    """Show a page of a leaderboard in a new message, or in the private message whose button was pressed.

    `all_seasons` are the server's seasons; None if they are not loaded yet. The picture is added when it is drawn; the
    answer does not wait for it.
    """
    database = ctx.services.database
    guild = ctx.channel_address.guild
    me = await ctx.get_player_id_of_user()
    found = await ctx.services.season_tables.load_leaderboard_page(guild, leaderboard_filter, me, page_number)
    if all_seasons is None:
        all_seasons = await ctx.services.seasons.load_seasons_of_server(guild)
    players = [*(line.player for line in found.lines), me]
    people = build_player_name_loader(ctx.services, guild)
    words = await load_formatter_with_player_names(people, ctx.translations, players)
    text = words.text
    settling = [
        each
        for each in await load_games_with_pending_results(ctx, leaderboard_filter.game)
        if will_pending_game_count_in_leaderboard(each, leaderboard_filter, all_seasons)
    ]
    embed = leaderboard_texts.render_leaderboard_embed(
        found,
        words,
        text("leaderboard-title"),
        _describe_leaderboard_filter(ctx, leaderboard_filter, all_seasons, text, found.servants),
        ratings=await load_player_ratings(database, guild, players, leaderboard_filter.game),
        provisional_players=await _load_players_with_provisional_rating(ctx, leaderboard_filter, all_seasons, players),
        game_kind=leaderboard_filter.game,
        empty_text=text("settling-first") if settling else _render_empty_leaderboard(leaderboard_filter, text),
    )
    if shown := await render_pending_game_results(ctx, settling):
        title, *lines = shown
        embed.add_field(name=title, value="\n".join(lines), inline=False)
    items = components.build_page_buttons(
        seasons.build_leaderboard_custom_id_prefix(leaderboard_filter), found.number, found.last
    )
    view = components.build_view_without_callbacks(
        [*(items if found.last else ()), _build_leaderboard_period_menu(leaderboard_filter, all_seasons, text)]
    )
    if ctx.interaction.message is None:
        await send_answer(ctx, embed=embed, view=view)
    else:
        await answer_by_editing_message(ctx, embed=embed, view=view, attachments=[])
    if found.number or not ctx.interaction.response.is_done():
        return
    until = discord.utils.utcnow() + PICTURE_MARGIN
    data = charts.LeaderboardChartData(all_seasons, people, ctx.settings.time_zone)
    picture = await charts.draw_leaderboard_chart(
        ctx.services, guild, leaderboard_filter, found.lines, until, text, players, data
    )
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
        with suppress(discord.NotFound):  # the asker has dismissed the message
            await answer_by_editing_message(ctx, embed=embed, view=view, attachments=[picture])


def _build_leaderboard_period_menu(
    leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season], translations: Translations
) -> ui.Select[ui.View]:
    options = [(f"season:{each.number}", clean_label_text(each.name, 100), "🗓️") for each in all_seasons]
    del options[MAX_OPTIONS - 2 - len(OFFERED_DAYS) :]
    options.append((seasons.EVER, translations("leaderboard-ever"), "♾️"))
    options += [(f"days:{days}", translations("leaderboard-last-days", days=days), "⏱️") for days in OFFERED_DAYS]
    if all_seasons:
        options.append((f"{seasons.LIST_OPTION}:0", translations("leaderboard-seasons"), "📜"))
    if leaderboard_filter.since is not None:
        shown = f"days:{_count_days_since(leaderboard_filter.since)}"
    else:
        shown = seasons.EVER if leaderboard_filter.season is None else f"season:{leaderboard_filter.season}"
    return ui.Select(
        placeholder=clean_label_text(translations("leaderboard-picker"), 150),
        options=[
            discord.SelectOption(label=label, value=value, emoji=emoji, default=value == shown)
            for value, label, emoji in options
        ],
        custom_id=_build_leaderboard_period_menu_id(leaderboard_filter),
    )


def _build_leaderboard_period_menu_id(leaderboard_filter: LeaderboardFilter) -> str:
    if leaderboard_filter.game == JOUST:
        return "duelists:pick"
    return f"leaders:::{leaderboard_filter.variant}:{leaderboard_filter.table}:pick"


def _compute_first_day_of_period(day_count: int) -> int:
    return _count_days_from_1970_until_today() - day_count + 1


def _count_days_since(first_day: int) -> int:
    return _count_days_from_1970_until_today() - first_day + 1


def _count_days_from_1970_until_today() -> int:
    return datetime_to_milliseconds(discord.utils.utcnow()) // DAY_MILLISECONDS


def _describe_leaderboard_filter(
    ctx: Context,
    leaderboard_filter: LeaderboardFilter,
    all_seasons: Sequence[Season],
    translations: Translations,
    servant_kind: ServantKind = "thrall",
) -> str:
    """Return a text that says which results a leaderboard counts; an empty text if all results count.

    `servant_kind` is the kind of servants in these results.
    """
    if leaderboard_filter == standings.ALL_RESULTS:
        return ""
    parts = [_describe_leaderboard_period(ctx, leaderboard_filter, all_seasons, translations)]
    if leaderboard_filter.variant in VARIANTS:
        parts.append(translations(f"variant-{leaderboard_filter.variant}"))
    if leaderboard_filter.game != POD:
        parts.append(translations(f"game-{leaderboard_filter.game}"))
    if leaderboard_filter.table in TABLES:
        parts.append(translations(f"table-{leaderboard_filter.table}"))
    season = _find_season_of_leaderboard(leaderboard_filter, all_seasons)
    lines = [" · ".join(parts)]
    if season is not None and not season.rules.has_no_rules:
        rules = render_rules_of_season(season, servant_kind, translations, ctx.settings.custom_achievement_names)
        lines.append(translations("leaderboard-rules", rules=rules))
    return "\n-# ".join(lines)


def _find_season_of_leaderboard(leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season]) -> Season | None:
    return next((each for each in all_seasons if each.number == leaderboard_filter.season), None)


async def _load_players_with_provisional_rating(
    ctx: Context, leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season], players: Collection[Player]
) -> set[Player]:
    """Load the players whose rating is provisional, because they have too few games in the season."""
    season = _find_season_of_leaderboard(leaderboard_filter, all_seasons)
    games = None if season is None else season.rules.provisional
    if games is None:
        return set()
    database = ctx.services.database
    guild = ctx.channel_address.guild
    return await load_players_with_few_rated_games(database, guild, players, games, leaderboard_filter.game)


def _describe_leaderboard_period(
    ctx: Context, leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season], translations: Translations
) -> str:
    if leaderboard_filter.since is not None:
        since = translations.format_date(datetime_from_milliseconds(leaderboard_filter.since * DAY_MILLISECONDS).date())
        return translations("leaderboard-days", days=_count_days_since(leaderboard_filter.since), since=since)
    if leaderboard_filter.season is None:
        return translations("leaderboard-ever")
    season = _find_season_of_leaderboard(leaderboard_filter, all_seasons)
    if season is None:
        raise Refusal("no-season")
    dates = seasons.format_season_dates(season, ctx.settings.time_zone, translations)
    return translations("season-line", name=escape_markdown(season.name), dates=dates)


def _render_empty_leaderboard(leaderboard_filter: LeaderboardFilter, translations: Translations) -> str:
    if leaderboard_filter.game != POD:
        return translations("leaderboard-empty-duels")
    if leaderboard_filter.since is not None:
        return translations("leaderboard-empty-days", days=_count_days_since(leaderboard_filter.since))
    if leaderboard_filter.season is not None:
        return translations("leaderboard-empty-season")
    return translations(
        "leaderboard-empty" if leaderboard_filter == standings.ALL_RESULTS else "leaderboard-empty-kind"
    )


_PAGE_ACCESS = build_access_rule_for_server(rate_limit_class="costly")

ROUTES = (
    CustomIdRoute(
        "leaders:::{variant}:{table}:pick", show_pod_leaderboard_of_selected_period, _PAGE_ACCESS, "leaders", picked=str
    ),
    CustomIdRoute(
        "leaders:{season}:{first_day}:{variant}:{table}:{page:int}",
        show_pod_leaderboard_page,
        _PAGE_ACCESS,
        "leaders",
    ),
    CustomIdRoute("duelists:pick", show_duel_leaderboard_of_selected_period, _PAGE_ACCESS, "duelists", picked=str),
    CustomIdRoute("duelists:{season}:{first_day}:{page:int}", show_duel_leaderboard_page, _PAGE_ACCESS, "duelists"),
    CustomIdRoute("post:week:{_post_number:int}", show_running_season_leaderboard, _PAGE_ACCESS, "post"),
    CustomIdRoute(
        "post:{_notice_kind:week-before|day-before}:{_post_number:int}",
        show_leaderboard_of_ending_season,
        _PAGE_ACCESS,
        "post",
    ),
    CustomIdRoute("post:season:{season_number:int}", show_season_leaderboard, _PAGE_ACCESS, "post"),
)
