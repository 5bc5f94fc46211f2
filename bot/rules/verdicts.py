"""A shared, append-only list of verdicts, so that every step of a pod can keep its own list."""

from collections.abc import Iterator
from typing import overload

from msgspec import Struct

from bot.rules.records import Verdict


class Verdicts(Struct, frozen=True, eq=False):
    """An immutable list of verdicts, oldest first: `earlier` ones, then the `newest` moment's.

    The earlier verdicts are shared with the pod of the step before, so memory grows with the number
    of verdicts and not of steps. Reading an old verdict takes longer than reading a new one.
    """

    # Tracked by the garbage collector, which frees a long chain without recursion.
    earlier: "Verdicts | None" = None
    newest: tuple[Verdict, ...] = ()
    count: int = 0

    def add_moment(self, newest: tuple[Verdict, ...]) -> "Verdicts":
        """Return the list after one more moment; a moment may have no verdict."""
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
        """Return all verdicts after the first `first`."""
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
