"""`suzerain verify` of a night's file: the same pods, and any change is found."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.draws.night_proofs import PairingFairnessProof, recompute_round_pairings, verify_pairing_fairness_proof
from bot.nights.pairing import Mode
from tests.effort import EFFORT, SEED
from tests.nights.files import Json, hide_avoidances, write_file
from tests.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def find_wrong(file: Json) -> set[str]:
    """Return the names of the checks that a file fails."""
    return {
        check.what
        for check in verify_pairing_fairness_proof(convert_value_to_type(file, PairingFairnessProof))
        if not check.is_valid
    }


@pytest.mark.parametrize("mode", ["fresh", "swiss"])
@pytest.mark.parametrize("people", [0, 4, 7, 12, 21])
def test_a_true_file_holds_and_gives_the_same_pods(people: int, mode: Mode) -> None:
    random = Random(f"{SEED} {people} {mode}")
    for _ in range(EFFORT.examples):
        apart = 2 if mode == "fresh" and people > 4 else 0
        file = write_file(random, people, mode=mode, apart=apart, swaps=True)
        assert find_wrong(file) == set()
        for told, again in zip(
            file["rounds"], recompute_round_pairings(convert_value_to_type(file, PairingFairnessProof)), strict=True
        ):
            assert again is not None
            assert set(again.pods) == {tuple(sorted(pod)) for pod in told["pods"]}
            assert list(again.out) == sorted(told["out"])


def test_the_program_says_that_a_true_night_is_sound(shell: Shell) -> None:
    file = write_file(Random(SEED), 9)
    path = shell.file("night.json", json.dumps(file))
    ran = shell.run("verify", path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("The night is sound.\n")
    document = shell.run("verify", path, "--json").document
    assert (document["sound"], document["whole"], document["wrong"]) == (True, True, [])
    assert [sorted(map(sorted, told["pods"])) for told in file["rounds"]] == [
        told["pods"] for told in document["rounds"]
    ]


def test_without_the_avoidances_all_but_the_pods_is_checked_and_that_is_said(shell: Shell) -> None:
    shown = hide_avoidances(write_file(Random(SEED), 12, apart=3))
    assert find_wrong(shown) == set()
    path = shell.file("night.json", json.dumps(shown))
    ran = shell.run("verify", path)
    assert ran.status == 0
    assert "leaves out what decided the pods: 1, 2, 3." in ran.out
    assert "is sound" not in ran.out
    document = shell.run("verify", path, "--json").document
    assert (document["sound"], document["whole"], document["rounds"]) == (True, False, [None] * 3)


def change_lots(file: Json) -> None:
    file["secret"] = file["secret"][::-1]


def change_pods(file: Json) -> None:
    pods = file["rounds"][1]["pods"]
    pods[0][0], pods[1][0] = pods[1][0], pods[0][0]


def change_bench(file: Json) -> None:
    last = file["rounds"][-1]
    last["out"].append(last["pods"].pop()[0])
    last["here"] = [each for each in last["here"] if any(each["place"] in pod for pod in (*last["pods"], last["out"]))]


def change_avoidances(file: Json) -> None:
    file["rounds"][0]["apart"] = []


def change_account(file: Json) -> None:
    file["roster"][0]["account"] = "7"


def change_number(file: Json) -> None:
    file["night"] = "4"


def change_veil(file: Json) -> None:
    file["veil"] = file["veil"][::-1]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (change_lots, "secret"),
        (change_pods, "round 2 pods"),
        (change_bench, "round 3 sizes"),
        (change_avoidances, "round 1 apart"),
        (change_account, "tags"),
        (change_number, "commitment"),
        (change_veil, "veil"),
    ],
)
def test_a_change_is_found_where_it_was_made(shell: Shell, change: object, wrong: str) -> None:
    file = write_file(Random(SEED), 12, apart=12)
    changed = deepcopy(file)
    assert callable(change)
    change(changed)
    assert wrong in find_wrong(changed)
    path = shell.file("night.json", json.dumps(changed))
    ran = shell.run("verify", path)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.endswith("The night is NOT what was announced.\n")
    ran = shell.run("verify", path, "--json")
    assert ran.status == 1
    assert wrong in json.loads(ran.out)["wrong"]


@pytest.mark.parametrize(("recipe", "wrong"), [(1, set[str]()), (2, {"round 2 smaller pods"})])
def test_somebody_who_sat_in_a_smaller_pod_twice_is_found(recipe: int, wrong: set[str]) -> None:
    """Without the secret, too. Older nights shared nothing out."""
    file = hide_avoidances(write_file(Random(SEED), 7, rounds=1, apart=1, recipe=recipe))
    here = [{"place": place} for place in range(7)]
    seated = {"here": here, "pods": [[0, 1, 2], [3, 4, 5, 6]], "out": []}
    assert find_wrong(file | {"rounds": [seated, seated]}) == wrong
    other = seated | {"pods": [[3, 4, 5], [0, 1, 2, 6]]}
    assert find_wrong(file | {"rounds": [seated, other]}) == set()


def test_a_pod_that_lost_players_in_its_call_counts_as_a_smaller_one() -> None:
    file = hide_avoidances(write_file(Random(SEED), 11, rounds=1, apart=1))
    here = [{"place": place} for place in range(11)]
    first = {"here": here, "pods": [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10]]}
    first["played"] = [[0, 1, 2], [3, 4, 5], [7, 8, 9, 10]]
    wrong = {"here": here, "pods": [[4, 5, 6], [0, 1, 2, 3], [7, 8, 9, 10]]}
    right = {"here": here, "pods": [[6, 7, 8], [0, 1, 2, 3], [4, 5, 9, 10]]}
    assert find_wrong(file | {"rounds": [first, wrong]}) == {"round 2 smaller pods"}
    assert find_wrong(file | {"rounds": [first, right]}) == set()


@pytest.mark.parametrize("mode", ["fresh", "swiss"])
def test_a_file_of_the_first_recipe_holds_as_before(mode: Mode) -> None:
    random = Random(f"{SEED} {mode}")
    file = write_file(random, 11, mode=mode, swaps=True, recipe=1)
    assert find_wrong(file) == set()
    assert "commitment" in find_wrong(file | {"recipe": "night-2"})


def test_somebody_who_sat_out_before_others_is_found(shell: Shell) -> None:
    file = hide_avoidances(write_file(Random(SEED), 10, rounds=1, apart=1))
    sizes = {"allowed": [3], "preferred": 3, "may": [3]}
    here = [{"place": place} for place in range(10)]
    seated = {"here": here, "pods": [[0, 1, 2], [3, 4, 5], [6, 7, 8]], "out": [9]}
    twice = file | {"sizes": sizes, "rounds": [seated, seated]}
    assert find_wrong(twice) == {"round 2 sitting out"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"roster": [{"name": "Ana", "tag": "ab" * 32}] * 2}, "roster"),
        ({"rounds": [{"here": [{"place": 5}], "pods": [[5]]}]}, "rounds[0].here"),
        ({"rounds": [{"here": [{"place": 0}], "pods": []}]}, "rounds[0].pods"),
        ({"rounds": [{"here": [], "pods": [[0, 1, 2]]}]}, "rounds[0].pods"),
        ({"rounds": [{"here": [{"place": 0}] * 2, "pods": [[0, 0]]}]}, "rounds[0].pods"),
        ({"rounds": [{"here": [{"place": 0}], "pods": [], "out": [0], "swaps": [[0, 1]]}]}, "rounds[0].swaps"),
        ({"rounds": [{"here": [{"place": 0}], "pods": [], "out": [0], "apart": [[0, 0]]}]}, "rounds[0].apart"),
        ({"earlier": [[0, 9]]}, "earlier"),
        ({"earlier": [[0, 0]]}, "earlier"),
        ({"sizes": {"allowed": [3], "preferred": 3, "may": [4]}}, "sizes.allowed"),
        ({"sizes": {"allowed": [], "preferred": 3, "may": [4]}}, "sizes.allowed"),
        ({"mode": "random"}, "mode"),
        ({"recipe": "night-4"}, "recipe"),
        ({"venue": "here"}, "venue"),
    ],
)
def test_a_file_that_contradicts_itself_is_one_line(shell: Shell, change: Json, field: str) -> None:
    file = write_file(Random(SEED), 4, rounds=1) | change
    with pytest.raises(InvalidValueError):
        find_wrong(file)
    path = shell.file("night.json", json.dumps(file))
    for arguments in ([path], [path, "--json"]):
        ran = shell.run("verify", *arguments)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert field in ran.err
