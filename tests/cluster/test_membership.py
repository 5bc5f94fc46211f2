"""A process goes on taking its turns, whatever happens in one."""

import asyncio

import pytest

from bot.cluster import membership
from bot.cluster.leases import Cluster, Heartbeat, apply_heartbeat
from bot.cluster.membership import Membership


class Stumbling:
    """Where turns are written down, after the first one was a fault of the bot's own."""

    def __init__(self) -> None:
        self.turns = 0

    async def send_heartbeat(self, name: str, heartbeat: Heartbeat) -> Cluster:
        self.turns += 1
        if self.turns == 1:
            raise LookupError(name)
        return apply_heartbeat(Cluster(1), heartbeat)

    async def leave(self, process: str) -> None:
        pass

    async def drop_session(self) -> None:
        pass

    def forget(self) -> None:
        pass


async def test_a_turn_that_is_a_fault_is_not_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "RETRY_DELAY", 0.0)
    own = Membership(Stumbling(), 1)
    held = asyncio.Event()
    own.moved.add(held.set)
    keeping = asyncio.create_task(own.keep())
    await held.wait()
    assert own.holds(0)
    assert not keeping.done()
    keeping.cancel()
