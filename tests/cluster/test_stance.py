"""What becomes of interactions that Discord tells to both while a shard moves."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.cluster.stance import Stance
from bot.cluster.turns import Cluster, Lease, Process

ME, OTHER = Process("me", 0.0, 1), Process("other", 0.0, 1)


def make_stance(lease: Lease) -> Stance:
    stance = Stance(ME)
    turn(stance, {0: lease})
    return stance


def turn(stance: Stance, leases: Mapping[int, Lease]) -> None:
    both = {each.id: each for each in (ME, OTHER)}
    stance.apply(stance.make_report(), Cluster(1, both, leases))


def test_who_lets_go_tells_up_to_which_interaction_all_are_answered() -> None:
    stance = make_stance(Lease("me", "other", ready=True))
    assert stance.take(0, 7)
    assert stance.take(0, 5)
    stance.release({0})
    assert stance.make_report().released == {0: 7}


def test_what_comes_to_who_lets_go_after_what_is_newer_counts_as_missed() -> None:
    stance = make_stance(Lease("me", "other", ready=True))
    stance.take(0, 7)
    stance.stop_acting(0)
    stance.decline(0, 8)  # the other takes it
    assert stance.missed == 0
    stance.decline(0, 6)
    assert stance.missed == 1


def test_what_waited_for_too_long_counts_as_missed_unless_the_former_holder_took_it() -> None:
    mine = Lease("other", "me", ready=True)
    stance = make_stance(mine)
    for interaction in (6, 8):
        stance.decline(0, interaction)
    assert stance.missed == 0  # the other may take them yet
    turn(stance, {0: replace(mine, holder="me", heir=None, ready=False, taken=7)})
    assert stance.missed == 1
    assert not stance.take(0, 6)
    assert stance.take(0, 9)


def test_a_move_that_is_allowed_during_a_turn_is_said_in_the_next_one_alone() -> None:
    stance = Stance(ME)
    report = stance.make_report()
    stance.may_move = True  # while the turn is under way
    stance.apply(report, Cluster(1))
    assert stance.make_report().may_move
    stance.apply(stance.make_report(), Cluster(1))
    assert not stance.make_report().may_move
