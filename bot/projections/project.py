"""All projections at once: what is written beside an event, and the rebuild from the log."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from sqlalchemy import Connection, delete

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections import defeats, draws, plans, pods, results
from bot.projections.history import History, credit, fold_history
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine import schema
from bot.storage.engine.changes import RowChange, apply, merge_changes
from bot.storage.engine.database import Database
from bot.storage.record.log import lock_out_writers, read_stories

_Projection = Callable[[History], Iterator[RowChange]]

_STATE_PROJECTIONS: Mapping[type[Game], _Projection] = {
    Pod: pods.project,
    Duel: pods.project,
    Plan: plans.project,
}
"""The projection of each kind of game that every event changes."""

_RESULT_PROJECTIONS: Mapping[type[Game], tuple[_Projection, ...]] = {
    Pod: (results.project, defeats.project, defeats.project_decks, defeats.project_cards),
    Duel: (results.project_duel,),
    Plan: (),
}
"""The projections that only an event changes before or after which the game has results."""


def project(history: History) -> Iterator[RowChange]:
    """Yield the changes that bring every projection up to a game's last event."""
    kind = type(history.game)
    credited = credit(history)
    yield from _STATE_PROJECTIONS[kind](credited)
    if history.scored:
        for follow in _RESULT_PROJECTIONS[kind]:
            yield from follow(credited)


def project_anew(history: History) -> Iterator[RowChange]:
    """Yield the changes that write all of a game's rows, whatever its last event was."""
    yield from project(history)
    yield from draws.project(history)


# Rebuild


PROJECTIONS = (
    *(schema.pods, schema.plans, schema.results),
    *(schema.defeats, schema.deck_defeats, schema.card_defeats, schema.draws),
)
"""Tables with rows of single games."""

TOTALS_TABLES = (schema.standings, schema.rivalries)
"""Tables of sums over results and defeats; ratings follow from the results."""

GAMES_PER_BATCH = 1_000
"""Games whose rows are written together."""


async def rebuild(database: Database) -> None:
    """Rebuild every projection from the log in one transaction, in which nobody else can write.

    Raises `Damaged` or `Unreachable`.
    """
    await database.transact(refill)


def refill(connection: Connection) -> None:
    """Rebuild every projection from the log within the connection's transaction."""
    lock_out_writers(connection)
    for table in (schema.unrated, *PROJECTIONS, *TOTALS_TABLES):
        connection.execute(delete(table))
    every = read_stories(connection)
    while some := list(islice(every, GAMES_PER_BATCH)):
        # Projections depend only on the final history of a game.
        rows = (list(project_anew(fold_history(story))) for story in some)
        apply(merge_changes(rows), connection)
    draws.refill_numbers(connection)
