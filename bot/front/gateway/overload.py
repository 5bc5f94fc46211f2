"""An admission control of interactions, for a flood of more than the bot can answer in time.

Discord waits three seconds for an answer. Answers under way are bounded; further interactions wait
for a place as long as they can be answered in time, are refused then, and are not answered at all
if a refusal would be late too.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

DISCORD_EPOCH = 1_420_070_400.0
"""The Unix time from which Discord's ids count."""

MAX_UNDER_WAY = 128
"""Interactions that are answered at the same time; a slow machine answers so many in a second."""

MAX_WAITING = 10_000
"""Interactions that wait for a place at the same time."""

MAX_REFUSALS = 64
"""Refusals that are sent at the same time."""

MAX_SERVED_AGE = 0.8
"""Seconds after which an interaction is too old to be carried out, during a flood."""

MAX_REFUSED_AGE = 2.0
"""Seconds after which a refusal is not begun, as it would come after Discord's three seconds."""

FLOOD_DURATION = 10.0
"""Seconds for which the age of interactions counts after the last moment without a free place."""

BASELINE_DURATION = 60.0
"""Seconds after which the difference between Discord's clock and this one is measured anew."""

Verdict = Literal["serve", "wait", "drop"]

Outcome = Literal["serve", "refuse", "drop"]
"""The fate of an interaction that has waited."""


class _Waiting(NamedTuple):
    """An interaction that waits, the moment when Discord made it, and whom to tell its outcome."""

    id: int
    made: float
    tell: Callable[[Outcome], None]


def read_moment(id: int) -> float:
    """Return the Unix time at which Discord made an id."""
    return DISCORD_EPOCH + (id >> 22) / 1000


class Overload:
    """An admission control that bounds the interactions under way, and refuses or drops others."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._under_way = set[int]()
        self._refusals = set[int]()
        self._fresh = deque[_Waiting]()  # may still be served
        self._stale = deque[_Waiting]()  # are to be refused
        self._full_at = float("-inf")
        # The least differences between arrival and id, of this minute and of the one before.
        self._least = float("inf")
        self._least_before = float("inf")
        self._measured_at = float("-inf")

    def admit(self, id: int, *, awaits_answer: bool = True) -> Verdict:
        """Judge an interaction that has arrived, and hold its place; `end` frees it.

        One that has to wait is passed to `hold`.
        """
        now = self._clock()
        age = self._measure_age(id, now)
        full = len(self._under_way) >= MAX_UNDER_WAY
        if full:
            self._full_at = now
        late = age > MAX_SERVED_AGE and now - self._full_at < FLOOD_DURATION
        if not full and not late and not self._fresh:
            self._under_way.add(id)
            return "serve"
        waits = awaits_answer and age <= MAX_REFUSED_AGE and self.waiting < MAX_WAITING
        return "wait" if waits else "drop"

    @property
    def waiting(self) -> int:
        """The number of interactions that wait."""
        return len(self._fresh) + len(self._stale)

    def hold(self, id: int, tell: Callable[[Outcome], None]) -> None:
        """Let an interaction wait; `tell` is called by `advance` once its outcome is known."""
        now = self._clock()
        self._fresh.append(_Waiting(id, now - self._measure_age(id, now), tell))

    def advance(self) -> None:
        """Serve those who wait as places are free; refuse or drop those who have waited too long.

        They come in the order of their arrival. To be called often while somebody waits.
        """
        now = self._clock()
        while self._fresh and now - self._fresh[0].made > MAX_SERVED_AGE:
            self._stale.append(self._fresh.popleft())
        while self._fresh and len(self._under_way) < MAX_UNDER_WAY:
            each = self._fresh.popleft()
            self._under_way.add(each.id)
            each.tell("serve")
        while self._stale and now - self._stale[0].made > MAX_REFUSED_AGE:
            self._stale.popleft().tell("drop")
        while self._stale and len(self._refusals) < MAX_REFUSALS:
            each = self._stale.popleft()
            self._refusals.add(each.id)
            each.tell("refuse")

    def is_refused(self, id: int) -> bool:
        """Return whether an interaction has waited and is refused."""
        return id in self._refusals

    def end(self, id: int) -> None:
        """Free the place of an interaction."""
        self._under_way.discard(id)
        self._refusals.discard(id)

    def _measure_age(self, id: int, now: float) -> float:
        """Return the age of an interaction, by the fastest delivery of the last two minutes.

        So the clocks need not agree.
        """
        difference = now - read_moment(id)
        if not 0 <= now - self._measured_at < BASELINE_DURATION:
            self._least_before, self._least = self._least, difference
            self._measured_at = now
        self._least = min(self._least, difference)
        return difference - min(self._least, self._least_before)
