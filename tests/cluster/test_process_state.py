"""What becomes of interactions that Discord tells to both while a shard moves."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.cluster.leases import ClusterProcess, ClusterState, ShardLeaseRecord
from bot.cluster.process_state import LocalProcessState

ME, OTHER = ClusterProcess("me", 0.0, 1), ClusterProcess("other", 0.0, 1)


def make_state(lease: ShardLeaseRecord) -> LocalProcessState:
    state = LocalProcessState(ME)
    turn(state, {0: lease})
    return state


def turn(state: LocalProcessState, leases: Mapping[int, ShardLeaseRecord]) -> None:
    both = {each.id: each for each in (ME, OTHER)}
    state.update_after_heartbeat(state.build_next_heartbeat(), ClusterState(1, both, leases))


def test_who_lets_go_tells_up_to_which_interaction_all_are_answered() -> None:
    state = make_state(ShardLeaseRecord("me", "other", ready=True))
    assert state.claim_interaction(0, 7)
    assert state.claim_interaction(0, 5)
    state.release_shards_to_other_processes({0})
    assert state.build_next_heartbeat().released == {0: 7}


def test_what_comes_to_who_lets_go_after_what_is_newer_counts_as_missed() -> None:
    state = make_state(ShardLeaseRecord("me", "other", ready=True))
    state.claim_interaction(0, 7)
    state.stop_serving_shard(0)
    state.record_declined_interaction(0, 8)  # the other takes it
    assert state.missed == 0
    state.record_declined_interaction(0, 6)
    assert state.missed == 1


def test_what_waited_for_too_long_counts_as_missed_unless_the_former_holder_took_it() -> None:
    mine = ShardLeaseRecord("other", "me", ready=True)
    state = make_state(mine)
    for interaction in (6, 8):
        state.record_declined_interaction(0, interaction)
    assert state.missed == 0  # the other may take them yet
    turn(state, {0: replace(mine, holder="me", heir=None, ready=False, taken=7)})
    assert state.missed == 1
    assert not state.claim_interaction(0, 6)
    assert state.claim_interaction(0, 9)


def test_a_move_that_is_allowed_during_a_turn_is_said_in_the_next_one_alone() -> None:
    state = LocalProcessState(ME)
    heartbeat = state.build_next_heartbeat()
    state.may_move = True  # while the turn is under way
    state.update_after_heartbeat(heartbeat, ClusterState(1))
    assert state.build_next_heartbeat().may_move
    state.update_after_heartbeat(state.build_next_heartbeat(), ClusterState(1))
    assert not state.build_next_heartbeat().may_move
