"""How the posts name players: a few of several, and a rank as a medal."""

from collections.abc import Iterable, Sequence

from bot.front.interaction.context import Context
from bot.front.interaction.services import Services
from bot.front.rendering.names import name_players
from bot.projections.standings import RankedPeople
from bot.rules.facts import Player
from bot.words import Words

FEW = 3
"""So many are named; of others it is said how many they are."""


def find_ranked(services: Services, guild: int) -> RankedPeople:
    """Those whom a server's standings name, told apart from each other on all of their pages."""
    return RankedPeople(services.people, services.database, guild)


async def speak_of_ranked(ctx: Context, players: Iterable[Player]) -> Words:
    """Return words for who asks, with the names of `players` as the standings have them."""
    return await name_players(find_ranked(ctx.services, ctx.place.guild), ctx.text, players)


def join_names(players: Sequence[Player], words: Words, most: int = FEW) -> str:
    """The first of several players, and how many others there are."""
    parts = [f"**{words.name(player)}**" for player in players[:most]]
    if len(players) > most:
        parts.append(words.text("week-others", count=len(players) - most))
    return words.text.join(parts)
