"""All projections at once: what is written beside an event, and the rebuild from the log."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from sqlalchemy import Connection, delete

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections import defeats, draws, plans, pods, results
from bot.projections.history import History, fold_history
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine import schema
from bot.storage.engine.changes import RowChange, apply, merge_changes
from bot.storage.engine.database import Database
from bot.storage.record.log import lock_out_writers, read_stories

_Projection = Callable[[History], Iterator[RowChange]]

_OF_GAME: Mapping[type[Game], tuple[_Projection, ...]] = {
    Pod: (pods.project, results.project, defeats.project),
    Duel: (pods.project, results.project_duel),
    Plan: (plans.project,),
}
"""What is kept of a game; a plan is not among those that are played."""


def project(history: History) -> Iterator[RowChange]:
    """What brings every projection up to the last event of a game."""
    for follow in _OF_GAME[type(history.game)]:
        yield from follow(history)


def project_anew(history: History) -> Iterator[RowChange]:
    """What every projection keeps of a game, whichever of its events came last."""
    yield from project(history)
    yield from draws.project(history)


# From the log anew


PROJECTIONS = (schema.pods, schema.plans, schema.results, schema.defeats, schema.draws)
"""What is kept of each pod."""

TOTALS = (schema.standings, schema.rivalries)
"""What its results, and its defeats, add up to; ratings follow from all results."""

AT_ONCE = 1_000
"""Pods whose rows are written together."""


async def rebuild(database: Database) -> None:
    """Make every projection from the log, all or nothing; nobody can write meanwhile.

    Raises `Damaged` or `Unreachable`.
    """
    await database.transact(refill)


def refill(connection: Connection) -> None:
    """Make every projection from the log anew, in the transaction that the connection is in."""
    lock_out_writers(connection)
    for table in (schema.unrated, *PROJECTIONS, *TOTALS):
        connection.execute(delete(table))
    every = read_stories(connection)
    while some := list(islice(every, AT_ONCE)):
        # The last event and where it led are all that a projection keeps.
        rows = (list(project_anew(fold_history(story))) for story in some)
        apply(merge_changes(rows), connection)
    draws.refill_numbers(connection)
