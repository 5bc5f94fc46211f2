"""Deeds that a server names itself, as the rules know them."""

import pytest
from msgspec.structs import replace

from bot.projections.results import format_achievements_by_player
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import (
    ConfirmGameReports,
    DisputeGameReport,
    add_confirmation_requirement_to_event,
    build_automatic_confirmation_command,
    build_confirm_all_reports_command,
    find_moderator_alert_time,
    list_confirmable_reports,
    list_reports_awaiting_confirmation,
)
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.house_deeds import (
    ClaimServerAchievement,
    CloseServerAchievementVote,
    GiveServerAchievement,
    ServerAchievementClaimed,
    compute_achievement_id,
    count_server_achievements_by_player,
    count_unconfirmed_achievements_by_player,
    find_achievement_ballot_winner,
    list_achievement_candidates,
    list_achievement_voters,
    require_achievement_vote_allowed,
)
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, UnconfirmedGameReport, apply_pod_event, replay_pod_events
from bot.rules.records import ConfirmationRequirement, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.restarting import BeginSubgame
from bot.rules.rights import MODERATORS, NOBODY, Requester
from bot.rules.rights import PLAYERS as PLAYERS_RIGHT
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.substitutes import TakeOverSeatAsSubstitute
from bot.rules.undoing import UndoPodEvent

PLAYERS = ("ana", "bo", "cy", "di")
FIVE = ClaimServerAchievement("ana", compute_achievement_id("five casts"), "five casts", 2)


def play(*commands: PodCommand) -> tuple[Pod, list[Event]]:
    """A pod in which all of this was done, and its events."""
    opened = OpenLobby(PodSetup(), "ana", PLAYERS)
    log = list[Event]()
    for command in (opened, StartGame(PLAYERS, "ana"), *commands):
        log.append(create_pod_event(replay_pod_events(log), command))
    pod = replay_pod_events(log)
    assert pod is not None
    return pod, log


def kill(loser: str, winner: str) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(winner),)),))


def test_a_claim_counts_for_whoever_made_it_until_it_is_undone() -> None:
    pod, _ = play(FIVE, kill("bo", "ana"), FIVE)
    assert count_server_achievements_by_player(pod) == {(FIVE.deed, "ana"): 2}
    undone = apply_pod_event(pod, create_pod_event(pod, UndoPodEvent()))
    assert count_server_achievements_by_player(undone) == {(FIVE.deed, "ana"): 1}
    assert format_achievements_by_player(undone) == {"ana": f"first-blood {FIVE.deed}"}


def test_a_deed_is_claimed_as_often_a_game_as_the_server_says() -> None:
    pod, _ = play(FIVE, FIVE)
    with pytest.raises(Refusal, match="deed-often"):
        create_pod_event(pod, FIVE)
    assert create_pod_event(pod, replace(FIVE, player="bo"))


OVER = (kill("bo", "ana"), kill("cy", "ana"), kill("di", "ana"))


# A claim that somebody else confirms


def happens(pod: Pod, command: PodCommand, by: str | None = None) -> Pod:
    """The pod after a command, whose event has the confirmation that it needs in the log."""
    version = pod.step + 10
    return apply_pod_event(
        pod, add_confirmation_requirement_to_event(pod, create_pod_event(pod, command), by, version, 0)
    )


def start_with_time_to_dispute() -> Pod:
    pod = replay_pod_events([create_pod_event(None, OpenLobby(PodSetup(dispute_minutes=15), "ana", PLAYERS))])
    assert pod is not None
    return happens(pod, StartGame(PLAYERS, "ana"), "ana")


def list_open_reports(pod: Pod) -> tuple[int, ...]:
    return tuple(each.needed_confirmation.version for each in pod.unconfirmed)


def end_in_silence(pod: Pod) -> Pod:
    for loser in PLAYERS[1:]:
        pod = happens(pod, kill(loser, "ana"), loser)
    pod = happens(pod, build_automatic_confirmation_command(pod, 15 * 60_000, 0))
    assert pod.final_result is not None
    return pod


