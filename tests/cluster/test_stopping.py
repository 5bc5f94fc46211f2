"""A process is stopped while others are there: nothing is answered twice, nothing left alone."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bot.cluster.membership import Membership
from bot.cluster.stance import Stance
from bot.cluster.turns import BEAT, Cluster, Lease, Process, Report, leave, take_turn

ME, OTHER = Process("me", 0.0, 1), Process("other", 0.0, 1)
BOTH = {each.id: each for each in (ME, OTHER)}


def make_stance(leases: Mapping[int, Lease]) -> Stance:
    stance = Stance(ME)
    stance.apply(stance.make_report(), Cluster(1, BOTH, leases))
    return stance


def test_what_is_let_go_is_its_own_until_that_is_written_down() -> None:
    stance = make_stance({0: Lease("me", "other", ready=True)})
    stance.take(0, 7)
    stance.release({0})
    assert not stance.held
    assert stance.cluster.names("me")
    report = stance.make_report()
    stance.apply(report, take_turn(stance.cluster, report))
    assert not stance.cluster.names("me")
    assert stance.cluster.find_lease(0).taken == 7


def test_what_it_is_about_to_hold_is_its_own() -> None:
    assert make_stance({0: Lease("other", "me")}).cluster.names("me")
    assert not make_stance({0: Lease("other")}).cluster.names("me")


def test_who_is_told_to_stop_as_the_only_one_connected_holds_the_shard_until_another_is() -> None:
    me = Process("me", 1.0, 1, draining=True)
    free = Cluster(1, BOTH, {0: Lease(None, "me", ready=True)})
    assert take_turn(free, Report(me)).find_lease(0).holder == "me"


def test_who_is_told_to_stop_before_it_is_connected_leaves_the_shard_to_others() -> None:
    me = Process("me", 1.0, 1, draining=True)
    for lease in (Lease("other", "me", ready=True), Lease(None, "me")):
        after = take_turn(Cluster(1, BOTH, {0: lease}), Report(me)).find_lease(0)
        assert (after.holder, after.heir) == (lease.holder, None)


class Table:
    """Where turns are written down, which may be away."""

    def __init__(self) -> None:
        self.cluster = Cluster(1)
        self.away = False

    async def take_turn(self, name: str, report: Report) -> Cluster:
        if self.away:
            raise TimeoutError
        self.cluster = take_turn(self.cluster, report)
        return self.cluster

    async def leave(self, process: str) -> None:
        self.cluster = leave(self.cluster, process)

    async def hang_up(self) -> None:
        pass

    def forget(self) -> None:
        pass


def test_who_may_act_again_after_a_silence_knows_that_it_might_not() -> None:
    now, table = [0.0], Table()
    membership = Membership(table, 1, None, lambda: now[0])

    def turn(seconds: float = BEAT) -> None:
        now[0] += seconds
        asyncio.run(_call(membership.take_turn))

    turn()
    known = membership.lapses
    turn()
    assert membership.lapses == known
    table.away = True
    turn()
    table.away = False
    turn(60.0)
    assert membership.holds(0)
    assert membership.lapses == known + 1


async def _call(turn: Callable[[], Awaitable[bool]]) -> None:
    await turn()
