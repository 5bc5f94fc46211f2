"""Notifications to a service manager by systemd's `sd_notify` protocol.

The protocol is a datagram to a socket. Its libraries are unmaintained, or are bindings in C for a line of Python.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)

READY = "READY=1"
STOPPING = "STOPPING=1"
HEARTBEAT = "WATCHDOG=1"


class SystemdNotifier:
    """A notifier that reports the bot's state to systemd or another service manager."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        microseconds = environment.get("WATCHDOG_USEC", "")
        self._within = int(microseconds) / 1e6 if microseconds.isdecimal() else 0.0

    def notify_state(self, state: str) -> None:
        """Send the bot's state to the service manager. A failure is only logged."""
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
        """Send heartbeats to the service manager during the `with` block."""
        beating = asyncio.create_task(self._send_heartbeats_forever()) if self._address and self._within else None
        try:
            yield
        finally:
            if beating is not None:
                beating.cancel()

    async def _send_heartbeats_forever(self) -> None:
        while True:
            self.notify_state(HEARTBEAT)
            await asyncio.sleep(self._within / 2)
