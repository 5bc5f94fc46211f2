"""What can become of one part by moves that concern no other part.

Such moves change nothing for the others and can always be made later, so each part can be looked
at alone. A search has to go through the rest only, the *uses*: effects that several parts may use
up, and, where it matters who decides, redirection.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from bot.judge.effort import Effort
from bot.judge.moment import GONE, REDIRECTION, SELF, Moment, Share

Place = tuple[int, int]
"""Where a part is dealt in the end, and how much."""


class Move(NamedTuple):
    """One thing done to a part: its share before, what was picked, and its share afterwards."""

    part: int
    before: Share
    pick: int
    after: Share


class Use(NamedTuple):
    """A share, and what can be picked for it that is no free move."""

    share: Share
    pick: int


class Paths:
    """The ways of one part. A `root` of None stands for all shares with which it can begin.

    With `answers` what the part's controller makes of redirection is a free move; without, to pick
    redirection is a use.
    """

    def __init__(self, moment: Moment, part: int, effort: Effort, *, answers: bool) -> None:
        self.part = part
        self._moment = moment
        self._effort = effort
        self._answers = answers
        self._reached: dict[Share | None, Mapping[Share, Move | None]] = {}
        self._ends: dict[tuple[Share | None, int], frozenset[Place]] = {}
        self._uses: dict[tuple[Share | None, int], tuple[Use, ...]] = {}

    @cached_property
    def starts(self) -> tuple[Share, ...]:
        """The shares with which the part can begin; a part that cannot be is gone."""
        ways = self._moment.ways[self.part]
        return tuple(self._moment.start(self.part, amount) for amount in ways) or (GONE,)

    def list_reachable(self, root: Share | None) -> Mapping[Share, Move | None]:
        """Return every share that can become of `root`, with the move that led there first."""
        found = self._reached.get(root)
        if found is None:
            found = self._reached[root] = self._explore(self.starts if root is None else (root,))
        return found

    def find_ends(self, root: Share | None, usable: int) -> frozenset[Place]:
        """Return how the part can end without another use, if these effects (bits) are left."""
        usable &= self._moment.shared
        found = self._ends.get((root, usable))
        if found is None:
            lasting = ~self._moment.shared | usable
            found = self._ends[root, usable] = frozenset(
                (share.place, share.amount)
                for share in self.list_reachable(root)
                if not self._moment.list_picks(self.part, share, lasting)
            )
        return found

    def list_uses(self, root: Share | None, usable: int) -> tuple[Use, ...]:
        """Return where the part can be made use of, if these effects (bits) are left."""
        usable &= self._moment.shared
        found = self._uses.get((root, usable))
        if found is None:
            found = self._uses[root, usable] = tuple(
                Use(share, pick)
                for share in self.list_reachable(root)
                for pick in self._moment.list_picks(self.part, share, usable)
                if pick >= 0 or (pick == REDIRECTION and not self._answers)
            )
        return found

    def trace(self, root: Share | None, share: Share) -> list[Move]:
        """Return the moves that lead from `root` to a share that it reaches."""
        moves: list[Move] = []
        reached = self.list_reachable(root)
        while (move := reached[share]) is not None:
            moves.append(move)
            share = move.before
        return moves[::-1]

    def _explore(self, starts: tuple[Share, ...]) -> Mapping[Share, Move | None]:
        found: dict[Share, Move | None] = dict.fromkeys(starts)
        waiting = [*starts]
        while waiting:
            self._effort.spend()
            share = waiting.pop()
            for move in self._list_moves(share):
                if move.after not in found:
                    found[move.after] = move
                    waiting.append(move.after)
        return found

    def _list_moves(self, share: Share) -> Iterator[Move]:
        """Every free move."""
        moment = self._moment
        part = self.part
        for pick in moment.list_picks(part, share, ~moment.shared):
            if pick == SELF:
                yield Move(part, share, pick, moment.replace_by_own(part, share))
            elif pick != REDIRECTION:
                yield Move(part, share, pick, moment.apply(pick, share, moment.left)[0])
            elif self._answers:
                for after in moment.list_places(part, share):
                    yield Move(part, share, pick, after)
