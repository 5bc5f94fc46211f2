"""All seasons of a server with their dates: for everybody, by the menu of the leaderboard."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.front.interaction.answering import edit
from bot.front.interaction.context import Context
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label
from bot.front.standings.seasons import EVER, format_dates, render_season
from bot.i18n import Catalogue
from bot.storage.tables.seasons import Season

LIST = "seasons"
"""Picked instead of a season, with the page: `seasons:0`."""

PAGE = 20
"""Seasons on one page; its menu has room for the ways to others, too."""


async def show_seasons(ctx: Context, page: int, custom_id: str) -> None:
    """Show a page of the seasons, the newest first, with a menu that leads to their tables.

    `custom_id` is that of the leaderboard's menu, which answers this one as well.
    """
    text, zone = ctx.text, ctx.settings.zone
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    at = min(page, max(0, len(every) - 1) // PAGE)
    shown = every[at * PAGE : (at + 1) * PAGE]
    embed = discord.Embed(title=text("season-list"), colour=embeds.COLOURS["lobby"])
    lines = [render_season(each, zone, text) for each in shown]
    embed.description = "\n".join(lines) or text("season-none")
    options = [
        discord.SelectOption(
            label=clean_label(each.name, 100),
            value=f"season:{each.number}",
            description=format_dates(each, zone, text),
            emoji="🗓️",
        )
        for each in shown
    ]
    options += _make_ways(at, every, text)
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(text("leaderboard-picker"), 150),
        options=options,
        custom_id=custom_id,
    )
    await edit(ctx, embed=embed, view=controls.make_unstored_view([menu]), attachments=[])


def _make_ways(at: int, every: Sequence[Season], text: Catalogue) -> list[discord.SelectOption]:
    """To all time, and to newer and older seasons where there are any."""
    ways = [(EVER, text("leaderboard-ever"), "♾️")]
    if at:
        ways.append((f"{LIST}:{at - 1}", text("season-list-newer"), "◀️"))
    if (at + 1) * PAGE < len(every):
        ways.append((f"{LIST}:{at + 1}", text("season-list-older"), "▶️"))
    return [
        discord.SelectOption(label=label, value=value, emoji=mark) for value, label, mark in ways
    ]
