"""The games of all channels: one turn at a time in each, and a copy of what the log says.

What is kept in memory is only a copy, which a conflict or a restart throws away.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import reduce
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.deadline import Deadline, find_deadline
from bot.lru_cache import LruCache
from bot.rulebooks import is_over
from bot.service.live_game import LiveGame, Place, evolve_live
from bot.storage.engine.errors import Busy, Stalled
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.log import Log
from bot.storage.record.recorded import Recorded

KEPT = 2_000
"""Channels whose game stays in memory; the least recently used go first."""


class Channels:
    """The game of each channel as it stands."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept = LruCache[int, LiveGame](KEPT)
        # A lock lives as long as somebody holds or awaits it, never shorter.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._holders: dict[int, Deadline] = {}  # until when those whose turn it is had time

    @asynccontextmanager
    async def take_turn(self, channel: int) -> AsyncIterator[None]:
        """Wait for those who came first, as long as there is time to answer.

        Raises `Busy`, and `Stalled` at once where nobody knows yet what became of the one before.
        """
        holder = self._holders.get(channel)
        if holder is not None and holder.passed:
            raise Stalled
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
            if deadline := find_deadline():
                self._holders[channel] = deadline
            yield
        finally:
            self._holders.pop(channel, None)
            lock.release()

    async def find_current(self, place: Place) -> LiveGame:
        """Return the game that a channel plays, or played last; to be called in the channel's turn.

        Without a `game` if the channel has never had one.
        """
        live = self._kept.get(place.channel)
        return live if live is not None else (await self.load(place))[0]

    async def load(self, place: Place) -> tuple[LiveGame, list[Recorded]]:
        """Read a channel's current game, and its events; to be called in the channel's turn."""
        kept = self._kept  # a command under way puts what it has into the former one
        version, events = await self._log.read_current(place.channel, place.guild)
        live = reduce(evolve_live, events, LiveGame(place, 0, events[0].pod if events else 0))
        live = replace(live, version=max(version, live.version))
        kept.put(place.channel, live)
        return live, events

    def peek(self, place: Place) -> LiveGame | None:
        """Return what is in memory of a channel's current game, without waiting for anybody."""
        return self._kept.get(place.channel)

    async def find(self, current: LiveGame, number: int) -> LiveGame:
        """Return a channel's game by its number (0: `current`); without `game` if there is none."""
        if number in (0, current.number):
            return current
        return (await self.read(LiveGame(current.place, 0, number)))[0]

    async def read(self, live: LiveGame) -> tuple[LiveGame, list[Recorded]]:
        """Return a game after whatever the log has of it since `live`, and all of its events.

        Without a `game` and events if there is none of that number.
        """
        events = await self._log.read(live.place.channel, live.number) if live.number else []
        newer = (each for each in events if each.version > live.version)
        return reduce(evolve_live, newer, live), events

    def keep(self, live: LiveGame) -> None:
        """Remember a game after what was just committed, as the channel's unless it is over."""
        if is_over(live.game):  # perhaps the channel plays another one
            self._kept.drop(live.place.channel)
        else:
            self._kept.put(live.place.channel, live)

    async def catch_up(self, place: Place) -> None:
        """Let the game in memory follow what another process wrote; to be called in its turn."""
        kept = self._kept
        live = kept.get(place.channel)
        if live is None:
            return
        news = await self._log.read_since(place.channel, live.version)
        if kept is not self._kept:  # nothing of it holds any more
            return
        if news and all(each.pod == live.number for each in news):
            self.keep(reduce(evolve_live, news, live))
        else:  # the channel plays another one, or what is in the way is elsewhere
            self.drop(place.channel)

    def drop(self, channel: int) -> None:
        """Forget a channel's game: another process wrote, or perhaps did."""
        self._kept.drop(channel)

    def reread(self) -> None:
        """Forget every game: texts in the log were changed, or games deleted."""
        self._kept = LruCache[int, LiveGame](KEPT)
