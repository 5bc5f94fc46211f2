"""Whether an ability may be activated or a planeswalker be cast: PW-1 to PW-4, PW-12 to PW-16."""

from typing import Any

import pytest

from tests.judge.notation import Data, activate, ask, cast, list_codes, other

MAY_NOT: list[tuple[str, str, Data, str]] = [
    ("PW-4", "a planeswalker without loyalty is gone", activate("+2", 0), "gone"),
    ("PW-4 PW-12", "and has no counters to remove", activate("-1", 0), "gone counters"),
    ("PW-12 PW-D9", "another permanent without counters is there, but cannot pay",
     activate("-1", 0, permanent={"planeswalker": False}), "counters"),
    ("PW-12", "more than it has", activate("-4", 3), "counters"),
    ("PW-12", "X more than it has", activate("-X", 3, x=4), "counters"),
    ("PW-13 PW-D7", "somebody else controls it",
     activate(permanent={"controller": "Norbert"}), "controller"),
    ("PW-13", "another's turn", activate(active=["Norbert"]), "turn"),
    ("PW-13", "no main phase", activate(phase="combat"), "phase"),
    ("PW-13", "another has priority", activate(priority="Norbert"), "priority"),
    ("PW-13", "nobody has priority", activate(priority=None), "priority"),
    ("PW-13", "something is on the stack", activate(stack=1), "stack"),
    ("PW-13 PW-D8", "flash does not help",
     activate(active=["Norbert"], phase="end", stack=2, flash=True), "turn phase stack"),
    ("PW-14", "once a turn", activate(this_turn=["activated"]), "used"),
    ("PW-14", "not again after a change of control or a transformation",
     activate(this_turn=["activated", "control-changed", "transformed"]), "used"),
    ("PW-14", "nor if it came back before",
     activate(this_turn=["returned", "activated"]), "used"),
    ("PW-12 PW-13 PW-14", "all that holds, in order",
     activate("-9", permanent={"controller": "Bo"}, active=["Bo"], phase="draw", priority=None,
              stack=3, this_turn=["activated"]),
     "counters controller turn phase priority stack used"),
    ("PW-1", "another's turn", cast(active=["Norbert"]), "turn"),
    ("PW-1", "no main phase", cast(phase="upkeep"), "phase"),
    ("PW-1", "no priority, not even with flash",
     cast(flash=True, phase="end", stack=1, priority="Norbert"), "priority"),
    ("PW-1", "something on the stack", cast(stack=1), "stack"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "asked", "codes"),
    [(rules, asked, codes) for rules, _, asked, codes in MAY_NOT],
    ids=[f"{row[0]}: {row[1]}" for row in MAY_NOT],
)
def test_what_may_not_be_done_says_why_with_its_rules(rules: str, asked: Data, codes: str) -> None:
    answer = ask(asked)
    assert (answer["may"], list_codes(answer)) == (False, codes)
    assert all(reason["because"] for reason in answer["reasons"])
    assert answer["rules"] == [rule for rule in rules.split() if "D" not in rule]
    nothing: dict[str, Any] = {"loyalty_after": None, "graveyard": [], "emblem": None}
    if "act" in asked:
        nothing = {"enters_with": None, "stays": None, "graveyard": [], "activate_at_once": None}
    assert {key: answer[key] for key in nothing} == nothing


