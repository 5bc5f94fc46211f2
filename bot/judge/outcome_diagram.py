"""A decision diagram of damage outcomes, which counts and lists them without building all.

An outcome has a row for each part: where the part is dealt, and how much of it. A node stands for the rows from one
part on. Outcomes that end with the same rows share nodes, and each outcome is exactly one path through the diagram.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import islice

from bot.judge.damage_problem import NO_PLACE, BitMaskDamageQuestion
from bot.judge.losses import ZERO_WEIGHT, LifeAndPoisonLossCalculator, PlayerLifeLossAndPoison
from bot.judge.part_paths import Place
from bot.judge.search import Ends
from bot.judge.step_budget import SearchStepBudget

Bounds = tuple[tuple[int, int], ...]
"""For each place, the least and the most damage that is dealt there."""


class DamageOutcomeGraphNode:
    """A node of the outcome graph: all results that one source and the later sources can have.

    `rows` are sorted, each with the node for the next part. `totals` maps each sum of losses to the number of outcomes
    that have it.
    """

    __slots__ = ("bounds", "rows", "totals")

    def __init__(
        self,
        rows: tuple[tuple[Place, "DamageOutcomeGraphNode"], ...],
        totals: dict[PlayerLifeLossAndPoison, int],
        bounds: Bounds,
    ) -> None:
        self.rows = rows
        self.totals = totals
        self.bounds = bounds


class DamageOutcomeGraph:
    """A graph that lists and counts the outcomes of damage without building all of them."""

    def __init__(
        self,
        ends: Collection[Ends],
        moment: BitMaskDamageQuestion,
        weights: LifeAndPoisonLossCalculator,
        effort: SearchStepBudget,
    ) -> None:
        self._moment = moment
        self._weights = weights
        self._effort = effort
        self._nodes: dict[frozenset[Ends], DamageOutcomeGraphNode] = {}
        self.root = self._get_graph_node(frozenset(ends))
        self.count = sum(self.root.totals.values())

    def list_least_harmful_outcomes(self, maximum_count: int) -> list[tuple[Place, ...]]:
        """Return at most `maximum_count` outcomes, starting with those that leave the most life."""
        root = self.root
        every = (dealt for sum_ in sorted(root.totals) for dealt in self._list_outcomes_of_node(root, 0, sum_))
        return list(islice(every, maximum_count))

    def find_outcome_by_loss_condition(
        self, loss_condition: Callable[[PlayerLifeLossAndPoison], bool]
    ) -> tuple[Place, ...] | None:
        """Return the first outcome with losses that meet a condition; None without one."""
        weights = (sum_ for sum_ in sorted(self.root.totals) if loss_condition(sum_))
        return next((dealt for sum_ in weights for dealt in self._list_outcomes_of_node(self.root, 0, sum_)), None)

    def _list_outcomes_of_node(
        self, graph_node: DamageOutcomeGraphNode, source_index: int, total_loss: PlayerLifeLossAndPoison
    ) -> Iterator[tuple[Place, ...]]:
        """Yield a node's outcomes with exactly this loss of life and poison."""
        if not graph_node.rows:
            yield ()
        for row, child in graph_node.rows:
            own = self._weights.compute_loss_from_source(source_index, row)
            rest = PlayerLifeLossAndPoison(total_loss.loss - own.loss, total_loss.poison - own.poison)
            if rest in child.totals:
                for tail in self._list_outcomes_of_node(child, source_index + 1, rest):
                    yield (row, *tail)

    def _get_graph_node(self, possible_results: frozenset[Ends]) -> DamageOutcomeGraphNode:
        node = self._nodes.get(possible_results)
        if node is None:
            self._effort.count_search_step()
            node = self._nodes[possible_results] = self._build_graph_node(possible_results)
        return node

    def _build_graph_node(self, possible_results: frozenset[Ends]) -> DamageOutcomeGraphNode:
        places = len(self._moment.places)
        if possible_results == {()}:
            return DamageOutcomeGraphNode((), {ZERO_WEIGHT: 1}, ((0, 0),) * places)
        part = len(self._moment.parts) - len(next(iter(possible_results)))
        tails: dict[Place, set[Ends]] = {}
        for first, *tail in possible_results:
            for row in first:
                tails.setdefault(row, set()).add(tuple(tail))
        rows = [
            (row, self._get_graph_node(frozenset(tails[row])))
            for row in sorted(tails, key=self._build_recipient_sort_key)
        ]
        totals: dict[PlayerLifeLossAndPoison, int] = {}
        for row, child in rows:
            own = self._weights.compute_loss_from_source(part, row)
            for weight, count in child.totals.items():
                total = PlayerLifeLossAndPoison(own.loss + weight.loss, own.poison + weight.poison)
                totals[total] = totals.get(total, 0) + count
        return DamageOutcomeGraphNode(
            tuple(rows), totals, tuple(_compute_damage_range_of_recipient(rows, place) for place in range(places))
        )

    def _build_recipient_sort_key(self, recipient_and_amount: Place) -> tuple[str, int]:
        place, amount = recipient_and_amount
        return ("" if place == NO_PLACE else self._moment.places[place]), amount


def _compute_damage_range_of_recipient(
    outcome_branches: list[tuple[Place, DamageOutcomeGraphNode]], recipient_index: int
) -> tuple[int, int]:
    """Return the least and the most damage that a recipient is dealt in all outcomes of these branches."""
    dealt = [amount if to == recipient_index else 0 for (to, amount), _ in outcome_branches]
    least = min(own + child.bounds[recipient_index][0] for own, (_, child) in zip(dealt, outcome_branches, strict=True))
    most = max(own + child.bounds[recipient_index][1] for own, (_, child) in zip(dealt, outcome_branches, strict=True))
    return least, most
