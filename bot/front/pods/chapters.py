"""A pod's story, page by page."""

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.front.interaction.context import Context
from bot.front.interaction.wording import speak_to_asker
from bot.front.rendering import controls, embeds, names, story
from bot.projections.history import list_events
from bot.rules.counted import Counted
from bot.rules.events import Corrected
from bot.rules.pod import Pod
from bot.rules.story import Story, tell_story
from bot.service.requests import PodRead
from bot.storage.record.recorded import Recorded
from bot.words import Words

PAGE = 8
"""Events on one page of a pod's story."""


class Chapter(NamedTuple):
    """A page of the story of pod `number`: which it is, and which is the last; from 0."""

    number: int
    embed: discord.Embed
    page: int
    last: int

    def turn_pages(self) -> list[ui.Item[ui.View]]:
        """Return the buttons that turn the pages, if there are several."""
        if not self.last:
            return []
        return controls.make_page_buttons(f"log:{self.number}", self.page, self.last)


async def write_chapter(ctx: Context, found: PodRead, page: int | None = None) -> Chapter:
    """Return a page of a pod's story; the last one if none is named."""
    live = found.live
    assert live.pod is not None
    recorded = [each for each in found.events if not isinstance(each.event, Counted)]  # too many
    last = max(0, (len(recorded) - 1) // PAGE)
    at = last if page is None else min(max(page, 0), last)
    players = {r.by for r in recorded if r.by} | {*names.find_people(live.pod)}
    words = await speak_to_asker(ctx, players)
    return Chapter(live.number, _render(live.pod, recorded, at, words), at, last)


def _render(pod: Pod, recorded: Sequence[Recorded], page: int, words: Words) -> discord.Embed:
    shown = recorded[page * PAGE : (page + 1) * PAGE]
    lines = [story.render_line(each, _find_story_before(recorded, each), words) for each in shown]
    return discord.Embed(
        title=words.text("log-title"),
        description="\n".join(lines),
        colour=embeds.COLOURS[pod.state],
    )


def _find_story_before(every: Sequence[Recorded], one: Recorded) -> Story:
    """Return what a correction put right; nobody needs it for another event."""
    if not isinstance(one.event, Corrected):
        return ()
    return tell_story(list_events(each for each in every if each.version < one.version))
