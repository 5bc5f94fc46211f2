"""A small HTTP server for monitoring: `/healthz` and `/metrics`."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.watch.metrics import EXPOSITION_FORMAT, PrometheusMetrics

log = logging.getLogger(__name__)

DATABASE_TIMEOUT = 2.0
"""Seconds to wait for the database."""

SHUTDOWN_TIMEOUT = 1.0
"""Seconds to wait for open connections when the bot stops."""


class HealthCheck:
    """A check of the bot's health: its connections to Discord and to the database."""

    def __init__(
        self,
        connected: Callable[[], bool],
        writable: Callable[[], Awaitable[None]],
        depth: Callable[[], int],
        dropped: Callable[[], int],
        patience: float = DATABASE_TIMEOUT,
    ) -> None:
        self._connected = connected
        self._writable = writable
        self._depth = depth
        self._dropped = dropped
        self._patience = patience
        self._asking: asyncio.Task[str] | None = None

    async def report_status(self) -> dict[str, str | int]:
        """Check the connections to Discord and to the database, and return their states."""
        gateway = "connected" if self._connected() else "not connected"
        database = await self._check_database_once()
        well = (gateway, database) == ("connected", "writable")
        return {
            "status": "ok" if well else "unwell",
            "gateway": gateway,
            "database": database,
            "queue": self._depth(),
            "dropped": self._dropped(),
        }

    async def _check_database_once(self) -> str:
        # Concurrent requests share one check, so that a slow database does not get more load.
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._test_write_to_database())
        answered, _ = await asyncio.wait([self._asking], timeout=self._patience)
        return self._asking.result() if answered else "no answer"

    async def _test_write_to_database(self) -> str:
        try:
            await self._writable()
        except Exception as error:  # any failure is the database's
            log.warning("the health check could not write to the database: %s", error)
            return "not writable"
        return "writable"

    async def cancel_running_check(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])


@asynccontextmanager
async def serve_health_and_metrics(
    host: str, port: int, health: HealthCheck, metrics: PrometheusMetrics
) -> AsyncIterator[int]:
    """Serve `/healthz` and `/metrics` over HTTP during the `async with` block; yield the port."""

    async def handle_health_request(request: web.Request) -> web.Response:
        state = await health.report_status()
        return web.json_response(state, status=200 if state["status"] == "ok" else 503)

    async def handle_metrics_request(request: web.Request) -> web.Response:
        return web.Response(body=metrics.render_metrics_text(), headers={"Content-Type": EXPOSITION_FORMAT})

    app = web.Application()
    app.add_routes([web.get("/healthz", handle_health_request), web.get("/metrics", handle_metrics_request)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_TIMEOUT)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
        await health.cancel_running_check()
