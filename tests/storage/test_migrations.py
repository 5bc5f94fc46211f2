"""The migrations lead to the tables that the code knows, and back."""

import asyncio
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import main
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.storage.engine import migrate as migrations
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError, SchemaRevisionMismatchError
from bot.storage.engine.migrate import (
    build_alembic_config,
    create_or_upgrade_database_schema,
    is_schema_current,
    migrate_database,
    upgrade_database_schema,
)
from bot.storage.engine.schema import HEAD, cluster_metadata, events, guilds, metadata, pods, results
from bot.storage.record.boards import PodBoard, PodBoardRepository
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.server_settings import ServerSettings, decode_settings_json
from bot.storage.servers.standings_posts import LEASE_DURATION, StandingsPostRepository
from tests.storage.postgres import Postgres
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, Channel, a_record, execute, opened, rows, url_of

ROOT = Path(__file__).parents[2]


async def test_the_migrations_make_the_tables_that_the_code_knows(database: Database) -> None:
    def differences(connection: Connection) -> object:
        known: Any = [metadata]
        if connection.dialect.name == "postgresql":
            known.append(cluster_metadata)
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), known)

    assert await database.run_read_transaction_without_timeout(differences) == []


def test_the_code_needs_the_newest_migration_and_there_is_only_one() -> None:
    heads = ScriptDirectory.from_config(build_alembic_config()).get_heads()
    assert heads == [HEAD], (
        f"HEAD in bot/storage/engine/schema.py is {HEAD}; the newest of migrations/versions: {heads}"
    )


def test_revisions_are_numbered_so_that_a_later_one_is_known_as_such() -> None:
    scripts = ScriptDirectory.from_config(build_alembic_config()).walk_revisions()
    numbers = [script.revision for script in scripts]
    assert numbers == sorted(numbers, reverse=True)
    assert all(len(number) == 4 and number.isdigit() for number in numbers)


def test_a_revision_that_has_landed_is_never_changed() -> None:
    """A new one is added to the list when it lands: `sha256sum NEW.py >> ../landed.sha256`."""
    versions = ROOT / "migrations" / "versions"
    lines = (ROOT / "migrations" / "landed.sha256").read_text("utf-8").splitlines()
    landed = {name: digest for digest, name in map(str.split, lines)}
    there = {each.name: sha256(each.read_bytes()).hexdigest() for each in versions.glob("*.py")}
    changed = sorted(name for name in landed if landed[name] != there.get(name))
    assert not changed, f"migrations/versions: {changed} have landed; take their change back and write a new migration"
    new = sorted(f"{there[name]}  {name}" for name in there.keys() - landed.keys())
    assert not new, f"migrations/landed.sha256: add the lines {new}"


async def test_every_migration_leads_down_again_and_up(database: Database) -> None:
    await _down(database, "base")
    assert await _tables(database) == {"alembic_version"}
    assert not await is_schema_current(database)
    await upgrade_database_schema(database)
    await database.require_writable_and_current_schema()


async def test_what_was_played_survives_the_way_down_and_up(database: Database) -> None:
    over, running = Channel(database, 1), Channel(database, 2)
    await over.play("bo", "cy", "di")
    await running.play("bo")
    shown = PodBoard(1, 1, GUILD, "fr", wanted=5, shown=5, message=555, posted=NOON)
    await PodBoardRepository(database).store_board_message(shown)
    tables = (events, pods, results)
    before = [await rows(database, table) for table in tables]
    known = await PeopleRepository(database).with_nicknames_of_server(GUILD).load_people_by_id(SEATS)
    await _down(database, "0001")
    await upgrade_database_schema(database)
    assert [await rows(database, table) for table in tables] == before
    after = await PeopleRepository(database).with_nicknames_of_server(GUILD).load_people_by_id(SEATS)
    assert {id: each.display_name for id, each in after.items()} == {
        id: each.display_name for id, each in known.items()
    }
    assert await PodBoardRepository(database).load_pod_board(1, 1) == shown
    assert await PodBoardRepository(database).load_outdated_boards() == [PodBoard(2, 1, GUILD, "en", wanted=3)]


async def test_a_language_moves_into_the_settings_and_out_of_them(database: Database) -> None:
    await _down(database, "0002")
    await execute(database, text("INSERT INTO guilds VALUES (1, 'fr'), (2, NULL)"))
    await upgrade_database_schema(database)
    moved = [(1, '{"language":"fr"}', None, None, None), (2, "{}", None, None, None)]
    assert await rows(database, guilds) == moved
    assert decode_settings_json(moved[0][1]) == ServerSettings(language="fr")
    await _down(database, "0002")
    found = await database.fetch_rows(text("SELECT * FROM guilds ORDER BY guild"))
    assert [tuple(row) for row in found] == [(1, "fr"), (2, None)]


