"""An heir answers before the process that lost its lease says that it cannot."""

from asyncio import create_task, sleep
from typing import Any

import pytest

from bot.cluster.leases import LEASE_DURATION, ClusterState, ProcessHeartbeat, apply_heartbeat_to_cluster
from bot.cluster.membership import ClusterMembership
from bot.front.gateway.answer_retries import DISCORD_PATIENCE
from bot.front.gateway.fleet import HANDOVER_WAIT, ClusterShardLease
from bot.front.interaction.context import ANSWER_TIMEOUT
from bot.storage.engine.errors import DatabaseUnreachableError
from tests.jumping import now, run

UNUSED: Any = None
"""Stands for the parts of a fleet that connect; nothing connects in these tests."""


class Table:
    """The row of heartbeats, in memory."""

    def __init__(self) -> None:
        self.cluster = ClusterState(1)

    async def store_heartbeat(self, process_name: str, heartbeat: ProcessHeartbeat) -> ClusterState:
        self.cluster = apply_heartbeat_to_cluster(self.cluster, heartbeat)
        return self.cluster

    async def remove_process_and_free_shards(self, process_id: str) -> None:
        pass

    async def abort_database_session(self) -> None:
        pass

    def forget_cluster_membership(self) -> None:
        pass


def test_process_that_lost_its_lease_speaks_after_any_heir() -> None:
    async def main() -> None:
        former = ClusterMembership(Table(), 1, clock=now)
        fleet = ClusterShardLease(former, UNUSED, UNUSED, UNUSED)
        await former.send_heartbeat()
        assert await fleet.claim_interaction(0, 1)
        await sleep(LEASE_DURATION + 1)
        asked = now()
        with pytest.raises(DatabaseUnreachableError):
            await fleet.claim_interaction(0, 2)
        assert HANDOVER_WAIT < ANSWER_TIMEOUT < now() - asked < DISCORD_PATIENCE

    run(main())


def test_process_that_has_its_lease_again_answers() -> None:
    async def main() -> None:
        former = ClusterMembership(Table(), 1, clock=now)
        fleet = ClusterShardLease(former, UNUSED, UNUSED, UNUSED)
        await former.send_heartbeat()
        await sleep(LEASE_DURATION + 1)
        asking = create_task(fleet.claim_interaction(0, 2))
        await sleep(HANDOVER_WAIT)
        await former.send_heartbeat()
        assert await asking

    run(main())
