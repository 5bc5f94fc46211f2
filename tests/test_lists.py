"""Typed lists: an entry may have a comma in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics.similar_names import split_user_input_list

KNOWN = {"Bolt, Jr", "a, b, c", "Tom"}


@pytest.mark.parametrize(
    ("typed", "entries"),
    [
        ("Tom, Ann", ["Tom", "Ann"]),
        ("Bolt, Jr, Tom", ["Bolt, Jr", "Tom"]),
        ("Tom,Bolt, Jr", ["Tom", "Bolt, Jr"]),
        ("a, b, c, d", ["a, b, c", "d"]),
        ("a, b, d", ["a", "b", "d"]),
        (", ,Tom,,", ["Tom"]),
        ("", []),
    ],
)
def test_list_is_parted_at_commas_that_are_in_no_name(typed: str, entries: list[str]) -> None:
    assert split_user_input_list(typed, KNOWN.__contains__) == entries


@given(st.lists(st.sampled_from(["Ann", "Bolt, Jr", "a, b, c", "Tom", "x; y"])))
def test_list_that_was_written_is_read_as_it_was(names: list[str]) -> None:
    known = {*names}
    assert split_user_input_list(", ".join(names), known.__contains__) == names
    assert split_user_input_list("; ".join(names), known.__contains__, "[,;]") == names
