"""Whoever brings a guest has one voice: they neither confirm their own reports nor vote twice."""

import pytest

from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import add_confirmation_requirement_to_event
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.guests import explain_if_pod_has_too_many_guests, find_member_acting_for_player
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import ConfirmableEvent, Pod, PodCommand, apply_pod_event
from bot.rules.records import ConfirmationId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.story import list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import count_required_kick_votes, list_kick_voters
from bot.rules.winning import ReportWin

MEMBERS = ("ana", "bo", "cy")


def begun(*guests: str, confirmation: ConfirmationId = "off") -> Pod:
    """A game of members, to which Bo has brought guests."""
    agreed = PodSetup(dispute_minutes=15, confirmation=confirmation)
    seats = (*MEMBERS, *guests)
    return lead(
        OpenLobby(agreed, "ana", MEMBERS), *(BringGuestToPod(each, "bo") for each in guests), StartGame(seats, "ana")
    )


def lead(*commands: PodCommand) -> Pod:
    pod: Pod | None = None
    for command in commands:
        pod = apply_pod_event(pod, create_pod_event(pod, command))
    assert pod is not None
    return pod


def confirmers(pod: Pod, command: PodCommand, by: str) -> set[str]:
    event = add_confirmation_requirement_to_event(pod, create_pod_event(pod, command), by, 9, 0)
    assert isinstance(event, ConfirmableEvent)
    assert event.claim is not None
    return {*event.claim.of}


def killed(loser: str, killer: str) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(killer, "Bolt"),)),))


@pytest.mark.parametrize("confirmation", ["loser", "other"])
@pytest.mark.parametrize(("by", "of"), [("bo", {"ana", "cy"}), ("ana", {"bo"}), ("cy", {"bo"})])
def test_nobody_confirms_their_own_report_by_a_guest(confirmation: ConfirmationId, by: str, of: set[str]) -> None:
    pod = begun("gus", "hal", confirmation=confirmation)
    expected = of if confirmation == "loser" else {*MEMBERS} - {by}
    assert confirmers(pod, killed("gus", "bo"), by) == expected


def test_who_wins_against_their_own_guests_is_confirmed_by_others() -> None:
    pod = begun("gus", "hal", confirmation="loser")
    assert confirmers(pod, ReportWin("bo"), "bo") == {"ana", "cy"}


def test_a_bringer_has_one_voice_in_a_vote() -> None:
    pod = begun("gus", "hal")
    assert list_kick_voters(pod) == {*MEMBERS}
    assert count_required_kick_votes(pod, "ana") == 2
    assert count_required_kick_votes(pod, "gus") == 2


def test_a_correction_repeats_who_brought_whom() -> None:
    brought = BringGuestToPod("gus", "bo", "tag")
    opened = OpenLobby(PodSetup(), "ana", (*MEMBERS, "hal"), guests={"hal": "cy"})
    told = list_events_still_in_effect([create_pod_event(None, opened), create_pod_event(lead(opened), brought)])
    assert [each.rebuild_original_command() for each in told] == [opened, brought]


def rejoining(*guests: str) -> Pod:
    """A running game in which whoever is out may sit down again, to which Cy has brought guests."""
    agreed = PodSetup(variant="respawn", scoring="respawn")
    seats = (*MEMBERS, *guests)
    brought = (BringGuestToPod(each, "cy") for each in guests)
    return lead(OpenLobby(agreed, "ana", MEMBERS), *brought, StartGame(seats, "ana"))


def test_nobody_brings_so_many_into_a_game_that_it_counts_for_nobody() -> None:
    pod = rejoining("gus")
    pod = apply_pod_event(pod, create_pod_event(pod, BringGuestToPod("hal", "bo")))
    with pytest.raises(Refusal, match="bring-late"):
        create_pod_event(pod, BringGuestToPod("ida", "bo"))
    pod = apply_pod_event(pod, create_pod_event(pod, JoinPod("di")))
    pod = apply_pod_event(pod, create_pod_event(pod, BringGuestToPod("ida", "bo")))
    assert explain_if_pod_has_too_many_guests(pod) is None


def test_a_guest_who_comes_back_is_brought_by_whoever_brought_them_before() -> None:
    pod = rejoining("gus")
    pod = apply_pod_event(pod, create_pod_event(pod, ConcedeGame("gus")))
    with pytest.raises(Refusal, match="only-bringer"):
        create_pod_event(pod, BringGuestToPod("gus", "bo"))
    assert (
        find_member_acting_for_player(apply_pod_event(pod, create_pod_event(pod, BringGuestToPod("gus", "cy"))), "gus")
        == "cy"
    )


def test_undone_nobody_has_brought_the_guest() -> None:
    pod = rejoining("gus")
    brought = apply_pod_event(pod, create_pod_event(pod, BringGuestToPod("hal", "bo")))
    assert brought.guests == {"gus": "cy", "hal": "bo"}
    assert apply_pod_event(brought, create_pod_event(brought, UndoPodEvent())) == pod


def test_a_game_that_counts_for_nobody_takes_guests_still() -> None:
    pod = rejoining("gus", "hal", "ida")
    assert (
        explain_if_pod_has_too_many_guests(apply_pod_event(pod, create_pod_event(pod, BringGuestToPod("jo", "bo"))))
        == "many-guests"
    )


def test_no_guest_hosts() -> None:
    with pytest.raises(Refusal, match="host-guest"):
        create_pod_event(begun("gus"), OverrideGameAsModerator("host", "so be it", "gus"))
