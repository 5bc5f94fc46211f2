"""Every projection anew from the log, as when one of them was changed."""

from itertools import islice

from sqlalchemy import Connection, delete

from bot.projections.draws import refill_numbers
from bot.projections.history import fold_history
from bot.projections.project import project_anew
from bot.storage.engine import schema
from bot.storage.engine.changes import apply, merge_changes
from bot.storage.engine.database import Database
from bot.storage.engine.schema import draws
from bot.storage.record.log import lock_out_writers, read_stories

PROJECTIONS = (schema.pods, schema.plans, schema.results, schema.defeats, draws)
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
    refill_numbers(connection)
