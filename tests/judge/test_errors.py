"""What a question must not be: each is one line that names the field and what is accepted."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.i18n import load_translations
from bot.transcripts.judge_questions import answer_rules_question_file
from bot.transcripts.replaying import TranscriptError
from tests.judge.notation import Data, activate, ask, attack, cast, effect, other, part, question

Make = Callable[[Any], Data]
"""A question with something in it that is right or wrong."""

Q = question(part(), jace=3)
JACE = {"name": "Jace", "loyalty": 3}
CARD = {"name": "Jace", "types": ["Jace"], "loyalty": 3}


def with_part(**more: Any) -> Data:
    return question({**part(), **more}, jace=3)


def with_attack(**more: Any) -> Data:
    return question({**attack(3, "Jace"), **more}, jace=3)


def with_effect(kind: Any = "half", **more: Any) -> Data:
    return question(part(), jace=3, effects=({**effect(kind), **more},))


def without(asked: Data, key: str) -> Data:
    return {name: value for name, value in asked.items() if name != key}


NAMES: list[Any] = ["", " Bo", "Bo\n", "\u00a0Bo", "Bo\u2003", "\u3000", "x" * 101, 3, None, ["Bo"]]
NAMED: dict[str, Make] = {
    "player": lambda name: {**Q, "player": name},
    "teammates[0]": lambda name: {**Q, "teammates": [name]},
    "damage[0].object": lambda name: with_part(object=name),
    "damage[0].controller": lambda name: with_part(controller=name),
    "damage[0].to": lambda name: with_part(to=name),
    "planeswalkers[0].name": lambda name: {**Q, "planeswalkers": [{**JACE, "name": name}]},
    "effects[0].name": lambda name: with_effect(name=name),
    "effects[0].on[0]": lambda name: with_effect(on=[name]),
    "effects[0].to": lambda name: with_effect("redirect", to=name),
    "by": lambda name: activate(by=name),
    "active[0]": lambda name: activate(active=[name]),
    "permanent.name": lambda name: activate(permanent={"name": name}),
    "permanent.controller": lambda name: activate(permanent={"controller": name}),
    "card.name": lambda name: cast(card={**CARD, "name": name}),
    "card.types[0]": lambda name: cast(card={**CARD, "types": [name]}),
    "others[0].name": lambda name: cast(others=(other(name),)),
    "others[0].controller": lambda name: cast(others=(other(controller=name),)),
}
"""The fields that are names."""

MAY_BE_NULL: dict[str, Make] = {
    "effects[0].from": lambda name: with_effect(**{"from": name}),
    "priority": lambda name: activate(priority=name),
}

NUMBERS: list[tuple[str, int, int, Make]] = [
    ("life", 1, 9999, lambda n: {**Q, "life": n}),
    ("poison", 0, 9, lambda n: {**Q, "poison": n}),
    ("planeswalkers[0].loyalty", 1, 99, lambda n: {**Q, "planeswalkers": [{**JACE, "loyalty": n}]}),
    ("damage[0].amount", 1, 99, lambda n: with_part(amount=n)),
    ("damage[0].instead", 0, 99, lambda n: with_part(instead=n)),
    ("damage[0].blockers[0]", 0, 99, lambda n: with_attack(blockers=[n])),
    ("effects[0].amount", 1, 99, lambda n: with_effect("next", amount=n)),
    ("stack", 0, 99, lambda n: cast(stack=n)),
    ("doubling_seasons", 0, 4, lambda n: cast(doubling_seasons=n)),
    ("permanent.loyalty", 0, 999, lambda n: activate("0", permanent={"loyalty": n})),
    ("x", 0, 99, lambda n: activate("-X", 999, x=n)),
    ("card.loyalty", 0, 99, lambda n: cast(card={**CARD, "loyalty": n})),
    ("triggers", 0, 99, lambda n: cast(triggers=n)),
]

YES_OR_NO: dict[str, Make] = {
    "hexproof": lambda b: {**Q, "hexproof": b},
    "damage[0].targeted": lambda b: with_part(targeted=b),
    "damage[0].lifelink": lambda b: with_part(lifelink=b),
    "damage[0].infect": lambda b: with_part(infect=b),
    "damage[0].wither": lambda b: with_part(wither=b),
    "damage[0].combat": lambda b: with_part(combat=b),
    "damage[0].trample": lambda b: with_attack(trample=b),
    "damage[0].as_though_unblocked": lambda b: with_attack(as_though_unblocked=b),
    "damage[0].removed": lambda b: with_attack(removed=b),
    "effects[0].once": lambda b: with_effect(once=b),
    "flash": lambda b: cast(flash=b),
    "makes_emblem": lambda b: activate(makes_emblem=b),
    "permanent.planeswalker": lambda b: activate(permanent={"planeswalker": b}),
}

WORDS: dict[str, tuple[Make, str]] = {
    "question": (lambda w: {**Q, "question": w}, "defeat, damage, loyalty"),
    "era": (lambda w: {**Q, "era": w}, "2013, current"),
    "variant": (lambda w: {**Q, "variant": w}, "esclave"),
    "damage[0].kind": (lambda w: with_part(kind=w), "damage, loss"),
    "damage[0].may_attack": (lambda w: with_attack(may_attack=w), "any, player, planeswalkers"),
    "effects[0].kind": (lambda w: with_effect(kind=w), "next, all, half, double, redirect"),
    "effects[0].rounded": (lambda w: with_effect(rounded=w), "down, up"),
    "effects[0].on": (lambda w: with_effect(on=w), '"all"'),
    "act": (lambda w: {**activate(), "act": w}, "activate, cast"),
    "phase": (lambda w: cast(phase=w), "untap, upkeep, draw, main, combat, end, cleanup"),
    "this_turn[0]": (lambda w: activate(this_turn=[w]), "activated, control-changed"),
    "cost": (lambda w: {**activate(), "cost": w}, "+1 to +99"),
}

OF_CASTING: Data = {"card": None, "others": [], "triggers": 0}
OF_ACTIVATING: Data = {
    "permanent": None, "cost": "0", "x": 0, "this_turn": [], "makes_emblem": False,
}  # fmt: skip

WRONG: list[tuple[str, Data, str, str]] = [
    ("no life", without(Q, "life"), "", "life"),
    ("no damage", without(Q, "damage"), "", "damage"),
    ("no part", {**Q, "damage": []}, "damage", "1"),
    ("five parts", {**Q, "damage": [part()] * 5}, "damage", "4"),
    ("damage that is no list", {**Q, "damage": part()}, "damage", "array"),
    ("no object", {**Q, "damage": [without(part(), "object")]}, "damage[0]", "object"),
    ("no controller", {**Q, "damage": [without(part(), "controller")]}, "damage[0]", "controller"),
    ("no amount", {**Q, "damage": [without(part(), "amount")]}, "damage[0]", "amount"),
    ("a teammate twice", {**Q, "teammates": ["Bo", "Bo"]}, "teammates[1]", "once"),
    ("oneself as a teammate", {**Q, "teammates": ["Bo", "Archibald"]}, "teammates[1]", "others"),
    ("five planeswalkers", {**Q, "planeswalkers": [{**JACE, "name": str(n)} for n in range(5)]},
     "planeswalkers", "4"),
    ("a planeswalker without loyalty", {**Q, "planeswalkers": [{"name": "Jace"}]},
     "planeswalkers[0]", "loyalty"),
    ("a planeswalker twice", {**Q, "planeswalkers": [JACE, JACE]}, "planeswalkers[1].name", "own"),
    ("a planeswalker called player", {**Q, "planeswalkers": [{**JACE, "name": "player"}]},
     "planeswalkers[0].name", "another"),
    ("nobody there", with_part(to="Garruk"), "damage[0].to", "player, Jace"),
    ("the player by name", with_part(to="Archibald"), "damage[0].to", "player, Jace"),
    ("a target of combat damage", with_attack(targeted=True), "damage[0].targeted", "out"),
    ("combat damage that replaces itself", with_attack(instead=0), "damage[0].instead", "out"),
    ("blockers outside of combat", with_part(blockers=[]), "damage[0].blockers", "out"),
    ("trample outside of combat", with_part(trample=True), "damage[0].trample", "out"),
    ("unblocked outside of combat", with_part(as_though_unblocked=True),
     "damage[0].as_though_unblocked", "out"),
    ("removed outside of combat", with_part(removed=True, to="Jace"), "damage[0].removed", "out"),
    ("the player removed outside of combat", with_part(removed=True), "damage[0].removed", "out"),
    ("may attack outside of combat", with_part(may_attack="player"), "damage[0].may_attack", "out"),
    ("21 blockers", with_attack(blockers=[1] * 21), "damage[0].blockers", "20"),
    ("the player removed", with_attack(removed=True, to="player"), "damage[0].to", "planeswalker"),
    ("nothing said to be removed", question(without(attack(3, removed=True), "to")),
     "damage[0].to", "planeswalker"),
    ("loss of a planeswalker", with_part(kind="loss", to="Jace"), "damage[0].to", "player"),
    *[(f"a loss with {key}", with_part(kind="loss", **{key: True}), f"damage[0].{key}", "out")
      for key in ("combat", "lifelink", "infect", "wither")],
    ("a loss that replaces itself", with_part(kind="loss", instead=2), "damage[0].instead", "out"),
    ("a nameless effect", question(part(), effects=({"kind": "all"},)), "effects[0]", "name"),
    ("an effect without a kind", question(part(), effects=({"name": "a"},)), "effects[0]", "kind"),
    ("an effect twice", question(part(), effects=(effect("all"), effect("half", "all"))),
     "effects[1].name", "own"),
    *[(f"an effect called {name}", with_effect(name=name), "effects[0].name", "own")
      for name in ("self", "redirection", "assign")],
    ("next without an amount", with_effect("next"), "effects[0]", "amount"),
    ("next once", with_effect("next", amount=3, once=True), "effects[0]", "once"),
    ("all with an amount", with_effect("all", amount=3), "effects[0]", "amount"),
    ("double rounded", with_effect("double", rounded="up"), "effects[0]", "rounded"),
    ("half with a creature", with_effect("half", to="Wall"), "effects[0]", "to"),
    ("redirect without a creature", with_effect("redirect"), "effects[0]", "to"),
    ("redirect to a planeswalker", with_effect("redirect", to="Jace"), "effects[0].to", "creature"),
    ("redirect to the player", with_effect("redirect", to="player"), "effects[0].to", "creature"),
    ("protecting nobody", with_effect(on=[]), "effects[0].on", "1"),
    ("protecting twice", with_effect(on=["player", "player"]), "effects[0].on[1]", "once"),
    ("protecting who is not there", with_effect(on=["Wall"]), "effects[0].on[0]", "player, Jace"),
    ("protecting a planeswalker that has gone",
     question(attack(3, "Koth", removed=True), effects=(effect("half", on=["Koth"]),)),
     "effects[0].on[0]", "player"),
    ("seven effects", question(part(), effects=tuple(effect("all", f"e{n}") for n in range(7))),
     "effects", "6"),
    ("nine pairs of part and effect",
     question(part(), part(), part(), effects=tuple(effect("all", f"e{n}") for n in range(3))),
     "effects", "8"),
    ("101 ways", question(attack(99, trample=True, blockers=[0], as_though_unblocked=True),
                          attack(1, trample=True, blockers=[0])), "damage", "100"),
    ("teams without a variant", {**Q, "teams": {"Bo": "Norbert"}}, "teams", "out"),
    ("no teams without a variant", {**Q, "teams": {}}, "teams", "out"),
    ("a thrall of a thrall", {**Q, "variant": "esclave", "teams": {"a": "b", "b": "c"}}, "teams.a",
     "master"),
    ("thralls where there are none", {**Q, "variant": "elimination", "teams": {"a": "b"}}, "teams",
     "elimination"),
    ("teams that are no names", {**Q, "variant": "esclave", "teams": {"a": 1}}, "teams[...]",
     "str"),
    ("nobody who wants to", without(activate(), "by"), "", "by"),
    ("nobody's turn", activate(active=[]), "active", "1"),
    ("a player twice in a turn", activate(active=["Bo", "Bo"]), "active[1]", "once"),
    ("no permanent", without(activate(), "permanent"), "", "permanent"),
    ("no cost", without(activate(), "cost"), "", "cost"),
    ("X without x", activate("-X"), "x", "0 to 99"),
    ("x without X", activate("-1", x=1), "x", "out"),
    ("activated twice", activate(this_turn=["activated", "transformed", "activated"]),
     "this_turn[2]", "returned"),
    ("no card", without(cast(), "card"), "", "card"),
    ("no type", cast(card={"name": "a", "types": [], "loyalty": 1}), "card.types", "1"),
    ("a type twice", cast(card={"name": "a", "types": ["b", "b"], "loyalty": 1}), "card.types[1]",
     "once"),
    ("21 others", cast(others=(other(),) * 21), "others", "20"),
    ("another without types", cast(others=(other(types=()),)), "others[0].types", "1"),
    ("another with a type twice", cast(others=(other(types=("a", "a")),)), "others[0].types[1]",
     "once"),
    ("another without a controller", cast(others=(without(other(), "controller"),)), "others[0]",
     "controller"),
    *[(f"{key} to activate", {**activate(), key: value}, "", key)
      for key, value in OF_CASTING.items()],
    *[(f"{key} to cast", {**cast(), key: value}, "", key)
      for key, value in OF_ACTIVATING.items()],
]  # fmt: skip

COSTS = ["", "1", "+0", "-0", "+01", "+100", "-x", "X", "+X", "--1", "-1 ", "+¹", "+٣", 1, None]


def refuse(asked: object) -> tuple[str, str]:
    """The field and the problem of a question that cannot be."""
    with pytest.raises(TranscriptError) as refused:
        answer_rules_question_file(asked if isinstance(asked, str) else json.dumps(asked), load_translations("en"))
    return refused.value.field, refused.value.problem


@pytest.mark.parametrize(("asked", "field", "word"), [wrong[1:] for wrong in WRONG], ids=[wrong[0] for wrong in WRONG])
def test_what_cannot_be_names_its_field_and_what_is_accepted(asked: Data, field: str, word: str) -> None:
    found, problem = refuse(asked)
    assert found == field
    assert word in problem


@pytest.mark.parametrize("field", [*NAMED, *MAY_BE_NULL])
def test_a_name_is_1_to_100_characters_without_white_space_at_its_ends(field: str) -> None:
    make = {**NAMED, **MAY_BE_NULL}[field]
    for name in NAMES:
        if name is not None or field not in MAY_BE_NULL:
            assert refuse(make(name))[0] == field, name


@pytest.mark.parametrize("field", MAY_BE_NULL)
def test_nobody_and_anything_are_null_where_a_type_says_so(field: str) -> None:
    assert ask(MAY_BE_NULL[field](None))


@pytest.mark.parametrize("name", ["x" * 100, "é" * 100, "a b\tc", "\u200b", "–", "\x00"])
def test_a_name_may_be_anything_else(name: str) -> None:
    answer = ask(question(part(controller=name), player=name, variant="esclave", life=1))
    assert answer["outcomes"][0]["defeat"]["loser"] == name


@pytest.mark.parametrize(("field", "least", "most", "make"), NUMBERS, ids=[number[0] for number in NUMBERS])
def test_a_number_has_its_limits_and_no_other_type(field: str, least: int, most: int, make: Make) -> None:
    assert ask(make(least))
    assert ask(make(most))
    wrong: list[Any] = [least - 1, most + 1, -(10**30), 10**30, float(most), True, str(most), []]
    if field != "damage[0].instead":
        wrong.append(None)
    for number in wrong:
        assert refuse(make(number))[0] == field, number


@pytest.mark.parametrize("field", YES_OR_NO)
def test_yes_or_no_is_a_boolean(field: str) -> None:
    assert ask(YES_OR_NO[field](True))
    wrong: list[Any] = [None, 1, 0, "true", []]
    for value in wrong:
        assert refuse(YES_OR_NO[field](value))[0] == field, value


@pytest.mark.parametrize("field", WORDS)
def test_a_word_is_one_of_those_that_are_accepted(field: str) -> None:
    make, accepted = WORDS[field]
    wrong: list[Any] = ["", "chaos", "ALL", 1, True, {}]
    for word in wrong:
        found, problem = refuse(make(word))
        assert found == field
        assert accepted in problem
    if field != "variant":
        assert refuse(make(None))[0] == field


@pytest.mark.parametrize("cost", COSTS)
def test_a_cost_is_a_loyalty_symbol(cost: Any) -> None:
    field, problem = refuse(activate(cost))
    assert field == "cost"
    assert "0, +1 to +99, -1 to -99, or -X" in problem


UNKNOWN: list[tuple[Data, str]] = [
    ({**Q, "killer": 1}, ""),
    (with_part(owner="Bo"), "damage[0]"),
    ({**Q, "planeswalkers": [{**JACE, "types": []}]}, "planeswalkers[0]"),
    (with_effect(source="Bolt"), "effects[0]"),
    (activate(card=1), ""),
    (activate(permanent={"types": []}), "permanent"),
    (cast(card={"name": "Jace", "types": ["Jace"], "loyalty": 3, "cost": 4}), "card"),
    (cast(others=(other(loyalty=3),)), "others[0]"),
]


@pytest.mark.parametrize(("asked", "field"), UNKNOWN)
def test_an_unknown_key_is_an_error_that_lists_those_that_are_known(asked: Data, field: str) -> None:
    found, problem = refuse(asked)
    assert found == field
    assert "; accepted: " in problem


TWICE: list[tuple[str, str]] = [
    ('{"question": "damage", "question": "loyalty"}', "question"),
    ('{"question": "damage", "life": 1, "damage": [], "life": 1}', "life"),
    ('{"question": "damage", "life": 1, "damage": [{"amount": 1}, {"to": "a", "to": "a"}]}',
     "damage[1].to"),
    ('{"question": "loyalty", "permanent": {"name": "a", "name": "b"}}', "permanent.name"),
    ('{"loser": "a", "loser": "b"}', "loser"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field"), TWICE)
def test_a_key_given_twice_is_an_error(text: str, field: str) -> None:
    found, problem = refuse(text)
    assert (found, "once" in problem) == (field, True)


NOT_JSON = [
    "", " ", "{", "{}{}", "[" * 100_000, '{"a":' * 400 + "1" + "}" * 400, "{'question': 1}",
    '{"question": "damage", "life": ' + "9" * 5_000 + "}", '{"life": NaN}', '{"life": 1e999}',
    '"\\ud800"', "\ufeff{}",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_no_json_object_is_an_error(text: str) -> None:
    assert refuse(text)[1]


@pytest.mark.parametrize("text", ["[]", "1", '"damage"', "null", "[{}]"])
def test_a_question_is_an_object(text: str) -> None:
    assert "object" in refuse(text)[1]


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
@pytest.mark.parametrize("asked", [with_part(amount=0), activate(stack=-1), {**Q, "question": 1}])
def test_on_the_command_line_an_error_is_one_line(
    asked: Data, as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(asked), "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["judge", str(path), *(["--json"] if as_json else [])])
    streams = capsys.readouterr()
    assert (ended.value.code, streams.out) == (2, "")
    assert streams.err.startswith(f"{path}: ")
    assert streams.err.count("\n") == 1
