"""However many processes begin sessions, Discord sees them apart: by the server's clock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import pairwise

import pytest
from sqlalchemy import Connection, text

from bot.cluster.identify_rate_limit import RETRY_DELAY, GatewaySessionRateLimiter, GatewaySlotExpiredError
from bot.storage.engine.database import Database
from tests.storage.store import opened

DISCORD = 5.0
"""Seconds between two sessions of one bucket: Discord wants no fewer."""

_PASS = text("UPDATE identifies SET at = at - :seconds")
_STEP_BACK = text("UPDATE identifies SET at = at + 3600")
_HIDE = text("ALTER TABLE identifies RENAME TO elsewhere")
_SHOW = text("ALTER TABLE elsewhere RENAME TO identifies")


class World:
    """The time, which goes on when somebody waits; and when sessions were begun."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun: list[float] = []
        self.waited: list[float] = []
        self.processes: list[Process] = []


class Process:
    """One that begins sessions."""

    def __init__(self, world: World, database: Database, at_once: int = 1) -> None:
        self.world = world
        self.database = database
        self.identifies = GatewaySessionRateLimiter(database, at_once, self.wait)
        world.processes.append(self)

    async def wait(self, seconds: float) -> None:
        def let_pass(connection: Connection) -> None:
            connection.execute(_PASS, {"seconds": seconds})

        self.world.waited.append(seconds)
        self.world.now += seconds
        for each in self.world.processes:  # what it remembers is as long ago as what is written
            taken = each.identifies._taken
            taken.update({shard: at - seconds for shard, at in taken.items()})
        await self.database.run_write_transaction(let_pass)

    async def begin(self, shard: int = 0, connects: float = 0.0) -> None:
        await self.identifies.wait_for_gateway_session_slot(shard)
        if connects:
            await self.wait(connects)
        await self.identifies.use_reserved_session_slot(shard)
        self.world.begun.append(self.world.now)


@pytest.fixture
async def databases(url: str) -> AsyncIterator[list[Database]]:
    """The same one, as two processes have it."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(opened(url)) for _ in range(2)]


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def pair(world: World, databases: list[Database]) -> list[Process]:
    return [Process(world, database) for database in databases]


async def test_two_processes_never_begin_two_sessions_of_a_bucket_at_once(world: World, pair: list[Process]) -> None:
    one, two = pair
    for each in (one, two, two, one, two, one):
        await each.begin()
    assert world.begun[0] == 0
    assert all(b - a >= DISCORD for a, b in pairwise(world.begun))


async def test_those_who_ask_at_the_same_moment_have_a_turn_each(world: World, pair: list[Process]) -> None:
    turns = [each.identifies.wait_for_gateway_session_slot(shard) for shard in range(4) for each in pair]
    await asyncio.gather(*turns)
    assert world.now >= 7 * DISCORD


async def test_whoever_gives_up_waiting_has_used_no_turn_up(world: World, pair: list[Process]) -> None:
    one, two = pair
    await one.begin()
    for shard in range(1, 40):
        await two.identifies.wait_for_gateway_session_slot(shard, iter([True, False]).__next__)
    before = world.now
    await one.begin()
    assert world.now - before < 2 * DISCORD


async def test_a_slow_connection_keeps_its_turn_until_somebody_else_has_one(world: World, pair: list[Process]) -> None:
    one, two = pair
    await one.begin(connects=2 * DISCORD)
    await two.begin()
    assert world.begun[1] - world.begun[0] >= DISCORD
    await one.identifies.wait_for_gateway_session_slot(0)
    await one.wait(2 * DISCORD)
    await two.begin()
    with pytest.raises(GatewaySlotExpiredError):
        await one.identifies.use_reserved_session_slot(0)
    await one.begin()
    assert world.begun[-1] - world.begun[-2] >= DISCORD


async def test_of_one_process_one_asks_at_a_time_so_that_others_come_to_theirs(
    world: World, pair: list[Process]
) -> None:
    one, two = pair
    await one.begin()
    asked: list[float] = []

    async def wait(seconds: float) -> None:
        asked.append(seconds)
        await asyncio.Event().wait()

    many = GatewaySessionRateLimiter(one.database, 1, wait)
    waiting = [asyncio.create_task(many.wait_for_gateway_session_slot(shard)) for shard in range(9)]
    await two.begin()
    assert len(asked) == 1
    for task in waiting:
        task.cancel()


async def test_sessions_of_different_buckets_do_not_wait_for_each_other(
    world: World, databases: list[Database]
) -> None:
    one, two = (Process(world, database, 16) for database in databases)
    for shard in range(0, 16, 2):
        await one.begin(shard)
        await two.begin(shard + 1)
    assert not world.waited
    await one.begin(16)  # is of the first bucket again
    assert world.waited


async def test_a_bucket_that_was_quiet_for_long_keeps_nobody_waiting(world: World, pair: list[Process]) -> None:
    one, two = pair
    await one.begin()
    await one.wait(60.0)
    world.waited.clear()
    await two.begin()
    assert not world.waited


async def test_nobody_waits_for_a_clock_that_went_back(world: World, pair: list[Process]) -> None:
    one, two = pair
    await one.begin()
    await one.database.run_write_transaction(lambda connection: connection.execute(_STEP_BACK))
    await two.begin()
    assert not world.waited


async def test_while_the_database_is_away_no_session_begins(world: World, databases: list[Database]) -> None:
    one, other = databases
    await one.run_write_transaction(lambda connection: connection.execute(_HIDE))
    tries: list[float] = []

    async def wait(seconds: float) -> None:
        tries.append(seconds)
        if len(tries) == 2:
            await other.run_write_transaction(lambda connection: connection.execute(_SHOW))

    await GatewaySessionRateLimiter(one, 1, wait).wait_for_gateway_session_slot(0)
    assert tries == [RETRY_DELAY, RETRY_DELAY]
