"""All verdicts of a pod: a long game has many, and each of its steps knows those until then."""

from collections.abc import Iterator
from typing import overload

from msgspec import Struct

from bot.rules.events import Verdict


class Verdicts(Struct, frozen=True, eq=False):
    """Verdicts, oldest first: the `newest` of one moment after the `earlier` ones.

    Those are shared with the pod of before, so that all steps together take as much memory as there
    are verdicts. Reading takes as long as what is read is old.
    """

    # Held by the garbage collector, which also takes a long chain apart without recursion.
    earlier: "Verdicts | None" = None
    newest: tuple[Verdict, ...] = ()
    count: int = 0

    def add_moment(self, newest: tuple[Verdict, ...]) -> "Verdicts":
        """After one more moment, which may have had no verdict."""
        return Verdicts(self, newest, self.count + len(newest)) if newest else self

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self._drop_first(0))

    @overload
    def __getitem__(self, at: int) -> Verdict: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Verdict, ...]: ...

    def __getitem__(self, at: int | slice) -> Verdict | tuple[Verdict, ...]:
        if not isinstance(at, slice):
            return self._drop_first(range(self.count)[at])[0]
        start, stop, step = at.indices(self.count)
        return (
            self._drop_first(start)[: max(stop - start, 0)]
            if step == 1
            else self._drop_first(0)[at]
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Verdicts):
            return NotImplemented
        return self is other or (self.count == other.count and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _drop_first(self, first: int) -> tuple[Verdict, ...]:
        """All but the first so many."""
        moments: list[tuple[Verdict, ...]] = []
        at: Verdicts | None = self
        while at is not None and at.count > first:
            moments.append(at.newest)
            before = at.count - len(at.newest)
            if before < first:
                moments[-1] = at.newest[first - before :]
            at = at.earlier
        return tuple(verdict for moment in reversed(moments) for verdict in moment)


NO_VERDICTS = Verdicts()
