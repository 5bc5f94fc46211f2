"""An admission control of interactions, for a flood of more than the bot can answer in time.

Discord waits three seconds for an answer. Answers under way are bounded; further interactions are
refused soon, or not answered at all if a refusal would be late too.
"""

import time
from collections.abc import Callable
from typing import Literal

DISCORD_EPOCH = 1_420_070_400.0
"""The Unix time from which Discord's ids count."""

MAX_UNDER_WAY = 128
"""Interactions that are answered at the same time; a slow machine answers so many in a second."""

MAX_REFUSALS = 64
"""Refusals that are sent at the same time."""

MAX_SERVED_AGE = 0.8
"""Seconds after which an interaction is too old to be carried out, during a flood."""

MAX_REFUSED_AGE = 0.3
"""Seconds after which a refusal would come later than half a second after its interaction."""

FLOOD_DURATION = 10.0
"""Seconds for which the age of interactions counts after the last moment without a free place."""

BASELINE_DURATION = 60.0
"""Seconds after which the difference between Discord's clock and this one is measured anew."""

Verdict = Literal["serve", "refuse", "drop"]


def read_moment(id: int) -> float:
    """Return the Unix time at which Discord made an id."""
    return DISCORD_EPOCH + (id >> 22) / 1000


class Overload:
    """An admission control that bounds the interactions under way, and refuses or drops others."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._under_way = set[int]()
        self._refusals = set[int]()
        self._full_at = float("-inf")
        # The least differences between arrival and id, of this minute and of the one before.
        self._least = float("inf")
        self._least_before = float("inf")
        self._measured_at = float("-inf")

    def admit(self, id: int, *, awaits_answer: bool = True) -> Verdict:
        """Judge an interaction that has arrived, and hold its place; `end` frees it."""
        now = self._clock()
        age = self._measure_age(id, now)
        full = len(self._under_way) >= MAX_UNDER_WAY
        if full:
            self._full_at = now
        late = age > MAX_SERVED_AGE and now - self._full_at < FLOOD_DURATION
        if not full and not late:
            self._under_way.add(id)
            return "serve"
        if awaits_answer and age <= MAX_REFUSED_AGE and len(self._refusals) < MAX_REFUSALS:
            self._refusals.add(id)
            return "refuse"
        return "drop"

    def is_refused(self, id: int) -> bool:
        """Return whether `admit` has refused an interaction."""
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
