"""Absent, empty, foreign and damaged files are told apart, and none of them is written to."""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.engine.atomic_files import PARTIAL_SUFFIX
from bot.storage.engine.database import Database
from bot.storage.engine.errors import (
    DatabaseCorruptError,
    DatabaseFileEmptyError,
    DatabaseFileLostError,
    DatabaseMissingError,
    DatabaseUnreachableError,
    ForeignDatabaseFileError,
    ForeignWriteAheadLogError,
)
from bot.storage.engine.file_checks import require_complete_bot_database_file, require_no_other_database_in_folder
from bot.storage.engine.migrate import create_sqlite_database_if_missing
from bot.storage.engine.stores import DatabaseAccessMode
from tests.loopback.program import ROOT
from tests.storage.store import Channel, opened, read_folder, url_of


async def leave_log(file: Path, folder: Path, channels: range = range(1, 31)) -> Path:
    """Return a database in `folder`, made from `file`, with a WAL that nobody has brought in."""
    folder.mkdir(exist_ok=True)
    async with opened(url_of(file)) as database:
        for channel in channels:
            await Channel(database, channel).play("bo", "cy", "di")
        for each in file.parent.glob(f"{file.name}*"):
            shutil.copy(each, folder / each.name)
    return folder / file.name


@pytest.mark.parametrize("access", [DatabaseAccessMode.READ, DatabaseAccessMode.WRITE])
@pytest.mark.parametrize(
    ("content", "kind", "advice"),
    [
        (None, DatabaseMissingError, "suzerain migrate"),
        (b"", DatabaseFileEmptyError, "put back a backup"),
        (b"Dear Ana, " * 100, ForeignDatabaseFileError, "correct database.url"),
    ],
    ids=["absent", "empty", "letter"],
)
def test_each_file_is_refused_with_what_to_do(
    tmp_path: Path, access: DatabaseAccessMode, content: bytes | None, kind: type[DatabaseUnreachableError], advice: str
) -> None:
    file = tmp_path / "games.sqlite3"
    if content is not None:
        file.write_bytes(content)
    before = read_folder(tmp_path)
    with pytest.raises(DatabaseUnreachableError) as refused:
        Database(url_of(file), access_mode=access)
    assert isinstance(refused.value, kind)
    assert advice in refused.value.repair_advice_for_operator
    assert f"{file}" in refused.value.url
    assert read_folder(tmp_path) == before


@pytest.mark.parametrize("access", [DatabaseAccessMode.READ, DatabaseAccessMode.WRITE])
def test_a_database_of_another_program_is_refused(tmp_path: Path, access: DatabaseAccessMode) -> None:
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (name)")
    before = read_folder(tmp_path)
    with pytest.raises(ForeignDatabaseFileError, match="without the tables"):
        Database(url_of(file), access_mode=access)
    assert read_folder(tmp_path) == before


@pytest.mark.parametrize("access", [DatabaseAccessMode.READ, DatabaseAccessMode.WRITE])
async def test_a_file_that_was_emptied_keeps_its_log(file: Path, tmp_path: Path, access: DatabaseAccessMode) -> None:
    killed = await leave_log(file, tmp_path / "killed")
    os.truncate(killed, 0)
    before = read_folder(killed.parent)
    with pytest.raises(DatabaseFileEmptyError):
        Database(url_of(killed), access_mode=access)
    assert read_folder(killed.parent) == before
    killed.unlink()
    with pytest.raises(DatabaseFileLostError, match="-wal lies where it was"):
        Database(url_of(killed), access_mode=access)
    with pytest.raises(DatabaseFileLostError):
        await create_sqlite_database_if_missing(url_of(killed))
    assert not killed.exists()


async def test_the_log_of_another_database_is_refused(file: Path, tmp_path: Path) -> None:
    early = Path(shutil.copy(file, tmp_path / "early.sqlite3"))
    killed = await leave_log(file, tmp_path / "killed")
    require_complete_bot_database_file(killed)
    async with opened(url_of(killed)) as database:
        await database.erase_deleted_rows_from_disk()  # its log is brought in
    later = await leave_log(killed, tmp_path / "later", range(31, 41))
    require_complete_bot_database_file(later)
    shutil.copy(early, later)  # a backup that was put back beside the log of the former file
    before = read_folder(later.parent)
    with pytest.raises(ForeignWriteAheadLogError, match="is the log of another database"):
        Database(url_of(later))
    assert read_folder(later.parent) == before


