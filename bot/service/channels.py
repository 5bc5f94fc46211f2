"""The games of all channels: a lock and cached games for each channel.

A channel's current game is cached with the newest known version of the channel. Its other games are cached by number,
with the version of the channel up to which they are known. If the channel has newer events, only those of the game are
read and applied.

The log is the truth. If another process has written, a conflict shows it.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from bot.basics.deadline import CommandAnswerDeadline, find_deadline_of_running_command
from bot.rulebooks import is_game_over
from bot.service.live_game import ChannelAddress, LiveGame, apply_stored_event
from bot.storage.engine.errors import DatabaseBusyError, UnfinishedWriteError, WriteConditionNotMetError
from bot.storage.engine.row_cache import DatabaseRowCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.errors import EventVersionConflictError
from bot.storage.record.log import EventLog
from bot.storage.record.stored_event import StoredEvent

CACHED_CHANNELS = 2_000
"""The most channels whose current game is cached; the least recently used goes first."""

CACHED_GAMES = 1_000
"""The most other games that are cached: plans and past games, the least recently used first out."""

UNWRITTEN = (DatabaseBusyError, UnfinishedWriteError, EventVersionConflictError, WriteConditionNotMetError)
"""The errors that say for certain that an event was not written."""


class CachedGame(NamedTuple):
    """A cached game, and the event log version up to which the game is known."""

    live: LiveGame
    version: int


GameKey = tuple[int, int]
"""The channel and the number of a game."""


class ChannelGameCache:
    """A cache of the games of all channels, with a lock for each channel."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._current = DatabaseRowCache[int, LiveGame](CACHED_CHANNELS)
        self._others = DatabaseRowCache[GameKey, CachedGame](CACHED_GAMES)
        self._locks: dict[int, ChannelLock] = {}
        self._holders: dict[int, CommandAnswerDeadline] = {}  # of the tasks that hold the locks

    def lock_channel(self, channel_id: int) -> "ChannelLockContext":
        """Return an async context manager that locks the channel for one task.

        Raises `DatabaseBusyError` if the wait takes too long. Raises `UnfinishedWriteError` at once if the outcome of
        the task that holds the lock is not known in time.
        """
        return ChannelLockContext(channel_id, self._locks, self._holders)

    # The current game

    async def load_current_game(self, channel_address: ChannelAddress) -> LiveGame:
        """Return a channel's current game, or its last one. The caller must hold the channel's lock.

        `game` is None if the channel has never had a game.
        """
        live = self._current.get(channel_address.channel)
        return live if live is not None else (await self.load_current_game_with_events(channel_address))[0]

    def get_current_game_if_cached(self, channel_address: ChannelAddress) -> LiveGame | None:
        """Return a channel's current game from the cache; None if it is not cached."""
        return self._current.get(channel_address.channel)

    async def load_current_game_with_events(
        self, channel_address: ChannelAddress
    ) -> tuple[LiveGame, list[StoredEvent]]:
        """Load a channel's current game and its events; the caller must hold the lock."""
        with self._current.cache_rows_if_unchanged() as keep:
            version, events, beside = await self._log.load_current_game_events_with_version(
                channel_address.channel, channel_address.guild
            )
            live = LiveGame(channel_address, 0, events[0].pod if events else 0, beside=beside)
            live = _set_game_version_if_newer(_apply_newer_events_to_game(live, events), version)
            keep(channel_address.channel, live)
        return live, events

    async def reload_current_game_from_log(self, channel_address: ChannelAddress) -> None:
        """Update the cached current game with events that other processes wrote.

        Call while holding the channel's lock. If the events may have changed which game is current, the game is loaded
        again later.
        """
        live = self._current.get(channel_address.channel)
        if live is None:
            return
        with self._current.cache_rows_if_unchanged() as keep:
            news = await self._log.load_channel_events(channel_address.channel, live.version)
            same = bool(news) and all(each.pod == live.number for each in news)
            newest = _apply_newer_events_to_game(live, news) if same else live
            if same and not is_game_over(newest.game):
                keep(channel_address.channel, newest)
            else:  # the news are of other games, or the conflict is elsewhere
                self.drop_cached_current_game(channel_address.channel)

    # Games by their number

    async def load_game_by_number(self, current_live_game: LiveGame, game_number: int) -> LiveGame:
        """Return a channel's game by its number, as of the log version of the given current game.

        `game_number` 0 means the current game. `game` is None if no game has the number.
        """
        if game_number in (0, current_live_game.number):
            return current_live_game
        known = self._others.get((current_live_game.place.channel, game_number))
        if known is not None and known.version >= current_live_game.version:
            return known.live
        return await self._load_game_with_new_events(current_live_game.place, game_number, current_live_game.version)

    async def load_up_to_date_game(self, channel_address: ChannelAddress, game_number: int) -> LiveGame:
        """Load a channel's game by its number, with all events in the log.

        `game` is None if no game has the number.
        """
        return await self._load_game_with_new_events(
            channel_address, game_number, self._find_cached_event_log_version(channel_address)
        )

    async def load_game_and_all_events(self, live_game: LiveGame) -> tuple[LiveGame, list[StoredEvent]]:
        """Load a game with all its events, and return both.

        If there is no such game, `game` is None and the list of events is empty.
        """
        if not live_game.number:
            return live_game, []
        version = self._find_cached_event_log_version(live_game.place)
        with self._others.cache_rows_if_unchanged() as keep:
            events = await self._log.load_game_events(live_game.place.channel, live_game.number)
            known = self._find_cached_game_by_number(live_game.place, live_game.number)
            newest = _update_cached_game_with_events(known, events, version)
            if newest is not known:
                keep((live_game.place.channel, live_game.number), newest)
        return _set_game_version_if_newer(newest.live, live_game.version), events

    async def _load_game_with_new_events(
        self, channel_address: ChannelAddress, game_number: int, channel_version: int
    ) -> LiveGame:
        """Read a game's new events from the log, apply them, and cache the game.

        The log has reached `channel_version`.
        """
        while True:
            since = self._find_cached_game_by_number(channel_address, game_number).live.version
            with self._others.cache_rows_if_unchanged() as keep:
                events = await self._log.load_game_events(channel_address.channel, game_number, since)
                known = self._find_cached_game_by_number(channel_address, game_number)
                if known.live.version < since:  # it was dropped meanwhile: texts were struck out
                    continue
                newest = _update_cached_game_with_events(known, events, channel_version)
                if newest is not known:
                    keep((channel_address.channel, game_number), newest)
                return newest.live

    def _find_cached_game_by_number(self, channel_address: ChannelAddress, game_number: int) -> CachedGame:
        """Return the cached game with this number; if there is none, an empty game of version 0."""
        current = self._current.get(channel_address.channel)
        other = self._others.get((channel_address.channel, game_number))
        found = other or CachedGame(LiveGame(channel_address, 0, game_number), 0)
        if current is None or current.number != game_number or current.version < found.version:
            return found
        return CachedGame(current, current.version)

    def _find_cached_event_log_version(self, channel_address: ChannelAddress) -> int:
        """Return the highest cached version of a channel's event log; 0 if no version is cached."""
        current = self._current.get(channel_address.channel)
        return 0 if current is None else current.version

    # Changes

    def cache_game_after_write(
        self, current_live_game: LiveGame, changed_live_game: LiveGame
    ) -> AbstractContextManager[object]:
        """Return a context manager that caches a game after the `with` block has written its event.

        `current_live_game` is the channel's current game before the event. It stays the current one if it is open and
        the event reopened an earlier game.
        """
        reopened = changed_live_game.number < current_live_game.number and not is_game_over(current_live_game.game)
        if changed_live_game.number != current_live_game.number and (reopened or is_game_over(changed_live_game.game)):
            return self._cache_other_game_after_write(current_live_game, changed_live_game)
        # Once it is over, another game may be the current one.
        kept = None if is_game_over(changed_live_game.game) else changed_live_game
        return self._current.update_cached_row_after_write(changed_live_game.place.channel, lambda _: kept, UNWRITTEN)

    @contextmanager
    def _cache_other_game_after_write(self, current_live_game: LiveGame, other_live_game: LiveGame) -> Iterator[None]:
        """Return a context manager that caches a game other than the current one after its event was written."""
        channel = other_live_game.place.channel
        known = CachedGame(other_live_game, other_live_game.version)
        others = {*current_live_game.beside} - {other_live_game.number}
        if not is_game_over(other_live_game.game):
            others.add(other_live_game.number)
        current = replace(current_live_game, version=other_live_game.version, beside=tuple(sorted(others)))
        with (
            self._current.update_cached_row_after_write(channel, lambda _: current, UNWRITTEN),
            self._others.update_cached_row_after_write((channel, other_live_game.number), lambda _: known, UNWRITTEN),
        ):
            yield

    def drop_cached_current_game(self, channel_id: int) -> None:
        """Remove a channel's current game from the cache, because another process may have changed it."""
        self._current.invalidate_row(channel_id)

    def clear_cache(self) -> None:
        """Empty the cache, because texts were redacted or games deleted."""
        self._current.invalidate_all_rows()
        self._others.invalidate_all_rows()


