"""The worked cases that the project was given, each as its `expect` says, from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.comparing import assert_within
from tests.shell import Shell, encode

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))["cases"]
FILES = {"joust": ("replay", "duel.jsonl"), "pay": ("joust pay", "pay.json"),
         "deck": ("joust deck", "deck.json")}  # fmt: skip


def written(case: dict[str, Any]) -> str:
    asked = case["input"]
    if isinstance(asked, dict) and "raw" in asked:
        return str(asked["raw"])
    return "\n".join(map(encode, asked)) if case["kind"] == "joust" else encode(asked)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_given_case_comes_out_as_it_says(shell: Shell, case: dict[str, Any]) -> None:
    command, name = FILES[case["kind"]]
    ran = shell.run(*command.split(), shell.file(name, written(case)), "--json")
    expected = dict(case["expect"])
    if expected.pop("error", False):
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        return
    assert (ran.status, ran.err) == (0 if expected.get("valid", True) else 1, "")
    assert_within(expected, json.loads(ran.out))
