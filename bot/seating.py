"""The draw of seats and first player: the only chance in a pod (TAB-20, TAB-27)."""

import random
from collections.abc import Sequence

from bot.rules.commands import Start
from bot.rules.facts import Player


def draw(players: Sequence[Player], seed: int) -> Start:
    """Random seats and a random first player; the same seed always draws the same."""
    chance = random.Random(seed)
    seats = tuple(chance.sample(players, len(players)))
    # Nobody may have sat down yet: the rules refuse that start in words.
    return Start(seats, chance.choice(seats) if seats else "")
