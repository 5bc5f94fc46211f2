"""The file of a night is made from its acts, and holds what decided its pods."""

from collections.abc import Iterable
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.basics.typed_values import convert_value_to_type
from bot.draws.night_proofs import (
    PairingFairnessProof,
    build_pairing_fairness_proof,
    recompute_round_pairings,
    verify_pairing_fairness_proof,
)
from bot.nights.night import GameNight
from bot.nights.pairing import Mode, Pair, pair_players_into_pods
from bot.nights.seating import (
    GameNightAttendee,
    RoundPairingInput,
    build_pairing_solver_input,
    find_pseudonym_of_player,
    hash_player_pairs_kept_apart,
)
from bot.nights.terms import GameNightPairingSecrets, GameNightSettings, compute_pairing_commitment_hash
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.night_begin_and_end import BeginGameNight, CloseGameNight, UndoGameNightOrganiserAction
from bot.planning.night_rounds import SeatGameNightRound
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
from bot.rules.draws import RandomSeatingSecrets, compute_account_pseudonym, hash_text
from bot.rules.records import PodSetup
from tests.effort import EFFORT, SEED

AT = 100 * CHECK_IN_LEAD
VEIL = hash_text("veil")
SECRETS = RandomSeatingSecrets(hash_text("secret"), hash_text(VEIL), VEIL)
PEOPLE = [*"abcdefghijklmn"]
ACCOUNTS = {player: 1000 + at for at, player in enumerate(PEOPLE)}
NAMES = {player: f"Ana {player}" for player in PEOPLE}
EARLIER = (("a", "b", "c", "d"), ("e", "f", "gone"))
NOBODY: frozenset[Pair] = frozenset()


def do(plan: PlannedGame | None, command: PlannedGameCommand) -> PlannedGame:
    return apply_planned_game_event(plan, create_event_of_plan_command(plan, command))


def of(plan: PlannedGame) -> GameNight:
    assert plan.night is not None
    return plan.night


def announce(people: Iterable[str], mode: Mode, recipe: int) -> PlannedGame:
    """A night to which people came; one of them has no account."""
    terms = GameNightSettings(3, 60, mode, seal=GameNightPairingSecrets(1, 2, 3, SECRETS, recipe))
    setup = PodSetup(variant="elimination", scoring="elimination")
    tags = {player: compute_account_pseudonym(VEIL, ACCOUNTS[player]) for player in people if player != "b"}
    plan = do(None, PlanFutureGame(setup, "a", AT, 0, night=terms, tags={"a": tags["a"]}))
    plan = do(do(plan, OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD)), CheckInForPlan("a", AT - 1))
    for player in people:
        if player != "a":
            plan = do(plan, SignUpForPlan(player, tag=tags.get(player)))
    return do(plan, BeginGameNight(AT))


def ask_round(plan: PlannedGame, random: Random, apart: frozenset[Pair] | None) -> SeatGameNightRound:
    """Return the command for the next round as it should be paired."""
    night = of(plan)
    number = len(night.rounds) + 1
    byes = night.count_byes_by_player()
    smaller = night.count_smaller_pods_by_player()
    points = {player: random.choice((0, 1, 3, -1)) for player in plan.checked_in_players_with_seat}
    brackets = {player: random.randint(1, 5) for player in plan.checked_in_players_with_seat if player < "g"}
    strengths = {player: random.randint(300, 3000) for player in plan.checked_in_players_with_seat}
    tags = {player: find_pseudonym_of_player(night.tags, player) for player in plan.checked_in_players_with_seat}
    facts = RoundPairingInput(
        number,
        night.terms.pod_sizes,
        night.terms.mode,
        tuple(
            GameNightAttendee(p, tags[p], points[p], byes.get(p, 0), brackets.get(p), smaller[p], strength=strengths[p])
            for p in plan.checked_in_players_with_seat
        ),
        tuple(night.list_players_by_pod()),
        EARLIER,
        apart or NOBODY,
        night.terms.shares_smaller_pods,
        keeps_strength=night.terms.keeps_strength,
    )
    pairing = pair_players_into_pods(build_pairing_solver_input(facts, SECRETS.secret))
    here = [[tags[each] for each in pair] for pair in apart or () if pair <= set(plan.checked_in_players_with_seat)]
    kept = None if apart is None else hash_player_pairs_kept_apart(SECRETS.secret, number, here)
    return SeatGameNightRound(
        number,
        pairing.pods,
        pairing.out,
        AT + number,
        points,
        kept,
        brackets=brackets,
        by="p0",
        reason="late",
        strengths=strengths,
    )


