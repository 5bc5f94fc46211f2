"""The pods of all channels: one turn at a time in each, and a copy of what the log says.

What is kept in memory is only a copy, which a conflict or a restart throws away.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import reduce
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.projections import pods
from bot.service.live_pod import LivePod, Place, evolve_live, is_over
from bot.storage.engine.errors import Busy
from bot.storage.engine.lru_cache import LruCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.log import Log
from bot.storage.record.recorded import Recorded

KEPT = 2_000
"""Channels whose pod stays in memory; the least recently used go first."""


class Channels:
    """The pod of each channel as it stands."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept = LruCache[int, LivePod](KEPT)
        # A lock lives as long as somebody holds or awaits it, never shorter.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def take_turn(self, channel: int) -> AsyncIterator[None]:
        """Wait for those who came first, as long as there is time to answer. Raises `Busy`."""
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = asyncio.Lock()
        if lock.locked():
            try:
                async with asyncio.timeout(PATIENCE):
                    await lock.acquire()
            except TimeoutError:
                raise Busy from None
        else:
            await lock.acquire()  # at once
        try:
            yield
        finally:
            lock.release()

    async def find_current(self, place: Place) -> LivePod:
        """Return the pod that a channel plays, or played last; to be called in the channel's turn.

        Without a `pod` if the channel has never had one.
        """
        live = self._kept.get(place.channel)
        return live if live is not None else (await self.load(place))[0]

    async def load(self, place: Place) -> tuple[LivePod, list[Recorded]]:
        """Read the pod that a channel plays, and its events; to be called in the channel's turn."""
        kept = self._kept  # a command under way puts what it has into the former one
        version = await self._log.read_version(place.channel)
        current = (
            await pods.find_current_pod(self._log.database, place.channel) if version else None
        )
        number = 0 if current is None else current.pod
        live, events = await self.read(LivePod(place, 0, number))
        live = replace(live, version=max(version, live.version))
        kept.put(place.channel, live)
        return live, events

    def peek(self, place: Place) -> LivePod | None:
        """Return what is in memory of the pod that a channel plays, without waiting for anybody."""
        return self._kept.get(place.channel)

    async def find(self, current: LivePod, number: int) -> LivePod:
        """Return a channel's pod by its number (0: `current`); without `pod` if there is none."""
        if number in (0, current.number):
            return current
        return (await self.read(LivePod(current.place, 0, number)))[0]

    async def read(self, live: LivePod) -> tuple[LivePod, list[Recorded]]:
        """Return a pod after whatever the log has of it since `live`, and all of its events.

        Without a `pod` and events if there is none of that number.
        """
        events = await self._log.read(live.place.channel, live.number) if live.number else []
        newer = (each for each in events if each.version > live.version)
        return reduce(evolve_live, newer, live), events

    def keep(self, live: LivePod) -> None:
        """Remember a pod after what was just committed; the channel plays it, unless it is over."""
        if is_over(live.pod):  # perhaps the channel plays another one
            self._kept.drop(live.place.channel)
        else:
            self._kept.put(live.place.channel, live)

    def drop(self, channel: int) -> None:
        """Forget a channel's pod: another process wrote, or perhaps did."""
        self._kept.drop(channel)

    def reread(self) -> None:
        """Forget every pod: texts in the log were changed, or pods deleted."""
        self._kept = LruCache[int, LivePod](KEPT)
