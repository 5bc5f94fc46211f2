"""Backups: one snapshot of the database, verified to the end."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.care import MaintenanceCommandError
from bot.care.backup import back_up_database
from bot.care.exporting import export_game_history
from bot.care.importing import import_history_archive
from bot.care.integrity import DatabaseProblemSummary, check_integrity_of_database
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from tests.care.histories import ATTIC, everything, write_history
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import Channel, execute, opened, url_of


async def test_a_backup_holds_everything_and_the_bot_runs_on_it(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    backup = await back_up_database(database, tmp_path / "copy.sqlite3")
    async with opened(url_of(tmp_path / "copy.sqlite3")) as copy:
        assert await everything(copy) == await everything(database)
        await Channel(copy, 5).play("bo", "cy", "di")
        events = len((await everything(copy))["events"]) - 5
    assert (backup.servers, backup.pods, backup.events) == (2, 6, events)
    assert backup.size > 0


async def test_a_backup_is_one_file_and_nothing_else(database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    backup = await back_up_database(database, folder / "copy.sqlite3")
    assert list(folder.iterdir()) == [folder / "copy.sqlite3"]
    assert (folder / "copy.sqlite3").stat().st_size == backup.size


async def test_a_backup_while_the_bot_writes_is_one_state(database: Database, tmp_path: Path) -> None:
    channel, done = Channel(database), asyncio.Event()

    async def play() -> None:
        while not done.is_set():
            await channel.play("bo", "cy", "di")

    playing = asyncio.create_task(play())
    for number in range(3):
        await back_up_database(database, tmp_path / f"{number}.sqlite3")
    done.set()
    await playing
    for number in range(3):
        async with opened(url_of(tmp_path / f"{number}.sqlite3")) as copy:
            found = await copy.run_read_transaction_without_timeout(check_integrity_of_database)
            assert found.damaged == found.strayed == found.boards == DatabaseProblemSummary()
            assert number == 0 or found.events > 0


async def test_a_backup_of_one_kind_comes_back_into_the_other(database: Database, fresh: Fresh, tmp_path: Path) -> None:
    await write_history(database)
    await back_up_database(database, tmp_path / "copy.sqlite3")
    async with opened(url_of(tmp_path / "copy.sqlite3")) as copy, open_anew(fresh) as back:
        await export_game_history(copy, str(tmp_path / "copy.jsonl"))
        await import_history_archive(back, str(tmp_path / "copy.jsonl"))
        assert await everything(back) == await everything(database)


async def test_what_is_there_is_not_written_over(database: Database, tmp_path: Path) -> None:
    there = tmp_path / "there.sqlite3"
    there.write_text("precious")
    with pytest.raises(MaintenanceCommandError, match="is there already"):
        await back_up_database(database, there)
    assert there.read_text() == "precious"


async def test_a_folder_that_is_not_there_is_named(database: Database, tmp_path: Path) -> None:
    with pytest.raises(MaintenanceCommandError, match=r"cannot be written \(No such file or directory\)$"):
        await back_up_database(database, tmp_path / "nowhere" / "copy.sqlite3")


async def test_a_damaged_log_makes_no_backup_and_leaves_nothing(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    mine = schema.events.c.channel == ATTIC
    await execute(database, update(schema.events).where(mine).values(guild=5, schema=7))
    folder = tmp_path / "backups"
    folder.mkdir()
    with pytest.raises(MaintenanceCommandError, match=f"damaged .*channel {ATTIC}, version 1"):
        await back_up_database(database, folder / "copy.sqlite3")
    assert list(folder.iterdir()) == []
