"""The bot's own updates of its card index in the background, as the settings ask."""

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from bot.card_updates.lease import hold_card_download_lock
from bot.card_updates.scryfall import API
from bot.card_updates.updating import is_card_index_update_due
from bot.card_updates.worker import CardUpdateRequest, CardUpdateResult
from bot.cards.index import CardIndex
from bot.config import CardIndexSettings
from bot.storage.engine.errors import StorageError
from bot.workers.frames import WorkerFailure
from bot.workers.worker import WorkerProcess, WorkerProcessError

log = logging.getLogger(__name__)

RETRY_AFTER = 3_600.0
"""Seconds from a failed update to the next."""

RECHECK_AFTER = 600.0
"""Seconds until a process looks again whether another one still downloads."""

MAX_UPDATE = 7_200.0
"""Seconds that an update can take; the largest file has 2 GB."""

_ANSWERS = msgspec.msgpack.Decoder(CardUpdateResult | WorkerFailure)


class CardIndexUpdater:
    """A background task that updates the card index, and reloads it after another process's update."""

    def __init__(
        self,
        settings: CardIndexSettings,
        database_url: str,
        index_file: Path,
        card_index: CardIndex,
        clock: Callable[[], float],
        api_url: str = API,
    ) -> None:
        """Prepare updates of `index_file`. All processes share the database."""
        self._settings = settings
        self._url = database_url
        self._path = index_file
        self._index = card_index
        self._clock = clock
        self._api = api_url
        self._worker = WorkerProcess("bot.card_updates.worker", MAX_UPDATE)
        self._not_before = 0.0
        self.task: asyncio.Task[None] | None = None

    def reload_index_or_start_update(self) -> None:
        """Reload the index if its file was replaced, or start an update in the background if it is due."""
        self._index.reopen_file_if_replaced()
        running = self.task is not None and not self.task.done()
        now = self._clock()
        if running or not self._settings.download or now < self._not_before:
            return
        if is_card_index_update_due(self._path, now):
            self.task = asyncio.create_task(self._update_card_index_with_download_lock(now))

    async def close(self) -> None:
        """Cancel a running update. The index stays as it was."""
        await self._worker.kill()  # before the task, which waits for the worker
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _update_card_index_with_download_lock(self, current_time: float) -> None:
        self._not_before = current_time + RETRY_AFTER
        try:
            async with hold_card_download_lock(self._url) as mine:
                if not mine:
                    self._not_before = current_time + RECHECK_AFTER
                elif is_card_index_update_due(
                    self._path, current_time
                ):  # another process on this machine may have been faster
                    await self._update_index_in_worker_process(current_time)
                    self._not_before = self._clock() + RECHECK_AFTER
        except (StorageError, WorkerProcessError, OSError) as error:
            log.warning("cards: the index was not updated: %s", error)

    async def _update_index_in_worker_process(self, now: float) -> None:
        if os.name == "nt":  # an open file cannot be replaced
            self._index.close_file()
        request = CardUpdateRequest(f"{self._path}", now, self._settings.other_languages, self._api)
        try:
            answer = _ANSWERS.decode(await self._worker.send_request(request))
        finally:
            await self._worker.close()
            self._index.reopen_file_if_replaced()
        if isinstance(answer, WorkerFailure):
            raise WorkerProcessError(answer.why)
        if answer.problem:
            raise WorkerProcessError(answer.problem)
        if answer.about is not None:
            log.info("cards: %s", answer.about)
