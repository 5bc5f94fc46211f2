"""How fast the bot asks Discord for what nobody waits for: boards and posts keep to a pace."""

import asyncio
import contextlib
import heapq
import math
from itertools import count
from typing import NamedTuple

EACH_SECOND = 40.0
"""Requests; Discord lets a bot make about 50, and some are for answers to people."""

APART = 1.0
"""Seconds between two boards of one channel, of which Discord takes five in five seconds."""

LISTS = 30.0
"""Seconds between two edits of a list of free seats."""

GATHERS = 5.0
"""Seconds in which what happens is taken together before posts are corrected."""


class RateLimits(NamedTuple):
    """How fast boards and posts follow what happens.

    There are `apart` seconds between two boards of one channel, `lists` between two edits of a list
    of free seats, and `each_second` requests in all. Posts are corrected together that are wrong
    after what happens in the seconds of `gathers`.
    """

    apart: float = APART
    each_second: float = EACH_SECOND
    gathers: float = GATHERS
    lists: float = LISTS


GENTLE = RateLimits()
"""What Discord wants."""

UNLIMITED = RateLimits(apart=0.0, each_second=math.inf, gathers=0.0, lists=0.0)
"""What a simulated Discord takes."""


class Budget:
    """Turns at a pace: the urgent ones first, then whoever came first."""

    def __init__(self, each_second: float = EACH_SECOND) -> None:
        self._alone = self._apart = 1 / each_second  # seconds
        self._next = 0.0  # when the next turn may be, by the loop's clock
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._channels: dict[int, asyncio.Future[None]] = {}  # which turn each waits for
        self._numbers = count()
        self._given = asyncio.Event()  # set for a moment whenever one waits less
        self._task: asyncio.Task[None] | None = None

    async def take_turn(self, *, urgent: bool = False, channel: int | None = None) -> None:
        """Wait until the next request may be made; for a board's the `channel` can be hurried."""
        loop = asyncio.get_running_loop()
        if not self._waiting and loop.time() >= self._next:
            self._next = loop.time() + self._apart
            return None
        turn: asyncio.Future[None] = loop.create_future()
        self._push(turn, urgent=urgent)
        if self._task is None:
            self._task = asyncio.create_task(self._give_turns())
        if channel is None or urgent:
            return await turn
        self._channels[channel] = turn
        try:
            await turn
        finally:
            del self._channels[channel]

    def share(self, processes: int) -> None:
        """Give turns at the pace of one of so many processes that share what Discord allows."""
        self._apart = self._alone * processes

    async def wait_for_room(self, fewer: int, patience: float) -> None:
        """Wait until fewer than so many wait for their turns, but no more than so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while len(self._waiting) >= fewer:
                    await self._given.wait()

    def hurry(self, channel: int) -> None:
        """Make the turn urgent that a channel waits for, if it does: meanwhile it has become so."""
        turn = self._channels.get(channel)
        if turn is not None:
            self._push(turn, urgent=True)

    def _push(self, turn: asyncio.Future[None], *, urgent: bool) -> None:
        heapq.heappush(self._waiting, (not urgent, next(self._numbers), turn))

    async def _give_turns(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(self._next - loop.time())
            turn = heapq.heappop(self._waiting)[-1]
            self._given.set()
            self._given.clear()
            if not turn.done():  # whoever waited may have gone, or was hurried
                self._next = loop.time() + self._apart
                turn.set_result(None)
        self._task = None
