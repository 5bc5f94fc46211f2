"""Whoever brings a guest has one voice: they neither confirm their own reports nor vote twice."""

import pytest

from bot.rules.concession import Concede
from bot.rules.confirmation import sign_event
from bot.rules.decide import decide
from bot.rules.facts import Report, Source
from bot.rules.guests import find_actor, find_excess
from bot.rules.joining import Bring, Join
from bot.rules.lobby import Open, Start
from bot.rules.overrule import Overrule
from bot.rules.pod import Claimable, Pod, PodCommand, evolve
from bot.rules.records import ConfirmationId, Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.story import tell_story
from bot.rules.undoing import Undo
from bot.rules.votes import count_votes_needed, list_voices
from bot.rules.winning import Win

MEMBERS = ("ana", "bo", "cy")


def begun(*guests: str, confirmation: ConfirmationId = "off") -> Pod:
    """A game of members, to which Bo has brought guests."""
    agreed = Setup(dispute_minutes=15, confirmation=confirmation)
    seats = (*MEMBERS, *guests)
    return lead(
        Open(agreed, "ana", MEMBERS), *(Bring(each, "bo") for each in guests), Start(seats, "ana")
    )


def lead(*commands: PodCommand) -> Pod:
    pod: Pod | None = None
    for command in commands:
        pod = evolve(pod, decide(pod, command))
    assert pod is not None
    return pod


def confirmers(pod: Pod, command: PodCommand, by: str) -> set[str]:
    event = sign_event(pod, decide(pod, command), by, 9, 0)
    assert isinstance(event, Claimable)
    assert event.claim is not None
    return {*event.claim.of}


def killed(loser: str, killer: str) -> Defeat:
    return Defeat((Report(loser, "life", (Source(killer, "Bolt"),)),))


@pytest.mark.parametrize("confirmation", ["loser", "other"])
@pytest.mark.parametrize(("by", "of"), [("bo", {"ana", "cy"}), ("ana", {"bo"}), ("cy", {"bo"})])
def test_nobody_confirms_their_own_report_by_a_guest(
    confirmation: ConfirmationId, by: str, of: set[str]
) -> None:
    pod = begun("gus", "hal", confirmation=confirmation)
    expected = of if confirmation == "loser" else {*MEMBERS} - {by}
    assert confirmers(pod, killed("gus", "bo"), by) == expected


def test_who_wins_against_their_own_guests_is_confirmed_by_others() -> None:
    pod = begun("gus", "hal", confirmation="loser")
    assert confirmers(pod, Win("bo"), "bo") == {"ana", "cy"}


def test_a_bringer_has_one_voice_in_a_vote() -> None:
    pod = begun("gus", "hal")
    assert list_voices(pod) == {*MEMBERS}
    assert count_votes_needed(pod, "ana") == 2
    assert count_votes_needed(pod, "gus") == 2


def test_a_correction_repeats_who_brought_whom() -> None:
    brought = Bring("gus", "bo", "tag")
    opened = Open(Setup(), "ana", (*MEMBERS, "hal"), guests={"hal": "cy"})
    told = tell_story([decide(None, opened), decide(lead(opened), brought)])
    assert [each.make_command() for each in told] == [opened, brought]


def rejoining(*guests: str) -> Pod:
    """A running game in which whoever is out may sit down again, to which Cy has brought guests."""
    agreed = Setup(variant="respawn", scoring="respawn")
    seats = (*MEMBERS, *guests)
    brought = (Bring(each, "cy") for each in guests)
    return lead(Open(agreed, "ana", MEMBERS), *brought, Start(seats, "ana"))


def test_nobody_brings_so_many_into_a_game_that_it_counts_for_nobody() -> None:
    pod = rejoining("gus")
    pod = evolve(pod, decide(pod, Bring("hal", "bo")))
    with pytest.raises(Refusal, match="bring-late"):
        decide(pod, Bring("ida", "bo"))
    pod = evolve(pod, decide(pod, Join("di")))
    pod = evolve(pod, decide(pod, Bring("ida", "bo")))
    assert find_excess(pod) is None


def test_a_guest_who_comes_back_is_brought_by_whoever_brought_them_before() -> None:
    pod = rejoining("gus")
    pod = evolve(pod, decide(pod, Concede("gus")))
    with pytest.raises(Refusal, match="only-bringer"):
        decide(pod, Bring("gus", "bo"))
    assert find_actor(evolve(pod, decide(pod, Bring("gus", "cy"))), "gus") == "cy"


def test_undone_nobody_has_brought_the_guest() -> None:
    pod = rejoining("gus")
    brought = evolve(pod, decide(pod, Bring("hal", "bo")))
    assert brought.guests == {"gus": "cy", "hal": "bo"}
    assert evolve(brought, decide(brought, Undo())) == pod


def test_a_game_that_counts_for_nobody_takes_guests_still() -> None:
    pod = rejoining("gus", "hal", "ida")
    assert find_excess(evolve(pod, decide(pod, Bring("jo", "bo")))) == "many-guests"


def test_no_guest_hosts() -> None:
    with pytest.raises(Refusal, match="host-guest"):
        decide(begun("gus"), Overrule("host", "so be it", "gus"))
