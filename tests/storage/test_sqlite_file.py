"""SQLite's file: it holds all that there is, nobody else reads it, and it stays the same one."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from bot.care.doctor import check_disk_space
from bot.config import find_exposed_settings_file
from bot.storage.engine import schema
from bot.storage.engine.atomic_files import ABANDONED_AFTER, write_file_atomically
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.engine.migrate import create_or_upgrade_database_schema
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.storage.store import NOON, Channel, execute, opened, url_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")


def count_alone(file: Path, folder: Path) -> int:
    """The events in a copy of the file without what is beside it."""
    copy = shutil.copy(file, folder / "alone.sqlite3")
    with closing(sqlite3.connect(copy)) as alone:
        count: int = alone.execute("SELECT count(*) FROM events").fetchone()[0]
        return count


async def count(database: Database) -> int:
    found: int
    [(found,)] = await database.fetch_rows(select(func.count()).select_from(schema.events))
    return found


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Keep a read transaction open."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM events").fetchone()
        yield


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_the_file_alone_holds_the_tables_once_they_are_made(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    async with opened(url_of(tmp_path / "games.sqlite3")) as database:
        await create_or_upgrade_database_schema(database)
        assert count_alone(tmp_path / "games.sqlite3", tmp_path / "copy") == 0


async def test_the_file_alone_holds_all_once_nobody_writes(file: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    async with opened(url_of(file)) as database:
        await Channel(database).play("bo", "cy", "di")
        assert count_alone(file, tmp_path / "copy") == 0
        await database.checkpoint_write_ahead_log()
        assert count_alone(file, tmp_path / "copy") == await count(database) == 5


async def test_nobody_waits_for_that(file: Path) -> None:
    async with opened(url_of(file)) as database:
        await Channel(database).play("bo")
        with reading(file):
            await database.checkpoint_write_ahead_log()
            await Channel(database, 2).play("bo")


# Still the same file


async def refuses(database: Database) -> bool:
    """Whether everything that would be written is refused, with words that say why."""
    for write in (Channel(database, 7).play, database.require_writable_and_current_schema):
        with pytest.raises(DatabaseUnreachableError) as refused:
            await write()
        assert "was deleted or replaced while the bot runs" in refused.value.reason
    return True


async def test_a_file_that_was_deleted_is_no_more_written_to(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(url_of(file)) as database:
        await Channel(database).play()
        file.unlink()
        assert await refuses(database)
    [line] = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert "put back both files or a backup" in line


async def test_no_empty_file_takes_the_place_of_one_that_was_deleted(file: Path) -> None:
    async with opened(url_of(file)) as database:
        file.unlink()
        asks = (
            EventLog(database).load_version_of_last_event(1),
            count(database),
            database.run_read_transaction_without_timeout(lambda _: None),
            database.require_writable_and_current_schema(),
            database.checkpoint_write_ahead_log(),
        )
        for ask in asks:
            with pytest.raises(DatabaseUnreachableError):
                await ask
        assert not file.exists()


async def test_nor_is_one_in_whose_place_there_is_another(file: Path, tmp_path: Path) -> None:
    other = Path(shutil.copy(file, tmp_path / "other.sqlite3"))
    async with opened(url_of(file)) as database:
        await Channel(database).play()
        other.replace(file)
        assert await refuses(database)


async def test_nor_is_one_whose_wal_was_deleted(file: Path) -> None:
    async with opened(url_of(file)) as database:
        await Channel(database).play()
        file.with_name(f"{file.name}-wal").unlink()
        assert await refuses(database)


async def test_another_process_that_opens_and_closes_it_changes_nothing(file: Path) -> None:
    async with opened(url_of(file)) as database:
        await Channel(database).play()
        async with opened(url_of(file)) as other:
            await other.require_writable_and_current_schema()
        await Channel(database, 2).play()


async def test_nor_is_one_that_was_cut_off(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(url_of(file)) as database:
        await Channel(database).play()
        os.truncate(file, file.stat().st_size // 2)
        for write in (Channel(database, 7).play, database.require_writable_and_current_schema):
            with pytest.raises(DatabaseUnreachableError):  # perhaps because SQLite misses a page
                await write()
    assert "was cut off while the bot runs" in caplog.text


async def test_a_file_may_be_vacuumed_while_the_bot_runs(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE large (text)")
        connection.execute("INSERT INTO large VALUES (zeroblob(1000000))")
        connection.commit()
    async with opened(url_of(file)) as database:
        await Channel(database).play()
        before = file.stat().st_size
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("DROP TABLE large")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        assert file.stat().st_size < before
        await Channel(database, 2).play()
        await database.require_writable_and_current_schema()


async def test_a_file_may_grow(file: Path) -> None:
    async with opened(url_of(file)) as database:
        before = file.stat().st_size
        for channel in range(20):
            await Channel(database, channel).play("bo", "cy", "di")
            await database.checkpoint_write_ahead_log()
        assert file.stat().st_size > before
        await Channel(database, 20).play()


# Nobody else's


async def test_the_file_and_what_is_beside_it_are_their_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    async with opened(url_of(file)) as database:
        await create_or_upgrade_database_schema(database)
        assert {mode(each) for each in tmp_path.iterdir()} == {0o600}
        assert len(list(tmp_path.iterdir())) > 1


async def test_a_file_that_others_could_read_is_kept_from_them(file: Path) -> None:
    file.chmod(0o644)
    async with opened(url_of(file)) as database:
        await database.require_writable_and_current_schema()
    assert mode(file) == 0o600


async def test_who_is_forgotten_cannot_be_read_in_the_file_nor_beside_it(file: Path) -> None:
    async with opened(url_of(file)) as database:
        known = {"id": "zeb", "discord_id": 5, "name": "Zebulon the Unlikely"}
        await execute(database, insert(schema.people).values(known))
        assert await PersonalDataService(database, PeopleRepository(database)).delete_personal_data(
            5, ["Zebulon"], NOON
        )
        stored = [each.read_bytes() for each in file.parent.glob(f"{file.name}*")]
        assert len(stored) > 1
        assert not any(b"Zebulon" in each for each in stored)


async def test_what_could_not_be_emptied_is_emptied_later(file: Path) -> None:
    wal = file.with_name(f"{file.name}-wal")
    async with opened(url_of(file)) as database:
        await Channel(database).play("bo")
        with reading(file):
            await Channel(database, 2).play()
            await database.erase_deleted_rows_from_disk()
            assert wal.stat().st_size
        await database.checkpoint_write_ahead_log()
        assert not wal.stat().st_size


@pytest.mark.parametrize(
    ("text", "exposed"),
    [
        ('[discord]\ntoken = "secret"\n', True),
        ('[database]\nurl = "postgresql://bot:secret@db/games"\n', True),
        ('[database]\nurl = "sqlite:///games.sqlite3"\n', False),
    ],
)
def test_settings_with_a_password_that_others_can_read_are_noticed(tmp_path: Path, text: str, exposed: bool) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    file.chmod(0o640)
    assert (find_exposed_settings_file(file, {}) == file) == exposed
    file.chmod(0o600)
    assert find_exposed_settings_file(file, {}) is None


# What was left behind


def test_what_a_killed_backup_left_is_deleted_a_day_later(tmp_path: Path) -> None:
    left = [tmp_path / f".copy.abcd.suzerain-partial{suffix}" for suffix in ("", "-wal")]
    running = tmp_path / ".other.efgh.suzerain-partial"
    for each in (*left, running):
        each.touch()
    for each in left:
        os.utime(each, (0, time.time() - ABANDONED_AFTER - 1))
    os.utime(running, (0, time.time() - 3600))
    with write_file_atomically(tmp_path / "new"):
        pass
    assert set(tmp_path.iterdir()) == {running, tmp_path / "new"}


def test_the_doctor_counts_what_is_in_the_wal() -> None:
    said = check_disk_space(Path("games.sqlite3"), 2**30, 2**20, 300 * 2**10)
    assert "which has 1, and 300 KiB of what was written last in its -wal" in said.what
    assert check_disk_space(Path("games.sqlite3"), 2**30, 2**20, 2**31).mark == "!"
