"""The free moves of one part: moves that concern no other part.

A free move changes nothing for other parts and can always be made later, so each part is explored
alone. A search has to go through the other moves only, the *uses*: effects that several parts can
use up and, if it matters who decides, redirection.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from bot.judge.effort import Effort
from bot.judge.moment import GONE_SHARE, REDIRECTION, SELF_REPLACEMENT, Moment, Share

Place = tuple[int, int]
"""The place at which a part is dealt in the end, and its amount."""


class Move(NamedTuple):
    """A move of a part: its share before, the pick, and its share afterwards."""

    part: int
    before: Share
    pick: int
    after: Share


class Use(NamedTuple):
    """A share, and a pick for it that is not a free move."""

    share: Share
    pick: int


class Paths:
    """The shares that one part can reach. A `root` of None means all its first shares.

    With `answers`, redirection and its controller's answer are a free move; without, picking
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
        """The first shares of the part; an impossible part has the share `GONE_SHARE`."""
        ways = self._moment.ways[self.part]
        return tuple(self._moment.make_share(self.part, amount) for amount in ways) or (GONE_SHARE,)

    def list_reachable(self, root: Share | None) -> Mapping[Share, Move | None]:
        """Return every share that `root` can reach, each with the move that found it first."""
        found = self._reached.get(root)
        if found is None:
            found = self._reached[root] = self._explore(self.starts if root is None else (root,))
        return found

    def find_ends(self, root: Share | None, usable: int) -> frozenset[Place]:
        """Return the ends of the part without another use, with the `usable` effects (bits)."""
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
        """Return the uses of the part with the `usable` effects (bits)."""
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
        """Return the moves that lead from `root` to a share."""
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
        """Yield the free moves of a share."""
        moment = self._moment
        part = self.part
        for pick in moment.list_picks(part, share, ~moment.shared):
            if pick == SELF_REPLACEMENT:
                yield Move(part, share, pick, moment.replace_by_own(part, share))
            elif pick != REDIRECTION:
                yield Move(part, share, pick, moment.apply(pick, share, moment.left)[0])
            elif self._answers:
                for after in moment.list_places(part, share):
                    yield Move(part, share, pick, after)
