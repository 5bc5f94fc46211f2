"""A set of outcomes as a decision diagram, which counts, weighs and lists them without making all.

An outcome has a row for each part: where the part is dealt, and how much of it. A node stands for
the rows from one part on. Outcomes that end with the same rows share nodes, and each outcome is
exactly one path through the diagram.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import islice

from bot.judge.effort import Effort
from bot.judge.moment import NO_PLACE, Moment
from bot.judge.paths import Place
from bot.judge.search import Ends
from bot.judge.weights import ZERO_WEIGHT, Weight, Weights

Bounds = tuple[tuple[int, int], ...]
"""For each place, the least and the most damage that is dealt there."""


class Node:
    """A node: the ways in which the parts from some part to the last can be dealt.

    `rows` are sorted, each with the node for the next part. `totals` maps each sum of weights to
    the number of outcomes that have it.
    """

    __slots__ = ("bounds", "rows", "totals")

    def __init__(
        self, rows: tuple[tuple[Place, "Node"], ...], totals: dict[Weight, int], bounds: Bounds
    ) -> None:
        self.rows = rows
        self.totals = totals
        self.bounds = bounds


class Diagram:
    """A diagram of all outcomes of a moment, made from the ends that its parts can have."""

    def __init__(
        self, ends: Collection[Ends], moment: Moment, weights: Weights, effort: Effort
    ) -> None:
        self._moment = moment
        self._weights = weights
        self._effort = effort
        self._nodes: dict[frozenset[Ends], Node] = {}
        self.root = self._build_nodes(frozenset(ends))
        self.count = sum(self.root.totals.values())

    def list_first(self, most: int) -> list[tuple[Place, ...]]:
        """Return the first outcomes: most life first, then least poison, then by recipients."""
        root = self.root
        every = (
            dealt for sum_ in sorted(root.totals) for dealt in self._list_outcomes(root, 0, sum_)
        )
        return list(islice(every, most))

    def find_first(self, fits: Callable[[Weight], bool]) -> tuple[Place, ...] | None:
        """Return the first outcome, in the same order, whose weight passes `fits`; None if none."""
        weights = (sum_ for sum_ in sorted(self.root.totals) if fits(sum_))
        return next(
            (dealt for sum_ in weights for dealt in self._list_outcomes(self.root, 0, sum_)), None
        )

    def _list_outcomes(self, node: Node, part: int, weight: Weight) -> Iterator[tuple[Place, ...]]:
        """Yield the outcomes of a node that have this weight."""
        if not node.rows:
            yield ()
        for row, child in node.rows:
            own = self._weights.weigh(part, row)
            rest = Weight(weight.loss - own.loss, weight.poison - own.poison)
            if rest in child.totals:
                for tail in self._list_outcomes(child, part + 1, rest):
                    yield (row, *tail)

    def _build_nodes(self, ends: frozenset[Ends]) -> Node:
        node = self._nodes.get(ends)
        if node is None:
            self._effort.spend()
            node = self._nodes[ends] = self._make_node(ends)
        return node

    def _make_node(self, ends: frozenset[Ends]) -> Node:
        places = len(self._moment.places)
        if ends == {()}:
            return Node((), {ZERO_WEIGHT: 1}, ((0, 0),) * places)
        part = len(self._moment.parts) - len(next(iter(ends)))
        tails: dict[Place, set[Ends]] = {}
        for first, *tail in ends:
            for row in first:
                tails.setdefault(row, set()).add(tuple(tail))
        rows = [
            (row, self._build_nodes(frozenset(tails[row])))
            for row in sorted(tails, key=self._make_key)
        ]
        totals: dict[Weight, int] = {}
        for row, child in rows:
            own = self._weights.weigh(part, row)
            for weight, count in child.totals.items():
                total = Weight(own.loss + weight.loss, own.poison + weight.poison)
                totals[total] = totals.get(total, 0) + count
        return Node(
            tuple(rows), totals, tuple(_find_bounds(rows, place) for place in range(places))
        )

    def _make_key(self, row: Place) -> tuple[str, int]:
        place, amount = row
        return ("" if place == NO_PLACE else self._moment.places[place]), amount


def _find_bounds(rows: list[tuple[Place, Node]], place: int) -> tuple[int, int]:
    """Return the least and the most damage that is dealt to a place."""
    dealt = [amount if to == place else 0 for (to, amount), _ in rows]
    least = min(own + child.bounds[place][0] for own, (_, child) in zip(dealt, rows, strict=True))
    most = max(own + child.bounds[place][1] for own, (_, child) in zip(dealt, rows, strict=True))
    return least, most
