"""Pieces of work that are done beside everything else, each once at a time."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

log = logging.getLogger(__name__)


class Errands:
    """Tasks by what they are for. Where one fails, that is logged, and `failed` is called."""

    def __init__(self, failed: Callable[[], None]) -> None:
        self._failed = failed
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._closed = False

    def do(self, what: Hashable, work: Coroutine[Any, Any, None]) -> None:
        """Begin a piece of work, unless the same is being done, or nothing more is to be."""
        former = self._tasks.get(what)
        if self._closed or (former is not None and not former.done()):
            return work.close()
        task = self._tasks[what] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._note_done(what, task))
        return None

    async def close(self) -> None:
        """End everything, wherever it is, and begin nothing more."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _note_done(self, what: Hashable, task: asyncio.Task[None]) -> None:
        if self._tasks.get(what) is task:
            del self._tasks[what]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", what, exc_info=error)
            self._failed()
