"""Somebody takes over a seat: what goes along with it, and what stays behind."""

import pytest

from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.guests import find_member_acting_for_player
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.player_totals import DamagingCommander
from bot.rules.pod import Pod, PodCommand, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.restarting import BeginSubgame
from bot.rules.rights import Requester
from bot.rules.substitutes import (
    OfferSeatToSubstitute,
    TakeOverSeatAsSubstitute,
    replace_players_by_result_owners,
)
from bot.rules.totals import ChangeLifeOrDamage
from bot.rules.undoing import UndoPodEvent
from bot.service import rights

SEATS = ("ana", "bo", "cy", "di")


def kill(loser: str, killer: str) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(killer, object="Bolt"),)),))


def play(*asked: PodCommand, setup: PodSetup = PodSetup(), first: str = "ana") -> Pod:  # noqa: B008
    events: list[Event] = []
    for command in (OpenLobby(setup, "ana", SEATS), StartGame(SEATS, first), *asked):
        events.append(create_pod_event(replay_pod_events(events), command))
    pod = replay_pod_events(events)
    assert pod is not None
    return pod


SWAP = TakeOverSeatAsSubstitute("bo", "hal")


def test_the_seat_keeps_its_place_its_turn_and_its_team() -> None:
    pod = play(kill("cy", "bo"), BeginNextTurn(), SWAP)
    assert pod.players == ("ana", "hal", "cy", "di")
    assert pod.turn is not None
    assert set(pod.turn.active) == {"hal", "cy"}
    assert pod.standings["cy"].master == "hal"


def test_totals_go_along_and_come_back() -> None:
    counting = PodSetup(counting=True)
    hit, more = ChangeLifeOrDamage("bo", "life", -5), ChangeLifeOrDamage("hal", "life", -3)
    dealt = ChangeLifeOrDamage("ana", "commander", 7, "bo")
    pod = play(hit, dealt, SWAP, more, setup=counting)
    assert pod.counts.compute_life_or_damage("life", "hal") == 40 - 5 - 3
    assert pod.counts.get_damage_by_commander("ana") == {DamagingCommander("hal"): 7}
    back = play(hit, dealt, SWAP, more, UndoPodEvent(), setup=counting)
    assert back.counts.compute_life_or_damage("life", "bo") == 40 - 5 - 3
    assert back.counts.get_damage_by_commander("ana") == {DamagingCommander("bo"): 7}


def test_whoever_gave_a_seat_away_does_not_come_back() -> None:
    respawn = PodSetup(variant="respawn", scoring="respawn")
    with pytest.raises(Refusal, match="seat-given"):
        play(SWAP, JoinPod("bo"), setup=respawn)
    assert "bo" in play(SWAP, UndoPodEvent(), setup=respawn).players


def test_the_guests_of_somebody_who_left_are_the_substitute_s() -> None:
    respawn = PodSetup(variant="respawn", scoring="respawn")
    pod = play(BringGuestToPod("gus", "bo"), SWAP, setup=respawn)
    assert find_member_acting_for_player(pod, "gus") == "hal"
    assert replace_players_by_result_owners(pod).guests["gus"] == "bo"


def test_an_offer_ends_with_the_right_to_make_it() -> None:
    respawn = PodSetup(variant="respawn", scoring="respawn")
    offers = (BringGuestToPod("gus", "bo"), OfferSeatToSubstitute("gus", "ida"), OfferSeatToSubstitute("cy", "joe"))
    assert play(*offers, setup=respawn).offers == {"gus": "ida", "cy": "joe"}
    pod = play(*offers, SWAP, setup=respawn)
    assert pod.offers == {"cy": "joe"}
    with pytest.raises(Refusal, match="seat-not-offered"):
        rights.require_command_permission(pod, TakeOverSeatAsSubstitute("gus", "ida"), Requester("ida"), None)
    with pytest.raises(Refusal, match="out"):
        play(OfferSeatToSubstitute("cy", "joe"), ConcedeGame("cy"), TakeOverSeatAsSubstitute("cy", "joe"))


def test_a_guest_whose_seat_was_taken_over_keeps_the_result_as_a_guest() -> None:
    respawn = PodSetup(variant="respawn", scoring="respawn")
    pod = play(BringGuestToPod("gus", "bo"), TakeOverSeatAsSubstitute("gus", "hal"), kill("hal", "ana"), setup=respawn)
    credited = replace_players_by_result_owners(pod)
    assert find_member_acting_for_player(pod, "hal") == "hal"
    assert credited.standings["gus"].score == -1
    assert credited.guests["gus"] == "bo"


def test_a_substitute_in_a_subgame_plays_on_in_both_games() -> None:
    pod = play(BeginSubgame("shahrazad"), SWAP, kill("hal", "ana"))
    assert pod.subgame is not None
    assert pod.subgame.standings["hal"].master == "ana"
    assert pod.standings["hal"].status == "master"


def test_everything_that_was_done_on_a_seat_is_its_owner_s() -> None:
    pod = replace_players_by_result_owners(play(kill("cy", "bo"), SWAP, kill("di", "hal")))
    assert [(each.responsible, each.loser) for each in pod.verdicts] == [("bo", "cy"), ("bo", "di")]
    assert pod.before is not None
    assert "hal" not in pod.before.standings
