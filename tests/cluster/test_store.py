"""Turns on a real server: locks that end with their sessions, and what processes tell others."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.cluster.leases import DEAD_AFTER, ClusterProcess, ClusterState, ProcessHeartbeat
from bot.cluster.membership import ProcessDeclaredDeadError
from bot.cluster.store import DatabaseUsedByOtherBotError, PostgreSQLClusterStore
from tests.cluster.conftest import MakeStore
from tests.storage.postgres import Postgres


async def turn(store: PostgreSQLClusterStore, id: str, **heartbeat: Any) -> ClusterState:
    me = ClusterProcess(id, 0.0, 3)
    return await store.store_heartbeat(f"host:{id}", ProcessHeartbeat(me, may_move=True, **heartbeat))


async def age(postgres: Postgres, url: str, process: str) -> None:
    """The process has not been heard of for long."""
    await execute(url, f"UPDATE processes SET beat = beat - {DEAD_AFTER + 1} WHERE id = '{process}'")


async def execute(url: str, statement: str) -> list[object]:
    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
    async with engine.begin() as connection:
        found = await connection.execute(text(statement))
        rows = [*found.scalars()] if found.returns_rows else []
    await engine.dispose()
    return rows


Pair = tuple[PostgreSQLClusterStore, PostgreSQLClusterStore]


@pytest.fixture
async def pair(make_store: MakeStore) -> Pair:
    """What two processes write turns with; the first one, "a", holds all three shards."""
    one, two = make_store(), make_store()
    await one.load_or_store_shard_count(1, 3, may_lower_count=False)
    await turn(one, "a")
    return one, two


LOCKED = "SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 ORDER BY 1"


async def test_the_first_takes_all_and_a_second_comes_into_its_share(make_store: MakeStore, url: str) -> None:
    one, two = make_store(), make_store()
    assert await one.load_or_store_shard_count(1, 3, may_lower_count=False) == 3
    assert (await turn(one, "a")).find_shards_held_by("a") == {0, 1, 2}
    assert await execute(url, LOCKED) == [0, 1, 2]
    moving = await turn(two, "b")
    assert moving.find_shards_handed_over_to("b") == {2}
    assert moving.find_shards_held_by("a") == {0, 1, 2}
    await turn(two, "b", ready=frozenset({2}))
    released = await turn(one, "a", released={2: 0})
    assert released.find_shards_held_by("a") == {0, 1}
    assert await execute(url, LOCKED) == [0, 1]
    assert (await turn(two, "b")).find_shards_held_by("b") == {2}
    assert await execute(url, LOCKED) == [0, 1, 2]


async def test_who_is_not_heard_of_loses_its_session_and_is_told_so(pair: Pair, url: str, postgres: Postgres) -> None:
    one, two = pair
    await turn(two, "b")
    await age(postgres, url, "a")
    assert (await turn(two, "b")).find_shards_held_by("b") == {0, 1, 2}
    assert await execute(url, LOCKED) == [0, 1, 2]
    with pytest.raises(Exception, match="connection"):
        await turn(one, "a")
    await one.abort_database_session()
    with pytest.raises(ProcessDeclaredDeadError):
        await turn(one, "a")
    await one.abort_database_session()
    one.forget_cluster_membership()
    assert (await turn(one, "c")).find_shards_held_by("c") == frozenset()


async def test_a_new_session_has_the_locks_of_the_former_one(make_store: MakeStore, url: str) -> None:
    one = make_store()
    await one.load_or_store_shard_count(1, 3, may_lower_count=False)
    await turn(one, "a")
    former = one._connection
    one._connection = None  # as if it were lost on the way: the server does not know yet
    one._fresh = True
    assert (await turn(one, "a")).find_shards_held_by("a") == {0, 1, 2}
    assert await execute(url, LOCKED) == [0, 1, 2]
    assert former is not None
    await former.invalidate()
    await former.close()


async def test_a_shard_whose_lock_a_stranger_holds_is_taken_a_turn_later(pair: Pair, url: str) -> None:
    _, two = pair
    await execute(url, "DELETE FROM processes")
    await execute(url, "DELETE FROM shards")
    held = set[int]()
    while held != {0, 1, 2}:
        held |= (await turn(two, "b")).find_shards_held_by("b")


async def test_the_number_of_shards_is_settled_once(make_store: MakeStore) -> None:
    one, two = make_store(), make_store()
    assert await one.load_or_store_shard_count(1, 2, may_lower_count=False) == 2
    assert await two.load_or_store_shard_count(1, 1, may_lower_count=False) == 2
    assert await two.load_or_store_shard_count(1, 3, may_lower_count=False) == 3
    await turn(one, "a")
    assert await two.load_or_store_shard_count(1, 4, may_lower_count=True) == 3


async def test_who_leaves_lets_go_of_all_at_once(pair: Pair, url: str) -> None:
    one, two = pair
    await one.remove_process_and_free_shards("a")
    await one.close_connection_for_good()
    assert (await turn(two, "b")).find_shards_held_by("b") == {0, 1, 2}


async def test_processes_hear_what_has_changed(url: str, make_store: MakeStore) -> None:
    heard = asyncio.Queue[str]()
    listening = PostgreSQLClusterStore(url, heard.put_nowait)
    await listening.load_or_store_shard_count(1, 3, may_lower_count=False)
    assert await heard.get() == "missed"
    await turn(make_store(), "a")
    assert await heard.get() == "shards"
    await execute(url, "INSERT INTO guilds (guild, settings) VALUES (7, '{}')")
    assert await heard.get() == "settings 7"
    await execute(url, "UPDATE guilds SET due = 5 WHERE guild = 7")
    await execute(url, "INSERT INTO people VALUES ('p', 1, '', '')")
    await execute(url, "DELETE FROM people")
    assert await heard.get() == "people"
    await listening.close_connection_for_good()


async def test_only_the_first_tells_discord_the_commands(make_store: MakeStore) -> None:
    one, two = make_store(), make_store()
    told = []

    async def tell(store: PostgreSQLClusterStore) -> None:
        async with store.lock_registered_commands_hash() as register:
            if register.told != "these":
                told.append(store)
                register.told = "these"

    await asyncio.gather(tell(one), tell(two))
    assert len(told) == 1


async def test_while_others_run_the_bot_is_no_other_bot(pair: Pair, url: str) -> None:
    one, two = pair
    with pytest.raises(DatabaseUsedByOtherBotError):
        await two.load_or_store_shard_count(2, 3, may_lower_count=False)
    await one.remove_process_and_free_shards("a")
    assert await two.load_or_store_shard_count(2, 3, may_lower_count=False) == 3


async def test_whoever_died_before_the_clock_went_back_is_dead_in_time(pair: Pair, url: str) -> None:
    _, two = pair
    await execute(url, "UPDATE processes SET beat = beat + 3600")
    assert (await turn(two, "b")).find_shards_held_by("a")
    await execute(url, f"UPDATE processes SET beat = beat - {DEAD_AFTER + 1} WHERE id = 'a'")
    assert (await turn(two, "b")).find_shards_held_by("b") == {0, 1, 2}


async def test_a_session_of_another_database_is_left_in_peace(
    make_store: MakeStore, url: str, postgres: Postgres, migrated: str
) -> None:
    elsewhere = PostgreSQLClusterStore(postgres.database(migrated), lambda _: None)
    stranger, store = make_store(), make_store()
    for each in (elsewhere, stranger):
        await each.load_or_store_shard_count(1, 3, may_lower_count=False)
        await turn(each, "a")
    await execute(url, "DELETE FROM processes")
    await execute(url, "DELETE FROM shards")
    held = set[int]()
    while held != {0, 1, 2}:
        held |= (await turn(store, "b")).find_shards_held_by("b")
    assert (await turn(elsewhere, "a")).find_shards_held_by("a") == {0, 1, 2}
    await elsewhere.close_connection_for_good()


async def test_two_bots_can_have_a_schema_each_of_one_database(make_store: MakeStore, url: str) -> None:
    for schema in ("one", "other"):
        await execute(url, f"CREATE SCHEMA {schema}")
        for table in ("cluster", "processes", "shards"):
            await execute(url, f"CREATE TABLE {schema}.{table} (LIKE {table} INCLUDING ALL)")
        await execute(url, f"CREATE ROLE of_{schema} LOGIN SUPERUSER")
        await execute(url, f"ALTER ROLE of_{schema} SET search_path = {schema}")
    at, stores = make_url(url), []
    for schema in ("one", "other"):
        own = at.set(username=f"of_{schema}").render_as_string(hide_password=False)
        stores.append(PostgreSQLClusterStore(own, lambda _: None))
    for store in stores:
        await store.load_or_store_shard_count(1, 3, may_lower_count=False)
    for store in stores * 2:
        assert (await turn(store, "a")).find_shards_held_by("a") == {0, 1, 2}
    for store in stores:
        await store.close_connection_for_good()
    for schema in ("one", "other"):  # roles are of all databases
        await execute(url, f"DROP ROLE of_{schema}")
