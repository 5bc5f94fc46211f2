"""The tables with what they store as it is stored: moments as milliseconds."""

from sqlalchemy import ColumnClause, Table, TableClause, column, table

from bot.storage.engine import schema
from bot.storage.engine.moments import Moment


def _make_plain(of: Table) -> TableClause:
    return table(of.name, *(_make_stored(each) for each in of.columns))


def _make_stored(of: ColumnClause[object]) -> ColumnClause[object]:
    kind = of.type
    return column(of.name, kind.impl_instance if isinstance(kind, Moment) else kind)


events = _make_plain(schema.events)
people = _make_plain(schema.people)
guests = _make_plain(schema.guests)
guilds = _make_plain(schema.guilds)
audit = _make_plain(schema.audit)
boards = _make_plain(schema.boards)
seasons = _make_plain(schema.seasons)
exclusions = _make_plain(schema.exclusions)
posts = _make_plain(schema.posts)
publications = _make_plain(schema.publications)
champions = _make_plain(schema.champions)
strikes = _make_plain(schema.strikes)
dismissals = _make_plain(schema.dismissals)

TABLES = tuple(map(_make_plain, schema.metadata.sorted_tables))
"""All of them."""
