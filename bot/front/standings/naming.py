"""Names of players in the standings and the posts."""

from collections.abc import Iterable, Sequence

from bot.front.interaction.context import Context
from bot.front.interaction.services import StandingsSources
from bot.front.rendering.names import name_players
from bot.projections.standings import RankedPeople
from bot.rules.facts import Player
from bot.words import Words

MAX_NAMED = 3
"""The most players who are named; the others are counted."""


def find_ranked(sources: StandingsSources, guild: int) -> RankedPeople:
    """Return the people of a server's standings, with namesakes told apart on all pages."""
    return RankedPeople(sources.people.on(guild), sources.database)


async def speak_of_ranked(ctx: Context, players: Iterable[Player]) -> Words:
    """Return words for the asker, with the names of `players` as the standings show them."""
    return await name_players(find_ranked(ctx.services, ctx.place.guild), ctx.text, players)


def join_names(players: Sequence[Player], words: Words, most: int = MAX_NAMED) -> str:
    """Join the names of the first `most` players, and the number of the others."""
    parts = [f"**{words.name(player)}**" for player in players[:most]]
    if len(players) > most:
        parts.append(words.text("week-others", count=len(players) - most))
    return words.text.join(parts)
