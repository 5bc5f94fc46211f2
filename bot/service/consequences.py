"""What follows from an event, in one place: everything that is written beside it."""

from collections.abc import Iterator

from bot.projections import draws
from bot.projections.history import History
from bot.projections.project import project
from bot.rulebooks import Game
from bot.storage.engine.changes import RowChange
from bot.storage.record import audit
from bot.storage.record.boards import owe_board
from bot.storage.servers.posts import touch_posts
from bot.storage.servers.seat_lists import touch_lists


def follow_up(history: History, before: Game | None, language: str) -> Iterator[RowChange]:
    """Yield what is committed together with a pod's last event; `before` it, this was the game.

    Its row among the pods and the results that follow, the posts that show those results, the draw
    of a pod that opens or starts, the board that is owed from now on (in `language`, if it is the
    pod's first), the lists of free seats, and a moderator's decision.
    """
    yield from touch_posts(history.last, [*project(history)])
    yield from draws.follow(history)
    yield owe_board(history.last, language)
    yield from touch_lists(history.last, before, history.game)
    entry = audit.make_entry(history.last, before, history.game)
    if entry is not None:
        yield audit.insert_entry(entry)
