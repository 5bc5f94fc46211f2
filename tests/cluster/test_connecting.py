"""Shards that come and go while a client runs: one session each, whatever happens meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Callable

import discord
import pytest
from discord import backoff

from bot.cluster.leases import LEASE_DURATION
from bot.cluster.membership import ClusterMembership
from bot.front.gateway import fleet, resilient_socket
from bot.front.gateway.fleet import GatewayShardConnector
from bot.front.gateway.sharded_client import ShardedClient
from tests.cluster.test_stopping import Table
from tests.loopback.seen import PATIENCE
from tests.loopback.server import TOKEN, Loopback


class Wanted:
    """A lease: which shards a client is to have, and whether its turn to begin has come."""

    def __init__(self) -> None:
        self.shards_to_connect = frozenset[int]()
        self.is_valid = True
        self.turn = asyncio.Event()
        self.turn.set()

    def answers_interactions_of_shard(self, shard_id: int) -> bool:
        return shard_id in self.shards_to_connect

    def does_background_work_of_shard(self, shard_id: int) -> bool:
        return shard_id in self.shards_to_connect

    async def claim_interaction(self, shard_id: int, interaction_id: int) -> bool:
        return shard_id in self.shards_to_connect

    async def start_acquiring_shards(self) -> None:
        pass

    async def wait_for_gateway_session_slot(self, shard_id: int) -> None:
        await self.turn.wait()

    async def use_reserved_session_slot(self, shard_id: int) -> None:
        pass


class Client(ShardedClient):
    """A client that has what it wants."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(intents=intents, guild_ready_timeout=0.05, max_messages=None)
        self.shard_count = 2
        self.wanted = Wanted()
        self.serve_leased_shards(self.wanted)

    async def want(self, *shards: int) -> None:
        self.wanted.shards_to_connect = frozenset(shards)
        for shard in self.connected_shards - self.wanted.shards_to_connect:
            await self.disconnect_shard(shard)
        async with asyncio.timeout(PATIENCE):
            for shard in self.wanted.shards_to_connect - self.connected_shards:
                await self.connect_shard(shard)


@pytest.fixture
async def client(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    monkeypatch.setattr(backoff.ExponentialBackoff, "delay", lambda _: 0.0)
    resilient_socket.install_fault_tolerant_gateway()
    async with Client() as client:
        await client.login(TOKEN)
        serving = asyncio.create_task(client.connect())
        yield client
        await client.close()
        serving.cancel()


def list_shards(loopback: Loopback) -> list[int]:
    return sorted(session.shard for session in loopback.gateway.list_sessions())


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110  (nobody tells)
            await asyncio.sleep(0)


async def until_there_are(loopback: Loopback, *shards: int) -> None:
    await loopback.seen.until(lambda: list_shards(loopback) == [*shards])


async def test_a_shard_that_begins_anew_keeps_nobody_waiting_who_tells_of_its_servers(
    client: Client, loopback: Loopback
) -> None:
    await client.want(1)
    connecting = asyncio.create_task(client.want(0, 1))
    await until_there_are(loopback, 0, 1)
    ready = {**loopback.gateway.make_ready([1, 2]), "session_id": "another"}
    await loopback.gateway.tell_shard(1, "READY", ready)
    async with asyncio.timeout(PATIENCE):
        await connecting
    assert client.has_received_servers_of_shard(0)


async def test_who_is_unwanted_before_its_turn_comes_leaves_no_session_behind(
    client: Client, loopback: Loopback
) -> None:
    await client.want(1)
    client.wanted.turn.clear()
    connecting = asyncio.create_task(client.want(0, 1))
    await until(lambda: 0 in client.connected_shards)
    await client.want(1)
    client.wanted.turn.set()
    await asyncio.wait([connecting])
    assert list_shards(loopback) == [1]
    await client.want(0, 1)
    assert list_shards(loopback) == [0, 1]


async def test_a_shard_that_was_cut_off_comes_back_once_however_it_was_wanted_meanwhile(
    client: Client, loopback: Loopback
) -> None:
    loopback.gateway.resumes = False
    await client.want(0)
    client.wanted.turn.clear()
    await loopback.gateway.drop()
    await until_there_are(loopback)
    await client.want()
    again = asyncio.create_task(client.want(0))
    await until(lambda: 0 in client.connected_shards)
    client.wanted.turn.set()
    await again
    await client.want(0, 1)  # by then the former one would have come, too
    assert list_shards(loopback) == [0, 1]
    await client.want(1)
    await until_there_are(loopback, 1)


class Crew:
    """Counts how often what was left undone is done."""

    def __init__(self) -> None:
        self.taken_up = 0

    def clear_game_and_settings_caches(self) -> None:
        pass

    async def run_chores_on_new_shards(self) -> None:
        self.taken_up += 1

    async def wait_for_board_updates_on_shard(self, shard_id: int) -> None:
        pass

    async def store_displayed_board_versions(self) -> None:
        pass

    async def wait_for_interaction_answers(self, shard_id: int) -> None:
        pass

    async def wait_for_board_updates_and_answers(self) -> None:
        pass

    def share_rate_limit_among_processes(self, process_count: int) -> None:
        pass


async def test_who_may_act_again_does_what_was_due_while_it_might_not(client: Client) -> None:
    table, crew, now = Table(), Crew(), [0.0]
    membership = ClusterMembership(table, 1, None, lambda: now[0])
    moves = GatewayShardConnector(membership, client, crew)
    membership.moved.add_callback(moves.apply_requested_shard_changes)
    client.wanted.shards_to_connect = frozenset({0})
    await membership.send_heartbeat()
    await until(lambda: crew.taken_up == 1)
    await membership.send_heartbeat()
    assert crew.taken_up == 1
    now[0] += LEASE_DURATION
    await membership.send_heartbeat()
    await until(lambda: crew.taken_up == 2)
    await moves.tasks.cancel_all_tasks()


async def test_who_does_not_hear_discord_lets_others_take_until_it_is_heard_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, now = Table(), asyncio.get_running_loop().time
    mine, others = (ClusterMembership(table, 1) for _ in range(2))
    moves = GatewayShardConnector(mine, client, Crew())
    mine.moved.add_callback(moves.apply_requested_shard_changes)
    client.wanted.shards_to_connect = frozenset({0})

    def drains() -> bool:
        return mine.state.me.draining

    await mine.send_heartbeat()
    await until(lambda: 0 in moves.ready)
    monkeypatch.setattr(fleet, "SILENCE_LIMIT", 0.0)  # it was heard before this moment
    await mine.send_heartbeat()
    assert not drains()  # nobody else is there
    await others.send_heartbeat()
    await mine.send_heartbeat()
    assert drains()
    await mine.send_heartbeat()
    others.allow_takeover_of_one_shard()
    await others.send_heartbeat()
    assert others.state.shards_being_taken_over == {0}
    assert mine.state.served_shards == {0}  # until somebody else is connected
    client.heard_at = now() + PATIENCE
    await mine.send_heartbeat()
    assert not drains()
    await moves.tasks.cancel_all_tasks()


async def test_whatever_discord_says_is_heard(client: Client, loopback: Loopback) -> None:
    await client.want(0)
    heard = client.heard_at
    assert heard > 0
    await loopback.gateway.tell_shard(0, "TYPING_START", {})
    await until(lambda: client.heard_at > heard)
