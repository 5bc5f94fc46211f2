"""A night as its commands make it: rounds, the clock, who comes and goes, and what is undone."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.nights.night import MINUTE, GameNight, RepeatedRoundPairing
from bot.nights.terms import GameNightSettings
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.moving import ChangePlannedGameTime
from bot.planning.night_begin_and_end import BeginGameNight, CloseGameNight, UndoGameNightOrganiserAction
from bot.planning.night_clock import PauseOrResumeGameNightRoundTimer, RecordGameNightRoundTimeout
from bot.planning.night_players import AddPlayerToGameNight, DropPlayerFromGameNight
from bot.planning.night_rounds import RecordGameNightPodClosing, RecordGameNightPodOpening, SeatGameNightRound
from bot.planning.night_swaps import SwapPlayersBetweenPods
from bot.planning.plan import (
    CHECK_IN_LEAD,
    PlannedGame,
    PlannedGameCommand,
    apply_planned_game_event,
    create_event_of_plan_command,
)
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan, WithdrawFromPlannedGame
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service.rights import require_command_permission
from tests.effort import examples

AT = 100 * CHECK_IN_LEAD
PEOPLE = tuple("abcdefghijkl")
SETUP = PodSetup(variant="elimination", scoring="elimination")
TERMS = GameNightSettings(rounds=3, minutes=60)


def announce(terms: GameNightSettings = TERMS, setup: PodSetup = SETUP) -> PlannedGame:
    return after(None, PlanFutureGame(setup, "a", AT, 0, night=terms, tags={"a": "tag-a"}))


def after(plan: PlannedGame | None, *commands: PlannedGameCommand) -> PlannedGame:
    for command in commands:
        plan = apply_planned_game_event(plan, create_event_of_plan_command(plan, command))
    assert plan is not None
    return plan


def gather(people: Iterable[str] = PEOPLE, terms: GameNightSettings = TERMS) -> PlannedGame:
    """A night that has begun, and to which these people came."""
    plan = after(announce(terms), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD))
    come = [SignUpForPlan(each) for each in people if each != "a"]
    return after(plan, *come, CheckInForPlan("a", AT - 1), BeginGameNight(AT))


def seat(plan: PlannedGame, now: int = AT, size: int = 4, unfinished: Sequence[int] = ()) -> SeatGameNightRound:
    there = plan.checked_in_players_with_seat
    playing = len(there) // size * size
    pods = tuple(there[at : at + size] for at in range(0, playing, size))
    number = 0 if plan.night is None else len(plan.night.rounds)
    return SeatGameNightRound(
        number + 1, pods, there[playing:], now, unfinished=tuple(unfinished), by="a", reason="somebody is late"
    )


def seated(people: Iterable[str] = PEOPLE) -> PlannedGame:
    plan = gather(people)
    return after(plan, seat(plan))


def of(plan: PlannedGame) -> GameNight:
    assert plan.night is not None
    return plan.night


def refuse(plan: PlannedGame | None, command: PlannedGameCommand) -> str:
    with pytest.raises(Refusal) as refused:
        create_event_of_plan_command(plan, command)
    return refused.value.code


def test_night_takes_two_hundred_people_and_forty_who_wait() -> None:
    plan = after(announce(), *(SignUpForPlan(f"p{number}") for number in range(239)))
    assert (len(plan.players_with_seat), len(plan.players_on_waiting_list)) == (200, 40)
    assert refuse(plan, SignUpForPlan("late")) == "plan-full"


def test_nobody_waits_for_places_of_people_who_are_not_there_once_the_night_has_begun() -> None:
    others = [f"p{number}" for number in range(201)]
    plan = after(announce(), *(SignUpForPlan(each) for each in others), OpenPlannedGameCheckIn(AT))
    assert plan.players_on_waiting_list == ("p199", "p200")
    plan = after(plan, *(CheckInForPlan(each, AT) for each in others), BeginGameNight(AT))
    assert plan.players_on_waiting_list == ("p200",)
    assert after(plan, AddPlayerToGameNight("late")).players_on_waiting_list == ("p200", "late")


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (GameNightSettings(31, 60), "night-rounds"),
        (GameNightSettings(0, 60), "night-rounds"),
        (GameNightSettings(3, 0), "night-minutes"),
        (GameNightSettings(3, 60, allowed=(), preferred=4), "night-sizes"),
        (GameNightSettings(3, 60, allowed=(3, 4), preferred=5), "night-sizes"),
        (GameNightSettings(3, 60, allowed=(4,), preferred=4, may=(3,)), "night-sizes"),
        (GameNightSettings(3, 60, allowed=(30,), preferred=30, may=(30,)), "night-sizes"),
        (GameNightSettings(3, 60, channels=(*range(26),)), "night-channels"),
    ],
)
def test_terms_that_cannot_be_played_are_refused(terms: GameNightSettings, code: str) -> None:
    assert refuse(None, PlanFutureGame(SETUP, "a", AT, 0, night=terms)) == code


def test_night_begins_with_whoever_is_there_and_stays_open() -> None:
    plan = gather()
    assert (plan.state, plan.is_open, of(plan).began) == ("playing", True, AT)


def test_night_does_not_begin_with_nobody() -> None:
    plan = after(announce(), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD))
    assert refuse(plan, BeginGameNight(AT)) == "plan-late"


def test_seating_during_the_check_in_begins_the_night() -> None:
    plan = after(announce(), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD), CheckInForPlan("a", AT - 1))
    plan = after(plan, *(SignUpForPlan(each) for each in "bcd"))
    plan = after(plan, seat(plan, AT - 1))
    assert (plan.state, of(plan).began) == ("playing", AT - 1)


def test_seating_before_the_check_in_is_refused() -> None:
    assert refuse(announce(), SeatGameNightRound(1, (), (), 0)) == "night-early"


def test_round_ends_after_its_minutes() -> None:
    assert of(seated()).round_end_announcement_time == AT + 60 * MINUTE


def test_pods_have_serial_numbers_that_are_never_used_twice() -> None:
    plan = seated()
    again = after(plan, UndoGameNightOrganiserAction(1))
    again = after(again, seat(again))
    assert [pod.serial for pod in of(plan).unopened_pods] == [1, 2, 3]
    assert [pod.serial for pod in of(again).unopened_pods] == [4, 5, 6]


def test_seats_that_somebody_has_left_meanwhile_are_refused() -> None:
    plan = gather()
    asked = seat(plan)
    assert refuse(after(plan, WithdrawFromPlannedGame("c")), asked) == "night-changed"
    assert refuse(after(plan, SignUpForPlan("m")), asked) == "night-changed"


def test_round_is_seated_once() -> None:
    plan = gather()
    assert refuse(after(plan, seat(plan)), seat(plan)) == "night-changed"


def test_nobody_sits_in_two_pods() -> None:
    pods = (("a", "b", "c", "a"), tuple("efgh"), tuple("ijkl"))
    assert refuse(gather(), SeatGameNightRound(1, pods, (), AT)) == "night-changed"


def test_next_round_waits_for_pods_that_play() -> None:
    plan = seated()
    assert refuse(plan, seat(plan, unfinished=[2])) == "night-unfinished"


def test_no_round_follows_the_last() -> None:
    plan = gather()
    for _ in range(3):
        plan = after(plan, seat(plan))
    assert refuse(plan, seat(plan)) == "night-all-rounds"


def test_two_people_are_not_seated() -> None:
    plan = gather("ab")
    assert refuse(plan, seat(plan)) == "night-few"


def test_late_comer_and_late_check_in_join_the_next_round() -> None:
    plan = after(announce(), SignUpForPlan("m"), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD), CheckInForPlan("a", AT))
    plan = after(plan, *(SignUpForPlan(each) for each in "bcd"), BeginGameNight(AT))
    plan = after(plan, seat(plan))
    assert "m" not in of(plan).all_players
    hour = AT + 60 * MINUTE
    plan = after(plan, SignUpForPlan("z"), CheckInForPlan("m", hour))
    assert {"m", "z"} <= {*plan.checked_in_players_with_seat}


def test_leaver_is_not_seated_again_and_stays_in_the_past_rounds() -> None:
    plan = after(seated(), WithdrawFromPlannedGame("c"))
    assert "c" not in plan.checked_in_players_with_seat
    assert "c" in of(plan).all_players


def test_pause_moves_the_end_and_its_undo_does_not() -> None:
    plan = after(seated(), PauseOrResumeGameNightRoundTimer(AT + 5 * MINUTE))
    assert of(plan).round_end_announcement_time is None
    assert refuse(plan, seat(plan)) == "night-paused"
    resumed = after(plan, PauseOrResumeGameNightRoundTimer(AT + 15 * MINUTE, stop=False))
    assert of(resumed).round_end_announcement_time == AT + 70 * MINUTE
    assert of(after(resumed, UndoGameNightOrganiserAction(3))) == of(plan)
    assert of(after(plan, UndoGameNightOrganiserAction(2))).round_end_announcement_time == AT + 60 * MINUTE


def test_clock_is_stopped_and_started_once() -> None:
    assert refuse(seated(), PauseOrResumeGameNightRoundTimer(AT, stop=False)) == "night-clock"
    assert (
        refuse(after(seated(), PauseOrResumeGameNightRoundTimer(AT)), PauseOrResumeGameNightRoundTimer(AT))
        == "night-clock"
    )


def test_time_is_called_once_a_round() -> None:
    plan = after(seated(), RecordGameNightRoundTimeout(1))
    assert of(plan).round_end_announcement_time is None
    assert refuse(plan, RecordGameNightRoundTimeout(1)) == "plan-late"


def test_swap_voids_both_pods_and_its_undo_restores_the_seats() -> None:
    plan = after(seated(), RecordGameNightPodOpening(1, 7, 1))
    swapped = after(plan, SwapPlayersBetweenPods("a", "e"))
    assert [pod.players for pod in of(swapped).rounds[0].pods] == [
        ("e", "b", "c", "d"),
        ("a", "f", "g", "h"),
        ("i", "j", "k", "l"),
    ]
    assert [(pod.serial, pod.channel) for pod in of(swapped).voided] == [(1, 7), (2, 0)]
    back = after(swapped, UndoGameNightOrganiserAction(2))
    assert [pod.players for pod in of(back).rounds[0].pods] == [pod.players for pod in of(plan).rounds[0].pods]


def test_player_who_sits_out_can_be_swapped_in() -> None:
    plan = after(seated("abcde"), SwapPlayersBetweenPods("a", "e"))
    [last] = of(plan).rounds
    assert (last.pods[0].players, last.out) == (("e", "b", "c", "d"), ("a",))


@pytest.mark.parametrize(
    ("swap", "code"),
    [
        (SwapPlayersBetweenPods("a", "b"), "night-same-pod"),
        (SwapPlayersBetweenPods("a", "z"), "night-not-seated"),
        (SwapPlayersBetweenPods("a", "e", reported=(2,)), "night-reported"),
    ],
)
def test_impossible_swaps_are_refused(swap: SwapPlayersBetweenPods, code: str) -> None:
    assert refuse(seated(), swap) == code


def test_undone_round_leaves_its_pods_to_close() -> None:
    plan = after(seated(), RecordGameNightPodOpening(2, 7, 1), UndoGameNightOrganiserAction(1))
    assert of(plan).rounds == ()
    assert [(pod.serial, pod.channel) for pod in of(plan).voided] == [(1, 0), (2, 7), (3, 0)]
    plan = after(plan, RecordGameNightPodOpening(1, 9, 4))  # it was being opened
    plan = after(plan, RecordGameNightPodClosing(1), RecordGameNightPodClosing(2), RecordGameNightPodClosing(3))
    assert of(plan).voided == ()
    assert refuse(plan, RecordGameNightPodClosing(3)) == "plan-late"


def test_round_with_a_report_stands_with_all_before_it() -> None:
    plan = after(gather(), DropPlayerFromGameNight("c"))
    plan = after(plan, seat(plan))
    assert refuse(plan, UndoGameNightOrganiserAction(2, reported=(1,))) == "night-reported"
    assert refuse(plan, UndoGameNightOrganiserAction(1, reported=(1,))) == "night-act-late"


def test_drop_after_a_report_can_be_taken_back() -> None:
    plan = after(seated(), DropPlayerFromGameNight("c"))
    assert "c" not in plan.checked_in_players_with_seat
    assert "c" in after(plan, UndoGameNightOrganiserAction(2, reported=(1,))).checked_in_players_with_seat


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("act", [DropPlayerFromGameNight("c"), AddPlayerToGameNight("c")])
def test_undone_act_leaves_everybody_as_they_were(act: PlannedGameCommand, *, here: bool) -> None:
    plan = after(announce(), *(SignUpForPlan(each) for each in "bcd"), OpenPlannedGameCheckIn(AT))
    plan = after(plan, CheckInForPlan("a", AT), *([CheckInForPlan("c", AT)] if here else []), BeginGameNight(AT))
    if here and isinstance(act, AddPlayerToGameNight):
        assert refuse(plan, act) == "night-already"
        return
    assert after(plan, act, UndoGameNightOrganiserAction(1)) == plan


def test_player_who_came_back_stays_though_their_drop_is_undone() -> None:
    plan = after(seated(), DropPlayerFromGameNight("c"), SignUpForPlan("c"))
    assert after(plan, UndoGameNightOrganiserAction(2)).players == plan.players


def test_undone_drop_of_somebody_with_a_place_lets_the_next_wait_again() -> None:
    plan = after(announce(), *(SignUpForPlan(f"p{number}") for number in range(200)), OpenPlannedGameCheckIn(AT))
    dropped = after(plan, DropPlayerFromGameNight("p7"))
    assert (plan.players_on_waiting_list, dropped.players_on_waiting_list) == (("p199",), ())
    assert after(dropped, UndoGameNightOrganiserAction(1)).players_on_waiting_list == ("p199",)


def test_undone_addition_takes_the_player_out_again() -> None:
    plan = after(seated(), AddPlayerToGameNight("z", "tag-z"))
    assert "z" in plan.checked_in_players_with_seat
    assert of(plan).tags["z"] == "tag-z"
    assert "z" not in after(plan, UndoGameNightOrganiserAction(2)).players


def test_guest_knows_who_brought_them_last() -> None:
    plan = after(seated(), AddPlayerToGameNight("z", brought_by="a"), DropPlayerFromGameNight("z"))
    assert (plan.find_member_acting_for_player("z"), plan.find_member_acting_for_player("a")) == ("a", "a")
    assert after(plan, AddPlayerToGameNight("z", brought_by="b")).find_member_acting_for_player("z") == "b"


def test_undone_addition_of_guest_gives_them_back_to_whoever_brought_them_before() -> None:
    dropped = after(seated(), AddPlayerToGameNight("z", brought_by="a"), DropPlayerFromGameNight("z"))
    undone = after(dropped, AddPlayerToGameNight("z", brought_by="b"), UndoGameNightOrganiserAction(4))
    assert undone == dropped
    assert after(undone, UndoGameNightOrganiserAction(3)).find_member_acting_for_player("z") == "a"


def add(player: str, bringer: str | None = None) -> AddPlayerToGameNight:
    return AddPlayerToGameNight(player, brought_by=bringer, by="a")


@pytest.mark.parametrize("is_dropped", [False, True])
def test_player_who_signed_up_and_is_added_has_pressed(is_dropped: bool) -> None:
    plan = after(announce(), SignUpForPlan("c"), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD))
    added = after(plan, *[DropPlayerFromGameNight("c")] * is_dropped, add("c"))
    assert added.has_pressed_join_button("c")
    assert after(added, DropPlayerFromGameNight("c"), add("c")).has_pressed_join_button("c")


def test_player_who_was_added_or_left_by_themself_has_not_pressed_when_added_again() -> None:
    added = after(seated(), add("z"), DropPlayerFromGameNight("z"), add("z"))
    assert not added.has_pressed_join_button("z")
    back = after(seated(), DropPlayerFromGameNight("c"), SignUpForPlan("c"), WithdrawFromPlannedGame("c"))
    assert not after(back, add("c")).has_pressed_join_button("c")
    assert not after(back, UndoGameNightOrganiserAction(2)).has_pressed_join_button("c")


def test_press_of_dropped_player_stands_also_after_undone_additions() -> None:
    dropped = after(seated(), DropPlayerFromGameNight("c"))
    undone = after(dropped, add("c"), UndoGameNightOrganiserAction(3))
    assert undone == dropped
    assert after(undone, add("c")).has_pressed_join_button("c")


def test_press_for_guest_stands_for_the_member_who_pressed_alone() -> None:
    plan = after(seated(), add("z", "a"), DropPlayerFromGameNight("z"))
    assert after(plan, replace(add("z", "a"), by="b")).has_pressed_join_button("z")
    stolen = after(plan, add("z", "b"))
    assert not stolen.has_pressed_join_button("z")
    assert not after(stolen, DropPlayerFromGameNight("z"), add("z", "b")).has_pressed_join_button("z")


def test_undone_own_addition_of_guest_confirms_no_guest_of_somebody_else() -> None:
    plan = after(announce(), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD), add("z", "b"))
    plan = replace(plan, present=frozenset[str]())
    undone = after(plan, add("z", "a"), UndoGameNightOrganiserAction(2))
    assert (undone.find_member_acting_for_player("z"), undone.has_pressed_join_button("z")) == ("b", False)


def test_closed_night_is_over_until_that_is_undone() -> None:
    plan = after(seated(), CloseGameNight(AT + 1))
    assert (plan.state, plan.is_open) == ("over", False)
    assert refuse(plan, SignUpForPlan("z")) == "night-over"
    assert refuse(plan, seat(plan)) == "night-over"
    assert after(plan, UndoGameNightOrganiserAction(2)).state == "playing"


def test_end_is_taken_back_for_ten_minutes_only() -> None:
    plan = after(seated(), CloseGameNight(AT))
    assert after(plan, UndoGameNightOrganiserAction(2, now=AT + 10 * MINUTE - 1)).state == "playing"
    assert refuse(plan, UndoGameNightOrganiserAction(2, now=AT + 10 * MINUTE)) == "night-reopen-late"


def test_begun_night_is_neither_moved_nor_cancelled() -> None:
    assert refuse(seated(), CancelPlannedGame()) == "night-begun"
    assert refuse(seated(), ChangePlannedGameTime(AT + 1, AT)) == "night-begun"


def test_only_a_round_that_was_seated_before_has_a_reason() -> None:
    plan = seated()
    assert of(plan).repeated_draws == ()
    back = after(plan, UndoGameNightOrganiserAction(1))
    assert refuse(back, replace(seat(back), reason=None)) == "reason"
    assert refuse(back, replace(seat(back), reason=" ")) == "reason"
    again = after(back, seat(back))
    assert of(again).repeated_draws == (RepeatedRoundPairing(1, "a", "somebody is late"),)
    assert of(after(again, seat(again, AT + 1))).repeated_draws == of(again).repeated_draws
    assert of(after(again, UndoGameNightOrganiserAction(1))).repeated_draws == of(again).repeated_draws


MOVERS = {
    "plays": (Requester("b"), False),
    "sits out": (Requester("e"), False),
    "brought a guest who plays": (Requester("m"), False),
    "leads and plays": (Requester("a"), False),
    "leads and plays as a moderator": (Requester("a", moderator=True), True),
    "plays as a moderator who may not decide about own games": (Requester("a", moderator=True, neutral=True), False),
    "does not play": (Requester("z"), True),
}


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("undoes", [False, True])
def test_who_is_in_a_round_changes_none_of_its_seats(mover: str, undoes: bool) -> None:
    who, may = MOVERS[mover]
    plan = after(gather("abcd"), AddPlayerToGameNight("g", brought_by="m"), DropPlayerFromGameNight("d"))
    plan = after(plan, AddPlayerToGameNight("e"))
    plan = after(replace(plan, host=who.player), seat(plan))
    command: PlannedGameCommand = SwapPlayersBetweenPods("b", "e", who.player)
    if undoes:
        plan = after(plan, command)
        command = UndoGameNightOrganiserAction(len(of(plan).acts))
    if may:
        require_command_permission(plan, command, who, None)
        return
    with pytest.raises(Refusal) as refused:
        require_command_permission(plan, command, who, None)
    assert refused.value.code == "night-own-round"


def test_organiser_who_plays_leads_in_all_else() -> None:
    plan = seated()
    commands = (seat(plan), AddPlayerToGameNight("z"), PauseOrResumeGameNightRoundTimer(AT), CloseGameNight(AT))
    for command in commands:
        require_command_permission(plan, command, Requester("a"), None)


def test_plan_of_one_pod_takes_no_command_of_a_night() -> None:
    plan = after(None, PlanFutureGame(SETUP, "a", AT, 0))
    assert refuse(plan, BeginGameNight(AT)) == "no-night"


_ACTS = st.sampled_from(["seat", "drop", "add", "swap", "pause", "undo", "leave", "join", "open", "void", "close"])


@settings(max_examples=examples(100))
@given(st.data())
def test_nobody_has_two_places_whatever_is_done(data: st.DataObject) -> None:
    plan = gather()
    for step in range(data.draw(st.integers(1, 25))):
        night = of(plan)
        who = data.draw(st.sampled_from([*PEOPLE, "x", "y"]))
        command: PlannedGameCommand
        match data.draw(_ACTS):
            case "seat":
                command = seat(plan, AT + step, data.draw(st.sampled_from([3, 4])))
            case "drop":
                command = DropPlayerFromGameNight(who)
            case "add":
                command = AddPlayerToGameNight(who)
            case "swap":
                command = SwapPlayersBetweenPods(who, data.draw(st.sampled_from(PEOPLE)))
            case "pause":
                command = PauseOrResumeGameNightRoundTimer(AT + step, stop=data.draw(st.booleans()))
            case "undo":
                command = UndoGameNightOrganiserAction(len(night.acts))
            case "leave":
                command = WithdrawFromPlannedGame(who)
            case "join":
                command = SignUpForPlan(who)
            case "open":
                command = RecordGameNightPodOpening(data.draw(st.integers(1, night.serials + 1)), 7, step + 1)
            case "void":
                command = RecordGameNightPodClosing(data.draw(st.integers(1, night.serials + 1)))
            case _:
                command = CloseGameNight(AT + step)
        try:
            plan = apply_planned_game_event(plan, create_event_of_plan_command(plan, command))
        except Refusal:
            continue
        night = of(plan)
        assert len({*plan.players}) == len(plan.players)
        assert plan.present <= {*plan.players}
        serials = [pod.serial for each in night.rounds for pod in each.pods]
        serials += [pod.serial for pod in night.voided]
        assert len({*serials}) == len(serials)
        for each in night.rounds:
            seats = [player for pod in each.pods for player in pod.players]
            assert len({*seats, *each.out}) == len(seats) + len(each.out)
