"""The games of all channels: a lock for each channel, and a cache of its current game.

The log is the truth; a conflict or a restart drops the cached copy.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import reduce
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.deadline import Deadline, find_deadline
from bot.rulebooks import is_over
from bot.service.live_game import LiveGame, Place, evolve_live
from bot.storage.engine.errors import Busy, Stalled, Unmet
from bot.storage.engine.row_cache import RowCache, RowWrite
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.errors import Conflict
from bot.storage.record.log import Log
from bot.storage.record.recorded import Recorded

CACHED_CHANNELS = 2_000
"""The most channels whose game is cached; the least recently used goes first."""

UNWRITTEN = (Busy, Stalled, Conflict, Unmet)
"""The errors that say for certain that an event was not written."""


class Channels:
    """The locks and the cached games of all channels."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept = RowCache[int, LiveGame](CACHED_CHANNELS)
        # A lock lives as long as a task holds or awaits it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._holders: dict[int, Deadline] = {}  # of the tasks that hold the locks

    @asynccontextmanager
    async def take_turn(self, channel: int) -> AsyncIterator[None]:
        """Hold the channel's lock for the length of the block.

        Raises `Busy` if the wait takes too long, and `Stalled` at once if the holder's outcome is
        not known in time.
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
        """Return the current or last game of a channel; call it while holding the lock.

        `game` is None if the channel has never had one.
        """
        live = self._kept.get(place.channel)
        return live if live is not None else (await self.load(place))[0]

    async def load(self, place: Place) -> tuple[LiveGame, list[Recorded]]:
        """Read a channel's current game and its events; call it while holding the lock."""
        with self._kept.read() as keep:
            version, events = await self._log.read_current(place.channel, place.guild)
            live = reduce(evolve_live, events, LiveGame(place, 0, events[0].pod if events else 0))
            live = replace(live, version=max(version, live.version))
            keep(place.channel, live)
        return live, events

    def peek(self, place: Place) -> LiveGame | None:
        """Return the cached game of a channel, without waiting; None if it is not cached."""
        return self._kept.get(place.channel)

    async def find(self, current: LiveGame, number: int) -> LiveGame:
        """Return a channel's game by its number; 0 means `current`.

        `game` is None if no game has that number.
        """
        if number in (0, current.number):
            return current
        return (await self.read(LiveGame(current.place, 0, number)))[0]

    async def read(self, live: LiveGame) -> tuple[LiveGame, list[Recorded]]:
        """Bring a game up to date with the log; return it with all of its events.

        If there is no such game, `game` is None and there are no events.
        """
        events = await self._log.read(live.place.channel, live.number) if live.number else []
        newer = (each for each in events if each.version > live.version)
        return reduce(evolve_live, newer, live), events

    def change(self, live: LiveGame) -> RowWrite[int, LiveGame]:
        """Cache a game once the block has written its last event, unless it is over."""
        kept = None if is_over(live.game) else live  # else the channel may play another one
        return self._kept.write(live.place.channel, lambda _: kept, UNWRITTEN)

    async def catch_up(self, place: Place) -> None:
        """Update the cached game with events of other processes; call it while holding the lock."""
        live = self._kept.get(place.channel)
        if live is None:
            return
        with self._kept.read() as keep:
            news = await self._log.load_since(place.channel, live.version)
            same = bool(news) and all(each.pod == live.number for each in news)
            newest = reduce(evolve_live, news, live) if same else live
            if same and not is_over(newest.game):
                keep(place.channel, newest)
            else:  # the news are of other games, or the conflict is elsewhere
                self.drop(place.channel)

    def drop(self, channel: int) -> None:
        """Drop a channel's cached game: another process wrote, or may have written."""
        self._kept.drop(channel)

    def reread(self) -> None:
        """Drop all cached games: texts were changed, or games deleted."""
        self._kept.clear()
