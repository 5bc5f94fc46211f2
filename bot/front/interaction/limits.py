"""Rate limits for persons and servers, higher than people ever need.

The counts live in memory only; a restart resets them.
"""

import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from bot.lru_cache import LruCache
from bot.rules.refusals import Refusal

Pace = Literal["playing", "costly", "typing"]
"""
playing  moves of a game
costly   requests that read or write more, or open something: pods, stories, forms, previews
typing   autocompletion
"""


class Rate(Struct, frozen=True):
    """A token bucket: `at_once` requests, and one more every `seconds`."""

    at_once: int
    seconds: float


class Limits(Struct, frozen=True):
    """The rate limits of persons and servers, and the most open pods.

    A pace without a rate is unlimited.
    """

    person: Mapping[Pace, Rate] = {}
    server: Mapping[Pace, Rate] = {}
    opened: float = math.inf  # open pods that one person opened on a server
    open: float = math.inf  # open pods on a server


DEFAULT_LIMITS = Limits(
    person={"playing": Rate(60, 0.25), "costly": Rate(30, 2), "typing": Rate(60, 0.1)},
    server={"costly": Rate(200, 0.2), "typing": Rate(600, 0.01)},
    opened=3,
    open=100,
)
NO_LIMITS = Limits()
"""No limits, for programs that play faster than people."""

_CACHED_BUCKETS = 10_000


class Throttle:
    """A rate limiter with a token bucket for each person or server and pace.

    For each bucket it keeps the time at which the bucket will be full again.
    """

    def __init__(self, limits: Limits = DEFAULT_LIMITS, most: int = _CACHED_BUCKETS) -> None:
        self.limits = limits
        self._paid = LruCache[tuple[int, Pace], datetime](most)

    def take(self, pace: Pace, person: int, server: int | None, now: datetime) -> None:
        """Count a request. Raises `Refusal` over a limit; a refused request does not count.

        `person` and `server` are Discord ids, which are never equal.
        """
        limits = self.limits
        taken = list(
            self._count_taken(((person, limits.person), (server, limits.server)), pace, now)
        )
        for key, paid in taken:
            self._paid.put(key, paid)

    def _count_taken(
        self, whom: Iterable[tuple[int | None, Mapping[Pace, Rate]]], pace: Pace, now: datetime
    ) -> Iterable[tuple[tuple[int, Pace], datetime]]:
        for id, rates in whom:
            rate = rates.get(pace)
            if id is None or rate is None:
                continue
            one = timedelta(seconds=rate.seconds)
            paid = max(self._paid.get((id, pace)) or now, now) + one
            if paid > now + rate.at_once * one:
                again = paid - rate.at_once * one
                raise Refusal("too-fast", again=f"<t:{math.ceil(again.timestamp())}:R>")
            yield (id, pace), paid
