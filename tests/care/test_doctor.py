"""The doctor: it finds and places each problem, and its advice helps."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import ColumnElement, Table, Update, delete, insert, text, update

from bot.cards.sample import write_sample_card_index
from bot.care.doctor import (
    CRITICAL_FREE_BYTES,
    LOW_FREE_BYTES,
    REBUILD_ADVICE,
    RESTORE_ADVICE,
    check_card_name_index,
    check_disk_space,
    run_diagnosis_checks,
)
from bot.care.integrity import MAX_DESCRIBED
from bot.care.rebuild import rebuild_computed_tables
from bot.config import BotSettings, CardIndexSettings, DatabaseSettings, DiscordSettings, PrivacySettings
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import migrate_database, upgrade_database_schema
from bot.storage.engine.urls import allows_several_bot_processes
from bot.storage.record.boards import PodBoardRepository
from tests.care.histories import ATTIC, CELLAR, HALL, HERE, everything, play_history, write_history
from tests.storage.postgres import Postgres
from tests.storage.store import ACCOUNT_KEY, NOON, Channel, execute, opened, url_of

Damage = Callable[[Database], Awaitable[None]]

pytestmark = pytest.mark.usefixtures("durable")


async def marks(url: str, token: str = "a token", key: str = ACCOUNT_KEY) -> dict[str, str]:
    """Return the marks of the doctor's findings, by subject."""
    settings = BotSettings(discord=DiscordSettings(token), database=DatabaseSettings(url), privacy=PrivacySettings(key))
    said = [str(finding) async for finding in run_diagnosis_checks(settings, is_offline=True)]
    assert all(len(line.splitlines()) == 1 for line in said)
    return {line.partition(":")[0]: line for line in said}


def at(table: Table, channel: int) -> ColumnElement[bool]:
    """Return the first rows of a channel in a table."""
    first = table.c.version == 2 if table is schema.events else table.c.pod == 1
    return (table.c.channel == channel) & first


async def test_a_sound_database_is_well(url: str, database: Database) -> None:
    await play_history(database)
    said = await marks(url)
    assert {"✔ database", "✔ durability", "✔ log", "✔ projections", "✔ boards"} <= said.keys()
    assert "✔ ratings" in said
    assert not [line for line in said.values() if line.startswith("✖")]
    events = len((await everything(database))["events"])
    assert f"{events} events, 6 pods, 2 servers" in said["✔ log"]


async def test_an_empty_database_is_well(url: str) -> None:
    assert not [mark for mark in await marks(url) if mark.startswith(("✖", "!"))]


async def test_tables_that_differ_are_named_and_nothing_is_asked_of_them(url: str, database: Database) -> None:
    await execute(database, text("ALTER TABLE boards DROP COLUMN told"))
    said = await marks(url)
    assert "column told of table boards is missing" in said["✖ database"]
    assert "restore a backup" in said["✖ database"]
    assert "✔ log" not in said


@pytest.mark.parametrize("left", [100, 4096, -4096], ids=["header", "a page", "all but a page"])
async def test_a_file_that_was_cut_off_is_one_line_and_asks_for_a_backup(tmp_path: Path, left: int) -> None:
    file = tmp_path / "games.db"
    url = url_of(file)
    await asyncio.to_thread(migrate_database, url)
    os.truncate(file, left if left > 0 else file.stat().st_size + left)
    (line,) = [line for line in (await marks(url)).values() if line.startswith("✖")]
    assert "database disk image is malformed" in line
    assert line.endswith("put back a backup")


async def test_a_missing_or_another_key_is_named(url: str, database: Database) -> None:
    row = {"guild": HERE, "season": 2, "player": "ana", "tag": "0" * 64, "key": "0" * 8}
    await execute(database, insert(schema.former_ids).values(row | {"at": NOON}))
    line = (await marks(url, key=""))["! privacy.key"]
    if allows_several_bot_processes(url):
        assert "none, so whoever is forgotten and comes back is somebody new" in line
        assert "SUZERAIN_PRIVACY__KEY" in line
    else:
        assert "1 former ids were hashed by another key" in line


# Streams


async def hole(database: Database) -> None:
    await execute(database, delete(schema.events).where(at(schema.events, ATTIC)))


