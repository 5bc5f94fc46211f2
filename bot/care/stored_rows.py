"""The database tables with their values as stored (times in milliseconds), and ways to read many rows."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import ColumnClause, Connection, Row, Select, Table, TableClause, column, table

from bot.storage.engine import schema
from bot.storage.engine.timestamps import MillisecondDateTime

ROWS_PER_BATCH = 1_000
"""Rows that are fetched together."""

StoredRow = Row[*tuple[Any, ...]]
"""A row that a query found."""


def _copy_table_with_raw_times(schema_table: Table) -> TableClause:
    return table(schema_table.name, *(_copy_column_with_raw_times(each) for each in schema_table.columns))


def _copy_column_with_raw_times(schema_column: ColumnClause[object]) -> ColumnClause[object]:
    kind = schema_column.type
    return column(schema_column.name, kind.impl_instance if isinstance(kind, MillisecondDateTime) else kind)


events = _copy_table_with_raw_times(schema.events)
people = _copy_table_with_raw_times(schema.people)
nicknames = _copy_table_with_raw_times(schema.nicknames)
player_decks = _copy_table_with_raw_times(schema.player_decks)
avoidances = _copy_table_with_raw_times(schema.avoidances)
guests = _copy_table_with_raw_times(schema.guests)
merges = _copy_table_with_raw_times(schema.merges)
guilds = _copy_table_with_raw_times(schema.guilds)
audit = _copy_table_with_raw_times(schema.audit)
boards = _copy_table_with_raw_times(schema.boards)
seasons = _copy_table_with_raw_times(schema.seasons)
exclusions = _copy_table_with_raw_times(schema.exclusions)
settled_lines = _copy_table_with_raw_times(schema.settled_lines)
posts = _copy_table_with_raw_times(schema.posts)
publications = _copy_table_with_raw_times(schema.publications)
champions = _copy_table_with_raw_times(schema.champions)
strikes = _copy_table_with_raw_times(schema.strikes)
dismissals = _copy_table_with_raw_times(schema.dismissals)

TABLES = tuple(map(_copy_table_with_raw_times, schema.metadata.sorted_tables))
"""All tables, sorted by their foreign keys."""


def stream_query_rows_in_batches(connection: Connection, query: Select[Any]) -> Iterator[Sequence[StoredRow]]:
    """Yield the rows of a query in lists of at most a thousand, with one list in memory at a time."""
    yield from connection.execute(query.execution_options(yield_per=ROWS_PER_BATCH)).partitions()


def stream_query_rows(connection: Connection, query: Select[Any]) -> Iterator[StoredRow]:
    """Yield the rows of a query, with at most a thousand in memory."""
    return chain.from_iterable(stream_query_rows_in_batches(connection, query))
