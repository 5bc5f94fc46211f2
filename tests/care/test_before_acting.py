"""Every command that touches a database says which one it is; diagnosis changes not one byte."""

import argparse
import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.cli import build_argument_parser
from bot.cluster.leases import ClusterProcess, ProcessHeartbeat
from bot.cluster.store import PostgreSQLClusterStore
from bot.storage.engine.errors import DatabaseInUseError
from bot.storage.engine.exclusive_lock import COMMAND, hold_exclusive_database_file_lock
from tests.care.histories import write_history
from tests.commandline import run_suzerain, run_suzerain_beside
from tests.loopback.server import TOKEN
from tests.storage.postgres import Postgres
from tests.storage.store import opened, read_folder, url_of

READING = (
    ("doctor", "--offline"),
    ("backup", "../copy.sqlite3"),
    ("export", "../history.jsonl"),
    ("export", "-"),
    ("export", "--standings", "--server", "900"),
    ("import", "--csv", "../games.csv", "--channel", "7", "--server", "900"),
    ("restore", "--check", "../whole.sqlite3"),
    ("shards",),
    ("verify", "../proof.json"),
)
ALONE = (
    ("import", "../whole.jsonl"),
    ("import", "--csv", "../games.csv", "--channel", "7", "--server", "900", "--apply"),
    ("import", "--undo", "1", "--channel", "7"),
    ("migrate",),
    ("rebuild",),
    ("restore", "../whole.sqlite3"),
)
WITHOUT_DATABASE = frozenset({"replay", "judge", "joust", "pair", "verify", "health", "cards"})
ELSEWHERE = frozenset({"run", "sandbox"})
"""Commands that name their database themselves: see the tests of the bot as a process."""

REFUSED = (
    *(("backup", "../whole.sqlite3"), ("backup", "nowhere", "--keep", "2"), ("backup", "nowhere/copy.sqlite3")),
    *(("cards", "load", "nowhere.json"), ("cards", "load", "../games.csv")),
    *(("doctor", "--config", "nowhere.toml"), ("health",), ("shards",)),
    *(("export", "../whole.jsonl"), ("export", "nowhere/history.jsonl"), ("export", "../new.jsonl", "--server", "5")),
    *(
        ("export", "--standings", "../new.csv", "--server", "900", "--season", "7"),
        ("export", "--days", "9", "new.csv"),
    ),
    *(("import", "nowhere.jsonl"), ("import", "../games.csv"), ("import", "--undo", "99", "--channel", "7")),
    ("import", "--csv", "nowhere.csv", "--channel", "7", "--server", "900", "--apply"),
    ("import", "--csv", "../proof.json", "--channel", "7", "--server", "900", "--apply"),
    ("import", "--csv", "../games.csv", "--channel", "7", "--server", "900", "--apply"),  # nobody is called so
    *(("joust", "deck", "nowhere.txt"), ("judge", "nowhere.json"), ("judge", "../games.csv")),
    *(("migrate", "--config", "nowhere.toml"), ("rebuild", "--config", "nowhere.toml")),
    *(("pair", "nowhere.json"), ("pair", "../proof.json"), ("replay", "nowhere.jsonl"), ("replay", "../proof.json")),
    *(("restore", "nowhere.sqlite3"), ("restore", "../games.csv"), ("restore", "suzerain.sqlite3")),
    *(("restore", "--check", "nowhere.sqlite3"), ("restore", "--check", "../games.csv")),
    *(("run",), ("sandbox", "--fresh", "--no-browser", "--database", "."), ("verify", "../proof.json")),
)
"""Command lines that each command refuses, though nothing is wrong with the database."""


def empty(file: Path) -> None:
    os.truncate(file, 0)


def write_letter(file: Path) -> None:
    file.write_text("Dear Ana, " * 1000)


