"""Seating a night of 200 people: what it takes and costs, beside two simple ways."""

from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import NamedTuple

from bot.nights.pairing import (
    Mode,
    Pair,
    PairingCost,
    PairingSolverInput,
    PodSizePreferences,
    compute_pairing_cost,
    divide_players_into_pod_sizes,
    pair_players_into_pods,
)
from bot.nights.seating import GameNightAttendee, RoundPairingInput, build_pairing_solver_input
from bot.rules.draws import hash_text
from tests.benchmarks.figures import Figure, Size

PEOPLE = 200
ROUNDS = 5
FORMER_NIGHTS = 4

Pods = Sequence[Sequence[str]]
Way = Callable[[PairingSolverInput, Random], Pods]


class Night(NamedTuple):
    """The costs of all rounds, part by part, and the processor seconds of the slowest round."""

    cost: PairingCost
    slowest: float


def seat_randomly(question: PairingSolverInput, random: Random) -> Pods:
    """Shuffle everybody and cut."""
    names = [each.name for each in question.entrants]
    random.shuffle(names)
    return _cut(names, divide_players_into_pod_sizes(len(names), question.sizes))


def seat_greedily(question: PairingSolverInput, random: Random) -> Pods:
    """Fill pod after pod with whoever has met its members least; in `swiss` cut by points."""
    entrants = [*question.entrants]
    random.shuffle(entrants)
    sizes = divide_players_into_pod_sizes(len(entrants), question.sizes)
    if question.mode == "swiss":
        entrants.sort(key=lambda each: -each.points)
        return _cut([each.name for each in entrants], sizes)
    free = [each.name for each in entrants]
    pods: list[list[str]] = []
    for size in sizes:
        pod = [free.pop(0)]
        while len(pod) < size:
            best = min(free, key=lambda name: _count_met(question, name, pod))
            free.remove(best)
            pod.append(best)
        pods.append(pod)
    return pods


def _count_met(question: PairingSolverInput, name: str, pod: Sequence[str]) -> tuple[int, int, int]:
    pairs = [frozenset((name, other)) for other in pod]
    return (
        sum(pair in question.apart for pair in pairs),
        sum(question.met.get(pair, 0) for pair in pairs),
        sum(question.earlier.get(pair, 0) for pair in pairs),
    )


def seat_as_the_bot(question: PairingSolverInput, random: Random) -> Pods:
    """Pair by NGT-1 to NGT-3."""
    return pair_players_into_pods(question).pods


WAYS: dict[str, Way] = {"bot": seat_as_the_bot, "greedy": seat_greedily, "random": seat_randomly}


def seat_nights(size: Size) -> list[Figure]:
    """Measure a night of each mode; the parts of its cost beside those of the simple ways."""
    figures: list[Figure] = []
    modes: tuple[Mode, ...] = ("fresh", "swiss")
    for mode in modes:
        nights = {name: _play(way, mode, min(size.rounds, ROUNDS)) for name, way in WAYS.items()}
        bot, greedy, random = (nights[name] for name in WAYS)
        shown = f"{PEOPLE} people, {mode}"
        figures += [
            Figure(f"{shown}: the slowest round", bot.slowest, "s", 1, "less than"),
            Figure("… seated greedily", greedy.slowest, "s"),
            Figure("… seated randomly", random.slowest, "s"),
        ]
        for part in PairingCost._fields:
            cost, simple, chance = (getattr(night.cost, part) for night in (bot, greedy, random))
            if chance:
                wanted = simple if part == _FIRST_PARTS[mode] else None
                against = ("greedy", simple)
                figures += [
                    Figure(f"… {part} in all rounds", cost, "", wanted, "at most", against),
                    Figure(f"… {part} by chance", chance, "", None, "at most", against),
                ]
    return figures


_FIRST_PARTS: dict[Mode, str] = {"fresh": "repeats", "swiss": "points"}
"""The parts of the cost that decide, where nobody avoids anybody."""


def _play(way: Way, mode: Mode, rounds: int) -> Night:
    """Play the rounds of a night after some others, each pod with a winner by chance."""
    random = Random(PEOPLE)
    names = [f"p{number}" for number in range(PEOPLE)]
    brackets = {name: random.choice((None, 2, 3, 4)) for name in names}
    strengths = {name: random.randrange(300, 3000) for name in names}
    earlier = [pod for _ in range(FORMER_NIGHTS * ROUNDS) for pod in _seat_by_chance(names, random)]
    apart: frozenset[Pair] = frozenset(frozenset(random.sample(names, 2)) for _ in range(PEOPLE))
    points = dict.fromkeys(names, 0)
    met: list[tuple[str, ...]] = []
    costs: list[PairingCost] = []
    slowest = 0.0
    for number in range(1, rounds + 1):
        facts = RoundPairingInput(
            number,
            PodSizePreferences(frozenset({3, 4}), frozenset({3, 4, 5}), 4),
            mode,
            tuple(GameNightAttendee(n, hash_text(n), points[n], 0, brackets[n], strength=strengths[n]) for n in names),
            tuple(met),
            tuple(earlier),
            apart,
            keeps_strength=True,
        )
        question = build_pairing_solver_input(facts, hash_text("secret"))
        start = process_time()
        pods = way(question, random)
        slowest = max(slowest, process_time() - start)
        costs.append(compute_pairing_cost(question, pods))
        for pod in pods:
            met.append(tuple(pod))
            points[random.choice(pod)] += 3
    return Night(PairingCost(*map(sum, zip(*costs, strict=True))), slowest)


def _seat_by_chance(names: Sequence[str], random: Random) -> list[tuple[str, ...]]:
    order = random.sample(names, len(names))
    return [tuple(order[at : at + 4]) for at in range(0, len(order), 4)]


def _cut(names: Sequence[str], sizes: Sequence[int]) -> Pods:
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return [names[end - size : end] for end, size in zip(ends, sizes, strict=True)]
