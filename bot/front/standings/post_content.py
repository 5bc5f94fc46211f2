"""The content of the bot's weekly and season posts, and past weekly posts shown again."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord.app_commands import Choice
from msgspec.structs import replace

from bot.front.interaction.answers import defer_answer, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.player_options import build_matching_choices
from bot.front.interaction.services import StandingsServices
from bot.front.publishing.post_outbox import PostContent
from bot.front.server.season_rule_texts import render_season_rules
from bot.front.standings import charts, leaderboard_texts, seasons, weekly_post
from bot.front.standings.standings_names import get_ranked_people
from bot.front.ui import player_names
from bot.front.ui.escaping import clean_label
from bot.i18n import Catalogue, find_locale_by_tag, load_catalogue
from bot.projections.standings import LeaderboardScope
from bot.rules.refusals import Refusal
from bot.storage.servers.standings_posts import Kind, StandingsPost
from bot.storage.tables.game_kinds import JOUST
from bot.storage.tables.seasons import LONGEST_NAME

# Final tables


async def render_final_table(sources: StandingsServices, post: StandingsPost) -> PostContent:
    """Render the final table of a season in the post's language.

    Raises `Refusal` if the season was deleted.
    """
    text = load_catalogue(post.language)
    settings = await sources.guilds.load_settings(post.guild)
    zone = settings.time_zone
    every = await sources.seasons.load_seasons_of_server(post.guild)
    season = next((each for each in every if each.number == post.number), None)
    if season is None:
        raise Refusal("no-season")
    scope = LeaderboardScope(season=season.number)
    table = await sources.season_tables.load_leaderboard_page(post.guild, scope)
    of_duels = replace(scope, game=JOUST)
    duels = await sources.season_tables.load_leaderboard_page(post.guild, of_duels)
    players = [line.player for line in (*table.lines, *duels.lines)]
    words = await player_names.load_name_formatter(
        get_ranked_people(sources, post.guild), text, players
    )
    title = text("season-over", name=clean_label(season.name, LONGEST_NAME))
    counted = seasons.format_season_dates(season, zone, text)
    if not season.rules.has_no_rules:
        rules = render_season_rules(season.rules, text, settings.house_deed_names)
        counted = f"{counted}\n-# {text('leaderboard-rules', rules=rules)}"
    embed = leaderboard_texts.render_leaderboard_embed(table, words, title, counted)
    if duels.lines:
        leaderboard_texts.add_duels_table(embed, duels, words)
    chart = await charts.draw_points_chart(
        sources, post.guild, scope, table.lines, post.end, text, players
    )
    if chart is None:
        return PostContent(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return PostContent(embed, [chart])


MAX_WEEK_LENGTH = 60
"""The most characters that somebody may type for a week."""

PAGES: Mapping[Kind, Callable[[StandingsServices, StandingsPost], Awaitable[PostContent]]] = {
    "week": weekly_post.render_weekly_post,
    "season": render_final_table,
}


async def render_standings_post(sources: StandingsServices, post: StandingsPost) -> PostContent:
    """Render a weekly or season post from all recorded games, after pending ratings are
    computed.
    """
    await sources.rater.wait_until_rated(post.guild)
    return await PAGES[post.kind](sources, post)


async def show_week_post(ctx: Context, week_option: str) -> None:
    """Show a past week's post to the user alone, in their language."""
    posts = ctx.services.posts
    post = await _load_week_post(ctx, week_option)
    if await posts.load_language(post.guild, post.start, post.end) is None:
        await send_answer(
            ctx, ctx.catalogue("post-nobody", dates=_format_post_dates(ctx, post, ctx.catalogue))
        )
        return
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    own = find_locale_by_tag(ctx.interaction.locale.value) or post.language
    embed, files, view = await render_standings_post(ctx.services, replace(post, language=own))
    more: dict[str, Any] = {} if view is None else {"view": view}
    await send_answer(ctx, embed=embed, files=files, **more)


async def complete_week(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the weeks that had a post, newest first, by their dates."""
    text = ctx.public_catalogue
    every = await ctx.services.posts.load_weekly_posts(ctx.channel_address.guild)
    return build_matching_choices(
        [(_format_post_dates(ctx, post, text), str(post.number)) for post in every], query
    )


async def _load_week_post(ctx: Context, week_option: str) -> StandingsPost:
    if is_number(week_option):
        post = await ctx.services.posts.load_post(
            ctx.channel_address.guild, "week", int(week_option)
        )
        if post is not None:
            return post
    raise Refusal("no-week")


def _format_post_dates(ctx: Context, post: StandingsPost, catalogue: Catalogue) -> str:
    return weekly_post.format_week_dates(post.start, post.end, ctx.settings.time_zone, catalogue)
