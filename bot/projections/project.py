"""All projections at once: the row changes for an event, and the rebuild from the log."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from sqlalchemy import Connection, delete, select

from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.projections import defeats, draws, plans, pods, results
from bot.projections.history import GameHistory, build_game_history_from_events, replace_substitutes_by_original_players
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange, apply_row_changes, merge_row_changes_of_commands
from bot.storage.record.log import iterate_events_by_game, lock_event_log_against_new_events
from bot.storage.tables import result_changes, totals

_Projection = Callable[[GameHistory], Iterator[RowChange]]

_STATE_PROJECTIONS: Mapping[type[Game], _Projection] = {
    Pod: pods.build_pod_or_duel_row_change,
    Duel: pods.build_pod_or_duel_row_change,
    PlannedGame: plans.build_planned_game_row_change,
}
"""The projection of each kind of game that every event changes."""

_RESULT_PROJECTIONS: Mapping[type[Game], tuple[_Projection, ...]] = {
    Pod: (
        results.build_pod_result_row_changes,
        defeats.build_defeat_row_changes,
        defeats.build_deck_defeat_row_changes,
        defeats.build_card_defeat_row_changes,
    ),
    Duel: (results.build_duel_result_row_changes,),
    PlannedGame: (),
}
"""The projections that only an event changes before or after which the game has results."""


def build_row_changes_of_last_game_event(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that update all derived tables after a game's last event."""
    kind = type(game_history.game)
    credited = replace_substitutes_by_original_players(game_history)
    yield from _STATE_PROJECTIONS[kind](credited)
    if game_history.scored:
        for follow in _RESULT_PROJECTIONS[kind]:
            yield from follow(credited)


# Rebuild


PROJECTIONS = (
    *(schema.pods, schema.plans, schema.results),
    *(schema.defeats, schema.deck_defeats, schema.card_defeats, schema.draws),
)
"""Tables with rows of single games."""

TOTALS_TABLES = (schema.standings, schema.rivalries)
"""Tables of sums over results and defeats; ratings follow from the results."""

_TABLES_SHARED_BY_GAMES = (*TOTALS_TABLES, schema.unrated, schema.result_changes)
"""Tables whose rows many games change."""

GAMES_PER_BATCH = 1_000
"""Games whose rows are written together."""


async def rebuild_derived_tables(database: Database) -> None:
    """Rebuild all tables that are derived from the event log, in one transaction.

    Raises `UnreadableStoredEventError` or `DatabaseUnreachableError`.
    """
    await database.run_write_transaction(rebuild_derived_tables_in_transaction)


def rebuild_derived_tables_in_transaction(connection: Connection) -> None:
    """Rebuild all tables that are derived from the event log, in the open transaction."""
    lock_event_log_against_new_events(connection)
    for table in (schema.unrated, *PROJECTIONS, *TOTALS_TABLES):
        connection.execute(delete(table))
    every = iterate_events_by_game(connection)
    while some := list(islice(every, GAMES_PER_BATCH)):
        rows = (list(build_row_changes_of_whole_game(build_game_history_from_events(story))) for story in some)
        apply_row_changes(merge_row_changes_of_commands(rows), connection)
    for guild in connection.scalars(select(schema.results.c.guild).distinct()).all():
        recompute_shared_rows_of_server(connection, guild)
    draws.rebuild_random_seating_number_table(connection)


def build_row_changes_of_whole_game(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that write the rows of a game which no other game shares.

    When all games are written, `recompute_shared_rows_of_server` writes the others.
    """
    # Projections depend only on the final history of a game.
    for change in build_row_changes_of_last_game_event(game_history):
        if change.statement.table not in _TABLES_SHARED_BY_GAMES:
            yield change
    yield from draws.build_random_seating_row_change(game_history)


def recompute_shared_rows_of_server(connection: Connection, guild_id: int) -> None:
    """Compute the sums over a server's games anew, and mark its results as changed and unrated.

    No other process may write meanwhile.
    """
    totals.recompute_standings_and_rivalries_of_server(connection, guild_id)
    result_changes.mark_results_of_server_changed(connection, guild_id)
