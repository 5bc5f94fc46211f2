"""The games of all channels: a lock for each channel, and the cached games.

A channel's current game is cached with the newest known version of the channel. Its other games are
cached by their number, with the version of the channel up to which they are known: if the channel
has newer events, those of the game are read and the rest is not folded again.

The log is the truth. If another process has written, a conflict shows it.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import reduce
from typing import NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.deadline import Deadline, find_deadline
from bot.rulebooks import is_over
from bot.service.live_game import LiveGame, Place, evolve_live
from bot.storage.engine.errors import Busy, Stalled, Unmet
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.errors import Conflict
from bot.storage.record.log import Log
from bot.storage.record.recorded import Recorded

CACHED_CHANNELS = 2_000
"""The most channels whose current game is cached; the least recently used goes first."""

CACHED_GAMES = 1_000
"""The most other games that are cached: plans and past games, the least recently used first out."""

UNWRITTEN = (Busy, Stalled, Conflict, Unmet)
"""The errors that say for certain that an event was not written."""


class KnownGame(NamedTuple):
    """A game with all of its events up to this version of its channel."""

    live: LiveGame
    version: int


GameKey = tuple[int, int]
"""The channel and the number of a game."""


class Channels:
    """The locks and the cached games of all channels."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._current = RowCache[int, LiveGame](CACHED_CHANNELS)
        self._others = RowCache[GameKey, KnownGame](CACHED_GAMES)
        # A lock lives as long as a task holds or awaits it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._holders: dict[int, Deadline] = {}  # of the tasks that hold the locks

    def take_turn(self, channel: int) -> "Turn":
        """Hold the channel's lock for the length of an `async with` block.

        Raises `Busy` if the wait takes too long, and `Stalled` at once if the holder's outcome is
        not known in time.
        """
        return Turn(channel, self._locks, self._holders)

    # The current game

    async def find_current(self, place: Place) -> LiveGame:
        """Return the current or last game of a channel; call it while holding the lock.

        `game` is None if the channel has never had one.
        """
        live = self._current.get(place.channel)
        return live if live is not None else (await self.load(place))[0]

    def peek(self, place: Place) -> LiveGame | None:
        """Return the cached current game of a channel without waiting; None if it is not cached."""
        return self._current.get(place.channel)

    async def load(self, place: Place) -> tuple[LiveGame, list[Recorded]]:
        """Read a channel's current game and its events; call it while holding the lock."""
        with self._current.read() as keep:
            version, events = await self._log.read_current(place.channel, place.guild)
            live = _fold(LiveGame(place, 0, events[0].pod if events else 0), events)
            live = _at_least(live, version)
            keep(place.channel, live)
        return live, events

    async def catch_up(self, place: Place) -> None:
        """Update the current game with events of other processes; call it while holding the lock.

        If the events may have changed which game is the current one, it is loaded again later.
        """
        live = self._current.get(place.channel)
        if live is None:
            return
        with self._current.read() as keep:
            news = await self._log.load_since(place.channel, live.version)
            same = bool(news) and all(each.pod == live.number for each in news)
            newest = _fold(live, news) if same else live
            if same and not is_over(newest.game):
                keep(place.channel, newest)
            else:  # the news are of other games, or the conflict is elsewhere
                self.drop(place.channel)

    # Games by their number

    async def find(self, current: LiveGame, number: int) -> LiveGame:
        """Return a channel's game by its number, as new as `current`; 0 means `current`.

        `game` is None if no game has that number.
        """
        if number in (0, current.number):
            return current
        known = self._others.get((current.place.channel, number))
        if known is not None and known.version >= current.version:
            return known.live
        return await self._update(current.place, number, current.version)

    async def find_newest(self, place: Place, number: int) -> LiveGame:
        """Return a game by its number, up to date with the log; `game` is None if there is none."""
        return await self._update(place, number, self._find_version(place))

    async def read(self, live: LiveGame) -> tuple[LiveGame, list[Recorded]]:
        """Bring a game up to date with the log; return it with all of its events.

        If there is no such game, `game` is None and there are no events.
        """
        if not live.number:
            return live, []
        version = self._find_version(live.place)
        with self._others.read() as keep:
            events = await self._log.read(live.place.channel, live.number)
            known = self._find_known(live.place, live.number)
            newest = _update_known(known, events, version)
            if newest is not known:
                keep((live.place.channel, live.number), newest)
        return _at_least(newest.live, live.version), events

    async def _update(self, place: Place, number: int, version: int) -> LiveGame:
        """Bring a game up to date with the log, which has the `version` of the channel by now."""
        while True:
            since = self._find_known(place, number).live.version
            with self._others.read() as keep:
                events = await self._log.read(place.channel, number, since)
                known = self._find_known(place, number)
                if known.live.version < since:  # it was dropped meanwhile: texts were struck out
                    continue
                newest = _update_known(known, events, version)
                if newest is not known:
                    keep((place.channel, number), newest)
                return newest.live

    def _find_known(self, place: Place, number: int) -> KnownGame:
        """Return the cached game of a number; one of version 0 if it is not cached."""
        current = self._current.get(place.channel)
        other = self._others.get((place.channel, number))
        found = other or KnownGame(LiveGame(place, 0, number), 0)
        if current is None or current.number != number or current.version < found.version:
            return found
        return KnownGame(current, current.version)

    def _find_version(self, place: Place) -> int:
        """Return the newest known version of a channel; 0 if none is known."""
        current = self._current.get(place.channel)
        return 0 if current is None else current.version

    # Changes

    def change(self, current: LiveGame, live: LiveGame) -> AbstractContextManager[object]:
        """Cache a game once the block has written its last event.

        `current` is the current game of the channel before.
        """
        if live.number != current.number and is_over(live.game):
            return self._change_beside(current, live)
        # Once it is over, another game may be the current one.
        kept = None if is_over(live.game) else live
        return self._current.write(live.place.channel, lambda _: kept, UNWRITTEN)

    @contextmanager
    def _change_beside(self, current: LiveGame, live: LiveGame) -> Iterator[None]:
        """Cache a plan or a past game once the block has written its last event."""
        channel = live.place.channel
        known = KnownGame(live, live.version)
        beside = replace(current, version=live.version)
        with (
            self._current.write(channel, lambda _: beside, UNWRITTEN),
            self._others.write((channel, live.number), lambda _: known, UNWRITTEN),
        ):
            yield

    def drop(self, channel: int) -> None:
        """Drop a channel's current game: another process wrote, or may have written."""
        self._current.drop(channel)

    def reread(self) -> None:
        """Drop all cached games: texts were changed, or games deleted."""
        self._current.clear()
        self._others.clear()


