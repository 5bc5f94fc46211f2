"""What could not be done is tried again: a few times at once, then after rests that grow."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

import aiohttp
import discord

from bot.lru_cache import LruCache
from bot.storage.engine.errors import StorageError

K = TypeVar("K", bound=Hashable)

PATIENCE = (1.0, 4.0, 15.0)
"""Seconds between attempts while Discord does not answer."""

REST, LONGEST_REST = 60.0, 6 * 3600.0
"""Seconds for which a place is left alone after that; each time twice as long, up to a limit."""

LAST_TRY = 5.0
"""Seconds for what is being done when the bot stops."""

REMEMBERED = 10_000
"""Places of which it is known that nothing could be done there."""

TOO_FAST, SERVERS_FAULT = 429, 500
"""HTTP statuses that pass: the bot was told to wait, or (from 500 on) it is not its fault."""

PASSING = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, StorageError)
"""What comes of a Discord, or a database, that does not answer as it should."""


def is_passing(error: BaseException) -> bool:
    """Whether one of `PASSING` may be gone at the next attempt: it is no answer for good."""
    if isinstance(error, discord.HTTPException):
        return error.status == TOO_FAST or error.status >= SERVERS_FAULT
    return True


def read_clock() -> float:
    """Return the seconds of the running loop's clock, which nobody puts back."""
    return asyncio.get_running_loop().time()


class _Rest(NamedTuple):
    """How many seconds a key is left alone, and until when, by the loop's clock."""

    seconds: float
    until: float


class Backoff(Generic[K]):
    """Leaves alone the keys of which nothing could be done: each time for twice as long.

    It ends when something could be done, or when Discord tells of a change. The keys that were
    tried least recently are forgotten first, where there are too many.
    """

    def __init__(self) -> None:
        self._rests = LruCache[K, _Rest](REMEMBERED)

    def rest(self, key: K) -> None:
        """Leave a key alone for a while."""
        last = self._rests.get(key)
        seconds = REST if last is None else min(2 * last.seconds, LONGEST_REST)
        self._rests.put(key, _Rest(seconds, read_clock() + seconds))

    def is_resting(self, key: K) -> bool:
        """Whether a key is to be left alone now."""
        rest = self._rests.get(key)
        return rest is not None and read_clock() < rest.until

    def has_failed(self, key: K) -> bool:
        """Whether nothing could be done when a key was tried last, be its rest over or not."""
        return key in self._rests

    def end(self, key: K) -> None:
        """Leave a key alone no more, nor for longer the next time."""
        self._rests.drop(key)

    def end_where(self, matches: Callable[[K], bool]) -> None:
        """Leave the keys alone no more that match."""
        self._rests.drop_where(matches)

    def end_all(self) -> None:
        """Leave no key alone any more."""
        self._rests.clear()
