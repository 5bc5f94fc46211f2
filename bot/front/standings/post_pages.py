"""Posts as people meet them: what each shows, an old one once more, and the button below them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord.app_commands import Choice
from msgspec.structs import replace

from bot.front.background.post_channels import PostContent
from bot.front.interaction.answering import defer, say
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import match_options
from bot.front.interaction.services import Services
from bot.front.standings import final_table, weekly
from bot.i18n import Catalogue, find_locale
from bot.rules.refusals import Refusal
from bot.storage.servers.posts import Kind, Post

LONGEST = 60
"""Characters that somebody types for a week."""

PAGES: Mapping[Kind, Callable[[Services, Post], Awaitable[PostContent]]] = {
    "week": weekly.draw_page,
    "season": final_table.draw_page,
}


async def draw_post(services: Services, post: Post) -> PostContent:
    """Return what a post shows, by all that was played and put right: ratings follow first."""
    await services.rater.wait_until_rated(post.guild)
    return await PAGES[post.kind](services, post)


async def show_week(ctx: Context, typed: str) -> None:
    """Show a past week's post once more, to who asks alone."""
    posts, post = ctx.services.posts, await _find_post(ctx, typed)
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
    """Offer the weeks that had their post, the newest first, by their dates."""
    text, every = ctx.public_text, await ctx.services.posts.find_weeks(ctx.place.guild)
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
