"""`suzerain joust` and `replay` of duels: statuses, documents and words."""

import pytest

from tests.joust.notation import (
    CLOSE,
    CRUCIBLE,
    END,
    OPEN,
    Line,
    attacked,
    card,
    changed,
    conceded,
    invoked,
    lying,
    placed,
    plan,
    used,
    worn,
)
from tests.joust.test_deck_files import deck
from tests.shell import Ran, Shell, encode


def replay(shell: Shell, *lines: Line, json: bool = True) -> Ran:
    return shell.replay(*map(encode, lines), json=json)


def pay(shell: Shell, question: object, json: bool = True) -> Ran:
    text = question if isinstance(question, str) else encode(question)
    return shell.run("joust", "pay", shell.file("pay.json", text), *(["--json"] if json else []))


def check(shell: Shell, described: Line, json: bool = True) -> Ran:
    path = shell.file("deck.json", encode(described))
    return shell.run("joust", "deck", path, *(["--json"] if json else []))


QUADRANT = [["blue"], ["red"], [], []]


@pytest.mark.parametrize("arguments", [["joust"], ["joust", "pay"], ["joust", "deck"]], ids=" ".join)
def test_help_is_there_for_every_command(shell: Shell, arguments: list[str]) -> None:
    ran = shell.run(*arguments, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: {' '.join(['suzerain', *arguments])}")


@pytest.mark.parametrize(
    "arguments", [["joust"], ["joust", "fly"], ["joust", "pay"], ["joust", "deck"]],
    ids=" ".join,
)  # fmt: skip
def test_a_bad_argument_is_one_line_and_status_two(shell: Shell, arguments: list[str]) -> None:
    ran = shell.run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("suzerain joust")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["pay", "deck"])
