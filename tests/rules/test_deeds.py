"""Places (DEED-P) and deeds (DEED-1 to DEED-9) of transcripts."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import load_translations
from bot.rules.decide import create_pod_event
from bot.rules.differences import AchievementCountDifference, compare_achievements
from bot.rules.facts import Cause, DefeatReport, DefeatSource
from bot.rules.pod import apply_pod_event, convert_linked_events_to_list
from bot.rules.reporting import ReportDefeats
from bot.rules.story import CorrectGameReports
from bot.rules.undoing import UndoPodEvent
from bot.transcripts import games, pods

Line = dict[str, Any]

STORIES = json.loads(Path(__file__).with_name("league.json").read_text("utf-8"))


def replay(lines: list[Line]) -> dict[str, Any]:
    return games.replay_game_transcript(list(map(json.dumps, lines)), load_translations("en")).document


def defeat(loser: str, winner: str, cause: str = "effect") -> Line:
    return {"do": "defeat", "loser": loser, "cause": cause, "sources": [{"controller": winner}]}


def find_deeds(*lines: Line) -> list[tuple[int, str, str]]:
    document = replay([*lines])
    return [(each["step"], each["deed"], each["player"]) for each in document["deeds"]]


def open_pod(players: str = "ana bo cy di eve", **more: Any) -> Line:
    names = players.split()
    return {"do": "open", "table": "free-for-all", "variant": "esclave", "players": names,
            "seats": names, "first": names[0], **more}  # fmt: skip


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["transcript"][0]["variant"])
def test_worked_stories_have_their_places_and_deeds(story: dict[str, Any]) -> None:
    document = replay(story["transcript"])
    assert document["places"] == story["places"]
    told = [(each["step"], each["deed"], each["player"]) for each in document["deeds"]]
    assert told == [(each["step"], each["deed"], each["player"]) for each in story["deeds"]]


def test_a_defeat_that_a_later_choice_settles_belongs_to_its_report() -> None:
    tie = {"do": "defeat", "loser": "bo", "cause": "effect",
           "sources": [{"controller": "ana"}, {"controller": "cy"}]}  # fmt: skip
    choice = {"do": "choose", "by": "bo", "player": "cy"}
    assert find_deeds(open_pod(), {"do": "turn"}, tie) == []
    assert find_deeds(open_pod(), {"do": "turn"}, tie, choice) == [(3, "first-blood", "cy")]


def test_nobody_beats_whoever_chose_their_master() -> None:
    lines = [open_pod(options={"choose_master": True}),
             {"do": "defeat", "loser": "bo", "cause": "library", "sources": []},
             {"do": "choose", "by": "bo", "player": "di"}]  # fmt: skip
    document = replay(lines)
    assert document["verdicts"][0]["rule"] == "ESC-60"
    assert document["deeds"] == []


def test_an_undone_line_counts_as_a_line_and_for_nothing_else() -> None:
    lines = [open_pod(), defeat("bo", "ana"), {"do": "undo"}, defeat("cy", "di")]
    assert find_deeds(*lines) == [(4, "first-blood", "di")]


def test_revenge_takes_an_earlier_moment() -> None:
    pod = open_pod(variant="necromancer")
    entries = [defeat("ana", "bo"), defeat("bo", "ana")]
    at_once = [{key: value for key, value in each.items() if key != "do"} for each in entries]
    names = [deed for _, deed, _ in find_deeds(pod, {"do": "defeats", "at_once": at_once})]
    assert "revenge" not in names


def test_a_concession_is_a_fall_and_its_place_follows() -> None:
    lines = [open_pod("ana bo cy di", variant="elimination"), {"do": "concede", "player": "cy"},
             defeat("bo", "ana"), defeat("di", "ana")]  # fmt: skip
    assert replay(lines)["places"] == {"ana": 1, "di": 2, "bo": 3, "cy": 4}


def test_a_correction_gives_and_takes_deeds() -> None:
    lines = [json.dumps(each) for each in (open_pod(), defeat("bo", "ana", "poison"))]
    before = pods.replay_pod_transcript(lines, load_translations("en"))
    corrected = CorrectGameReports(
        tuple(convert_linked_events_to_list(before.told)), {2: (_report("bo", "cy", "commander"),)}, "it was Cy"
    )
    after = apply_pod_event(before, create_pod_event(before, corrected))
    assert compare_achievements(before, after) == (
        AchievementCountDifference("ana", "first-blood", -1),
        AchievementCountDifference("ana", "venom", -1),
        AchievementCountDifference("cy", "first-blood", 1),
        AchievementCountDifference("cy", "commanders-blow", 1),
    )
    assert compare_achievements(after, apply_pod_event(after, create_pod_event(after, UndoPodEvent())))[2:] == (
        AchievementCountDifference("ana", "first-blood", 1),
        AchievementCountDifference("ana", "venom", 1),
    )


def _report(loser: str, winner: str, cause: Cause) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, cause, (DefeatSource(winner),)),))


def test_a_draw_has_no_places() -> None:
    assert replay([open_pod(), {"do": "draw"}])["places"] is None
