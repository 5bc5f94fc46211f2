"""The search for all outcomes of a moment: all uses of shared effects in all orders.

Between two uses each part moves alone (`paths.py`), so a state of the search consists of the share
of each part at its last use and the rest of the effects.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from bot.judge.effort import Effort
from bot.judge.moment import EffectsLeft, Moment, Share
from bot.judge.paths import Move, Paths, Place

Ends = tuple[frozenset[Place], ...]
"""The ends that each part can have, independent of the other parts."""


class Branch(NamedTuple):
    """A branch of ends that begin alike: a state that has one of them, and the next parts."""

    state: "State"
    further: "Tree"


Tree = dict[frozenset[Place], Branch]


class State(NamedTuple):
    """A state: the share of each part at its last use, None before it, and the effects' rest."""

    shares: tuple[Share | None, ...]
    left: EffectsLeft


class Search:
    """A search of all states of a moment; `ends` maps the ends of all parts to a state."""

    def __init__(self, moment: Moment, effort: Effort) -> None:
        parts = range(len(moment.parts))
        self.paths = [Paths(moment, part, effort, answers=True) for part in parts]
        self._moment = moment
        self._effort = effort
        self._origins: dict[State, tuple[State, Move] | None] = {}
        self.ends: Mapping[Ends, State] = self._explore()

    def find_way(self, dealt: tuple[Place, ...]) -> tuple[list[Share], list[Move]]:
        """Return the parts' first shares, and the moves that lead to the outcome `dealt`."""
        state = _find_state(self._end_tree, dealt)
        assert state is not None
        usable = self._moment.find_usable(state.left)
        starts: list[Share] = []
        moves: list[Move] = []  # in reverse order
        for path, share, place in zip(self.paths, state.shares, dealt, strict=True):
            starts.append(self._find_end(path, share, place, usable))
            moves += reversed(path.trace(share, starts[-1]))
        while (origin := self._origins[state]) is not None:
            state, move = origin
            path = self.paths[move.part]
            moves += [move, *reversed(path.trace(state.shares[move.part], move.before))]
        for move in moves:
            starts[move.part] = move.before
        return starts, moves[::-1]

    def _explore(self) -> Mapping[Ends, State]:
        start = State((None,) * len(self.paths), self._moment.left)
        self._origins[start] = None
        ends: dict[Ends, State] = {}
        waiting = [start]
        while waiting:
            self._effort.spend()
            state = waiting.pop()
            usable = self._moment.find_usable(state.left)
            found = tuple(
                path.find_ends(share, usable)
                for path, share in zip(self.paths, state.shares, strict=True)
            )
            if all(found):
                ends.setdefault(found, state)
            for move, after in self._make_uses(state, usable):
                if after not in self._origins:
                    self._origins[after] = (state, move)
                    waiting.append(after)
        return ends

    def _make_uses(self, state: State, usable: int) -> Iterator[tuple[Move, State]]:
        shares = state.shares
        for part, path in enumerate(self.paths):
            for share, effect in path.list_uses(shares[part], usable):
                after, left = self._moment.apply(effect, share, state.left)
                changed = (*shares[:part], after, *shares[part + 1 :])
                yield Move(part, share, effect, after), State(changed, left)

    @cached_property
    def _end_tree(self) -> Tree:
        """The ends as a tree with a level for each part, to find those of an outcome quickly."""
        tree: Tree = {}
        for ends, state in self.ends.items():
            branches = tree
            for end in ends:
                branches = branches.setdefault(end, Branch(state, {})).further
        return tree

    def _find_end(self, path: Paths, root: Share | None, place: Place, usable: int) -> Share:
        """Return a share with which a part ends at `place`."""
        lasting = ~self._moment.shared | usable
        return next(
            share
            for share in path.list_reachable(root)
            if (share.place, share.amount) == place
            and not self._moment.list_picks(path.part, share, lasting)
        )


def _find_state(tree: Tree, dealt: Sequence[Place]) -> State | None:
    """Return a state that can end with the outcome `dealt`."""
    for end, branch in tree.items():
        if dealt[0] in end:
            found = _find_state(branch.further, dealt[1:]) if dealt[1:] else branch.state
            if found is not None:
                return found
    return None