async def unreadable(database: Database) -> None:
    await execute(database, _changed(schema.events, payload="{"))


async def unknown_kind(database: Database) -> None:
    await execute(database, _changed(schema.events, type="exploded"))


async def other_event(database: Database) -> None:
    again = '{"type":"opened","setup":{},"host":"ana"}'
    await execute(database, _changed(schema.events, type="opened", payload=again))


async def other_server(database: Database) -> None:
    await execute(database, _changed(schema.events, guild=5))


async def other_pod(database: Database) -> None:
    await execute(database, _changed(schema.events, pod=9))


def _changed(table: Table, of: int = ATTIC, **values: object) -> Update:
    return update(table).where(at(table, of)).values(**values)


@pytest.mark.shared_databases
@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (hole, "missing; version 3 comes next"),
        (unreadable, "not a 'link-set' of schema 1: "),
        (unknown_kind, "no event is called 'exploded'"),
        (other_event, "the pod was opened twice"),
        (other_server, f"of server 5, those before are of server {HERE}"),
        (other_pod, "of pod 9, which was never opened"),
    ],
)
async def test_a_damaged_stream_is_named(url: str, database: Database, damage: Damage, problem: str) -> None:
    await write_history(database)
    await damage(database)
    said = await marks(url)
    line = said["✖ log"]
    assert f"1 channels damaged: channel {ATTIC}, version 2: {problem}" in line
    assert line.endswith(RESTORE_ADVICE)
    assert "✔ projections" in said  # what is damaged says nothing of them


async def test_the_first_damaged_channels_are_named_and_the_others_counted(url: str, database: Database) -> None:
    for channel in range(1, MAX_DESCRIBED + 3):
        await Channel(database, channel).play()
    await execute(database, delete(schema.events).where(schema.events.c.version == 1))
    line = (await marks(url))["✖ log"]
    assert f"{MAX_DESCRIBED + 2} channels damaged: channel 1, version 1: " in line
    assert f"channel {MAX_DESCRIBED}, " in line
    assert f"channel {MAX_DESCRIBED + 1}, " not in line
    assert "; and 2 more" in line


# What follows from them


async def changed_points(database: Database) -> None:
    await execute(database, _changed(schema.results, HALL, points=99))


async def changed_totals(database: Database) -> None:
    theirs = schema.standings.c.guild == HERE
    await execute(database, update(schema.standings).where(theirs).values(points=99))


async def changed_rivalries(database: Database) -> None:
    theirs = schema.rivalries.c.guild == HERE
    await execute(database, update(schema.rivalries).where(theirs).values(times=99))


async def missing_defeats(database: Database) -> None:
    await execute(database, delete(schema.defeats).where(at(schema.defeats, HALL)))


async def missing_results(database: Database) -> None:
    await execute(database, delete(schema.results).where(at(schema.results, HALL)))


async def foreign_results(database: Database) -> None:
    await execute(database, _changed(schema.results, HALL, pod=2))


async def other_state(database: Database) -> None:
    await execute(database, _changed(schema.pods, HALL, state="lobby"))


async def missing_pod(database: Database) -> None:
    await execute(database, delete(schema.pods).where(at(schema.pods, HALL)))


async def pod_of_no_channel(database: Database) -> None:
    await execute(database, _changed(schema.pods, HALL, channel=5))


@pytest.mark.shared_databases
@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (changed_points, f"2 pods or servers differ from the log: channel {HALL}, pod 1: results"),
        (changed_totals, f"1 pods or servers differ from the log: server {HERE}: standings"),
        (changed_rivalries, f"1 pods or servers differ from the log: server {HERE}: rivalries"),
        (missing_defeats, f"channel {HALL}, pod 1: defeats"),
        (missing_results, f"channel {HALL}, pod 1: results"),
        (foreign_results, f"channel {HALL}, pod 1: results; channel {HALL}, pod 2: results"),
        (other_state, f"channel {HALL}, pod 1: pods"),
        (missing_pod, f"channel {HALL}, pod 1: pods"),
        (pod_of_no_channel, f"channel 5, pod 1: pods; channel {HALL}, pod 1: pods"),
    ],
)
async def test_a_projection_that_differs_is_named_and_rebuild_mends_it(
    url: str, database: Database, damage: Damage, where: str
) -> None:
    await write_history(database)
    before = await everything(database)
    await damage(database)
    said = await marks(url)
    assert where in said["✖ projections"]
    assert said["✖ projections"].endswith(REBUILD_ADVICE)
    assert {"✔ log", "✔ boards"} <= said.keys()
    assert await rebuild_computed_tables(database) == (6, len(before["events"]))
    assert await everything(database) == before