def _apply_newer_events_to_game(live_game: LiveGame, events: Iterable[StoredEvent]) -> LiveGame:
    return reduce(apply_stored_event, (each for each in events if each.version > live_game.version), live_game)


def _update_cached_game_with_events(
    cached_game: CachedGame, events: Iterable[StoredEvent], channel_version: int
) -> CachedGame:
    """Return a cached game with new events applied, up to `channel_version`.

    Return the cached game itself if it is as new, or if there is no such game.
    """
    live = _apply_newer_events_to_game(cached_game.live, events)
    if live.game is None or (live is cached_game.live and cached_game.version >= channel_version):
        return cached_game
    return CachedGame(live, max(cached_game.version, live.version, channel_version))


def _set_game_version_if_newer(live_game: LiveGame, version: int) -> LiveGame:
    return live_game if live_game.version >= version else replace(live_game, version=version)


class ChannelLock(asyncio.Lock):
    """A channel's lock, and the number of tasks that hold or await it."""

    task_count = 0


class ChannelLockContext:
    """An async context manager that holds a channel's lock.

    A class rather than a generator, because every command uses it.
    """

    __slots__ = ("_channel", "_holders", "_lock", "_locks")

    def __init__(self, channel: int, locks: dict[int, ChannelLock], holders: dict[int, CommandAnswerDeadline]) -> None:
        self._channel = channel
        self._locks = locks
        self._holders = holders

    async def __aenter__(self) -> None:
        channel = self._channel
        holder = self._holders.get(channel)
        if holder is not None and holder.passed:
            raise UnfinishedWriteError
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = ChannelLock()
        self._lock = lock
        lock.task_count += 1
        try:
            if lock.locked():
                async with asyncio.timeout(PATIENCE):
                    await lock.acquire()
            else:
                await lock.acquire()  # at once
        except BaseException as error:
            self._remove_lock_if_unused()
            if isinstance(error, TimeoutError):
                raise DatabaseBusyError from None
            raise
        if deadline := find_deadline_of_running_command():
            self._holders[channel] = deadline

    async def __aexit__(self, *error: object) -> None:
        self._holders.pop(self._channel, None)
        self._lock.release()
        self._remove_lock_if_unused()

    def _remove_lock_if_unused(self) -> None:
        self._lock.task_count -= 1
        if not self._lock.task_count:
            del self._locks[self._channel]
