"""Who asks the database at the same time, and who is sent away at once: better than too late."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.storage.engine.deadline import find_deadline
from bot.storage.engine.errors import Busy

BEHIND = 0.5
"""Seconds that whoever is next has waited, after which nobody new is let in: a command asks
several questions, and has to be answered within three seconds."""


class Gate:
    """Lets `places` in at once, in the order in which they came."""

    def __init__(self, places: int) -> None:
        self._turns = asyncio.Semaphore(places)
        self._waiting: dict[object, float] = {}  # since when, the longest first

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Wait for a place. Raises `Busy` at once where that takes too long already.

        Who was let in once for a command is let in again: what was begun is to be finished.
        """
        deadline = find_deadline()
        if self._is_behind() and not (deadline and deadline.admitted):
            raise Busy
        await self._take_turn()
        try:
            if deadline is not None:
                deadline.admitted = True
            yield
        finally:
            self._turns.release()

    async def _take_turn(self) -> None:
        if not self._turns.locked():
            await self._turns.acquire()  # at once
            return
        mark = object()
        self._waiting[mark] = asyncio.get_running_loop().time()
        try:
            await self._turns.acquire()
        finally:
            del self._waiting[mark]

    def _is_behind(self) -> bool:
        since = next(iter(self._waiting.values()), None)
        return since is not None and since < asyncio.get_running_loop().time() - BEHIND
