"""Random rounds, and a slow pairing that compares every way there is."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from bot.nights.pairing import (
    Mode,
    Pair,
    PairingCost,
    PairingSolverInput,
    PlayerToPair,
    PodSizePreferences,
    compute_pairing_cost,
    draw_tie_breaking_lots,
)

Division = tuple[int, ...]
Pods = tuple[tuple[str, ...], ...]


def make_round(
    random: Random, players: int, mode: Mode, largest: int = 6, *, shares: bool = False, keeps: bool = False
) -> PairingSolverInput:
    """Return a round of so many players, with meetings, brackets and sizes by chance.

    With `shares` the smaller pods are shared out, and some players have sat in one before. With `keeps` people who are
    kept apart meet others of the same strength instead.
    """
    names = [f"p{number}" for number in range(players)]
    random.shuffle(names)
    entrants = tuple(
        PlayerToPair(
            name,
            points=random.choice((0, 0, 1, 2, 3, 6, -1)),
            byes=random.choice((0, 0, 0, 1, 2)),
            bracket=random.choice((None, 1, 2, 3, 4, 5)),
        )
        for name in names
    )
    may = frozenset(random.sample(range(2, largest + 1), random.randint(1, largest - 1)))
    allowed = frozenset(random.sample(sorted(may), random.randint(1, len(may))))
    met = draw_counts(random, names, players)
    earlier = draw_counts(random, names, players)
    apart = frozenset(draw_counts(random, names, players // 3)) if mode == "fresh" else frozenset()
    sizes = PodSizePreferences(allowed, may, random.randint(2, largest))
    lots = draw_tie_breaking_lots(random.randrange(1000), names)
    if shares:
        entrants = tuple(each._replace(smaller=random.choice((0, 0, 1, 2))) for each in entrants)
    if keeps:
        entrants = tuple(each._replace(strength=random.randrange(300, 3000)) for each in entrants)
    return PairingSolverInput(entrants, sizes, mode, met, earlier, apart, lots, shares, keeps_strength=keeps)


def draw_counts(random: Random, names: list[str], pairs: int) -> dict[Pair, int]:
    if len(names) < 2:
        return {}
    return {frozenset(random.sample(names, 2)): random.randint(1, 3) for _ in range(pairs)}


def order_cost(cost: PairingCost, mode: Mode) -> tuple[int, ...]:
    """Return the parts of a cost in the order in which they decide (NGT-3)."""
    apart, repeats, earlier, points, brackets = cost
    if mode == "swiss":
        return points, repeats, earlier, brackets
    return apart, repeats, earlier, points, brackets


def find_sizes(players: int, sizes: PodSizePreferences) -> Division:
    """Return the sizes of NGT-1 by comparing all divisions."""
    allowed = [each for each in list_divisions(players, sizes.allowed) if sum(each) == players]
    ways = allowed or list_divisions(players, sizes.may)
    key = {each: rate_division(each, players, sizes.preferred) for each in ways}
    least = min(key.values())
    return max(each for each in ways if key[each] == least)


def rate_division(division: Division, players: int, preferred: int) -> tuple[int, int, int]:
    out = players - sum(division)
    distance = sum((size - preferred) ** 2 for size in division)
    return out, distance, sum(size > preferred for size in division)


def list_divisions(players: int, sizes: Iterable[int], least: int = 0) -> list[Division]:
    """Return every list of sizes, sorted upwards, that seats at most so many people."""
    found: list[Division] = [()]
    for size in sorted(sizes):
        if least <= size <= players:
            rest = list_divisions(players - size, sizes, size)
            found += [(size, *each) for each in rest]
    return found


def find_least_cost(question: PairingSolverInput) -> tuple[int, ...]:
    """Return the least cost by comparing all pairings (NGT-2, NGT-3), after whose turn it is in smaller pods."""
    return find_turns_and_least_cost(question)[1]


def find_turns_and_least_cost(
    question: PairingSolverInput, first: Pods = ()
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return the smallest keys that people in smaller pods can have, and then the least cost, from all pairings."""
    division = find_sizes(len(question.entrants), question.sizes)
    return min(
        rate_pods(question, pods, first)
        for seated in list_seated(question, sum(division))
        for pods in list_pods(seated, division)
    )


def rate_pods(
    question: PairingSolverInput, pods: Iterable[Iterable[str]], first: Pods = ()
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return the keys of the people in smaller pods, sorted, if these are shared out, and then the cost.

    `first` are the pods that would be drawn if nobody were kept apart, where strength is kept.
    """
    seated = [[*pod] for pod in pods]
    cost = order_cost(compute_pairing_cost(question, seated), question.mode)
    if first:
        cost = (*cost[:2], find_missed_strength(question, seated, first), *cost[2:])
    return list_keys_in_smaller_pods(question, seated), cost


def find_missed_strength(question: PairingSolverInput, pods: list[list[str]], first: Pods) -> int:
    """Return how far people whom a pair keeps apart are from the strength that they meet in the `first` pods."""
    strengths = {each.name: each.strength for each in question.entrants}
    missed = 0
    for pod in first:
        for name in pod:
            if any(frozenset((name, other)) in question.apart for other in pod):
                now = next((each for each in pods if name in each), [name])
                missed += abs(sum(strengths[each] for each in now) - sum(strengths[each] for each in pod))
    return missed


def list_keys_in_smaller_pods(question: PairingSolverInput, pods: list[list[str]]) -> list[tuple[int, ...]]:
    if not question.shares_smaller_pods:
        return []
    known = {each.name: each for each in question.entrants}
    people = [known[name] for pod in pods for name in pod if len(pod) < max(map(len, pods))]
    return sorted((p.smaller, p.points) if question.mode == "swiss" else (p.smaller,) for p in people)


def list_seated(question: PairingSolverInput, seats: int) -> Iterator[tuple[str, ...]]:
    """Yield everybody who may play: those who sit out have the smallest keys."""
    keys = {each.name: find_key(each, question.mode) for each in question.entrants}
    smallest = sorted(keys.values())[: len(keys) - seats]
    for out in combinations(keys, len(keys) - seats):
        if sorted(keys[name] for name in out) == smallest:
            yield tuple(name for name in keys if name not in out)


def find_key(entrant: PlayerToPair, mode: Mode) -> tuple[int, ...]:
    return (entrant.byes, entrant.points) if mode == "swiss" else (entrant.byes,)


def list_pods(names: tuple[str, ...], division: Division) -> Iterator[list[tuple[str, ...]]]:
    if not names:
        yield []
        return
    first, *others = names
    for size in set(division):
        rest = list(division)
        rest.remove(size)
        for chosen in combinations(others, size - 1):
            left = tuple(name for name in others if name not in chosen)
            for pods in list_pods(left, tuple(rest)):
                yield [(first, *chosen), *pods]


def list_exchanges(
    question: PairingSolverInput, pods: tuple[tuple[str, ...], ...], out: tuple[str, ...]
) -> Iterator[list[list[str]]]:
    """Yield what one exchange of two people makes of a pairing, for every exchange there is."""
    keys = {each.name: find_key(each, question.mode) for each in question.entrants}
    for one, other in combinations(range(len(pods)), 2):
        for first in pods[one]:
            for second in pods[other]:
                yield exchange(pods, {first: second, second: first})
    for pod in pods:
        for name in pod:
            for waiting in out:
                if keys[name] == keys[waiting]:
                    yield exchange(pods, {name: waiting})


def exchange(pods: tuple[tuple[str, ...], ...], swap: dict[str, str]) -> list[list[str]]:
    return [[swap.get(name, name) for name in pod] for pod in pods]
