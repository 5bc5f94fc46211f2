"""`suzerain pair`: the file it reads, the document it prints, and its errors."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.effort import SEED
from tests.shell import Shell

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def ask(**changes: object) -> dict[str, object]:
    """Return a question that is right, but for the changes; None leaves a key out."""
    question = {
        "players": [{"name": name} for name in ("ana", "bo", "cy", "di")],
        "sizes": {"allowed": [3, 4], "preferred": 4},
        "mode": "fresh",
        **changes,
    }
    return {key: value for key, value in question.items() if value is not None}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"of-{len(case['question']['players'])}")
def test_worked_cases_have_their_sizes_and_costs(shell: Shell, case: dict[str, Any]) -> None:
    path = shell.file("round.json", json.dumps(case["question"]))
    document = shell.run("pair", path, "--json").document
    assert sorted(map(len, document["pods"])) == case["sizes"]
    assert len(document["out"]) == case["out"]
    assert document["cost"] == {"apart": 0, **case["cost"]}


def test_nobody_in_the_file_is_no_error(shell: Shell) -> None:
    document = shell.run("pair", shell.file("r.json", json.dumps(ask(players=[]))), "--json")
    nothing = {"apart": 0, "repeats": 0, "earlier": 0, "points": 0, "brackets": 0}
    assert document.document == {"pods": [], "out": [], "cost": nothing}


def test_people_read_pods_who_sits_out_and_what_could_not_be_avoided(shell: Shell) -> None:
    players = [{"name": name} for name in ("ana", "bo", "cy", "di", "eve")]
    question = ask(players=players, apart=[["ana", "bo"], ["bo", "cy"], ["cy", "ana"],
                                           ["di", "ana"], ["di", "bo"], ["di", "cy"],
                                           ["eve", "ana"], ["eve", "bo"], ["eve", "cy"],
                                           ["eve", "di"]])  # fmt: skip
    ran = shell.run("pair", shell.file("round.json", json.dumps(question)))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Pod 1: ")
    assert "Sitting out: " in ran.out
    assert "Could not be avoided: 6 pairs seated together that should be apart." in ran.out


def test_a_pair_told_twice_with_one_count_is_one_pair(shell: Shell) -> None:
    question = ask(met=[["ana", "bo", 2], ["bo", "ana", 2]])
    ran = shell.run("pair", shell.file("round.json", json.dumps(question)), "--json")
    assert ran.document["cost"]["repeats"] == 4


def test_smaller_pods_are_shared_out_if_the_file_asks_for_that(shell: Shell) -> None:
    points = {"ana": 9, "bo": 9, "cy": 9, "di": 3, "eve": 3, "fay": 3, "gil": 3}

    def pair(smaller: dict[str, int], **changes: object) -> set[str]:
        players = [
            {"name": name, "points": each} | ({"smaller": smaller[name]} if name in smaller else {})
            for name, each in points.items()
        ]
        path = shell.file("r.json", json.dumps(ask(players=players, mode="swiss", **changes)))
        document = shell.run("pair", path, "--json").document
        assert [*document["cost"]] == ["apart", "repeats", "earlier", "points", "brackets"]
        return set(next(pod for pod in document["pods"] if len(pod) == 3))

    assert pair({}) == {"ana", "bo", "cy"}
    assert pair({}, share_smaller=False) == {"ana", "bo", "cy"}
    assert pair({}, share_smaller=True) < {"di", "eve", "fay", "gil"}
    assert pair({"di": 1, "eve": 1, "fay": 1, "gil": 1}, share_smaller=True) == {"ana", "bo", "cy"}
    assert pair({"di": 1, "eve": 1, "fay": 1}, share_smaller=True) > {"gil"}


def test_who_is_kept_apart_meets_as_strong_people_if_the_file_asks_for_that(shell: Shell) -> None:
    strengths = {"ana": 1000, "bo": 3000, "cy": 2900, "di": 300, "eve": 310, "fay": 290}

    def pair(seed: int, **changes: Any) -> str:
        players = [
            {"name": name} | ({"strength": each} if "keep_strength" in changes else {})
            for name, each in strengths.items()
        ]
        question = ask(players=players, sizes={"allowed": [2], "preferred": 2}, seed=seed, **changes)
        document = shell.run("pair", shell.file("r.json", json.dumps(question)), "--json").document
        assert [*document["cost"]] == ["apart", "repeats", "earlier", "points", "brackets"]
        return str(next(name for pod in document["pods"] if "ana" in pod for name in pod if name != "ana"))

    drawn = {seed: pair(seed) for seed in range(12)}
    assert {*drawn.values()} > {"bo"}
    for seed, other in drawn.items():
        kept = pair(seed, apart=[["ana", "bo"]], keep_strength=True)
        assert kept == ("cy" if other == "bo" else other)


@pytest.mark.parametrize(
    ("question", "field", "problem"),
    [
        (ask(players=[{"name": ""}]), "players[0].name", "one character"),
        (ask(players=[{"name": "ana"}, {"name": "ana"}]), "players[1].name", "twice"),
        (ask(players=[{"name": "ana", "points": 2.0}]), "players[0].points", "int"),
        (ask(players=[{"name": "ana", "points": True}]), "players[0].points", "int"),
        (ask(players=[{"name": "ana", "byes": -1}]), "players[0].byes", "0 or more"),
        (ask(players=[{"name": "ana", "byes": False}]), "players[0].byes", "int"),
        (ask(players=[{"name": "ana", "bracket": 6}]), "players[0].bracket", "1 to 5"),
        (ask(players=[{"name": "ana", "bracket": 0}]), "players[0].bracket", "1 to 5"),
        (ask(players=[{"name": "ana", "deck": 1}]), "players[0]", "deck"),
        (ask(players=[{"name": "ana", "smaller": 1}]), "players[0].smaller", "share_smaller"),
        (ask(players=[{"name": "ana", "smaller": -1}], share_smaller=True), "players[0].smaller", "0 or more"),
        (ask(share_smaller=1), "share_smaller", "bool"),
        (ask(players=[{"name": "ana", "strength": 1}]), "players[0].strength", "keep_strength"),
        (ask(players=[{"name": "ana", "strength": -1}], keep_strength=True), "players[0].strength", "0 or more"),
        (ask(mode="swiss", keep_strength=True), "keep_strength", "swiss"),
        (ask(keep_strength=1), "keep_strength", "bool"),
        (ask(players=[{"points": 1}]), "players[0]", "name"),
        (ask(players=[{"name": f"p{n}"} for n in range(1001)]), "players", "at most 1000"),
        (ask(players=None), "", "players"),
        (ask(sizes=None), "", "sizes"),
        (ask(mode=None), "", "mode"),
        (ask(mode="random"), "mode", "fresh, swiss"),
        (ask(seed=1.5), "seed", "int"),
        (ask(round=3), "", "round"),
        (ask(sizes={"allowed": [4]}), "sizes", "preferred"),
        (ask(sizes={"preferred": 4}), "sizes", "allowed"),
        (ask(sizes={"allowed": [], "preferred": 4}), "sizes.allowed", "one or more"),
        (ask(sizes={"allowed": [1], "preferred": 4}), "sizes.allowed[0]", "from 2 to 25"),
        (ask(sizes={"allowed": [26], "preferred": 4}), "sizes.allowed[0]", "from 2 to 25"),
        (ask(sizes={"allowed": [4], "preferred": 1}), "sizes.preferred", "from 2 to 25"),
        (ask(sizes={"allowed": [4], "preferred": 4, "may": [4, 26]}), "sizes.may[1]", "2 to 25"),
        (ask(sizes={"allowed": [3, 5], "preferred": 4, "may": [3, 4]}), "sizes.allowed[1]", "3, 4"),
        (ask(sizes={"allowed": [4], "preferred": 4, "may": None}), "sizes.may", "null"),
        (ask(met=[["ana", "zed", 1]]), "met[0][1]", "zed"),
        (ask(met=[["ana", "ana", 1]]), "met[0][1]", "two players"),
        (ask(met=[["ana", "bo", -1]]), "met[0][2]", "0 or more"),
        (ask(met=[["ana", "bo", 1.0]]), "met[0][2]", "int"),
        (ask(met=[["ana", "bo"]]), "met[0]", "length 3"),
        (ask(met=[["ana", "bo", 1], ["bo", "ana", 2]]), "met[1][2]", "one count"),
        (ask(earlier=[["ana", "bo", 1], ["ana", "bo", 0]]), "earlier[1][2]", "one count"),
        (ask(apart=[["ana", "ana"]]), "apart[0][1]", "two players"),
        (ask(apart=[["ana", "zed"]]), "apart[0][1]", "zed"),
        (ask(mode="swiss", apart=[]), "apart", "swiss"),
        ([], "", "object"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_an_error_is_one_line_with_file_line_and_field(
    shell: Shell, question: object, field: str, problem: str
) -> None:
    path = shell.file("round.json", json.dumps(question, indent=1))
    ran = shell.run("pair", path, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    at, _, said = ran.err.partition(" ")
    assert at.startswith(f"{path}:")
    assert int(at.removeprefix(f"{path}:").rstrip(":")) >= 1
    assert said.startswith(f"{field}: " if field else "")
    assert problem in said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"players": [],\n "sizes": {"allowed": [4],\n  "preferred": 40}, "mode": "fresh"}', 3),
        ('{"players": [{"name": "ana"},\n\n {"name": "ana"}], "sizes": {"allowed": [4], '
         '"preferred": 4}, "mode": "fresh"}', 3),
        ('{"players": [], "sizes":\n {"allowed": [4], "preferred": 4,\n "best": 3}, '
         '"mode": "fresh"}', 3),
        ('\n{"players": []}', 2),
        ("", 1),
        ('{"players"', 1),
    ],
)  # fmt: skip
def test_an_error_names_the_line_of_the_wrong_value(shell: Shell, text: str, line: int) -> None:
    path = shell.file("round.json", text)
    ran = shell.run("pair", path)
    assert ran.status == 2
    assert ran.err.startswith(f"{path}:{line}:")


def test_the_seed_decides_and_the_order_of_the_file_does_not(shell: Shell) -> None:
    players = [{"name": f"p{number}"} for number in range(20)]

    def pair(players: list[dict[str, str]], seed: int) -> object:
        question = ask(players=players, sizes={"allowed": [4], "preferred": 4}, seed=seed)
        return shell.run("pair", shell.file("r.json", json.dumps(question)), "--json").document

    assert pair(players, 7) == pair(players[::-1], 7)
    assert pair(players, 7) != pair(players, 8)


@pytest.mark.parametrize("mode", ["fresh", "swiss"])
def test_nothing_in_the_file_decides_by_its_order(shell: Shell, mode: str) -> None:
    random = Random(f"{SEED} {mode}")
    names = [f"p{number}" for number in range(19)]
    pairs = [random.sample(names, 2) for _ in range(30)]
    counted = {frozenset(pair): [*pair, random.randint(0, 3)] for pair in pairs}
    lists: dict[str, list[Any]] = {
        "players": [{"name": name, "points": random.randint(0, 9)} for name in names],
        "met": [*counted.values()],
        "earlier": [*counted.values()],
        "apart": pairs[:6] if mode == "fresh" else [],
    }
    turned = {key: random.sample(told, len(told)) for key, told in lists.items()}
    for key in ("met", "earlier", "apart"):
        turned[key] = [[other, one, *count] for one, other, *count in turned[key]]
    if mode == "swiss":
        del lists["apart"], turned["apart"]

    def pair(lists: dict[str, list[Any]], allowed: list[int], may: list[int]) -> object:
        sizes = {"allowed": allowed, "preferred": 4, "may": may}
        path = shell.file("r.json", json.dumps(ask(**lists, sizes=sizes, mode=mode)))
        return shell.run("pair", path, "--json").document

    assert pair(turned, [4, 3], [5, 4, 3, 3]) == pair(lists, [3, 4], [3, 4, 5])
