"""The explained mutants: which changes an entry is about, and entries that are about none."""

from pathlib import Path

import pytest

from tests.mutants.explained import LIST, NUMBERS, Explained

MODULE = """\
PAGE = 20
TIMES: dict[str, int] = {
    "soon": 5,
    "later": 60,
}
NAME = "page"

def turn(page):
    if page > 0:
        return page + 1
"""

ENTRIES = """\
[[constant]]
file = "pages.py"
name = "TIMES"
why = "How long is a choice."

[[mutant]]
file = "pages.py"
before = "return page + 1"
after = "return page - 1"
why = "Nobody turns pages."
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pages.py").write_text(MODULE)
    return tmp_path


@pytest.mark.parametrize(
    ("operator", "line", "change", "covered"),
    [
        (NUMBERS, 3, ('"soon": 5,', '"soon": 6,'), True),
        (NUMBERS, 4, ('"later": 60,', '"later": 59,'), True),
        (NUMBERS, 1, ("PAGE = 20", "PAGE = 21"), False),
        (NUMBERS, 10, ("return page + 1", "return page + 2"), False),
        ("core/AddNot", 3, ('"soon": 5,', '"soon": not 5,'), False),
        ("core/ReplaceBinaryOperator_Add_Sub", 10, ("return page + 1", "return page - 1"), True),
    ],
)
def test_an_entry_is_about_one_change_or_the_numbers_of_one_constant(
    root: Path, operator: str, line: int, change: tuple[str, str], covered: bool
) -> None:
    assert Explained(ENTRIES, root).covers("pages.py", operator, line, change) is covered


@pytest.mark.parametrize(
    ("right", "wrong", "stale"),
    [
        ("TIMES", "SPANS", ["TIMES"]),
        ("TIMES", "NAME = 'no number'\nSPANS", ["TIMES"]),
        ("5", "'5'", []),
        ("page + 1", "1 + page", ["return page + 1"]),
        ("    if page > 0:\n        return page + 1", "    return page + 1", []),
    ],
)
def test_an_entry_is_stale_once_its_line_or_number_is_gone(
    root: Path, right: str, wrong: str, stale: list[str]
) -> None:
    (root / "pages.py").write_text(MODULE.replace(right, wrong))
    assert list(Explained(ENTRIES, root).find_stale()) == [("pages.py", each) for each in stale]


def test_every_entry_is_stale_once_its_file_is_gone(root: Path) -> None:
    (root / "pages.py").unlink()
    stale = [("pages.py", "return page + 1"), ("pages.py", "TIMES")]
    assert list(Explained(ENTRIES, root).find_stale()) == stale


def test_no_entry_of_the_list_is_stale() -> None:
    assert list(Explained(LIST.read_text("utf-8")).find_stale()) == []
