"""What follows from an event, in one place: everything that is written beside it."""

from collections.abc import Iterator

from bot.projections.history import History
from bot.projections.project import project
from bot.storage.engine.changes import RowChange
from bot.storage.record import audit
from bot.storage.record.boards import wanted
from bot.storage.servers.posts import touching


def follow_up(history: History, language: str) -> Iterator[RowChange]:
    """Yield what is committed together with a pod's last event.

    Its row among the pods and the results that follow, the posts that show those results, the board
    that is owed from now on (in `language`, if it is the pod's first), and a moderator's decision.
    """
    yield from touching(history.last, [*project(history)])
    yield wanted(history.last, language)
    entry = audit.decided(history.last)
    if entry is not None:
        yield audit.entering(entry)
