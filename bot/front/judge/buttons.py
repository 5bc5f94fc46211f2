"""What can be pressed below an answer of the judge, whatever it is about."""

from collections.abc import Iterator

import discord
from discord import ui

from bot.i18n import Catalogue


def make_draft_buttons(prefix: str, text: Catalogue) -> Iterator[ui.Button[ui.View]]:
    """Give the buttons to say more, and to show the answer to everybody."""
    yield ui.Button(label=text("button-judge-more"), emoji="✏️", custom_id=f"{prefix}:more")
    yield ui.Button(label=text("button-judge-show"), emoji="📣", custom_id=f"{prefix}:show")


def make_happened_button(custom_id: str, text: Catalogue) -> ui.Button[ui.View]:
    """Return the button that opens the report of a defeat, filled in."""
    style = discord.ButtonStyle.danger
    label = text("button-judge-happened")
    return ui.Button(label=label, emoji="⚔️", style=style, custom_id=custom_id)
