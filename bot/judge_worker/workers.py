"""Searches of questions about damage in two processes: usual ones never wait for large ones."""

import asyncio

import msgspec

from bot.judge.effort import TooLarge
from bot.judge.question import DamageQuestion
from bot.judge_worker.messages import Exceeded, Found, Search
from bot.lru_cache import LruCache
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError, WorkerLate

QUICK_STEPS = 5_000
"""The most steps of a quick search: a fifth of a second. A usual question takes ten steps."""

CPU_SECONDS = 10.0
"""The most CPU time for a question."""

WALL_SECONDS = 30.0
"""Seconds of wall time after which a process is ended; the machine may be busy."""

MAX_WAITING_QUICK = 200
"""The most people who wait for the process of quick searches."""

MAX_WAITING_LARGE = 8
"""The most people who wait for the process of large searches."""

_CACHED_ANSWERS = 64

_MODULE = "bot.judge_worker.worker"


class JudgeWorkers:
    """The two processes of the judge.

    Every question is tried in the first with few steps; if it needs more, it goes to the second.
    Close them with the bot.
    """

    def __init__(self, seconds: float = CPU_SECONDS, patience: float = WALL_SECONDS) -> None:
        """Spend at most `seconds` of CPU time and `patience` seconds of wall time on a question."""
        self._seconds = seconds
        self.quick = SearchQueue(Worker(_MODULE, patience), MAX_WAITING_QUICK)
        self.large = SearchQueue(Worker(_MODULE, patience), MAX_WAITING_LARGE)
        self._recent = LruCache[DamageQuestion, Found](_CACHED_ANSWERS)

    async def search(self, question: DamageQuestion, asker: int) -> Found:
        """Return the possible outcomes of damage; `asker` is a Discord id.

        Raises `TooLarge` over the budget, and `SearchBusy`, `SearchReplaced` or `SearchFailed`.
        """
        found = self._recent.get(question)
        if found is None:
            found = await self.quick.search(Search(question, QUICK_STEPS, self._seconds), asker)
        if found is None:
            found = await self.large.search(Search(question, None, self._seconds), asker)
        if found is None:
            raise TooLarge
        self._recent.put(question, found)
        return found

    def forget(self) -> None:
        """Clear the cache of answers, which contain names."""
        self._recent.clear()

    async def close(self) -> None:
        """End both processes at once, even during a search."""
        await self.quick.worker.stop()
        await self.large.worker.stop()


class SearchBusy(Exception):
    """The queue is full."""


class SearchReplaced(Exception):
    """A newer question of the same person has taken this one's place in the queue."""


class SearchFailed(Exception):
    """The process failed; the message gives the reason for the log."""


class SearchQueue:
    """A process with a queue of questions; each person waits with one question at most."""

    def __init__(self, worker: Worker, most: int) -> None:
        """Let at most `most` people wait."""
        self.worker = worker
        self._most = most
        self._searching = False
        self._waiting: dict[int, asyncio.Future[None]] = {}

    async def search(self, search: Search, asker: int) -> Found | None:
        """Return the result; None if the question exceeds its budget.

        Raises `SearchBusy`, `SearchReplaced` and `SearchFailed`. A search whose caller was
        cancelled goes on, and keeps its turn until it ends.
        """
        await self._take_turn(asker)
        searching = asyncio.create_task(self._search(search))
        searching.add_done_callback(lambda _: self._pass_turn())
        return await asyncio.shield(searching)

    async def _search(self, search: Search) -> Found | None:
        try:
            body = await self.worker.ask(search)
        except WorkerLate:
            return None
        except WorkerError as error:
            raise SearchFailed(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=Found | Exceeded | Failed)
        if isinstance(answer, Failed):
            raise SearchFailed(answer.why)
        return answer if isinstance(answer, Found) else None

    async def _take_turn(self, asker: int) -> None:
        """Wait for the turn of `asker`; replace a question of theirs that is already waiting."""
        if not self._searching:
            self._searching = True
            return
        if asker not in self._waiting and len(self._waiting) >= self._most:
            raise SearchBusy
        turn = asyncio.get_running_loop().create_future()
        before = self._waiting.get(asker)
        self._waiting[asker] = turn
        if before is not None:
            before.set_exception(SearchReplaced())
        try:
            await turn
        except asyncio.CancelledError:
            if self._waiting.get(asker) is turn:
                del self._waiting[asker]
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_turn()  # the turn came just before the cancellation
            raise

    def _pass_turn(self) -> None:
        if not self._waiting:
            self._searching = False
            return
        first = next(iter(self._waiting))
        self._waiting.pop(first).set_result(None)
