"""Pairing of a night's round: sizes (NGT-1), who sits out (NGT-2) and who plays whom (NGT-3)."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from bot.nights.pairing import (
    Mode,
    Pair,
    PairingSolverInput,
    PlayerToPair,
    PodSizePreferences,
    compute_pairing_cost,
    divide_players_into_pod_sizes,
    draw_tie_breaking_lots,
    pair_players_into_pods,
)
from tests.effort import EFFORT, NAME, SEED
from tests.nights.pairing_costs import (
    find_key,
    find_least_cost,
    find_sizes,
    find_turns_and_least_cost,
    list_exchanges,
    make_round,
    order_cost,
    rate_pods,
)

MODES: tuple[Mode, ...] = ("fresh", "swiss")


def sizes(allowed: str, preferred: int, may: str | None = None) -> PodSizePreferences:
    wanted = frozenset(map(int, allowed.split()))
    return PodSizePreferences(wanted, frozenset(map(int, may.split())) if may else wanted, preferred)


@pytest.mark.parametrize(
    ("players", "given", "expected"),
    [
        (5, sizes("3 4", 4, "3 4 5"), (5,)),
        (5, sizes("3 4", 4), (4,)),
        (9, sizes("3 4", 4), (3, 3, 3)),
        (14, sizes("3 4", 4), (3, 3, 4, 4)),
        (10, sizes("4 5 6", 5), (5, 5)),
        (10, sizes("4 5 6", 4), (5, 5)),
        (11, sizes("4 5 6", 4), (5, 6)),
        (7, sizes("4 5 6", 4), (6,)),
        (0, sizes("3 4", 4), ()),
        (2, sizes("3 4", 4), ()),
    ],
)
def test_sizes_follow_the_examples(players: int, given: PodSizePreferences, expected: tuple[int, ...]) -> None:
    assert divide_players_into_pod_sizes(players, given) == expected


@pytest.mark.parametrize("players", range(23))
def test_sizes_are_the_best_of_all_divisions(players: int) -> None:
    random = Random(f"{SEED} {players}")
    for _ in range(EFFORT.examples * 20):
        given = make_round(random, 0, "fresh", largest=8).sizes
        assert divide_players_into_pod_sizes(players, given) == find_sizes(players, given)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", range(11))
def test_up_to_ten_players_meet_at_the_least_cost_there_is(players: int, mode: Mode) -> None:
    random = Random(f"{SEED} {players} {mode}")
    for _ in range(EFFORT.examples * {10: 2, 9: 4, 8: 4}.get(players, 12)):
        question = make_round(random, players, mode)
        pairing = pair_players_into_pods(question)
        assert tuple(sorted(map(len, pairing.pods))) == find_sizes(players, question.sizes)
        assert order_cost(pairing.cost, mode) == find_least_cost(question)
        assert pairing.cost == compute_pairing_cost(question, pairing.pods)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", range(10))
def test_up_to_nine_players_share_smaller_pods_and_then_meet_at_the_least_cost(players: int, mode: Mode) -> None:
    random = Random(f"{SEED} smaller {players} {mode}")
    for _ in range(EFFORT.examples * {9: 4, 8: 6}.get(players, 12)):
        question = make_round(random, players, mode, shares=True)
        pairing = pair_players_into_pods(question)
        assert tuple(sorted(map(len, pairing.pods))) == find_sizes(players, question.sizes)
        assert rate_pods(question, pairing.pods) == find_turns_and_least_cost(question)
        assert pairing.cost == compute_pairing_cost(question, pairing.pods)


@pytest.mark.parametrize("players", range(2, 10))
def test_up_to_nine_players_who_are_kept_apart_meet_as_strong_people_as_without(players: int) -> None:
    random = Random(f"{SEED} strength {players}")
    for number in range(EFFORT.examples * {9: 4, 8: 6}.get(players, 12)):
        question = make_round(random, players, "fresh", shares=number % 2 == 0, keeps=True)
        first = pair_players_into_pods(question._replace(apart=frozenset())).pods
        pairing = pair_players_into_pods(question)
        if not compute_pairing_cost(question, first).apart:
            assert pairing.pods == first
        assert rate_pods(question, pairing.pods, first) == find_turns_and_least_cost(question, first)
        assert pairing.cost == compute_pairing_cost(question, pairing.pods)


@pytest.mark.parametrize("players", [12, 16, 17, 29, 61, 90] if NAME == "nightly" else [12, 16, 17, 61])
def test_no_exchange_lets_those_who_are_kept_apart_meet_people_of_nearer_strength(players: int) -> None:
    question = make_round(Random(f"{SEED} strength {players}"), players, "fresh", keeps=True)
    first = pair_players_into_pods(question._replace(apart=frozenset())).pods
    pairing = pair_players_into_pods(question)
    found = rate_pods(question, pairing.pods, first)
    for pods in list_exchanges(question, pairing.pods, pairing.out):
        assert rate_pods(question, pods, first) >= found


def test_whoever_avoids_the_strongest_meets_as_much_strength_as_without_avoiding_them() -> None:
    names = [f"p{number}" for number in range(28)]
    strengths = {name: 2200 if number < 3 else 500 + 50 * number for number, name in enumerate(names)}
    entrants = tuple(PlayerToPair(name, strength=strengths[name]) for name in names)
    apart = frozenset(frozenset((names[20], strongest)) for strongest in names[:3])
    met = Counter[tuple[bool, bool]]()
    for seed in range(30 if NAME == "nightly" else 12):
        lots = draw_tie_breaking_lots(seed, names)
        for avoids, keeps in product((False, True), repeat=2):
            question = PairingSolverInput(
                entrants, sizes("4", 4), apart=apart if avoids else frozenset(), lots=lots, keeps_strength=keeps
            )
            pod = next(pod for pod in pair_players_into_pods(question).pods if names[20] in pod)
            assert not avoids or not {*pod}.intersection(names[:3])
            met[avoids, keeps] += sum(strengths[name] for name in pod)
    assert met[True, False] < 0.95 * met[False, False]
    assert abs(met[True, True] - met[False, True]) < 0.02 * met[False, True]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("players", "shares"), [*product([12, 16, 17, 23, 40, 61, 90], [False]), *product([16, 23, 61], [True])]
)
def test_no_exchange_of_two_people_lowers_the_cost(players: int, mode: Mode, shares: bool) -> None:
    question = make_round(Random(f"{SEED} {players} {mode}"), players, mode, shares=shares)
    pairing = pair_players_into_pods(question)
    found = rate_pods(question, pairing.pods)
    for pods in list_exchanges(question, pairing.pods, pairing.out):
        assert rate_pods(question, pods) >= found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [7, 10, 11, 13, 23, 61])
def test_nobody_sits_in_a_smaller_pod_twice_before_everybody_did_once(players: int, mode: Mode) -> None:
    random = Random(f"{SEED} {players} {mode}")
    names = [f"p{number}" for number in range(players)]
    smaller, points = Counter[str](), Counter[str]()
    met = Counter[Pair]()
    for number in range(5):
        entrants = tuple(PlayerToPair(name, points[name], smaller=smaller[name]) for name in names)
        lots = draw_tie_breaking_lots(number, names)
        apart = frozenset({frozenset(names[:2]), frozenset(names[1:3])}) if mode == "fresh" else frozenset[Pair]()
        question = PairingSolverInput(
            entrants, sizes("3 4", 4, "3 4 5"), mode, met, apart=apart, lots=lots, shares_smaller_pods=True
        )
        for pod in pair_players_into_pods(question).pods:
            points[random.choice(pod)] += 3
            smaller.update(pod if len(pod) == 3 else ())
            met.update(map(frozenset, combinations(pod, 2)))
        assert max(smaller[name] for name in names) - min(smaller[name] for name in names) <= 1


@pytest.mark.parametrize("shares", [False, True])
def test_the_smaller_pod_of_swiss_is_at_the_bottom_if_smaller_pods_are_shared_out(shares: bool) -> None:
    points = [9, 9, 9, 6, 6, 6, 6, 3, 3, 3, 3]
    entrants = tuple(PlayerToPair(f"p{number}", each) for number, each in enumerate(points))
    question = PairingSolverInput(entrants, sizes("3 4", 4), "swiss", shares_smaller_pods=shares)
    pods = pair_players_into_pods(question).pods
    known = {each.name: each.points for each in entrants}
    small = next(pod for pod in pods if len(pod) == 3)
    assert [known[name] for name in small] == ([3, 3, 3] if shares else [9, 9, 9])


@pytest.mark.parametrize("players", [17, 24, 41, 70])
def test_swiss_is_at_least_as_good_as_every_cut_of_the_order_of_points(players: int) -> None:
    random = Random(f"{SEED} {players}")
    for _ in range(EFFORT.examples):
        question = make_round(random, players, "swiss")
        pairing = pair_players_into_pods(question)
        playing = [each for each in question.entrants if each.name not in pairing.out]
        line = [each.name for each in sorted(playing, key=lambda each: -each.points)]
        for order in (
            set(permutations(map(len, pairing.pods), len(pairing.pods)))
            if len(pairing.pods) < 7
            else {tuple(map(len, pairing.pods))}
        ):
            ends = [sum(order[: at + 1]) for at in range(len(order))]
            cut = [line[end - size : end] for end, size in zip(ends, order, strict=True)]
            cost = compute_pairing_cost(question, cut)
            assert order_cost(pairing.cost, "swiss") <= order_cost(cost, "swiss")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [0, 1, 7, 13, 16, 17, 30, 75])
def test_everybody_plays_once_or_sits_out_with_the_smallest_keys(players: int, mode: Mode) -> None:
    question = make_round(Random(f"{SEED} {players} {mode}"), players, mode)
    pairing = pair_players_into_pods(question)
    names = [name for pod in pairing.pods for name in pod] + list(pairing.out)
    assert sorted(names) == sorted(each.name for each in question.entrants)
    keys = {each.name: find_key(each, mode) for each in question.entrants}
    assert sorted(keys[name] for name in pairing.out) == sorted(keys.values())[: len(pairing.out)]
    assert list(pairing.pods) == sorted(tuple(sorted(pod)) for pod in pairing.pods)
    assert list(pairing.out) == sorted(pairing.out)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [8, 15, 20, 45])
def test_the_order_of_the_entrants_changes_nothing(players: int, mode: Mode) -> None:
    random = Random(f"{SEED} {players} {mode}")
    question = make_round(random, players, mode)
    pairing = pair_players_into_pods(question)
    for _ in range(5):
        entrants = list(question.entrants)
        random.shuffle(entrants)
        assert pair_players_into_pods(question._replace(entrants=tuple(entrants))) == pairing


def test_the_lots_decide_between_equal_costs() -> None:
    names = [f"p{number}" for number in range(20)]
    question = PairingSolverInput(tuple(map(PlayerToPair, names)), sizes("4", 4))
    pairings = {
        pair_players_into_pods(question._replace(lots=draw_tie_breaking_lots(seed, names))).pods for seed in range(5)
    }
    assert len(pairings) == 5


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [9, 15, 23, 45])
def test_people_of_other_names_with_the_same_lots_are_paired_alike(players: int, mode: Mode) -> None:
    question = make_round(Random(f"{SEED} {players} {mode}"), players, mode)
    names = [each.name for each in question.entrants]
    called = dict(zip(names, (f"x{number}" for number in range(players)), strict=True))
    pairing = pair_players_into_pods(question)
    other = pair_players_into_pods(
        PairingSolverInput(
            tuple(each._replace(name=called[each.name]) for each in question.entrants),
            question.sizes,
            mode,
            {frozenset(map(called.__getitem__, pair)): n for pair, n in question.met.items()},
            {frozenset(map(called.__getitem__, pair)): n for pair, n in question.earlier.items()},
            frozenset(frozenset(map(called.__getitem__, pair)) for pair in question.apart),
            {called[name]: lot for name, lot in question.lots.items()},
        )
    )
    renamed = {frozenset(called[name] for name in pod) for pod in pairing.pods}
    assert {frozenset(pod) for pod in other.pods} == renamed
    assert other.cost == pairing.cost


def test_points_of_any_size_are_compared_exactly() -> None:
    entrants = tuple(
        PlayerToPair(name, points) for name, points in zip("abcd", (10**30, 0, 1, 10**30 + 1), strict=True)
    )
    pairing = pair_players_into_pods(PairingSolverInput(entrants, sizes("2", 2), "swiss"))
    assert pairing.pods == (("a", "d"), ("b", "c"))
