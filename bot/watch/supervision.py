"""Telling a service manager how the bot fares: systemd's `sd_notify`, of which this is all.

A datagram to a socket is the whole protocol. The libraries for it are no more kept, or are bindings
in C to what this does in a line.
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
    """Who started the bot and wants to know; without `NOTIFY_SOCKET` nobody does."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        microseconds = environment.get("WATCHDOG_USEC", "")
        self._within = int(microseconds) / 1e6 if microseconds.isdecimal() else 0.0

    def tell(self, state: str) -> None:
        """Send one state; whoever does not listen any more misses it."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), self._address)
        except OSError as error:
            log.warning("the service manager cannot be told %s: %s", state, error)

    @asynccontextmanager
    async def keep_posted(self) -> AsyncIterator[None]:
        """For the length of the block say that the loop turns, twice as often as is asked for."""
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
