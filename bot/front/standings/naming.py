"""How the posts name players: a few of several, and a rank as a medal."""

from collections.abc import Sequence

from bot.rules.facts import Player
from bot.words import Words

FEW = 3
"""So many are named; of others it is said how many they are."""


def join_names(players: Sequence[Player], words: Words, most: int = FEW) -> str:
    """The first of several players, and how many others there are."""
    parts = [f"**{words.name(player)}**" for player in players[:most]]
    if len(players) > most:
        parts.append(words.text("week-others", count=len(players) - most))
    return words.text.join(parts)
