"""One of several processes as its client sees it: what it may ask of Discord, and how it is."""

from collections.abc import AsyncIterator
from contextlib import suppress

import discord
import pytest
from discord.http import Route

from bot import app
from bot.cluster.identify_rate_limit import GatewaySessionRateLimiter
from bot.cluster.leases import LEASE_DURATION
from bot.cluster.membership import ClusterMembership
from bot.config import BotSettings, DatabaseSettings
from bot.front.gateway.client import SuzerainBot
from bot.front.gateway.cluster_joining import ClientShardChangeHooks
from bot.front.gateway.fleet import ClusterShardLease
from bot.front.gateway.sharded_client import ShardLeaseExpiredError
from tests.cluster.conftest import MakeStore
from tests.cluster.test_store import turn
from tests.loopback.server import TOKEN, Loopback


class Clock:
    """What the process takes for the time."""

    now = 1_000.0

    def read(self) -> float:
        return self.now


@pytest.fixture
async def built(url: str) -> AsyncIterator[app.BotApplication]:
    built = await app.build_bot_application(BotSettings(database=DatabaseSettings(url)))
    yield built
    await built.close()


@pytest.fixture
async def client(built: app.BotApplication, loopback: Loopback) -> AsyncIterator[SuzerainBot]:
    """Logged in, and with the gate in its way."""
    built.client.block_discord_changes_after_lease_expiry()
    async with built.client as client:
        await client.login(TOKEN)
        yield client


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def membership(
    built: app.BotApplication, client: SuzerainBot, make_store: MakeStore, clock: Clock
) -> ClusterMembership:
    """Of the process, which has not taken a turn yet."""
    store = make_store()
    count = await store.load_or_store_shard_count(1, 1, may_lower_count=False)
    membership = ClusterMembership(store, count, None, clock.read)
    client.serve_assigned_shards(
        ClusterShardLease(
            membership, GatewaySessionRateLimiter(built.database, 1), client, ClientShardChangeHooks(client)
        )
    )
    return membership


# What it may ask

Asked = tuple[str, str]

CHANGES = [
    ("POST", "/users/@me/channels"),
    ("POST", "/channels/1/messages"),
    ("PATCH", "/channels/1/messages/1"),
    ("DELETE", "/channels/1/messages/1"),
    ("PUT", "/guilds/1/members/1/roles/1"),
]
ANSWERS = [
    ("POST", "/interactions/1/token/callback"),
    ("POST", "/webhooks/1/token"),
    ("PATCH", "/webhooks/1/token/messages/@original"),
    ("GET", "/users/@me"),
]


async def ask(client: SuzerainBot, asked: Asked) -> None:
    """Asks, whatever Discord says to it."""
    with suppress(discord.NotFound):
        await client.http.request(Route(*asked), json={"type": 5, "recipient_id": "1"})


@pytest.mark.parametrize("what", CHANGES, ids=" ".join)
async def test_who_was_not_heard_of_changes_nothing_until_it_is(
    client: SuzerainBot, membership: ClusterMembership, clock: Clock, loopback: Loopback, what: Asked
) -> None:
    assert await membership.send_heartbeat()
    clock.now += LEASE_DURATION
    asked = len(loopback.rest.requests)
    with pytest.raises(ShardLeaseExpiredError):
        await ask(client, what)
    assert len(loopback.rest.requests) == asked
    assert await membership.send_heartbeat()
    await ask(client, what)
    assert len(loopback.rest.requests) == asked + 1


@pytest.mark.parametrize("what", ANSWERS, ids=" ".join)
async def test_who_was_not_heard_of_may_look_and_say_that_something_is_wrong(
    client: SuzerainBot, membership: ClusterMembership, clock: Clock, loopback: Loopback, what: Asked
) -> None:
    assert await membership.send_heartbeat()
    clock.now += LEASE_DURATION
    asked = len(loopback.rest.requests)
    await ask(client, what)
    assert len(loopback.rest.requests) == asked + 1


@pytest.mark.parametrize("what", CHANGES, ids=" ".join)
async def test_who_is_no_one_of_several_is_never_held_up(client: SuzerainBot, loopback: Loopback, what: Asked) -> None:
    asked = len(loopback.rest.requests)
    await ask(client, what)
    assert len(loopback.rest.requests) == asked + 1


# How it is


async def test_a_spare_process_is_well_without_a_shard(
    client: SuzerainBot, membership: ClusterMembership, make_store: MakeStore
) -> None:
    await turn(make_store(), "another")
    assert await membership.send_heartbeat()
    assert membership.state.served_shards == frozenset()
    assert client.is_connected_to_gateway


async def test_a_process_is_not_well_before_its_first_turn_or_long_after_its_last(
    client: SuzerainBot, membership: ClusterMembership, make_store: MakeStore, clock: Clock
) -> None:
    await turn(make_store(), "another")
    assert not client.is_connected_to_gateway
    assert await membership.send_heartbeat()
    clock.now += LEASE_DURATION
    assert not client.is_connected_to_gateway
    assert await membership.send_heartbeat()
    assert client.is_connected_to_gateway


async def test_a_process_that_holds_a_shard_is_not_well_until_it_is_connected(
    client: SuzerainBot, membership: ClusterMembership
) -> None:
    assert await membership.send_heartbeat()
    assert membership.state.served_shards == {0}
    assert not client.is_connected_to_gateway
