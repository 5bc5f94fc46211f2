"""How many players can play what was agreed (VAR-13 and the table)."""

from collections.abc import Sequence

from bot.rules import seats
from bot.rules.events import Setup


def find_sizes(setup: Setup) -> tuple[int, ...]:
    """All numbers of players that can play this, the smallest first."""
    fewest = setup.answers.min_players
    return tuple(size for size in seats.list_allowed_sizes(setup) if size >= fewest)


def format_sizes(sizes: Sequence[int]) -> str:
    """Numbers, or the first and last of a row of them."""
    if len(sizes) > 2 and len(sizes) == sizes[-1] - sizes[0] + 1:
        return f"{sizes[0]}–{sizes[-1]}"
    return ", ".join(map(str, sizes))


def find_fewest_players(setup: Setup) -> int:
    """How many must sit down before the game can start."""
    return find_sizes(setup)[0]


def find_most_players(setup: Setup) -> int:
    """How many can sit down: the agreed size, or what the table has."""
    return setup.size or find_sizes(setup)[-1]
