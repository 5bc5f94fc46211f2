"""The benchmarks: `python3 dev.py bench`.

Print each figure beside what is wanted; exit with status 1 if a figure falls short.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.abusing import abuse
from tests.benchmarks.answering import answering, computing, saturating
from tests.benchmarks.committing import committing
from tests.benchmarks.comparing import COMPARED, NotMeasured, compare, is_checkout
from tests.benchmarks.completing import complete_names
from tests.benchmarks.decking import decking
from tests.benchmarks.drawing import drawing
from tests.benchmarks.evening import evening
from tests.benchmarks.figures import QUICK, Figure, Size, table
from tests.benchmarks.flooding import flooding
from tests.benchmarks.growing import growing
from tests.benchmarks.holding import holding
from tests.benchmarks.joust import jousting
from tests.benchmarks.judging import judging
from tests.benchmarks.lagging import lagging
from tests.benchmarks.loading import load_cards
from tests.benchmarks.meeting import meeting
from tests.benchmarks.planning import planning
from tests.benchmarks.posting import posting
from tests.benchmarks.ratings import ratings
from tests.benchmarks.rules import defeats, folding
from tests.benchmarks.seasons import seasons
from tests.benchmarks.seating import seat_nights
from tests.benchmarks.serving import serving
from tests.benchmarks.sharing import sharing
from tests.benchmarks.standings import standings
from tests.benchmarks.starting import starting
from tests.benchmarks.upgrading import upgrading
from tests.benchmarks.walking import walking

ROOT = Path(__file__).parents[2]

GROUPS: Mapping[str, Callable[[Size, Path], Iterable[Figure]]] = {
    "defeat": lambda size, _: defeats(size),
    "fold": lambda size, _: folding(size),
    "joust": lambda size, _: jousting(size),
    "start": starting,
    "upgrade": upgrading,
    "commands": committing,
    "meeting": meeting,
    "sharing": sharing,
    "servers": serving,
    "processor": computing,
    "decks": decking,
    "saturation": saturating,
    "latency": answering,
    "lag": lagging,
    "flood": flooding,
    "growth": growing,
    "memory": holding,
    "pictures": drawing,
    "standings": standings,
    "seasons": lambda size, _: seasons(size),
    "posts": posting,
    "plans": planning,
    "seating": lambda size, _: seat_nights(size),
    "nights": evening,
    "ratings": ratings,
    "cards": complete_names,
    "loading": load_cards,
    "judge": lambda size, _: judging(size),
    "walk": walking,
    "abuse": lambda size, _: abuse(size),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print each figure as it comes, then name those that fall short."""
    chosen = _read_arguments(arguments)
    short: list[str] = []

    def measure_all() -> Iterator[Figure]:
        for figure in _measure_chosen(chosen):
            if figure.verdict == "short":
                short.append(figure.name.strip())
            yield figure

    try:
        for line in table(measure_all()):
            print(line, flush=True)
    except NotMeasured as error:
        print(f"Not measured: {error}", file=sys.stderr)
        return 2
    if short:
        print(f"Short of what is wanted: {', '.join(short)}.", file=sys.stderr)
    return 1 if short else 0


def _read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.beside is not None:
        if not chosen.only or not {*chosen.only} <= {*COMPARED}:
            parser.error(f"--beside needs --only, with one of {', '.join(COMPARED)}")
        if not is_checkout(chosen.beside):
            parser.error(f"--beside {chosen.beside}: no checkout of this project")
    return chosen


def _measure_chosen(chosen: argparse.Namespace) -> Iterator[Figure]:
    """Yield the figures of the chosen groups, of this checkout alone or beside another's."""
    if chosen.beside is None:
        size = QUICK if chosen.quick else Size()
        yield from measure(chosen.only or list(GROUPS), size, chosen.folder)
        return
    other, folder = chosen.beside.resolve(), chosen.folder.resolve()
    for name in chosen.only:
        yield from compare(ROOT, other, name, folder, quick=chosen.quick)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bench",
        description="Measures the bot.",
        epilog="nights: 200 people play four rounds in Discord's pace beside 100 other servers;"
        " walk: the calls of a report, a correction, a weekly post, and a round that is seated.",
    )
    parser.add_argument("--only", action="append", choices=GROUPS, metavar="NAME", help=f"of {', '.join(GROUPS)}")
    parser.add_argument("--quick", action="store_true", help="less of everything, less exact")
    parser.add_argument("--folder", type=Path, default=ROOT, help="where databases are made for a while")
    parser.add_argument(
        "--beside", type=Path, metavar="PATH", help=f"another checkout: measure both in turn ({', '.join(COMPARED)})"
    )
    return parser


def measure(names: Sequence[str], size: Size, folder: Path) -> Iterator[Figure]:
    """Yield the figures of these groups; delete the files that they wrote."""
    for name in names:
        # Not the system's temporary folder: it may be in memory, where commits cost nothing.
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=folder) as scratch:
            yield from GROUPS[name](size, Path(scratch))


if __name__ == "__main__":
    sys.exit(main())
