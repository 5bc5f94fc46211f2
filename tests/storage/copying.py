"""The rows of a SQLite file in a PostgreSQL database that has the same tables."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"
_TRUTHS = "SELECT table_name, column_name FROM information_schema.columns WHERE data_type = 'boolean'"


async def copy_to_postgres(file: Path, url: str) -> None:
    """Copy all rows of a SQLite file; SQLite keeps truths as numbers."""
    server = await asyncpg.connect(url)
    try:
        truths = {(table, column) for table, column in await server.fetch(_TRUTHS)}
        with closing(sqlite3.connect(file)) as database:
            for (table,) in database.execute(_TABLES).fetchall():
                columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
                is_truth = [(table, column) in truths for column in columns]
                rows = (
                    [
                        bool(each) if truth and each is not None else each
                        for each, truth in zip(row, is_truth, strict=True)
                    ]
                    for row in database.execute(f"SELECT * FROM {table}")
                )
                await server.copy_records_to_table(table, records=rows, columns=columns)
        await server.execute("ANALYZE")
    finally:
        await server.close()
