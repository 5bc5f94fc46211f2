"""Retries and backoff: a few attempts at once, then rests that grow."""

import asyncio
import json
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

import aiohttp
import discord

from bot.lru_cache import LruCache
from bot.service.live_game import Place
from bot.storage.engine.errors import StorageError

K = TypeVar("K", bound=Hashable)

RETRY_DELAYS = (1.0, 4.0, 15.0)
"""Seconds between attempts while Discord does not answer."""

FIRST_REST = 60.0
"""Seconds of the first rest; each is twice as long as the one before."""

LONGEST_REST = 6 * 3600.0
"""Seconds of the longest rest."""

SHUTDOWN_PATIENCE = 5.0
"""Seconds that the bot waits for running work when it stops."""

REMEMBERED_KEYS = 10_000
"""Keys that rest, at most."""

RATE_LIMITED = 429
"""The HTTP status of a rate limit."""

FIRST_SERVER_ERROR = 500
"""The first HTTP status that is a fault of the server."""

LOST_CONNECTION_ERRORS = (aiohttp.ClientError, OSError)
"""The exceptions of a lost connection."""

LOST_ANSWER_ERRORS = (*LOST_CONNECTION_ERRORS, json.JSONDecodeError)
"""The exceptions of an answer that was lost, or only its body, as of a proxy's 502."""

PASSING_ERRORS = (discord.HTTPException, *LOST_ANSWER_ERRORS, TimeoutError, StorageError)
"""The errors of a Discord, or a database, that does not answer as it should."""


def is_passing(error: BaseException) -> bool:
    """Return whether the next attempt may succeed after one of `PASSING_ERRORS`."""
    if isinstance(error, discord.HTTPException):
        return error.status == RATE_LIMITED or error.status >= FIRST_SERVER_ERROR
    return True


def _read_clock() -> float:
    """Return the time of the running loop's clock in seconds, which never goes back."""
    return asyncio.get_running_loop().time()


class _Rest(NamedTuple):
    """A rest: how many seconds, and until when by the loop's clock."""

    seconds: float
    until: float


class Backoff(Generic[K]):
    """An exponential backoff of keys, such as channels, after failures.

    Each rest is twice as long as the one before. It ends with a success, or when Discord tells
    of a change. If there are too many keys, the least recently tried are forgotten.
    """

    def __init__(self) -> None:
        self._rests = LruCache[K, _Rest](REMEMBERED_KEYS)

    def rest(self, key: K) -> None:
        """Let a key rest for a while."""
        last = self._rests.get(key)
        seconds = FIRST_REST if last is None else min(2 * last.seconds, LONGEST_REST)
        self._rests.put(key, _Rest(seconds, _read_clock() + seconds))

    def is_resting(self, key: K) -> bool:
        """Return whether a key rests now."""
        rest = self._rests.get(key)
        return rest is not None and _read_clock() < rest.until

    def has_failed(self, key: K) -> bool:
        """Return whether the last attempt of a key failed, even if its rest is over."""
        return key in self._rests

    def end(self, key: K) -> None:
        """End the rest of a key; the next one is short again."""
        self._rests.drop(key)


class ChannelBackoff(Backoff[Place]):
    """A backoff of channels."""

    def end_in(self, guild: int | None) -> None:
        """End the rests of the channels of one server, or of all if that is None."""
        self._rests.drop_where(lambda place: guild in (None, place.guild))
