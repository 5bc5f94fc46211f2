"""Colours, medals and ranks that several embeds share."""

import discord

from bot.i18n import Catalogue
from bot.rules.pod import State

COLOURS: dict[State, int] = {
    "lobby": 0x5865F2,
    "running": 0x2D9C6F,
    "waiting": 0xE0A030,
    "finished": 0xD4AF37,
    "closed": 0x6D6F78,
}
DISPUTED_COLOUR = 0xD83C3E
SHOWN_SEAL_LENGTH = 16
"""The characters of a seal on a board; a button shows all of it."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def render_rank(rank: int | None) -> str:
    """Return a medal, or the number of a rank; None renders as a dash."""
    return "`–`" if rank is None else MEDALS.get(rank, f"`{rank}.`")


def number_page(embed: discord.Embed, page: int, last: int, text: Catalogue) -> None:
    """Add the page's number below an embed, if there are several; pages count from 0."""
    if last:
        embed.set_footer(text=text("page-number", page=page + 1, pages=last + 1))
