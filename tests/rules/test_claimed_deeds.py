"""Deeds that a server names itself, as the rules know them."""

import pytest
from msgspec.structs import replace

from bot.projections.results import list_deeds
from bot.rules.acts import Event
from bot.rules.decide import decide
from bot.rules.facts import Report, Source
from bot.rules.house_deeds import ClaimDeed, DeedClaimed, count_house_deeds, make_deed_id
from bot.rules.lobby import Open, Start
from bot.rules.pod import Pod, PodCommand, evolve, fold
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.story import Correct, tell_story
from bot.rules.substitutes import Substitute
from bot.rules.undoing import Undo

PLAYERS = ("ana", "bo", "cy", "di")
FIVE = ClaimDeed("ana", make_deed_id("five casts"), "five casts", 2)


def play(*commands: PodCommand) -> tuple[Pod, list[Event]]:
    """A pod in which all of this was done, and its events."""
    opened = Open(Setup(), "ana", PLAYERS)
    log = list[Event]()
    for command in (opened, Start(PLAYERS, "ana"), *commands):
        log.append(decide(fold(log), command))
    pod = fold(log)
    assert pod is not None
    return pod, log


def kill(loser: str, winner: str) -> Defeat:
    return Defeat((Report(loser, "life", (Source(winner),)),))


def test_a_claim_counts_for_whoever_made_it_until_it_is_undone() -> None:
    pod, _ = play(FIVE, kill("bo", "ana"), FIVE)
    assert count_house_deeds(pod) == {(FIVE.deed, "ana"): 2}
    undone = evolve(pod, decide(pod, Undo()))
    assert count_house_deeds(undone) == {(FIVE.deed, "ana"): 1}
    assert list_deeds(undone) == {"ana": f"first-blood {FIVE.deed}"}


def test_a_deed_is_claimed_as_often_a_game_as_the_server_says() -> None:
    pod, _ = play(FIVE, FIVE)
    with pytest.raises(Refusal, match="deed-often"):
        decide(pod, FIVE)
    assert decide(pod, replace(FIVE, player="bo"))


def test_only_players_claim_deeds_and_only_while_the_game_runs() -> None:
    pod, _ = play()
    with pytest.raises(Refusal, match="not-in"):
        decide(pod, replace(FIVE, player="gil"))
    over, _ = play(kill("bo", "ana"), kill("cy", "ana"), kill("di", "ana"))
    with pytest.raises(Refusal, match="finished"):
        decide(over, FIVE)


def test_a_correction_takes_a_claim_out_and_keeps_the_rest() -> None:
    pod, log = play(FIVE, kill("bo", "ana"))
    story = tell_story(log)
    at = next(n for n, event in enumerate(story) if isinstance(event, DeedClaimed))
    after = evolve(pod, decide(pod, Correct(story, {at: ()}, "it was four")))
    assert count_house_deeds(after) == {}
    assert after.verdicts == pod.verdicts


def test_the_deeds_of_a_seat_are_its_owners() -> None:
    pod, _ = play(FIVE, Substitute("ana", "hal"), replace(FIVE, player="hal"))
    assert count_house_deeds(pod) == {(FIVE.deed, "ana"): 2}
    with pytest.raises(Refusal, match="deed-often"):
        decide(pod, replace(FIVE, player="hal"))
