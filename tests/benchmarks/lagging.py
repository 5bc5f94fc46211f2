"""The delay of boards behind their games while more change than may be drawn."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.answering import PACE, RUSH
from tests.benchmarks.crowd import DEFEAT, UNDO, Ask, Crowd, crowd
from tests.benchmarks.figures import Figure, Size
from tests.benchmarks.rules import GAME

THREE = GAME[:-2]
"""Three masters are left."""

REPORT, END = (replace(DEFEAT, options={**DEFEAT.options, "loser": loser}) for loser in ("cy", "eve"))
"""The defeats of the two who have not won; the game goes on after the first."""

LAPS = (REPORT, UNDO, REPORT, UNDO)

APART = 20
"""Every so many channels have one whose game ends."""

SOON = 2.0  # seconds


def lagging(size: Size, folder: Path) -> Iterator[Figure]:
    """Yield the time from an answer to the board's edit, for games that end and that go on.

    Ends are spread over a rush of other commands, some of which may be refused. The target is for
    the last board.
    """
    ends, others = asyncio.run(_lags(size, folder))
    yield Figure(f"a game's end on its board, {RUSH:.0f} commands/s", ends[-1], "s", SOON, "at most")
    yield Figure("  half of them", ends[len(ends) // 2], "s")
    if others:  # a busy machine may have refused them all
        yield Figure("  half of the other boards", others[len(others) // 2], "s")


async def _lags(size: Size, folder: Path) -> tuple[Sequence[float], Sequence[float]]:
    """Return the delays in seconds, sorted."""
    async with crowd(folder, "drawing", size.crowd, game=THREE, report=REPORT) as people:
        await people.offer([(REPORT, place) for place in people.places[::APART]], PACE)
        await people.settled()
        people.forget()
        ending = {place.channel for place in people.places[::APART]}
        await people.offer(_mix(people), RUSH)
        answered = people.answers.when
        ends = [each for each in answered[END.name] if each[0] in ending]
        others = answered[UNDO.name]
        return sorted(await people.find_lags(ends)), sorted(await people.find_lags(others))


def _mix(people: Crowd) -> Iterator[Ask]:
    """Yield the end of the game for some channels, and reports that are taken back for others."""
    ending, going_on = people.places[::APART], people.places
    others = [(command, place) for command in LAPS for place in going_on if place not in ending]
    apart = max(1, len(others) // len(ending))
    waiting = iter(ending)
    for number, ask in enumerate(others):
        if number % apart == 0 and (place := next(waiting, None)) is not None:
            yield END, place
        yield ask
