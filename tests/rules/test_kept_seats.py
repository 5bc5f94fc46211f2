"""Seats that are kept for people who have not pressed for them: the start leaves them out, and a rematch soon after."""

import pytest

from bot.rulebooks import apply_game_event, create_event_of_game_command
from bot.rules.commands_and_events import Command
from bot.rules.confirmation import (
    add_confirmation_requirement_to_event,
    build_automatic_confirmation_command,
    build_confirm_all_reports_command,
    find_moderator_alert_time,
)
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.joining import BringGuestToPod, JoinPod, has_unreserved_seats
from bot.rules.lobby import PRESS_STANDS_FOR, LeaveLobby, OpenLobby, StartGame, list_players_kept_for_rematch
from bot.rules.pod import DAY_MILLISECONDS, MINUTE_MILLISECONDS, Pod, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.winning import ReportWin, WinReported

DUEL = PodSetup(variant="elimination", scoring="elimination")
GIANT = PodSetup("two-headed-giant", "elimination", scoring="elimination")


def play(*commands: Command) -> Pod:
    pod = None
    for command in commands:
        pod = apply_game_event(pod, create_event_of_game_command(pod, command))
    assert isinstance(pod, Pod)
    return pod


def test_start_leaves_out_whoever_has_not_pressed_and_a_guest_of_theirs() -> None:
    lobby = OpenLobby(DUEL, "ana", ("ana", "bo"), kept=("cy", "gus"), guests={"gus": "cy"})
    pod = play(lobby, StartGame(("ana", "bo"), "ana"))
    assert (pod.players, pod.kept, pod.guests) == (("ana", "bo"), (), {})
    assert [pod.has_pressed_join_button(player) for player in ("ana", "bo", "cy", "gus")] == [True, True, False, False]


@pytest.mark.parametrize(("setup", "players", "fewest"), [(DUEL, ("ana",), 2), (GIANT, ("ana", "bo", "cy"), 4)])
def test_start_says_who_has_not_pressed_where_the_table_needs_them(
    setup: PodSetup, players: tuple[str, ...], fewest: int
) -> None:
    pod = play(OpenLobby(setup, "ana", players, kept=("di",)))
    with pytest.raises(Refusal) as refused:
        StartGame(players, "ana").create_event(pod)
    assert (refused.value.code, refused.value.arguments) == ("seats-unpressed", {"players": ("di",), "fewest": fewest})


def test_whoever_brings_a_guest_presses_for_the_kept_seat_without_a_seat_of_their_own() -> None:
    lobby = OpenLobby(DUEL, "ana", ("ana", "bo"), kept=("gus",), guests={"gus": "cy"})
    pod = play(lobby, BringGuestToPod("gus", "cy"))
    assert (pod.players, pod.kept, pod.guests) == (("ana", "bo", "gus"), (), {"gus": "cy"})
    with pytest.raises(Refusal):
        BringGuestToPod("gus", "di").create_event(play(lobby))


def test_lobby_has_no_seats_for_others_if_the_last_ones_are_kept_or_all_who_are_invited_have_one() -> None:
    full = OpenLobby(PodSetup(size=4), "ana", ("ana", "bo"), kept=("cy", "di"))
    invited = OpenLobby(PodSetup(invited=("ana", "bo", "cy", "di")), "ana", ("ana", "bo", "cy"), kept=("di",))
    assert not has_unreserved_seats(play(full))
    assert not has_unreserved_seats(play(invited))
    assert has_unreserved_seats(play(full, LeaveLobby("di")))


def test_press_stands_for_one_rematch_soon_after_the_end() -> None:
    lobby = OpenLobby(DUEL, "ana", ("ana", "bo", "cy", "gus"), guests={"gus": "ana"}, carried=("bo", "cy"))
    pod = play(lobby, StartGame(("ana", "bo", "cy", "gus"), "ana"))
    now = PRESS_STANDS_FOR
    assert list_players_kept_for_rematch(pod, {"ana", "bo"}, 0, now) == ("ana", "bo")
    assert list_players_kept_for_rematch(pod, {"ana", "bo"}, 0, now + 1) == ()
    assert list_players_kept_for_rematch(play(lobby), {"ana"}, 0, now) == ()