async def test_a_list_of_free_seats_goes_on_where_it_stands_up_and_down(database: Database) -> None:
    await _down(database, "0020")
    found = text("SELECT * FROM seat_lists ORDER BY channel")
    stands, moves = (7, 1, 55, None, 3, 2, "free", None), (8, 1, 56, 56, 3, 2, "free", 1_000)
    for row in (stands, moves):
        values = ", ".join("NULL" if each is None else repr(each) for each in row)
        await execute(database, text(f"INSERT INTO seat_lists VALUES ({values})"))
    await upgrade_database_schema(database)
    tried = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
    assert await PublishedMessageRepository(database).load_published_messages("seats") == [
        PublishedMessage("seats", 1, "7", 7, 3, 2, 55, digest="free"),
        PublishedMessage("seats", 1, "8", 8, 3, 2, 56, 56, tried=tried, digest="free"),
    ]
    await _down(database, "0020")
    assert [tuple(row) for row in await database.fetch_rows(found)] == [stands, moves]


async def test_a_name_stays_on_the_only_server_where_it_can_be_from(database: Database) -> None:
    await Channel(database, 1).play("bo", "cy", "di")
    await Channel(database, 2, GUILD + 1).play("cy", killer="bo", seats=("bo", "cy", "di", "eve"))
    await _down(database, "0027")
    await execute(database, text("DELETE FROM people"))
    for row in ("'eve', 1, 'Eve X', 'eve.1'", "'bo', 2, 'Bobby', 'bo.2'", "'gus', -3, 'Gus', ''"):
        insert = f"INSERT INTO people (id, discord_id, name, username) VALUES ({row})"
        await execute(database, text(insert))
    await upgrade_database_schema(database)
    for guild, names in ((GUILD, ["eve.1", "bo.2", "Gus"]), (GUILD + 1, ["Eve X", "bo.2", "Gus"])):
        found = await PeopleRepository(database).with_nicknames_of_server(guild).load_people_by_id(("eve", "bo", "gus"))
        assert [found[id].display_name for id in ("eve", "bo", "gus")] == names


async def test_a_result_goes_on_where_it_stands_up_and_down(database: Database) -> None:
    await _down(database, "0021")
    found = text("SELECT channel, announced, announcing FROM boards ORDER BY channel")
    sent, being_sent, none = (7, 55, None), (8, None, 4_194_304_000), (9, None, None)
    await execute(
        database,
        text("""INSERT INTO guilds VALUES (1, '{"results_channel": 99}', NULL, NULL)"""),
        *(
            text(
                "INSERT INTO boards (channel, pod, guild, language, wanted, shown, announced,"
                f" announcing) VALUES ({channel}, 1, 1, 'en', 1, 1, {announced or 'NULL'},"
                f" {announcing or 'NULL'})"
            )
            for channel, announced, announcing in (sent, being_sent, none)
        ),
    )
    await upgrade_database_schema(database)
    tried = datetime(2015, 1, 1, 0, 0, 1, tzinfo=UTC)
    assert await PublishedMessageRepository(database).load_published_messages("result") == [
        PublishedMessage("result", 1, "7/1", 99, 1, 1, 55),
        PublishedMessage("result", 1, "8/1", 99, 1, 0, tried=tried, mark="4194304000"),
    ]
    await _down(database, "0021")
    assert [tuple(row) for row in await database.fetch_rows(found)] == [sent, being_sent, none]


async def test_a_post_goes_on_where_it_stands_up_and_down(database: Database) -> None:
    await _down(database, "0022")
    columns = 'guild, kind, number, start, "end", late, language, channel, message, wanted, shown'
    found = text(f"SELECT {columns}, claimed, claim, tried FROM posts ORDER BY number")
    every = [
        (1, "week", 7, 0, 5, False, "fr", 99, 55, 3, 2, None, None, None),
        (1, "week", 8, 5, 9, True, "fr", 99, None, 1, 0, 120_000, 77, 1_000),
        (1, "week", 9, 9, 12, False, "fr", None, None, 1, 0, None, None, None),
    ]
    for row in every:
        values = ", ".join("NULL" if each is None else repr(each) for each in row)
        statement = f"INSERT INTO posts ({columns}, claimed, claim, tried) VALUES ({values})"
        await execute(database, text(statement))
    await upgrade_database_schema(database)
    moment = datetime(1970, 1, 1, tzinfo=UTC)
    tried = moment + timedelta(seconds=1)
    shown, trying, nothing = await PublishedMessageRepository(database).load_published_messages("post")
    assert shown == PublishedMessage("post", 1, "week:7", 99, 3, 2, 55)
    assert trying == PublishedMessage("post", 1, "week:8", 99, tried=tried)
    assert nothing == PublishedMessage("post", 1, "week:9", None)
    for minutes, owed in ((1, [shown]), (3, [shown, trying])):
        now = moment + timedelta(minutes=minutes)
        assert await PublishedMessageRepository(database).load_outdated_messages("post", now, LEASE_DURATION) == owed
    post = await StandingsPostRepository(database).load_standings_post_of_message(trying)
    assert post is not None
    assert (post.late, post.language, post.channel) == (True, "fr", 99)
    await _down(database, "0022")
    assert [tuple(row) for row in await database.fetch_rows(found)] == every