async def test_a_duel_that_counts_as_a_pod_is_named_and_rebuild_mends_it(url: str, database: Database) -> None:
    channel = Channel(database, HALL, HERE)
    await channel.play("bo", "cy", "di")
    await channel.do(OpenDuel(DuelSetup("own"), "ana", ("ana", "bo")), StartDuel("ana"))
    await channel.do(ConcedeDuel("ana"))
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(HERE)
    before = await everything(database)
    assert {"✔ log", "✔ projections", "✔ ratings"} <= (await marks(url)).keys()
    duel = schema.results.c.pod == channel.number
    await execute(database, update(schema.results).where(duel).values(game="pod"))
    said = await marks(url)
    assert f"channel {HALL}, pod {channel.number}: results" in said["✖ projections"]
    assert f"server {HERE}: standings" in said["✖ projections"]
    assert "✖ ratings" in said  # it would have been their second pod
    await rebuild_computed_tables(database)
    assert await everything(database) == before


@pytest.mark.shared_databases
@pytest.mark.parametrize("values", [{"mu": 25.5}, {"sigma": 1.0}, {"chance": 0.75}, {"mu": None, "sigma": None}])
async def test_a_rating_that_differs_is_named_and_rebuild_mends_it(
    url: str, database: Database, values: dict[str, Any]
) -> None:
    await write_history(database)
    before = await everything(database)
    await execute(database, _changed(schema.results, HALL, **values))
    said = await marks(url)
    assert f"of 1 servers they are not what games made of them: server {HERE}" in (said["✖ ratings"])
    assert said["✖ ratings"].endswith(REBUILD_ADVICE)
    assert "✔ projections" in said
    await rebuild_computed_tables(database)
    assert await everything(database) == before


async def test_games_that_are_yet_to_be_rated_are_left_to_the_bot(url: str, database: Database) -> None:
    await write_history(database)
    await Channel(database, 300, HERE).play("bo", "cy", "di")
    said = await marks(url)
    assert "on 1 servers games are yet to be rated" in said["! ratings"]
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(HERE)
    assert "✔ ratings" in await marks(url)


async def wanting_too_much(database: Database) -> None:
    await execute(database, _changed(schema.boards, HALL, wanted=99))


async def of_other_server(database: Database) -> None:
    await execute(database, _changed(schema.boards, HALL, guild=5))


@pytest.mark.shared_databases
@pytest.mark.parametrize("damage", [wanting_too_much, of_other_server])
async def test_a_board_that_differs_is_named_and_rebuild_mends_it(url: str, database: Database, damage: Damage) -> None:
    await write_history(database)
    before = await everything(database)
    await damage(database)
    said = await marks(url)
    assert f"1 pods have none, or one that awaits another version: channel {HALL}, pod 1" in (said["✖ boards"])
    assert said["✖ boards"].endswith(REBUILD_ADVICE)
    assert {"✔ log", "✔ projections"} <= said.keys()
    await rebuild_computed_tables(database)
    assert await everything(database) == before


async def test_boards_of_no_pod_are_named_and_rebuild_removes_them(url: str, database: Database) -> None:
    await write_history(database)
    board = insert(schema.boards).values(channel=5, pod=1, guild=HERE, language="en", wanted=1, shown=1)
    before = await everything(database)
    await execute(database, board)
    assert "channel 5, pod 1" in (await marks(url))["✖ boards"]
    await rebuild_computed_tables(database)
    assert await everything(database) == before


async def test_missing_boards_are_named_and_rebuild_has_those_of_open_pods_drawn(url: str, database: Database) -> None:
    await write_history(database)
    await execute(database, delete(schema.boards))
    said = await marks(url)
    assert f"6 pods have none, or one that awaits another version: channel {HALL}, pod 1" in (said["✖ boards"])
    await rebuild_computed_tables(database)
    said = await marks(url)
    assert "✔ boards" in said
    assert "3 lag behind their pods" in said["! boards"]
    owed = await PodBoardRepository(database).load_outdated_boards()
    assert [board.channel for board in owed] == [HALL, ATTIC, CELLAR]


