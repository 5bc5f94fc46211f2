"""Rate limits for users and servers, higher than people ever need.

The counts live in memory only; a restart resets them.
"""

import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from bot.basics.lru_cache import LruCache
from bot.rules.refusals import Refusal

RateClass = Literal["playing", "costly", "typing"]
"""
playing  moves of a game
costly   requests that read or write more, or open something: pods, stories, forms, previews
typing   autocompletion
"""


class TokenBucketRateLimit(Struct, frozen=True):
    """A rate limit: `at_once` requests at most, and one more every `seconds` (a token bucket)."""

    at_once: int
    seconds: float


class UserAndServerRateLimits(Struct, frozen=True):
    """The rate limits of users and servers, and the maximum of open pods for each.

    A rate class without a rate is unlimited.
    """

    person: Mapping[RateClass, TokenBucketRateLimit] = {}
    server: Mapping[RateClass, TokenBucketRateLimit] = {}
    opened: float = math.inf  # open pods that one person opened on a server
    open: float = math.inf  # open pods on a server


DEFAULT_LIMITS = UserAndServerRateLimits(
    person={
        "playing": TokenBucketRateLimit(60, 0.25),
        "costly": TokenBucketRateLimit(30, 2),
        "typing": TokenBucketRateLimit(60, 0.1),
    },
    server={"costly": TokenBucketRateLimit(200, 0.2), "typing": TokenBucketRateLimit(600, 0.01)},
    opened=3,
    open=100,
)
NO_LIMITS = UserAndServerRateLimits()
"""No limits, for programs that play faster than people."""

_CACHED_BUCKETS = 10_000


class UserRequestRateLimiter:
    """A rate limiter for users' requests.

    For each bucket it keeps the time at which the bucket will be full again.
    """

    def __init__(
        self, limits: UserAndServerRateLimits = DEFAULT_LIMITS, maximum_buckets: int = _CACHED_BUCKETS
    ) -> None:
        self.limits = limits
        self._paid = LruCache[tuple[int, RateClass], datetime](maximum_buckets)

    def count_user_request(
        self, rate_limit_class: RateClass, user_id: int, guild_id: int | None, current_time: datetime
    ) -> None:
        """Count a user's request. Raises `Refusal` if there are too many.

        A refused request does not count. User ids and guild ids are Discord's, which are never equal.
        """
        limits = self.limits
        taken = list(
            self._compute_bucket_refill_times(
                ((user_id, limits.person), (guild_id, limits.server)), rate_limit_class, current_time
            )
        )
        for key, paid in taken:
            self._paid.put(key, paid)

    def _compute_bucket_refill_times(
        self,
        bucket_owners: Iterable[tuple[int | None, Mapping[RateClass, TokenBucketRateLimit]]],
        rate_limit_class: RateClass,
        current_time: datetime,
    ) -> Iterable[tuple[tuple[int, RateClass], datetime]]:
        for id, rates in bucket_owners:
            rate = rates.get(rate_limit_class)
            if id is None or rate is None:
                continue
            one = timedelta(seconds=rate.seconds)
            paid = max(self._paid.get((id, rate_limit_class)) or current_time, current_time) + one
            if paid > current_time + rate.at_once * one:
                again = paid - rate.at_once * one
                raise Refusal("too-fast", again=f"<t:{math.ceil(again.timestamp())}:R>")
            yield (id, rate_limit_class), paid
