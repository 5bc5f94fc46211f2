"""The worked cases that the project was given, read literally."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.comparing import assert_within
from tests.literal.history import History
from tests.literal.telling import Refused

GIVEN = Path(__file__).parent.parent / "rules"
FILES = ("cases.json", "options.json")
CASES = [case for name in FILES for case in json.loads((GIVEN / name).read_text("utf-8"))["cases"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_given_case_reads_as_it_says(case: dict[str, Any]) -> None:
    expected = dict(case["expect"])
    if expected.pop("error", False):
        with pytest.raises(Refused):
            _read(case["transcript"])
        return
    document = _read(case["transcript"])
    players = {player["player"]: player for player in document["players"]}
    assert_within(expected.pop("players", {}), players, "players")
    assert_within(expected, document, "")


def _read(lines: list[dict[str, Any]]) -> dict[str, Any]:
    history = History(lines[0])
    for line in lines[1:]:
        history.tell(line)
    return history.write_document()
