"""The worked cases that the project was given, each as its `expect` says."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.i18n import load_translations
from bot.transcripts import pods
from bot.transcripts.replaying import TranscriptError
from tests.comparing import assert_within
from tests.rules.notation import played

FILES = ("cases.json", "options.json")
CASES = [case for name in FILES for case in json.loads(Path(__file__).with_name(name).read_text("utf-8"))["cases"]]


def _lines(case: dict[str, Any]) -> list[str]:
    return [msgspec.json.encode(line).decode() for line in case["transcript"]]


def _by_player(found: Any) -> Any:
    return {player["player"]: player for player in found}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_given_case_comes_out_as_it_says(case: dict[str, Any]) -> None:
    expected = dict(case["expect"])
    if expected.pop("error", False):
        with pytest.raises(TranscriptError):
            pods.replay_pod_transcript(_lines(case), load_translations("en"))
        return
    document = played(case["transcript"])
    assert_within(expected.pop("players", {}), _by_player(document["players"]), "players")
    assert_within(expected, document, "")
