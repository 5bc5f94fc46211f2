"""python3 dev.py mutants --mutants 500 --seed 1: makes wrong programs; does a test notice each?

Each mutant is one small change by cosmic-ray. The tests that run the changed lines, and few other
lines, run on the mutant until one fails. They run in a fork of a process that has imported the bot,
or in a copy of the checkout if the change affects imports. A run under coverage finds the tests of
each line once (`--anew` repeats it, `--tests` chooses the tests). What outlives them is shown to
the type checker. A surviving mutant needs a new test, or an entry in
`tests/mutants/explained.toml`; the command fails without either.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from random import Random

from tests.mutants.explained import LIST, Explained
from tests.mutants.judging import Fate, Judge, make_judge
from tests.mutants.making import Mutant, choose
from tests.mutants.tested import Tested, has_map, make_map

SCOPE = [
    *("bot/storage", "bot/service", "bot/front/boards", "bot/front/publishing"),
    *("bot/front/free_seats/seat_lists.py", "bot/front/pods/absence_cache.py"),
    *("bot/front/nights/night_scheduler.py", "bot/front/nights/night_threads.py"),
    *("bot/front/nights/plan_services.py", "bot/front/nights/round_timer.py"),
    *("bot/front/plans/plan_scheduler.py", "bot/front/server/champion_role.py"),
    "bot/front/server/module_commands.py",
]
NOTICED: tuple[Fate, ...] = ("killed", "hung")
WRONG: tuple[Fate, ...] = ("survived", "untested")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 dev.py mutants", description=__doc__)
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=Random().randrange(1_000_000))
    parser.add_argument("--scope", nargs="+", default=SCOPE, help="folders or files to change")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="files for the map")
    parser.add_argument("--anew", action="store_true", help="make the map of tests again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quick", action="store_true", help="does dev.py test --quick notice it?")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    if given.anew or not has_map():
        make_map(SCOPE, given.tests, given.jobs)
    mutants = choose(given.scope, given.mutants, Random(given.seed))
    with tempfile.TemporaryDirectory() as folder:
        fates = judge(mutants, Tested(), Path(folder), given.jobs, quick=given.quick)
    print(", ".join(f"{fate}: {count}" for fate, count in sorted(fates.items())))
    return 1 if any(fates[fate] for fate in WRONG) else 0


def judge(mutants: Sequence[Mutant], tested: Tested, folder: Path, jobs: int, *, quick: bool = False) -> Counter[Fate]:
    """Test each mutant, several at a time.

    With `quick`, those that were noticed are tested again by the quick tests alone, and it is
    printed of how many these notice.
    """
    explained = Explained(LIST.read_text("utf-8"))
    again = list[Fate]()
    with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
        judges: SimpleQueue[Judge] = SimpleQueue()
        for number in range(jobs):
            judges.put(stack.enter_context(make_judge(tested, folder / f"{number}")))

        def judge_one(mutant: Mutant) -> Fate:
            free, begun = judges.get(), time.monotonic()
            by_quick = ""
            try:
                fate = free.judge(mutant)
                if quick and fate in NOTICED:
                    again.append(free.judge(mutant, quick=True))
                    by_quick = f", by the quick tests {again[-1]}"
            finally:
                judges.put(free)
            change = before, after = mutant.show()
            if fate in WRONG and explained.covers(mutant.file, mutant.operator, mutant.first, change):
                fate = "explained"
            took = time.monotonic() - begun
            said = f"{fate}{by_quick} after {took:.0f} s: {mutant.file}:{mutant.first}"
            print(f"{said}\n  - {before}\n  + {after}", flush=True)
            return fate

        fates = Counter(pool.map(judge_one, mutants))
    if quick:
        print(f"the quick tests notice {sum(fate in NOTICED for fate in again)} of {len(again)}")
    return fates


if __name__ == "__main__":
    sys.exit(main())
