"""Pairing of a night's round: pod sizes (NGT-1), who sits out (NGT-2) and who plays whom (NGT-3).

Up to 16 players the pairing has the least possible cost. Above, it starts from a good pairing and exchanges two people
as long as an exchange lowers the cost.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeAlias

from bot.nights.top_cut import count_top_cut_pods, divide_into_top_cut_pods

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


NOBODY_EXPECTED: Mapping[int, int] = {}
"""No player has to meet a certain strength."""


class PlayerToPair(NamedTuple):
    """A player to pair: points so far, rounds sat out, and a Commander bracket from 1 to 5.

    `smaller` counts the rounds in which the player sat in a smaller pod than others. For a top cut, `standing` is the
    player's place in the standings, and whoever won a pod of the cut is `through`. Chances to win are in
    proportion to `strength`.
    """

    name: str
    points: int = 0
    byes: int = 0
    bracket: int | None = None
    smaller: int = 0
    standing: int = 0
    through: bool = False
    strength: int = 0


class PodSizePreferences(NamedTuple):
    """The pod sizes that a round allows, the preferred one, and those that are used if none fit.

    The sizes in `may` are used if the number of players cannot be divided by the `allowed` ones.
    """

    allowed: frozenset[int]
    may: frozenset[int]
    preferred: int


class PairingSolverInput(NamedTuple):
    """The input of the pairing solver, which decides who plays in the same pod.

    `met` and `earlier` count how often each pair met tonight and before. The `lots`, which belong to names, decide
    between equal costs: a lower lot comes first. With `shares_smaller_pods`, the smaller pods go to those whose turn it
    is, as rounds to sit out do. A `cut` of 4 or 16 seats the best of the standings, whatever else is known. With
    `keeps_strength`, people who are kept `apart` meet others of the same strength instead.
    """

    entrants: tuple[PlayerToPair, ...]
    sizes: PodSizePreferences
    mode: Mode = "fresh"
    met: Mapping[Pair, int] = {}
    earlier: Mapping[Pair, int] = {}
    apart: frozenset[Pair] = frozenset()
    lots: Mapping[str, bytes] = {}
    shares_smaller_pods: bool = False
    cut: int = 0
    keeps_strength: bool = False


class PairingCost(NamedTuple):
    """The cost of a round's pods: repeated meetings, and differences in points and bracket.

    Who sits in the smaller pods is no part of it: that is decided before. Nor is the strength that people are to meet.
    """

    apart: int
    repeats: int
    earlier: int
    points: int
    brackets: int


class RoundPairing(NamedTuple):
    """The pods of a round and the players who sit out, all sorted by name."""

    pods: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]
    cost: PairingCost


_COST_ORDERS: Mapping[Mode, tuple[str, ...]] = {
    "fresh": ("apart", "repeats", "strength", "earlier", "points", "brackets"),
    "swiss": ("apart", "strength", "points", "repeats", "earlier", "brackets"),  # the first two are empty there
}
"""The parts of the cost in the order in which they decide."""


def pair_players_into_pods(solver_input: PairingSolverInput) -> RoundPairing:
    """Divide a round's players into pods with few repeated meetings and small differences in points and brackets.

    The pods have the lowest cost (`PairingCost`) that a search finds. The result never depends on the order of the
    players. Nor does it depend on their names, if everybody has a lot of their own. Nobody plays if no size fits.
    """
    lots = solver_input.lots
    entrants = sorted(solver_input.entrants, key=lambda each: (lots.get(each.name, b""), each.name))
    if solver_input.cut:
        return _pair_top_cut_pods(solver_input, entrants)
    pod_sizes = divide_players_into_pod_sizes(len(entrants), solver_input.sizes)
    seated, bench, waiting = _split_players_by_bye_priority(entrants, sum(pod_sizes), solver_input.mode)
    line = [*seated, *bench]
    kept_apart = solver_input.apart if solver_input.keeps_strength else frozenset[Pair]()
    weights = _PairingCostTable(solver_input._replace(apart=solver_input.apart - kept_apart), line, pod_sizes)
    is_exact = len(line) <= LARGEST_EXACT
    if is_exact:
        pods = _CheapestPairingSearch(weights, len(seated), pod_sizes).find_pods_with_lowest_pairing_cost()
    else:
        pods = _find_cheap_pairing(weights, len(seated), pod_sizes, solver_input.mode)
    expected = _map_players_to_opponent_strength(line, pods, kept_apart)
    if expected:
        weights = _PairingCostTable(solver_input, line, pod_sizes, expected)
        if is_exact:
            pods = _CheapestPairingSearch(weights, len(seated), pod_sizes).find_pods_with_lowest_pairing_cost()
        else:
            pods = _improve_pods_by_exchanging_players(weights, len(seated), pods)
    named = [sorted(line[each].name for each in pod) for pod in pods]
    playing = {name for pod in named for name in pod}
    out = {each.name for each in (*bench, *waiting, *seated)} - playing
    cost = compute_pairing_cost(solver_input, named)
    return RoundPairing(tuple(map(tuple, sorted(named))), tuple(sorted(out)), cost)


def _pair_top_cut_pods(solver_input: PairingSolverInput, players_in_random_order: list[PlayerToPair]) -> RoundPairing:
    """Pair the best players of the standings into top-cut pods; lots break ties."""
    ordered = sorted(
        players_in_random_order,
        key=lambda each: compute_top_cut_seat_sort_key(each.standing, has_advanced=each.through),
    )
    seats, rest = divide_into_top_cut_pods(ordered, count_top_cut_pods(solver_input.cut, len(ordered)))
    pods = sorted(tuple(sorted(each.name for each in pod)) for pod in seats)
    return RoundPairing(
        tuple(pods), tuple(sorted(each.name for each in rest)), compute_pairing_cost(solver_input, pods)
    )


def compute_top_cut_seat_sort_key(standings_place: int, *, has_advanced: bool) -> tuple[int, ...]:
    """Return the sort key for a seat in a top-cut round; players with the lowest keys get the seats."""
    return int(not has_advanced), standings_place


def _map_players_to_opponent_strength(
    players_to_pair: Sequence[PlayerToPair], pods: Iterable[Sequence[int]], separated_pairs: Collection[Pair]
) -> dict[int, int]:
    """Map players who share a pod with somebody to keep apart from to their opponents' total strength."""
    expected: dict[int, int] = {}
    for pod in pods:
        total = sum(players_to_pair[each].strength for each in pod)
        for pair in combinations(pod, 2):
            if frozenset(players_to_pair[each].name for each in pair) in separated_pairs:
                expected |= {each: total - players_to_pair[each].strength for each in pair}
    return expected


