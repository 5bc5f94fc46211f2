"""Where questions about damage are searched: nobody with a usual one waits for a large one."""

import asyncio

import msgspec

from bot.judge.effort import TooLarge
from bot.judge.question import DamageQuestion
from bot.judge_worker.messages import Exceeded, Found, Search
from bot.storage.engine.lru_cache import LruCache
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError, WorkerLate

STEPS = 5_000
"""Of a search that everybody can wait for: a fifth of a second. A usual question takes ten."""

SECONDS = 10.0
"""Of a processor, for the largest questions."""

PATIENCE = 30.0
"""Seconds after which a process is ended, whatever it does: the machine may be busy."""

QUICK = 200
LARGE = 8
"""People who may wait for each of the two processes."""

_REMEMBERED = 64

_MODULE = "bot.judge_worker.worker"


class JudgeWorkers:
    """Two processes of the judge: every question is tried in the first, with few steps.

    What takes more goes to the second. Close them with the bot.
    """

    def __init__(self, seconds: float = SECONDS, patience: float = PATIENCE) -> None:
        """`seconds` of a processor are spent on a question at most, in as many as `patience`."""
        self._seconds = seconds
        self.quick = Lane(Worker(_MODULE, patience), QUICK)
        self.large = Lane(Worker(_MODULE, patience), LARGE)
        self._recent = LruCache[DamageQuestion, Found](_REMEMBERED)

    async def search(self, question: DamageQuestion, asker: int) -> Found:
        """Return what may become of damage; `asker` is a Discord id.

        Raises `TooLarge`, and `SearchBusy`, `SearchReplaced` and `SearchFailed`.
        """
        found = self._recent.get(question)
        if found is None:
            found = await self.quick.search(Search(question, STEPS, self._seconds), asker)
        if found is None:
            found = await self.large.search(Search(question, None, self._seconds), asker)
        if found is None:
            raise TooLarge
        self._recent.put(question, found)
        return found

    def forget(self) -> None:
        """Drop the answers that are remembered, and the names in them."""
        self._recent.clear()

    async def close(self) -> None:
        """End both processes, whatever they search: the bot stops, and nobody waits any more."""
        await self.quick.worker.stop()
        await self.large.worker.stop()


class SearchBusy(Exception):
    """Too many others are waiting."""


class SearchReplaced(Exception):
    """Who asked has asked something else since, which takes the place in the queue."""


class SearchFailed(Exception):
    """The process broke; the message says how, for the log."""


class Lane:
    """Searches one question after the other."""

    def __init__(self, worker: Worker, most: int) -> None:
        """At most `most` people wait, each with one question."""
        self.worker = worker
        self._most = most
        self._searching = False
        self._waiting: dict[int, asyncio.Future[None]] = {}

    async def search(self, search: Search, asker: int) -> Found | None:
        """Return what was found, None if it takes too much.

        Raises `SearchBusy`, `SearchReplaced` and `SearchFailed`. A search that nobody waits for
        any more goes on, and keeps its turn until it has ended.
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
        """Wait for the turn of `asker`; a question of theirs that waits already gives way."""
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
                self._pass_turn()  # it had come just before
            raise

    def _pass_turn(self) -> None:
        if not self._waiting:
            self._searching = False
            return
        first = next(iter(self._waiting))
        self._waiting.pop(first).set_result(None)