def test_whoever_leaves_a_rematch_and_comes_back_has_pressed_for_it() -> None:
    pod = play(OpenLobby(DUEL, "ana", ("ana", "bo"), carried=("bo",)), LeaveLobby("bo"), JoinPod("bo"))
    assert (pod.players, pod.carried) == (("ana", "bo"), ())


def test_games_entered_afterwards_had_no_press() -> None:
    setup = PodSetup(variant="elimination", scoring="elimination", played=1)
    pod = play(OpenLobby(setup, "ana", ("ana", "bo")), StartGame(("ana", "bo"), "ana"))
    assert list_players_kept_for_rematch(pod, {"ana", "bo"}, 0, 1) == ()


REMATCH = OpenLobby(
    PodSetup(variant="elimination", scoring="elimination", dispute_minutes=15),
    "ana",
    ("ana", "bo", "cy"),
    carried=("bo", "cy"),
)


def end_rematch(authors: frozenset[str], by: str = "ana") -> Pod:
    """Return a rematch in which somebody reports that Ana has beaten everybody; `authors` have acted before."""
    pod = play(REMATCH, StartGame(("ana", "bo", "cy"), "ana"))
    for version, loser in enumerate(("bo", "cy"), 3):
        lost = ReportDefeats((DefeatReport(loser, "effect", (DefeatSource("ana"),)),))
        event = create_event_of_game_command(pod, lost)
        assert isinstance(event, DefeatsReported)
        pod = apply_pod_event(
            pod, add_confirmation_requirement_to_event(pod, event, by, version, 0, players_who_acted=authors)
        )
    return pod


def test_rematch_that_nobody_else_touched_counts_only_after_a_press_of_somebody_who_was_seated_without_one() -> None:
    pod = end_rematch(frozenset({"ana"}))
    late = 100 * DAY_MILLISECONDS
    silence = build_automatic_confirmation_command(pod, late, 0)
    after = apply_pod_event(pod, silence.create_event(pod))
    [claim] = [each.needed_confirmation for each in after.unconfirmed]
    assert (claim.of, claim.each, find_moderator_alert_time(after, 0)) == (
        ("bo", "cy"),
        False,
        DAY_MILLISECONDS,
    )
    with pytest.raises(Refusal):
        build_automatic_confirmation_command(after, late, 0)
    with pytest.raises(Refusal):
        build_confirm_all_reports_command(after, 99, "ana", is_moderator=False)
    pressed = apply_pod_event(
        after, build_confirm_all_reports_command(after, 99, "cy", is_moderator=False).create_event(after)
    )
    counted = apply_pod_event(pressed, build_automatic_confirmation_command(pressed, late, 0).create_event(pressed))
    assert counted.final_result is not None


@pytest.mark.parametrize(("authors", "by"), [(frozenset({"ana", "bo"}), "ana"), (frozenset({"ana"}), "cy")])
def test_rematch_counts_by_silence_once_one_of_those_seated_without_a_press_has_done_anything(
    authors: frozenset[str], by: str
) -> None:
    pod = end_rematch(authors, by)
    silence = build_automatic_confirmation_command(pod, 15 * MINUTE_MILLISECONDS, 0)
    assert apply_pod_event(pod, silence.create_event(pod)).final_result is not None


def test_win_by_effect_in_a_rematch_that_nobody_else_touched_waits_for_an_opponent_seated_without_a_press() -> None:
    lobby = OpenLobby(REMATCH.setup, "ana", ("ana", "bo", "cy"), carried=("bo",))
    pod = play(lobby, StartGame(("ana", "bo", "cy"), "ana"))
    event = create_event_of_game_command(pod, ReportWin("ana"))
    assert isinstance(event, WinReported)
    won = add_confirmation_requirement_to_event(pod, event, "ana", 3, 0, players_who_acted={"ana", "cy"})
    assert isinstance(won, WinReported)
    assert won.claim is not None
    assert (won.claim.of, won.claim.waits) == (("bo",), "both")
