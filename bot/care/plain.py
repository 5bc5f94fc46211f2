"""The tables with what they store as it is stored: moments as milliseconds."""

from sqlalchemy import ColumnClause, Table, TableClause, column, table

from bot.storage.engine import schema
from bot.storage.engine.schema import Moment


def _plain(of: Table) -> TableClause:
    return table(of.name, *(_stored(each) for each in of.columns))


def _stored(of: ColumnClause[object]) -> ColumnClause[object]:
    kind = of.type
    return column(of.name, kind.impl_instance if isinstance(kind, Moment) else kind)


events = _plain(schema.events)
people = _plain(schema.people)
guilds = _plain(schema.guilds)
audit = _plain(schema.audit)
boards = _plain(schema.boards)
seasons = _plain(schema.seasons)
posts = _plain(schema.posts)
champions = _plain(schema.champions)

TABLES = tuple(map(_plain, schema.metadata.sorted_tables))
"""All of them."""
