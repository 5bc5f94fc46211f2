"""Substitutes on a board: who sits for whom, which seats are offered, and the buttons for both."""

from collections.abc import Iterator

import discord
from discord import ui

from bot.front.rendering.escaping import clean_label
from bot.rules.facts import Player
from bot.rules.pod_facts import PodFacts
from bot.rules.substitutes import list_granting
from bot.words import Words

_MAX_LABEL_LENGTH = 80  # the most characters of a label, Discord's limit


def add_substitutes(embed: discord.Embed, facts: PodFacts, words: Words) -> None:
    """Add a field on seats that changed hands or are offered, if there are any."""
    if lines := [*render_lines(facts, words)]:
        value = "\n".join(lines)
        embed.add_field(name=words.text("substitutes-title"), value=value, inline=False)


def render_lines(facts: PodFacts, words: Words) -> Iterator[str]:
    """Yield lines on who sits for whom, whose the result is, and which seats are offered."""
    text = words.text
    ungranted = facts.ungranted
    for seat in facts.pod.passed_on:
        names = {"player": words.name(seat.player), "former": words.join_names(seat.former)}
        yield text("substitutes-of", **names)
        if seat.owner != seat.player:
            key = "substitutes-owner" if seat in ungranted else "substitutes-result"
            yield text(key, owner=words.name(seat.owner))
        if seat in ungranted and seat.agreed:
            others = list_granting(facts.pod, seat)
            have = sum(player in seat.agreed for player in others)
            yield text("substitutes-agreed", have=have, needed=len(others))
    for player, to in facts.offers.items():
        yield text("substitutes-offer", player=words.name(player), to=words.name(to))


def make_buttons(number: int, facts: PodFacts, words: Words) -> list[ui.Item[ui.View]]:
    """Return the buttons to take an offered seat, and to agree whose a result is.

    `words` name players without Markdown.
    """
    return [
        *(make_taking_button(number, player, words) for player in facts.offers),
        *(
            ui.Button[ui.View](
                label=_label("button-grant", seat.player, words),
                style=discord.ButtonStyle.secondary,
                emoji="🔁",
                custom_id=f"pod:{number}:grant:{seat.player}",
            )
            for seat in facts.ungranted
        ),
    ]


def make_taking_button(number: int, player: Player, words: Words) -> ui.Button[ui.View]:
    """Return the button by which somebody takes over the seat that a player offers them."""
    return ui.Button(
        label=_label("button-seat", player, words),
        style=discord.ButtonStyle.success,
        emoji="🔁",
        custom_id=f"pod:{number}:seat:{player}",
    )


def _label(key: str, player: Player, words: Words) -> str:
    return clean_label(words.text(key, player=words.name(player)), _MAX_LABEL_LENGTH)
