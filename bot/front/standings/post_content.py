"""The content of the bot's weekly and season posts, and past weekly posts shown again."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord.app_commands import Choice
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import defer_answer, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import filter_autocomplete_choices
from bot.front.interaction.services import StandingsMessageServices
from bot.front.publishing.post_outbox import StandingsPostContent
from bot.front.server.season_rule_texts import render_rules_of_season
from bot.front.standings import charts, leaderboard_texts, season_ends, seasons, weekly_post
from bot.front.standings.standings_names import build_player_name_loader, join_names_of_first_players
from bot.front.ui import player_names
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations, find_supported_locale, load_translations
from bot.projections.season_awards import SeasonAward, load_season_awards
from bot.projections.standings import LeaderboardFilter
from bot.rules.refusals import Refusal
from bot.rules.variants import ServantKind
from bot.storage.servers.standings_posts import Kind, StandingsPost
from bot.storage.tables.game_kinds import JOUST
from bot.storage.tables.seasons import LONGEST_NAME

# Final tables


async def render_final_standings_post(
    services: StandingsMessageServices, standings_post: StandingsPost
) -> StandingsPostContent:
    """Render the post with the final table of a season. Raises `Refusal` if the season was deleted."""
    text = load_translations(standings_post.language)
    settings = await services.guilds.load_server_settings(standings_post.guild)
    zone = settings.time_zone
    every = await services.seasons.load_seasons_of_server(standings_post.guild)
    season = next((each for each in every if each.number == standings_post.number), None)
    if season is None:
        raise Refusal("no-season")
    scope = LeaderboardFilter(season=season.number)
    table = await services.season_tables.load_leaderboard_page(standings_post.guild, scope)
    of_duels = replace(scope, game=JOUST)
    duels = await services.season_tables.load_leaderboard_page(standings_post.guild, of_duels)
    has_ranks = any(line.rank is not None for line in table.lines)
    awards = await load_season_awards(services.database, services.season_tables, season) if has_ranks else []
    awarded = [player for award in awards for player in award.players]
    players = [*(line.player for line in (*table.lines, *duels.lines)), *awarded]
    words = await player_names.load_formatter_with_player_names(
        build_player_name_loader(services, standings_post.guild), text, players
    )
    title = text("season-over", name=clean_label_text(season.name, LONGEST_NAME))
    counted = seasons.format_season_dates(season, zone, text)
    if not season.rules.has_no_rules:
        rules = render_rules_of_season(season, table.servants, text, settings.custom_achievement_names)
        counted = f"{counted}\n-# {text('leaderboard-rules', rules=rules)}"
    embed = leaderboard_texts.render_leaderboard_embed(table, words, title, counted)
    if awards:
        lines = [_render_season_award(award, table.servants, words) for award in awards]
        embed.add_field(name=text("season-awards"), value="\n".join(lines), inline=False)
    if duels.lines:
        leaderboard_texts.add_duel_leaderboard_field(embed, duels, words)
    chart = await charts.draw_leaderboard_chart(
        services, standings_post.guild, scope, table.lines, standings_post.end, text, players
    )
    if chart is None:
        return StandingsPostContent(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return StandingsPostContent(embed, [chart])


def _render_season_award(award: SeasonAward, servant_kind: ServantKind, formatter: PodMessageFormatter) -> str:
    players = join_names_of_first_players(award.players, formatter)
    match award.award:
        case "reign":
            return weekly_post.render_longest_time_as_master(award.number, players, servant_kind, formatter.text)
        case "caused":
            return formatter.text("week-caused", players=players, times=award.number)
        case other:
            return formatter.text(f"award-{other}", players=players, number=award.number)


MAX_WEEK_LENGTH = 60
"""The most characters that somebody may type for a week."""

PAGES: Mapping[Kind, Callable[[StandingsMessageServices, StandingsPost], Awaitable[StandingsPostContent]]] = {
    "week": weekly_post.render_weekly_post,
    "season": render_final_standings_post,
    "week-before": season_ends.render_season_end_notice,
    "day-before": season_ends.render_season_end_notice,
}


async def render_standings_post(
    services: StandingsMessageServices, standings_post: StandingsPost
) -> StandingsPostContent:
    """Render a weekly post or a season's final table, as soon as the server's ratings are up to date."""
    await services.rater.wait_for_ratings_of_server(standings_post.guild)
    return await PAGES[standings_post.kind](services, standings_post)


async def show_past_weekly_post(ctx: Context, week_option: str) -> None:
    """Show the weekly post of a past week to the user alone, in their language."""
    posts = ctx.services.posts
    post = await _load_selected_weekly_post(ctx, week_option)
    if await posts.load_language_of_newest_game(post.guild, post.start, post.end) is None:
        await send_answer(
            ctx, ctx.translations("post-nobody", dates=_format_weekly_post_dates(ctx, post, ctx.translations))
        )
        return
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    own = find_supported_locale(ctx.interaction.locale.value) or post.language
    embed, files, view = await render_standings_post(ctx.services, replace(post, language=own))
    more: dict[str, Any] = {} if view is None else {"view": view}
    await send_answer(ctx, embed=embed, files=files, **more)


async def autocomplete_weekly_post(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the weeks that had a weekly post, newest first."""
    text = ctx.public_translations
    every = await ctx.services.posts.load_weekly_posts(ctx.channel_address.guild)
    return filter_autocomplete_choices(
        [(_format_weekly_post_dates(ctx, post, text), str(post.number)) for post in every], query
    )


async def _load_selected_weekly_post(ctx: Context, week_option: str) -> StandingsPost:
    if is_ascii_number(week_option):
        post = await ctx.services.posts.load_standings_post(ctx.channel_address.guild, "week", int(week_option))
        if post is not None:
            return post
    raise Refusal("no-week")


def _format_weekly_post_dates(ctx: Context, standings_post: StandingsPost, translations: Translations) -> str:
    return weekly_post.format_week_dates(standings_post.start, standings_post.end, ctx.settings.time_zone, translations)
