"""A duel's story, page by page: what happened in it and was not undone, and how it ended."""

import discord

from bot.duel_words import DuelWords
from bot.front.interaction.context import Context
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods.chapters import Chapter
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import escape
from bot.joust.duel import Duel
from bot.service.requests import PodRead

PAGE = 15
"""Steps on one page."""


async def write_duel_chapter(ctx: Context, found: PodRead, page: int) -> Chapter:
    """Return a page of the story of a duel; the last one, if there are not so many."""
    duel = found.live.duel
    assert duel is not None
    words = await speak_to_asker(ctx, {duel.host, *duel.players})
    told = _tell(duel, DuelWords(words.text, words.name, escape))
    last = max(0, (len(told) - 1) // PAGE)
    at = min(max(page, 0), last)
    embed = discord.Embed(
        title=words.text("duel-story-title"),
        description="\n".join(told[at * PAGE : (at + 1) * PAGE]),
        colour=COLOURS[duel.state],
    )
    return Chapter(found.live.number, embed, at, last)


def _tell(duel: Duel, words: DuelWords) -> list[str]:
    """A line for each step, with its number, and then who won."""
    lines = [f"**{number}.** {said}" for number, said in enumerate(words.tell(duel), 1)]
    if duel.result is not None:
        lines += [f"🏁 {said}" for said in words.say_result(duel.result)]
    return lines or [words.text(f"joust-state-{duel.state}")]
