"""How soon a board follows its game while many people play: more boards than may be drawn."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.answering import RUSH
from tests.benchmarks.crowd import TURN, UNDO, Ask, Command, Crowd, crowd
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import GAME

LAST = GAME[:-1]
"""Two masters are left."""

END = Command("defeat", {"loser": "eve", "controller": "ana", "card": "Lightning Bolt"})
LAPS = (TURN, UNDO, TURN, UNDO)

APART = 20
"""Every so many channels have one whose game ends."""

SOON = 2.0  # seconds


def lagging(size: Size, folder: Path) -> list[Figure]:
    """From the answer to the edit of the board, of games that end and of those that go on.

    Ends are spread over a rush of other commands, of which some may be refused; what is wanted is
    for the last of them.
    """
    ends, others = asyncio.run(_lags(size, folder))
    return [
        Figure(f"a game's end on its board, {RUSH:.0f} commands/s", ends[-1], "s", SOON, "at most"),
        Figure("  half of them", ends[len(ends) // 2], "s"),
        Figure("  half of the other boards", others[len(others) // 2], "s"),
    ]


async def _lags(size: Size, folder: Path) -> tuple[Sequence[float], Sequence[float]]:
    """Seconds, the shortest first."""
    async with crowd(folder, "drawing", size.crowd, game=LAST) as people:
        people.forget()
        await people.offer(_mix(people), RUSH)
        return sorted(await people.find_lags(END)), sorted(await people.find_lags(TURN))


def _mix(people: Crowd) -> Iterator[Ask]:
    """In some channels the end, once; in all others turns, which are taken back."""
    ending, going_on = people.places[::APART], people.places
    others = [(command, place) for command in LAPS for place in going_on if place not in ending]
    apart = max(1, len(others) // len(ending))
    waiting = iter(ending)
    for number, ask in enumerate(others):
        if number % apart == 0 and (place := next(waiting, None)) is not None:
            yield END, place
        yield ask
