"""The worked cases that the project was given, each as its `expect` says."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import load_translations
from bot.transcripts.judge_questions import answer_rules_question_file
from bot.transcripts.replaying import TranscriptError
from tests.judge.following import follow
from tests.judge.naive import Naive
from tests.judge.notation import ask

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))["cases"]


def assert_within(expected: Any, found: Any, at: str) -> None:
    """What is expected is there; the document may say more."""
    if isinstance(expected, dict) and expected:  # {} is nothing, not anything
        for key, value in expected.items():
            assert_within(value, found[key], f"{at}.{key}")
    elif isinstance(expected, list) and any(isinstance(item, dict) for item in expected):
        assert len(found) == len(expected), at
        for index, value in enumerate(expected):
            assert_within(value, found[index], f"{at}[{index}]")
    else:
        assert found == expected, at


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_given_case_comes_out_as_it_says(case: dict[str, Any]) -> None:
    asked, expected = case["input"], dict(case["expect"])
    if expected.pop("error", False):
        with pytest.raises(TranscriptError):
            answer_rules_question_file(asked.get("raw") or json.dumps(asked), load_translations("en"))
        return
    answer = ask(asked)
    assert_within(expected, answer, "")
    for outcome in answer.get("outcomes", ()):
        follow(Naive(asked), outcome)