def draw_tie_breaking_lots(seed: int, player_names: Iterable[str]) -> dict[str, bytes]:
    """Draw a lot for each player from a seed; lots break ties between equal pairings."""
    return {name: sha256(f"{seed} {name}".encode("utf-8", "surrogatepass")).digest() for name in player_names}


def compute_pairing_cost(solver_input: PairingSolverInput, pods: Iterable[Iterable[str]]) -> PairingCost:
    """Compute the cost of pods: repeated meetings, and different points or brackets."""
    known = {each.name: each for each in solver_input.entrants}
    apart = repeats = earlier = points = brackets = 0
    for pod in map(list, pods):
        for pair in map(frozenset, combinations(pod, 2)):
            apart += pair in solver_input.apart
            repeats += solver_input.met.get(pair, 0) ** 2
            earlier += solver_input.earlier.get(pair, 0) ** 2
        points += _compute_maximum_minus_minimum([known[name].points for name in pod])
        told = (known[name].bracket for name in pod)
        brackets += _compute_maximum_minus_minimum([each for each in told if each is not None])
    return PairingCost(apart, repeats, earlier, points, brackets)


def _compute_maximum_minus_minimum(values: Sequence[int]) -> int:
    return max(values) - min(values) if values else 0


# Sizes (NGT-1)


def divide_players_into_pod_sizes(player_count: int, pod_sizes: PodSizePreferences) -> tuple[int, ...]:
    """Return pod sizes that seat as many players as possible, smallest first; () if none fit."""
    allowed = _PodSizesByPlayerCount(player_count, pod_sizes.allowed, pod_sizes.preferred)
    if allowed.can_seat_players(player_count):
        return allowed.choose_pod_sizes(player_count)
    possible = _PodSizesByPlayerCount(player_count, pod_sizes.may, pod_sizes.preferred)
    most = next(seats for seats in range(player_count, -1, -1) if possible.can_seat_players(seats))
    return possible.choose_pod_sizes(most)


