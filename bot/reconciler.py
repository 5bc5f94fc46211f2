"""Work by key: debounced work that is marked and done soon, work under way, rests of failed keys.

Boards, posts, roles and ratings follow changes. A mark only names the key; the work reads from the
database what has to be done. So many marks of a key lead to one job.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from contextvars import Context
from typing import Generic, NamedTuple, TypeVar

from bot.lru_cache import LruCache

log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def _keep_newer(_: T, newer: T) -> T:
    return newer


def _give_own_lane(key: Hashable) -> Hashable:
    return key


def _is_never_urgent(_: object) -> bool:
    return False


class Reconciler(Generic[K, T]):
    """A set of tasks, one for each lane with marked keys, that run until no mark is left.

    `work(key, job)` does one job. Jobs that wait for the same key are merged by
    `merge(former, newer)`; by default the newer one is kept. Keys of the same `lane` share a task
    and are done one after the other; by default each key has its own. A task waits `gathers`
    seconds before a turn and `apart` seconds after it, so that more marks gather; urgent jobs end
    the wait and come first. At most `at_once` tasks have their turn at the same time.
    """

    def __init__(
        self,
        work: Callable[[K, T], Awaitable[None]],
        *,
        merge: Callable[[T, T], T] = _keep_newer,
        lane: Callable[[K], Hashable] = _give_own_lane,
        is_urgent: Callable[[T], bool] = _is_never_urgent,
        gathers: float = 0.0,
        apart: float = 0.0,
        at_once: int | None = None,
    ) -> None:
        self._work = work
        self._merge = merge
        self._lane = lane
        self._is_urgent = is_urgent
        self._gathers = gathers
        self._apart = apart
        self._turns: contextlib.AbstractAsyncContextManager[None] = (
            contextlib.nullcontext() if at_once is None else asyncio.Semaphore(at_once)
        )
        self._marked: dict[Hashable, dict[K, T]] = {}  # by lane
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._pauses: dict[Hashable, asyncio.Task[None]] = {}  # to be cancelled to end them early
        self._gathering: dict[K, float] = {}  # see `gather`
        self._gathering_lanes = set[Hashable]()  # those that pause because of that
        self._closed = False

    def mark(self, key: K, job: T) -> None:
        """Have a job done soon, after the job of the same key that is under way."""
        if self._closed:
            return
        lane = self._lane(key)
        marked = self._marked.setdefault(lane, {})
        marked[key] = self._merge(marked[key], job) if key in marked else job
        if lane not in self._tasks:
            # The task outlives its first caller, so it must not inherit the caller's context.
            self._tasks[lane] = asyncio.create_task(self._do_all(lane), context=Context())
        elif lane in self._pauses and (self._is_urgent(marked[key]) or self._ends_gathering(key)):
            self._pauses[lane].cancel()

    def _ends_gathering(self, key: K) -> bool:
        """Return whether a marked key does not gather, and its lane pauses for one that does."""
        return self._lane(key) in self._gathering_lanes and key not in self._gathering

    def take(self, key: K) -> T | None:
        """Remove and return the job that waits for a key; None if there is none."""
        return self._marked.get(self._lane(key), {}).pop(key, None)

    @contextlib.contextmanager
    def gather(self, key: K, seconds: float) -> Iterator[None]:
        """Let the marks of a key gather for `seconds` each time, until the block ends.

        A job of the key that is urgent, or that waits beside a job of another key, does not wait.
        """
        lane = self._lane(key)
        self._gathering[key] = seconds
        try:
            yield
        finally:
            self._gathering.pop(key, None)
            if lane in self._gathering_lanes:
                self._pauses[lane].cancel()

    async def join(self, keys: Iterable[K]) -> None:
        """Wait until all jobs of these keys are done."""
        lanes = {self._lane(key) for key in keys}
        tasks = [self._tasks[lane] for lane in lanes if lane in self._tasks]
        if tasks:
            await asyncio.wait(tasks)

    async def finish(self, patience: float) -> None:
        """Do all marked jobs without pauses, as far as possible within `patience` seconds."""
        await self._end_tasks(patience)

    async def close(self, patience: float = 0.0) -> None:
        """Begin no more jobs, and wait `patience` seconds for those under way."""
        self._closed = True
        self._marked.clear()
        await self._end_tasks(patience)

    async def _end_tasks(self, patience: float) -> None:
        self._gathers = self._apart = 0.0
        self._gathering.clear()
        for pause in self._pauses.values():
            pause.cancel()
        tasks = [*self._tasks.values()]
        if tasks and patience:
            await asyncio.wait(tasks, timeout=patience)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _do_all(self, lane: Hashable) -> None:
        try:
            while self._marked.get(lane):
                await self._let_gather(lane)
                async with self._turns:
                    await self._do_marked(lane)
                await self._pause(lane, self._apart)
        finally:
            del self._tasks[lane]
            self._marked.pop(lane, None)

    async def _do_marked(self, lane: Hashable) -> None:
        marked = self._marked.pop(lane, {})
        for key, job in sorted(marked.items(), key=lambda each: not self._is_urgent(each[1])):
            try:
                await self._work(key, job)
            except Exception:  # an error of one key does not affect the next
                log.exception("the job of %s failed", key)

    async def _let_gather(self, lane: Hashable) -> None:
        """Wait before a turn so that more marks gather."""
        seconds = [self._gathering.get(key, 0.0) for key in self._marked[lane]]
        if not all(seconds):
            return await self._pause(lane, self._gathers)
        self._gathering_lanes.add(lane)
        try:
            await self._pause(lane, max(self._gathers, *seconds))
        finally:
            self._gathering_lanes.discard(lane)

    async def _pause(self, lane: Hashable, seconds: float) -> None:
        """Wait so that more marks gather, unless an urgent job is marked."""
        marked = self._marked.get(lane, {})
        if not seconds or any(self._is_urgent(job) for job in marked.values()):
            return
        pause = self._pauses[lane] = asyncio.create_task(asyncio.sleep(seconds))
        try:
            await asyncio.wait((pause,))
        finally:
            pause.cancel()
            del self._pauses[lane]


class Underway(Generic[K]):
    """A register of work under way, by key; each is for a server, or for none."""

    def __init__(self) -> None:
        self._servers: dict[K, int | None] = {}
        self._ended = asyncio.Event()  # set for a moment when work ends

    def begin(self, key: K, guild: int | None) -> None:
        """Register work that begins."""
        self._servers[key] = guild

    @contextlib.contextmanager
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


FIRST_REST = 60.0
"""Seconds of the first rest; each is twice as long as the one before."""

LONGEST_REST = 6 * 3600.0
"""Seconds of the longest rest."""

REMEMBERED_KEYS = 10_000
"""Keys that rest, at most."""


def _read_clock() -> float:
    """Return the time of the running loop's clock in seconds, which never goes back."""
    return asyncio.get_running_loop().time()


class _Rest(NamedTuple):
    """A rest: how many seconds, and until when by the loop's clock."""

    seconds: float
    until: float


class Backoff(Generic[K]):
    """An exponential backoff of keys, such as channels, after failures.

    Each rest is twice as long as the one before. It ends with a success, or when Discord tells
    of a change. If there are too many keys, the least recently tried are forgotten.
    """

    def __init__(self) -> None:
        self._rests = LruCache[K, _Rest](REMEMBERED_KEYS)

    def rest(self, key: K) -> None:
        """Let a key rest for a while."""
        last = self._rests.get(key)
        seconds = FIRST_REST if last is None else min(2 * last.seconds, LONGEST_REST)
        self._rests.put(key, _Rest(seconds, _read_clock() + seconds))

    def is_resting(self, key: K) -> bool:
        """Return whether a key rests now."""
        rest = self._rests.get(key)
        return rest is not None and _read_clock() < rest.until

    def has_failed(self, key: K) -> bool:
        """Return whether the last attempt of a key failed, even if its rest is over."""
        return key in self._rests

    def end(self, key: K) -> None:
        """End the rest of a key; the next one is short again."""
        self._rests.drop(key)
