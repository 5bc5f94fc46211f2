"""Rate limits of requests for which nobody waits, such as those for boards and posts."""

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


class MessageRateLimits(NamedTuple):
    """The rate limits of background messages: boards, lists of free seats, and posts.

    There are `apart` seconds between two edits of the boards of one channel, `lists` between two of a list of free
    seats. All together make `each_second` requests a second. Posts that changed within `gathers` seconds are corrected
    together. The former message of a lobby that has moved stays for `grace` seconds, as somebody may be pressing it.
    """

    apart: float = BOARD_EDIT_INTERVAL
    each_second: float = REQUESTS_PER_SECOND
    gathers: float = POST_CORRECTION_DELAY
    lists: float = SEAT_LIST_EDIT_INTERVAL
    grace: float = LOBBY_GRACE


DISCORD_LIMITS = MessageRateLimits()
"""The limits for Discord."""

UNLIMITED = MessageRateLimits(apart=0.0, each_second=math.inf, gathers=0.0, lists=0.0, grace=0.0)
"""The limits for a simulated Discord: none."""


class DiscordRequestRateLimiter:
    """A rate limiter of Discord requests that lets urgent requests go first."""

    def __init__(self, each_second: float = REQUESTS_PER_SECOND) -> None:
        self._alone = self._apart = 1 / each_second  # seconds
        self._next = 0.0  # when the next turn may be, by the loop's clock
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._channels: dict[int, asyncio.Future[None]] = {}  # the turn that each channel waits for
        self._numbers = count()
        self._given = asyncio.Event()  # set for a moment with each turn
        self._task: asyncio.Task[None] | None = None

    async def wait_until_request_allowed(self, *, is_urgent: bool = False, board_channel_id: int | None = None) -> None:
        """Wait until the rate limit allows the next request to Discord.

        For a board, `board_channel_id` lets `make_board_update_urgent` find the waiting request.
        """
        loop = asyncio.get_running_loop()
        if not self._waiting and (not self._apart or loop.time() >= self._next):
            self._next = loop.time() + self._apart
            return None
        turn: asyncio.Future[None] = loop.create_future()
        self._enqueue_request(turn, is_urgent=is_urgent)
        if self._task is None:
            self._task = asyncio.create_task(self._release_queued_requests())
        if board_channel_id is None or is_urgent:
            return await turn
        self._channels[board_channel_id] = turn
        try:
            await turn
        finally:
            del self._channels[board_channel_id]

    def divide_rate_among_processes(self, process_count: int) -> None:
        """Lower the rate to this process's share when `process_count` processes use the same bot."""
        self._apart = self._alone * process_count

    async def wait_while_request_queue_is_long(self, maximum_queue_length: int, timeout: float) -> None:
        """Wait until fewer than `maximum_queue_length` requests are queued, but at most `timeout` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while len(self._waiting) >= maximum_queue_length:
                    await self._given.wait()

    def make_board_update_urgent(self, channel_id: int) -> None:
        """Make the queued request to update a channel's board urgent; do nothing if no such request is queued."""
        turn = self._channels.get(channel_id)
        if turn is not None:
            self._enqueue_request(turn, is_urgent=True)

    def _enqueue_request(self, request_future: asyncio.Future[None], *, is_urgent: bool) -> None:
        heapq.heappush(self._waiting, (not is_urgent, next(self._numbers), request_future))

    async def _release_queued_requests(self) -> None:
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
