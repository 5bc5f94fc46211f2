"""Colours, medals and page numbers that several embeds share."""

import discord

from bot.i18n import Translations
from bot.rules.pod import PodStage

SEPARATOR = " · "
"""Stands between names."""

COLOURS: dict[PodStage, int] = {
    "lobby": 0x5865F2,
    "running": 0x2D9C6F,
    "waiting": 0xE0A030,
    "finished": 0xD4AF37,
    "closed": 0x6D6F78,
}
DISPUTED_COLOUR = 0xD83C3E
SHOWN_COMMITMENT_LENGTH = 16
"""The characters of a seal on a board; a button shows all of it."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def render_rank_medal(rank: int | None) -> str:
    """Return a medal for ranks 1 to 3, the number of other ranks, and a dash for no rank."""
    return "`–`" if rank is None else MEDALS.get(rank, f"`{rank}.`")


def add_page_number_to_footer(embed: discord.Embed, page: int, last_page: int, translations: Translations) -> None:
    """Add the page number to an embed's footer if there are several pages; `page` counts from 0."""
    if last_page:
        embed.set_footer(text=translations("page-number", page=page + 1, pages=last_page + 1))


def format_discord_timestamp(milliseconds: int, style: str = "F") -> str:
    """Return a time in milliseconds as a Discord timestamp, shown in each reader's time zone."""
    return f"<t:{milliseconds // 1000}:{style}>"
