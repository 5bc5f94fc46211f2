"""The end of a round in a pod: the game goes on, and the organiser may stop it."""

import pytest

from bot.rulebooks import apply_game_event, create_event_of_game_command, replay_game_events
from bot.rules.announcements import AnnounceEndOfRoundTime, RoundTimeEnded
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import add_confirmation_requirement_to_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import Requester
from bot.rules.winning import DrawnGameReported, ReportDrawnGame
from bot.service import rights

PLAYERS = ("ana", "bo", "cy", "di")


def play(*commands: object, setup: PodSetup | None = None) -> Pod:
    game = replay_game_events(
        [create_event_of_game_command(None, OpenLobby(setup or PodSetup(dispute_minutes=15), "ana", PLAYERS))]
    )
    for command in commands:
        game = apply_game_event(game, create_event_of_game_command(game, command))  # type: ignore[arg-type]
    assert isinstance(game, Pod)
    return game


STARTED = StartGame(PLAYERS, "ana")


@pytest.mark.parametrize("commands", [(), (STARTED,)])
def test_end_of_a_round_changes_nothing_in_the_game(commands: tuple[object, ...]) -> None:
    pod = play(*commands)
    assert apply_game_event(pod, create_event_of_game_command(pod, AnnounceEndOfRoundTime())) == pod
    assert create_event_of_game_command(pod, AnnounceEndOfRoundTime()) == RoundTimeEnded()


def test_question_stays_open_at_the_end_of_a_round() -> None:
    defeat = ReportDefeats((DefeatReport("bo", "life", (DefeatSource("bo"),)),))
    pod = play(STARTED, defeat, setup=PodSetup(choose_master=True))
    assert pod.state == "waiting"
    assert apply_game_event(pod, create_event_of_game_command(pod, AnnounceEndOfRoundTime())) == pod


@pytest.mark.parametrize("ends", [ReportDrawnGame(), ClosePod()])
def test_finished_game_hears_of_no_time(ends: object) -> None:
    with pytest.raises(Refusal):
        create_event_of_game_command(play(STARTED, ends), AnnounceEndOfRoundTime())


@pytest.mark.parametrize("command", [ReportDrawnGame(), ClosePod()])
def test_organiser_stops_a_game_by_their_own_right(command: ReportDrawnGame | ClosePod) -> None:
    pod = play(STARTED)
    zed = Requester("zed", organiser=True)
    rights.require_command_permission(pod, command, zed, None)
    assert not rights.needs_moderator_right(pod, command, zed, None)
    with pytest.raises(Refusal):
        rights.require_command_permission(pod, command, Requester("zed"), None)


def test_organiser_who_plays_in_a_pod_stops_it_by_no_right_of_their_own() -> None:
    pod = play(STARTED)
    with pytest.raises(Refusal, match="only-host"):
        rights.require_command_permission(pod, ClosePod(), Requester("bo", organiser=True), None)
    with pytest.raises(Refusal, match="night-own-pod"):
        rights.require_command_permission(pod, ReportDrawnGame(), Requester("bo", organiser=True), None)
    rights.require_command_permission(pod, ClosePod(), Requester("bo", moderator=True, organiser=True), None)


def test_organiser_reports_nothing_else() -> None:
    defeat = ReportDefeats((DefeatReport("bo", "life", (DefeatSource("cy"),)),))
    with pytest.raises(Refusal, match="only-players"):
        rights.require_command_permission(play(STARTED), defeat, Requester("zed", organiser=True), None)


def test_draw_of_the_organiser_waits_for_nobody_and_can_be_disputed() -> None:
    pod = play(STARTED)
    drew = create_event_of_game_command(pod, ReportDrawnGame())
    assert isinstance(drew, Event)
    signed = add_confirmation_requirement_to_event(pod, drew, "zed", 3, 0)
    assert isinstance(signed, DrawnGameReported)
    assert signed.claim is not None
    assert (signed.claim.by, signed.claim.of, signed.claim.waits) == ("zed", (), "end")
    assert not signed.claim.decided
