"""Compare this checkout with another one: both measure the same figures in turn.

Each turn is a process of its own, in its own checkout, with the interpreter of that checkout's
`.venv` if it has one. It runs that checkout's own `python -m tests.benchmarks`, and the printed
table is read here: so each measures its own code with the benchmarks that were written for it, and
an older checkout need not know this module. Figures are matched by name; a figure that only one of
both prints is left out.

The turns alternate, so that both bear the same load of the machine. Each figure is that of the pair
whose ratio is the median.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.figures import Figure

COMPARED = ("commands", "processor")
"""The groups that can be compared."""

PAIRS = 3
"""Pairs of turns; an odd number has a middle one."""

LOSS = 0.1
"""The share of the other's speed that may be lost."""

_ROW = re.compile(r"\s*(?P<name>\S.*?)\s{2,}(?P<value>[\d,]+(?:\.\d+)?) ?(?P<unit>/s|ms)(?:\s|$)")


class NotMeasured(Exception):
    """An error that a checkout has printed no figures; the message says why."""


class Reading(NamedTuple):
    """A figure that a checkout has printed."""

    value: float
    unit: str


Readings = Mapping[str, Reading]
"""The figures of one turn, by their names."""

Turn = Callable[[Path], Readings]
"""Measure once in a checkout."""


def is_checkout(path: Path) -> bool:
    """Return whether a folder is a checkout of this project that can measure itself."""
    return (path / "tests/benchmarks/__main__.py").is_file() and (path / "bot").is_dir()


def compare(here: Path, other: Path, group: str, folder: Path, *, quick: bool, pairs: int = PAIRS) -> Iterator[Figure]:
    """Yield the figures of a group in this checkout, with those of the other as their baseline.

    Raises `NotMeasured`.
    """
    options = ("--only", group, "--folder", str(folder), *(["--quick"] if quick else []))
    return pair_turns(here, other, lambda checkout: _measure(checkout, options), pairs)


def pair_turns(here: Path, other: Path, turn: Turn, pairs: int) -> Iterator[Figure]:
    """Measure so many pairs of turns; yield the figures that both checkouts have."""
    rounds = [(turn(here), turn(other)) for _ in range(pairs)]
    names = [name for name in rounds[0][0] if all(name in each for both in rounds for each in both)]
    if not names:
        raise NotMeasured(f"{other} prints none of the figures that {here} prints")
    for name in names:
        yield _make_figure(name, [(one[name], two[name]) for one, two in rounds])


def _make_figure(name: str, pairs: Sequence[tuple[Reading, Reading]]) -> Figure:
    """Return the figure of the pair with the median ratio; it may lose a tenth."""
    mine, its = sorted(pairs, key=lambda pair: pair[0].value / pair[1].value)[len(pairs) // 2]
    beside = ("beside", its.value)
    if mine.unit == "/s":
        return Figure(name, mine.value, mine.unit, its.value * (1 - LOSS), "at least", beside)
    return Figure(name, mine.value, mine.unit, its.value / (1 - LOSS), "at most", beside)


def read_figures(printed: str) -> Readings:
    """Return the speeds and times in a table of figures that a checkout has printed."""
    rows = filter(None, map(_ROW.match, printed.splitlines()))
    return {row["name"]: Reading(float(row["value"].replace(",", "")), row["unit"]) for row in rows}


def _measure(checkout: Path, options: Sequence[str]) -> Readings:
    """Run a checkout's own benchmarks once. Its targets, met or not, mean nothing here."""
    command = (find_python(checkout), "-m", "tests.benchmarks", *options)
    ran = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    figures = read_figures(ran.stdout)
    if not figures:
        last = ran.stderr.strip().splitlines()[-1:] or [f"exit status {ran.returncode}"]
        raise NotMeasured(f"{checkout} prints no figures: {last[0]}")
    return figures


def find_python(checkout: Path) -> str:
    """Return the interpreter in a checkout's `.venv`, or else the one that runs this."""
    own = (checkout / ".venv/bin/python", checkout / ".venv/Scripts/python.exe")
    return str(next((each for each in own if each.exists()), sys.executable))
