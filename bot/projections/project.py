"""Every projection at once: what is written beside an event."""

from collections.abc import Iterator

from bot.projections import pods, standings
from bot.rules.pod import Pod
from bot.storage.changes import Change
from bot.storage.log import Recorded


def project(recorded: Recorded, pod: Pod) -> Iterator[Change]:
    """What brings every projection up to `recorded`, which led to `pod`."""
    yield from pods.project(recorded, pod)
    yield from standings.project(recorded, pod)
