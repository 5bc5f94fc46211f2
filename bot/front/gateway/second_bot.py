"""Notices another process with the same token: Discord tells both of everything, and both answer.

On one SQLite file there cannot be two. On different databases each knows half of what happened.
"""

import logging

from bot.front.interaction.outcome import Name
from bot.lru_cache import LruCache

log = logging.getLogger(__name__)

MOST = 3
"""Answers that somebody else had given, within `SPAN`, after which it is no chance."""

SPAN = 600.0
"""Seconds in which they are counted; and between two lines about it in the log."""

_REMEMBERED = 2_000
"""Deliveries that are remembered."""


class SecondBot:
    """Counts answers that Discord had already, though this process had given none."""

    def __init__(self) -> None:
        self._delivered = LruCache[int, int](_REMEMBERED)  # how often, by the interaction
        self._foreign: list[float] = []  # when
        self._said = -SPAN

    def note_delivery(self, interaction: int) -> None:
        """An interaction came in, perhaps once more."""
        self._delivered.put(interaction, (self._delivered.get(interaction) or 0) + 1)

    def note_outcome(self, interaction: int, outcome: Name, now: float) -> None:
        """An interaction was handled at the moment `now`, in seconds."""
        if outcome != "again" or self._delivered.get(interaction) != 1:
            return
        self._foreign = [each for each in self._foreign if now - each < SPAN] + [now]
        if len(self._foreign) >= MOST and now - self._said >= SPAN:
            self._said = now
            log.error(
                "another bot answers with the same token: Discord had %s answers in ten minutes"
                " that were not given here; stop one of the two, or reset the token",
                len(self._foreign),
            )
