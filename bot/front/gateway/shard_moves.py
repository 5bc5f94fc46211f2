"""Connects this process with the shards that it holds, and gives those away that others want.

A shard moves without a gap: the heir connects while the holder goes on answering. Only then does
the holder finish its boards, stop answering, and let go; what people ask in that moment waits for
the heir.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

import discord

from bot.cluster.membership import Membership
from bot.cluster.turns import find_movable
from bot.front.gateway.errands import Errands
from bot.front.gateway.sharded_client import ShardedClient
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)

SPARE = 0.2
"""The part of its session starts that stays for what cannot wait: nothing moves beyond it."""

LOOK = 60.0
"""Seconds until Discord is asked again how many sessions may begin."""

DEAF = 100.0
"""Seconds in which Discord says something on every shard, at least twice, even if nobody plays."""

CONNECTS = 60.0
"""Seconds in which an heir has to be connected."""

DRAWN, ANSWERED = 10.0, 1.0
"""Seconds in which boards and answers under way have to end before a shard is let go."""


class Crew(Protocol):
    """What does a process's work for the servers of its shards."""

    def reread_games(self) -> None:
        """Know no game and no setting by heart any more: others have served what is served now."""

    async def take_up(self) -> None:
        """Do what was left undone on servers that are newly served."""

    async def finish_boards(self, shard: int) -> None:
        """Wait until no board is being drawn on the servers of a shard."""

    async def write_down(self) -> None:
        """Write down what boards show, or whoever comes next draws them again.

        Raises `StorageError`.
        """

    async def finish_answers(self, shard: int) -> None:
        """Wait until nobody on the servers of a shard waits for an answer."""

    async def finish_all(self) -> None:
        """Wait until no board is being drawn and nobody waits for an answer, anywhere."""

    def share_pace(self, processes: int) -> None:
        """Ask Discord for what is one process's part of what it allows a bot."""


