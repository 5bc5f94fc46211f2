"""What becomes of interactions that Discord tells to both while a shard moves."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.cluster.leases import Cluster, Lease, Process
from bot.cluster.process_state import ProcessState

ME, OTHER = Process("me", 0.0, 1), Process("other", 0.0, 1)


def make_state(lease: Lease) -> ProcessState:
    state = ProcessState(ME)
    turn(state, {0: lease})
    return state


def turn(state: ProcessState, leases: Mapping[int, Lease]) -> None:
    both = {each.id: each for each in (ME, OTHER)}
    state.apply(state.make_heartbeat(), Cluster(1, both, leases))


def test_who_lets_go_tells_up_to_which_interaction_all_are_answered() -> None:
    state = make_state(Lease("me", "other", ready=True))
    assert state.take(0, 7)
    assert state.take(0, 5)
    state.release({0})
    assert state.make_heartbeat().released == {0: 7}


def test_what_comes_to_who_lets_go_after_what_is_newer_counts_as_missed() -> None:
    state = make_state(Lease("me", "other", ready=True))
    state.take(0, 7)
    state.stop_acting(0)
    state.decline(0, 8)  # the other takes it
    assert state.missed == 0
    state.decline(0, 6)
    assert state.missed == 1


def test_what_waited_for_too_long_counts_as_missed_unless_the_former_holder_took_it() -> None:
    mine = Lease("other", "me", ready=True)
    state = make_state(mine)
    for interaction in (6, 8):
        state.decline(0, interaction)
    assert state.missed == 0  # the other may take them yet
    turn(state, {0: replace(mine, holder="me", heir=None, ready=False, taken=7)})
    assert state.missed == 1
    assert not state.take(0, 6)
    assert state.take(0, 9)


def test_a_move_that_is_allowed_during_a_turn_is_said_in_the_next_one_alone() -> None:
    state = ProcessState(ME)
    heartbeat = state.make_heartbeat()
    state.may_move = True  # while the turn is under way
    state.apply(heartbeat, Cluster(1))
    assert state.make_heartbeat().may_move
    state.apply(state.make_heartbeat(), Cluster(1))
    assert not state.make_heartbeat().may_move
