"""What a weekly post says of duels: a section of its own, if some were played."""

from collections.abc import Iterator

import discord

from bot.front.rendering.embeds import render_rank
from bot.front.standings.naming import FEW, join_names
from bot.projections.weeks import Week
from bot.rules.facts import Player
from bot.words import Words


def add_duels(embed: discord.Embed, duels: Week, words: Words) -> None:
    """Add how many duels there were, who leads their table, and who has won most."""
    if duels.games:
        value = "\n".join(_render_duels(duels, words))
        embed.add_field(name=words.text("week-duels"), value=value, inline=False)


def find_people(duels: Week) -> set[Player]:
    """Everybody whom the section may name."""
    return {*duels.leaders[:FEW], *(gain.player for gain in duels.gains[:FEW])}


def _render_duels(duels: Week, words: Words) -> Iterator[str]:
    text = words.text
    played = text("week-duels-played", games=duels.games)
    yield f"-# {played} · {text('week-players', players=duels.players)}"
    leaders, count = join_names(duels.leaders, words), len(duels.leaders)
    yield text("week-duels-lead", leaders=leaders, count=count, points=duels.table[0].points)
    for gain in duels.gains[:FEW]:
        rank, player = render_rank(gain.rank), words.name(gain.player)
        yield text(
            "week-duels-gain", rank=rank, player=player, points=gain.points, games=gain.games
        )
