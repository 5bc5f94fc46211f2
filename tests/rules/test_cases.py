"""The worked cases that the project was given, each as its `expect` says."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from bot import transcript
from bot.i18n import catalogue
from bot.rules.tables import TableId
from bot.rules.variants import VariantId
from tests.rules.notation import played

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))["cases"]

NOT_BUILT_VARIANTS: set[str] = set()
NOT_BUILT_TABLES: set[str] = set()


def _missing(case: dict[str, Any]) -> str | None:
    """The first field of the opening line that names something the rules do not have yet."""
    opening = case["transcript"][0]
    if opening["table"] in NOT_BUILT_TABLES:
        return "table"
    return "variant" if opening["variant"] in NOT_BUILT_VARIANTS else None


BUILT = [case for case in CASES if _missing(case) is None]
NOT_BUILT = [case for case in CASES if _missing(case) is not None]


def _lines(case: dict[str, Any]) -> list[str]:
    return [msgspec.json.encode(line).decode() for line in case["transcript"]]


def _by_player(found: Any) -> Any:
    return {player["player"]: player for player in found}


def _assert_within(expected: Any, found: Any, at: str) -> None:
    """What is expected is there; the document may say more."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            _assert_within(value, found[key], f"{at}.{key}")
    elif isinstance(expected, list) and any(isinstance(item, dict) for item in expected):
        assert len(found) == len(expected), at
        for index, value in enumerate(expected):
            _assert_within(value, found[index], f"{at}[{index}]")
    else:
        assert found == expected, at


@pytest.mark.parametrize("case", BUILT, ids=lambda case: str(case["name"]))
def test_a_given_case_comes_out_as_it_says(case: dict[str, Any]) -> None:
    expected = dict(case["expect"])
    if expected.pop("error", False):
        with pytest.raises(transcript.Mistake):
            transcript.replay(_lines(case), catalogue("en"))
        return
    document = played(case["transcript"])
    _assert_within(expected.pop("players", {}), _by_player(document["players"]), "players")
    _assert_within(expected, document, "")


@pytest.mark.parametrize("case", NOT_BUILT, ids=lambda case: str(case["name"]))
def test_a_case_of_what_is_not_built_yet_is_refused_by_name(case: dict[str, Any]) -> None:
    """Fails when the table or variant comes in: take it off the lists above then."""
    field = _missing(case)
    assert field is not None
    with pytest.raises(transcript.Mistake) as refused:
        transcript.replay(_lines(case), catalogue("en"))
    accepted = get_args(TableId if field == "table" else VariantId)
    assert (refused.value.line, refused.value.field) == (1, field)
    assert repr(case["transcript"][0][field]) in refused.value.problem
    assert all(name in refused.value.problem for name in accepted)
