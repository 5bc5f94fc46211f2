"""python -m tests.mutants.choosing [--seconds 60]: choose the tests of `dev.py test --quick`.

They come from the map of `python3 dev.py mutants`. Tests that run much of what the chosen ones do
not run yet, for the time that they take, are chosen first, until the time is spent. Each line
should be run by several tests, as one of them alone seldom notices every fault in it.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from tests.quick import LIST, strip_parameters

WORTH = (8, 4, 4, 2, 2, 1, 1)
"""What it is worth to run a line for the first time, for the second time, and so on."""

FAST = 5.0
"""Seconds of tests of the tables that are always chosen, as no test runs the lines of tables."""

LEAST = 0.02
"""Seconds that every test takes at least, as its measured time says little below."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of tests in a row")
    given = parser.parse_args()
    from tests.mutants.tested import DEFINED, Tested, has_map  # which needs coverage

    if not has_map():
        sys.exit("There is no map of tests yet: run python3 dev.py mutants first.")
    tested = Tested()
    lines, seconds = _gather(tested.list_lines(), tested.seconds)
    chosen = choose(lines, seconds, given.seconds)
    chosen |= {test for test, took in seconds.items() if test.startswith(DEFINED) and took < FAST}
    LIST.write_text("".join(f"{test}\n" for test in sorted(chosen)), "utf-8")
    print(f"{len(chosen)} tests are in {LIST.name}.")
    return 0


def _gather(
    lines: Iterable[Sequence[str]], seconds: Mapping[str, float]
) -> tuple[Mapping[str, int], Mapping[str, float]]:
    """Return the lines that each test runs, a bit each, and the seconds that it takes.

    `lines` has the tests of each line of the program; tests lose their parameters.
    """
    run: defaultdict[str, int] = defaultdict(int)
    for at, tests in enumerate(lines):
        for test in tests:
            run[strip_parameters(test)] |= 1 << at
    took: defaultdict[str, float] = defaultdict(float)
    for test, each in seconds.items():
        took[strip_parameters(test)] += each
    return run, took


def choose(lines: Mapping[str, int], seconds: Mapping[str, float], patience: float) -> frozenset[str]:
    """Return tests that take `patience` seconds in all.

    `lines` has for each test a bit for every line that it runs.
    """
    run = [0] * len(WORTH)  # the lines that chosen tests run once, twice, …

    def weigh(test: str) -> float:
        rest = lines[test]
        worth = 0
        for times, each in zip(run, WORTH, strict=True):
            worth += (rest & ~times).bit_count() * each
            rest &= times
        return worth / max(seconds[test], LEAST)

    heap = [(-weigh(test), test) for test in lines]
    heapify(heap)
    chosen = set[str]()
    while heap:
        _, test = heappop(heap)
        worth = weigh(test)  # less than before, if others were chosen since
        if heap and -worth > heap[0][0]:
            heappush(heap, (-worth, test))
            continue
        if not worth or seconds[test] > patience:
            continue
        patience -= seconds[test]
        chosen.add(test)
        rest = lines[test]
        for at, times in enumerate(run):
            run[at] = times | rest
            rest &= times
    return frozenset(chosen)


if __name__ == "__main__":
    sys.exit(main())