class _PodSizesByPlayerCount:
    """A table of the best pod sizes for each number of players."""

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

    def can_seat_players(self, player_count: int) -> bool:
        """Return whether this number of players can be divided into pods of these sizes."""
        return self._all[player_count] is not None

    def choose_pod_sizes(self, player_count: int) -> tuple[int, ...]:
        """Return the pod sizes for a number of players that are closest to the preferred size.

        Of equally good divisions, the first size is as large as possible, then the second, and so on.
        """
        chosen: list[int] = []
        smallest = min(self._sizes, default=0)
        cost = self._all[player_count]
        while player_count:
            assert cost is not None
            for size in self._sizes:  # largest first
                rest = self._best[size][player_count - size] if smallest <= size <= player_count else None
                distance, above = self._costs[size]
                if rest is not None and cost == (rest[0] + distance, rest[1] + above):
                    break
            else:
                raise AssertionError("a cost that no division has")
            chosen.append(size)
            smallest = size
            cost = rest
            player_count -= size
        return tuple(chosen)


# Who sits out (NGT-2)


def _split_players_by_bye_priority(
    players_to_pair: Sequence[PlayerToPair], seat_count: int, pairing_mode: Mode
) -> tuple[list[PlayerToPair], list[PlayerToPair], list[PlayerToPair]]:
    """Split players into those who surely play, those who may sit out, and those who surely sit out.

    The second group is empty unless equal keys leave a choice; the cost of the pairing decides who of them sits out.
    """
    out = len(players_to_pair) - seat_count
    if out == 0 or seat_count == 0:
        return (list(players_to_pair), [], []) if seat_count else ([], [], list(players_to_pair))
    keys = [compute_sit_out_sort_key(each.byes, each.points, pairing_mode) for each in players_to_pair]
    last = sorted(keys)[out - 1]
    waiting = [each for each, key in zip(players_to_pair, keys, strict=True) if key < last]
    bench = [each for each, key in zip(players_to_pair, keys, strict=True) if key == last]
    seated = [each for each, key in zip(players_to_pair, keys, strict=True) if key > last]
    if len(waiting) + len(bench) == out:
        return seated, [], [*waiting, *bench]
    return seated, bench, waiting


def compute_sit_out_sort_key(earlier_sit_out_count: int, points: int, pairing_mode: Mode) -> tuple[int, ...]:
    """Return the sort key for sitting out or for a smaller pod; players with the lowest keys are chosen.

    `earlier_sit_out_count` counts how often the player sat out, or sat in a smaller pod, in this night.
    """
    return (earlier_sit_out_count, points) if pairing_mode == "swiss" else (earlier_sit_out_count,)


# Who plays whom (NGT-3)


