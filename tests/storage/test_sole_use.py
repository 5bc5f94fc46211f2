"""Of two bots on one SQLite file the second waits until the first has gone."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.engine import exclusive_lock
from bot.storage.engine.errors import DatabaseInUseError
from bot.storage.engine.exclusive_lock import hold_exclusive_database_file_lock
from bot.storage.engine.file_checks import require_no_other_database_in_folder
from tests.storage.store import url_of


async def test_a_second_bot_begins_once_the_first_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exclusive_lock, "LOCK_RETRY_DELAY", 0.001)
    url, order = url_of(tmp_path / "games.db"), list[str]()

    async def second() -> None:
        async with hold_exclusive_database_file_lock(url):
            order.append("second")

    async with hold_exclusive_database_file_lock(url):
        waiting = asyncio.create_task(second())
        for _ in range(3):
            await asyncio.sleep(0)
        order.append("first")
    await waiting
    assert order == ["first", "second"]


async def test_who_fails_deletes_the_file_of_the_lock_and_whoever_waits_makes_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exclusive_lock, "LOCK_RETRY_DELAY", 0.001)
    url, lock = url_of(tmp_path / "games.db"), tmp_path / "games.db.lock"
    waiting = list[asyncio.Task[None]]()

    async def second() -> None:
        async with hold_exclusive_database_file_lock(url):
            assert lock.exists()

    async def fail_while_second_waits() -> None:
        async with hold_exclusive_database_file_lock(url):
            waiting.append(asyncio.create_task(second()))
            for _ in range(3):
                await asyncio.sleep(0)
            raise KeyError

    with pytest.raises(KeyError):
        await fail_while_second_waits()
    await waiting[0]
    with pytest.raises(KeyError):
        await fail_while_second_waits()
    waiting[1].cancel()
    assert lock.exists()  # it was there before


async def test_a_lock_on_a_deleted_file_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exclusive_lock, "LOCK_RETRY_DELAY", 0.001)
    url, lock = url_of(tmp_path / "games.db"), tmp_path / "games.db.lock"
    try_to_lock, deleted = exclusive_lock._try_to_lock_database_file, list[Path]()

    def lock_after_deletion(connection: sqlite3.Connection, holder_kind: int) -> bool:
        if not deleted:  # by a holder that fails at this moment
            deleted.append(lock.rename(tmp_path / "gone"))
        return try_to_lock(connection, holder_kind)

    monkeypatch.setattr(exclusive_lock, "_try_to_lock_database_file", lock_after_deletion)
    async with hold_exclusive_database_file_lock(url):
        assert lock.exists()
        monkeypatch.setattr(exclusive_lock, "LOCK_PATIENCE", 0.0)
        with pytest.raises(DatabaseInUseError):
            async with hold_exclusive_database_file_lock(url):
                pass


async def test_lock_is_kept_while_a_new_database_is_looked_for(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    lock = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
    command = [sys.executable, "-c", lock, f"{tmp_path / 'games.db.lock'}"]
    async with hold_exclusive_database_file_lock(url_of(file)):
        require_no_other_database_in_folder(file)
        tried = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: ASYNC221
    assert "database is locked" in tried.stderr
    assert subprocess.run(command, check=False).returncode == 0  # noqa: ASYNC221


async def test_who_waits_in_vain_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exclusive_lock, "LOCK_PATIENCE", 0.0)
    url = url_of(tmp_path / "games.db")
    async with hold_exclusive_database_file_lock(url):
        with pytest.raises(DatabaseInUseError, match="another bot runs on this file"):
            async with hold_exclusive_database_file_lock(url):
                pass
        async with hold_exclusive_database_file_lock(url_of(tmp_path / "other.db")):
            pass


async def test_whoever_looks_after_the_file_need_not_wait(tmp_path: Path) -> None:
    async with hold_exclusive_database_file_lock(url_of(tmp_path / "games.db")):
        with closing(sqlite3.connect(tmp_path / "games.db", timeout=0)) as connection:
            connection.execute("CREATE TABLE pods (id)")


async def test_a_server_may_have_many_who_write() -> None:
    url = "postgresql://bot@localhost/games"
    async with hold_exclusive_database_file_lock(url), hold_exclusive_database_file_lock(url):
        pass


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
async def test_the_lock_is_as_private_as_the_file(tmp_path: Path) -> None:
    former = os.umask(0)
    try:
        async with hold_exclusive_database_file_lock(url_of(tmp_path / "games.db")):
            modes = {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    finally:
        os.umask(former)
    assert modes == {0o600}
