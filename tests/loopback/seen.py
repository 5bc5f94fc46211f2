"""Waiting for what the bot does."""

import asyncio
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which a bot that does not do what a test waits for has failed it."""


class Seen:
    """Wakes those who wait for something, whenever something happened."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Callable[[], bool]] = {}

    def something(self) -> None:
        """Something happened."""
        for future, wanted in list(self._waiting.items()):
            if not future.done() and wanted():
                future.set_result(None)

    async def until(self, wanted: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Waits until `wanted` holds, at most `patience` seconds. Raises `TimeoutError`."""
        if wanted():
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = wanted
        try:
            await asyncio.wait_for(future, patience)
        finally:
            del self._waiting[future]