class _PairingCostTable:
    """A table of the costs (repeated meetings, unequal points) of putting players into one pod.

    Entrants are known by their index in `entrants`. A pod smaller than the largest one also costs what each of its
    members has in `smaller`, which outweighs all else, if smaller pods are shared out. Players in `expected` should
    meet so much strength; those who sit out meet none.
    """

    def __init__(
        self,
        question: PairingSolverInput,
        entrants: Sequence[PlayerToPair],
        pod_sizes: Sequence[int],
        expected: Mapping[int, int] = NOBODY_EXPECTED,
    ) -> None:
        self.entrants = entrants
        self._largest = max(pod_sizes, default=0) if question.shares_smaller_pods else 0
        points = [each.points for each in entrants]
        brackets = [each.bracket for each in entrants]
        told = [each for each in brackets if each is not None]
        pods = len(entrants)  # never more pods than people
        most = {
            "apart": len(question.apart),
            "repeats": sum(count**2 for count in question.met.values()),
            "strength": len(expected) * sum(each.strength for each in entrants),
            "earlier": sum(count**2 for count in question.earlier.values()),
            "points": _compute_maximum_minus_minimum(points) * pods,
            "brackets": _compute_maximum_minus_minimum(told) * pods,
        }
        weight = 1
        weights: dict[str, int] = {}
        for part in reversed(_COST_ORDERS[question.mode]):
            weights[part] = weight
            weight *= most[part] + 1
        keys = [compute_sit_out_sort_key(each.smaller, each.points, question.mode) for each in entrants]
        ranks = {key: rank for rank, key in enumerate(sorted(set(keys)))}
        self.smaller = [ranks[key] * weight for key in keys]
        self.strengths = [each.strength * weights["strength"] for each in entrants]
        self.expected = {player: met * weights["strength"] for player, met in expected.items()}
        self.points = [each * weights["points"] for each in points]
        self.brackets = [None if each is None else each * weights["brackets"] for each in brackets]
        places = {each.name: at for at, each in enumerate(entrants)}
        self.pairs: list[dict[int, int]] = [{} for _ in entrants]
        for pair in question.apart:
            self._add_cost_of_pairing_players(places, pair, weights["apart"])
        for pair, count in question.met.items():
            self._add_cost_of_pairing_players(places, pair, weights["repeats"] * count**2)
        for pair, count in question.earlier.items():
            self._add_cost_of_pairing_players(places, pair, weights["earlier"] * count**2)

    def _add_cost_of_pairing_players(
        self, player_indexes: Mapping[str, int], player_pair: Pair, cost_weight: int
    ) -> None:
        one, other = (player_indexes.get(name) for name in player_pair)
        if one is None or other is None or not cost_weight:
            return
        self.pairs[one][other] = self.pairs[one].get(other, 0) + cost_weight
        self.pairs[other][one] = self.pairs[other].get(one, 0) + cost_weight

    def is_smaller_than_other_pods(self, pod_size: int) -> bool:
        """Return True if a pod of this size is smaller than others, and players take turns in smaller pods."""
        return pod_size < self._largest

    def compute_pod_cost(self, pod_player_indexes: Sequence[int]) -> int:
        """Return the cost of a pod of players, given by index: repeated meetings, unequal points and brackets."""
        cost = _compute_maximum_minus_minimum([self.points[each] for each in pod_player_indexes])
        if self.is_smaller_than_other_pods(len(pod_player_indexes)):
            cost += sum(self.smaller[each] for each in pod_player_indexes)
        told = (self.brackets[each] for each in pod_player_indexes)
        cost += _compute_maximum_minus_minimum([each for each in told if each is not None])
        if self.expected:
            cost += self.compute_strength_cost(pod_player_indexes)
        for at, one in enumerate(pod_player_indexes):
            known = self.pairs[one]
            if known:
                cost += sum(known.get(other, 0) for other in pod_player_indexes[:at])
        return cost

    def compute_strength_cost(self, pod_player_indexes: Sequence[int]) -> int:
        """Return how far the opponents of a pod's players are from the strength that the players should meet."""
        concerned = [each for each in pod_player_indexes if each in self.expected]
        total = sum(self.strengths[each] for each in pod_player_indexes) if concerned else 0
        return sum(abs(total - self.strengths[each] - self.expected[each]) for each in concerned)

    def compute_cost_of_sitting_out(self, player: int) -> int:
        """Return the cost if a player sits out, which is higher for a player who should meet strong opponents."""
        return self.expected.get(player, 0)


class _CheapestPairingSearch:
    """A search for the pods with the lowest cost (repeated meetings, unequal points), by dynamic programming.

    Sets of players are bit masks. The first `seated` entrants (players to pair) play in any case.
    """

    def __init__(self, weights: _PairingCostTable, seated: int, sizes: tuple[int, ...]) -> None:
        self._weights = weights
        self._seated = (1 << seated) - 1
        self._sizes = sizes
        self._pods: dict[int, int] = {}
        self._best: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}

    def find_pods_with_lowest_pairing_cost(self) -> list[list[int]]:
        """Return the pods with the lowest total cost, as lists of player indexes."""
        free = (1 << len(self._weights.entrants)) - 1
        sizes = self._sizes
        pods: list[list[int]] = []
        while sizes:
            _, chosen = self._find_cheapest_pod(free, sizes)
            free &= ~chosen if chosen else ~(free & -free)
            if chosen:
                pods.append(_list_set_bits(chosen))
                at = sizes.index(chosen.bit_count())
                sizes = sizes[:at] + sizes[at + 1 :]
        return pods

    def _find_cheapest_pod(self, free_player_bitmask: int, pod_sizes: tuple[int, ...]) -> tuple[int, int]:
        """Return the lowest cost at which the free players fit into pods, and the first of these pods as a bit mask.

        The pod is 0 if the first free player sits out.
        """
        if not pod_sizes:
            return sum(map(self._weights.compute_cost_of_sitting_out, _list_set_bits(free_player_bitmask))), 0
        key = (free_player_bitmask, pod_sizes)
        known = self._best.get(key)
        if known is None:
            known = self._best[key] = min(self._list_candidates_for_first_pod(free_player_bitmask, pod_sizes))
        return known

    def _list_candidates_for_first_pod(
        self, free_player_bitmask: int, pod_sizes: tuple[int, ...]
    ) -> Iterator[tuple[int, int]]:
        first = free_player_bitmask & -free_player_bitmask
        others = [1 << each for each in _list_set_bits(free_player_bitmask & ~first)]
        if not first & self._seated and free_player_bitmask.bit_count() > sum(pod_sizes):
            cost = self._weights.compute_cost_of_sitting_out(first.bit_length() - 1)
            yield cost + self._find_cheapest_pod(free_player_bitmask & ~first, pod_sizes)[0], 0
        for size in dict.fromkeys(pod_sizes):
            at = pod_sizes.index(size)
            rest = pod_sizes[:at] + pod_sizes[at + 1 :]
            seats = sum(rest)
            for chosen in combinations(others, size - 1):
                pod = first + sum(chosen)
                left = free_player_bitmask & ~pod
                if (left & self._seated).bit_count() <= seats:  # room for all who must play
                    yield self._compute_meeting_cost_of_pod(pod) + self._find_cheapest_pod(left, rest)[0], pod

    def _compute_meeting_cost_of_pod(self, player_bitmask: int) -> int:
        cost = self._pods.get(player_bitmask)
        if cost is None:
            cost = self._pods[player_bitmask] = self._weights.compute_pod_cost(_list_set_bits(player_bitmask))
        return cost


