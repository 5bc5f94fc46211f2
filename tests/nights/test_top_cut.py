"""The top cut of a night: who plays in it, whom they meet, and the final order; and pods that are drawn again."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.basics.typed_values import convert_value_to_type
from bot.draws.night_proofs import (
    PairingFairnessProof,
    build_pairing_fairness_proof,
    recompute_all_pod_pairings,
    verify_pairing_fairness_proof,
)
from bot.nights.night import GameNight
from bot.nights.pairing import PairingSolverInput, PlayerToPair, PodSizePreferences, pair_players_into_pods
from bot.nights.seating import compute_random_pairing_value, find_pseudonym_of_player
from bot.nights.terms import GameNightPairingSecrets, GameNightSettings
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.night_begin_and_end import BeginGameNight, CloseGameNight, UndoGameNightOrganiserAction
from bot.planning.night_calls import AssignPodSeatsToBenchPlayers, list_bench_players
from bot.planning.night_redraws import ReseatUnstartedPods
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
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.draws import RandomSeatingSecrets, hash_text
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.winning import ReportDrawnGame
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_standings import (
    compute_standings_of_night,
    find_top_cut_places_and_winners,
    list_pods_to_reseat,
)
from bot.service.pod_states import GameNightPodState
from tests.literal import pods as page

AT = 100 * CHECK_IN_LEAD
SETUP = PodSetup(variant="elimination", scoring="elimination")
VEIL = hash_text("veil")
SECRETS = RandomSeatingSecrets(hash_text("secret"), hash_text(VEIL), VEIL)
FOURS = PodSizePreferences(frozenset({4}), frozenset({4}), 4)


def do(plan: PlannedGame | None, *commands: PlannedGameCommand) -> PlannedGame:
    for command in commands:
        plan = apply_planned_game_event(plan, create_event_of_plan_command(plan, command))
    assert plan is not None
    return plan


def refuse(plan: PlannedGame | None, command: PlannedGameCommand) -> str:
    with pytest.raises(Refusal) as refused:
        create_event_of_plan_command(plan, command)
    return refused.value.code


def of(plan: PlannedGame) -> GameNight:
    assert plan.night is not None
    return plan.night


# Who sits where


def cut(people: int, size: int, through: Iterable[int] = (), shared: Mapping[int, int] | None = None) -> list[set[str]]:
    """Return the pods of a cut of people called by their places in the standings; some may share a place."""
    entrants = tuple(
        PlayerToPair(f"p{at:02}", standing=(shared or {}).get(at, at), through=at in through)
        for at in range(1, people + 1)
    )
    lots = {each.name: each.name.encode()[::-1] for each in entrants}
    pairing = pair_players_into_pods(PairingSolverInput(entrants, FOURS, cut=size, lots=lots))
    assert {name for pod in (*pairing.pods, pairing.out) for name in pod} == {each.name for each in entrants}
    return [{*pod} for pod in pairing.pods]


def names(*places: int) -> set[str]:
    return {f"p{place:02}" for place in places}


def test_best_sixteen_are_seeded_so_that_the_best_meet_last() -> None:
    assert cut(20, 16) == [names(1, 8, 9, 16), names(2, 7, 10, 15), names(3, 6, 11, 14), names(4, 5, 12, 13)]


@pytest.mark.parametrize(("people", "size", "pods"), [(20, 4, 1), (15, 16, 1), (4, 16, 1), (3, 4, 0), (0, 16, 0)])
def test_cut_of_four_has_one_pod_and_so_has_one_of_sixteen_with_fewer_people(people: int, size: int, pods: int) -> None:
    assert cut(people, size) == [names(1, 2, 3, 4)][:pods]


def test_final_has_those_who_are_through_and_the_next_of_the_standings() -> None:
    assert cut(18, 4, through=(1, 7, 14, 13)) == [names(1, 7, 13, 14)]
    assert cut(18, 4, through=(7, 14, 13)) == [names(1, 7, 13, 14)]


def test_lots_decide_who_of_those_that_share_a_place_is_in() -> None:
    # The lots are the names read backwards: "01p" before "50p".
    assert cut(6, 4, shared={4: 4, 5: 4, 6: 4}) == [names(1, 2, 3, 4)]
    assert cut(11, 4, shared={4: 4, 9: 4, 10: 4, 11: 4}) == [names(1, 2, 3, 10)]


# A night


def announce(people: int, terms: GameNightSettings) -> PlannedGame:
    terms = replace(terms, seal=GameNightPairingSecrets(1, 2, 3, SECRETS, 2))
    plan = do(None, PlanFutureGame(SETUP, "p01", AT, 0, night=terms), OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD))
    plan = do(plan, CheckInForPlan("p01", AT - 1))
    for at in range(2, people + 1):
        plan = do(plan, SignUpForPlan(f"p{at:02}"))
    return do(plan, BeginGameNight(AT))


class Evening:
    """A night whose pods are played; the player with the lowest number wins, unless a test says otherwise."""

    def __init__(self, people: int, cut: int = 16, rounds: int = 1) -> None:
        self.plan = announce(people, GameNightSettings(rounds, 60, cut=cut))
        self.games: dict[int, Pod] = {}

    @property
    def night(self) -> GameNight:
        return of(self.plan)

    @property
    def states(self) -> list[list[GameNightPodState]]:
        return [
            [GameNightPodState(pod, self._find_live(pod.serial)) for pod in each.pods] for each in self.night.rounds
        ]

    def _find_live(self, serial: int) -> LiveGame | None:
        game = self.games.get(serial)
        return None if game is None else LiveGame(ChannelAddress(1, 100 + serial), 1, 1, game)

    def ask_seats(self) -> SeatGameNightRound:
        night, there = self.night, self.plan.checked_in_players_with_seat
        number = len(night.rounds) + 1
        size = night.find_top_cut_size_of_round(number)
        if not size:
            pods = tuple(there[at : at + 4] for at in range(0, len(there) // 4 * 4, 4))
            return SeatGameNightRound(number, pods, there[len(there) // 4 * 4 :], AT, by="p01", reason="late")
        places, through = find_top_cut_places_and_winners(night, self.states, there)
        lots = {
            each: compute_random_pairing_value(SECRETS.secret, number, find_pseudonym_of_player(night.tags, each))
            for each in there
        }
        entrants = tuple(PlayerToPair(p, standing=places[p], through=p in through) for p in there)
        pairing = pair_players_into_pods(PairingSolverInput(entrants, FOURS, cut=size, lots=lots))
        out = tuple(sorted(pairing.out, key=lambda p: (p not in through, places[p], lots[p])))
        return SeatGameNightRound(
            number, pairing.pods, out, AT, by="p01", reason="late", places=places, through=tuple(sorted(through))
        )

    def seat(self) -> None:
        self.plan = do(self.plan, self.ask_seats())
        self.open_pods()

    def open_pods(self) -> None:
        for pod in self.night.rounds[-1].pods:
            if not pod.is_opened:
                self.plan = do(self.plan, RecordGameNightPodOpening(pod.serial, 100 + pod.serial, 1))
                setup = replace(SETUP, size=len(pod.players), invited=pod.players)
                self.play(pod.serial, OpenLobby(setup, "p01", pod.players))

    def play(self, serial: int, *commands: PodCommand) -> None:
        game = self.games.get(serial)
        for command in commands:
            game = apply_pod_event(game, create_pod_event(game, command))
        assert game is not None
        self.games[serial] = game

    def start(self, serial: int) -> tuple[Player, ...]:
        players = self.games[serial].players
        self.play(serial, StartGame(players, players[0]))
        return players

    def win(self, serial: int, winner: Player | None = None) -> None:
        players = self.start(serial)
        last = winner or min(players)
        self.play(serial, *(ConcedeGame(player) for player in players if player != last))

    def finish(self, winners: Iterable[Player] = ()) -> None:
        """Play all pods of the round that have not begun; whoever is named wins."""
        for pod in self.night.rounds[-1].pods:
            if self.games[pod.serial].state == "lobby":
                self.win(pod.serial, next((each for each in winners if each in pod.players), None))

    def list_final(self) -> list[str]:
        return [f"{line.place} {line.player}" for line in compute_standings_of_night(self.night, self.states)]


def test_final_order_is_that_of_the_cut_and_then_of_the_standings() -> None:
    evening = Evening(20)
    evening.seat()
    evening.finish()
    before = [line.split()[1] for line in evening.list_final()]
    evening.seat()
    first, second, *_ = evening.night.rounds[-1].pods
    cut = evening.night.rounds[-1].seated_players
    winners = [max(first.players, key=before.index), max(second.players, key=before.index)]
    evening.finish(winners)
    evening.seat()
    finalists = {*evening.night.rounds[-1].pods[0].players}
    assert len(finalists) == 4
    assert {*winners} < finalists
    evening.finish(winners[1:])
    lines = compute_standings_of_night(evening.night, evening.states)
    assert lines[0].player == winners[1]
    assert (lines[0].reached, lines[0].won) == ("final", True)
    assert {line.player for line in lines[:4]} == finalists
    assert {line.player for line in lines[:16]} == cut
    assert [line.player for line in lines[16:]] == [each for each in before if each not in cut]
    assert [line.reached for line in lines] == ["final"] * 4 + ["cut"] * 12 + [None] * 4
    assert [line.won for line in lines[:16]] == [True, *[False] * 15]
    ordinary = compute_standings_of_night(replace(evening.night, rounds=evening.night.rounds[:1]), evening.states[:1])
    assert {line.player: line.points for line in lines} == {line.player: line.points for line in ordinary}
    assert refuse(evening.plan, evening.ask_seats()) == "night-all-rounds"


def test_draw_sends_the_best_of_the_standings_who_are_still_in_the_game_on() -> None:
    evening = Evening(8, cut=4, rounds=1)
    evening.seat()
    evening.finish()
    evening.seat()
    (final,) = evening.night.rounds[-1].pods
    order = [line.split()[1] for line in evening.list_final()]
    evening.start(final.serial)
    evening.play(final.serial, ConcedeGame(final.players[0]), ReportDrawnGame())
    left = [player for player in order if player in final.players and player != final.players[0]]
    lines = compute_standings_of_night(evening.night, evening.states)
    assert lines[0].player == left[0]
    assert [line.won for line in lines[:4]] == [True, False, False, False]


def test_pod_closed_without_a_result_sends_the_best_who_was_there_on() -> None:
    evening = Evening(16)
    evening.seat()
    evening.finish()
    evening.seat()
    first = evening.night.rounds[-1].pods[0]
    evening.play(first.serial, ClosePod())
    evening.finish()
    order = [line.split()[1] for line in evening.list_final()]
    _, through = find_top_cut_places_and_winners(evening.night, evening.states, evening.plan.present)
    assert len(through) == 4
    assert len(through.intersection(first.players)) == 1
    places = find_top_cut_places_and_winners(evening.night, evening.states, evening.plan.present)[0]
    assert min(first.players, key=places.__getitem__) in through or len({places[p] for p in first.players}) < 4
    assert {*order[:4]} >= through.difference(first.players)


def test_whoever_leaves_before_the_cut_gives_the_place_to_the_next_one() -> None:
    evening = Evening(18)
    evening.seat()
    evening.finish()
    best = evening.list_final()[0].split()[1]
    leaver = best if best != "p01" else evening.list_final()[1].split()[1]
    evening.plan = do(evening.plan, WithdrawFromPlannedGame(leaver))
    evening.seat()
    seated = evening.night.rounds[-1].seated_players
    assert leaver not in seated
    assert len(seated) == 16


def test_seat_of_a_missing_player_of_the_cut_goes_to_the_next_of_the_standings() -> None:
    evening = Evening(12, cut=4)
    evening.seat()
    evening.finish()
    evening.seat()
    current = evening.night.rounds[-1]
    (pod,) = current.pods
    evening.plan = do(evening.plan, SignUpForPlan("late"))
    bench = list_bench_players(evening.plan, evening.night)
    assert bench == current.out
    evening.plan = do(evening.plan, AssignPodSeatsToBenchPlayers(pod.serial, 1, pod.players[:3], 4, (3, 4)))
    assert evening.night.rounds[-1].pods[0].players == (*pod.players[:3], current.out[0])
    assert evening.night.count_byes_by_player() == {}


@pytest.mark.parametrize(("people", "pods"), [(15, 1), (5, 1), (16, 4)])
def test_cut_of_sixteen_with_fewer_people_is_a_final_of_four(people: int, pods: int) -> None:
    evening = Evening(people)
    evening.seat()
    evening.finish()
    evening.seat()
    assert len(evening.night.rounds[-1].pods) == pods
    assert evening.night.last_round_number == (3 if pods == 4 else 2)


def test_cut_is_refused_with_three_people_and_for_other_sizes() -> None:
    evening = Evening(4)
    evening.seat()
    evening.finish()
    evening.plan = do(evening.plan, WithdrawFromPlannedGame("p04"))
    assert refuse(evening.plan, evening.ask_seats()) == "night-cut-few"
    plan = PlanFutureGame(SETUP, "p01", AT, 0, night=GameNightSettings(3, 60, cut=8))
    assert refuse(None, plan) == "night-cut"
    emperor = PodSetup(table="emperor", variant="elimination", scoring="elimination")
    sizes = GameNightSettings(3, 60, allowed=(6,), preferred=6, may=(6,), cut=4)
    assert refuse(None, PlanFutureGame(emperor, "p01", AT, 0, night=sizes)) == "night-cut-pods"
    assert do(None, PlanFutureGame(emperor, "p01", AT, 0, night=replace(sizes, cut=0))).night is not None


# Pods that are drawn again


def draw_again(evening: Evening) -> ReseatUnstartedPods:
    """Return the command that reverses the pods that have not begun."""
    pods = list_pods_to_reseat(evening.night, evening.states)
    people = [player for pod in pods for player in pod.players][::-1]
    groups = tuple(tuple(people[at : at + 4]) for at in range(0, len(people), 4))
    serials = tuple(pod.serial for pod in pods)
    return ReseatUnstartedPods(
        len(evening.night.rounds), serials, groups, evening.night.rounds[-1].out, "corrected", by="p01"
    )


def test_changed_result_lets_those_pods_be_drawn_again_that_have_not_begun() -> None:
    evening = Evening(12, cut=0, rounds=3)
    evening.seat()
    first = evening.night.rounds[0].pods[0]
    evening.finish()
    seating = evening.ask_seats()
    points = {line.player: line.points for line in compute_standings_of_night(evening.night, evening.states)}
    evening.plan = do(evening.plan, replace(seating, points=points))
    evening.open_pods()
    begun, *_ = evening.night.rounds[-1].pods
    evening.start(begun.serial)
    assert list_pods_to_reseat(evening.night, evening.states) == ()
    evening.games[first.serial] = replace(evening.games[first.serial], result=None)
    if begun.players == first.players:  # those of the corrected pod play already
        assert list_pods_to_reseat(evening.night, evening.states) == ()
    second = evening.night.rounds[0].pods[1]
    evening.games[second.serial] = replace(evening.games[second.serial], result=None)
    before = evening.night
    command = draw_again(evening)
    assert refuse(evening.plan, replace(command, reported=command.serials[:1])) == "night-redraw-begun"
    assert refuse(evening.plan, replace(command, reason="")) == "reason"
    assert refuse(evening.plan, replace(command, pods=command.pods[1:])) == "night-changed"
    with pytest.raises(Refusal):
        rights.require_command_permission(evening.plan, command, Requester("p01"), None)
    evening.plan = do(evening.plan, command)
    current = evening.night.rounds[-1]
    assert current.pods[0] == begun
    assert [pod.players for pod in current.pods[1:]] == [*command.pods]
    assert {pod.serial for pod in evening.night.voided} >= {*command.serials}
    assert evening.night.repeated_draws[-1].reason == "corrected"
    evening.plan = do(evening.plan, UndoGameNightOrganiserAction(len(evening.night.acts)))
    assert [pod.players for pod in evening.night.rounds[-1].pods] == [pod.players for pod in before.rounds[-1].pods]


def test_file_of_a_night_with_a_cut_and_a_second_draw_can_be_checked() -> None:
    evening = Evening(20)
    evening.seat()
    evening.finish()
    evening.seat()
    first, *waiting = evening.night.rounds[-1].pods
    evening.start(first.serial)
    people = [player for pod in waiting for player in pod.players]
    there = (*people, *evening.night.rounds[-1].out)
    places, _ = find_top_cut_places_and_winners(
        replace(evening.night, rounds=evening.night.rounds_before_top_cut), evening.states[:1], there
    )
    lots = {
        each: compute_random_pairing_value(SECRETS.secret, 2, find_pseudonym_of_player(evening.night.tags, each))
        for each in there
    }
    entrants = tuple(PlayerToPair(p, standing=places[p]) for p in there)
    pairing = pair_players_into_pods(PairingSolverInput(entrants, FOURS, cut=12, lots=lots))
    serials = tuple(pod.serial for pod in waiting)
    again = ReseatUnstartedPods(2, serials, pairing.pods, pairing.out, "late", by="p01", places=places)
    evening.plan = do(evening.plan, again)
    evening.open_pods()
    evening.play(first.serial, *(ConcedeGame(player) for player in first.players[1:]))
    evening.finish()
    evening.seat()
    evening.finish()
    evening.plan = do(evening.plan, CloseGameNight(AT + 9))
    everybody = {player: player for player in evening.night.all_players}
    file = json.decode(json.encode(build_pairing_fairness_proof(evening.night, everybody, {})))
    assert [told.get("cut") for told in file["rounds"]] == [None, 16, 4]
    assert [each["cut"] for each in file["rounds"][1]["again"]] == [12]
    assert find_wrong(file) <= {"round 1 pods"}  # the test seated the first round in the order of names
    proof = convert_value_to_type(file, PairingFairnessProof)
    drawn = [each for draws in recompute_all_pod_pairings(proof)[1:] for each in draws]
    found = [each and ([list(pod) for pod in each.pods], list(each.out)) for each in drawn]
    assert found == [*page.find_pods(file)][1:]
    told = file["rounds"][1]["again"][0]
    told["pods"][0][0], told["out"][0] = told["out"][0], told["pods"][0][0]
    assert "round 2, draw 2 pods" in find_wrong(file)
    told["here"][0]["standing"] = 99
    assert "round 2, draw 2 top cut" in find_wrong(file)


def find_wrong(file: object) -> set[str]:
    proof = convert_value_to_type(file, PairingFairnessProof)
    return {check.what for check in verify_pairing_fairness_proof(proof) if not check.is_valid}
