"""A process goes on taking its turns, whatever happens in one."""

import asyncio

import pytest

from bot.cluster import membership
from bot.cluster.membership import Membership
from bot.cluster.turns import Cluster, Report, take_turn


class Stumbling:
    """Where turns are written down, after the first one was a fault of the bot's own."""

    def __init__(self) -> None:
        self.turns = 0

    async def take_turn(self, name: str, report: Report) -> Cluster:
        self.turns += 1
        if self.turns == 1:
            raise LookupError(name)
        return take_turn(Cluster(1), report)

    async def leave(self, process: str) -> None:
        pass

    async def hang_up(self) -> None:
        pass

    def forget(self) -> None:
        pass


async def test_a_turn_that_is_a_fault_is_not_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "AGAIN", 0.0)
    own = Membership(Stumbling(), 1)
    held = asyncio.Event()
    own.moved.add(held.set)
    keeping = asyncio.create_task(own.keep())
    await held.wait()
    assert own.holds(0)
    assert not keeping.done()
    keeping.cancel()
