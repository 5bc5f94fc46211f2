"""A quick selection of the tests, for the minutes between two changes.

`python3 dev.py test --quick` runs the tests that `tests/quick.txt` names, a line each.
`python -m tests.mutants.choosing` chooses them anew.
"""

import os
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".txt")
QUICK = "SUZERAIN_QUICK" in os.environ


@cache
def read_chosen() -> frozenset[str]:
    """Return the ids of the chosen tests, without parameters."""
    return frozenset(LIST.read_text("utf-8").splitlines())


@cache
def list_files() -> frozenset[str]:
    """Return the files with chosen tests, from the root of the checkout."""
    return frozenset(test.partition("::")[0] for test in read_chosen())


def strip_parameters(test: str) -> str:
    """Return the id of a test without its parameters."""
    return test.partition("[")[0]


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip files without chosen tests: importing all takes long."""
    if not QUICK or not collection_path.name.startswith("test_"):
        return None
    return collection_path.relative_to(ROOT).as_posix() not in list_files() or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all tests that are not chosen."""
    if QUICK:
        chosen = read_chosen()
        others = [item for item in items if strip_parameters(item.nodeid) not in chosen]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if strip_parameters(item.nodeid) in chosen]