class ShardMoves:
    """Does what follows from each turn of a process."""

    def __init__(self, membership: Membership, client: ShardedClient, crew: Crew) -> None:
        self.resting = set[int]()
        """The shards for which nothing is begun any more but answers."""
        self.ready = set[int]()
        """The shards whose servers Discord has told of."""
        self.turned = asyncio.Event()
        """Set for a moment after each turn."""
        self.errands = Errands(membership.wake)
        self._membership = membership
        self._client = client
        self._crew = crew
        self._held = frozenset[int]()
        self._taken_up = set[int]()
        self._to_take_up = False
        self._lapses = membership.lapses
        self._progressed = _read_time()

    def follow(self) -> None:
        """Do what is due now that it is known who holds what."""
        stance, client = self._membership.stance, self._client
        self.resting &= stance.held
        self._taken_up &= stance.held
        self.ready &= client.connections
        if not stance.held <= self._held:  # others have served them
            self._crew.reread_games()
            self._progressed = _read_time()
        self._held = stance.held
        if self._lapses != self._membership.lapses:  # what was due meanwhile was left undone
            self._lapses = self._membership.lapses
            self._taken_up.clear()
        new = (stance.held & self.ready) - self._taken_up
        if new:
            self._taken_up |= new
            self._to_take_up = True
            self.errands.do("take up", self._take_up())
        self.turned.set()
        self.turned.clear()
        for shard in client.connections - stance.connected:
            self.ready.discard(shard)
            self.errands.do(("disconnect", shard), client.disconnect_shard(shard))
        for shard in stance.connected - client.connections:
            self.errands.do(("connect", shard), self._connect(shard))
        for shard in stance.wanted_back:
            self.errands.do(("hand over", shard), self._hand_over(shard))
        self._crew.share_pace(len(stance.cluster.processes) or 1)
        self._listen()
        self._look_ahead()

    def _listen(self) -> None:
        """Let others take what is held while Discord is heard on no shard."""
        stance = self._membership.stance
        silent = _read_time() - max(self._client.heard_at, self._progressed)
        alone = stance.me.only is not None or len(stance.cluster.processes) == 1
        self._membership.note_deaf(bool(stance.held) and not alone and silent > DEAF)

    def _look_ahead(self) -> None:
        """Begin what follows from the whole cluster: another number of shards, or a move."""
        stance = self._membership.stance
        cluster, me = stance.cluster, stance.cluster.processes.get(stance.me.id)
        if cluster.shard_count != stance.me.numbering:
            self.errands.do("renumber", self._renumber(cluster.shard_count))
        elif me is not None and find_movable(cluster, me) is not None:
            self.errands.do("move", self._allow_move())

    async def _connect(self, shard: int) -> None:
        """Begin a session of a shard, unless it is wanted no more by then."""
        membership = self._membership
        await self._client.wait_for_turn(shard)  # discord.py would not wait for so long
        if shard not in membership.stance.connected:
            return
        inherits = shard in membership.stance.inherited
        try:
            async with asyncio.timeout(CONNECTS if inherits else None):
                await self._client.connect_shard(shard)
        except TimeoutError:
            log.warning("shard %s cannot be connected with: it stays where it is", shard)
            membership.stance.disown(shard)
            membership.wake()
            self.follow()
            return
        if shard not in self._client.connections:
            return
        self.ready.add(shard)
        self._progressed = _read_time()
        if shard in membership.stance.inherited:
            membership.stance.note_ready(shard)
            membership.wake()
        self.follow()

    async def _take_up(self) -> None:
        """Do what was left undone on the servers of all shards that came meanwhile."""
        while self._to_take_up:
            self._to_take_up = False
            await self._crew.take_up()

    async def _hand_over(self, shard: int) -> None:
        """Finish what is under way for a shard, and let others have it."""
        log.info("shard %s goes to another process", shard)
        stance, crew = self._membership.stance, self._crew
        me = stance.me.id
        self.resting.add(shard)
        await _wait_briefly(crew.finish_boards(shard), DRAWN)
        stance.stop_acting(shard)
        await _wait_briefly(crew.finish_answers(shard), ANSWERED)
        try:
            await crew.write_down()
        except StorageError as error:
            log.warning("some boards of shard %s will be drawn once more: %s", shard, error)
        if stance.me.id == me:  # else others took it for dead, and it holds what it took since
            stance.release({shard})
            self._membership.wake()
            self.follow()

    @property
    def idle_for(self) -> float:
        """Seconds since a shard last came to this process, or was connected."""
        return _read_time() - self._progressed

    async def let_end(self) -> None:
        """Wait until what is under way has ended, which may do nothing more."""
        await _wait_briefly(self._crew.finish_all(), CONNECTS)

    async def _renumber(self, shard_count: int) -> None:
        """Let all go, and begin anew with another number of shards."""
        log.warning("there are %s shards now: all sessions begin anew", shard_count)
        membership = self._membership
        await asyncio.gather(*map(self._hand_over, membership.stance.held))
        for shard in membership.stance.inherited:
            membership.stance.disown(shard)
        while membership.stance.connected or self._client.connections:
            await self.turned.wait()
        self._client.renumber(shard_count)
        membership.renumber(shard_count)

    async def _allow_move(self) -> None:
        """Let a shard move here if Discord lets enough sessions begin, or look again later."""
        try:
            limits = await self._client.fetch_session_start_limits()
        except (discord.DiscordException, OSError) as error:
            log.warning("nobody knows how many sessions may begin: %s", error)
        else:
            if limits.remaining >= limits.total * SPARE:
                return self._membership.allow_move()
            log.warning("shards stay where they are: %s sessions may begin", limits.remaining)
        await asyncio.sleep(LOOK)
        return None


def _read_time() -> float:
    return asyncio.get_running_loop().time()


async def _wait_briefly(work: Coroutine[Any, Any, None], seconds: float) -> None:
    """Wait for the end of something, but not for ever."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.warning("something is under way for longer than others should wait")
