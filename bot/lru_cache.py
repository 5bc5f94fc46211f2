"""A cache of the entries that were used last."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A cache that keeps the `most` entries that were used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries = OrderedDict[K, V]()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K) -> V | None:
        """Return the value of `key`, and mark it as used; None if it is missing."""
        value = self._entries.get(key)
        if value is not None:
            self._entries.move_to_end(key)
        return value

    def find(self, keys: Iterable[K]) -> dict[K, V]:
        """Return the values of the `keys` that are there, and mark them as used."""
        entries = self._entries
        found = dict[K, V]()
        for key in keys:
            if key in entries:
                entries.move_to_end(key)
                found[key] = entries[key]
        return found

    def put(self, key: K, value: V) -> None:
        """Store `value`, and drop the least recently used entry if the cache is full."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def values(self) -> list[V]:
        """Return all values, the last one used at the end."""
        return list(self._entries.values())

    def clear(self) -> None:
        """Drop all entries."""
        self._entries.clear()

    def drop(self, key: K) -> None:
        """Drop `key` if it is there."""
        self._entries.pop(key, None)

    def drop_where(self, matches: Callable[[K], bool]) -> None:
        """Drop all keys that match."""
        for key in [each for each in self._entries if matches(each)]:
            del self._entries[key]
