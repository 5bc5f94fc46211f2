"""Seating of a round: from the facts and the secret of a night to its pods."""

import hmac
from hashlib import sha256
from random import Random

import pytest
from msgspec.structs import replace

from bot.nights.pairing import Mode, PodSizePreferences, RoundPairing, pair_players_into_pods
from bot.nights.seating import (
    GameNightAttendee,
    RoundPairingInput,
    build_pairing_solver_input,
    choose_pairs_to_keep_apart,
    compute_random_pairing_value,
    find_pseudonym_of_player,
    hash_player_pairs_kept_apart,
)
from tests.effort import EFFORT, SEED
from tests.nights.pairing_costs import find_least_cost, order_cost
from tests.nights.rounds import SECRET, make_facts, rename

MODES: tuple[Mode, ...] = ("fresh", "swiss")


def pair(facts: RoundPairingInput, secret: str = SECRET) -> RoundPairing:
    return pair_players_into_pods(build_pairing_solver_input(facts, secret))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [5, 9, 14, 21, 40])
def test_neither_names_nor_the_order_of_facts_change_the_pods(players: int, mode: Mode) -> None:
    random = Random(f"{SEED} {players} {mode}")
    facts = make_facts(random, players, mode, apart=2 if mode == "fresh" else 0)
    pairing = pair(facts)
    for prefix in ("z", "A", "é"):
        other = rename(facts, prefix)
        shuffled = replace(
            other,
            attendees=tuple(random.sample(other.attendees, players)),
            met=tuple(random.sample([pod[::-1] for pod in other.met], len(other.met))),
            earlier=other.earlier[::-1],
        )
        found = pair(shuffled)
        assert {frozenset(pod) for pod in found.pods} == {
            frozenset(f"{prefix}{name}" for name in pod) for pod in pairing.pods
        }
        assert found.cost == pairing.cost


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", range(3, 11))
def test_up_to_ten_people_sit_at_the_least_cost_there_is(players: int, mode: Mode) -> None:
    random = Random(f"{SEED} {players} {mode}")
    for _ in range(EFFORT.examples * 2):
        facts = make_facts(random, players, mode, apart=players // 3)
        question = build_pairing_solver_input(facts, SECRET)
        assert order_cost(pair_players_into_pods(question).cost, mode) == find_least_cost(question)


def test_another_round_and_another_secret_break_ties_otherwise() -> None:
    facts = make_facts(Random(SEED), 24, former=0)
    facts = replace(facts, attendees=tuple(GameNightAttendee(a.player, a.tag) for a in facts.attendees))
    pods = {pair(replace(facts, number=number), secret).pods for number in (1, 2) for secret in (SECRET, SECRET[::-1])}
    assert len(pods) == 4


def test_people_who_avoid_each_other_sit_apart_in_mode_fresh() -> None:
    names = "abcdefgh"
    apart = frozenset({frozenset("ab"), frozenset("ac"), frozenset("ad"), frozenset("az")})
    facts = RoundPairingInput(
        1,
        PodSizePreferences(frozenset({4}), frozenset({4}), 4),
        "fresh",
        tuple(GameNightAttendee(name, name) for name in names),
        apart=apart,
    )
    for secret in map(str, range(20)):
        pod = next(pod for pod in pair(facts, secret).pods if "a" in pod)
        assert not {"b", "c", "d"} & set(pod)
        assert pair(facts, secret).cost.apart == 0


def test_swiss_pairs_by_points_alone_whoever_avoids_whom() -> None:
    facts = replace(make_facts(Random(SEED), 12, "swiss"), apart=frozenset({frozenset(("p1", "p2"))}))
    assert pair(facts) == pair(replace(facts, apart=frozenset()))


def test_a_lot_is_the_hmac_of_round_and_tag() -> None:
    expected = hmac.new(SECRET.encode(), b"round 3 " + b"ab" * 32, sha256).digest()
    assert compute_random_pairing_value(SECRET, 3, "ab" * 32) == expected


def test_players_without_a_tag_have_one_of_their_own() -> None:
    tags = {"ana": "ab" * 32, "bo": "-"}
    found = [find_pseudonym_of_player(tags, player) for player in ("ana", "bo", "cy")]
    assert found == ["ab" * 32, sha256(b"player bo").hexdigest(), sha256(b"player cy").hexdigest()]


def test_the_hash_of_avoidances_is_of_the_pairs_in_any_order_and_hides_how_many() -> None:
    assert hash_player_pairs_kept_apart(SECRET, 1, ["ab", "cd"]) == hash_player_pairs_kept_apart(
        SECRET, 1, ["dc", "ba"]
    )
    others = {
        hash_player_pairs_kept_apart(SECRET, 1, []),
        hash_player_pairs_kept_apart(SECRET, 1, ["ab"]),
        hash_player_pairs_kept_apart(SECRET, 2, ["ab"]),
        hash_player_pairs_kept_apart(SECRET[::-1], 1, ["ab"]),
    }
    assert {len(each) for each in others} == {64}
    assert len(others) == 4


def test_each_player_is_kept_apart_from_the_first_of_their_list_whoever_is_there() -> None:
    avoidances = [("a", each) for each in "bcdef"] + [("e", "b")]
    assert choose_pairs_to_keep_apart(avoidances, "abcdef") == {*map(frozenset, ("ab", "eb"))}
    assert choose_pairs_to_keep_apart(avoidances, "adef") == frozenset()
    assert choose_pairs_to_keep_apart(avoidances, "aef", 2, count_absent_players=False) == {
        *map(frozenset, ("ae", "af"))
    }
    every = {*map(frozenset, ("ab", "ac", "ad", "ae", "af", "eb"))}
    assert choose_pairs_to_keep_apart(avoidances, "abcdef", None) == every
