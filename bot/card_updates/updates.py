"""The bot's own updates of its index: when the settings ask for them, in the background."""

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from bot.card_updates.lease import hold_download_lease
from bot.card_updates.scryfall import API
from bot.card_updates.updating import is_due
from bot.card_updates.worker import UpdateAnswer, UpdateRequest
from bot.cards.index import CardIndex
from bot.config import CardSettings
from bot.storage.engine.errors import StorageError
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError

log = logging.getLogger(__name__)

RETRY_AFTER = 3_600.0
"""Seconds from a failed update to the next."""

TURN_AFTER = 600.0
"""Seconds until a process looks again whether another one still downloads."""

MAX_UPDATE = 7_200.0
"""Seconds that an update can take; the largest file has 2 GB."""

_ANSWERS = msgspec.msgpack.Decoder(UpdateAnswer | Failed)


class CardUpdates:
    """The updates of this machine's index, and its view of updates that others make."""

    def __init__(
        self,
        settings: CardSettings,
        url: str,
        path: Path,
        index: CardIndex,
        clock: Callable[[], float],
        api: str = API,
    ) -> None:
        """Store where the index is; `url` names the database that all processes share."""
        self._settings = settings
        self._url = url
        self._path = path
        self._index = index
        self._clock = clock
        self._api = api
        self._worker = Worker("bot.card_updates.worker", MAX_UPDATE)
        self._not_before = 0.0
        self.task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Read an index that was swapped; begin an update in the background if it is due."""
        self._index.reopen()
        running = self.task is not None and not self.task.done()
        now = self._clock()
        if running or not self._settings.download or now < self._not_before:
            return
        if is_due(self._path, now):
            self.task = asyncio.create_task(self._update(now))

    async def close(self) -> None:
        """Break off an update under way: the index stays as it is."""
        await self._worker.stop()  # before the task, which waits for the worker
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _update(self, now: float) -> None:
        self._not_before = now + RETRY_AFTER
        try:
            async with hold_download_lease(self._url) as mine:
                if not mine:
                    self._not_before = now + TURN_AFTER
                elif is_due(
                    self._path, now
                ):  # another process on this machine may have been faster
                    await self._ask(now)
                    self._not_before = self._clock() + TURN_AFTER
        except (StorageError, WorkerError, OSError) as error:
            log.warning("cards: the index was not updated: %s", error)

    async def _ask(self, now: float) -> None:
        """Let the worker update the index. Raises `WorkerError`."""
        if os.name == "nt":  # an open file cannot be replaced
            self._index.release()
        request = UpdateRequest(f"{self._path}", now, self._settings.other_languages, self._api)
        try:
            answer = _ANSWERS.decode(await self._worker.ask(request))
        finally:
            await self._worker.close()
            self._index.reopen()
        if isinstance(answer, Failed):
            raise WorkerError(answer.why)
        if answer.problem:
            raise WorkerError(answer.problem)
        if answer.about is not None:
            log.info("cards: %s", answer.about)
