"""The calls of a night's pods: who is missing loses the seat, and the bench fills it."""

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from bot.nights.night import CALL_TIME, GameNight, GameNightPod
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.night_begin_and_end import BeginGameNight
from bot.planning.night_calls import AssignPodSeatsToBenchPlayers, RecordPodRollCalls, list_bench_players
from bot.planning.night_clock import PauseOrResumeGameNightRoundTimer
from bot.planning.night_rounds import RecordGameNightPodOpening, SeatGameNightRound
from bot.planning.plan import (
    CHECK_IN_LEAD,
    PlannedGame,
    PlannedGameCommand,
    apply_planned_game_event,
    create_event_of_plan_command,
)
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan, WithdrawFromPlannedGame
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Commander, Deck, Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import LeaveLobby, OpenLobby, StartGame
from bot.rules.night_calls import EndPodRollCall, SeatBenchPlayersInPod
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.seats import list_playable_player_counts
from bot.service import rights

AT = 100 * CHECK_IN_LEAD
SETUP = PodSetup(variant="elimination", scoring="elimination")
FOUR = ("ana", "bo", "cy", "di")


def do(plan: PlannedGame | None, command: PlannedGameCommand) -> PlannedGame:
    return apply_planned_game_event(plan, create_event_of_plan_command(plan, command))


def refuse(game: Pod, command: PodCommand) -> str:
    with pytest.raises(Refusal) as refused:
        create_pod_event(game, command)
    return refused.value.code


def play(pod: Pod | None, *commands: PodCommand) -> Pod:
    for command in commands:
        pod = apply_pod_event(pod, create_pod_event(pod, command))
    assert pod is not None
    return pod


def open_pod(players: tuple[Player, ...] = FOUR) -> Pod:
    setup = replace(SETUP, size=len(players), invited=players)
    return play(None, OpenLobby(setup, "org", kept=players, called=players))


def of(plan: PlannedGame) -> GameNight:
    assert plan.night is not None
    return plan.night


def announce(people: Iterable[Player]) -> PlannedGame:
    plan = do(None, PlanFutureGame(SETUP, "p0", AT, 0, night=GameNightSettings(5, 60)))
    plan = do(plan, OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD))
    for player in people:
        plan = do(plan, CheckInForPlan(player, AT - 1) if player == "p0" else SignUpForPlan(player))
    return do(plan, BeginGameNight(AT))


def seat(plan: PlannedGame, pods: tuple[tuple[Player, ...], ...], out: tuple[Player, ...] = ()) -> PlannedGame:
    plan = do(plan, SeatGameNightRound(len(of(plan).rounds) + 1, pods, out, AT, by="p0"))
    for pod in of(plan).rounds[-1].pods:
        plan = do(plan, RecordGameNightPodOpening(pod.serial, 100 + pod.serial, 1))
    return plan


def find_pod(plan: PlannedGame, serial: int) -> GameNightPod:
    pod = of(plan).find_pod_by_serial_number(serial)
    assert pod is not None
    return pod


# A pod


def test_pod_begins_by_any_of_its_players_once_all_have_pressed() -> None:
    pod = play(open_pod(), *map(JoinPod, FOUR[:3]))
    start = StartGame(FOUR, "ana")
    assert refuse(pod, start) == "call-runs"
    pod = play(pod, JoinPod("di"))
    for player in FOUR:
        rights.require_command_permission(pod, start, Requester(player), None)
    with pytest.raises(Refusal) as refused:
        rights.require_command_permission(pod, start, Requester("eve"), None)
    assert refused.value.code == "only-players"
    assert play(pod, start).state == "running"


def test_end_of_the_call_frees_the_seats_of_missing_players_and_the_bench_fills_them() -> None:
    pod = play(open_pod(), JoinPod("ana"), JoinPod("bo"), EndPodRollCall())
    assert (pod.players, pod.missing, pod.awaits_bench) == (("ana", "bo"), ("cy", "di"), True)
    assert refuse(pod, JoinPod("cy")) == "call-over"
    assert refuse(pod, StartGame(("ana", "bo"), "ana")) == "call-filling"
    assert refuse(pod, EndPodRollCall()) == "call-filling"
    pod = play(pod, SeatBenchPlayersInPod(("eve", "fay")))
    assert set(pod.called) == {"ana", "bo", "eve", "fay"}
    assert refuse(pod, JoinPod("cy")) == "call-over"
    assert refuse(pod, SeatBenchPlayersInPod()) == "call-none"
    assert play(pod, StartGame(("eve", "ana", "bo", "fay"), "bo")).state == "running"


