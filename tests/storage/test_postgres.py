"""The PostgreSQL of the tests: it keeps what was committed, and leaves nothing behind."""

import os
import random
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from signal import SIGINT, SIGKILL, Signals
from subprocess import PIPE

import asyncpg
import psutil  # type: ignore[import-untyped]
import pytest

from tests.loopback.program import ROOT, environment
from tests.storage.connecting import connected
from tests.storage.postgres import PACKAGE, RELEASE, Postgres, find_package, require_package, running

SERVER_UNTIL_A_SIGNAL = """
import signal
from tests.storage.postgres import running
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
with running() as server:
    print(server.folder, flush=True)
    signal.pause()
"""


async def a_database_with_a_row(server: Postgres) -> str:
    url = server.database()
    async with connected(url) as connection:
        await connection.execute("CREATE TABLE pods AS SELECT 7 AS id")
    return url


async def rows(url: str) -> list[int]:
    async with connected(url) as connection:
        return [row["id"] for row in await connection.fetch("SELECT id FROM pods")]


def processes_in(folder: Path) -> list[str]:
    """The command lines of those that run with this folder."""
    commands = (" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"]))
    return [command for command in commands if str(folder) in command]


def shared_memory() -> set[str]:
    """The ids of all System V segments."""
    listed = subprocess.run(["ipcs", "-m"], capture_output=True, text=True, check=True).stdout
    return {line.split()[1] for line in listed.splitlines() if line.startswith("0x")}


def shared_memory_of(server: Postgres) -> str:
    return (server.folder / "data" / "postmaster.pid").read_text().split("\n")[6].split()[1]


@pytest.mark.parametrize("crash", [Postgres.kill, Postgres.stop])
async def test_what_was_committed_is_there_when_the_server_is_back(
    postgres: Postgres, crash: Callable[[Postgres], None]
) -> None:
    url = await a_database_with_a_row(postgres)
    crash(postgres)
    with pytest.raises(ConnectionRefusedError):
        await rows(url)
    postgres.start()
    assert await rows(url) == [7]


async def test_a_crash_undoes_what_was_not_committed(postgres: Postgres) -> None:
    url = await a_database_with_a_row(postgres)
    connection = await asyncpg.connect(url)
    await connection.execute("BEGIN")
    await connection.execute("DELETE FROM pods")
    postgres.kill()
    with pytest.raises((asyncpg.PostgresConnectionError, OSError)):
        await connection.execute("COMMIT")
    postgres.start()
    assert await rows(url) == [7]


async def test_a_copy_of_a_database_starts_with_its_rows_and_goes_its_own_way(postgres: Postgres) -> None:
    first = await a_database_with_a_row(postgres)
    second = postgres.database(template=first)
    async with connected(second) as connection:
        await connection.execute("INSERT INTO pods VALUES (8)")
    assert await rows(second) == [7, 8]
    assert await rows(first) == [7]


async def test_a_database_is_dropped_though_somebody_is_connected(postgres: Postgres) -> None:
    url = await a_database_with_a_row(postgres)
    async with connected(url):
        postgres.drop(url)
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await rows(url)


@pytest.mark.parametrize("last", [Postgres.restart, Postgres.stop, Postgres.kill])
def test_nothing_is_left_of_it(last: Callable[[Postgres], None]) -> None:
    with running() as server:
        segment = shared_memory_of(server)
        assert segment in shared_memory()
        assert processes_in(server.folder)
        last(server)
    assert not server.folder.exists()
    assert not processes_in(server.folder)
    assert segment not in shared_memory()


@pytest.mark.parametrize("end", [SIGINT, SIGKILL])
def test_it_does_not_outlive_tests_that_are_ended(end: Signals) -> None:
    require_package()
    tests = subprocess.Popen(
        [sys.executable, "-c", SERVER_UNTIL_A_SIGNAL], cwd=ROOT, env=environment(), stdout=PIPE, stderr=PIPE, text=True
    )
    with tests:
        assert tests.stdout is not None
        folder = Path(tests.stdout.readline().strip())
        assert processes_in(folder)
        tests.send_signal(end)
        tests.communicate()  # until the last that holds its output has ended: the guard
    assert not folder.exists()
    assert not processes_in(folder)


async def test_a_port_that_somebody_has_is_left_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = random.sample
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        taken = somebody.getsockname()[1]
        monkeypatch.setattr("random.sample", lambda ports, k: [taken, *sample(ports, k)])
        with running() as server:
            url = await a_database_with_a_row(server)
            assert f":{taken}/" not in url
            assert await rows(url) == [7]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")
async def test_programs_in_a_closed_folder_run_from_a_copy_and_the_folder_stays_closed(
    postgres: Postgres, tmp_path: Path
) -> None:
    original = find_package()
    assert original is not None
    closed = tmp_path / "closed"
    for part in (f"{PACKAGE}/{RELEASE}", f"{PACKAGE}.libs"):
        shutil.copytree(original.parent / part, closed / part)
    closed.chmod(0o700)
    with running(closed / PACKAGE) as server:
        assert await rows(await a_database_with_a_row(server)) == [7]
    assert not server.folder.exists()
    assert closed.stat().st_mode & 0o777 == 0o700
