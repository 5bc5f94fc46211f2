"""What a command costs the bot on Discord, and how soon it is answered, beside "pong".

"pong" is a command that only answers, in the same process: no bot on discord.py can do less.
All is as in earnest but for Discord, which is on the loopback and in this process. On both sides
commands follow each other at the same pace, whatever the answers do: a processor that rests
between two takes longer for each.
"""

import asyncio
import gc
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple, get_args

from tests.benchmarks.crowd import DEFEAT, PONG, UNDO, Ask, Boards, Command, Crowd, crowd
from tests.benchmarks.figures import Figure, Size

PACE = 40.0  # commands a second: as many as the bot draws boards
RUSH = 500.0  # commands a second
SOON = 50.0  # ms


class Cost(NamedTuple):
    """Milliseconds of processor time for one `/defeat` and for one pong."""

    defeat: float
    pong: float

    @property
    def ratio(self) -> float:
        """How much more a `/defeat` costs."""
        return self.defeat / self.pong


def computing(size: Size, folder: Path) -> list[Figure]:
    """Processor time for one `/defeat`: up to its answer, and with its own board.

    No boards are drawn for the first. For the second no two reports share one, which is the most
    that boards can cost. The round with the median ratio counts.
    """
    answer, whole = (asyncio.run(_costs(folder, boards, size)) for boards in get_args(Boards))
    return [
        _costing("processor time, /defeat to its answer", answer, 2.0),
        _costing("  with its board", whole, 5.0),
    ]


def _costing(name: str, cost: Cost, most: float) -> Figure:
    return Figure(name, cost.defeat, "ms", most * cost.pong, "less than", ("pong", cost.pong))


async def _costs(folder: Path, boards: Boards, size: Size) -> Cost:
    async with crowd(folder, boards, size.channels) as people:
        costs = []
        for _ in range(size.turns):
            pong = await _cost(people, "blank", PONG)
            costs.append(Cost(await _cost(people, boards, DEFEAT), pong))
            await _cost(people, boards, UNDO)
        return sorted(costs, key=lambda cost: cost.ratio)[(size.turns - 1) // 2]


async def _cost(people: Crowd, boards: Boards, command: Command) -> float:
    """Milliseconds for the command, called once in each channel."""
    people.forget()
    start = await people.processor_time()
    await people.offer(people.everywhere(command), PACE)
    people.committed()
    if boards == "drawing":
        await people.boards(len(people.places))
    return (await people.processor_time() - start) / len(people.places) * 1000


class Rush(NamedTuple):
    """How soon answers came, in ms, and how busy this process was, which is Discord."""

    half: float
    nearly_all: float  # 99 in 100
    share: float  # of a core, percent


def answering(size: Size, folder: Path) -> list[Figure]:
    """From an interaction to its acknowledgement, when many people play at once.

    Each command is committed, or counts as never answered, and boards are drawn as fast as they may
    be. The time is that from sending the interaction until the answer's request has arrived. The
    best round of each counts, for whatever else the machine does delays some answers in others; the
    median round is there too.
    """
    rounds = asyncio.run(_rushes(folder, size))
    pong, rush = (each[0] for each in rounds)
    usual_pong, usual = (each[(len(each) - 1) // 2].nearly_all for each in rounds)
    return [
        Figure(
            f"answered at {RUSH:.0f} commands/s, p99",
            rush.nearly_all,
            "ms",
            min(SOON, 5 * pong.nearly_all),
            "less than",
            ("pong", pong.nearly_all),
        ),
        Figure("  in the median round", usual, "ms", baseline=("pong", usual_pong)),
        Figure("  half of them", rush.half, "ms", baseline=("pong", pong.half)),
        Figure("  the loopback's share of a core", rush.share, "%", baseline=("pong", pong.share)),
    ]


async def _rushes(folder: Path, size: Size) -> tuple[list[Rush], list[Rush]]:
    """Of pongs and of reports, each with the best round first."""
    async with crowd(folder, "drawing", size.crowd) as people:
        report, pong = (DEFEAT, UNDO) * size.passes, (PONG, PONG) * size.passes
        pongs, commands = [], []
        for _ in range(size.turns):
            pongs.append(await _rush(people, people.everywhere(*pong)))
            commands.append(await _rush(people, people.everywhere(*report)))
        return sorted(pongs, key=_badness), sorted(commands, key=_badness)


async def _rush(people: Crowd, asks: list[Ask]) -> Rush:
    await people.settled()
    people.forget()
    gc.collect()
    gc.disable()  # nobody waits for Discord to tidy up
    try:
        wall, processor = perf_counter(), process_time()
        await people.offer(asks, RUSH)
    finally:
        gc.enable()
    share = (process_time() - processor) / (perf_counter() - wall)
    took = sorted(seconds * 1000 for seconds in people.answers.seconds)
    if people.answers.refused:
        people.forget()
        await people.put_right()
    return Rush(took[len(took) // 2], took[len(took) * 99 // 100], share * 100)


def _badness(rush: Rush) -> float:
    return rush.nearly_all
