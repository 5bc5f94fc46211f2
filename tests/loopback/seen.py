"""Waiting for actions of the bot."""

import asyncio
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which a bot that does not do what a test waits for has failed it."""


class Seen:
    """A condition that wakes its waiters whenever anything happens."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Callable[[], bool]] = {}

    def something(self) -> None:
        """Wake all waiters."""
        for future, wanted in list(self._waiting.items()):
            if not future.done() and wanted():
                future.set_result(None)

    async def until(self, wanted: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until `wanted` holds, at most `patience` seconds. Raises `TimeoutError`."""
        if wanted():
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = wanted
        try:
            await asyncio.wait_for(future, patience)
        finally:
            del self._waiting[future]
