"""All projections at once: the row changes for an event, and the rebuild from the log."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from sqlalchemy import Connection, delete

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections import defeats, draws, plans, pods, results
from bot.projections.history import GameHistory, credit_seat_owners, replay_history
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange, apply_changes, merge_row_changes
from bot.storage.record.log import lock_event_log, stream_game_histories

_Projection = Callable[[GameHistory], Iterator[RowChange]]

_STATE_PROJECTIONS: Mapping[type[Game], _Projection] = {
    Pod: pods.project_pod,
    Duel: pods.project_pod,
    Plan: plans.project_plan,
}
"""The projection of each kind of game that every event changes."""

_RESULT_PROJECTIONS: Mapping[type[Game], tuple[_Projection, ...]] = {
    Pod: (
        results.project_pod_results,
        defeats.project_defeats,
        defeats.project_deck_defeats,
        defeats.project_card_defeats,
    ),
    Duel: (results.project_duel_results,),
    Plan: (),
}
"""The projections that only an event changes before or after which the game has results."""


def project_game(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the row changes that bring every projection up to a game's last event."""
    kind = type(game_history.game)
    credited = credit_seat_owners(game_history)
    yield from _STATE_PROJECTIONS[kind](credited)
    if game_history.scored:
        for follow in _RESULT_PROJECTIONS[kind]:
            yield from follow(credited)


def project_whole_game(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the row changes that write all of a game's rows, whatever its last event was."""
    yield from project_game(game_history)
    yield from draws.project_draw(game_history)


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


async def rebuild_projections_from_log(database: Database) -> None:
    """Rebuild every projection from the event log in one transaction that excludes other
    writers.

    Raises `DamagedEvent` or `DatabaseUnreachable`.
    """
    await database.run_transaction(rebuild_projections_in_transaction)


def rebuild_projections_in_transaction(connection: Connection) -> None:
    """Rebuild every projection from the event log within the connection's transaction."""
    lock_event_log(connection)
    for table in (schema.unrated, *PROJECTIONS, *TOTALS_TABLES):
        connection.execute(delete(table))
    every = stream_game_histories(connection)
    while some := list(islice(every, GAMES_PER_BATCH)):
        # Projections depend only on the final history of a game.
        rows = (list(project_whole_game(replay_history(story))) for story in some)
        apply_changes(merge_row_changes(rows), connection)
    draws.rebuild_draw_numbers(connection)
