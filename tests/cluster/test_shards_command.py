"""`suzerain shards`: who serves what, and another number of shards, which is asked for twice."""

import asyncio
import re
from pathlib import Path

import asyncpg
import pytest

from bot.cluster.leases import DEAD_AFTER, ClusterProcess, ProcessHeartbeat
from bot.cluster.store import PostgreSQLClusterStore
from tests.commandline import run_suzerain
from tests.loopback.program import Ended
from tests.storage.store import url_of

HERE = "one:12"
THERE = "two:7"


class Shell:
    """Types `suzerain shards` on a database."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._url = url

    def type(self, *arguments: str) -> Ended:
        url = {"SUZERAIN_DATABASE__URL": self._url}
        return run_suzerain(self._folder, "shards", *arguments, **url)

    def show(self) -> list[str]:
        ended = self.type()
        assert (ended.status, ended.err) == (0, "")
        return re.sub(r"\b\d+ s ago", "N s ago", ended.out).splitlines()


@pytest.fixture
def shell(tmp_path: Path, url: str) -> Shell:
    return Shell(tmp_path, url)


def serve(url: str, shard_count: int, name: str, *, draining: bool = False, only: frozenset[int] | None = None) -> None:
    """A process comes, takes what it gets, and goes on without a word."""

    async def begin() -> None:
        store = PostgreSQLClusterStore(url, lambda _: None)
        count = await store.load_or_store_shard_count(1, shard_count, may_lower_count=False)
        await store.store_heartbeat(name, ProcessHeartbeat(ClusterProcess(name, 0.0, count, draining, only)))
        await store.close_connection_for_good()

    asyncio.run(begin())


def silence(url: str, name: str) -> None:
    """A process has not been heard of for long."""

    async def change() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute("UPDATE processes SET beat = beat - $2 WHERE id = $1", name, DEAD_AFTER + 1)
        await connection.close()

    asyncio.run(change())


def test_each_process_is_shown_with_its_heartbeat_and_its_shards(shell: Shell, url: str) -> None:
    serve(url, 3, HERE)
    serve(url, 3, THERE)
    assert shell.show() == [
        "3 shards",
        f"{HERE}: alive, heartbeat N s ago, shards 0-2",
        f"{THERE}: alive, heartbeat N s ago, shards none",
    ]


def test_one_shard_is_shown_as_one(shell: Shell, url: str) -> None:
    serve(url, 1, HERE)
    assert shell.show() == ["1 shard", f"{HERE}: alive, heartbeat N s ago, shards 0"]


def test_who_is_draining_or_dead_is_shown_as_such_with_what_nobody_serves(shell: Shell, url: str) -> None:
    serve(url, 2, HERE)
    serve(url, 2, THERE, draining=True)
    silence(url, HERE)
    assert shell.show() == [
        "2 shards",
        f"{HERE}: dead, heartbeat N s ago, shards 0-1",
        f"{THERE}: draining, heartbeat N s ago, shards none",
        "nobody serves 0-1",
    ]


def test_another_number_is_told_of_before_anything_changes(shell: Shell, url: str) -> None:
    serve(url, 2, HERE)
    ended = shell.type("16")
    assert (ended.status, ended.err) == (1, "")
    told = "16 shards instead of 2: all sessions of 1 process end and 16 begin"
    assert ended.out.startswith(told)
    assert "up to 88 s" in ended.out
    assert ended.out.endswith("Nothing is changed yet: add --yes.\n")
    assert shell.show()[0] == "2 shards"


def test_another_number_is_stored_once_somebody_insists(shell: Shell, url: str) -> None:
    serve(url, 2, HERE)
    ended = shell.type("16", "--yes")
    assert (ended.status, ended.err) == (0, "")
    assert "16 shards instead of 2" in ended.out
    assert ended.out.endswith("Changed: the processes begin anew within a few seconds.\n")
    assert shell.show()[0] == "16 shards"


@pytest.mark.parametrize("yes", [(), ("--yes",)])
def test_the_same_number_changes_nothing(shell: Shell, url: str, yes: tuple[str, ...]) -> None:
    serve(url, 2, HERE)
    ended = shell.type("2", *yes)
    assert (ended.status, ended.out) == (0, "That is their number already: 2.\n")


@pytest.mark.parametrize("typed", ["0", "-1", "16385", "many", "1.5", "٣", "9" * 5_000])
def test_what_is_no_number_of_shards_is_refused(shell: Shell, url: str, typed: str) -> None:
    serve(url, 2, HERE)
    ended = shell.type("--yes", "--", typed)
    assert (ended.status, ended.out) == (2, "")
    assert "accepted: 1 to 16384" in ended.err.splitlines()[-1]
    assert shell.show()[0] == "2 shards"


@pytest.mark.parametrize("typed", [(), ("4", "--yes")])
def test_where_the_bot_never_ran_there_is_nothing_to_show_or_change(shell: Shell, typed: tuple[str, ...]) -> None:
    ended = shell.type(*typed)
    assert (ended.status, ended.out) == (2, "")
    assert "the bot has never run on this database; start it first" in ended.err


@pytest.mark.parametrize("typed", [(), ("4",), ("4", "--yes")])
def test_on_sqlite_there_are_no_several_processes(tmp_path: Path, file: Path, typed: tuple[str, ...]) -> None:
    ended = Shell(tmp_path, url_of(file)).type(*typed)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "suzerain shards: SQLite has one process; several need PostgreSQL\n"


def test_what_processes_were_given_is_not_numbered_anew(shell: Shell, url: str) -> None:
    serve(url, 3, HERE, only=frozenset({0, 1, 2}))
    ended = shell.type("4", "--yes")
    assert (ended.status, ended.out) == (2, "")
    assert "start them with another --shard-count" in ended.err
    silence(url, HERE)
    assert shell.type("4", "--yes").status == 0
