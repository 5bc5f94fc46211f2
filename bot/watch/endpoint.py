"""A small HTTP server for those who watch the bot: `/healthz` and `/metrics`."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.watch.metrics import FORMAT, Metrics

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that the database has to answer."""

GOODBYE = 1.0
"""Seconds that a reader has to go when the bot stops."""


class Health:
    """Whether the bot can do its work."""

    def __init__(
        self,
        connected: Callable[[], bool],
        writable: Callable[[], Awaitable[None]],
        depth: Callable[[], int],
        dropped: Callable[[], int],
        patience: float = PATIENCE,
    ) -> None:
        self._connected = connected
        self._writable = writable
        self._depth = depth
        self._dropped = dropped
        self._patience = patience
        self._asking: asyncio.Task[str] | None = None

    async def read_state(self) -> dict[str, str | int]:
        """What works and what does not: `status` is `ok` or `unwell`, for the reasons beside it.

        `dropped` counts what Discord told since the start and could not be read.

        Answers in time, whatever the database does.
        """
        gateway = "connected" if self._connected() else "not connected"
        database = await self._check_database()
        well = (gateway, database) == ("connected", "writable")
        return {
            "status": "ok" if well else "unwell",
            "gateway": gateway,
            "database": database,
            "queue": self._depth(),
            "dropped": self._dropped(),
        }

    async def _check_database(self) -> str:
        # One question at a time, however many ask: a database in trouble is not asked more.
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        answered, _ = await asyncio.wait([self._asking], timeout=self._patience)
        return self._asking.result() if answered else "no answer"

    async def _ask(self) -> str:
        try:
            await self._writable()
        except Exception as error:  # whatever it is, it is the database's
            log.warning("the database cannot be written: %s", error)
            return "not writable"
        return "writable"

    async def close(self) -> None:
        """Wait no longer for an answer."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])


@asynccontextmanager
async def serve(host: str, port: int, health: Health, metrics: Metrics) -> AsyncIterator[int]:
    """Answer on `host` for the length of the block, which is given the port (0: any free one).

    Raises `OSError` where it cannot listen.
    """

    async def answer_healthz(_: web.Request) -> web.Response:
        state = await health.read_state()
        return web.json_response(state, status=200 if state["status"] == "ok" else 503)

    async def answer_metrics(_: web.Request) -> web.Response:
        return web.Response(body=metrics.render_exposition(), headers={"Content-Type": FORMAT})

    app = web.Application()
    app.add_routes([web.get("/healthz", answer_healthz), web.get("/metrics", answer_metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=GOODBYE)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
        await health.close()