def _list_set_bits(bit_mask: int) -> list[int]:
    return [at for at in range(bit_mask.bit_length()) if bit_mask >> at & 1]


def _find_cheap_pairing(
    cost_table: _PairingCostTable, guaranteed_player_count: int, pod_sizes: tuple[int, ...], pairing_mode: Mode
) -> list[list[int]]:
    """Search a cheap pairing from several starts, by exchanging two players at a time."""
    starts = START_PAIRINGS if len(cost_table.entrants) <= LARGEST_WITH_STARTS else 1
    best: list[list[int]] = []
    least: int | None = None
    for start in range(starts):
        playing, bench = _choose_player_order(cost_table, guaranteed_player_count, sum(pod_sizes), start)
        pods = _fill_pods_greedily(cost_table, playing, pod_sizes)
        if pairing_mode == "swiss" and start == 0:
            pods = _pair_players_with_similar_points(cost_table, playing, pod_sizes)
        search = _PlayerExchangeSearch(cost_table, guaranteed_player_count, pods, bench)
        search.improve_pairing_by_exchanges()
        cost = sum(search.costs)
        if least is None or cost < least:
            least = cost
            best = search.pods
        if not least:  # no cost is negative, and the first of equal pairings is kept
            break
    return best


def _improve_pods_by_exchanging_players(
    cost_table: _PairingCostTable, guaranteed_player_count: int, pods: Iterable[Sequence[int]]
) -> list[list[int]]:
    """Exchange players between pods as long as that lowers the cost, and return the pods.

    Players without a pod wait in the order of lots.
    """
    playing = {each for pod in pods for each in pod}
    bench = [each for each in range(len(cost_table.entrants)) if each not in playing]
    search = _PlayerExchangeSearch(cost_table, guaranteed_player_count, [[*pod] for pod in pods], bench)
    search.improve_pairing_by_exchanges()
    return search.pods


def _choose_player_order(
    cost_table: _PairingCostTable, guaranteed_player_count: int, seat_count: int, attempt_number: int
) -> tuple[list[int], list[int]]:
    """Return the order in which a search attempt seats the players, and the players who sit out at first."""
    order = list(range(len(cost_table.entrants)))
    turned = attempt_number * len(order) // START_PAIRINGS
    order = order[turned:] + order[:turned]
    certain = [each for each in order if each < guaranteed_player_count]
    bench = [each for each in order if each >= guaranteed_player_count]
    playing = seat_count - len(certain)
    return certain + bench[:playing], bench[playing:]


