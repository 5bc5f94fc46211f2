"""The search for all outcomes of a damage question: all uses of shared effects in all orders.

Between two uses each part moves alone (`part_paths.py`), so a state of the search consists of the
pending damage of each part at its last use and the rest of the effects.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from bot.judge.damage_problem import DamageProblem, EffectsLeft, PendingDamage
from bot.judge.part_paths import PartMove, PartPaths, Place
from bot.judge.step_budget import StepBudget

Ends = tuple[frozenset[Place], ...]
"""The ends that each part can have, independent of the other parts."""


class EndsBranch(NamedTuple):
    """A branch in the tree of ends: a state with one of these ends, and the next parts."""

    state: "SearchState"
    further: "Tree"


Tree = dict[frozenset[Place], EndsBranch]


class SearchState(NamedTuple):
    """A state of the search: each part's pending damage at its last use, and the effects left.

    A part's pending damage is None before its first use.
    """

    shares: tuple[PendingDamage | None, ...]
    left: EffectsLeft


class OutcomeSearch:
    """A search of all states of a damage question; `ends` maps the ends of all parts to a
    state.
    """

    def __init__(self, moment: DamageProblem, effort: StepBudget) -> None:
        parts = range(len(moment.parts))
        self.paths = [PartPaths(moment, part, effort, answers=True) for part in parts]
        self._moment = moment
        self._effort = effort
        self._origins: dict[SearchState, tuple[SearchState, PartMove] | None] = {}
        self.ends: Mapping[Ends, SearchState] = self._explore_states()

    def find_moves_to_outcome(
        self, destinations: tuple[Place, ...]
    ) -> tuple[list[PendingDamage], list[PartMove]]:
        """Return the parts' first pending damage, and the moves that lead to an outcome."""
        state = _find_state_by_outcome(self._end_tree, destinations)
        assert state is not None
        usable = self._moment.find_usable_effects(state.left)
        starts: list[PendingDamage] = []
        moves: list[PartMove] = []  # in reverse order
        for path, share, place in zip(self.paths, state.shares, destinations, strict=True):
            starts.append(self._find_final_damage(path, share, place, usable))
            moves += reversed(path.trace_moves(share, starts[-1]))
        while (origin := self._origins[state]) is not None:
            state, move = origin
            path = self.paths[move.part]
            moves += [move, *reversed(path.trace_moves(state.shares[move.part], move.before))]
        for move in moves:
            starts[move.part] = move.before
        return starts, moves[::-1]

    def _explore_states(self) -> Mapping[Ends, SearchState]:
        start = SearchState((None,) * len(self.paths), self._moment.left)
        self._origins[start] = None
        ends: dict[Ends, SearchState] = {}
        waiting = [start]
        while waiting:
            self._effort.spend_step()
            state = waiting.pop()
            usable = self._moment.find_usable_effects(state.left)
            found = tuple(
                path.find_destinations(share, usable)
                for path, share in zip(self.paths, state.shares, strict=True)
            )
            if all(found):
                ends.setdefault(found, state)
            for move, after in self._list_next_states(state, usable):
                if after not in self._origins:
                    self._origins[after] = (state, move)
                    waiting.append(after)
        return ends

    def _list_next_states(
        self, state: SearchState, usable_effects: int
    ) -> Iterator[tuple[PartMove, SearchState]]:
        shares = state.shares
        for part, path in enumerate(self.paths):
            for share, effect in path.list_shared_effect_uses(shares[part], usable_effects):
                after, left = self._moment.apply_effect(effect, share, state.left)
                changed = (*shares[:part], after, *shares[part + 1 :])
                yield PartMove(part, share, effect, after), SearchState(changed, left)

    @cached_property
    def _end_tree(self) -> Tree:
        """The ends as a tree with a level for each part, for fast look-up by outcome."""
        tree: Tree = {}
        for ends, state in self.ends.items():
            branches = tree
            for end in ends:
                branches = branches.setdefault(end, EndsBranch(state, {})).further
        return tree

    def _find_final_damage(
        self, path: PartPaths, root: PendingDamage | None, destination: Place, usable_effects: int
    ) -> PendingDamage:
        """Return pending damage with which a part ends at a destination."""
        lasting = ~self._moment.shared | usable_effects
        return next(
            share
            for share in path.list_reachable_damage(root)
            if (share.place, share.amount) == destination
            and not self._moment.list_applicable_effects(path.part, share, lasting)
        )


def _find_state_by_outcome(tree: Tree, destinations: Sequence[Place]) -> SearchState | None:
    """Return a state that can end with this outcome; None if no state can."""
    for end, branch in tree.items():
        if destinations[0] in end:
            found = (
                _find_state_by_outcome(branch.further, destinations[1:])
                if destinations[1:]
                else branch.state
            )
            if found is not None:
                return found
    return None
