"""How much one person, or one server, may ask of the bot: more than people ever do.

In memory only: after a restart everybody begins anew.
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
playing  the moves of a game, which a person never makes too fast
costly   what reads or writes more, or stays: opening pods, stories, forms, previews
typing   options offered while somebody types
"""


class Rate(Struct, frozen=True):
    """So many `at_once`, and then one more each so many `seconds`."""

    at_once: int
    seconds: float


class Limits(Struct, frozen=True):
    """What people and servers may ask, and how many open pods they may have.

    A pace that is not there is free.
    """

    person: Mapping[Pace, Rate] = {}
    server: Mapping[Pace, Rate] = {}
    opened: float = math.inf  # open pods of a server that one person opened
    open: float = math.inf  # open pods of a server


FAIR = Limits(
    person={"playing": Rate(60, 0.25), "costly": Rate(30, 2), "typing": Rate(60, 0.1)},
    server={"costly": Rate(200, 0.2), "typing": Rate(600, 0.01)},
    opened=3,
    open=100,
)
NONE = Limits()
"""For programs that play faster than people."""

_REMEMBERED = 10_000


class Throttle:
    """Counts what was asked of late, and refuses what is too much.

    For each key it keeps the time at which all would be paid for: that of a bucket which is full
    again.
    """

    def __init__(self, limits: Limits = FAIR, most: int = _REMEMBERED) -> None:
        self.limits = limits
        self._paid = LruCache[tuple[int, Pace], datetime](most)

    def take(self, pace: Pace, person: int, server: int | None, now: datetime) -> None:
        """Count one thing asked by `person`. Raises `Refusal` if it is too much, and counts not.

        `person` and `server` are Discord's ids, which no two of them share.
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
