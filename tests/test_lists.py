"""Typed lists: an entry may have a comma in it, and what was shown is read as it was."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.basics.similar_names import build_lookalike_name_key, split_user_input_list
from bot.cards.index import CardIndex
from bot.care.leagues.headings import split_cell_into_player_names
from bot.front.server.settings import (
    format_commander_alias_lines,
    format_server_achievement_lines,
    parse_commander_alias_lines,
    parse_server_achievement_lines,
)
from bot.front.standings.deed_points import parse_achievement_points
from bot.i18n import LOCALES, load_translations
from bot.rules.refusals import Refusal

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


TYPED = st.lists(st.text("ab ,;×x=+2#&é", min_size=1, max_size=12), min_size=1, max_size=4).map("\n".join)


@given(TYPED, st.sampled_from(LOCALES))
def test_deeds_that_can_be_named_are_read_as_shown_and_can_get_points(typed: str, locale: str) -> None:
    try:
        deeds = parse_server_achievement_lines(typed, (), ())
    except Refusal:
        return
    text = load_translations(locale)
    shown = "\n".join(format_server_achievement_lines(deeds, text))
    assert parse_server_achievement_lines(shown, (), ()) == deeds
    keys = [build_lookalike_name_key(each.name) for each in deeds]
    assume(len({*keys}) == len(keys))
    house = {each.deed: each.name for each in deeds}
    points = ", ".join(f"{each.name} {number}" for number, each in enumerate(deeds, 1))
    assert parse_achievement_points(points, house)[0] == {d.deed: number for number, d in enumerate(deeds, 1)}


@given(TYPED)
def test_names_that_are_one_are_read_as_shown(typed: str) -> None:
    try:
        aliases = parse_commander_alias_lines(typed, (), ())
    except Refusal:
        return
    shown = "\n".join(format_commander_alias_lines(aliases))
    assert parse_commander_alias_lines(shown, (), ()) == aliases


@given(st.lists(st.text("ab,+2 &/;'", min_size=1, max_size=8), min_size=1, max_size=3))
def test_commanders_of_a_deck_are_read_as_shown(names: list[str]) -> None:
    index = CardIndex(None)
    read = [each.text for name in names for each in index.resolve_commander_names(name, "en")]
    assume(read)
    assert [each.text for each in index.resolve_commander_names(" + ".join(read), "en")] == read


@given(st.lists(st.sampled_from(["Ann", "Bolt, Jr", "Bo and Co", "A & B", "Tom"]), min_size=1))
def test_players_in_a_cell_are_read_as_written(names: list[str]) -> None:
    for sign in (", ", " & ", "; ", " and ", "/"):
        assert split_cell_into_player_names(sign.join(names), {*names}.__contains__) == names
