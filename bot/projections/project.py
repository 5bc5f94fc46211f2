"""Every projection at once: what is written beside an event."""

from collections.abc import Iterator

from bot.projections import defeats, pods, standings
from bot.projections.history import History
from bot.storage.engine.changes import RowChange


def project(history: History) -> Iterator[RowChange]:
    """What brings every projection up to the last event of a pod."""
    yield from pods.project(history)
    yield from standings.project(history)
    yield from defeats.project(history)
