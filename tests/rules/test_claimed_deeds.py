"""Deeds that a server names itself, as the rules know them."""

import pytest
from msgspec.structs import replace

from bot.projections.results import format_achievements_by_player
from bot.rules.commands_and_events import Event
from bot.rules.decide import create_event_of_pod_command
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.house_deeds import (
    ClaimServerAchievement,
    ServerAchievementClaimed,
    compute_server_achievement_id,
    count_server_achievements_by_player,
)
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.story import CorrectGameReports, list_events_not_undone
from bot.rules.substitutes import TakeOverSeat
from bot.rules.undoing import UndoPodEvent

PLAYERS = ("ana", "bo", "cy", "di")
FIVE = ClaimServerAchievement("ana", compute_server_achievement_id("five casts"), "five casts", 2)


def play(*commands: PodCommand) -> tuple[Pod, list[Event]]:
    """A pod in which all of this was done, and its events."""
    opened = OpenLobby(PodSetup(), "ana", PLAYERS)
    log = list[Event]()
    for command in (opened, StartGame(PLAYERS, "ana"), *commands):
        log.append(create_event_of_pod_command(replay_pod_events(log), command))
    pod = replay_pod_events(log)
    assert pod is not None
    return pod, log


def kill(loser: str, winner: str) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(winner),)),))


def test_a_claim_counts_for_whoever_made_it_until_it_is_undone() -> None:
    pod, _ = play(FIVE, kill("bo", "ana"), FIVE)
    assert count_server_achievements_by_player(pod) == {(FIVE.deed, "ana"): 2}
    undone = apply_pod_event(pod, create_event_of_pod_command(pod, UndoPodEvent()))
    assert count_server_achievements_by_player(undone) == {(FIVE.deed, "ana"): 1}
    assert format_achievements_by_player(undone) == {"ana": f"first-blood {FIVE.deed}"}


def test_a_deed_is_claimed_as_often_a_game_as_the_server_says() -> None:
    pod, _ = play(FIVE, FIVE)
    with pytest.raises(Refusal, match="deed-often"):
        create_event_of_pod_command(pod, FIVE)
    assert create_event_of_pod_command(pod, replace(FIVE, player="bo"))


def test_only_players_claim_deeds_and_only_while_the_game_runs() -> None:
    pod, _ = play()
    with pytest.raises(Refusal, match="not-in"):
        create_event_of_pod_command(pod, replace(FIVE, player="gil"))
    over, _ = play(kill("bo", "ana"), kill("cy", "ana"), kill("di", "ana"))
    with pytest.raises(Refusal, match="finished"):
        create_event_of_pod_command(over, FIVE)


def test_a_correction_takes_a_claim_out_and_keeps_the_rest() -> None:
    pod, log = play(FIVE, kill("bo", "ana"))
    story = list_events_not_undone(log)
    at = next(n for n, event in enumerate(story) if isinstance(event, ServerAchievementClaimed))
    after = apply_pod_event(pod, create_event_of_pod_command(pod, CorrectGameReports(story, {at: ()}, "it was four")))
    assert count_server_achievements_by_player(after) == {}
    assert after.verdicts == pod.verdicts


def test_the_deeds_of_a_seat_are_its_owners() -> None:
    pod, _ = play(FIVE, TakeOverSeat("ana", "hal"), replace(FIVE, player="hal"))
    assert count_server_achievements_by_player(pod) == {(FIVE.deed, "ana"): 2}
    with pytest.raises(Refusal, match="deed-often"):
        create_event_of_pod_command(pod, replace(FIVE, player="hal"))
