"""Opening a database: what is in force, and what is said when it cannot be."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage import engine as engines
from bot.storage.engine import check, open_engine, reading, writing
from bot.storage.errors import SchemaOutdated, Unreachable
from bot.storage.log import Log
from bot.storage.migrate import is_current
from bot.storage.schema import HEAD, events
from tests.storage.store import CHANNEL, a_record, opened, url_of


@pytest.fixture
def elsewhere(file: Path) -> Iterator[sqlite3.Connection]:
    """Another process with the same database."""
    connection = sqlite3.connect(file, isolation_level=None)
    yield connection
    connection.close()


async def test_every_connection_is_durable_and_waits_its_turn(engine: AsyncEngine) -> None:
    async with reading(engine) as connection:
        found = {
            pragma: await connection.scalar(text(f"PRAGMA {pragma}"))
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    full, on = 2, 1
    assert found == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": on,
        "busy_timeout": 2000,
    }


async def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    async with opened(tmp_path / "here" / "and there" / "suzerain.sqlite3") as engine:
        assert await is_current(engine) is False
    assert (tmp_path / "here" / "and there" / "suzerain.sqlite3").exists()


async def test_a_url_needs_no_driver(file: Path) -> None:
    engine = open_engine(f"sqlite:///{file}")
    await check(engine)
    await engine.dispose()


async def test_a_migrated_database_passes_the_check(engine: AsyncEngine) -> None:
    await check(engine)
    assert await is_current(engine)


async def test_an_empty_database_needs_the_migrations(tmp_path: Path) -> None:
    async with opened(tmp_path / "empty.sqlite3") as engine:
        with pytest.raises(SchemaOutdated) as refused:
            await check(engine)
    assert (refused.value.found, refused.value.needed) == (None, HEAD)
    assert not refused.value.newer


async def test_a_database_of_a_later_version_is_told_from_an_old_one(engine: AsyncEngine) -> None:
    async with writing(engine) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SchemaOutdated) as refused:
        await check(engine)
    assert refused.value.found == "9999"
    assert refused.value.newer
    assert not await is_current(engine)


async def test_a_file_that_is_no_database_is_unreachable(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana, " * 100)
    async with opened(file) as engine:
        with pytest.raises(Unreachable) as refused:
            await check(engine)
    assert refused.value.url == url_of(file)
    assert refused.value.reason == "file is not a database"


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="unable to open database file"):
        open_engine(url_of(tmp_path))


def test_a_folder_that_cannot_be_made_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unreachable) as refused:
        open_engine(url_of(tmp_path / "file" / "suzerain.sqlite3"))
    assert refused.value.reason == "File exists"


@pytest.mark.parametrize("url", ["", "suzerain.db", "mysql://bot:hunter2@localhost/suzerain"])
def test_what_is_not_sqlite_is_refused_without_telling_a_password(url: str) -> None:
    with pytest.raises(Unreachable) as refused:
        open_engine(url)
    assert "sqlite" in str(refused.value)
    assert "hunter2" not in str(refused.value)


async def test_a_database_that_another_process_keeps_locked_is_unreachable(
    file: Path, elsewhere: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engines.PRAGMAS, "busy_timeout", "1")
    elsewhere.execute("BEGIN IMMEDIATE")
    async with opened(file) as engine:
        with pytest.raises(Unreachable, match="database is locked"):
            await Log(engine).append(a_record())
        elsewhere.execute("COMMIT")
        await Log(engine).append(a_record())


async def test_reading_does_not_wait_for_another_process_to_write(
    engine: AsyncEngine, elsewhere: sqlite3.Connection
) -> None:
    await Log(engine).append(a_record())
    elsewhere.execute("BEGIN IMMEDIATE")
    elsewhere.execute("DELETE FROM events")
    assert await Log(engine).version(CHANNEL) == 1


async def test_a_writer_holds_the_database_from_its_first_statement(
    engine: AsyncEngine, elsewhere: sqlite3.Connection
) -> None:
    elsewhere.execute("PRAGMA busy_timeout = 1")
    async with writing(engine):
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            elsewhere.execute("BEGIN IMMEDIATE")
    elsewhere.execute("BEGIN IMMEDIATE")


async def test_a_transaction_that_fails_leaves_nothing(engine: AsyncEngine) -> None:
    async def fail() -> None:
        async with writing(engine) as connection:
            await connection.execute(update(events).values(guild=1))
            raise ZeroDivisionError

    await Log(engine).append(a_record())
    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await Log(engine).read(CHANNEL, 1) == [a_record()]
