"""Requests for boards keep to a pace, all channels together."""

import asyncio
import heapq
from itertools import count

EACH_SECOND = 40.0
"""Requests; Discord lets a bot make about 50, and some are for answers to people."""


class Budget:
    """Turns at a pace: the urgent ones first, then whoever came first."""

    def __init__(self, each_second: float = EACH_SECOND) -> None:
        self._apart = 1 / each_second
        self._next = 0.0  # when the next turn may be, by the loop's clock
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._task: asyncio.Task[None] | None = None

    async def turn(self, *, urgent: bool = False) -> None:
        """Waits for one's turn."""
        loop = asyncio.get_running_loop()
        if not self._waiting and loop.time() >= self._next:
            self._next = loop.time() + self._apart
            return
        turn: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._waiting, (not urgent, next(self._numbers), turn))
        if self._task is None:
            self._task = asyncio.create_task(self._give())
        await turn

    async def _give(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(self._next - loop.time())
            turn = heapq.heappop(self._waiting)[-1]
            if not turn.done():  # whoever waited may have gone
                self._next = loop.time() + self._apart
                turn.set_result(None)
        self._task = None
