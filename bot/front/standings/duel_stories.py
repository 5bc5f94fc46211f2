"""A duel's story in the history: what happened in it and was not undone, and how it ended."""

from bot.front.interaction.context import Context
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods.pod_views import Chapter
from bot.front.rendering.duel_board import find_last_page, render_story, speak
from bot.front.rendering.names import find_people
from bot.service.requests import PodRead


async def write_duel_chapter(ctx: Context, found: PodRead, page: int) -> Chapter:
    """Return a page of the story of a duel; the last one, if there are not so many."""
    duel = found.live.duel
    assert duel is not None
    words = await speak_to_asker(ctx, find_people(duel))
    last = find_last_page(duel)
    at = min(page, last)
    embed = render_story(duel, words, at)
    if duel.result is not None:
        won, *points = speak(words).say_result(duel.result)
        embed.add_field(name=f"🏁 {won}", value="\n".join(points), inline=False)
    return Chapter(found.live.number, embed, at, last)
