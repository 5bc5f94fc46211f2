"""Pauses of the machine: while some front tests run, the clock leaps a few times.

A machine that does something else for two seconds must not change what a test shows. A virtual machine pauses like
that; on a machine that is idle, nobody would notice that a test depends on it.
"""

import time
from collections.abc import Callable
from random import Random

from tests import effort

LONGEST = 2.5
"""Seconds of a pause; players are answered within three."""

MOST = 4
"""Pauses of a test."""

SHARE = 0.1
"""Of the front tests, those that are paused in the gate; at night all are."""


def is_paused(test: str) -> bool:
    """Return whether a test, named by its id, is paused in this run."""
    return effort.NAME != "gate" or Random(f"pause {effort.SEED} {test}").random() < SHARE


class PausingClock:
    """The real clock of a machine that pauses up to `MOST` times, at steps that follow from a test's id."""

    def __init__(self, test: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._chance = Random(f"pauses {effort.SEED} {test}")
        self._steps = 0
        self._paused = 0.0
        self.pauses: list[tuple[int, float]] = []
        """The steps of the pauses so far, and the seconds of each."""
        self._next = self._draw_step()

    def _draw_step(self) -> int:
        """Draw the next pause: the first steps are as likely as the tens and the thousands after them."""
        return self._steps + int(10 ** self._chance.uniform(0, 3.5))

    def __call__(self) -> float:
        """Return the time in seconds; each time it is asked for is a step."""
        self._steps += 1
        if self._steps >= self._next and len(self.pauses) < MOST:
            seconds = self._chance.uniform(0, LONGEST)
            self.pauses.append((self._steps, seconds))
            self._paused += seconds
            self._next = self._draw_step()
        return self._clock() + self._paused
