"""Every projection at once: what is written beside an event."""

from collections.abc import Iterator

from bot.projections import defeats, pods, standings
from bot.projections.played import Played
from bot.storage.engine.changes import Change


def project(played: Played) -> Iterator[Change]:
    """What brings every projection up to the last event of a pod."""
    yield from pods.project(played)
    yield from standings.project(played)
    yield from defeats.project(played)
