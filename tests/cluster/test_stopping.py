"""A process is stopped while others are there: nothing is answered twice, nothing left alone."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bot.cluster.leases import (
    HEARTBEAT_INTERVAL,
    ClusterProcess,
    ClusterState,
    Heartbeat,
    ShardLeaseRecord,
    apply_heartbeat,
    remove_process,
)
from bot.cluster.membership import ClusterMembership
from bot.cluster.process_state import ProcessState

ME, OTHER = ClusterProcess("me", 0.0, 1), ClusterProcess("other", 0.0, 1)
BOTH = {each.id: each for each in (ME, OTHER)}


def make_state(leases: Mapping[int, ShardLeaseRecord]) -> ProcessState:
    state = ProcessState(ME)
    state.apply_written_heartbeat(state.build_heartbeat(), ClusterState(1, BOTH, leases))
    return state


def test_what_is_let_go_is_its_own_until_that_is_written_down() -> None:
    state = make_state({0: ShardLeaseRecord("me", "other", ready=True)})
    state.claim_interaction(0, 7)
    state.release_shards({0})
    assert not state.served_shards
    assert state.cluster.has_lease_of_process("me")
    heartbeat = state.build_heartbeat()
    state.apply_written_heartbeat(heartbeat, apply_heartbeat(state.cluster, heartbeat))
    assert not state.cluster.has_lease_of_process("me")
    assert state.cluster.find_lease(0).taken == 7


def test_what_it_is_about_to_hold_is_its_own() -> None:
    assert make_state({0: ShardLeaseRecord("other", "me")}).cluster.has_lease_of_process("me")
    assert not make_state({0: ShardLeaseRecord("other")}).cluster.has_lease_of_process("me")


def test_who_is_told_to_stop_as_the_only_one_connected_holds_the_shard_until_another_is() -> None:
    me = ClusterProcess("me", 1.0, 1, draining=True)
    free = ClusterState(1, BOTH, {0: ShardLeaseRecord(None, "me", ready=True)})
    assert apply_heartbeat(free, Heartbeat(me)).find_lease(0).holder == "me"


def test_who_is_told_to_stop_before_it_is_connected_leaves_the_shard_to_others() -> None:
    me = ClusterProcess("me", 1.0, 1, draining=True)
    for lease in (ShardLeaseRecord("other", "me", ready=True), ShardLeaseRecord(None, "me")):
        after = apply_heartbeat(ClusterState(1, BOTH, {0: lease}), Heartbeat(me)).find_lease(0)
        assert (after.holder, after.heir) == (lease.holder, None)


class Table:
    """Where turns are written down, which may be away."""

    def __init__(self) -> None:
        self.cluster = ClusterState(1)
        self.away = False

    async def send_heartbeat(self, process_name: str, heartbeat: Heartbeat) -> ClusterState:
        if self.away:
            raise TimeoutError
        self.cluster = apply_heartbeat(self.cluster, heartbeat)
        return self.cluster

    async def remove_process(self, process_id: str) -> None:
        self.cluster = remove_process(self.cluster, process_id)

    async def drop_session(self) -> None:
        pass

    def forget_identity(self) -> None:
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
