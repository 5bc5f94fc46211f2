"""A process goes on taking its turns, whatever happens in one."""

import asyncio

import pytest

from bot.cluster import membership
from bot.cluster.leases import ClusterState, ProcessHeartbeat, apply_heartbeat_to_cluster
from bot.cluster.membership import ClusterMembership


class Stumbling:
    """Where turns are written down, after the first one was a fault of the bot's own."""

    def __init__(self) -> None:
        self.turns = 0

    async def store_heartbeat(self, process_name: str, heartbeat: ProcessHeartbeat) -> ClusterState:
        self.turns += 1
        if self.turns == 1:
            raise LookupError(process_name)
        return apply_heartbeat_to_cluster(ClusterState(1), heartbeat)

    async def remove_process_and_free_shards(self, process_id: str) -> None:
        pass

    async def abort_database_session(self) -> None:
        pass

    def forget_cluster_membership(self) -> None:
        pass


async def test_a_turn_that_is_a_fault_is_not_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "RETRY_DELAY", 0.0)
    own = ClusterMembership(Stumbling(), 1)
    held = asyncio.Event()
    own.moved.add_callback(held.set)
    keeping = asyncio.create_task(own.run_heartbeat_loop())
    await held.wait()
    assert own.holds_shard(0)
    assert not keeping.done()
    keeping.cancel()
