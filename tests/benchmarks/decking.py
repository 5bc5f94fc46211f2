"""Measure what `/defeat` costs where everybody has named a deck, beside games without decks.

Two bots run side by side and are measured in turns, so that the machine's other work weighs on
both alike. Each figure is the median of its rounds.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Commander, Deck
from tests.benchmarks.answering import PACE
from tests.benchmarks.crowd import DEFEAT, SEATED, UNDO, Boards, Crowd, crowd
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import SIX

NO_SLOWER = 1.1
"""The most that a ratio of two equal costs deviates by chance."""

NAMED = tuple(
    DeclareDeck(player, Deck((Commander(f"{player.title()} of Many Names, the First"),), 3)) for player in SIX
)


def decking(size: Size, folder: Path) -> Iterator[Figure]:
    """Yield the processor time of one `/defeat` with decks, to its answer and with its board."""
    kinds: tuple[tuple[str, Boards], ...] = (("to its answer", "blank"), ("with board", "drawing"))
    for what, boards in kinds:
        plain, named = asyncio.run(_compare(folder, size, boards))
        name = f"processor time with decks, /defeat {what}"
        yield Figure(name, named, "ms", NO_SLOWER * plain, "at most", ("without", plain))


async def _compare(folder: Path, size: Size, boards: Boards) -> tuple[float, float]:
    """Return the median cost of a `/defeat` in ms, in games without decks and with them."""
    plain, decked = folder / f"{boards} plain", folder / f"{boards} decked"
    for each in (plain, decked):
        each.mkdir()
    async with (
        crowd(plain, boards, size.channels) as one,
        crowd(decked, boards, size.channels, game=(*SEATED, *NAMED)) as other,
    ):
        rounds = [[await _cost(each, boards) for each in (one, other)] for _ in range(size.turns)]
    without, named = map(median, zip(*rounds, strict=True))
    return without, named


async def _cost(people: Crowd, boards: Boards) -> float:
    """Return what a `/defeat` costs in ms, on average over all channels; it is then undone."""
    await people.settled()
    people.forget()
    start = await people.processor_time()
    if boards == "blank":
        await people.play([DEFEAT])
    else:
        await people.offer(people.everywhere(DEFEAT), PACE)
        people.committed()
        await people.boards(len(people.places))
    spent = await people.processor_time() - start
    await people.play([UNDO])
    return spent / len(people.places) * 1000