def test_a_file_that_cannot_be_read_is_named(shell: Shell, kind: str) -> None:
    for path in (str(shell.folder / "missing.json"), str(shell.folder)):
        ran = shell.run("joust", kind, path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(path)
        assert ran.err.count("\n") == 1


# Duels


def test_the_first_line_says_of_which_game_a_transcript_is(shell: Shell) -> None:
    assert replay(shell, OPEN).document["game"] == "magicjoust"
    pod = {"do": "open", "table": "free-for-all", "variant": "esclave",
           "players": ["ana", "bo", "cy", "di"]}  # fmt: skip
    assert "game" not in replay(shell, pod).document


def test_blank_lines_are_skipped_and_counted(shell: Shell) -> None:
    ran = shell.replay("", encode(OPEN), "  ", encode(END), "", '{"do": "fly"}')
    assert ran.status == 2
    assert "pod.jsonl:6: do: " in ran.err


@pytest.mark.parametrize("game", ["chess", None, 3, ["magicjoust"]])
def test_a_game_that_nobody_knows_is_a_mistake(shell: Shell, game: object) -> None:
    ran = shell.replay("", encode({**OPEN, "game": game}))
    assert (ran.status, ran.out) == (2, "")
    assert "pod.jsonl:2: game: " in ran.err
    assert "magicjoust" in ran.err


def test_a_key_that_is_given_twice_is_a_mistake_of_its_line(shell: Shell) -> None:
    ran = shell.replay(encode(OPEN), '{"do": "attack", "rolls": [1, 2], "rolls": [6, 1]}')
    assert (ran.status, ran.out) == (2, "")
    assert "pod.jsonl:2: rolls: " in ran.err


def test_a_refusal_says_in_words_what_to_do_next(shell: Shell) -> None:
    ran = replay(shell, OPEN, CRUCIBLE, CRUCIBLE)
    assert (ran.status, ran.out) == (2, "")
    assert "pod.jsonl:3: You have already drawn a crucible card this turn." in ran.err


def test_what_cannot_be_paid_is_told_with_what_lacks(shell: Shell) -> None:
    ran = replay(shell, OPEN, placed("blue", 2), invoked(card(cost="blue yellow")))
    assert "step 2 in zone 3: yellow" in ran.err


def test_what_has_to_be_said_of_a_payment_is_named(shell: Shell) -> None:
    both = lying("ana", ("blue", 1), ("blue", 3))
    ran = replay(shell, OPEN, *both, invoked(card(cost="blue")))
    assert "the zone to start in" in ran.err
    assert "direction" not in ran.err


def test_people_get_the_story_with_its_rules_and_where_the_duel_stands(shell: Shell) -> None:
    wand = card("Wand", "blue", action="sparks", wear=2)
    lines = [OPEN, placed("blue", 1), CRUCIBLE, invoked(wand), used(1), attacked(5, 2)]
    told = replay(shell, *lines, json=False)
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == [
        "MJ-5: ana begins.",
        "MJ-6: ana places a singularity in zone 1: blue.",
        "MJ-7: ana draws a crucible card.",
        "MJ-8, MJ-12: ana invokes Wand.",
        "MJ-9: ana uses Wand.",
        "MJ-14: ana attacks bo and succeeds: 5 to 2.",
        "The duel is waiting for a wear roll.",
        "Turn 1: ana",
        "ana has to roll for the wear of Wand.",
        "ana: 5 cards in hand; plans in play: 0 of 3 (0 points)",
        "  zone 1: blue (unstable)",
        "  1. Wand (thing, wear 2, used)",
        "bo: 5 cards in hand; plans in play: 0 of 3 (0 points)",
        "  no singularities",
    ]


def test_every_step_and_end_has_its_words(shell: Shell) -> None:
    lines = [
        OPEN, placed("red", None), *lying("bo", ("red", 1)),
        changed("bo", "flip", singularity="red", zone=1),
        changed("bo", "move", singularity="red!", zone=1, to=2),
        changed("bo", "remove", singularity="red!", zone=2),
        changed("bo", "hand", by=-1), changed("bo", "hand", by=2),
        invoked(card("Wand", action="sparks", wear=2)), used(1), worn(6),
        changed("ana", "ready", card=1), used(1), worn(1), invoked(card("Owl")),
        changed("ana", "return", card=2), invoked(card("Owl")),
        changed("ana", "discard", card=3), attacked(1, 1), END,
    ]  # fmt: skip
    for end in ([CLOSE], [invoked(plan(name, 1)) for name in "ABC"], [conceded("ana")]):
        told = replay(shell, *lines, *end, json=False)
        assert (told.status, told.err) == (0, "")
        assert len(told.out.splitlines()) > len(lines)


def test_a_victory_is_told(shell: Shell) -> None:
    assert "bo wins." in replay(shell, OPEN, conceded("ana"), json=False).out


def test_a_draw_is_told(shell: Shell) -> None:
    plans = [invoked(plan(name, 0)) for name in "ABC"]
    assert "The duel is a draw." in replay(shell, OPEN, *plans, json=False).out


# Formulas


def test_an_answer_has_exactly_the_keys_of_the_contract(shell: Shell) -> None:
    ran = pay(shell, {"quadrant": QUADRANT, "formula": "any", "plan": False, "also": ["blue"]})
    way = {"start": 1, "direction": "clockwise", "steps": [{"zone": 1, "use": "blue"}],
           "after": [["blue!"], ["red"], [], []], "still": [False]}  # fmt: skip
    best = {"start": 2, "direction": "clockwise", "steps": [{"zone": 2, "use": "red"}],
            "after": [["blue"], ["red!"], [], []], "still": [True]}  # fmt: skip
    assert ran.document == {
        "formula": "any", "payable": True, "count": 2, "ways": [way, best], "best": best,
        "nearest": None, "rules": ["MJ-12"],
    }  # fmt: skip
    assert ran.out.count("\n") == 1


def test_what_cannot_be_paid_has_status_zero_and_says_what_lacks(shell: Shell) -> None:
    document = pay(shell, {"quadrant": QUADRANT, "formula": " R skip *", "plan": True}).document
    lacking = [{"step": 1, "zone": 1, "needs": "red"}, {"step": 3, "zone": 3, "needs": "any"}]
    assert document == {
        "formula": "red skip any", "payable": False, "count": 0, "ways": [], "best": None,
        "nearest": {"start": 2, "direction": "clockwise",
                    "lacking": [{"step": 3, "zone": 4, "needs": "any"}]},
        "rules": ["MJ-12", "MJ-13"],
    }  # fmt: skip
    assert document["nearest"]["lacking"] != lacking


def test_a_formula_in_words_is_a_line_for_each_way(shell: Shell) -> None:
    told = pay(shell, {"quadrant": QUADRANT, "formula": "any", "also": ["blue"]}, json=False)
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == [
        "MJ-12: There are 2 ways to pay any.",
        "• Start 1, clockwise ↻: zone 1 blue. Left: zone 1: blue (unstable) · zone 2: red. Payable afterwards: 0 of 1.",
        "• Start 2, clockwise ↻: zone 2 red. Left: zone 1: blue · zone 2: red (unstable). Payable afterwards: 1 of 1.",
        "Best: start 2, clockwise ↻: zone 2 red. Left: zone 1: blue · zone 2: red (unstable)."
        " Payable afterwards: 1 of 1.",
    ]
    lacks = pay(shell, {"quadrant": QUADRANT, "formula": "yellow"}, json=False)
    assert lacks.out.splitlines() == [
        "MJ-12: yellow cannot be paid.",
        "Nearest: start 1, clockwise ↻.",
        "• Step 1: zone 1 lacks yellow.",
    ]
    many = pay(shell, {"quadrant": [["blue", "red"]] * 4, "formula": "any " * 4}, json=False)
    assert "… and 78 more." in many.out


PAY = {"quadrant": QUADRANT, "formula": "any"}
WRONG: list[tuple[str, object, str, str]] = [
    ("not JSON", "{", "", "JSON"),
    ("not an object", "[]", "", "object"),
    ("two objects", encode(PAY) * 2, "", "JSON"),
    ("no quadrant", {"formula": "any"}, "", "quadrant"),
    ("no formula", {"quadrant": QUADRANT}, "", "formula"),
    ("a key twice", '{"formula": "b", "formula": "r", "quadrant": [[], [], [], []]}', "formula",
     "once"),
    ("an unknown key", {**PAY, "cost": "any"}, "", "also"),
    ("three zones", {**PAY, "quadrant": QUADRANT[1:]}, "quadrant", "4"),
    ("five zones", {**PAY, "quadrant": [*QUADRANT, []]}, "quadrant", "4"),
    ("a zone that is null", {**PAY, "quadrant": [None, [], [], []]}, "quadrant[0]", "array"),
    ("21 in a zone", {**PAY, "quadrant": [["blue"] * 21, [], [], []]}, "quadrant[0]", "20"),
    ("an unknown singularity", {**PAY, "quadrant": [["green"], [], [], []]}, "quadrant[0][0]",
     "yellow!"),
    ("a singularity in capitals", {**PAY, "quadrant": [["Blue"], [], [], []]}, "quadrant[0][0]",
     "blue"),
    ("a free formula", {**PAY, "formula": ""}, "formula", "formula"),
    ("a formula that is null", {**PAY, "formula": None}, "formula", "str"),
    ("a formula that is a list", {**PAY, "formula": ["blue"]}, "formula", "str"),
    ("nine steps", {**PAY, "formula": "b " * 9}, "formula", "8"),
    ("a plan that is a number", {**PAY, "plan": 1}, "plan", "bool"),
    ("a plan that is null", {**PAY, "plan": None}, "plan", "bool"),
    ("five others", {**PAY, "also": ["b"] * 5}, "also", "4"),
    ("others that are null", {**PAY, "also": None}, "also", "array"),
    ("another that is free", {**PAY, "also": ["b", ""]}, "also[1]", "formula"),
]  # fmt: skip


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
@pytest.mark.parametrize(("question", "field", "word"), [wrong[1:] for wrong in WRONG], ids=[w[0] for w in WRONG])
def test_a_question_that_cannot_be_is_one_line(
    shell: Shell, question: object, field: str, word: str, as_json: bool
) -> None:
    ran = pay(shell, question, as_json)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    path = str(shell.folder / "pay.json")
    assert ran.err.startswith(f"{path}: {field}")
    assert word in ran.err.removeprefix(path)


def test_twenty_in_a_zone_can_be_asked_about(shell: Shell) -> None:
    full = [["blue"] * 20] * 4
    assert pay(shell, {"quadrant": full, "formula": "b"}).document["count"] == 4


# Decks


def test_the_status_of_a_deck_says_whether_it_can_be_played(shell: Shell) -> None:
    assert check(shell, deck()).status == 0
    assert check(shell, deck(), json=False).status == 0
    assert check(shell, deck(singularities=[])).status == 1
    assert check(shell, deck(singularities=[]), json=False).status == 1


def test_a_deck_in_words_is_a_line_for_each_reason_with_its_rule(shell: Shell) -> None:
    told = check(shell, deck(crucible=[card("Owl", count=4)]), json=False)
    assert told.err == ""
    assert told.out.splitlines() == [
        "Potions: you can’t play this deck yet.",
        "MJ-4: The crucible needs 20 cards or more, and has 4.",
        "MJ-4: The crucible holds 4 copies of Owl; 3 are allowed.",
        "MJ-16: The crucible holds no plans; it takes 3 to end a duel.",
        "Singularities: 20 (blue 20, red 0, yellow 0)",
        "Crucible: 4 (knowledge 0, living 0, thing 4, event 0, plan 0, other 0)",
    ]
    assert "you can play this deck" in check(shell, deck(), json=False).out
