"""Notifications to a service manager by systemd's `sd_notify` protocol.

The protocol is a datagram to a socket. Its libraries are unmaintained, or are bindings in C for
what takes a line here.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


class Supervisor:
    """A service manager; without `NOTIFY_SOCKET` in the environment there is none to notify."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        microseconds = environment.get("WATCHDOG_USEC", "")
        self._within = int(microseconds) / 1e6 if microseconds.isdecimal() else 0.0

    def tell(self, state: str) -> None:
        """Send a state. A failure is logged, and not retried."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), self._address)
        except OSError as error:
            log.warning("the service manager was not notified of %s: %s", state, error)

    @asynccontextmanager
    async def send_heartbeats(self) -> AsyncIterator[None]:
        """Send heartbeats during the block, twice as often as the watchdog requires."""
        beating = asyncio.create_task(self._beat()) if self._address and self._within else None
        try:
            yield
        finally:
            if beating is not None:
                beating.cancel()

    async def _beat(self) -> None:
        while True:
            self.tell(ALIVE)
            await asyncio.sleep(self._within / 2)
