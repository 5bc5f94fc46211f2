"""A cache of rows that is never ahead of its table.

A row is cached once it was read or written, not before. If a row is dropped or changes while it is
read or written, nobody knows which of both came last: then it is not cached at all.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Generic

from bot.lru_cache import K, LruCache, V


class _Watch(Generic[K]):
    """The keys of the rows that have changed since the watch began."""

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
        self._watches = set[_Watch[K]]()

    def get(self, key: K) -> V | None:
        """Return a cached row; None if it is not cached."""
        return self._rows.get(key)

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
        with self._watch() as watch:

            def keep(key: K, row: V) -> None:
                if not watch.has_seen(key):
                    self._rows.put(key, row)

            yield keep

    @contextmanager
    def write(
        self,
        key: K,
        change: Callable[[V | None], V | None],
        unwritten: tuple[type[BaseException], ...] = (),
    ) -> Iterator[None]:
        """Cache what `change` makes of the cached row, once the block has written the row.

        `change` returns None for a row that is not to be cached. If the block fails, the row is
        dropped, since it may have been written, unless the error is one of `unwritten`.
        """
        with self._watch() as watch:
            try:
                yield
            except unwritten:
                raise
            except BaseException:
                self.drop(key)
                raise
            row = None if watch.has_seen(key) else change(self._rows.get(key))
        self.drop(key)
        if row is not None:
            self._rows.put(key, row)

    def keep(self, key: K, row: V) -> None:
        """Cache a row whose loss does no harm before it is written."""
        self.drop(key)
        self._rows.put(key, row)

    def drop(self, key: K) -> None:
        """Drop a row: it has changed, or may have."""
        self._rows.drop(key)
        for watch in self._watches:
            watch.keys.add(key)

    def clear(self) -> None:
        """Drop all rows: any of them may have changed."""
        self._rows.clear()
        for watch in self._watches:
            watch.every = True

    @contextmanager
    def _watch(self) -> Iterator[_Watch[K]]:
        watch = _Watch[K]()
        self._watches.add(watch)
        try:
            yield watch
        finally:
            self._watches.discard(watch)