MAY: list[tuple[str, str, Data, dict[str, Any]]] = [
    ("PW-12", "counters are added", activate("+2", 3), {"loyalty_after": 5}),
    ("PW-12", "nothing is paid", activate("0", 3), {"loyalty_after": 3}),
    ("PW-12", "a minus of any kind", activate("−1", 3), {"loyalty_after": 2}),
    ("PW-12", "a dash as well", activate("–X", 3, x=2), {"loyalty_after": 1}),
    ("PW-12", "X may be 0", activate("-X", 3, x=0), {"loyalty_after": 3}),
    ("PW-12", "Doubling Season does not double a cost",
     activate("+2", 3, doubling_seasons=2), {"loyalty_after": 5}),
    ("PW-12 PW-D9", "a permanent that is no planeswalker stays with 0",
     activate("-3", 3, permanent={"planeswalker": False}),
     {"loyalty_after": 0, "graveyard": [], "rules": ["PW-12", "PW-13", "PW-14", "PW-15"]}),
    ("PW-12 PW-D9", "and may be used with 0",
     activate("0", 0, permanent={"planeswalker": False}), {"loyalty_after": 0, "graveyard": []}),
    ("PW-4 PW-15", "the last counter: it goes, its ability stays on the stack",
     activate("-3", 3),
     {"loyalty_after": 0, "graveyard": ["Jace"],
      "rules": ["PW-4", "PW-12", "PW-13", "PW-14", "PW-15"]}),
    ("PW-13", "in the turn of one's team",
     activate(active=["Albert", "Archibald"]), {"loyalty_after": 4}),
    ("PW-14", "again if it came back", activate(this_turn=["activated", "returned"]),
     {"loyalty_after": 4}),
    ("PW-14", "after it changed controller unused", activate(this_turn=["control-changed"]),
     {"loyalty_after": 4}),
    ("PW-16", "an emblem is owned and controlled by who made it", activate(makes_emblem=True),
     {"emblem": {"owner": "Archibald", "controller": "Archibald"},
      "rules": ["PW-12", "PW-13", "PW-14", "PW-15", "PW-16"]}),
    ("PW-1 PW-3 PW-13", "cast, and used at once", cast(),
     {"enters_with": 3, "stays": "yes", "graveyard": [], "activate_at_once": True,
      "rules": ["PW-1", "PW-3", "PW-13"]}),
    ("PW-3", "a Doubling Season doubles", cast(doubling_seasons=1), {"enters_with": 6}),
    ("PW-3", "each of two doubles", cast(doubling_seasons=2), {"enters_with": 12}),
    ("PW-4", "printed 0: it goes", cast(0),
     {"enters_with": 0, "stays": "no", "graveyard": ["Jace"], "activate_at_once": False,
      "rules": ["PW-1", "PW-3", "PW-4"]}),
    ("PW-D8 PW-13", "with flash in another's turn, but not used there",
     cast(flash=True, active=["Norbert"], phase="end"),
     {"stays": "yes", "activate_at_once": False}),
    ("PW-D8 PW-13", "with flash onto a stack", cast(flash=True, stack=1),
     {"stays": "yes", "activate_at_once": False}),
    ("PW-13", "what triggers as it enters is on the stack first", cast(triggers=1),
     {"stays": "yes", "activate_at_once": False, "rules": ["PW-1", "PW-3", "PW-13"]}),
    ("PW-2", "all that share a type go, whoever controls them", cast(
        others=(other("Jace Beleren"), other("Garruk", ("Garruk",)),
                other("Sakashima", ("Gideon", "Jace"), controller="Archibald"))),
     {"stays": "no", "graveyard": ["Jace", "Jace Beleren", "Sakashima"],
      "activate_at_once": False, "rules": ["PW-1", "PW-2", "PW-3"]}),
    ("PW-2", "a name for each card that goes", cast(others=(other("Jace"), other("Jace"))),
     {"graveyard": ["Jace", "Jace", "Jace"]}),
    ("PW-2 PW-4", "with 0 they go as well", cast(0, others=(other(),)),
     {"stays": "no", "graveyard": ["Jace", "Jace Beleren"],
      "rules": ["PW-1", "PW-2", "PW-3", "PW-4"]}),
    ("PW-2", "today names are compared, under one controller", cast(
        era="current", others=(other("Jace", controller="Archibald"), other())),
     {"stays": "choice", "graveyard": ["Jace"], "activate_at_once": True,
      "rules": ["PW-1", "PW-2", "PW-3", "PW-13"]}),
    ("PW-2", "today another player's of the same name stays", cast(
        era="current", others=(other("Jace"),)),
     {"stays": "yes", "graveyard": [], "rules": ["PW-1", "PW-3", "PW-13"]}),
    ("PW-2 PW-4", "today with 0 there is no choice", cast(
        0, era="current", others=(other("Jace", controller="Archibald"),)),
     {"stays": "no", "graveyard": ["Jace"], "activate_at_once": False,
      "rules": ["PW-1", "PW-2", "PW-3", "PW-4"]}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "expected"), [row[2:] for row in MAY], ids=[f"{rules}: {about}" for rules, about, *_ in MAY]
)
def test_what_may_be_done_says_what_follows(asked: Data, expected: dict[str, Any]) -> None:
    answer = ask(asked)
    assert (answer["may"], answer["reasons"]) == (True, [])
    assert {key: answer[key] for key in expected} == expected


def test_answers_have_exactly_the_keys_of_the_contract() -> None:
    """PW-D1: an answer names its era."""
    assert list(ask(activate())) == [
        "era", "act", "may", "reasons", "loyalty_after", "graveyard", "emblem", "rules"
    ]  # fmt: skip
    assert list(ask(cast(era="current"))) == [
        "era", "act", "may", "reasons", "enters_with", "stays", "graveyard", "activate_at_once",
        "rules",
    ]  # fmt: skip
    assert list(ask(activate(stack=1))["reasons"][0]) == ["code", "rule", "because"]
    assert ask(activate())["era"] == "2013"
    assert ask(cast(era="current"))["era"] == "current"


def test_the_act_is_to_activate_unless_it_is_said() -> None:
    assert ask({**activate(), "act": "activate"}) == ask(activate())
    assert ask(activate())["act"] == "activate"