def cut_off(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def write_songs(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (name)")


def write_later_revision(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def leave_log_alone(file: Path) -> None:
    file.rename(file.with_name(f"{file.name}-wal"))


WRONG = (empty, write_letter, cut_off, write_songs, write_later_revision, leave_log_alone)
"""Ways to spoil a database, so that every command refuses it; `restore` alone replaces it."""

SILENT = (("restore", "--check", "../whole.sqlite3"), ("verify", "../proof.json"))
"""Commands that read a file that they are given, and no database of the settings."""


def list_commands() -> set[str]:
    parser = build_argument_parser()
    [commands] = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    return set(commands.choices)


@pytest.fixture(scope="session")
def prepared(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `state` is a copy of, with what the commands ask for beside it."""
    folder = tmp_path_factory.mktemp("prepared")
    file = Path(shutil.copy(template, folder))

    async def write() -> None:
        async with opened(url_of(file)) as database:
            await write_history(database)
            shutil.copytree(folder, folder / "state", ignore=shutil.ignore_patterns("state"))

    asyncio.run(write())
    settings = {"SUZERAIN_DATABASE__URL": url_of(file)}
    assert run_suzerain(folder, "backup", "whole.sqlite3", **settings).status == 0
    assert run_suzerain(folder, "export", "whole.jsonl", **settings).status == 0
    (folder / "games.csv").write_text("date,1,2\n2026-01-02,ana,bo\n")
    (folder / "proof.json").write_text("{}")
    return folder


@pytest.fixture
def state(prepared: Path, tmp_path: Path) -> Path:
    """A folder with the database of a bot that was killed, and what the commands ask for."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return tmp_path / "state"


def settings_of(state: Path) -> dict[str, str]:
    return {"SUZERAIN_DATABASE__URL": "sqlite:///suzerain.sqlite3"}


def test_each_command_is_told_apart_by_what_it_does_to_the_database() -> None:
    touching = {command for command, *_ in (*READING, *ALONE)}
    assert list_commands() == touching | WITHOUT_DATABASE | ELSEWHERE


@pytest.mark.parametrize("command", [*READING, *ALONE], ids=" ".join)
def test_each_command_says_on_which_database_it_acts(state: Path, command: tuple[str, ...]) -> None:
    ended = run_suzerain(state, *command, **settings_of(state))
    whole = f"database: sqlite:///{state}/suzerain.sqlite3, revision "
    if command in SILENT:
        assert ended.database == ""
        return
    [said] = [line for line in (ended.database, *ended.out.splitlines()) if whole in line]
    assert ", 6 games, newest event 2026-" in said


@pytest.mark.parametrize("left", ["killed", "closed", "without its index"])
@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_diagnosis_changes_not_one_byte(
    state: Path, command: tuple[str, ...], left: str, request: pytest.FixtureRequest
) -> None:
    if left == "closed":
        request.getfixturevalue("closed")
    elif left == "without its index":
        (state / "suzerain.sqlite3-shm").unlink()
    before = read_folder(state)
    ended = run_suzerain(state, *command, **settings_of(state))
    assert ended.status in (0, 1, 2)
    assert read_folder(state) == before
    if command[0] == "doctor":
        assert "✖" not in ended.out


@pytest.fixture
def closed(state: Path) -> Path:
    """The folder with a database that its last bot closed, without a file of a lock."""
    assert run_suzerain(state, "rebuild", **settings_of(state)).status == 0
    (state / "suzerain.sqlite3.lock").unlink()
    assert [each.name for each in state.iterdir()] == ["suzerain.sqlite3"]
    return state


def list_remains(state: Path, command: tuple[str, ...], **more: str) -> list[str]:
    """Run a command that is refused; return the files that it made, changed or deleted."""
    before = read_folder(state.parent)
    ended = run_suzerain(state, *command, **settings_of(state), **more)
    assert ended.status in (1, 2), (command, ended)
    after = read_folder(state.parent)
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def test_each_command_has_something_that_it_refuses() -> None:
    assert {command for command, *_ in REFUSED} == list_commands()


def test_a_refused_command_leaves_nothing(closed: Path) -> None:
    left = {" ".join(command): list_remains(closed, command) for command in REFUSED}
    assert {command: names for command, names in left.items() if names} == {}


@pytest.mark.parametrize("spoil", WRONG, ids=lambda spoil: spoil.__name__)
def test_a_command_that_finds_a_wrong_database_leaves_nothing(closed: Path, spoil: Callable[[Path], None]) -> None:
    spoil(closed / "suzerain.sqlite3")
    commands = [each for each in (*READING, *ALONE, ("run",)) if each not in SILENT and each[0] != "restore"]
    left = {" ".join(each): list_remains(closed, each, SUZERAIN_DISCORD__TOKEN=TOKEN) for each in commands}
    assert {command: names for command, names in left.items() if names} == {}


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder one that can only be read, as a disk with a fault is."""
    if os.getuid():
        folder.chmod(0o555)
        yield
        folder.chmod(0o755)
        return
    bind = subprocess.run(["mount", "--bind", folder, folder], check=False, capture_output=True)
    if bind.returncode:
        pytest.skip("this system lets nobody mount: run the test as another user than root")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.skipif(os.name == "nt", reason="folders have no such modes there")
@pytest.mark.parametrize("left", ["killed", "closed"])
def test_a_disk_that_can_only_be_read_is_read(state: Path, left: str) -> None:
    if left == "closed":
        run_suzerain(state, "rebuild", **settings_of(state))
    before = read_folder(state)
    with read_only(state):
        for command in (("doctor", "--offline"), ("backup", "../copy.sqlite3"), ("export", "../history.jsonl")):
            ended = run_suzerain(state, *command, **settings_of(state))
            assert ended.err == ""
            wrong = [line for line in ended.out.splitlines() if line.startswith("✖")]
            assert (len(wrong), ended.status) == ((1, 1) if command[0] == "doctor" else (0, 0))
            assert not wrong or "readonly for this user" in wrong[0]
    assert read_folder(state) == before


@pytest.mark.parametrize("command", ALONE, ids=" ".join)
def test_what_changes_the_database_is_refused_beside_a_running_bot(state: Path, command: tuple[str, ...]) -> None:
    async def refuse() -> None:
        async with hold_exclusive_database_file_lock(url_of(state / "suzerain.sqlite3")):
            before = read_folder(state)
            ended = await run_suzerain_beside(state, *command, **settings_of(state))
            assert read_folder(state) == before
        assert ended.status == 2
        said = f"another bot runs on this file (process {os.getpid()}); stop that one first\n"
        assert ended.err == f"database.url: sqlite:///{state}/suzerain.sqlite3: {said}"

    asyncio.run(refuse())


@pytest.mark.parametrize("command", [each for each in READING if each not in SILENT], ids=" ".join)
def test_what_only_reads_is_done_beside_a_running_bot(state: Path, command: tuple[str, ...]) -> None:
    async def read() -> None:
        async with hold_exclusive_database_file_lock(url_of(state / "suzerain.sqlite3")):
            ended = await run_suzerain_beside(state, *command, **settings_of(state))
        assert "runs on this file" not in ended.err + ended.out

    asyncio.run(read())


async def test_a_bot_is_told_of_a_command_at_work(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.engine.exclusive_lock.LOCK_PATIENCE", 0.0)
    async with hold_exclusive_database_file_lock(url_of(file), COMMAND):
        with pytest.raises(DatabaseInUseError, match="a command is at work on this file"):
            async with hold_exclusive_database_file_lock(url_of(file)):
                pass


async def test_on_a_server_the_running_processes_are_named(postgres: Postgres, tmp_path: Path) -> None:
    settings = {"SUZERAIN_DATABASE__URL": postgres.database()}
    assert (await run_suzerain_beside(tmp_path, "migrate", **settings)).status == 0
    store = PostgreSQLClusterStore(settings["SUZERAIN_DATABASE__URL"], lambda _: None)
    await store.load_or_store_shard_count(1, 2, may_lower_count=False)
    await store.store_heartbeat("one:12", ProcessHeartbeat(ClusterProcess("a", 0.0, 2)))
    (tmp_path / "history.jsonl").touch()
    (tmp_path / "whole.sqlite3").touch()
    for command in (("migrate",), ("rebuild",), ("import", "history.jsonl"), ("restore", "whole.sqlite3")):
        ended = await run_suzerain_beside(tmp_path, *command, **settings)
        assert ended.status == 2
        assert "a bot runs on it: process one:12; stop that one first" in ended.err
    await store.remove_process_and_free_shards("a")
    await store.close_connection_for_good()
    assert (await run_suzerain_beside(tmp_path, "rebuild", **settings)).status == 0
