"""Who acts for whom at a table with guests, and whether it has too many of them to count."""

import discord

from bot.front.rendering.escaping import clean_label
from bot.rules.facts import Player
from bot.rules.guests import find_excess, list_brought
from bot.rules.pod import Pod
from bot.rules.teams import find_in_game
from bot.words import Words


def render_guests(pod: Pod, words: Words) -> list[str]:
    """Say who brought whom: nobody acts for another unseen. And whether there are too many."""
    text, bringers = words.text, dict.fromkeys(by for by in pod.guests.values() if by is not None)
    lines = [
        text(
            "guests-of",
            by=words.name(by),
            guests=words.join_names(brought),
            count=len(brought),
        )
        for by in bringers
        if (brought := list_brought(pod, by))
    ]
    if excess := find_excess(pod):
        lines.append(text(f"guests-{excess}"))
    return lines


def add_guests(embed: discord.Embed, pod: Pod, words: Words) -> None:
    """Say on a board what there is to say of guests."""
    if lines := render_guests(pod, words):
        embed.add_field(name=words.text("guests-title"), value="\n".join(lines), inline=False)


def make_leaving_buttons(
    number: int, pod: Pod, me: Player, words: Words
) -> list[discord.ui.Button[discord.ui.View]]:
    """A button for each guest of somebody's who is in the game: they leave, who brought them stays.

    `words` name players without Markdown.
    """
    playing = find_in_game(pod.game.standings)
    return [
        discord.ui.Button(
            label=clean_label(words.text("button-guest-leaves", guest=words.name(guest))),
            style=discord.ButtonStyle.danger,
            emoji="🏳️",
            custom_id=f"pod:{number}:guest-leaves:{guest}",
        )
        for guest in list_brought(pod, me)
        if guest in playing
    ]