def _fold(live: LiveGame, events: Iterable[Recorded]) -> LiveGame:
    """Return a game after those of its events that are newer."""
    return reduce(evolve_live, (each for each in events if each.version > live.version), live)


def _update_known(known: KnownGame, events: Iterable[Recorded], version: int) -> KnownGame:
    """Return a game with its events that were read when the channel had the `version`.

    Return `known` itself if that is as new, or if there is no such game.
    """
    live = _fold(known.live, events)
    if live.game is None or (live is known.live and known.version >= version):
        return known
    return KnownGame(live, max(known.version, live.version, version))


def _at_least(live: LiveGame, version: int) -> LiveGame:
    """Return a game at a version of its channel, unless it is newer."""
    return live if live.version >= version else replace(live, version=version)


class Turn:
    """A block that holds a channel's lock.

    A class and not a generator, as every command runs such a block.
    """

    __slots__ = ("_channel", "_holders", "_lock", "_locks")

    def __init__(
        self,
        channel: int,
        locks: WeakValueDictionary[int, asyncio.Lock],
        holders: dict[int, Deadline],
    ) -> None:
        self._channel = channel
        self._locks = locks
        self._holders = holders

    async def __aenter__(self) -> None:
        channel = self._channel
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
        self._lock = lock
        if deadline := find_deadline():
            self._holders[channel] = deadline

    async def __aexit__(self, *error: object) -> None:
        self._holders.pop(self._channel, None)
        self._lock.release()
