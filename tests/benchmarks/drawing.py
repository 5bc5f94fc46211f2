"""Pictures: the time that one takes, and the memory of the process that draws them."""

import asyncio
import math
from pathlib import Path
from time import perf_counter

from bot.pictures.picture_queue import PictureQueue
from bot.pictures.svg import create_svg_canvas, serialize_svg
from bot.pictures.worker import render_svg_as_png
from tests.benchmarks import process
from tests.benchmarks.figures import Figure, Size
from tests.pictures.scenes import SCENES

DRAWN = {  # and how soon, in ms
    "table": ("picture of 6 seats", 150),
    "grand-melee": ("picture of 25 seats", 150),
    "season": ("chart of 8 players over 12 weeks", 200),
    "year": ("chart of 10 players over 53 weeks", 200),
    "rivals-eight": ("graph of 8 rivals", 200),
    "rivals-fifteen": ("graph of 15 rivals", 200),
}


def drawing(size: Size, _: Path) -> list[Figure]:
    """Measure pictures from the studio, beside a blank card that this process renders."""
    count = 5 * size.rounds
    blank = sorted(_blank() for _ in range(count))
    took, first, held = asyncio.run(_drawn(count))
    found = [_figure(*DRAWN[name], part, times, blank) for name, times in took.items() for part in (0.5, 0.99)]
    found.append(Figure("the first picture, with its process", first * 1e3, "ms", 2000, "less than"))
    if process.KNOWN:
        found.append(Figure("memory of the process that draws", held, "MB", 100, "less than"))
    return found


def _figure(name: str, wanted: float, part: float, times: list[float], blank: list[float]) -> Figure:
    baseline = ("blank card", _quantile(blank, part) * 1e3)
    value = _quantile(times, part) * 1e3
    return Figure(f"{name}, p{part * 100:.0f}", value, "ms", wanted, "less than", baseline)


def _quantile(times: list[float], part: float) -> float:
    return times[math.ceil(part * len(times)) - 1]


def _blank() -> float:
    start = perf_counter()
    render_svg_as_png(serialize_svg(create_svg_canvas(800, 980)))
    return perf_counter() - start


async def _drawn(count: int) -> tuple[dict[str, list[float]], float, float]:
    """Return seconds of each picture and of the first one, and the process's megabytes."""
    took = {}
    async with PictureQueue() as studio:
        first = await _one(studio, "table")
        for name in DRAWN:
            took[name] = sorted([await _one(studio, name) for _ in range(count)])
        held = process.held(studio.process_id) / 1e6 if process.KNOWN and studio.process_id else 0.0
    return took, first, held


async def _one(studio: PictureQueue, name: str) -> float:
    start = perf_counter()
    await studio.draw_picture(SCENES[name])
    return perf_counter() - start