def test_a_claim_counts_by_silence_and_stays_unconfirmed() -> None:
    over = end_in_silence(happens(start_with_time_to_dispute(), FIVE, "ana"))
    assert count_server_achievements_by_player(over) == {(FIVE.deed, "ana"): 1}
    assert count_unconfirmed_achievements_by_player(over) == {(FIVE.deed, "ana"): 1}


def test_another_player_confirms_a_claim_which_can_be_disputed_until_the_game_counts() -> None:
    claimed = happens(start_with_time_to_dispute(), FIVE, "ana")
    [version] = list_open_reports(claimed)
    with pytest.raises(Refusal, match="not-yours-to-confirm"):
        build_confirm_all_reports_command(claimed, version, "ana", is_moderator=False)
    press = build_confirm_all_reports_command(claimed, version, "bo", is_moderator=False)
    assert press.claims == (version,)
    confirmed = happens(claimed, press, "bo")
    assert list_open_reports(confirmed) == (version,)
    assert not list_confirmable_reports(confirmed)
    disputed = happens(confirmed, DisputeGameReport(version, "cy"), "cy")
    assert disputed.disputed_report is not None
    over = end_in_silence(happens(confirmed, FIVE, "ana"))
    assert count_server_achievements_by_player(over) == {(FIVE.deed, "ana"): 2}
    assert count_unconfirmed_achievements_by_player(over) == {(FIVE.deed, "ana"): 1}


def test_a_confirmed_claim_stays_confirmed_when_a_later_report_is_undone() -> None:
    claimed = happens(start_with_time_to_dispute(), FIVE, "ana")
    lost = happens(claimed, kill("bo", "ana"), "bo")
    press = build_confirm_all_reports_command(lost, list_open_reports(lost)[-1], "cy", is_moderator=False)
    undone = happens(happens(lost, press, "cy"), UndoPodEvent(), "bo")
    assert count_unconfirmed_achievements_by_player(end_in_silence(undone)) == {}


def test_a_moderator_who_lets_a_disputed_claim_stand_confirms_it() -> None:
    claimed = happens(start_with_time_to_dispute(), FIVE, "ana")
    [version] = list_open_reports(claimed)
    disputed = happens(claimed, DisputeGameReport(version, "bo"), "bo")
    stands = happens(disputed, ConfirmGameReports((version,), "mod"), "mod")
    assert count_unconfirmed_achievements_by_player(end_in_silence(stands)) == {}


@pytest.mark.parametrize("stands", [False, True])
def test_whoever_disputes_their_own_claim_does_not_confirm_it_by_letting_it_stand(stands: bool) -> None:
    claimed = happens(start_with_time_to_dispute(), FIVE, "ana")
    [version] = list_open_reports(claimed)
    disputed = happens(claimed, DisputeGameReport(version, "bo" if stands else "ana"), "bo" if stands else "ana")
    back = happens(disputed, ConfirmGameReports((version,), "ana"), "ana")
    assert back.disputed_report is None
    assert count_unconfirmed_achievements_by_player(end_in_silence(back)) == {(FIVE.deed, "ana"): 1}
    confirmed = happens(back, build_confirm_all_reports_command(back, version, "cy", is_moderator=False), "cy")
    assert count_unconfirmed_achievements_by_player(end_in_silence(confirmed)) == {}


def test_the_owner_of_a_seat_does_not_confirm_what_their_substitute_claims() -> None:
    pod = happens(start_with_time_to_dispute(), TakeOverSeatAsSubstitute("bo", "hal"), "hal")
    claimed = happens(pod, replace(FIVE, player="hal"), "hal")
    [claim] = [each for each in claimed.unconfirmed if each.event.claim is not None]
    assert claim.needed_confirmation.of == ("ana", "cy", "di")


