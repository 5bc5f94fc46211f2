"""A cache of the entries that were used last."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A cache of limited size, which drops the least recently used entries."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries = OrderedDict[K, V]()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K) -> V | None:
        """Return the value of `key`, which counts as a use; None if the key is missing."""
        value = self._entries.get(key)
        if value is not None:
            self._entries.move_to_end(key)
        return value

    def get_many(self, keys: Iterable[K]) -> dict[K, V]:
        """Return the cached values of these keys, which counts as a use."""
        entries = self._entries
        found = dict[K, V]()
        for key in keys:
            if key in entries:
                entries.move_to_end(key)
                found[key] = entries[key]
        return found

    def put(self, key: K, value: V) -> None:
        """Store a value. A full cache drops its least recently used entry."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def values(self) -> list[V]:
        """Return all values, the most recently used last."""
        return list(self._entries.values())

    def items(self) -> list[tuple[K, V]]:
        """Return all keys with their values, the most recently used last."""
        return list(self._entries.items())

    def clear(self) -> None:
        self._entries.clear()

    def remove(self, key: K) -> None:
        self._entries.pop(key, None)

    def remove_entries_with_matching_key(self, key_predicate: Callable[[K], bool]) -> None:
        for key in [each for each in self._entries if key_predicate(each)]:
            del self._entries[key]
