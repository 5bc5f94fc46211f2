"""Swapping: a mutant's change takes effect in the running program, or not at all."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.swapping import find_changes, find_functions, swap

RIGHT = """\
from functools import wraps

def twice(work):
    @wraps(work)
    def do(*given):
        return 2 * work(*given)
    return do

class Sums:
    START = 1

    @property
    def least(self):
        return self.START

    @twice
    def add(self, one, other=0):
        return one + other
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sums.py"
    path.write_text(RIGHT)
    return path


@pytest.mark.parametrize(
    ("right", "wrong", "results"),
    [
        ("return one + other", "return one - other", (1, 4)),
        ("return 2 * work", "return 3 * work", (1, 12)),
        ("return self.START", "return -self.START", (-1, 8)),
    ],
)
def test_what_functions_do_changes_wherever_they_are_known(
    file: Path, right: str, wrong: str, results: tuple[int, int]
) -> None:
    sums: Any = runpy.run_path(f"{file}")["Sums"]()
    assert (sums.least, sums.add(3, 1)) == (1, 8)
    changes = find_changes(file, RIGHT, RIGHT.replace(right, wrong))
    assert changes
    swap(find_functions(file.parent), changes)
    assert (sums.least, sums.add(3, 1)) == results


@pytest.mark.parametrize(
    ("right", "wrong"), [("START = 1", "START = 2"), ("other=0", "other=1"), ("    @twice\n", ""), ("wraps", "wrap")]
)
def test_what_runs_at_import_is_not_swapped(file: Path, right: str, wrong: str) -> None:
    assert find_changes(file, RIGHT, RIGHT.replace(right, wrong)) is None


def test_a_function_that_nobody_made_cannot_be_swapped(file: Path) -> None:
    changes = find_changes(file, RIGHT, RIGHT.replace("one + other", "one"))
    assert changes
    with pytest.raises(LookupError):
        swap(find_functions(file.parent), changes)
