"""Statements that write a row, or change the one that has its key."""

from typing import Any

from sqlalchemy import Insert, Table
from sqlalchemy.ext.compiler import compiles

ONCE = {"once": True}
"""A column that `Upsert` writes into a new row only."""


class Claim(Insert):
    """Inserts the row that decides whether anything of its command is written: it comes first."""

    inherit_cache = True


class Upsert(Insert):
    """Inserts a row, or gives the one with its key the new values."""

    inherit_cache = True


class Tally(Insert):
    """Adds what it selects to the totals that there are: a row, or the numbers of the one with its
    key.
    """

    inherit_cache = True


@compiles(Upsert)
def _compile_upsert(statement: Upsert, compiler: Any, **options: Any) -> str:
    """SQLite and PostgreSQL say it in the same words; SQLAlchemy has a class for each."""
    return _compile_update(statement, compiler, "excluded.{name}", options)


@compiles(Tally)
def _compile_tally(statement: Tally, compiler: Any, **options: Any) -> str:
    return _compile_update(statement, compiler, "{table}.{name} + excluded.{name}", options)


def _compile_update(statement: Insert, compiler: Any, value: str, options: Any) -> str:
    table, quoted = statement.table, compiler.preparer.quote
    assert isinstance(table, Table)
    others = [c.name for c in table.columns if not c.primary_key and c.info is not ONCE]
    keys = ", ".join(quoted(column.name) for column in table.primary_key)
    values = ", ".join(
        f"{quoted(name)} = {value.format(table=table.name, name=quoted(name))}" for name in others
    )
    insert = compiler.visit_insert(statement, **options)
    return f"{insert} ON CONFLICT ({keys}) DO UPDATE SET {values}"
