"""Decks: what is wrong with one, what it holds, and files that cannot be read."""

import json
from typing import Any

import pytest

from bot.basics.typed_values import InvalidValueError
from bot.i18n import LOCALES, Locale, load_translations
from bot.joust.decks import find_duel_deck_problems, find_duel_deck_warnings
from bot.rules.refusals import Refusal
from bot.sandbox.sample_server import find_sample_duel_deck
from bot.transcripts.joust.decks import MAX_DECK_BYTES, build_joust_deck_json, parse_joust_deck_file
from tests.joust.notation import Line, card, plan
from tests.shell import Shell, encode

BLUE = {"family": "blue", "count": 20}
PLANS = [plan("Opus", 3, "blue red", count=3)]
THINGS = [card(f"Card {number}", "blue", count=3) for number in range(6)]


def deck(**more: Any) -> Line:
    return {"name": "Potions", "singularities": [BLUE], "crucible": [*PLANS, *THINGS], **more}


def checked(described: Line) -> Any:
    found = parse_joust_deck_file(encode(described).encode(), "deck.json")
    return json.loads(encode(build_joust_deck_json(found, load_translations("en"))))


def test_the_answer_has_exactly_the_keys_of_the_contract() -> None:
    assert checked(deck()) == {
        "name": "Potions",
        "valid": True,
        "problems": [],
        "warnings": [],
        "singularities": 20,
        "crucible": 21,
        "families": {"blue": 20, "red": 0, "yellow": 0},
        "kinds": {"knowledge": 0, "living": 0, "thing": 18, "event": 0, "plan": 3, "other": 0},
    }


def test_an_empty_deck_has_every_problem_but_copies_in_the_order_of_the_contract() -> None:
    found = checked(deck(singularities=[], crucible=[]))
    assert found["valid"] is False
    assert [list(each) for each in found["problems"]] == [["code", "rule", "because"]] * 2
    told = [(each["code"], each["rule"]) for each in found["problems"] + found["warnings"]]
    assert told == [("few-singularities", "MJ-4"), ("few-crucible", "MJ-4"),
                    ("few-plans", "MJ-16")]  # fmt: skip
    assert all(each["because"] for each in found["problems"] + found["warnings"])


def test_twenty_of_each_are_enough_and_nineteen_are_not() -> None:
    fewer = [*PLANS, *THINGS[:5], card("Owl", count=1)]
    found = checked(deck(singularities=[{"family": "red", "count": 19}], crucible=fewer))
    assert [each["code"] for each in found["problems"]] == ["few-singularities", "few-crucible"]
    enough = checked(deck(crucible=[*PLANS, *THINGS[:5], card("Owl", count=2)]))
    assert (enough["crucible"], enough["valid"]) == (20, True)


def test_copies_of_entries_with_one_name_are_added_and_told_by_name() -> None:
    more = [card("Zeppelin", count=4), card("Bell", count=2), card("Bell", count=99)]
    found = checked(deck(crucible=[*THINGS, *more, *PLANS, *PLANS]))
    told = [(each["code"], each["card"]) for each in found["problems"]]
    assert told == [("copies", "Bell"), ("copies", "Opus"), ("copies", "Zeppelin")]
    assert found["crucible"] == 18 + 4 + 101 + 6


def test_entries_are_compared_with_defaults_filled_in_and_formulas_in_words() -> None:
    short = {"name": "Bell", "kind": "thing", "cost": "B  *", "action": "rings", "formula": "r"}
    long = {"name": "Bell", "kind": "thing", "cost": "blue any", "action": "rings",
            "formula": "Red", "wear": None, "ephemeral": False, "points": None, "text": "",
            "count": 2}  # fmt: skip
    assert checked(deck(crucible=[*THINGS, short, long]))["crucible"] == 21


@pytest.mark.parametrize(
    ("field", "value"), [("kind", "event"), ("cost", "red"), ("action", "rings"), ("ephemeral", True), ("text", "!")]
)
def test_entries_of_one_name_that_differ_are_a_mistake(field: str, value: object) -> None:
    other = {**THINGS[2], field: value}
    with pytest.raises(Refusal) as refused:
        checked(deck(crucible=[*THINGS, other]))
    assert (refused.value.code, refused.value.field) == ("deck-differs", f"crucible[6].{field}")


def test_plans_are_counted_with_their_copies() -> None:
    two = [plan("Opus", 3, count=2)]
    assert [each["code"] for each in checked(deck(crucible=two))["warnings"]] == ["few-plans"]
    assert checked(deck(crucible=[*two, plan("Coda", 0)]))["warnings"] == []


TOML = """
name = "Potions"
[[singularities]]          # family; zone 1 to 4 if the card says it
family = "blue"
zone = 2
count = 12
[[singularities]]
family = "red"
count = 8
text = "It glows."
[[crucible]]
name = "Kettle"
kind = "thing"
cost = "blue red"
action = "brews"
wear = 2
count = 3
"""


def test_a_deck_is_toml_or_json_with_the_same_keys() -> None:
    found = parse_joust_deck_file(TOML.encode(), "potions.toml")
    kettle = card("Kettle", "blue red", action="brews", wear=2, count=3)
    singularities = [{"family": "blue", "zone": 2, "count": 12},
                     {"family": "red", "count": 8, "zone": None, "text": "It glows."}]  # fmt: skip
    same = deck(singularities=singularities, crucible=[kettle])
    assert found == parse_joust_deck_file(encode(same).encode(), "potions.json")


