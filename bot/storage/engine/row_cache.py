"""A cache of rows that is never ahead of its table.

A row is cached once it was read or written, not before. If a row is dropped or changes while it is
read or written, nobody knows which of both came last: then it is not cached at all.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Generic

from bot.lru_cache import K, LruCache, V


class _Watch(Generic[K]):
    """The keys of the rows that have changed since a read began."""

    def __init__(self) -> None:
        self.keys = set[K]()
        self.every = False

    def has_seen(self, key: K) -> bool:
        """Return whether a row has changed, or may have."""
        return self.every or key in self.keys


class RowCache(Generic[K, V]):
    """A cache of the `most` rows that were used last, by key."""

    def __init__(self, most: int) -> None:
        self._rows = LruCache[K, V](most)
        self.get = self._rows.get
        """Return a cached row by its key; None if it is not cached."""
        self._reads = set[_Watch[K]]()
        self._writes = dict[K, list[RowWrite[K, V]]]()

    async def load(self, key: K, reading: Awaitable[V | None]) -> V | None:
        """Return the row that is read, and cache it unless it changes meanwhile."""
        with self.read() as keep:
            row = await reading
            if row is not None:
                keep(key, row)
        return row

    @contextmanager
    def read(self) -> Iterator[Callable[[K, V], None]]:
        """Yield a function that caches a row which the block has read, unless it has changed."""
        watch = _Watch[K]()

        def keep(key: K, row: V) -> None:
            if not watch.has_seen(key):
                self._rows.put(key, row)

        self._reads.add(watch)
        try:
            yield keep
        finally:
            self._reads.discard(watch)

    def write(
        self,
        key: K,
        change: Callable[[V | None], V | None],
        unwritten: tuple[type[BaseException], ...] = (),
    ) -> "RowWrite[K, V]":
        """Cache what `change` makes of the cached row, once the block has written the row.

        `change` returns None for a row that is not to be cached. If the block fails, the row is
        dropped, since it may have been written, unless the error is one of `unwritten`.
        """
        return RowWrite(self, key, change, unwritten)

    def keep(self, key: K, row: V) -> None:
        """Cache a row whose loss does no harm before it is written."""
        self.drop(key)
        self._rows.put(key, row)

    def drop(self, key: K) -> None:
        """Drop a row: it has changed, or may have."""
        self._rows.drop(key)
        for write in self._writes.get(key, ()):
            write.outdated = True
        for watch in self._reads:
            watch.keys.add(key)

    def clear(self) -> None:
        """Drop all rows: any of them may have changed."""
        self._rows.clear()
        for writes in self._writes.values():
            for write in writes:
                write.outdated = True
        for watch in self._reads:
            watch.every = True

    def begin_write(self, write: "RowWrite[K, V]") -> None:
        """Tell a write from now on whether its row changes."""
        self._writes.setdefault(write.key, []).append(write)

    def end_write(self, write: "RowWrite[K, V]") -> None:
        """Tell a write no longer whether its row changes."""
        others = self._writes[write.key]
        others.remove(write)
        if not others:
            del self._writes[write.key]


class RowWrite(Generic[K, V]):
    """A block that writes a row of a cache; `outdated` if the row has changed meanwhile.

    A class and not a generator, as every command runs such a block.
    """

    __slots__ = ("_cache", "_change", "_unwritten", "key", "outdated")

    def __init__(
        self,
        cache: RowCache[K, V],
        key: K,
        change: Callable[[V | None], V | None],
        unwritten: tuple[type[BaseException], ...],
    ) -> None:
        self._cache = cache
        self._change = change
        self._unwritten = unwritten
        self.key = key
        self.outdated = False

    def __enter__(self) -> None:
        self._cache.begin_write(self)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        cache = self._cache
        cache.end_write(self)
        if error is not None:
            if not isinstance(error, self._unwritten):
                cache.drop(self.key)
            return
        row = None if self.outdated else self._change(cache.get(self.key))
        if row is None:
            cache.drop(self.key)
        else:
            cache.keep(self.key, row)
