"""The tests that `dev.py test --quick` runs, and how they were chosen."""

import ast

from tests.mutants.choosing import choose
from tests.quick import ROOT, list_files, read_chosen


def find_functions(file: str) -> set[str]:
    """Return the ids of a file's tests, without parameters."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {f"{file}::{node.name}" for node in ast.walk(tree) if isinstance(node, kinds)}


def test_every_chosen_test_exists() -> None:
    """A test that was renamed is renamed in the list, too."""
    assert read_chosen() - {each for file in list_files() for each in find_functions(file)} == set()


def test_a_test_that_runs_nothing_new_is_chosen_last() -> None:
    lines = {"all": 0b1111, "half": 0b0011, "other": 0b0100}
    seconds = {"all": 2.0, "half": 0.1, "other": 5.0}
    assert choose(lines, seconds, patience=0.1) == {"half"}
    assert choose(lines, seconds, patience=2.5) == {"half", "all"}
    assert choose(lines, seconds, patience=9.0) == {"half", "all", "other"}


def test_lines_that_one_test_runs_are_worth_less_than_lines_that_none_runs() -> None:
    lines = {"first": 0b111, "again": 0b111, "new": 0b11000}
    seconds = dict.fromkeys(lines, 1.0)
    assert "new" in choose(lines, seconds, patience=2.0)
