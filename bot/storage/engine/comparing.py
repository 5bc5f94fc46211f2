"""Whether the tables are those that the code knows, whatever revision the database says it has."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Table, inspect

from bot.storage.engine.errors import SchemaDiffers
from bot.storage.engine.schema import cluster_metadata, metadata

TABLES = metadata.sorted_tables
"""All of them, but those that PostgreSQL alone has."""


def check_tables(connection: Connection) -> None:
    """Raise `SchemaDiffers` unless every table is as the code needs it."""
    if differences := find_differences(connection):
        raise SchemaDiffers(differences)


def find_differences(connection: Connection) -> list[str]:
    """What is missing or different, in words. What there is besides does no harm."""
    found = inspect(connection)
    columns = {name: each for (_, name), each in found.get_multi_columns().items()}
    indexes = {name: each for (_, name), each in found.get_multi_indexes().items()}
    differences = []
    shared = cluster_metadata.sorted_tables if connection.dialect.name == "postgresql" else []
    for table in (*TABLES, *shared):
        if table.name not in columns:
            differences.append(f"table {table.name} is missing")
            continue
        differences += _compare_columns(table, columns[table.name], connection)
        differences += _compare_indexes(table, indexes.get(table.name, []))
    return differences


def _compare_columns(table: Table, found: Any, connection: Connection) -> Iterator[str]:
    there = {each["name"]: each for each in found}
    for column in table.columns:
        where = f"column {column.name} of table {table.name}"
        if column.name not in there:
            yield f"{where} is missing"
            continue
        kind = column.type.compile(connection.dialect)
        its = there.pop(column.name)
        if (its_kind := its["type"].compile(connection.dialect)) != kind:
            yield f"{where} is {its_kind} instead of {kind}"
        if its["nullable"] != column.nullable:
            yield f"{where} can{'' if its['nullable'] else 'not'} be empty"
    for name, its in there.items():
        if not its["nullable"] and its["default"] is None:
            yield f"column {name} of table {table.name} is unknown and must not be empty"


def _compare_indexes(table: Table, found: Any) -> Iterator[str]:
    there = {each["name"]: each for each in found}
    for index in table.indexes:
        its = there.get(index.name)
        if its is None:
            yield f"index {index.name} of table {table.name} is missing"
        elif (list(index.columns.keys()), index.unique) != (
            its["column_names"],
            bool(its["unique"]),
        ):
            yield f"index {index.name} of table {table.name} is another one"
