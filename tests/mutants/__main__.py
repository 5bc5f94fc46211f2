"""python3 dev.py mutants --mutants 500 --seed 1: makes wrong programs; does a test notice each?

Each mutant is one small change by cosmic-ray, in a copy of the checkout. It meets the tests that
run the changed lines, and little that others run, until one fails. Which those are is found once,
by running them under coverage (`--anew` does so again, `--tests` says which). What survives is to
be killed by a new test, or explained in `tests/mutants/explained.toml`; the command fails as long
as it is neither.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Literal

from tests.mutants.making import Mutant, choose
from tests.mutants.tested import PATIENCE, ROOT, Tested, has_map, make_map

SCOPE = ["bot/storage", "bot/service", "bot/front/background"]
COPIED = ("bot", "migrations", "tests", "pyproject.toml", "config.example.toml", "docs")
HUNG = 6 * PATIENCE
"""Seconds after which tests have noticed that the program does not end."""

Fate = Literal["killed", "hung", "explained", "survived", "untested"]
WRONG: tuple[Fate, ...] = ("survived", "untested")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 dev.py mutants", description=__doc__)
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=Random().randrange(1_000_000))
    parser.add_argument("--scope", nargs="+", default=SCOPE, help="folders or files to change")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="files for the map")
    parser.add_argument("--anew", action="store_true", help="make the map of tests again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    if given.anew or not has_map():
        make_map(SCOPE, given.tests, given.jobs)
    mutants = choose(given.scope, given.mutants, Random(given.seed))
    with tempfile.TemporaryDirectory() as folder:
        fates = judge(mutants, Tested(), Path(folder), given.jobs)
    print(", ".join(f"{fate}: {count}" for fate, count in sorted(fates.items())))
    return 1 if any(fates[fate] for fate in WRONG) else 0


def judge(mutants: Sequence[Mutant], tested: Tested, folder: Path, jobs: int) -> Counter[Fate]:
    """Find out what becomes of each mutant, several at a time, each in a copy of its own."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        copies.put(copy_to(folder / f"{number}"))
    explained = read_explained()

    def judge_one(mutant: Mutant) -> Fate:
        copy, begun = copies.get(), time.monotonic()
        try:
            fate = meet_tests(mutant, tested, copy)
        finally:
            copies.put(copy)
        if fate in WRONG and (mutant.file, *mutant.show()) in explained:
            fate = "explained"
        before, after = mutant.show()
        took = time.monotonic() - begun
        said = f"{fate} after {took:.0f} s: {mutant.file}:{mutant.first}\n  - {before}\n  + {after}"
        print(said, flush=True)
        return fate

    with ThreadPoolExecutor(jobs) as pool:
        return Counter(pool.map(judge_one, mutants))


def meet_tests(mutant: Mutant, tested: Tested, copy: Path) -> Fate:
    """Run the tests of a mutant's lines until one fails."""
    tests = tested.find_tests(mutant.file, mutant.first, mutant.last)
    if not tests:
        return "untested"
    file = copy / mutant.file
    right = file.read_text()
    change(file, mutant.make())
    pytest = ("-m", "pytest", "-n0", "-x", "-q", "-p", "no:cacheprovider", "--no-header")
    env = os.environ | {"PYTHONPATH": f"{copy}"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # all the rest is compiled once
    try:
        done = subprocess.run(
            (sys.executable, *pytest, *tests),
            cwd=copy,
            env=env,
            capture_output=True,
            timeout=HUNG,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "hung"
    finally:
        change(file, right)
    return "killed" if done.returncode else "survived"


def change(file: Path, text: str) -> None:
    """Write a file anew, and let nothing be left of what it was compiled to."""
    file.write_text(text)
    Path(cache_from_source(file)).unlink(missing_ok=True)


def copy_to(folder: Path) -> Path:
    """Copy what the tests need, to be changed there."""
    folder.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return folder


def read_explained() -> set[tuple[str, str, str]]:
    """The mutants that nobody could notice: their file, and what is changed into what."""
    listed = tomllib.loads((Path(__file__).parent / "explained.toml").read_text())
    return {(each["file"], each["before"], each["after"]) for each in listed.get("mutant", ())}


if __name__ == "__main__":
    sys.exit(main())