def play(random: Random, mode: Mode, apart: frozenset[Pair] | None = None, recipe: int = 3) -> GameNight:
    """A night of three rounds in which people leave, change places, and a round is taken back."""
    plan = announce(random.sample(PEOPLE, len(PEOPLE)), mode, recipe)
    plan = do(plan, ask_round(plan, random, apart))
    plan = do(plan, UndoGameNightOrganiserAction(1))
    for number in range(3):
        plan = do(plan, ask_round(plan, random, apart))
        last = of(plan).rounds[-1]
        if number < 2:
            one, other = last.pods[0].players[0], last.pods[-1].players[0]
            plan = do(plan, SwapPlayersBetweenPods(one, other))
            plan = do(plan, WithdrawFromPlannedGame(random.choice(plan.players[1:])))
    return of(do(plan, CloseGameNight(AT + 9)))


def prove(night: GameNight, apart: frozenset[Pair] | None = None) -> PairingFairnessProof:
    """Return the proof as it is read from the file."""
    made = build_pairing_fairness_proof(
        night, NAMES, ACCOUNTS, EARLIER, None if apart is None else [(min(pair), max(pair)) for pair in apart]
    )
    return convert_value_to_type(json.decode(json.encode(made)), PairingFairnessProof)


def find_wrong(proof: PairingFairnessProof) -> list[str]:
    return [check.what for check in verify_pairing_fairness_proof(proof) if not check.is_valid]


@pytest.mark.parametrize("recipe", [1, 2, 3])
@pytest.mark.parametrize("mode", ["fresh", "swiss"])
def test_everybody_can_repeat_a_night_of_a_server_on_which_nobody_avoids_anybody(mode: Mode, recipe: int) -> None:
    random = Random(f"{SEED} {mode}")
    for _ in range(EFFORT.examples):
        night = play(random, mode, recipe=recipe)
        proof = prove(night)
        assert find_wrong(proof) == []
        assert all(recompute_round_pairings(proof))
        assert len(proof.rounds) == 3
        assert [len(told.swaps) for told in proof.rounds] == [1, 1, 0]
        assert proof.recipe == f"night-{recipe}"
        assert proof.commitment == compute_pairing_commitment_hash(GameNightPairingSecrets(1, 2, 3, SECRETS, recipe))


APART: frozenset[Pair] = frozenset({frozenset("ab"), frozenset("cd"), frozenset(("e", "gone"))})


def test_moderators_can_repeat_a_night_with_avoidances_and_others_cannot() -> None:
    night = play(Random(SEED), "fresh", APART)
    proof = prove(night, APART)
    assert find_wrong(proof) == []
    assert all(recompute_round_pairings(proof))
    assert {"round 1 apart", "round 1 pods"} <= {check.what for check in verify_pairing_fairness_proof(proof)}
    public = prove(night)
    assert public.secret is None
    assert all(told.apart is None for told in public.rounds)
    assert find_wrong(public) == []
    assert recompute_round_pairings(public) == [None] * 3
    assert SECRETS.secret not in json.encode(public).decode()


def test_the_public_file_says_the_same_whether_somebody_of_the_night_avoids_anybody() -> None:
    absent = frozenset({frozenset(("y", "z"))})
    for apart in (APART, absent, NOBODY):
        public = prove(play(Random(SEED), "fresh", apart))
        assert public.secret is None
        assert all(len(told.apart_hash) == 64 for told in public.rounds)


def test_pairs_that_have_changed_since_are_left_out_of_the_moderators_file() -> None:
    night = play(Random(SEED), "fresh", APART)
    proof = prove(night, frozenset({frozenset("ab")}))
    assert find_wrong(proof) == []
    assert None in recompute_round_pairings(proof)


def test_accounts_are_in_the_file_until_somebody_is_forgotten() -> None:
    night = play(Random(SEED), "fresh")
    told = {seat.name: seat.account for seat in prove(night).roster}
    assert told["Ana a"] == "1000"
    assert told["Ana b"] is None
    seal = night.terms.seal
    assert seal is not None
    unveiled = replace(seal, own=replace(seal.own, veil=None))
    forgotten = prove(replace(night, terms=replace(night.terms, seal=unveiled)))
    assert forgotten.veil is None
    assert {seat.account for seat in forgotten.roster} == {None}
    assert find_wrong(forgotten) == []
    assert all(recompute_round_pairings(forgotten))
