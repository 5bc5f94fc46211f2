"""A map from lines to the tests that run them, made once by all tests under coverage."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from coverage import CoverageData

from tests.mutants.uses import find_imported_uses, find_uses
from tests.quick import read_chosen, strip_parameters

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutants"
"""Where the map lies, in parts; it is made anew with `--anew`."""

COVERAGE, DURATIONS = ".coverage", ".json"
"""How the files of a part end."""

PATIENCE = 180.0
"""Seconds of tests that a mutant has to outlive, as long as they took under coverage."""

DEFINED = ("tests/storage/test_schema.py", "tests/storage/test_migrations.py")

TOLD = ("tests/test_told_numbers.py",)
"""Tests of numbers by the pages that tell them, which run none of their lines."""

BEGINS = 5
"""Lines in which a function begins: decorator, signature, docstring, and the first that runs."""

SLOW = (
    *("tests/benchmarks", "tests/crash", "tests/sandbox", "tests/literal", "tests/test_run.py"),
    *("tests/test_benchmarks.py", "tests/test_installing.py", "tests/cluster/test_starting.py"),
)
"""Tests that take long for what they tell of a line."""


def make_map(scope: Sequence[str], tests: Sequence[str], jobs: int) -> None:
    """Run the tests under coverage; record which of them run which line of the `scope`."""
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir()
    files = sorted(_find_files(tests), key=lambda file: file.stat().st_size)
    with ThreadPoolExecutor(jobs) as pool:
        for job in range(jobs):
            pool.submit(_run_under_coverage, scope, files[job::jobs], KEPT / f"{job}")


def has_map() -> bool:
    """Return whether the map was made."""
    return any(KEPT.glob(f"*{DURATIONS}"))


def _find_files(tests: Sequence[str]) -> Iterator[Path]:
    for each in tests:
        found = ROOT / each
        for file in found.rglob("test_*.py") if found.is_dir() else [found]:
            if not f"{file.relative_to(ROOT)}".startswith(SLOW):
                yield file


def _run_under_coverage(scope: Sequence[str], files: Sequence[Path], kept: Path) -> None:
    coverage = ("coverage", "run", f"--data-file={kept}{COVERAGE}", f"--source={','.join(scope)}")
    pytest = ("-m", "pytest", "-n0", "-q", "-p", "tests.mutants.contexts", "-p", "no:cacheprovider")
    env = os.environ | {"SUZERAIN_DURATIONS": f"{kept}{DURATIONS}"}
    command = (sys.executable, "-m", *coverage, *pytest, *map(str, files))
    subprocess.run(command, cwd=ROOT, env=env, check=False)


class Tested:
    """The map from lines to tests."""

    def __init__(self) -> None:
        self._data = CoverageData(no_disk=True)
        for file in KEPT.glob(f"*{COVERAGE}"):
            part = CoverageData(f"{file}")
            part.read()
            self._data.update(part)
        self.seconds: dict[str, float] = {}
        for file in KEPT.glob(f"*{DURATIONS}"):
            self.seconds |= json.loads(file.read_text())
        self.files = sorted({test.partition("::")[0] for test in self.seconds})

    def list_lines(self) -> Iterator[Sequence[str]]:
        """Yield for each line of the program the tests that run it."""
        for file in self._data.measured_files():
            for tests in self._data.contexts_by_lineno(file).values():
                yield [test for test in tests if test]

    def find_quick_tests(self, file: str, first: int, last: int) -> list[str]:
        """Return the tests of `dev.py test --quick` that are about one of these lines."""
        for found in self._find_candidates(file, first, last):
            if quick := [test for test in found if strip_parameters(test) in read_chosen()]:
                return sorted(quick)
        return sorted(test for test in read_chosen() if test.startswith(DEFINED))

    def runs_at_import(self, file: str, first: int, last: int) -> bool:
        """Return whether no particular test runs one of these lines."""
        lines = self._data.contexts_by_lineno(f"{ROOT / file}")
        return any("" in lines.get(at, ()) for at in range(first, last + 1))

    def find_tests(self, file: str, first: int, last: int) -> list[str]:
        """Return tests that run one of these lines, of some seconds in all.

        By turns they are of those that run rarely covered lines of the file, and of those that are
        about it: they are in the test file of the module, or their names share words with the lines
        and with what they are part of. Then come tests of the same files with the same parameters,
        as a fixture that several tests share runs lines for the first of them only. Those on
        PostgreSQL come last, as its server takes seconds to start.

        Code that runs at import belongs to no test. Its tests are `TOLD`, and those of the lines
        that use its name, of the function that begins there, or of the module. The tests of
        migrations cover a module that only defines tables.
        """
        lines = self._data.contexts_by_lineno(f"{ROOT / file}")
        found = next(filter(None, self._find_candidates(file, first, last)), None)
        if not found:
            return [*DEFINED]
        others = dict[str, int]()  # for each test how many run what it runs of the file, at least
        for tests in lines.values():
            for test in found.intersection(tests):
                others[test] = min(len(tests), others.get(test, len(tests)))
        for test in found.difference(others):  # it runs a use of the name in another file
            others[test] = len(found)
        words = _list_words(_describe_place(ROOT / file, first, last))
        shared = {test: len(words & _list_words(test)) for test in found}
        rare = sorted(found, key=lambda test: (others[test], self.find_seconds(test)))
        own = f"/test_{Path(file).stem}.py::"
        named = sorted(rare, key=lambda test: (own not in test, -shared[test]))
        chosen = list[str]()
        seconds = 0.0
        turns = chain.from_iterable(zip(rare, named, strict=True))
        for test in dict.fromkeys(chain(turns, self._find_siblings(found))):
            took = self.find_seconds(test)
            if not chosen or seconds + took <= PATIENCE:
                chosen.append(test)
                seconds += took
        chosen.sort(key=_needs_server)
        return [*TOLD, *chosen] if self.runs_at_import(file, first, last) else chosen

    def _find_siblings(self, tests: set[str]) -> list[str]:
        """Return the tests of the same files with the same parameters as some tests."""
        kinds = {_split_kind(test) for test in tests}
        return sorted(test for test in self.seconds if _split_kind(test) in kinds)

    def _find_candidates(self, file: str, first: int, last: int) -> Iterator[set[str]]:
        """Yield sets of tests that may be about these lines, the closest first."""
        lines = self._data.contexts_by_lineno(f"{ROOT / file}")

        def list_tests(rows: Iterable[int]) -> set[str]:
            return {test for at in rows for test in lines.get(at, ()) if test}

        yield list_tests(range(first, last + 1))
        names, uses = find_uses((ROOT / file).read_text(), first)
        yield list_tests(uses) | self._find_tests_elsewhere(file, names)
        yield list_tests(range(last + 1, last + BEGINS))
        yield list_tests(lines)

    def _find_tests_elsewhere(self, file: str, names: set[str]) -> set[str]:
        """Return the tests of lines in other files that use names of a file."""
        module, found = file.removesuffix(".py").replace("/", "."), set[str]()
        for other in self._data.measured_files() if names else ():
            if uses := find_imported_uses(Path(other).read_text(), module, names):
                lines = self._data.contexts_by_lineno(other)
                found |= {test for at in uses for test in lines.get(at, ()) if test}
        return found

    def find_seconds(self, test: str) -> float:
        """Return the seconds that a test took, under coverage."""
        return self.seconds.get(test, 0.0)


def _split_kind(test: str) -> tuple[str, str]:
    """Return the file and the parameters of a test."""
    return test.partition("::")[0], test.partition("[")[2]


def _needs_server(test: str) -> bool:
    return "postgresql" in test


def _describe_place(file: Path, first: int, last: int) -> str:
    """Return the name of a file, of the functions and classes around some lines, and the lines."""
    text = file.read_text()
    around = (
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if node.lineno <= first and last <= (node.end_lineno or node.lineno)
    )
    return " ".join([file.stem, *around, *text.splitlines()[first - 1 : last]])


def _list_words(text: str) -> set[str]:
    """Return the beginnings of the words of a text, which are the same in their other forms."""
    return {word[:5] for word in re.findall(r"[a-z]{4,}", text.lower())}
