"""The benchmarks: `python3 dev.py bench`.

Prints what was measured beside what is wanted; the exit status is 1 if a figure falls short.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.abusing import abuse
from tests.benchmarks.answering import answering, computing, saturating
from tests.benchmarks.committing import committing
from tests.benchmarks.drawing import drawing
from tests.benchmarks.figures import QUICK, Figure, Size, table
from tests.benchmarks.growing import growing
from tests.benchmarks.holding import holding
from tests.benchmarks.joust import jousting
from tests.benchmarks.judging import judging
from tests.benchmarks.lagging import lagging
from tests.benchmarks.meeting import meeting
from tests.benchmarks.planning import planning
from tests.benchmarks.posting import posting
from tests.benchmarks.ratings import ratings
from tests.benchmarks.rules import defeats, folding
from tests.benchmarks.seasons import seasons
from tests.benchmarks.serving import serving
from tests.benchmarks.sharing import sharing
from tests.benchmarks.standings import standings
from tests.benchmarks.starting import starting
from tests.benchmarks.walking import walking

ROOT = Path(__file__).parents[2]

GROUPS: Mapping[str, Callable[[Size, Path], list[Figure]]] = {
    "defeat": lambda size, _: defeats(size),
    "fold": lambda size, _: folding(size),
    "joust": lambda size, _: jousting(size),
    "start": starting,
    "commands": committing,
    "meeting": meeting,
    "sharing": sharing,
    "servers": serving,
    "processor": computing,
    "saturation": saturating,
    "latency": answering,
    "lag": lagging,
    "growth": growing,
    "memory": holding,
    "pictures": drawing,
    "standings": standings,
    "seasons": lambda size, _: seasons(size),
    "posts": posting,
    "plans": planning,
    "ratings": ratings,
    "judge": lambda size, _: judging(size),
    "walk": walking,
    "abuse": lambda size, _: abuse(size),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints, and says which figures fall short."""
    chosen = _parser().parse_args(arguments)
    figures = measure(chosen.only or list(GROUPS), QUICK if chosen.quick else Size(), chosen.folder)
    print(table(figures))
    short = [figure.name.strip() for figure in figures if figure.verdict == "short"]
    if short:
        print(f"Short of what is wanted: {', '.join(short)}.", file=sys.stderr)
    return 1 if short else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measures the bot.")
    parser.add_argument(
        "--only", action="append", choices=GROUPS, metavar="NAME", help=f"of {', '.join(GROUPS)}"
    )
    parser.add_argument("--quick", action="store_true", help="less of everything, less exact")
    parser.add_argument(
        "--folder", type=Path, default=ROOT, help="where databases are made for a while"
    )
    return parser


def measure(names: Sequence[str], size: Size, folder: Path) -> list[Figure]:
    """The figures of these groups; what they write is gone afterwards."""
    figures = []
    for name in names:
        # Not the system's folder for such things: it may be in memory, where commits cost nothing.
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=folder) as scratch:
            figures += GROUPS[name](size, Path(scratch))
    return figures


if __name__ == "__main__":
    sys.exit(main())
