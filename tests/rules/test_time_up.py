"""The end of a round in a pod: the game goes on, and the organiser may stop it."""

import pytest

from bot.rulebooks import apply_event, decide_command, replay_events
from bot.rules.announcements import RecordTimeUp, RoundTimeEnded
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import add_decider_and_claim
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import Requester
from bot.rules.winning import DrawReported, ReportDraw
from bot.service import rights

PLAYERS = ("ana", "bo", "cy", "di")


def play(*commands: object, setup: PodSetup | None = None) -> Pod:
    game = replay_events(
        [decide_command(None, OpenLobby(setup or PodSetup(dispute_minutes=15), "ana", PLAYERS))]
    )
    for command in commands:
        game = apply_event(game, decide_command(game, command))  # type: ignore[arg-type]
    assert isinstance(game, Pod)
    return game


STARTED = StartGame(PLAYERS, "ana")


@pytest.mark.parametrize("commands", [(), (STARTED,)])
def test_end_of_a_round_changes_nothing_in_the_game(commands: tuple[object, ...]) -> None:
    pod = play(*commands)
    assert apply_event(pod, decide_command(pod, RecordTimeUp())) == pod
    assert decide_command(pod, RecordTimeUp()) == RoundTimeEnded()


def test_question_stays_open_at_the_end_of_a_round() -> None:
    defeat = ReportDefeats((DefeatReport("bo", "life", (DefeatSource("bo"),)),))
    pod = play(STARTED, defeat, setup=PodSetup(choose_master=True))
    assert pod.state == "waiting"
    assert apply_event(pod, decide_command(pod, RecordTimeUp())) == pod


@pytest.mark.parametrize("ends", [ReportDraw(), ClosePod()])
def test_finished_game_hears_of_no_time(ends: object) -> None:
    with pytest.raises(Refusal):
        decide_command(play(STARTED, ends), RecordTimeUp())


@pytest.mark.parametrize("command", [ReportDraw(), ClosePod()])
def test_organiser_stops_a_game_by_their_own_right(command: ReportDraw | ClosePod) -> None:
    pod = play(STARTED)
    zed = Requester("zed", organiser=True)
    rights.require_permission(pod, command, zed, None)
    assert not rights.needs_moderator_right(pod, command, zed, None)
    with pytest.raises(Refusal):
        rights.require_permission(pod, command, Requester("zed"), None)


def test_organiser_reports_nothing_else() -> None:
    defeat = ReportDefeats((DefeatReport("bo", "life", (DefeatSource("cy"),)),))
    with pytest.raises(Refusal, match="only-players"):
        rights.require_permission(play(STARTED), defeat, Requester("zed", organiser=True), None)


def test_draw_of_the_organiser_waits_for_the_players_as_any_other() -> None:
    pod = play(STARTED)
    drew = decide_command(pod, ReportDraw())
    assert isinstance(drew, Event)
    signed = add_decider_and_claim(pod, drew, "zed", 3, 0)
    assert isinstance(signed, DrawReported)
    assert signed.claim is not None
    assert (signed.claim.by, set(signed.claim.of)) == ("zed", set(PLAYERS))
    assert not signed.claim.decided
