"""Backups that come back: what one holds is said, and what was there is kept."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from bot.storage.engine import schema
from bot.storage.engine.database import Database
from tests.care.histories import HALL, everything, write_history
from tests.commandline import run_suzerain
from tests.loopback.program import Ended
from tests.storage.postgres import Postgres
from tests.storage.store import Channel, execute, opened, url_of


def do(url: str, *work: Callable[[Database], Awaitable[Any]]) -> list[Any]:
    async def do() -> list[Any]:
        async with opened(url) as database:
            return [await each(database) for each in work]

    return asyncio.run(do())


def run(url: str, folder: Path, *arguments: str) -> Ended:
    return run_suzerain(folder, *arguments, SUZERAIN_DATABASE__URL=url)


@pytest.fixture
def backup(file: Path, tmp_path: Path) -> Path:
    """A backup of a history, after which the database went on."""
    do(url_of(file), write_history)
    assert run(url_of(file), tmp_path, "backup", "then.sqlite3").status == 0
    do(url_of(file), lambda database: Channel(database, 77).play("bo", "cy", "di"))
    return tmp_path / "then.sqlite3"


def test_a_restored_backup_is_the_database_and_the_former_one_is_kept(file: Path, backup: Path, tmp_path: Path) -> None:
    [before] = do(url_of(file), everything)
    [then] = do(url_of(backup), everything)
    ended = run(url_of(file), tmp_path, "restore", "then.sqlite3")
    assert (ended.status, ended.err) == (0, "")
    assert do(url_of(file), everything) == [then]
    [kept] = tmp_path.glob("suzerain.sqlite3.replaced-*Z")
    assert kept.name in ended.out
    assert do(url_of(kept), everything) == [before]
    assert do(url_of(file), lambda database: Channel(database, 88).play("bo"))


@pytest.mark.parametrize("left", ["empty", "gone", "letter"])
def test_a_backup_comes_back_where_the_database_was_lost(file: Path, backup: Path, tmp_path: Path, left: str) -> None:
    [then] = do(url_of(backup), everything)
    if left == "gone":
        file.unlink()
    else:
        file.write_text("" if left == "empty" else "Dear Ana")
    ended = run(url_of(file), tmp_path, "restore", "then.sqlite3")
    assert (ended.status, ended.err) == (0, "")
    assert do(url_of(file), everything) == [then]


def test_a_backup_comes_back_into_a_server_without_games_alone(
    backup: Path, postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    [then] = do(url_of(backup), everything)
    ended = run(url, tmp_path, "restore", "then.sqlite3")
    assert (ended.status, ended.err) == (0, "")
    assert do(url, everything) == [then]
    again = run(url, tmp_path, "restore", "then.sqlite3")
    assert again.status == 2
    assert "there are games in it; accepted: one without any" in again.err


def test_a_check_says_what_a_backup_holds(backup: Path, tmp_path: Path) -> None:
    ended = run("sqlite:///nowhere.sqlite3", tmp_path, "restore", "--check", "then.sqlite3")
    assert (ended.status, ended.err) == (0, "")
    assert "then.sqlite3: 2 servers, 6 pods, " in ended.out
    assert ", 6 games, newest event 2026-" in ended.out


def test_a_check_finds_points_that_differ_from_the_log(backup: Path, tmp_path: Path) -> None:
    wrong = update(schema.results).where(schema.results.c.channel == HALL).values(points=99)
    do(url_of(backup), lambda database: execute(database, wrong))
    ended = run("", tmp_path, "restore", "--check", "then.sqlite3")
    assert ended.status == 1
    assert "It differs from its log, pods: " in ended.out
    assert "suzerain rebuild" in ended.out


@pytest.mark.parametrize("check", [True, False])
def test_a_backup_that_is_damaged_is_refused(file: Path, backup: Path, tmp_path: Path, check: bool) -> None:
    broken = update(schema.events).where(schema.events.c.version == 2).values(payload="{")
    do(url_of(backup), lambda database: execute(database, broken))
    before = do(url_of(file), everything)
    ended = run(url_of(file), tmp_path, "restore", *(["--check"] if check else []), "then.sqlite3")
    assert ended.status == 2
    assert "its log is damaged" in ended.err
    assert do(url_of(file), everything) == before


@pytest.mark.parametrize("name", ["nowhere.sqlite3", "letter.txt", "suzerain.sqlite3"])
def test_what_is_no_backup_is_refused(file: Path, backup: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana")
    before = do(url_of(file), everything)
    ended = run(url_of(file), tmp_path, "restore", name)
    assert ended.status == 2
    assert len(ended.err.splitlines()) == 1
    assert do(url_of(file), everything) == before


def test_a_backup_of_a_later_version_is_refused(backup: Path, tmp_path: Path) -> None:
    later = text("UPDATE alembic_version SET version_num = '9999'")
    do(url_of(backup), lambda database: execute(database, later))
    ended = run("", tmp_path, "restore", "--check", "then.sqlite3")
    assert "the database is at revision 9999" in ended.err


# Keeping some


def set_name(folder: Path, backup: Path, day: int) -> Path:
    """Give a backup the name of another day."""
    return backup.rename(folder / f"suzerain-202601{day:02}T050000Z.sqlite3")


def test_only_the_newest_backups_are_kept_and_other_files_stay(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "mine.sqlite3").write_text("precious")
    for day in range(1, 6):
        do(url_of(file), lambda database, day=day: Channel(database, day).play("bo"))  # type: ignore[misc]
        before = {*folder.glob("suzerain-*")}
        ended = run(url_of(file), tmp_path, "backup", "backups", "--keep", "3")
        assert (ended.status, ended.err) == (0, "")
        [made] = {*folder.glob("suzerain-*")} - before
        set_name(folder, made, day)
        at = f"UPDATE events SET at = at + {day * 86_400_000}"
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(at)
            connection.commit()
    days = sorted(each.name[9:17] for each in folder.glob("suzerain-*"))
    assert len(days) == 3
    assert days[-1] == "20260105"
    assert (folder / "mine.sqlite3").read_text() == "precious"


def test_a_backup_that_holds_nothing_newer_says_so_and_takes_the_place_of_the_last(file: Path, tmp_path: Path) -> None:
    do(url_of(file), write_history)
    folder = tmp_path / "backups"
    folder.mkdir()
    run(url_of(file), tmp_path, "backup", "backups", "--keep", "2")
    [first] = folder.iterdir()
    first = set_name(folder, first, 1)
    ended = run(url_of(file), tmp_path, "backup", "backups", "--keep", "2")
    assert f"It holds nothing newer than {first}" in ended.out
    [left] = folder.iterdir()
    assert left != first


def test_keeping_needs_a_folder(file: Path, tmp_path: Path) -> None:
    ended = run(url_of(file), tmp_path, "backup", "nowhere", "--keep", "2")
    assert ended.status == 2
    assert "--keep: nowhere is no folder" in ended.err


def test_games_are_rated_after_migrate_alone(url: str, tmp_path: Path) -> None:
    do(url, lambda database: Channel(database, 300).play("bo", "cy", "di"))
    assert "yet to be rated" in run(url, tmp_path, "doctor", "--offline").out
    assert run(url, tmp_path, "migrate").status == 0
    assert "✔ ratings" in run(url, tmp_path, "doctor", "--offline").out
