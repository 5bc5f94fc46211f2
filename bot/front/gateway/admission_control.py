"""Admission control for interactions during a flood of more than the bot can answer in time.

Discord waits three seconds for an answer. The number of answers in progress is bounded; further interactions wait for a
place as long as they can be answered in time, are refused then, and are not answered at all if a refusal would be late
too.
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

MAX_REFUSED_AGE = 2.4
"""Seconds after which a refusal is not begun, as it could come after Discord's three seconds."""

FLOOD_DURATION = 10.0
"""Seconds for which the age of interactions counts after the last moment without a free place."""

BASELINE_DURATION = 60.0
"""Seconds after which the difference between Discord's clock and this one is measured anew."""

Verdict = Literal["serve", "wait", "drop"]

Outcome = Literal["serve", "refuse", "drop"]
"""The fate of an interaction that has waited."""


class _QueuedInteraction(NamedTuple):
    """An interaction in the queue, with a callback for when it is served, refused or dropped."""

    id: int
    made: float
    tell: Callable[[Outcome], None]


def get_snowflake_time(snowflake: int) -> float:
    """Return the Unix time at which Discord created an object, from its id."""
    return DISCORD_EPOCH + (snowflake >> 22) / 1000


class InteractionConcurrencyLimiter:
    """A limiter of concurrently answered interactions; it queues, refuses or drops the others."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._under_way = set[int]()
        self._refusals = set[int]()
        self._fresh = deque[_QueuedInteraction]()  # may still be served
        self._stale = deque[_QueuedInteraction]()  # are to be refused
        self._full_at = float("-inf")
        # The least differences between arrival and id, of this minute and of the one before.
        self._least = float("inf")
        self._least_before = float("inf")
        self._measured_at = float("-inf")

    def admit_interaction(self, interaction_id: int, *, can_be_queued: bool = True) -> Verdict:
        """Return whether a new interaction is answered at once, queued or dropped.

        A served interaction takes a place, which `release_interaction_slot` frees. An interaction that has to wait
        is passed to `queue_interaction`.
        """
        now = self._clock()
        age = self._estimate_interaction_age(interaction_id, now)
        full = len(self._under_way) >= MAX_UNDER_WAY
        if full:
            self._full_at = now
        late = age > MAX_SERVED_AGE and now - self._full_at < FLOOD_DURATION
        if not full and not late and not self._fresh:
            self._under_way.add(interaction_id)
            return "serve"
        waits = can_be_queued and age <= MAX_REFUSED_AGE and self.queued_interaction_count < MAX_WAITING
        return "wait" if waits else "drop"

    @property
    def queued_interaction_count(self) -> int:
        return len(self._fresh) + len(self._stale)

    def queue_interaction(self, interaction_id: int, on_outcome: Callable[[Outcome], None]) -> None:
        """Queue an interaction; call `on_outcome` when the interaction is served, refused or dropped."""
        now = self._clock()
        self._fresh.append(
            _QueuedInteraction(interaction_id, now - self._estimate_interaction_age(interaction_id, now), on_outcome)
        )

    def serve_or_refuse_queued_interactions(self) -> None:
        """Serve queued interactions for which there is room now; refuse or drop those that waited too long.

        Call this method often while the queue is not empty.
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

    def release_interaction_slot(self, interaction_id: int) -> None:
        """Free an answered interaction's slot for the next interaction."""
        self._under_way.discard(interaction_id)
        self._refusals.discard(interaction_id)

    def _estimate_interaction_age(self, interaction_id: int, now: float) -> float:
        """Return how many seconds ago Discord created an interaction.

        The age is relative to the fastest delivery of the last two minutes, so that the clocks of Discord and of this
        machine need not agree.
        """
        difference = now - get_snowflake_time(interaction_id)
        if not 0 <= now - self._measured_at < BASELINE_DURATION:
            self._least_before, self._least = self._least, difference
            self._measured_at = now
        self._least = min(self._least, difference)
        return difference - min(self._least, self._least_before)
