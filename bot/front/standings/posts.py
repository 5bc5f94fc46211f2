"""Posts of the bot: their content, and past weekly posts shown again."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord.app_commands import Choice
from msgspec.structs import replace

from bot.front.background.posts import PostContent
from bot.front.interaction.answering import defer, say
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import match_options
from bot.front.interaction.services import StandingsSources
from bot.front.rendering import leaderboard, names
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.leaderboard import render_rules
from bot.front.standings import charts, seasons, weekly
from bot.front.standings.naming import find_ranked
from bot.i18n import Catalogue, find_locale, load_catalogue
from bot.projections.standings import Scope
from bot.rules.refusals import Refusal
from bot.storage.servers.posts import Kind, Post
from bot.storage.tables.game_kinds import JOUST
from bot.storage.tables.seasons import LONGEST_NAME

# Final tables


async def draw_final_table(sources: StandingsSources, post: Post) -> PostContent:
    """Draw the final table of a season in the post's language.

    Raises `Refusal` if the season was deleted.
    """
    text = load_catalogue(post.language)
    settings = await sources.guilds.read_settings(post.guild)
    zone = settings.zone
    every = await sources.seasons.find_all(post.guild)
    season = next((each for each in every if each.number == post.number), None)
    if season is None:
        raise Refusal("no-season")
    scope = Scope(season=season.number)
    table = await sources.season_tables.read_page(post.guild, scope)
    of_duels = replace(scope, game=JOUST)
    duels = await sources.season_tables.read_page(post.guild, of_duels)
    players = [line.player for line in (*table.lines, *duels.lines)]
    words = await names.name_players(find_ranked(sources, post.guild), text, players)
    title = text("season-over", name=clean_label(season.name, LONGEST_NAME))
    counted = seasons.format_dates(season, zone, text)
    if not season.rules.are_none:
        rules = render_rules(season.rules, text, settings.deed_names)
        counted = f"{counted}\n-# {text('leaderboard-rules', rules=rules)}"
    embed = leaderboard.render_leaderboard(table, words, title, counted)
    if duels.lines:
        leaderboard.add_duels_table(embed, duels, words)
    chart = await charts.draw_season(
        sources, post.guild, scope, table.lines, post.end, text, players
    )
    if chart is None:
        return PostContent(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return PostContent(embed, [chart])


MAX_WEEK_LENGTH = 60
"""The most characters that somebody may type for a week."""

PAGES: Mapping[Kind, Callable[[StandingsSources, Post], Awaitable[PostContent]]] = {
    "week": weekly.draw_weekly_post,
    "season": draw_final_table,
}


async def draw_post(sources: StandingsSources, post: Post) -> PostContent:
    """Draw a post from everything recorded by now, after pending ratings are done."""
    await sources.rater.wait_until_rated(post.guild)
    return await PAGES[post.kind](sources, post)


async def show_week(ctx: Context, typed: str) -> None:
    """Show a past week's post to the asker alone, in their language."""
    posts = ctx.services.posts
    post = await _find_post(ctx, typed)
    if await posts.find_language(post.guild, post.start, post.end) is None:
        await say(ctx, ctx.text("post-nobody", dates=_format_date(ctx, post, ctx.text)))
        return
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    own = find_locale(ctx.interaction.locale.value) or post.language
    embed, files, view = await draw_post(ctx.services, replace(post, language=own))
    more: dict[str, Any] = {} if view is None else {"view": view}
    await say(ctx, embed=embed, files=files, **more)


async def offer_weeks(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the weeks that had a post, newest first, by their dates."""
    text = ctx.public_text
    every = await ctx.services.posts.find_weeks(ctx.place.guild)
    return match_options(
        [(_format_date(ctx, post, text), str(post.number)) for post in every], typed
    )


async def _find_post(ctx: Context, typed: str) -> Post:
    if is_number(typed):
        post = await ctx.services.posts.get(ctx.place.guild, "week", int(typed))
        if post is not None:
            return post
    raise Refusal("no-week")


def _format_date(ctx: Context, post: Post, text: Catalogue) -> str:
    return weekly.format_dates(post.start, post.end, ctx.settings.zone, text)