def test_a_deed_that_is_claimed_in_a_subgame_waits_for_another_player_too() -> None:
    pod = happens(start_with_time_to_dispute(), BeginSubgame("shahrazad"), "ana")
    claimed = happens(pod, FIVE, "ana")
    [version] = list_open_reports(claimed)
    assert claimed.subgame is not None
    assert count_unconfirmed_achievements_by_player(claimed) == {(FIVE.deed, "ana"): 1}
    confirmed = happens(claimed, build_confirm_all_reports_command(claimed, version, "bo", is_moderator=False), "bo")
    assert count_unconfirmed_achievements_by_player(confirmed) == {}


def test_where_claims_are_not_shown_nobody_confirms_them_with_the_rest() -> None:
    claimed = happens(start_with_time_to_dispute(), FIVE, "ana")
    [version] = list_open_reports(claimed)
    with pytest.raises(Refusal, match="nothing-to-confirm"):
        build_confirm_all_reports_command(claimed, version, "bo", is_moderator=True, with_claimed_deeds=False)


def test_a_claim_waits_for_no_press_and_no_moderator() -> None:
    claimed = happens(start_with_time_to_dispute(), FIVE, "ana")
    assert find_moderator_alert_time(claimed, 0) is None
    assert list_reports_awaiting_confirmation(claimed) == ()


def test_only_players_claim_deeds_until_the_game_counts_or_closes() -> None:
    pod, _ = play()
    with pytest.raises(Refusal, match="not-in"):
        create_pod_event(pod, replace(FIVE, player="gil"))
    over, _ = play(*OVER)
    claimed = apply_pod_event(over, create_pod_event(over, FIVE))
    assert count_server_achievements_by_player(claimed) == {(FIVE.deed, "ana"): 1}
    assert claimed.result == over.result
    with pytest.raises(Refusal, match="closed"):
        create_pod_event(replace(over, closed=True), FIVE)
    assert over.final_result is not None  # nobody agreed on a time to dispute
    assert FIVE.find_required_right(over, Requester("ana")) is NOBODY
    assert FIVE.find_required_right(pod, Requester("ana")) is PLAYERS_RIGHT


# Votes

BEST = compute_achievement_id("best play")


def close_vote(player: str | None) -> CloseServerAchievementVote:
    return CloseServerAchievementVote(BEST, "best play", player)


@pytest.mark.parametrize(
    ("ballots", "winner"),
    [
        ({}, None),
        ({"ana": "bo"}, "bo"),
        ({"ana": "bo", "bo": "ana"}, None),
        ({"ana": "bo", "bo": "cy", "cy": "bo"}, "bo"),
        ({"ana": "bo", "bo": "cy", "cy": "bo", "di": "cy"}, None),
        ({"ana": "ana"}, None),
        ({"gil": "bo"}, None),
    ],
)
def test_the_most_ballots_win_and_a_tie_gives_nothing(ballots: dict[str, str], winner: str | None) -> None:
    pod, _ = play(*OVER)
    assert find_achievement_ballot_winner(pod, ballots) == winner


def test_a_ballot_is_for_the_seat_and_of_those_who_sit() -> None:
    pod, _ = play(TakeOverSeatAsSubstitute("bo", "hal"), TakeOverSeatAsSubstitute("di", "ivy"))
    assert find_achievement_ballot_winner(pod, {"ana": "bo"}) == "hal"
    assert find_achievement_ballot_winner(pod, {"bo": "cy", "di": "cy", "ana": "bo"}) == "hal"
    assert find_achievement_ballot_winner(pod, {"hal": "bo", "ivy": "ana"}) == "ana"


