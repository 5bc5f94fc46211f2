"""Opening a database: what is in force, and what is said when it cannot be."""

import asyncio
import sqlite3
import traceback
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.util import await_only

from bot.storage.engine import sqlite
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError, SchemaRevisionMismatchError
from bot.storage.engine.migrate import is_schema_current
from bot.storage.engine.schema import HEAD, events
from bot.storage.engine.urls import mask_password_in_database_url
from bot.storage.record.errors import PersonIdConflictError
from bot.storage.record.log import EventLog
from bot.storage.record.people import Person
from bot.storage.record.stored_event import StoredEvent
from tests.storage.store import ANA, CHANNEL, a_record, execute, opened, url_of

DURABLE: dict[str, dict[str, object]] = {
    "sqlite": {
        "PRAGMA journal_mode": "wal",
        "PRAGMA synchronous": 2,
        "PRAGMA foreign_keys": 1,
        "PRAGMA busy_timeout": 1000,
    },
    "postgresql": {"SHOW fsync": "on", "SHOW synchronous_commit": "on", "SHOW lock_timeout": "1s"},
}


@pytest.fixture
def elsewhere(file: Path) -> Iterator[sqlite3.Connection]:
    """Another process with the same file."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    yield connection
    connection.close()


@pytest.mark.usefixtures("durable")
async def test_every_connection_is_durable_and_waits_its_turn(database: Database, kind: str) -> None:
    def found(connection: Connection) -> dict[str, object]:
        return {ask: connection.scalar(text(ask)) for ask in DURABLE[kind]}

    assert await database.run_read_transaction(found) == DURABLE[kind]
    assert await database.run_write_transaction(found) == DURABLE[kind]


async def test_a_url_may_name_the_driver(file: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{file}") as database:
        await database.require_writable_and_current_schema()


async def test_a_migrated_database_passes_the_check(database: Database) -> None:
    await database.require_writable_and_current_schema()
    assert await is_schema_current(database)


async def test_an_empty_database_needs_the_migrations(tmp_path: Path) -> None:
    async with opened(url_of(tmp_path / "empty.sqlite3")) as database:
        with pytest.raises(SchemaRevisionMismatchError) as refused:
            await database.require_writable_and_current_schema()
    assert (refused.value.found, refused.value.needed) == (None, HEAD)
    assert not refused.value.is_database_newer_than_code


async def test_a_database_of_a_later_version_is_told_from_an_old_one(database: Database) -> None:
    await execute(database, text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SchemaRevisionMismatchError) as refused:
        await database.require_writable_and_current_schema()
    assert refused.value.found == "9999"
    assert refused.value.is_database_newer_than_code
    assert not await is_schema_current(database)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachableError, match="Is a directory"):
        Database(url_of(tmp_path))


@pytest.mark.parametrize(
    "url",
    [
        *("", "suzerain.db", "mysql://bot:hunter2@localhost/suzerain", "sqlite://"),
        "postgresql://bot:hunter2@one,two:5432,three:5433/suzerain",
    ],
)
def test_what_is_no_database_of_ours_is_refused_without_telling_a_password(url: str) -> None:
    with pytest.raises(DatabaseUnreachableError) as refused:
        Database(url)
    assert "sqlite:///FILE or postgresql://" in str(refused.value)
    assert "hunter2" not in str(refused.value)


async def test_a_server_that_is_away_is_unreachable_without_telling_a_password() -> None:
    async with opened("postgresql://bot:hunter2@127.0.0.1:1/suzerain") as database:
        for ask in (
            database.require_writable_and_current_schema(),
            EventLog(database).append_event(a_record()),
            EventLog(database).load_version_of_last_event(1),
        ):
            with pytest.raises(DatabaseUnreachableError) as refused:
                await ask
            assert "127.0.0.1" in str(refused.value)
            assert "hunter2" not in str(refused.value)


async def test_a_database_that_another_process_keeps_locked_is_unreachable(
    file: Path, elsewhere: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sqlite.PRAGMAS, "busy_timeout", "1")
    elsewhere.execute("BEGIN IMMEDIATE")
    async with opened(url_of(file)) as database:
        with pytest.raises(DatabaseUnreachableError, match="database is locked"):
            await EventLog(database).append_event(a_record())
        elsewhere.execute("COMMIT")
        await EventLog(database).append_event(a_record())


async def test_reading_does_not_wait_for_another_process_to_write(file: Path, elsewhere: sqlite3.Connection) -> None:
    async with opened(url_of(file)) as database:
        await EventLog(database).append_event(a_record())
        elsewhere.execute("BEGIN IMMEDIATE")
        elsewhere.execute("DELETE FROM events")
        assert await EventLog(database).load_version_of_last_event(CHANNEL) == 1


async def test_reading_does_not_wait_for_ones_own_writing(database: Database) -> None:
    await EventLog(database).append_event(a_record())
    loop = asyncio.get_running_loop()

    def slow(connection: Connection) -> list[StoredEvent]:
        connection.execute(update(events).values(guild=1))
        question = EventLog(database).load_game_events(CHANNEL, 1)
        if database.url.startswith("postgresql"):
            return await_only(question)
        return asyncio.run_coroutine_threadsafe(question, loop).result(timeout=30)

    assert await database.run_write_transaction(slow) == [a_record()]


async def test_a_writer_holds_the_file_from_its_first_statement(file: Path, elsewhere: sqlite3.Connection) -> None:
    elsewhere.execute("PRAGMA busy_timeout = 1")

    def work(_: Connection) -> None:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            elsewhere.execute("BEGIN IMMEDIATE")

    async with opened(url_of(file)) as database:
        await database.run_write_transaction(work)
    elsewhere.execute("BEGIN IMMEDIATE")


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(update(events).values(guild=1))
        raise ZeroDivisionError

    await EventLog(database).append_event(a_record())
    with pytest.raises(ZeroDivisionError):
        await database.run_write_transaction(fails)
    assert await EventLog(database).load_game_events(CHANNEL, 1) == [a_record()]


async def test_what_is_said_of_an_error_names_no_rows(database: Database) -> None:
    await EventLog(database).append_event(a_record(), [ANA])
    taken = Person("somebody else", ANA.discord_id, "Anastasia")
    with pytest.raises(PersonIdConflictError) as refused:
        await EventLog(database).append_event(a_record(2), [taken])
    told = "".join(traceback.format_exception(refused.value.__context__))
    assert "discord_id" in told
    assert "Anastasia" not in told


@pytest.mark.parametrize("asks", [Database.run_write_transaction, Database.run_read_transaction])
async def test_an_error_of_a_statement_does_not_tell_the_values_in_it(
    database: Database, asks: Callable[..., Awaitable[None]]
) -> None:
    values = {"name": "Anastasia"}

    def work(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nowhere WHERE name = :name"), values)

    with pytest.raises((DBAPIError, DatabaseUnreachableError)) as failed:
        await asks(database, work)
    told = "".join(traceback.format_exception(failed.value))
    assert "nowhere" in told
    assert "Anastasia" not in told


async def test_a_url_that_is_a_uri_writes_where_it_reads(file: Path) -> None:
    async with opened(f"sqlite:///file:{file}?mode=rw&uri=true") as database:
        await EventLog(database).append_event(a_record())
        assert await EventLog(database).load_game_events(CHANNEL, 1) == [a_record()]
    async with opened(url_of(file)) as database:
        assert await EventLog(database).load_version_of_last_event(CHANNEL) == 1


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://bot:secret@db/games", "postgresql://bot:***@db/games"),
        ("postgresql:///games?host=db&user=bot&password=secret", "postgresql:///games?host=db&password=***&user=bot"),
        ("postgresql://db/games?passfile=secret&ssl=on", "postgresql://db/games?passfile=***&ssl=on"),
        ("postgresql://db/games?password=secret&password=secret", "postgresql://db/games?password=***"),
        ("postgresql://bot:a@secret@db/games", "postgresql://bot:***@db/games"),
        ("mysql://bot:secret@db/games?password=secret", "mysql://bot:***@db/games?password=***"),
    ],
)
def test_no_password_is_shown_wherever_it_stands_in_a_url(url: str, shown: str) -> None:
    assert mask_password_in_database_url(make_url(url)) == shown
    assert "secret" not in shown
