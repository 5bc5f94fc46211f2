"""Writing where other processes write as well: a command whose claim is taken writes nothing.

So one that came too late costs its neighbours nothing: they need not be written one by one.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql

from bot.storage.engine.changes import Row, RowChange, apply, merge_changes
from bot.storage.engine.errors import RowExists
from bot.storage.engine.upserts import Claim

Key = tuple[object, ...]


def apply_claimed(
    commands: Sequence[Sequence[RowChange]], connection: Connection
) -> list[RowExists | None]:
    """Make the changes of all commands but those whose claim is taken; return what became of each.

    Raises `RowExists` where something else is in the way. On PostgreSQL.
    """
    outcomes: list[RowExists | None] = [None] * len(commands)
    claims = [
        (number, change)
        for number, changes in enumerate(commands)
        for change in changes
        if isinstance(change.statement, Claim)
    ]
    won = _take([change for _, change in claims], connection)
    for number, change in claims:
        key = _find_key(_find_table(change), change.rows[0])
        if key in won:
            won.remove(key)  # of two in one batch the first has it
        else:
            outcomes[number] = RowExists(change.table)
    others = (
        [change for change in changes if not isinstance(change.statement, Claim)]
        for changes, outcome in zip(commands, outcomes, strict=True)
        if outcome is None
    )
    apply(map(_sort, merge_changes(others)), connection)
    return outcomes


def _take(claims: Sequence[RowChange], connection: Connection) -> set[Key]:
    """Insert the rows of all claims that are free, which are of one table; return their keys."""
    if not claims:
        return set()
    table = _find_table(claims[0])
    rows = _sort(RowChange(claims[0].statement, [row for each in claims for row in each.rows])).rows
    free = postgresql.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    return {tuple(row) for row in connection.execute(free, rows)}


def _sort(change: RowChange) -> RowChange:
    """Return a change whose rows are in the order of their keys.

    Two processes that write the same rows in the same order wait for each other, and not for ever.
    """
    table = _find_table(change)
    if not all(column.name in row for row in change.rows for column in table.primary_key):
        return change
    return RowChange(change.statement, sorted(change.rows, key=lambda row: _find_key(table, row)))


def _find_key(table: Table, row: Row) -> Key:
    return tuple(row[column.name] for column in table.primary_key)


def _find_table(change: RowChange) -> Table:
    table = change.statement.table
    assert isinstance(table, Table)
    return table
