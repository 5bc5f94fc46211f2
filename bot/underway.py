"""What is being done for which servers, so that somebody can wait for its end."""

import asyncio
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Underway(Generic[K]):
    """Pieces of work by their keys, each for a server, or for none."""

    def __init__(self) -> None:
        self._servers: dict[K, int | None] = {}
        self._ended = asyncio.Event()  # set for a moment after each

    def begin(self, key: K, guild: int | None) -> None:
        """Note that a piece of work begins."""
        self._servers[key] = guild

    @contextmanager
    def track(self, key: K, guild: int | None) -> Iterator[None]:
        """Note that a piece of work is under way for the length of the block."""
        self.begin(key, guild)
        try:
            yield
        finally:
            self.end(key)

    def end(self, key: K) -> None:
        """Note that it has ended; perhaps once more."""
        self._servers.pop(key, None)
        self._ended.set()
        self._ended.clear()

    async def join(self, is_meant: Callable[[K, int | None], bool] = lambda *_: True) -> None:
        """Wait until no work is under way that is meant, by its key and its server."""
        while any(is_meant(key, guild) for key, guild in self._servers.items()):
            await self._ended.wait()
