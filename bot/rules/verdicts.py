"""A shared, append-only list of verdicts, so that every state of a pod can keep its own list."""

from collections.abc import Iterator
from typing import overload

from msgspec import Struct

from bot.rules.records import DefeatVerdict


class LinkedVerdictList(Struct, frozen=True, eq=False):
    """An immutable linked list of the decisions on defeats (verdicts) in a pod.

    The earlier verdicts are shared with the previous state of the pod, so memory grows with the number of verdicts and
    not of states. Reading an old verdict takes longer than reading a new one.
    """

    # Tracked by the garbage collector, which frees a long chain without recursion.
    earlier: "LinkedVerdictList | None" = None
    newest: tuple[DefeatVerdict, ...] = ()
    count: int = 0

    def append_verdicts(self, new_verdicts: tuple[DefeatVerdict, ...]) -> "LinkedVerdictList":
        return LinkedVerdictList(self, new_verdicts, self.count + len(new_verdicts)) if new_verdicts else self

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[DefeatVerdict]:
        return iter(self._list_verdicts_from(0))

    @overload
    def __getitem__(self, at: int) -> DefeatVerdict: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[DefeatVerdict, ...]: ...

    def __getitem__(self, at: int | slice) -> DefeatVerdict | tuple[DefeatVerdict, ...]:
        if not isinstance(at, slice):
            return self._list_verdicts_from(range(self.count)[at])[0]
        start, stop, step = at.indices(self.count)
        return self._list_verdicts_from(start)[: max(stop - start, 0)] if step == 1 else self._list_verdicts_from(0)[at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LinkedVerdictList):
            return NotImplemented
        return self is other or (self.count == other.count and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _list_verdicts_from(self, start_index: int) -> tuple[DefeatVerdict, ...]:
        moments: list[tuple[DefeatVerdict, ...]] = []
        at: LinkedVerdictList | None = self
        while at is not None and at.count > start_index:
            moments.append(at.newest)
            before = at.count - len(at.newest)
            if before < start_index:
                moments[-1] = at.newest[start_index - before :]
            at = at.earlier
        return tuple(verdict for moment in reversed(moments) for verdict in moment)


NO_VERDICTS = LinkedVerdictList()
