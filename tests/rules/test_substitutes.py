"""Somebody takes over a seat: what goes along with it, and what stays behind."""

import pytest

from bot.rules.acts import Event
from bot.rules.counting import Dealer
from bot.rules.decide import decide
from bot.rules.facts import Report, Source
from bot.rules.guests import find_actor
from bot.rules.joining import Bring, Join
from bot.rules.lobby import Open, Start
from bot.rules.next_turn import NextTurn
from bot.rules.pod import Pod, PodCommand, fold
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.restarting import Subgame
from bot.rules.substitutes import Substitute, credit_pod
from bot.rules.totals import Count
from bot.rules.undoing import Undo

SEATS = ("ana", "bo", "cy", "di")


def kill(loser: str, killer: str) -> Defeat:
    return Defeat((Report(loser, "life", (Source(killer, object="Bolt"),)),))


def play(*asked: PodCommand, setup: Setup = Setup(), first: str = "ana") -> Pod:  # noqa: B008
    events: list[Event] = []
    for command in (Open(setup, "ana", SEATS), Start(SEATS, first), *asked):
        events.append(decide(fold(events), command))
    pod = fold(events)
    assert pod is not None
    return pod


SWAP = Substitute("bo", "hal")


def test_the_seat_keeps_its_place_its_turn_and_its_team() -> None:
    pod = play(kill("cy", "bo"), NextTurn(), SWAP)
    assert pod.players == ("ana", "hal", "cy", "di")
    assert pod.turn is not None
    assert set(pod.turn.active) == {"hal", "cy"}
    assert pod.standings["cy"].master == "hal"


def test_totals_go_along_and_come_back() -> None:
    counting = Setup(counting=True)
    hit, more = Count("bo", "life", -5), Count("hal", "life", -3)
    dealt = Count("ana", "commander", 7, "bo")
    pod = play(hit, dealt, SWAP, more, setup=counting)
    assert pod.counts.compute_total("life", "hal") == 40 - 5 - 3
    assert pod.counts.find_damage("ana") == {Dealer("hal"): 7}
    back = play(hit, dealt, SWAP, more, Undo(), setup=counting)
    assert back.counts.compute_total("life", "bo") == 40 - 5 - 3
    assert back.counts.find_damage("ana") == {Dealer("bo"): 7}


def test_whoever_gave_a_seat_away_does_not_come_back() -> None:
    respawn = Setup(variant="respawn", scoring="respawn")
    with pytest.raises(Refusal, match="seat-given"):
        play(SWAP, Join("bo"), setup=respawn)
    assert "bo" in play(SWAP, Undo(), setup=respawn).players


def test_the_guests_of_somebody_who_left_are_the_substitute_s() -> None:
    respawn = Setup(variant="respawn", scoring="respawn")
    pod = play(Bring("gus", "bo"), SWAP, setup=respawn)
    assert find_actor(pod, "gus") == "hal"
    assert credit_pod(pod).guests["gus"] == "bo"


def test_a_guest_whose_seat_was_taken_over_keeps_the_result_as_a_guest() -> None:
    respawn = Setup(variant="respawn", scoring="respawn")
    pod = play(Bring("gus", "bo"), Substitute("gus", "hal"), kill("hal", "ana"), setup=respawn)
    credited = credit_pod(pod)
    assert find_actor(pod, "hal") == "hal"
    assert credited.standings["gus"].score == -1
    assert credited.guests["gus"] == "bo"


def test_a_substitute_in_a_subgame_plays_on_in_both_games() -> None:
    pod = play(Subgame("shahrazad"), SWAP, kill("hal", "ana"))
    assert pod.subgame is not None
    assert pod.subgame.standings["hal"].master == "ana"
    assert pod.standings["hal"].status == "master"


def test_everything_that_was_done_on_a_seat_is_its_owner_s() -> None:
    pod = credit_pod(play(kill("cy", "bo"), SWAP, kill("di", "hal")))
    assert [(each.responsible, each.loser) for each in pod.verdicts] == [("bo", "cy"), ("bo", "di")]
    assert pod.before is not None
    assert "hal" not in pod.before.standings
