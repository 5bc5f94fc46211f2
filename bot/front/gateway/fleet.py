"""The shards of one process among several, as the client and what watches it see them."""

import asyncio
import logging
from collections.abc import Callable, Set

from bot.cluster.identifies import Identifies
from bot.cluster.membership import Membership
from bot.front.gateway.shard_moves import Crew, ShardMoves
from bot.front.gateway.sharded_client import ShardedClient
from bot.storage.engine.errors import Unreachable

log = logging.getLogger(__name__)

WAIT = 1.5
"""Seconds that a question waits for a shard to change hands: Discord waits three for the answer."""

LATE = 1.5
"""Seconds after which somebody is told that the database is away, if no other process answers."""

STUCK = 120.0
"""Seconds in which some shard of several has to come to be served."""

DRAIN, DRAIN_EACH = 60.0, 8.0
"""Seconds in which others can take the shards of a process that is to stop, at least and for each.

Sessions of one bucket begin more than five seconds apart, see `Identifies`.
"""


class Fleet:
    """Which shards a process serves; see `Shards`."""

    def __init__(
        self, membership: Membership, identifies: Identifies, client: ShardedClient, crew: Crew
    ) -> None:
        self._membership = membership
        self._identifies = identifies
        self._moves = ShardMoves(membership, client, crew)

    @property
    def connected(self) -> frozenset[int]:
        """See `Shards`."""
        return self._membership.stance.connected

    @property
    def is_valid(self) -> bool:
        """See `Shards`."""
        return self._membership.is_valid

    @property
    def ready(self) -> Set[int]:
        """The shards whose servers Discord has told of."""
        return self._moves.ready

    @property
    def is_well(self) -> bool:
        """Whether it serves all that it holds, which may be nothing, or some and soon the others.

        Who takes many over has to wait for Discord with each.
        """
        held, moves = self._membership.stance.held, self._moves
        serves_some = not held.isdisjoint(moves.ready) and moves.idle_for <= STUCK
        return self.is_valid and (held <= moves.ready or serves_some)

    def list_figures(self) -> tuple[Callable[[], int], Callable[[], int], Callable[[], int]]:
        """Return what tells how many shards it holds, processes there are, and what was missed."""
        membership = self._membership
        return (
            lambda: len(membership.stance.held),
            lambda: len(membership.stance.cluster.processes),
            lambda: membership.stance.missed,
        )

    def holds(self, shard: int) -> bool:
        """See `Shards`."""
        return self._membership.holds(shard)

    def tends(self, shard: int) -> bool:
        """See `Shards`."""
        return self.holds(shard) and shard not in self._moves.resting

    async def begin(self) -> None:
        """See `Shards`."""
        self._membership.moved.add(self._moves.follow)
        self._membership.let_end = self._moves.let_end
        self._moves.errands.do("turns", self._membership.keep())

    async def wait_to_connect(self, shard: int) -> None:
        """See `Shards`."""
        await self._identifies.take_turn(shard, lambda: shard in self.connected)

    async def begin_session(self, shard: int) -> None:
        """See `Shards`."""
        await self._identifies.use_turn(shard)

    async def take(self, shard: int, interaction: int) -> bool:
        """See `Shards`."""
        stance = self._membership.stance
        if not self.is_valid and shard in stance.held:  # others may have taken it over
            await asyncio.sleep(LATE)
            if not self.is_valid and shard in stance.held:
                raise Unreachable("the database", "no heartbeat")
        if self.holds(shard):
            return stance.take(shard, interaction)
        if shard not in stance.inherited:
            stance.decline(shard, interaction)
            return False
        try:
            async with asyncio.timeout(WAIT):
                while not self.holds(shard):
                    await self._moves.turned.wait()
        except TimeoutError:
            stance.decline(shard, interaction)
            return False
        return stance.take(shard, interaction)

    async def wait_until_served(self) -> None:
        """Wait until it serves some shards, and all that it holds."""
        held = self._membership.stance.held
        while not held or not held <= self._moves.ready:
            await self._moves.turned.wait()
            held = self._membership.stance.held

    async def drain(self) -> None:
        """Give what is held to others, while there are any, within a time."""
        stance = self._membership.stance
        if stance.me.only is not None or not self._membership.has_successor:
            return
        log.info("stopping: others take the shards of this process")
        self._membership.drain()
        try:
            async with asyncio.timeout(max(DRAIN, DRAIN_EACH * len(stance.held))):
                while stance.cluster.names(stance.me.id) and self._membership.has_successor:
                    await self._moves.turned.wait()
        except TimeoutError:
            log.warning("nobody took shards %s in time", sorted(stance.held))

    async def close(self) -> None:
        """Let everything go, and be no more among the processes."""
        await self._moves.errands.close()
        await self._membership.leave()