def _fill_pods_greedily(
    cost_table: _PairingCostTable, players: list[int], pod_sizes: tuple[int, ...]
) -> list[list[int]]:
    """Fill pods one by one, always adding the player with the fewest meetings and the closest points."""
    free = players.copy()
    pods: list[list[int]] = []
    for size in reversed(pod_sizes):
        pod = [free.pop(0)]
        known = cost_table.pairs[pod[0]].copy()
        is_smaller = cost_table.is_smaller_than_other_pods(size)
        while len(pod) < size:
            points = _ValueRange(cost_table.points[each] for each in pod)
            brackets = _ValueRange(cost_table.brackets[each] for each in pod)
            costs = [
                known.get(each, 0)
                + points.compute_width_with_value(cost_table.points[each])
                + brackets.compute_width_with_value(cost_table.brackets[each])
                + (cost_table.smaller[each] if is_smaller else 0)
                for each in free
            ]
            joined = free.pop(costs.index(min(costs)))
            pod.append(joined)
            for other, weight in cost_table.pairs[joined].items():
                known[other] = known.get(other, 0) + weight
        pods.append(pod)
    return pods


def _pair_players_with_similar_points(
    cost_table: _PairingCostTable, players: list[int], pod_sizes: tuple[int, ...]
) -> list[list[int]]:
    """Return the cheapest pods whose members are neighbours when sorted by points."""
    line = sorted(players, key=lambda each: cost_table.points[each])
    kinds = sorted(Counter(pod_sizes).items())
    costs: dict[tuple[int, int], int] = {}

    def compute_cost_of_consecutive_players(first_index: int, player_count: int) -> int:
        if (first_index, player_count) not in costs:
            costs[first_index, player_count] = cost_table.compute_pod_cost(
                line[first_index : first_index + player_count]
            )
        return costs[first_index, player_count]

    # For so many pods of each size, cut off from the beginning: the least cost, and the last size.
    best: dict[tuple[int, ...], tuple[int, int]] = {(0,) * len(kinds): (0, 0)}
    for counts in product(*(range(most + 1) for _, most in kinds)):
        end = sum(count * size for count, (size, _) in zip(counts, kinds, strict=True))
        ways = [
            (best[_decrement_count_at_index(counts, at)][0] + compute_cost_of_consecutive_players(end - size, size), at)
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
        counts = _decrement_count_at_index(counts, at)
        end = start
    return pods


def _decrement_count_at_index(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])


class _ValueRange:
    """The lowest and the highest of some values; None is ignored."""

    __slots__ = ("high", "low")

    def __init__(self, values: Iterable[int | None]) -> None:
        told = [each for each in values if each is not None]
        self.low = min(told, default=None)
        self.high = max(told, default=None)

    def compute_width_with_value(self, added_value: int | None = None) -> int:
        """Return the difference between the highest and the lowest value, with `added_value` included."""
        if self.low is None or self.high is None:
            return 0
        if added_value is None:
            return self.high - self.low
        return max(self.high, added_value) - min(self.low, added_value)


class _PodCostWithoutMember(NamedTuple):
    """A pod's repeated meetings, points and brackets without one of its members."""

    member: int
    pairs: int
    points: _ValueRange
    brackets: _ValueRange


