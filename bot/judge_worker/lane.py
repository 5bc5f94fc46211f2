"""One process with a queue before it: who asks waits for a turn, but not in a crowd."""

import asyncio

import msgspec

from bot.judge_worker.messages import Exceeded, Found, Search
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError, WorkerLate


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
        before, self._waiting[asker] = self._waiting.get(asker), turn
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