@pytest.mark.parametrize(("name", "content"), [("deck.toml", TOML.encode()), ("deck.json", encode(deck()).encode())])
def test_the_mark_that_some_editors_begin_a_file_with_changes_nothing(name: str, content: bytes) -> None:
    assert parse_joust_deck_file(b"\xef\xbb\xbf" + content, name) == parse_joust_deck_file(content, name)


# What is wrong with a file: its name, what it holds, and the field and word of the complaint.

WRONG: list[tuple[str, str, bytes | Line, str, str]] = [
    ("not JSON", "deck.json", b"{", "", "JSON"),
    ("TOML without its ending", "deck.txt", TOML.encode(), "", "JSON"),
    ("not TOML", "deck.toml", b"name =", "", "TOML"),
    ("JSON that is called TOML", "deck.toml", encode(deck()).encode(), "", "TOML"),
    ("a key twice in TOML", "deck.toml", b'name = "A"\nname = "B"', "", "TOML"),
    ("a key twice", "deck.json", b'{"name": "A", "name": "B"}', "name", "once"),
    ("a key of a card twice", "deck.json",
     b'{"name": "A", "singularities": [], "crucible": [{"name": "B", "kind": "thing",'
     b' "cost": "", "cost": "b"}]}', "crucible[0].cost", "once"),
    ("not UTF-8", "deck.json", "\u00e9".encode("latin-1"), "", "UTF-8"),
    ("too large", "deck.toml", TOML.encode() + b"#" * MAX_DECK_BYTES, "", "65,536"),
    ("no object", "deck.json", b"[]", "", "object"),
    ("nothing", "deck.json", b"", "", "JSON"),
    ("no name", "deck.json", {"singularities": [], "crucible": []}, "", "name"),
    ("no singularities", "deck.json", {"name": "A", "crucible": []}, "", "singularities"),
    ("no crucible", "deck.json", {"name": "A", "singularities": []}, "", "crucible"),
    ("an unknown key", "deck.json", deck(owner="ana"), "", "owner"),
    ("a name with a space at its end", "deck.json", deck(name="Potions "), "name", "white space"),
    ("a list that is null", "deck.json", deck(crucible=None), "crucible", "array"),
    ("an unknown family", "deck.json", deck(singularities=[{"family": "green"}]),
     "singularities[0].family", "yellow"),
    ("an unstable family", "deck.json", deck(singularities=[{"family": "blue!"}]),
     "singularities[0].family", "blue"),
    ("a fifth zone", "deck.json", deck(singularities=[{**BLUE, "zone": 5}]),
     "singularities[0].zone", "4"),
    ("no copies of a singularity", "deck.json", deck(singularities=[{**BLUE, "count": 0}]),
     "singularities[0].count", "1"),
    ("a hundred copies", "deck.json", deck(crucible=[card(count=100)]), "crucible[0].count",
     "99"),
    ("a count between numbers", "deck.json", deck(crucible=[card(count=2.0)]),
     "crucible[0].count", "int"),
    ("a count that is a truth value", "deck.json", deck(crucible=[card(count=True)]),
     "crucible[0].count", "int"),
    ("a text that is null", "deck.json", deck(singularities=[{**BLUE, "text": None}]),
     "singularities[0].text", "str"),
    ("a wrong cost", "deck.json", deck(crucible=[*PLANS, card(cost="green")]),
     "crucible[1].cost", "formula"),
    ("a wrong formula", "deck.json", deck(crucible=[card(action="rings", formula="")]),
     "crucible[0].formula", "formula"),
    ("a plan without points", "deck.json", deck(crucible=[card(kind="plan")]),
     "crucible[0].points", "99"),
    ("points of no plan", "deck.json", deck(crucible=[card(points=3)]), "crucible[0].points",
     "plan"),
    ("wear without an action", "deck.json", deck(crucible=[card(wear=3)]), "crucible[0].wear",
     "action"),
    ("an unknown key of a card", "deck.json", deck(crucible=[card(colour="red")]), "crucible[0]",
     "colour"),
    ("a date in TOML", "deck.toml", b"name = 1979-05-27\nsingularities = []\ncrucible = []",
     "name", "str"),
]  # fmt: skip


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
@pytest.mark.parametrize(
    ("name", "content", "field", "word"), [wrong[1:] for wrong in WRONG], ids=[w[0] for w in WRONG]
)
def test_a_file_that_is_no_deck_is_one_line_with_a_clear_word(
    shell: Shell, name: str, content: bytes | Line, field: str, word: str, as_json: bool
) -> None:
    path = shell.file(name, content if isinstance(content, bytes) else encode(content))
    ran = shell.run("joust", "deck", path, *(["--json"] if as_json else []))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"{path}: {field}")
    assert word in ran.err.removeprefix(path)


def test_the_largest_file_is_read() -> None:
    content = TOML.encode()
    assert parse_joust_deck_file(content + b"#" * (MAX_DECK_BYTES - len(content)), "deck.toml").name == "Potions"
    with pytest.raises(InvalidValueError):
        parse_joust_deck_file(content + b"#" * (MAX_DECK_BYTES - len(content) + 1), "deck.toml")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_decks_for_a_first_duel_can_be_played_and_end_it(locale: Locale) -> None:
    file = find_sample_duel_deck(locale)
    found = parse_joust_deck_file(file.read_bytes(), file.name)
    assert [*find_duel_deck_problems(found), *find_duel_deck_warnings(found)] == []