def test_people_from_the_bench_bring_the_decks_that_they_played_last() -> None:
    old, new, other = (Deck((Commander(name),)) for name in ("Krenko", "Atraxa", "Tymna"))
    decks = {"eve": old, "ana": old, "gil": old}
    pod = play(open_pod(), JoinPod("ana"), JoinPod("bo"), DeclareDeck("ana", new), EndPodRollCall())
    pod = play(pod, SeatBenchPlayersInPod(("eve", "fay"), decks=decks))
    assert pod.decks == {"ana": new, "eve": old}
    assert play(pod, DeclareDeck("eve", other)).decks == {"ana": new, "eve": other}


@pytest.mark.parametrize("order", [("here", "end"), ("end", "here")])
def test_press_at_the_end_of_the_call_counts_or_frees_the_seat(order: tuple[str, str]) -> None:
    acts: dict[str, PodCommand] = {"here": JoinPod("di"), "end": EndPodRollCall()}
    pod = play(open_pod(), *map(JoinPod, FOUR[:3]), acts[order[0]])
    assert refuse(pod, acts[order[1]]) == ("call-full" if order[0] == "here" else "call-over")


def test_call_ends_where_somebody_left_or_was_dropped_after_pressing() -> None:
    pod = play(open_pod(), *map(JoinPod, FOUR))
    assert refuse(pod, EndPodRollCall()) == "call-full"
    assert play(pod, LeaveLobby("cy"), EndPodRollCall()).awaits_bench
    dropped = play(pod, EndPodRollCall(("bo",)))
    assert dropped.missing == ("bo",)
    assert refuse(play(None, OpenLobby(SETUP, "ana", ("ana",))), EndPodRollCall()) == "call-none"


def test_only_who_leads_the_night_and_does_not_play_ends_a_call_early() -> None:
    pod = play(open_pod(), JoinPod("ana"))
    command = EndPodRollCall()
    for allowed in (Requester("org", organiser=True), Requester("mod", moderator=True)):
        rights.require_command_permission(pod, command, allowed, None)
    for refused, code in (
        (Requester("bo"), "only-leaders"),
        (Requester("org"), "only-leaders"),
        (Requester("ana", organiser=True), "night-own-pod"),
        (Requester("di", organiser=True), "night-own-pod"),
    ):
        with pytest.raises(Refusal) as found:
            rights.require_command_permission(pod, command, refused, None)
        assert found.value.code == code


def test_guest_of_a_missing_member_is_missing_too() -> None:
    setup = replace(SETUP, size=4, invited=("ana", "bo", "cy", "gus"))
    opening = OpenLobby(setup, "org", kept=("ana", "bo", "cy", "gus"), called=("ana", "bo", "cy"), guests={"gus": "cy"})
    pod = play(None, opening)
    pod = play(pod, JoinPod("ana"), JoinPod("bo"), EndPodRollCall())
    assert set(pod.missing) == {"cy", "gus"}
    pod = play(pod, SeatBenchPlayersInPod(("hal",), {"hal": "ana"}))
    assert pod.guests == {"hal": "ana"}


# The night


def assign(plan: PlannedGame, serial: int, seated: tuple[Player, ...], call: int = 1) -> PlannedGame:
    sizes = list_playable_player_counts(SETUP)
    return do(plan, AssignPodSeatsToBenchPlayers(serial, call, seated, 4, sizes))


def test_bench_fills_free_seats_late_comers_included_and_missing_players_are_absent() -> None:
    plan = seat(announce(f"p{n}" for n in range(9)), (("p0", "p1", "p2", "p3"), ("p4", "p5", "p6", "p7")), ("p8",))
    plan = do(plan, SignUpForPlan("late"))
    plan = assign(plan, 1, ("p0", "p1"))
    assert find_pod(plan, 1).players == ("p0", "p1", "p8", "late")
    assert of(plan).rounds[-1].out == ()
    assert {"p2", "p3"}.isdisjoint(plan.present)
    assert list_bench_players(plan, of(plan)) == ()
    plan = do(plan, CheckInForPlan("p2", AT + 2))
    assert list_bench_players(plan, of(plan)) == ("p2",)
    plan = assign(plan, 2, ("p4", "p5", "p6"))
    assert find_pod(plan, 2).players == ("p4", "p5", "p6", "p2")


