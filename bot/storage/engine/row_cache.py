"""A cache of database rows that is never ahead of its table.

A row is cached once it was read or written, not before. If a row is dropped or changes while it is read or written,
nobody knows which of both came last: then it is not cached at all.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Generic

from bot.basics.lru_cache import K, LruCache, V


class _ChangedRowTracker(Generic[K]):
    """The keys of rows that have changed since a read began."""

    def __init__(self) -> None:
        self.keys = set[K]()
        self.every = False

    def may_row_have_changed(self, row_key: K) -> bool:
        """Return True if a row may have changed since the read began."""
        return self.every or row_key in self.keys


class DatabaseRowCache(Generic[K, V]):
    """A cache of the database rows used most recently, by key."""

    def __init__(self, capacity: int) -> None:
        self._rows = LruCache[K, V](capacity)
        self.get = self._rows.get
        """Return a cached row by its key; None if it is not cached."""
        self._reads = set[_ChangedRowTracker[K]]()
        self._writes = dict[K, list[CachedRowUpdateContext[K, V]]]()

    async def await_and_cache_row(self, row_key: K, row_query: Awaitable[V | None]) -> V | None:
        """Await a row from the database, and cache the row unless it changes during the wait."""
        with self.cache_rows_if_unchanged() as keep:
            row = await row_query
            if row is not None:
                keep(row_key, row)
        return row

    @contextmanager
    def cache_rows_if_unchanged(self) -> Iterator[Callable[[K, V], None]]:
        """Yield a function that caches a row, unless the row changed during the `with` block."""
        watch = _ChangedRowTracker[K]()

        def cache_row_unless_changed_meanwhile(row_key: K, row: V) -> None:
            if not watch.may_row_have_changed(row_key):
                self._rows.put(row_key, row)

        self._reads.add(watch)
        try:
            yield cache_row_unless_changed_meanwhile
        finally:
            self._reads.discard(watch)

    def update_cached_row_after_write(
        self,
        row_key: K,
        compute_new_row: Callable[[V | None], V | None],
        errors_before_write: tuple[type[BaseException], ...] = (),
    ) -> "CachedRowUpdateContext[K, V]":
        """Return a context manager that updates a cached row after the `with` block wrote it.

        `compute_new_row` gets the cached row, and returns None for a row that is not to be cached. If the block fails,
        the row is dropped, since it may have been written, unless the error is one of `errors_before_write`.
        """
        return CachedRowUpdateContext(self, row_key, compute_new_row, errors_before_write)

    def replace_cached_row(self, row_key: K, row: V) -> None:
        """Replace a cached row, even by a row that is not in the database yet. A crash may lose the new row."""
        self._rows.put(row_key, row)
        self._mark_reads_and_writes_outdated(row_key)

    def invalidate_row(self, row_key: K) -> None:
        """Remove a row from the cache, because it may have changed."""
        self._rows.remove(row_key)
        self._mark_reads_and_writes_outdated(row_key)

    def _mark_reads_and_writes_outdated(self, row_key: K) -> None:
        for write in self._writes.get(row_key, ()):
            write.outdated = True
        for watch in self._reads:
            watch.keys.add(row_key)

    def invalidate_all_rows(self) -> None:
        """Empty the cache, because any row may have changed."""
        self._rows.clear()
        for writes in self._writes.values():
            for write in writes:
                write.outdated = True
        for watch in self._reads:
            watch.every = True

    def register_row_write_in_progress(self, row_write: "CachedRowUpdateContext[K, V]") -> None:
        """Register a running write of a row, so that the write is marked as outdated if others change the row."""
        self._writes.setdefault(row_write.key, []).append(row_write)

    def unregister_finished_row_write(self, row_write: "CachedRowUpdateContext[K, V]") -> None:
        others = self._writes[row_write.key]
        others.remove(row_write)
        if not others:
            del self._writes[row_write.key]


class CachedRowUpdateContext(Generic[K, V]):
    """A context manager that updates a cached row after the `with` block wrote the row to the database.

    `outdated` means that somebody else has changed the row meanwhile. A class and not a generator, as every command
    runs such a block.
    """

    __slots__ = ("_cache", "_change", "_unwritten", "key", "outdated")

    def __init__(
        self,
        cache: DatabaseRowCache[K, V],
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
        self._cache.register_row_write_in_progress(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        cache = self._cache
        cache.unregister_finished_row_write(self)
        if error is not None:
            if not isinstance(error, self._unwritten):
                cache.invalidate_row(self.key)
            return
        row = None if self.outdated else self._change(cache.get(self.key))
        if row is None:
            cache.invalidate_row(self.key)
        else:
            cache.replace_cached_row(self.key, row)
