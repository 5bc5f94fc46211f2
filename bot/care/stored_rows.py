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


def _build_table_with_unconverted_times(schema_table: Table) -> TableClause:
    return table(schema_table.name, *(_build_column_with_unconverted_times(each) for each in schema_table.columns))


def _build_column_with_unconverted_times(schema_column: ColumnClause[object]) -> ColumnClause[object]:
    kind = schema_column.type
    return column(schema_column.name, kind.impl_instance if isinstance(kind, MillisecondDateTime) else kind)


events = _build_table_with_unconverted_times(schema.events)
people = _build_table_with_unconverted_times(schema.people)
nicknames = _build_table_with_unconverted_times(schema.nicknames)
player_decks = _build_table_with_unconverted_times(schema.player_decks)
avoidances = _build_table_with_unconverted_times(schema.avoidances)
guests = _build_table_with_unconverted_times(schema.guests)
merges = _build_table_with_unconverted_times(schema.merges)
guilds = _build_table_with_unconverted_times(schema.guilds)
audit = _build_table_with_unconverted_times(schema.audit)
boards = _build_table_with_unconverted_times(schema.boards)
seasons = _build_table_with_unconverted_times(schema.seasons)
exclusions = _build_table_with_unconverted_times(schema.exclusions)
settled_lines = _build_table_with_unconverted_times(schema.settled_lines)
posts = _build_table_with_unconverted_times(schema.posts)
publications = _build_table_with_unconverted_times(schema.publications)
champions = _build_table_with_unconverted_times(schema.champions)
strikes = _build_table_with_unconverted_times(schema.strikes)
dismissals = _build_table_with_unconverted_times(schema.dismissals)

TABLES = tuple(map(_build_table_with_unconverted_times, schema.metadata.sorted_tables))
"""All tables, sorted by their foreign keys."""


def stream_query_rows_in_batches(connection: Connection, query: Select[Any]) -> Iterator[Sequence[StoredRow]]:
    """Yield the rows of a query in lists of at most a thousand, with one list in memory at a time."""
    yield from connection.execute(query.execution_options(yield_per=ROWS_PER_BATCH)).partitions()


def stream_query_rows(connection: Connection, query: Select[Any]) -> Iterator[StoredRow]:
    """Yield the rows of a query, with at most a thousand in memory."""
    return chain.from_iterable(stream_query_rows_in_batches(connection, query))
