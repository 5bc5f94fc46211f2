"""Figures that were measured, and the table that shows them beside their targets."""

import asyncio
import math
import operator
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Literal

Want = Literal["at least", "less than", "at most"]

_SIGNS: Mapping[Want, str] = {"at least": "≥", "less than": "<", "at most": "≤"}
_COMPARE: Mapping[Want, Callable[[float, float], bool]] = {
    "at least": operator.ge,
    "less than": operator.lt,
    "at most": operator.le,
}


@dataclass(frozen=True)
class Size:
    """The amount of measuring: `rounds` of each, of which the best counts.

    Rounds are many and short, so that some have the machine to themselves.
    """

    rounds: int = 40
    repeats: int = 500  # of what takes microseconds
    pods: int = 10_000  # past ones
    upgraded: int = 100_000  # games of an earlier release
    upgraded_on: tuple[str, ...] = ("SQLite", "PostgreSQL")
    pasts: tuple[int, ...] = (1_000, 10_000, 100_000)  # past pods of one start after the other
    commands: int = 1_500  # committed ones
    starts: int = 3
    turns: int = 5  # rounds over Discord, each of seconds
    rushes: int = 3  # rounds over Discord with all boards drawn, each of half a minute
    rush: int = 300  # channels in which people report at the same moment
    channels: int = 100  # in which one command follows the other
    crowd: int = 500  # channels in which people play at once
    passes: int = 2  # in which each of them calls two commands
    events: int = 1_000_000  # of a long log
    held: int = 2_000  # pods in memory
    open: int = 20_000  # pods
    results: int = 400_000  # of one server: 100,000 games of four
    asked: int = 500  # leaderboards
    posts: int = 1_000  # of as many servers
    plans: int = 10_000  # that begin at the same moment
    games: int = 12_000  # of one server, to be rated
    cards: int = 35_000  # of a file of card data, or of an index
    bombs: int = 12  # files that are made to take all memory, of as many kinds at most
    questions: int = 7  # to the judge, the largest ones
    seasons: int = 30  # of a league with a cheater
    weeks: int = 8  # of each of them
    servers: tuple[int, ...] = (10_000, 50_000)  # that one process serves
    meeting: float = 4.0  # seconds in which two processes write to the same channels
    crowded: int = 200  # people of one night
    night: int = 4  # rounds of it
    beside: int = 100  # servers with ordinary games beside it
    seated: tuple[int, ...] = (2, 8, 32)  # pods of rounds


QUICK = Size(
    rounds=10,
    repeats=300,
    pods=1_000,
    upgraded=5_000,
    commands=320,
    starts=1,
    turns=2,
    rushes=1,
    rush=250,
    crowd=250,
    events=100_000,
    results=50_000,
    asked=200,
    posts=200,
    plans=400,
    games=3_000,
    questions=3,
    seasons=6,
    servers=(1_000,),
    meeting=1.0,
    night=2,
    beside=10,
)


@dataclass(frozen=True)
class Figure:
    """A measured figure; without `wanted` it is for information.

    `baseline` is the name and value of a comparison from the same run.
    """

    name: str
    value: float
    unit: str
    wanted: float | None = None
    want: Want = "at least"
    baseline: tuple[str, float] | None = None

    @property
    def verdict(self) -> str:
        """Return whether the figure meets its target."""
        if self.wanted is None:
            return ""
        return "ok" if _COMPARE[self.want](self.value, self.wanted) else "short"

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the figure's row."""
        return (self.name, self._amount(self.value), self._wanted(), self._ratios(), self.verdict)

    def _wanted(self) -> str:
        if self.wanted is None:
            return ""
        return f"{_SIGNS[self.want]} {self._amount(self.wanted)}"

    def _ratios(self) -> str:
        ratios = [f"{self.value / self.wanted:.2f} × wanted"] if self.wanted else []
        if self.baseline is not None:
            name, value = self.baseline
            ratio = f"{self.value / value:.2f} × " if value else ""
            ratios.append(f"{ratio}{name} ({self._amount(value)})")
        return ", ".join(ratios)

    def _amount(self, value: float) -> str:
        whole = value >= 100 or isinstance(value, int)
        amount = f"{value:,.0f}" if whole else f"{value:.2f}"
        return f"{amount}{'' if self.unit.startswith('/') else ' '}{self.unit}".rstrip()


def run_figures(figures: AsyncIterator[Figure]) -> Iterator[Figure]:
    """Yield figures as soon as they are measured."""

    async def measure_next() -> Figure | None:
        return await anext(figures, None)

    with asyncio.Runner() as runner:
        while (figure := runner.run(measure_next())) is not None:
            yield figure


WIDTHS = (46, 12, 13, 46, 5)
"""Columns of the table, in characters; a longer cell moves the rest of its line."""


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """Yield the lines of the table, each as soon as its figure is measured."""
    yield _line(("figure", "value", "wanted", "ratio", ""))
    for figure in figures:
        yield _line(figure.cells())


def _line(cells: Sequence[str]) -> str:
    name, value, *others = (
        cell.rjust(width) if column == 1 else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    )
    return "  ".join((name, value, *others)).rstrip()


def per_second(work: Callable[[], int], rounds: int) -> float:
    """Return how often a second one core does something; `work` does some and says how many.

    Measures processor time, which other programs disturb less; the best round counts.
    """
    return max(_once(work) for _ in range(rounds))


def _once(work: Callable[[], int]) -> float:
    start = process_time()
    done = work()
    took = process_time() - start
    return done / took if took else math.inf
