"""Posts as people meet them: what each shows, an old one once more, and the button below them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord.app_commands import Choice
from msgspec.structs import replace

from bot.front.background.posting import Drawn
from bot.front.interaction import picking
from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.standings import finals, leaderboard, weekly
from bot.i18n import Catalogue, closest
from bot.projections.standings import Scope
from bot.rules.refusals import Refusal
from bot.storage.servers.posts import Kind, Post
from bot.storage.tables.totals import ANY

LONGEST = 60
"""Characters that somebody types for a week."""

PAGES: Mapping[Kind, Callable[[Desk, Post], Awaitable[Drawn]]] = {
    "week": weekly.page,
    "season": finals.page,
}


async def drawn(desk: Desk, post: Post) -> Drawn:
    """What a post shows, by all that was played and put right: ratings follow first."""
    await desk.rater.settled(post.guild)
    return await PAGES[post.kind](desk, post)


async def show(asked: Asked, typed: str) -> None:
    """A past week's post once more, for whoever asks alone."""
    desk, post = desk_of(asked), await _picked(asked, typed)
    if await desk.posts.spoken(post.guild, post.start, post.end) is None:
        text = desk.text(asked)
        await desk.say(asked, text("post-nobody", dates=await _dates(desk, post, text)))
        return
    if not await desk.take_time(asked):
        return
    own = closest(asked.locale.value) or post.language
    embed, files, view = await drawn(desk, replace(post, language=own))
    more: dict[str, Any] = {} if view is None else {"view": view}
    await desk.say(asked, embed=embed, files=files, **more)


async def choices(asked: Asked, typed: str) -> list[Choice[str]]:
    """The weeks that had their post, the newest first, by their dates in the server's language."""
    desk, text = desk_of(asked), await desk_of(asked).public_text(asked)
    every = await desk.posts.weeks(desk.place(asked).guild)
    return picking.matching(
        [(await _dates(desk, post, text), str(post.number)) for post in every], typed
    )


async def pressed(asked: Asked, kind: Kind, number: int) -> None:
    """The button below a post: the table of that season, or as it is now, with one's own line."""
    if kind == "season":
        await leaderboard.show(asked, Scope(season=number), 0)
    else:
        await leaderboard.leaderboard(asked, None, None, ANY, ANY)


async def _picked(asked: Asked, typed: str) -> Post:
    desk = desk_of(asked)
    if is_number(typed):
        post = await desk.posts.get(desk.place(asked).guild, "week", int(typed))
        if post is not None:
            return post
    raise Refusal("no-week")


async def _dates(desk: Desk, post: Post, text: Catalogue) -> str:
    zone = (await desk.guilds.settings(post.guild)).zone
    return weekly.dates(post.start, post.end, zone, text)
