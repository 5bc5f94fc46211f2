"""A process is stopped while others are there: nothing is answered twice, nothing left alone."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bot.cluster.leases import (
    HEARTBEAT_INTERVAL,
    ClusterProcess,
    ClusterState,
    ProcessHeartbeat,
    ShardLeaseRecord,
    apply_heartbeat_to_cluster,
    remove_process_from_cluster,
)
from bot.cluster.membership import ClusterMembership
from bot.cluster.process_state import LocalProcessState

ME, OTHER = ClusterProcess("me", 0.0, 1), ClusterProcess("other", 0.0, 1)
BOTH = {each.id: each for each in (ME, OTHER)}


def make_state(leases: Mapping[int, ShardLeaseRecord]) -> LocalProcessState:
    state = LocalProcessState(ME)
    state.update_after_heartbeat(state.build_next_heartbeat(), ClusterState(1, BOTH, leases))
    return state


def test_what_is_let_go_is_its_own_until_that_is_written_down() -> None:
    state = make_state({0: ShardLeaseRecord("me", "other", ready=True)})
    state.claim_interaction(0, 7)
    state.release_shards_to_other_processes({0})
    assert not state.served_shards
    assert state.cluster.does_process_serve_or_take_over_shard("me")
    heartbeat = state.build_next_heartbeat()
    state.update_after_heartbeat(heartbeat, apply_heartbeat_to_cluster(state.cluster, heartbeat))
    assert not state.cluster.does_process_serve_or_take_over_shard("me")
    assert state.cluster.get_shard_lease(0).taken == 7


def test_what_it_is_about_to_hold_is_its_own() -> None:
    assert make_state({0: ShardLeaseRecord("other", "me")}).cluster.does_process_serve_or_take_over_shard("me")
    assert not make_state({0: ShardLeaseRecord("other")}).cluster.does_process_serve_or_take_over_shard("me")


def test_who_is_told_to_stop_as_the_only_one_connected_holds_the_shard_until_another_is() -> None:
    me = ClusterProcess("me", 1.0, 1, draining=True)
    free = ClusterState(1, BOTH, {0: ShardLeaseRecord(None, "me", ready=True)})
    assert apply_heartbeat_to_cluster(free, ProcessHeartbeat(me)).get_shard_lease(0).holder == "me"


def test_who_is_told_to_stop_before_it_is_connected_leaves_the_shard_to_others() -> None:
    me = ClusterProcess("me", 1.0, 1, draining=True)
    for lease in (ShardLeaseRecord("other", "me", ready=True), ShardLeaseRecord(None, "me")):
        after = apply_heartbeat_to_cluster(ClusterState(1, BOTH, {0: lease}), ProcessHeartbeat(me)).get_shard_lease(0)
        assert (after.holder, after.heir) == (lease.holder, None)


class Table:
    """Where turns are written down, which may be away."""

    def __init__(self) -> None:
        self.cluster = ClusterState(1)
        self.away = False

    async def store_heartbeat(self, process_name: str, heartbeat: ProcessHeartbeat) -> ClusterState:
        if self.away:
            raise TimeoutError
        self.cluster = apply_heartbeat_to_cluster(self.cluster, heartbeat)
        return self.cluster

    async def remove_process_and_free_shards(self, process_id: str) -> None:
        self.cluster = remove_process_from_cluster(self.cluster, process_id)

    async def abort_database_session(self) -> None:
        pass

    def forget_cluster_membership(self) -> None:
        pass


def test_who_may_act_again_after_a_silence_knows_that_it_might_not() -> None:
    now, table = [0.0], Table()
    membership = ClusterMembership(table, 1, None, lambda: now[0])

    def turn(seconds: float = HEARTBEAT_INTERVAL) -> None:
        now[0] += seconds
        asyncio.run(_call(membership.send_heartbeat))

    turn()
    known = membership.lapses
    turn()
    assert membership.lapses == known
    table.away = True
    turn()
    table.away = False
    turn(60.0)
    assert membership.holds_shard(0)
    assert membership.lapses == known + 1


async def _call(turn: Callable[[], Awaitable[bool]]) -> None:
    await turn()
