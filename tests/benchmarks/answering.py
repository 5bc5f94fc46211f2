"""Measure what `/defeat` costs the bot and how soon it is answered, beside two baselines.

"pong" is a command of the same process that only answers. "note" gives the answer of a `/defeat`
after it committed one row: a command that promises something cannot do less. The bot is the real
program; Discord is on the loopback, in this process. Each channel has six people of its own.
Commands follow each other at one pace on both sides, whatever the answers do. Each figure is the
median of its rounds.

A `/defeat` is the first command in its channel. Warm, the channel, its server and its people are in
the bot's memory; cold, none of them is.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from tests.benchmarks.committing import measure_raw
from tests.benchmarks.crowd import DEFEAT, ECHO, MANY, NOTE, PONG, UNDO, Ask, Boards, Command, Crowd, crowd
from tests.benchmarks.figures import Figure, Size

PACE = 40.0  # commands a second: as many as the bot draws boards
RUSH = 500.0  # commands a second
SOON = 50.0  # ms
IN_TIME = 2.5  # seconds
FEW_COMMITS = 300  # enough for the time of one
FEW_CHANNELS = 100  # enough for a first figure


def computing(size: Size, folder: Path) -> Iterator[Figure]:
    """Yield the processor time of one `/defeat`, up to its answer, and with its own board.

    Without boards a few people ask as soon as they are answered, so that no processor rests. With
    boards no two reports share one, which is the most that boards can cost.
    """
    pong, warm, cold, echo, note = asyncio.run(_costs(folder, size))
    name = "processor time, /defeat to its answer"
    yield _costing(name, warm, 2.3, ("pong", pong))
    yield _costing("  beside the same answer after one commit", warm, 1.3, ("note", note))
    yield Figure("  the same answer to the same options", echo, "ms", baseline=("pong", pong))
    yield Figure("  after the commit of one event", note, "ms", baseline=("pong", pong))
    yield _costing("  first in its channel", cold, 2.0, ("warm", warm))
    plain, board = asyncio.run(_costs_with_boards(folder, size))
    yield _costing("  with its board", board, 5.0, ("pong", plain))


def _costing(name: str, cost: float, most: float, baseline: tuple[str, float]) -> Figure:
    return Figure(name, cost, "ms", most * baseline[1], "less than", baseline)


async def _costs(folder: Path, size: Size) -> tuple[float, ...]:
    """Return the median round of a pong, a warm and a cold `/defeat`, `ECHO` and `NOTE`."""
    async with crowd(folder, "blank", size.crowd) as people:

        async def cost(command: Command) -> float:
            start = await _begin(people)
            await people.play([command])
            return await _compute_each(people, start)

        return await _alternate(people, cost, size.turns, ECHO, NOTE)


async def _costs_with_boards(folder: Path, size: Size) -> tuple[float, float]:
    """Return the cost of a pong, and of a `/defeat` with its board."""
    async with crowd(folder, "drawing", size.channels) as people:

        async def cost(command: Command) -> float:
            start = await _begin(people)
            await people.offer(people.everywhere(command), PACE)
            people.committed()
            if command is not PONG:
                await people.boards(len(people.places))
            return await _compute_each(people, start)

        rounds = []
        for _ in range(size.turns):
            rounds.append((await cost(PONG), await cost(DEFEAT)))
            await cost(UNDO)
        pong, defeat = map(median, zip(*rounds, strict=True))
        return pong, defeat


async def _begin(people: Crowd) -> float:
    await people.settled()
    people.forget()
    return await people.processor_time()


async def _compute_each(people: Crowd, start: float) -> float:
    """Return milliseconds for each command, called once in each channel."""
    return (await people.processor_time() - start) / len(people.places) * 1000


async def _alternate(
    people: Crowd, measure: Callable[[Command], Awaitable[float]], rounds: int, *others: Command
) -> tuple[float, ...]:
    """Measure pongs, warm and cold commands and `others` in turns; return their medians."""
    found = []
    for _ in range(rounds):
        pong, warm = await measure(PONG), await measure(DEFEAT)
        await measure(UNDO)
        await people.cool()
        cold = await measure(DEFEAT)
        await measure(UNDO)
        found.append((pong, warm, cold, *[await measure(command) for command in others]))
    return tuple(map(median, zip(*found, strict=True)))


def saturating(size: Size, folder: Path) -> list[Figure]:
    """Measure how many commands a second are answered without pauses; no boards are drawn."""
    raw = measure_raw(folder / "raw.sqlite3", size.commands)
    pong, warm, cold = asyncio.run(_saturate(size, folder))
    return [
        Figure("/defeat answered, no pause", warm, "/s", baseline=("pong", pong)),
        Figure("  first in its channel", cold, "/s", min(600.0, 0.6 * warm), baseline=("warm", warm)),
        Figure("  commits of raw sqlite3", raw, "/s"),
    ]


async def _saturate(size: Size, folder: Path) -> tuple[float, ...]:
    async with crowd(folder, "blank", size.crowd) as people:

        async def rate(command: Command) -> float:
            people.forget()
            start = perf_counter()
            await people.play([command], MANY)
            return len(people.places) / (perf_counter() - start)

        return await _alternate(people, rate, size.turns)


class Rush(NamedTuple):
    """The times of answers in ms, and the load of this process, which plays Discord."""

    half: float
    nearly_all: float  # 99 in 100
    late: float  # percent that was refused, or not answered in time
    share: float  # of a core, percent


def answering(size: Size, folder: Path) -> Iterator[Figure]:
    """Yield the time from an interaction to its acknowledgement, when many people play at once.

    A command that is not committed counts as never answered. The time ends when the request with
    the answer arrives. The first figures come without boards, from fewer channels: those with
    boards wait until the boards of each rush are drawn.
    """
    raw = measure_raw(folder / "raw.sqlite3", min(size.commands, FEW_COMMITS))
    yield Figure("a commit of raw sqlite3", 1000 / raw, "ms")
    note, warm = asyncio.run(_rushes(folder, "blank", min(size.rush, FEW_CHANNELS), size.rushes))
    base = ("note", note.nearly_all)
    yield Figure(f"answered at {RUSH:.0f}/s without boards, p99", warm.nearly_all, "ms", None, baseline=base)
    yield Figure("  half of them", warm.half, "ms", baseline=("note", note.half))
    rushes = _rushes(folder, "drawing", size.rush, size.rushes, cold=True)
    note, drawn, cold = asyncio.run(rushes)
    name = f"answered at {RUSH:.0f} commands/s, p99"
    most = min(SOON, 5 * note.nearly_all)
    yield Figure(name, drawn.nearly_all, "ms", most, "less than", ("note", note.nearly_all))
    yield Figure("  half of them", drawn.half, "ms", baseline=("note", note.half))
    yield Figure("  the loopback's share of a core", drawn.share, "%", baseline=("note", note.share))
    yield Figure("  first in its channel, p99", cold.nearly_all, "ms", 250.0, "less than")
    yield Figure("    half of them", cold.half, "ms")
    yield Figure("    not answered in time", cold.late, "%", 0.0, "at most")


async def _rushes(folder: Path, boards: Boards, channels: int, times: int, *, cold: bool = False) -> list[Rush]:
    """Return the median rush of notes, of warm commands, and perhaps of cold ones."""
    async with crowd(folder, boards, channels) as people:
        rounds: tuple[list[Rush], ...] = ([], [], []) if cold else ([], [])
        for _ in range(times):
            rounds[0].append(await _rush(people, people.everywhere(NOTE)))
            rounds[1].append(await _rush(people, people.everywhere(DEFEAT)))
            await _rush(people, people.everywhere(UNDO))
            if cold:
                await people.cool()
                rounds[2].append(await _rush(people, people.everywhere(DEFEAT)))
                await _rush(people, people.everywhere(UNDO))
        return [sorted(each, key=_badness)[(len(each) - 1) // 2] for each in rounds]


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
    took = sorted(people.answers.seconds)
    late = sum(seconds > IN_TIME for seconds in took) / len(took)
    if people.answers.refused:
        people.forget()
        await people.put_right()
    half, nearly_all = took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000
    return Rush(half, nearly_all, late * 100, share * 100)


def _badness(rush: Rush) -> float:
    return rush.nearly_all
