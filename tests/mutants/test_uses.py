"""Uses: the lines at which a change of a module-level name can be noticed."""

import pytest

from tests.mutants.uses import find_imported_uses, find_uses

PAGES = """\
SIZE = 20
AREA = SIZE * SIZE
SIZES = 3

def count(rows):
    return rows // AREA
"""


def test_a_name_is_used_where_what_is_made_from_it_is_used() -> None:
    assert find_uses(PAGES, 1) == ({"SIZE", "AREA"}, {1, 2, 6})
    assert find_uses(PAGES, 3) == ({"SIZES"}, {3})


def test_a_line_that_assigns_nothing_has_no_names() -> None:
    assert find_uses(PAGES, 6) == (set(), {6})


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("from bot.pages import SIZE\n\nprint(SIZE)\nprint(AREA, SIZES)", {1, 3}),
        ("from bot.pages import (\n    AREA,\n    SIZE,\n)\nprint(AREA)", {2, 3, 5}),
        ("from bot import pages\n\nprint(pages.AREA)", {3}),
        ("from bot.books import SIZE\n\nprint(SIZE, books.AREA)", set()),
        ("from bot.pages import count\n\nprint(count, other.SIZE)", set()),
    ],
)
def test_a_name_is_used_where_it_is_imported_or_asked_of_its_module(text: str, lines: set[int]) -> None:
    assert find_imported_uses(text, "bot.pages", {"SIZE", "AREA"}) == lines
