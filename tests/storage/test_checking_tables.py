"""Tables that are not what the code needs are noticed before anything is asked of them."""

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from bot.storage.engine.database import Database
from bot.storage.engine.errors import MAX_NAMED_DIFFERENCES, TablesDifferFromSchemaError
from bot.storage.engine.migrate import (
    build_alembic_config,
    create_or_upgrade_database_schema,
    describe_schema_differences,
)
from tests.storage.store import execute, opened, url_of


async def test_tables_as_the_migrations_make_them_do_not_differ(database: Database) -> None:
    assert await database.run_read_transaction_without_timeout(describe_schema_differences) == []


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        (["DROP TABLE posts"], "table posts is missing"),
        (["ALTER TABLE boards DROP COLUMN told"], "column told of table boards is missing"),
        (["DROP INDEX ix_boards_owed"], "index ix_boards_owed of table boards is missing"),
        (
            ["DROP INDEX ix_boards_owed", "CREATE INDEX ix_boards_owed ON boards (pod)"],
            "index ix_boards_owed of table boards is another one",
        ),
        (
            ["DROP INDEX ix_seasons_running", "CREATE INDEX ix_seasons_running ON seasons (guild)"],
            "index ix_seasons_running of table seasons is another one",
        ),
        (
            ["ALTER TABLE seasons DROP COLUMN rules", "ALTER TABLE seasons ADD COLUMN rules BIGINT"],
            "column rules of table seasons is BIGINT instead of TEXT",
        ),
        (
            ["ALTER TABLE strikes DROP COLUMN text", "ALTER TABLE strikes ADD COLUMN text TEXT"],
            "column text of table strikes can be empty",
        ),
    ],
)
async def test_each_difference_is_said_in_words(database: Database, changes: list[str], difference: str) -> None:
    await execute(database, *map(text, changes))
    assert await database.run_read_transaction_without_timeout(describe_schema_differences) == [difference]


async def test_what_there_is_besides_does_no_harm(database: Database) -> None:
    await execute(
        database,
        text("CREATE TABLE notes (id INTEGER PRIMARY KEY, said TEXT NOT NULL)"),
        text("ALTER TABLE pods ADD COLUMN mood TEXT"),
        text("CREATE INDEX ix_own ON pods (mood)"),
    )
    assert await database.run_read_transaction_without_timeout(describe_schema_differences) == []


async def test_a_column_that_nothing_here_can_fill_is_a_difference(database: Database) -> None:
    await execute(
        database,
        text("DROP TABLE dismissals"),
        text(
            "CREATE TABLE dismissals (channel BIGINT NOT NULL, pod INTEGER NOT NULL,"
            " guild BIGINT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (channel, pod))"
        ),
        text("CREATE INDEX ix_dismissals_guild ON dismissals (guild)"),
    )
    [difference] = await database.run_read_transaction_without_timeout(describe_schema_differences)
    assert difference == "column why of table dismissals is unknown and must not be empty"


async def test_a_database_of_todays_revision_with_other_tables_is_not_begun_with(database: Database) -> None:
    await execute(database, text("ALTER TABLE boards DROP COLUMN told"))
    with pytest.raises(TablesDifferFromSchemaError) as refused:
        await create_or_upgrade_database_schema(database)
    assert "column told of table boards is missing" in str(refused.value)
    assert "restore a backup" in refused.value.repair_advice_for_operator


async def test_many_differences_are_counted_and_some_named(tmp_path: Path) -> None:
    async with opened(url_of(tmp_path / "games.sqlite3")) as database:
        differences = await database.run_read_transaction_without_timeout(describe_schema_differences)
    assert f"and {len(differences) - MAX_NAMED_DIFFERENCES} more" in str(TablesDifferFromSchemaError(differences))


async def test_an_upgrade_to_other_tables_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    """As when a revision was changed after somebody's database had passed it."""
    async with opened(url_of(tmp_path / "games.sqlite3")) as database:
        await create_or_upgrade_database_schema(database)
        await database.run_write_transaction(lambda sync: command.downgrade(build_alembic_config(sync), "0015"))
        await execute(database, text("DROP TABLE draws"), text("ALTER TABLE boards DROP COLUMN asked"))
        with pytest.raises(TablesDifferFromSchemaError):
            await create_or_upgrade_database_schema(database)
        assert "table draws is missing" in await database.run_read_transaction_without_timeout(
            describe_schema_differences
        )
