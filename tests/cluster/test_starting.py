"""`suzerain run` beside others: signals while it joins them, what it is given, and a spare one."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from aiohttp import ClientSession
from sqlalchemy import TextClause, text

from bot.cluster import store
from bot.storage.engine.postgres import create_engine_for_advisory_locks
from bot.storage.engine.urls import parse_database_url
from tests.cluster.conftest import MakeStore
from tests.cluster.test_store import turn
from tests.loopback.objects import BOT
from tests.loopback.program import STRICT, Ended, Program, environment, started
from tests.loopback.seen import PATIENCE
from tests.loopback.server import TOKEN, Loopback
from tests.storage.connecting import connected

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX can send these signals")

Start = Callable[..., AbstractAsyncContextManager[Program]]


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
def start(discord: Loopback, url: str, tmp_path: Path) -> Start:
    """Starts `suzerain run` on the database of the test."""

    @asynccontextmanager
    async def start(*arguments: str, **settings: str) -> AsyncIterator[Program]:
        token, database = {"SUZERAIN_DISCORD__TOKEN": TOKEN}, {"SUZERAIN_DATABASE__URL": url}
        env = environment(PYTHONWARNINGS=STRICT, **token, **database, **settings)
        typed = ("tests.loopback.child", discord.address, "run", *arguments)
        async with started(*typed, folder=tmp_path, env=env) as program:
            yield program

    return start


@pytest.fixture
async def looker(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody who looks at what others do."""
    async with connected(url) as connection:
        yield connection


@asynccontextmanager
async def holding(url: str, lock: TextClause) -> AsyncIterator[None]:
    """Another process has a lock within, for as long as it takes."""
    engine = create_engine_for_advisory_locks(parse_database_url(url))
    async with engine.begin() as connection:
        await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        await connection.execute(lock)
        yield
    await engine.dispose()


async def see(looker: asyncpg.Connection, question: str) -> None:
    """Look until there is something."""
    async with asyncio.timeout(PATIENCE):
        while not await looker.fetch(question):
            await looker.fetch("SELECT pg_sleep(0.01)")  # leaves the processor to who is looked at


def is_calm(ended: Ended) -> bool:
    words = ("Traceback", "ERROR", "WARNING", "exception", TOKEN)
    return not any(word in ended.out + ended.err for word in words)


WAITS = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
ASK_TOO = (
    "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_try_advisory_xact_lock%' AND pid <> pg_backend_pid() OFFSET 1"
)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("lock", "waiting"),
    [(store._LOCK_TURN, WAITS), (store._LOCK_COMMANDS, ASK_TOO)],
    ids=["for its turn", "to tell the commands"],
)
async def test_a_process_that_waits_for_others_while_it_starts_stops_in_peace(
    start: Start, url: str, looker: asyncpg.Connection, lock: TextClause, waiting: str, number: signal.Signals
) -> None:
    async with holding(url, lock), start() as program:
        await see(looker, waiting)
        program.process.send_signal(number)
        ended = await program.ended()
    assert (ended.status, is_calm(ended)) == (0, True)
    assert await looker.fetch("SELECT 1 FROM processes") == []


async def test_a_process_that_begins_its_session_stops_in_peace_and_holds_nothing(
    discord: Loopback, start: Start, looker: asyncpg.Connection
) -> None:
    await looker.execute(  # as if another one had just begun
        "INSERT INTO identifies VALUES (0, extract(epoch FROM clock_timestamp()))"
    )
    async with start() as program:
        await see(looker, "SELECT 1 FROM shards WHERE holder IS NOT NULL")
        program.process.send_signal(signal.SIGTERM)
        ended = await program.ended()
    assert (ended.status, is_calm(ended)) == (0, True)
    assert discord.gateway.sessions == 0
    assert await looker.fetch("SELECT 1 FROM processes") == []
    assert await looker.fetch("SELECT 1 FROM shards WHERE holder IS NOT NULL") == []


async def test_a_process_that_is_given_shards_of_another_number_does_not_start(
    start: Start, make_store: MakeStore
) -> None:
    another = make_store()
    await another.load_or_store_shard_count(BOT.id, 3, may_lower_count=False)
    await turn(another, "another")
    async with start("--shards", "0-1", "--shard-count", "4") as program:
        ended = await program.ended()
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines()[-1] == "--shard-count: other processes run with 3 shards"


# A spare one


@pytest.fixture
def port() -> Iterator[int]:
    """A free port, which nobody else is given meanwhile."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


async def see_well(port: int) -> dict[str, Any]:
    """What a process says of itself as soon as it says that it is well."""
    address = f"http://127.0.0.1:{port}/healthz"
    async with asyncio.timeout(PATIENCE), ClientSession() as session:
        while True:
            async with session.get(address) as answer:
                state: dict[str, Any] = await answer.json()
                if answer.status == 200:
                    return state


async def test_a_spare_process_is_well_and_serves_once_the_other_has_stopped(
    discord: Loopback, start: Start, looker: asyncpg.Connection, port: int
) -> None:
    async with start() as first:
        await discord.ready()
        async with start(SUZERAIN_WATCH__PORT=f"{port}") as spare:
            await see(looker, "SELECT 1 FROM processes OFFSET 1")
            assert (await see_well(port))["gateway"] == "connected"
            assert discord.gateway.sessions == 1
            first.process.send_signal(signal.SIGTERM)
            assert (await first.ended()).status == 0
            await discord.ready(connections=2)
            assert "✅" in (await discord.command("pod open")).content
            spare.process.send_signal(signal.SIGTERM)
            ended = await spare.ended()
    assert (ended.status, is_calm(ended)) == (0, True)