async def test_modules_are_on_where_they_were_used(database: Database) -> None:
    await _down(database, "0029")
    await execute(database, text("INSERT INTO guilds (guild, settings) VALUES (1, '{}'), (2, '{}')"))
    insert = text(
        'INSERT INTO events (channel, version, pod, guild, type, "schema", payload, at)'
        " VALUES (:channel, 1, 1, :guild, :type, 1, :payload, 0)"
    )
    used = (
        (1, "opened", '{"setup":{"title":"the \\"series\\":"}}'),
        (2, "opened", '{"setup":{"series":{"target":5}}}'),
        (2, "duel-opened", "{}"),
        (3, "duel-opened", "{}"),
    )
    for channel, (guild, type, payload) in enumerate(used, 1):
        about = {"channel": channel, "guild": guild, "type": type, "payload": payload}
        await execute(database, insert.bindparams(**about))
    await database.run_write_transaction(lambda sync: command.upgrade(build_alembic_config(sync), "0030"))
    on = {row[0]: decode_settings_json(row[1]).modules for row in await rows(database, guilds)}
    assert on == {1: (), 2: ("series", "joust"), 3: ("joust",)}


async def test_migrating_twice_changes_nothing(database: Database) -> None:
    await EventLog(database).append_event(a_record())
    await upgrade_database_schema(database)
    assert await EventLog(database).load_game_events(CHANNEL, 1) == [a_record()]


async def test_of_several_that_start_on_a_new_server_one_migrates_and_the_others_wait(postgres: Postgres) -> None:
    url = postgres.database()
    async with AsyncExitStack() as stack:
        several = [await stack.enter_async_context(opened(url)) for _ in range(3)]
        await asyncio.gather(*(create_or_upgrade_database_schema(each) for each in several))
        assert await is_schema_current(several[0])


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = migrations.upgrade_schema_to_revision

    def fails(connection: Connection, revision: str) -> None:
        real(connection, revision)
        raise ZeroDivisionError

    monkeypatch.setattr(migrations, "upgrade_schema_to_revision", fails)
    async with opened(url_of(tmp_path / "suzerain.sqlite3")) as database:
        with pytest.raises(ZeroDivisionError):
            await upgrade_database_schema(database)
        assert await _tables(database) == set()


async def test_a_database_of_a_later_version_is_left_alone(database: Database) -> None:
    await execute(database, text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SchemaRevisionMismatchError):
        await upgrade_database_schema(database)


def test_a_database_that_cannot_be_opened_is_unreachable(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachableError):
        migrate_database(url_of(tmp_path))


def test_a_folder_may_have_a_percent_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "100%(here)s"
    folder.mkdir()
    (folder / "migrations").symlink_to(ROOT / "migrations")
    monkeypatch.setattr(migrations, "_find_migrations_folder", lambda: folder / "migrations")
    assert ScriptDirectory.from_config(build_alembic_config()).get_heads() == [HEAD]


def test_a_wheel_has_its_migrations_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "bot" / "storage" / "engine" / "migrate.py"
    monkeypatch.setattr(migrations, "__file__", str(module))
    assert migrations._find_migrations_folder() == tmp_path / "migrations"
    (tmp_path / "bot" / "_migrations").mkdir(parents=True)
    assert migrations._find_migrations_folder() == tmp_path / "bot" / "_migrations"


def test_alembic_itself_migrates_the_database_that_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ("-x", f"url={url_of(tmp_path / 'suzerain.sqlite3')}")
    command = [sys.executable, "-m", "alembic", *given, "upgrade", "head"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
    monkeypatch.chdir(ROOT)
    main([*given, "check"])  # which ends the program where the tables differ


def test_alembic_itself_asks_for_a_database(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        main(["upgrade", "head"])
    said = capsys.readouterr()
    assert ended.value.code
    assert "alembic -x url=" in f"{ended.value.code}{said.out}{said.err}"


def test_the_bot_imports_alembic_only_to_migrate() -> None:
    code = "import sys, bot.storage.engine.migrate; sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


async def _down(database: Database, revision: str) -> None:
    await database.run_write_transaction(lambda sync: command.downgrade(build_alembic_config(sync), revision))


async def _tables(database: Database) -> set[str]:
    return await database.run_read_transaction_without_timeout(lambda sync: set(inspect(sync).get_table_names()))