class _PlayerExchangeSearch:
    """A search that improves a pairing by exchanging two players while that lowers the cost."""

    def __init__(self, weights: _PairingCostTable, seated: int, pods: list[list[int]], bench: list[int]) -> None:
        self.pods = pods
        self._weights = weights
        self._seated = seated
        self._bench = bench
        # For each person and pod: the cost of their pairs with its members, and of a seat in it if it is smaller.
        seats = [weights.is_smaller_than_other_pods(len(pod)) for pod in pods]
        self._loads = [[own if is_smaller else 0 for is_smaller in seats] for own in weights.smaller]
        for at, pod in enumerate(pods):
            for each in pod:
                self._add_costs_of_member_pairs(each, at, 1)
        self.costs = [0] * len(pods)
        self._places: list[list[_PodCostWithoutMember]] = [[] for _ in pods]
        for at in range(len(pods)):
            self._update_pod_costs(at)

    def improve_pairing_by_exchanges(self) -> None:
        """Exchange two players at a time as long as that lowers the cost of the pairing."""
        stamps = [0] * len(self.pods)  # when each pod was changed last
        checked: dict[tuple[int, int], tuple[int, int]] = {}
        changes = 0
        changed = True
        while changed:
            changed = False
            for one in range(len(self.pods)):
                while self._exchange_pod_member_with_bye(one):
                    changed = True
                    changes += 1
                    stamps[one] = changes
                for other in range(one):
                    if checked.get((one, other)) == (stamps[one], stamps[other]):
                        continue
                    while self._exchange_players_between_pods(one, other):
                        changed = True
                        changes += 1
                        stamps[one] = changes
                        stamps[other] = changes
                    checked[one, other] = (stamps[one], stamps[other])

    def _exchange_players_between_pods(self, pod_index: int, other_pod_index: int) -> bool:
        """Exchange the two players of two pods whose exchange lowers the cost most; return False if none does."""
        least = self.costs[pod_index] + self.costs[other_pod_index]
        if not least:
            return False
        found: tuple[int, int] | None = None
        weights = self._weights
        for first in self._places[pod_index]:
            loads = self._loads[first.member]
            known = weights.pairs[first.member]
            points = weights.points[first.member]
            bracket = weights.brackets[first.member]
            fixed = first.pairs + loads[other_pod_index]
            for second in self._places[other_pod_index]:
                member = second.member
                cost = fixed + second.pairs + self._loads[member][pod_index] - 2 * known.get(member, 0)
                if cost >= least:
                    continue
                cost += first.points.compute_width_with_value(weights.points[member])
                cost += second.points.compute_width_with_value(points)
                cost += first.brackets.compute_width_with_value(weights.brackets[member])
                cost += second.brackets.compute_width_with_value(bracket)
                if weights.expected and cost < least:
                    cost += self._compute_strength_cost_after_change(pod_index, first.member, member)
                    cost += self._compute_strength_cost_after_change(other_pod_index, member, first.member)
                if cost < least:
                    least = cost
                    found = (first.member, member)
        if found is None:
            return False
        first_member, second_member = found
        self._replace_pod_member(pod_index, first_member, second_member)
        self._replace_pod_member(other_pod_index, second_member, first_member)
        self._update_pod_costs(pod_index)
        self._update_pod_costs(other_pod_index)
        return True

    def _exchange_pod_member_with_bye(self, pod_index: int) -> bool:
        least = self.costs[pod_index]
        weights = self._weights
        if not least and not weights.expected:
            return False
        found: tuple[int, int] | None = None
        for place in self._places[pod_index]:
            if place.member < self._seated:
                continue
            known = weights.pairs[place.member]
            for at, other in enumerate(self._bench):
                cost = place.pairs + self._loads[other][pod_index] - known.get(other, 0)
                cost += place.points.compute_width_with_value(weights.points[other])
                cost += place.brackets.compute_width_with_value(weights.brackets[other])
                if weights.expected:
                    cost += self._compute_strength_cost_after_change(pod_index, place.member, other)
                    cost += weights.compute_cost_of_sitting_out(place.member)
                    cost -= weights.compute_cost_of_sitting_out(other)
                if cost < least:
                    least = cost
                    found = (place.member, at)
        if found is None:
            return False
        member, at = found
        self._replace_pod_member(pod_index, member, self._bench[at])
        self._bench[at] = member
        self._update_pod_costs(pod_index)
        return True

    def _compute_strength_cost_after_change(self, pod_index: int, member: int, new_member: int) -> int:
        pod = [new_member if each == member else each for each in self.pods[pod_index]]
        return self._weights.compute_strength_cost(pod)

    def _replace_pod_member(self, pod_index: int, member: int, new_member: int) -> None:
        self.pods[pod_index][self.pods[pod_index].index(member)] = new_member
        self._add_costs_of_member_pairs(member, pod_index, -1)
        self._add_costs_of_member_pairs(new_member, pod_index, 1)

    def _add_costs_of_member_pairs(self, member: int, pod_index: int, plus_or_minus_one: int) -> None:
        for other, weight in self._weights.pairs[member].items():
            self._loads[other][pod_index] += plus_or_minus_one * weight

    def _update_pod_costs(self, pod_index: int) -> None:
        """Update the cached cost of a pod, and the cached costs of the pod without each member."""
        weights = self._weights
        members = self.pods[pod_index]
        pairs = sum(self._loads[each][pod_index] for each in members)
        if weights.is_smaller_than_other_pods(len(members)):
            pairs += sum(weights.smaller[each] for each in members)
        pairs //= 2  # a pair is in the loads of both, a seat in one
        self._places[pod_index] = []
        for member in members:
            others = [each for each in members if each != member]
            points = _ValueRange(weights.points[each] for each in others)
            brackets = _ValueRange(weights.brackets[each] for each in others)
            without = pairs - self._loads[member][pod_index]
            self._places[pod_index].append(_PodCostWithoutMember(member, without, points, brackets))
        self.costs[pod_index] = weights.compute_pod_cost(members)
