"""Debounced background jobs by key: queued when something changes, run soon, and repeated.

Boards, posts, roles and ratings follow changes. A queued job only names the key; the work loads from the database what
has to be done. So many changes of a key lead to one job.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from contextvars import Context
from typing import Generic, NamedTuple, TypeVar

from bot.basics.lru_cache import LruCache

log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def _keep_newer_job(_former_job: T, newer_job: T) -> T:
    return newer_job


def _use_key_as_lane(job_key: Hashable) -> Hashable:
    return job_key


def _treat_no_job_as_urgent(_job: object) -> bool:
    return False


class DebouncedJobQueue(Generic[K, T]):
    """A queue of debounced background jobs by key. Waiting jobs of the same key are merged.

    `work(key, job)` does one job. Jobs that wait for the same key are merged by `merge(former, newer)`; by default the
    newer one is kept. Keys of the same `lane` share a task and are done one after the other; by default each key has
    its own. A task waits `gathers` seconds before a turn and `apart` seconds after it, so that more jobs gather; urgent
    jobs end the wait and come first. At most `at_once` tasks have their turn at the same time.
    """

    def __init__(
        self,
        work: Callable[[K, T], Awaitable[None]],
        *,
        merge: Callable[[T, T], T] = _keep_newer_job,
        lane: Callable[[K], Hashable] = _use_key_as_lane,
        is_urgent: Callable[[T], bool] = _treat_no_job_as_urgent,
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

    def queue_job(self, job_key: K, job: T) -> None:
        """Queue a job for a key. The job runs after the key's current job.

        The job is merged with a job of the key that already waits.
        """
        if self._closed:
            return
        lane = self._lane(job_key)
        marked = self._marked.setdefault(lane, {})
        marked[job_key] = self._merge(marked[job_key], job) if job_key in marked else job
        if lane not in self._tasks:
            # The task outlives its first caller, so it must not inherit the caller's context.
            self._tasks[lane] = asyncio.create_task(self._run_task_of_lane(lane), context=Context())
        elif lane in self._pauses and (
            self._is_urgent(marked[job_key]) or self._can_run_while_other_keys_wait(job_key)
        ):
            self._pauses[lane].cancel()

    def _can_run_while_other_keys_wait(self, job_key: K) -> bool:
        return self._lane(job_key) in self._gathering_lanes and job_key not in self._gathering

    def pop_waiting_job(self, job_key: K) -> T | None:
        """Remove and return the job that waits for a key; None without one."""
        return self._marked.get(self._lane(job_key), {}).pop(job_key, None)

    @contextlib.contextmanager
    def delay_jobs_of_key(self, job_key: K, seconds: float) -> Iterator[None]:
        """Delay the jobs of a key by `seconds` during the `with` block, to merge more of them.

        An urgent job of the key, or one that waits beside a job of another key, is not delayed.
        """
        lane = self._lane(job_key)
        self._gathering[job_key] = seconds
        try:
            yield
        finally:
            self._gathering.pop(job_key, None)
            if lane in self._gathering_lanes:
                self._pauses[lane].cancel()

    async def wait_for_jobs_of_keys(self, job_keys: Iterable[K]) -> None:
        lanes = {self._lane(key) for key in job_keys}
        tasks = [self._tasks[lane] for lane in lanes if lane in self._tasks]
        if tasks:
            await asyncio.wait(tasks)

    async def finish_all_queued_jobs(self, timeout: float) -> None:
        """Run all queued jobs without pauses, for at most `timeout` seconds."""
        await self._finish_or_cancel_tasks(timeout)

    async def close(self, timeout: float = 0.0) -> None:
        """Drop queued jobs, and wait up to `timeout` seconds for running ones."""
        self._closed = True
        self._marked.clear()
        await self._finish_or_cancel_tasks(timeout)

    async def _finish_or_cancel_tasks(self, timeout: float) -> None:
        self._gathers = self._apart = 0.0
        self._gathering.clear()
        for pause in self._pauses.values():
            pause.cancel()
        tasks = [*self._tasks.values()]
        if tasks and timeout:
            await asyncio.wait(tasks, timeout=timeout)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run_task_of_lane(self, lane: Hashable) -> None:
        try:
            while self._marked.get(lane):
                await self._wait_for_more_jobs_to_merge(lane)
                async with self._turns:
                    await self._run_queued_jobs_of_lane(lane)
                await self._pause_job_lane_unless_urgent(lane, self._apart)
        finally:
            del self._tasks[lane]
            self._marked.pop(lane, None)

    async def _run_queued_jobs_of_lane(self, lane: Hashable) -> None:
        marked = self._marked.pop(lane, {})
        for key, job in sorted(marked.items(), key=lambda each: not self._is_urgent(each[1])):
            try:
                await self._work(key, job)
            except Exception:  # an error of one key does not affect the next
                log.exception("the job of %s failed", key)

    async def _wait_for_more_jobs_to_merge(self, lane: Hashable) -> None:
        """Wait for more jobs of a lane (a group of keys that share a task), so that they can be merged.

        A lane is a group of keys that share a task.
        """
        seconds = [self._gathering.get(key, 0.0) for key in self._marked[lane]]
        if not all(seconds):
            return await self._pause_job_lane_unless_urgent(lane, self._gathers)
        self._gathering_lanes.add(lane)
        try:
            await self._pause_job_lane_unless_urgent(lane, max(self._gathers, *seconds))
        finally:
            self._gathering_lanes.discard(lane)

    async def _pause_job_lane_unless_urgent(self, lane: Hashable, seconds: float) -> None:
        """Pause a lane (a group of keys that share a task) until an urgent job comes.

        A lane is a group of keys that share a task.
        """
        marked = self._marked.get(lane, {})
        if not seconds or any(self._is_urgent(job) for job in marked.values()):
            return
        pause = self._pauses[lane] = asyncio.create_task(asyncio.sleep(seconds))
        try:
            await asyncio.wait((pause,))
        finally:
            pause.cancel()
            del self._pauses[lane]


class ActiveWorkRegistry(Generic[K]):
    """A registry of work under way, by key and, if known, by Discord server."""

    def __init__(self) -> None:
        self._servers: dict[K, int | None] = {}
        self._ended = asyncio.Event()  # set for a moment when work ends

    def register_work(self, work_key: K, guild_id: int | None) -> None:
        self._servers[work_key] = guild_id

    @contextlib.contextmanager
    def track_work(self, work_key: K, guild_id: int | None) -> Iterator[None]:
        """Register work during the `with` block."""
        self.register_work(work_key, guild_id)
        try:
            yield
        finally:
            self.unregister_work(work_key)

    def unregister_work(self, work_key: K) -> None:
        """Remove finished work. Removing work twice is harmless."""
        self._servers.pop(work_key, None)
        self._ended.set()
        self._ended.clear()

    async def wait_for_work_to_end(self, must_wait_for_work: Callable[[K, int | None], bool] = lambda *_: True) -> None:
        """Wait until all work that `must_wait_for_work` selects has ended."""
        while any(must_wait_for_work(key, guild) for key, guild in self._servers.items()):
            await self._ended.wait()


FIRST_PAUSE = 15.0
"""Seconds of the first pause after a refusal; each is twice as long as the one before."""

LONGEST_PAUSE = 6 * 3600.0
"""Seconds of the longest pause after refusals."""

OUTAGE_PAUSE = 30.0
"""Seconds of each pause while the other side does not answer as it should."""

OUTAGE_SPACING = 1.0
"""Seconds between the ends of two pauses in an outage, so that few attempts are made however many keys fail."""

CLOCK_RESOLUTION = 0.001
"""Seconds by which a timer may be early."""

REMEMBERED_KEYS = 10_000
"""Keys that pause, at most."""


def _get_event_loop_time() -> float:
    return asyncio.get_running_loop().time()


class _PauseAfterFailure(NamedTuple):
    """A pause after a failure: its seconds, its beginning and its end.

    `in_outage` means that the other side failed, and refused nothing. `was_reported` means that the listener knows that
    the pause is over.
    """

    seconds: float
    since: float
    until: float
    in_outage: bool
    was_reported: bool = False


def _do_nothing_on_retry(_key: object) -> None:
    pass


class RetryBackoff(Generic[K]):
    """A limiter of repeated attempts: after a failure, the key of the attempt is paused.

    A key is, for example, a channel. After a refusal, each pause is twice as long as the one before. In an
    outage all are equally short, and end one after the other. A success ends the pauses of all keys that failed in the
    same way, and `retry(key)` is called when a pause ends. If there are too many keys, the least recently tried are
    forgotten.
    """

    def __init__(self, retry: Callable[[K], None] = _do_nothing_on_retry) -> None:
        self._retry = retry
        self._rests = LruCache[K, _PauseAfterFailure](REMEMBERED_KEYS)
        self._has_any_failed = False
        self._last_end_in_outage = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    def set_retry_callback(self, retry_attempt: Callable[[K], None]) -> None:
        """Set the function that is called with a key when its pause ends."""
        self._retry = retry_attempt

    def record_failure(self, attempt_key: K, *, is_service_down: bool = False) -> None:
        """Pause a key after a failed attempt.

        `is_service_down` means that the service was unavailable; otherwise it refused the request.
        """
        now = _get_event_loop_time()
        self._has_any_failed = True
        last = self._rests.get(attempt_key)
        if is_service_down:
            self._last_end_in_outage = max(now + OUTAGE_PAUSE, self._last_end_in_outage + OUTAGE_SPACING)
            pause = _PauseAfterFailure(OUTAGE_PAUSE, now, self._last_end_in_outage, is_service_down)
        else:
            again = last is not None and not last.in_outage
            seconds = min(2 * last.seconds, LONGEST_PAUSE) if again and last is not None else FIRST_PAUSE
            pause = _PauseAfterFailure(seconds, now, now + seconds, is_service_down)
        self._rests.put(attempt_key, pause)
        self._schedule_next_retry()

    def must_wait_after_failure(self, attempt_key: K) -> bool:
        """Return True if attempts for a key have to wait now."""
        rest = self._rests.get(attempt_key)
        return rest is not None and _get_event_loop_time() < rest.until

    def has_last_attempt_failed(self, attempt_key: K) -> bool:
        """Return True if the last attempt for a key failed, even if its pause has ended."""
        return attempt_key in self._rests

    def record_success(self, attempt_key: K) -> None:
        """Forget a key's failures, and end the pauses of keys that failed for the same cause."""
        recovered = self._rests.get(attempt_key) if self._has_any_failed else None
        if recovered is None:
            return
        self._rests.remove(attempt_key)
        for other, pause in self._rests.items():
            if pause.in_outage == recovered.in_outage:
                self._shorten_pause(other, pause)
        if recovered.in_outage:
            self._last_end_in_outage = 0.0
        self._schedule_next_retry()

    def reset_failures(self, attempt_key: K) -> None:
        """Forget a key's failures, because their cause may have gone."""
        self._rests.remove(attempt_key)

    def end_pause_early(self, attempt_key: K) -> None:
        """End the pause of a key early, because a related attempt has succeeded."""
        if self._alarm is not None and (pause := self._rests.get(attempt_key)) is not None:
            self._shorten_pause(attempt_key, pause)
            self._schedule_next_retry()

    def close(self) -> None:
        """Stop calling the retry callback for ended pauses."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _shorten_pause(self, attempt_key: K, pause: _PauseAfterFailure) -> None:
        """End a pause early, but keep the shortest pause after its beginning."""
        until = min(pause.until, max(_get_event_loop_time(), pause.since + FIRST_PAUSE))
        self._rests.put(attempt_key, pause._replace(until=until))

    def _schedule_next_retry(self) -> None:
        self.close()
        ends = [pause.until for pause in self._rests.values() if not pause.was_reported]
        self._alarm = asyncio.get_running_loop().call_at(min(ends), self._retry_keys_after_pause) if ends else None

    def _retry_keys_after_pause(self) -> None:
        now = _get_event_loop_time()
        for key, pause in self._rests.items():
            if pause.until <= now + CLOCK_RESOLUTION and not pause.was_reported:
                self._rests.put(key, pause._replace(until=now, was_reported=True))
                self._retry(key)
        self._schedule_next_retry()
