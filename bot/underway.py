"""Work under way for servers, so that a caller can wait for its end."""

import asyncio
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Underway(Generic[K]):
    """A register of work under way, by key; each is for a server, or for none."""

    def __init__(self) -> None:
        self._servers: dict[K, int | None] = {}
        self._ended = asyncio.Event()  # set for a moment when work ends

    def begin(self, key: K, guild: int | None) -> None:
        """Register work that begins."""
        self._servers[key] = guild

    @contextmanager
    def track(self, key: K, guild: int | None) -> Iterator[None]:
        """Register work for the length of the block."""
        self.begin(key, guild)
        try:
            yield
        finally:
            self.end(key)

    def end(self, key: K) -> None:
        """Remove work that has ended; idempotent."""
        self._servers.pop(key, None)
        self._ended.set()
        self._ended.clear()

    async def join(self, is_meant: Callable[[K, int | None], bool] = lambda *_: True) -> None:
        """Wait until all work that `is_meant`, by key and server, has ended."""
        while any(is_meant(key, guild) for key, guild in self._servers.items()):
            await self._ended.wait()
