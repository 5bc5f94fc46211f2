"""Which tests run a line: found once, by running them all under coverage."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutants"
"""Where the map lies; it is made anew with `--anew`."""

PATIENCE = 90.0
"""Seconds of tests that a mutant has to outlive, the quickest first, as long as they took."""

SLOW = ("tests/benchmarks", "tests/crash", "tests/sandbox", "tests/literal", "tests/test_run.py")
"""Tests that take long for what they tell of a line."""


def make_map(scope: Sequence[str], tests: Sequence[str]) -> None:
    """Run the tests, and write down which of them runs which line of the `scope`."""
    KEPT.mkdir(exist_ok=True)
    left_out = [f"--ignore={each}" for each in SLOW]
    coverage = ("coverage", "run", f"--data-file={KEPT}/coverage", f"--source={','.join(scope)}")
    pytest = ("-m", "pytest", "-n0", "-q", "-p", "tests.mutants.contexts", "-p", "no:cacheprovider")
    chosen = ("-k", "not postgresql", *left_out, *tests)
    env = os.environ | {"SUZERAIN_DURATIONS": f"{KEPT}/durations.json"}
    subprocess.run(
        (sys.executable, "-m", *coverage, *pytest, *chosen), cwd=ROOT, env=env, check=False
    )


class Tested:
    """The map."""

    def __init__(self) -> None:
        self._data = CoverageData(f"{KEPT}/coverage")
        self._data.read()
        self._seconds: dict[str, float] = json.loads((KEPT / "durations.json").read_text())

    def find_tests(self, file: str, first: int, last: int) -> list[str]:
        """Return the tests that run one of these lines, the quickest first, of some seconds.

        What runs when a module is imported belongs to no test: then these are tests of the module.
        """
        lines = self._data.contexts_by_lineno(f"{ROOT / file}")
        of_line = {test for at in range(first, last + 1) for test in lines.get(at, ()) if test}
        of_module = {test for tests in lines.values() for test in tests if test}
        tests = sorted(of_line or of_module, key=lambda test: self._seconds.get(test, 0.0))
        chosen: list[str] = []
        seconds = 0.0
        for test in tests:
            seconds += self._seconds.get(test, 0.0)
            if chosen and seconds > PATIENCE:
                break
            chosen.append(test)
        return chosen
