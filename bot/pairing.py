"""Pairing of a night's round: pod sizes (NGT-1), who sits out (NGT-2) and who plays whom (NGT-3).

Up to 16 players the pairing has the least possible cost. Above, it starts from a good pairing and
exchanges two people as long as an exchange lowers the cost.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeAlias

Mode = Literal["fresh", "swiss"]

Pair: TypeAlias = frozenset[str]
"""Two names."""

SMALLEST_POD = 2
LARGEST_POD = 25
MAX_PLAYERS = 1_000

LARGEST_EXACT = 16
"""The most players for whom every pairing is compared."""

START_PAIRINGS = 32
"""Pairings from which exchanges begin; the best outcome is returned."""

LARGEST_WITH_STARTS = 60
"""The most players for whom the search begins more than once."""


class Entrant(NamedTuple):
    """A player of a round: points so far, rounds sat out, and a Commander bracket from 1 to 5."""

    name: str
    points: int = 0
    byes: int = 0
    bracket: int | None = None


class Sizes(NamedTuple):
    """Pod sizes: those wanted, those possible where these do not fit, and the best one."""

    allowed: frozenset[int]
    may: frozenset[int]
    preferred: int


class Round(NamedTuple):
    """The facts that decide a pairing; `met` and `earlier` count meetings tonight and before.

    The `lots`, which belong to names, decide between equal costs: a lower lot comes first.
    """

    entrants: tuple[Entrant, ...]
    sizes: Sizes
    mode: Mode = "fresh"
    met: Mapping[Pair, int] = {}
    earlier: Mapping[Pair, int] = {}
    apart: frozenset[Pair] = frozenset()
    lots: Mapping[str, bytes] = {}


class Cost(NamedTuple):
    """The cost of a pairing, each part summed over its pods (NGT-3)."""

    apart: int
    repeats: int
    earlier: int
    points: int
    brackets: int


class Pairing(NamedTuple):
    """The pods of a round and who sits out; all names sorted by code points."""

    pods: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]
    cost: Cost


_COST_ORDERS: Mapping[Mode, tuple[str, ...]] = {
    "fresh": ("apart", "repeats", "earlier", "points", "brackets"),
    "swiss": ("apart", "points", "repeats", "earlier", "brackets"),  # `apart` is empty there
}
"""The parts of the cost in the order in which they decide."""


def pair_players(question: Round) -> Pairing:
    """Return the pods of a round (NGT-1 to NGT-3).

    The result never depends on the order of the entrants. Nor does it depend on their names, if
    everybody has a lot of their own. Nobody plays if no size fits.
    """
    lots = question.lots
    entrants = sorted(question.entrants, key=lambda each: (lots.get(each.name, b""), each.name))
    pod_sizes = divide(len(entrants), question.sizes)
    seated, bench, waiting = _choose_bench(entrants, sum(pod_sizes), question.mode)
    weights = _Weights(question, [*seated, *bench])
    if len(seated) + len(bench) <= LARGEST_EXACT:
        pods = _ExactSearch(weights, len(seated), pod_sizes).find()
    else:
        pods = _search_exchanges(weights, len(seated), pod_sizes, question.mode)
    named = [sorted(weights.entrants[each].name for each in pod) for pod in pods]
    playing = {name for pod in named for name in pod}
    out = {each.name for each in (*bench, *waiting, *seated)} - playing
    cost = measure_cost(question, named)
    return Pairing(tuple(map(tuple, sorted(named))), tuple(sorted(out)), cost)


def draw_lots(seed: int, names: Iterable[str]) -> dict[str, bytes]:
    """Return the lot of each name, drawn by the seed."""
    return {
        name: sha256(f"{seed} {name}".encode("utf-8", "surrogatepass")).digest() for name in names
    }


def measure_cost(question: Round, pods: Iterable[Iterable[str]]) -> Cost:
    """Return the cost of some pods (NGT-3)."""
    known = {each.name: each for each in question.entrants}
    apart = repeats = earlier = points = brackets = 0
    for pod in map(list, pods):
        for pair in map(frozenset, combinations(pod, 2)):
            apart += pair in question.apart
            repeats += question.met.get(pair, 0) ** 2
            earlier += question.earlier.get(pair, 0) ** 2
        points += _find_range([known[name].points for name in pod])
        told = (known[name].bracket for name in pod)
        brackets += _find_range([each for each in told if each is not None])
    return Cost(apart, repeats, earlier, points, brackets)


def _find_range(values: Sequence[int]) -> int:
    return max(values) - min(values) if values else 0


# Sizes (NGT-1)


def divide(players: int, sizes: Sizes) -> tuple[int, ...]:
    """Return the best pod sizes for `players` people, smallest first; empty if nobody can play."""
    allowed = _Division(players, sizes.allowed, sizes.preferred)
    if allowed.can_seat(players):
        return allowed.choose(players)
    possible = _Division(players, sizes.may, sizes.preferred)
    most = next(seats for seats in range(players, -1, -1) if possible.can_seat(seats))
    return possible.choose(most)


class _Division:
    """The best ways to divide up to `players` people into pods of some sizes."""

    def __init__(self, players: int, sizes: Iterable[int], preferred: int) -> None:
        self._sizes = sorted(set(sizes), reverse=True)
        self._costs = {size: ((size - preferred) ** 2, int(size > preferred)) for size in sizes}
        # For each smallest size that is still open: the least cost of seating so many people.
        self._best: dict[int, list[tuple[int, int] | None]] = {}
        best: list[tuple[int, int] | None] = [(0, 0), *[None] * players]
        for size in self._sizes:
            best = best.copy()
            distance, above = self._costs[size]
            for seats in range(size, players + 1):
                rest = best[seats - size]
                if rest is None:
                    continue
                cost = (rest[0] + distance, rest[1] + above)
                found = best[seats]
                if found is None or cost < found:
                    best[seats] = cost
            self._best[size] = best
        self._all = best

    def can_seat(self, seats: int) -> bool:
        """Return whether `seats` people fill pods of these sizes."""
        return self._all[seats] is not None

    def choose(self, seats: int) -> tuple[int, ...]:
        """Return the best sizes: the first is as large as possible, then the second, and so on."""
        chosen: list[int] = []
        smallest = min(self._sizes, default=0)
        cost = self._all[seats]
        while seats:
            assert cost is not None
            for size in self._sizes:  # largest first
                rest = self._best[size][seats - size] if smallest <= size <= seats else None
                distance, above = self._costs[size]
                if rest is not None and cost == (rest[0] + distance, rest[1] + above):
                    break
            else:
                raise AssertionError("a cost that no division has")
            chosen.append(size)
            smallest = size
            cost = rest
            seats -= size
        return tuple(chosen)


# Who sits out (NGT-2)


def _choose_bench(
    entrants: Sequence[Entrant], seats: int, mode: Mode
) -> tuple[list[Entrant], list[Entrant], list[Entrant]]:
    """Return the entrants who certainly play, those who play or sit out, and those who sit out.

    The second group is empty unless equal keys leave a choice; NGT-3 decides who of them sits out.
    """
    out = len(entrants) - seats
    if out == 0 or seats == 0:
        return (list(entrants), [], []) if seats else ([], [], list(entrants))
    keys = [make_bye_key(each.byes, each.points, mode) for each in entrants]
    last = sorted(keys)[out - 1]
    waiting = [each for each, key in zip(entrants, keys, strict=True) if key < last]
    bench = [each for each, key in zip(entrants, keys, strict=True) if key == last]
    seated = [each for each, key in zip(entrants, keys, strict=True) if key > last]
    if len(waiting) + len(bench) == out:
        return seated, [], [*waiting, *bench]
    return seated, bench, waiting


def make_bye_key(byes: int, points: int, mode: Mode) -> tuple[int, ...]:
    """Return the key of a player: those who sit out have the smallest keys (NGT-2)."""
    return (byes, points) if mode == "swiss" else (byes,)


# Who plays whom (NGT-3)


class _Weights:
    """Costs as single integers: an earlier part of the cost outweighs all later ones together.

    Entrants are known by their place in `entrants`.
    """

    def __init__(self, question: Round, entrants: Sequence[Entrant]) -> None:
        self.entrants = entrants
        points = [each.points for each in entrants]
        brackets = [each.bracket for each in entrants]
        told = [each for each in brackets if each is not None]
        pods = len(entrants)  # never more pods than people
        most = {
            "apart": len(question.apart),
            "repeats": sum(count**2 for count in question.met.values()),
            "earlier": sum(count**2 for count in question.earlier.values()),
            "points": _find_range(points) * pods,
            "brackets": _find_range(told) * pods,
        }
        weight = 1
        weights: dict[str, int] = {}
        for part in reversed(_COST_ORDERS[question.mode]):
            weights[part] = weight
            weight *= most[part] + 1
        self.points = [each * weights["points"] for each in points]
        self.brackets = [None if each is None else each * weights["brackets"] for each in brackets]
        places = {each.name: at for at, each in enumerate(entrants)}
        self.pairs: list[dict[int, int]] = [{} for _ in entrants]
        for pair in question.apart:
            self._add_weight(places, pair, weights["apart"])
        for pair, count in question.met.items():
            self._add_weight(places, pair, weights["repeats"] * count**2)
        for pair, count in question.earlier.items():
            self._add_weight(places, pair, weights["earlier"] * count**2)

    def _add_weight(self, places: Mapping[str, int], pair: Pair, weight: int) -> None:
        one, other = (places.get(name) for name in pair)
        if one is None or other is None or not weight:
            return
        self.pairs[one][other] = self.pairs[one].get(other, 0) + weight
        self.pairs[other][one] = self.pairs[other].get(one, 0) + weight

    def measure(self, pod: Sequence[int]) -> int:
        """Return the cost of one pod."""
        cost = _find_range([self.points[each] for each in pod])
        told = (self.brackets[each] for each in pod)
        cost += _find_range([each for each in told if each is not None])
        for at, one in enumerate(pod):
            known = self.pairs[one]
            if known:
                cost += sum(known.get(other, 0) for other in pod[:at])
        return cost


class _ExactSearch:
    """The pairing of the least cost, found by dynamic programming over sets of players.

    Sets are bit masks. The first `seated` entrants play in any case.
    """

    def __init__(self, weights: _Weights, seated: int, sizes: tuple[int, ...]) -> None:
        self._weights = weights
        self._seated = (1 << seated) - 1
        self._sizes = sizes
        self._pods: dict[int, int] = {}
        self._best: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}

    def find(self) -> list[list[int]]:
        """Return the pods, as places of entrants."""
        free = (1 << len(self._weights.entrants)) - 1
        sizes = self._sizes
        pods: list[list[int]] = []
        while sizes:
            _, chosen = self._solve(free, sizes)
            free &= ~chosen if chosen else ~(free & -free)
            if chosen:
                pods.append(_list_bits(chosen))
                at = sizes.index(chosen.bit_count())
                sizes = sizes[:at] + sizes[at + 1 :]
        return pods

    def _solve(self, free: int, sizes: tuple[int, ...]) -> tuple[int, int]:
        """Return the least cost for `free` players, and the first pod; 0 if the first sits out."""
        if not sizes:
            return 0, 0
        key = (free, sizes)
        known = self._best.get(key)
        if known is None:
            known = self._best[key] = min(self._list_ways(free, sizes))
        return known

    def _list_ways(self, free: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        first = free & -free
        others = [1 << each for each in _list_bits(free & ~first)]
        if not first & self._seated and free.bit_count() > sum(sizes):
            yield self._solve(free & ~first, sizes)[0], 0
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            rest = sizes[:at] + sizes[at + 1 :]
            seats = sum(rest)
            for chosen in combinations(others, size - 1):
                pod = first + sum(chosen)
                left = free & ~pod
                if (left & self._seated).bit_count() <= seats:  # room for all who must play
                    yield self._measure(pod) + self._solve(left, rest)[0], pod

    def _measure(self, pod: int) -> int:
        cost = self._pods.get(pod)
        if cost is None:
            cost = self._pods[pod] = self._weights.measure(_list_bits(pod))
        return cost


def _list_bits(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def _search_exchanges(
    weights: _Weights, seated: int, sizes: tuple[int, ...], mode: Mode
) -> list[list[int]]:
    """Return the best of some pairings that no exchange of two people improves."""
    starts = START_PAIRINGS if len(weights.entrants) <= LARGEST_WITH_STARTS else 1
    best: list[list[int]] = []
    least: int | None = None
    for start in range(starts):
        playing, bench = _order_for_start(weights, seated, sum(sizes), start)
        pods = _fill_pods(weights, playing, sizes)
        if mode == "swiss" and start == 0:
            pods = _cut_by_points(weights, playing, sizes)
        search = _Exchanges(weights, seated, pods, bench)
        search.improve()
        cost = sum(search.costs)
        if least is None or cost < least:
            least = cost
            best = search.pods
    return best


def _order_for_start(
    weights: _Weights, seated: int, seats: int, start: int
) -> tuple[list[int], list[int]]:
    """Return the players, and the bench, in the order from which search `start` begins."""
    order = list(range(len(weights.entrants)))
    turned = start * len(order) // START_PAIRINGS
    order = order[turned:] + order[:turned]
    certain = [each for each in order if each < seated]
    bench = [each for each in order if each >= seated]
    playing = seats - len(certain)
    return certain + bench[:playing], bench[playing:]


def _fill_pods(weights: _Weights, players: list[int], sizes: tuple[int, ...]) -> list[list[int]]:
    """Return pods filled one after the other, each time with the player who adds the least cost."""
    free = players.copy()
    pods: list[list[int]] = []
    for size in reversed(sizes):
        pod = [free.pop(0)]
        known = weights.pairs[pod[0]].copy()
        while len(pod) < size:
            points = _Span(weights.points[each] for each in pod)
            brackets = _Span(weights.brackets[each] for each in pod)
            costs = [
                known.get(each, 0)
                + points.measure(weights.points[each])
                + brackets.measure(weights.brackets[each])
                for each in free
            ]
            joined = free.pop(costs.index(min(costs)))
            pod.append(joined)
            for other, weight in weights.pairs[joined].items():
                known[other] = known.get(other, 0) + weight
        pods.append(pod)
    return pods


def _cut_by_points(
    weights: _Weights, players: list[int], sizes: tuple[int, ...]
) -> list[list[int]]:
    """Return the best pods of players who are neighbours in the order of points."""
    line = sorted(players, key=lambda each: weights.points[each])
    kinds = sorted(Counter(sizes).items())
    costs: dict[tuple[int, int], int] = {}

    def measure(start: int, size: int) -> int:
        if (start, size) not in costs:
            costs[start, size] = weights.measure(line[start : start + size])
        return costs[start, size]

    # For so many pods of each size, cut off from the beginning: the least cost, and the last size.
    best: dict[tuple[int, ...], tuple[int, int]] = {(0,) * len(kinds): (0, 0)}
    for counts in product(*(range(most + 1) for _, most in kinds)):
        end = sum(count * size for count, (size, _) in zip(counts, kinds, strict=True))
        ways = [
            (best[_less_one(counts, at)][0] + measure(end - size, size), at)
            for at, (size, _) in enumerate(kinds)
            if counts[at]
        ]
        if ways:
            best[counts] = min(ways)
    pods: list[list[int]] = []
    counts = tuple(most for _, most in kinds)
    end = len(line)
    while end:
        at = best[counts][1]
        start = end - kinds[at][0]
        pods.append(line[start:end])
        counts = _less_one(counts, at)
        end = start
    return pods


def _less_one(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - 1, *counts[at + 1 :])


class _Span:
    """The lowest and the highest of some values, of which None is ignored."""

    __slots__ = ("high", "low")

    def __init__(self, values: Iterable[int | None]) -> None:
        told = [each for each in values if each is not None]
        self.low = min(told, default=None)
        self.high = max(told, default=None)

    def measure(self, value: int | None = None) -> int:
        """Return the range of the values and of one more `value`."""
        if self.low is None or self.high is None:
            return 0
        if value is None:
            return self.high - self.low
        return max(self.high, value) - min(self.low, value)


class _Place(NamedTuple):
    """A member of a pod, and the pod without them: cost of its pairs, and its spans."""

    member: int
    pairs: int
    points: _Span
    brackets: _Span


class _Exchanges:
    """A pairing that changes by exchanges of two people, and the cost of each pod."""

    def __init__(
        self, weights: _Weights, seated: int, pods: list[list[int]], bench: list[int]
    ) -> None:
        self.pods = pods
        self._weights = weights
        self._seated = seated
        self._bench = bench
        # For each person and pod: the cost of their pairs with its members.
        self._loads = [[0] * len(pods) for _ in weights.entrants]
        for at, pod in enumerate(pods):
            for each in pod:
                self._load(each, at, 1)
        self.costs = [0] * len(pods)
        self._places: list[list[_Place]] = [[] for _ in pods]
        for at in range(len(pods)):
            self._measure(at)

    def improve(self) -> None:
        """Exchange two people as long as that lowers the cost."""
        stamps = [0] * len(self.pods)  # when each pod was changed last
        checked: dict[tuple[int, int], tuple[int, int]] = {}
        changes = 0
        changed = True
        while changed:
            changed = False
            for one in range(len(self.pods)):
                while self._improve_bench(one):
                    changed = True
                    changes += 1
                    stamps[one] = changes
                for other in range(one):
                    if checked.get((one, other)) == (stamps[one], stamps[other]):
                        continue
                    while self._improve_pair(one, other):
                        changed = True
                        changes += 1
                        stamps[one] = changes
                        stamps[other] = changes
                    checked[one, other] = (stamps[one], stamps[other])

    def _improve_pair(self, one: int, other: int) -> bool:
        """Make the best exchange between two pods that lowers the cost, if there is one."""
        least = self.costs[one] + self.costs[other]
        if not least:
            return False
        found: tuple[int, int] | None = None
        weights = self._weights
        for first in self._places[one]:
            loads = self._loads[first.member]
            known = weights.pairs[first.member]
            points = weights.points[first.member]
            bracket = weights.brackets[first.member]
            fixed = first.pairs + loads[other]
            for second in self._places[other]:
                member = second.member
                cost = fixed + second.pairs + self._loads[member][one] - 2 * known.get(member, 0)
                if cost >= least:
                    continue
                cost += first.points.measure(weights.points[member])
                cost += second.points.measure(points)
                cost += first.brackets.measure(weights.brackets[member])
                cost += second.brackets.measure(bracket)
                if cost < least:
                    least = cost
                    found = (first.member, member)
        if found is None:
            return False
        first_member, second_member = found
        self._replace(one, first_member, second_member)
        self._replace(other, second_member, first_member)
        self._measure(one)
        self._measure(other)
        return True

    def _improve_bench(self, pod: int) -> bool:
        """Make the best exchange between a pod and those who sit out, if one lowers the cost."""
        least = self.costs[pod]
        if not least:
            return False
        found: tuple[int, int] | None = None
        weights = self._weights
        for place in self._places[pod]:
            if place.member < self._seated:
                continue
            known = weights.pairs[place.member]
            for at, other in enumerate(self._bench):
                cost = place.pairs + self._loads[other][pod] - known.get(other, 0)
                cost += place.points.measure(weights.points[other])
                cost += place.brackets.measure(weights.brackets[other])
                if cost < least:
                    least = cost
                    found = (place.member, at)
        if found is None:
            return False
        member, at = found
        self._replace(pod, member, self._bench[at])
        self._bench[at] = member
        self._measure(pod)
        return True

    def _replace(self, pod: int, member: int, other: int) -> None:
        """Seat `other` in the place of a member of a pod."""
        self.pods[pod][self.pods[pod].index(member)] = other
        self._load(member, pod, -1)
        self._load(other, pod, 1)

    def _load(self, member: int, pod: int, sign: int) -> None:
        for other, weight in self._weights.pairs[member].items():
            self._loads[other][pod] += sign * weight

    def _measure(self, pod: int) -> None:
        """Note the cost of a pod, and what each member adds to it."""
        weights = self._weights
        members = self.pods[pod]
        pairs = sum(self._loads[each][pod] for each in members) // 2
        self._places[pod] = []
        for member in members:
            others = [each for each in members if each != member]
            points = _Span(weights.points[each] for each in others)
            brackets = _Span(weights.brackets[each] for each in others)
            without = pairs - self._loads[member][pod]
            self._places[pod].append(_Place(member, without, points, brackets))
        self.costs[pod] = weights.measure(members)
