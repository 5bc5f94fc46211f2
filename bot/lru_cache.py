"""A small memory of what was used last."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The `most` entries that were used last; the others are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries = OrderedDict[K, V]()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K) -> V | None:
        """The value of `key`, now the last one used; None if it is not here."""
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key]

    def put(self, key: K, value: V) -> None:
        """Remember `value`, in place of an older one or of the least recently used entry."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def values(self) -> list[V]:
        """All values, the last one used at the end."""
        return list(self._entries.values())

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()

    def drop(self, key: K) -> None:
        """Forget `key`, if it is here."""
        self._entries.pop(key, None)

    def drop_where(self, matches: Callable[[K], bool]) -> None:
        """Forget the keys that match."""
        for key in [each for each in self._entries if matches(each)]:
            del self._entries[key]
