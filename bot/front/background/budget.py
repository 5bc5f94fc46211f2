"""The rate limits of requests that nobody waits for, such as those for boards and posts."""

import asyncio
import contextlib
import heapq
import math
from itertools import count
from typing import NamedTuple

REQUESTS_PER_SECOND = 40.0
"""Requests a second. Discord allows about 50; the others are left for answers."""

BOARD_EDIT_INTERVAL = 1.0
"""Seconds between two edits of the boards of one channel. Discord takes five in five seconds."""

SEAT_LIST_EDIT_INTERVAL = 30.0
"""Seconds between two edits of a list of free seats."""

POST_CORRECTION_DELAY = 5.0
"""Seconds within which changes lead to one correction of a post."""


LOBBY_GRACE = 5.0
"""Seconds for which the former message of a lobby stays after the lobby has moved."""


class RateLimits(NamedTuple):
    """The rate limits of boards and posts.

    There are `apart` seconds between two edits of the boards of one channel, `lists` between two of
    a list of free seats. All together make `each_second` requests a second. Posts that changed
    within `gathers` seconds are corrected together. The former message of a lobby that has moved
    stays for `grace` seconds, as somebody may be pressing it.
    """

    apart: float = BOARD_EDIT_INTERVAL
    each_second: float = REQUESTS_PER_SECOND
    gathers: float = POST_CORRECTION_DELAY
    lists: float = SEAT_LIST_EDIT_INTERVAL
    grace: float = LOBBY_GRACE


DISCORD_LIMITS = RateLimits()
"""The limits for Discord."""

UNLIMITED = RateLimits(apart=0.0, each_second=math.inf, gathers=0.0, lists=0.0, grace=0.0)
"""The limits for a simulated Discord: none."""


class Budget:
    """A rate limiter that gives turns for requests: urgent ones first, then in order of arrival."""

    def __init__(self, each_second: float = REQUESTS_PER_SECOND) -> None:
        self._alone = self._apart = 1 / each_second  # seconds
        self._next = 0.0  # when the next turn may be, by the loop's clock
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._channels: dict[int, asyncio.Future[None]] = {}  # the turn that each channel waits for
        self._numbers = count()
        self._given = asyncio.Event()  # set for a moment with each turn
        self._task: asyncio.Task[None] | None = None

    async def take_turn(self, *, urgent: bool = False, channel: int | None = None) -> None:
        """Wait until the next request may be made.

        For a board, `channel` lets `hurry` find the turn.
        """
        loop = asyncio.get_running_loop()
        if not self._waiting and (not self._apart or loop.time() >= self._next):
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
        """Use only one process's share of what Discord allows, if there are several `processes`."""
        self._apart = self._alone * processes

    async def wait_for_room(self, fewer: int, patience: float) -> None:
        """Wait until fewer than `fewer` requests wait, but at most `patience` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while len(self._waiting) >= fewer:
                    await self._given.wait()

    def hurry(self, channel: int) -> None:
        """Make the turn urgent for which a channel waits, if it waits for one."""
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
            if not turn.done():  # cancelled, or replaced by an urgent turn
                self._next = loop.time() + self._apart
                turn.set_result(None)
        self._task = None