def test_pod_with_too_few_players_is_void_and_those_who_are_there_sit_out() -> None:
    plan = seat(announce(f"p{n}" for n in range(8)), (("p0", "p1", "p2", "p3"), ("p4", "p5", "p6", "p7")))
    plan = assign(plan, 1, ("p0",))
    assert find_pod(plan, 1).is_void
    assert of(plan).rounds[-1].out == ("p0",)
    assert of(plan).count_byes_by_player() == {"p0": 1}
    plan = assign(plan, 2, ("p4", "p5", "p6"))
    assert find_pod(plan, 2).players == ("p4", "p5", "p6", "p0")
    assert of(plan).rounds[-1].out == ()


def test_free_seat_that_nobody_can_fill_stays_open_for_a_late_comer() -> None:
    plan = seat(announce(f"p{n}" for n in range(4)), (("p0", "p1", "p2", "p3"),))
    plan = assign(plan, 1, ("p0", "p1", "p2"))
    assert (find_pod(plan, 1).free_seats, find_pod(plan, 1).is_void) == (1, False)
    assert of(plan).compute_next_roll_call_time(7, has_substitutes=False) is None
    plan = do(plan, SignUpForPlan("late"))
    assert of(plan).compute_next_roll_call_time(7, has_substitutes=bool(list_bench_players(plan, of(plan)))) == 7
    plan = assign(plan, 1, ("p0", "p1", "p2"), call=2)
    assert find_pod(plan, 1).players == ("p0", "p1", "p2", "late")


def test_seats_of_a_call_are_assigned_once() -> None:
    plan = assign(
        seat(announce(f"p{n}" for n in range(5)), (("p0", "p1", "p2", "p3"),), ("p4",)), 1, ("p0", "p1", "p2")
    )
    with pytest.raises(Refusal):
        assign(plan, 1, ("p0", "p1", "p2"))
    with pytest.raises(Refusal):
        assign(plan, 99, ("p0",))


def test_call_counts_from_the_mention_that_was_sent_and_stands_still_with_the_clock() -> None:
    plan = seat(announce(f"p{n}" for n in range(4)), (("p0", "p1", "p2", "p3"),))
    plan = do(plan, RecordPodRollCalls({1: AT + 7}))
    assert of(plan).compute_next_roll_call_time(0, has_substitutes=False) == AT + 7 + CALL_TIME
    with pytest.raises(Refusal):
        do(plan, RecordPodRollCalls({1: AT + 9}))
    plan = do(plan, PauseOrResumeGameNightRoundTimer(AT + 10))
    assert of(plan).compute_next_roll_call_time(0, has_substitutes=False) is None
    plan = do(plan, PauseOrResumeGameNightRoundTimer(AT + 110, stop=False))
    assert of(plan).compute_next_roll_call_time(0, has_substitutes=False) == AT + 107 + CALL_TIME
    plan = do(plan, RecordPodRollCalls(over=(1,)))
    assert of(plan).pods_with_open_roll_call == ()


@pytest.mark.parametrize("people", [13, 24, 60, 200])
def test_everybody_who_is_there_plays_or_is_on_the_bench(people: int) -> None:
    """Silent people lose their seats pod by pod, late-comers and leavers come and go; nobody is in two places."""
    random = Random(people)
    names = [f"p{n}" for n in range(people)]
    plan = announce(names)
    for number in range(5):
        there = list(plan.checked_in_players_with_seat)
        random.shuffle(there)
        count = len(there) - len(there) % 4
        pods = tuple(tuple(there[at : at + 4]) for at in range(0, count, 4))
        plan = seat(plan, pods, tuple(there[count:]))
        for pod in of(plan).rounds[-1].pods:
            if random.random() < 0.2 and len(plan.players) > 8:
                plan = do(plan, WithdrawFromPlannedGame(random.choice(plan.players[1:])))
            if random.random() < 0.2:
                plan = do(plan, SignUpForPlan(f"late{number}-{pod.serial}"))
            here = tuple(player for player in pod.players if player in plan.players and random.random() < 0.8)
            plan = assign(plan, pod.serial, here)
        current = of(plan).rounds[-1]
        seated = [player for pod in current.pods for player in pod.players]
        assert len(seated) == len({*seated})
        bench = list_bench_players(plan, of(plan))
        assert plan.present - {*seated} == {*bench}
        assert {*current.out}.isdisjoint(seated)
        assert all(len(pod.players) in (0, *list_playable_player_counts(SETUP)) for pod in current.pods)
        free = sum(pod.free_seats for pod in current.pods)
        for pod in current.pods:  # whoever came onto the bench later gets the free seats that are left
            if pod.free_seats:
                plan = assign(plan, pod.serial, find_pod(plan, pod.serial).players, call=2)
        left = sum(pod.free_seats for pod in of(plan).rounds[-1].pods)
        assert free - left == min(free, len(bench))
