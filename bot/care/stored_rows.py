"""The tables with their values as stored, moments as milliseconds, and ways to read many rows."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import ColumnClause, Connection, Row, Select, Table, TableClause, column, table

from bot.storage.engine import schema
from bot.storage.engine.moments import Moment

ROWS_PER_PART = 1_000
"""Rows that are fetched together."""

StoredRow = Row[*tuple[Any, ...]]
"""A row that a query found."""


def _make_plain(of: Table) -> TableClause:
    return table(of.name, *(_make_stored(each) for each in of.columns))


def _make_stored(of: ColumnClause[object]) -> ColumnClause[object]:
    kind = of.type
    return column(of.name, kind.impl_instance if isinstance(kind, Moment) else kind)


events = _make_plain(schema.events)
people = _make_plain(schema.people)
nicknames = _make_plain(schema.nicknames)
player_decks = _make_plain(schema.player_decks)
avoidances = _make_plain(schema.avoidances)
guests = _make_plain(schema.guests)
merges = _make_plain(schema.merges)
guilds = _make_plain(schema.guilds)
audit = _make_plain(schema.audit)
boards = _make_plain(schema.boards)
seasons = _make_plain(schema.seasons)
exclusions = _make_plain(schema.exclusions)
settled_lines = _make_plain(schema.settled_lines)
posts = _make_plain(schema.posts)
publications = _make_plain(schema.publications)
champions = _make_plain(schema.champions)
strikes = _make_plain(schema.strikes)
dismissals = _make_plain(schema.dismissals)

TABLES = tuple(map(_make_plain, schema.metadata.sorted_tables))
"""All tables, sorted by their foreign keys."""


def read_parts(connection: Connection, query: Select[Any]) -> Iterator[Sequence[StoredRow]]:
    """Yield a query's rows in lists of up to a thousand; only one list is in memory."""
    yield from connection.execute(query.execution_options(yield_per=ROWS_PER_PART)).partitions()


def read_rows(connection: Connection, query: Select[Any]) -> Iterator[StoredRow]:
    """Yield a query's rows one by one, with up to a thousand in memory."""
    return chain.from_iterable(read_parts(connection, query))
