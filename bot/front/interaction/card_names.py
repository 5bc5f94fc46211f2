"""Cards that users name: completion while they type, and the card that a typed text means."""

from typing import NamedTuple

from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.rendering.escaping import cut
from bot.rules.facts import CardId

MAX_LABEL_LENGTH = 100
"""Characters of a choice's label; longer names are cut there, and only there."""


class NamedCard(NamedTuple):
    """A card as a user named it, and its id if the index knows the card."""

    text: str | None = None
    id: CardId | None = None


async def offer_cards(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the names of cards; the value of a choice is the card's id."""
    found = await ctx.services.cards.complete(typed, ctx.text.locale)
    return [Choice(name=cut(match.text, MAX_LABEL_LENGTH), value=match.id) for match in found]


def read_card(ctx: Context, typed: str | None) -> NamedCard:
    """Return the card that a user chose or typed, on one line; nothing if they named none."""
    line = " ".join((typed or "").split())
    if not line:
        return NamedCard()
    reading = ctx.services.cards.read(line, ctx.text.locale)
    return NamedCard(reading.text, reading.id)