async def test_a_log_is_known_as_its_own_whenever_the_bot_is_killed(file: Path, tmp_path: Path) -> None:
    async with opened(url_of(file)) as database:
        for channel in range(12):
            await Channel(database, channel + 1).play("bo", "cy", "di")
            if channel % 3 == 0:
                await database.checkpoint_write_ahead_log()
            if channel % 5 == 4:
                await database.erase_deleted_rows_from_disk()
            folder = tmp_path / f"{channel}"
            folder.mkdir()
            for each in file.parent.glob(f"{file.name}*"):
                shutil.copy(each, folder / each.name)
    for channel in range(12):
        require_complete_bot_database_file(tmp_path / f"{channel}" / file.name)


async def test_a_file_that_was_cut_off_is_not_saved_by_its_log(file: Path, tmp_path: Path) -> None:
    killed = await leave_log(file, tmp_path / "killed", range(1, 2))
    os.truncate(killed, 5 * 4096)
    with pytest.raises((DatabaseCorruptError, ForeignWriteAheadLogError)):
        Database(url_of(killed))


# Where a new one is made


async def test_a_new_file_is_whole_and_has_a_number_of_its_own(tmp_path: Path) -> None:
    marks = set()
    for name in ("one.sqlite3", "two.sqlite3"):
        assert await create_sqlite_database_if_missing(url_of(tmp_path / name))
        assert not await create_sqlite_database_if_missing(url_of(tmp_path / name))
        require_complete_bot_database_file(tmp_path / name)
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            marks.add(connection.execute("PRAGMA user_version").fetchone()[0])
    assert len(marks) == 2
    assert 0 not in marks


async def test_no_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissingError, match="there is no folder"):
        await create_sqlite_database_if_missing(url_of(tmp_path / "new" / "games.sqlite3"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("beside", ["games.sqlite3.key", "games.sqlite3.revision-0030", "other.sqlite3"])
def test_where_a_database_was_or_is_none_is_begun(file: Path, tmp_path: Path, beside: str) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    shutil.copy(file, folder / beside)
    with pytest.raises(DatabaseFileLostError, match=f"but {beside} in its folder"):
        require_no_other_database_in_folder(folder / "games.sqlite3")


def test_cards_a_lock_a_sandbox_and_a_killed_start_are_no_database(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    for name in ("cards.sqlite3", "games.sqlite3.lock", "config.toml"):
        (folder / name).write_bytes(b"SQLite format 3\0 and more")
    for name in ("sandbox.sqlite3", f".games.sqlite3.abcd{PARTIAL_SUFFIX}"):
        shutil.copy(file, folder / name)
    (folder / "sandbox.sqlite3-cards").touch()
    require_no_other_database_in_folder(folder / "games.sqlite3")


def test_the_folder_of_a_service_with_its_backups_is_one_to_begin_in(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    (folder / "backups").mkdir(parents=True)
    shutil.copy(file, folder / "backups" / "suzerain-20260101T050000Z.sqlite3")
    for name in ("suzerain.sqlite3.lock", "cards.sqlite3", "cards.sqlite3.requests"):
        (folder / name).touch()
    require_no_other_database_in_folder(folder / "suzerain.sqlite3")


async def test_the_volume_of_the_image_is_one_to_begin_in(tmp_path: Path) -> None:
    image = (ROOT / "Containerfile").read_text("utf-8")
    [url], [volume] = (
        re.findall(part, image, re.MULTILINE) for part in (r"SUZERAIN_DATABASE__URL=(\S+)", r"^VOLUME (\S+)$")
    )
    assert f":{volume}\n" in (ROOT / "compose.yaml").read_text("utf-8")
    assert url.startswith(f"sqlite:///{volume}/")
    file = tmp_path / url.removeprefix(f"sqlite:///{volume}/")
    (tmp_path / "lost+found").mkdir()  # of a disk of its own
    require_no_other_database_in_folder(file)
    assert await create_sqlite_database_if_missing(url_of(file))