def test_guests_have_no_ballot_and_nobody_votes_for_their_own_guest() -> None:
    pod, _ = play()
    hosting = replace(pod, guests={"di": "ana"}, setup=PodSetup(dispute_minutes=15))
    assert list_achievement_voters(hosting) == ("ana", "bo", "cy")
    assert list_achievement_candidates(hosting, "ana") == ("bo", "cy")
    for voter, choice, code in (
        *(("di", "bo", "only-players"), ("gil", "bo", "only-players"), ("ana", "ana", "vote-yourself")),
        *(("ana", "di", "vote-yourself"), ("bo", "gil", "not-in")),
    ):
        with pytest.raises(Refusal, match=code):
            require_achievement_vote_allowed(hosting, voter, choice, BEST)
    require_achievement_vote_allowed(hosting, "bo", "di", BEST)


def test_a_vote_closes_once_and_after_the_end() -> None:
    pod, _ = play()
    with pytest.raises(Refusal, match="not-over"):
        create_pod_event(pod, close_vote("bo"))
    over, _ = play(*OVER, close_vote("bo"))
    assert count_server_achievements_by_player(over) == {(BEST, "bo"): 1}
    with pytest.raises(Refusal, match="vote-over"):
        create_pod_event(over, close_vote("cy"))
    with pytest.raises(Refusal, match="counted"):
        require_achievement_vote_allowed(over, "ana", "bo", BEST)
    nobody, _ = play(*OVER, close_vote(None))
    assert count_server_achievements_by_player(nobody) == {}


# Given by an organiser

SLOW = GiveServerAchievement("bo", compute_achievement_id("slow"), "slow", "An hour for one turn", 2)


def test_an_organiser_who_does_not_play_gives_a_deed_with_a_reason() -> None:
    pod, _ = play(SLOW, SLOW)
    assert count_server_achievements_by_player(pod) == {(SLOW.deed, "bo"): 2}
    for wrong, code in (
        (SLOW, "deed-given-often"), (replace(SLOW, player="gil"), "not-in"), (replace(SLOW, reason=" "), "reason")
    ):  # fmt: skip
        with pytest.raises(Refusal, match=code):
            create_pod_event(pod, wrong)
    SLOW.require_impartial_requester(pod, Requester("gil", moderator=True))
    hosting = replace(pod, guests={"di": "hal"})
    for mine in ("ana", "bo", "hal"):
        with pytest.raises(Refusal, match="give-own-table"):
            SLOW.require_impartial_requester(hosting, Requester(mine, moderator=True))


def test_only_moderators_undo_what_was_voted_or_given() -> None:
    undo = UndoPodEvent()
    for command in (SLOW, close_vote("bo")):
        over, _ = play(*OVER, command)
        open_game = replace(
            over,
            unconfirmed=(UnconfirmedGameReport(CLAIMED, 0),),
            before=replace(over.before or over, unconfirmed=(UnconfirmedGameReport(CLAIMED, 0),)),
        )
        assert undo.find_required_right(open_game, Requester("ana")) is MODERATORS


CLAIMED = ServerAchievementClaimed("ana", BEST, "best play", ConfirmationRequirement(1, "ana", (), 0, waits="end"))


def test_a_correction_takes_a_claim_out_and_keeps_the_rest() -> None:
    pod, log = play(FIVE, kill("bo", "ana"))
    story = list_events_still_in_effect(log)
    at = next(n for n, event in enumerate(story) if isinstance(event, ServerAchievementClaimed))
    after = apply_pod_event(pod, create_pod_event(pod, CorrectGameReports(story, {at: ()}, "it was four")))
    assert count_server_achievements_by_player(after) == {}
    assert after.verdicts == pod.verdicts


def test_the_deeds_of_a_seat_are_its_owners() -> None:
    pod, _ = play(FIVE, TakeOverSeatAsSubstitute("ana", "hal"), replace(FIVE, player="hal"))
    assert count_server_achievements_by_player(pod) == {(FIVE.deed, "ana"): 2}
    with pytest.raises(Refusal, match="deed-often"):
        create_pod_event(pod, replace(FIVE, player="hal"))