# The database itself


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    said = await marks(url_of(tmp_path / "games.sqlite3"))
    assert "there is no such file → " in said["! database"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("revision", "advice"), [("0001", "run `suzerain migrate`"), ("9999", "take the version")])
async def test_a_database_of_another_version_is_named(url: str, database: Database, revision: str, advice: str) -> None:
    await execute(database, text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    line = (await marks(url))["✖ database"]
    assert f"the database is at revision {revision}, this version needs {schema.HEAD}" in line
    assert f"→ {advice}" in line


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana, " * 100)
    assert "file is not a database" in (await marks(url_of(tmp_path / "letter.txt")))["✖ database"]


async def test_a_file_with_broken_pages_is_named(file: Path) -> None:
    async with opened(url_of(file)) as database:
        await write_history(database)
    _scribble(file)
    said = await marks(url_of(file))
    assert any(line.startswith("✖") for line in said.values())


def _scribble(file: Path) -> None:
    """Overwrite the last page but one, which is neither the header nor empty."""
    content = bytearray(file.read_bytes())
    for page in range(2 * 4096, len(content), 4096):
        content[page : page + 64] = b"\xff" * 64
    file.write_bytes(content)


async def test_a_file_that_may_not_be_written_is_named(file: Path) -> None:
    async with opened(url_of(file)):
        pass
    said = await marks(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert "readonly" in said["✖ database"]


async def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    said = await marks("postgresql://bot:hunter2@127.0.0.1:1/games")
    assert "hunter2" not in str(said)
    assert "127.0.0.1" in said["✖ database"]


@pytest.mark.parametrize(
    ("free", "size", "mark"),
    [
        (CRITICAL_FREE_BYTES - 1, 0, "✖"),
        (CRITICAL_FREE_BYTES, 0, "!"),
        (LOW_FREE_BYTES, LOW_FREE_BYTES, "✔"),
        (LOW_FREE_BYTES, LOW_FREE_BYTES + 1, "!"),
    ],
)
def test_a_disk_that_fills_up_is_told_of_in_time(free: int, size: int, mark: str) -> None:
    assert check_disk_space(Path("games.sqlite3"), free, size).mark == mark


async def test_a_server_that_can_lose_what_was_answered_is_named(postgres: Postgres) -> None:
    url = postgres.database()
    async with opened(url) as database:
        await upgrade_database_schema(database)
    await _set(url, "off")
    try:
        line = (await marks(url))["✖ durability"]
    finally:
        await _set(url, "on")
    assert "full_page_writes is off: a power cut can take what was answered → set it to on" in line
    assert "✔ durability" in await marks(url)


async def _set(url: str, value: str) -> None:
    """Change a setting of the PostgreSQL server; return once it is in effect."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"ALTER SYSTEM SET full_page_writes = {value}")
        await connection.execute("SELECT pg_reload_conf()")
        async with asyncio.timeout(30):
            while await connection.fetchval("SHOW full_page_writes") != value:
                pass
    finally:
        await connection.close()


async def test_a_missing_token_is_wrong_unless_discord_is_left_alone(url: str) -> None:
    said = await marks(url, token=" ")
    assert "SUZERAIN_DISCORD__TOKEN" in said["! discord.token"]
    settings = BotSettings(database=DatabaseSettings(url))
    first = await anext(run_diagnosis_checks(settings))
    assert f"{first}".startswith("✖ discord.token: no token")


def test_the_index_of_card_names_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "names" / "cards.sqlite3"
    file.parent.mkdir()

    def examine(*, download: bool) -> str:
        settings = BotSettings(cards=CardIndexSettings(download=download, file=f"{file}"))
        return f"{check_card_name_index(settings)}"

    assert examine(download=False) == "✔ cards: no index: a card is what people write"
    assert examine(download=True).startswith("! cards: there is no index yet → run the bot")
    write_sample_card_index(file)
    assert examine(download=True).startswith("✔ cards: 306 cards")
    file.write_text("something else, of a length that SQLite would read")
    assert examine(download=False).startswith("! cards: ")
    assert "suzerain cards load" in examine(download=False)
