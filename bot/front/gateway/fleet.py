"""The shards of one process among several: taking them, serving them and handing them over.

A shard moves without a gap: the heir connects while the holder goes on answering. Only then does
the holder finish its boards, stop answering, and release the shard; interactions of that moment
wait for the heir.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable, Set
from typing import Any, Protocol

import discord

from bot.cluster.identifies import Identifies
from bot.cluster.leases import find_movable
from bot.cluster.membership import Membership
from bot.front.background.retry import LOST_ANSWER_ERRORS
from bot.front.gateway.sharded_client import ShardedClient
from bot.storage.engine.errors import StorageError, Unreachable

log = logging.getLogger(__name__)


SPARE_SESSION_SHARE = 0.2
"""The share of session starts that is kept for emergencies: no shard moves beyond it."""

MOVE_RETRY_DELAY = 60.0
"""Seconds until Discord is asked again how many sessions may begin."""

SILENCE_LIMIT = 100.0
"""Seconds without anything from Discord after which this process takes itself for cut off.

Even if nobody plays, Discord sends something on every shard twice in this time.
"""

CONNECT_TIMEOUT = 60.0
"""Seconds in which an heir has to connect."""

BOARD_TIMEOUT = 10.0
"""Seconds in which boards under way have to be drawn before a shard is released."""

ANSWER_TIMEOUT = 1.0
"""Seconds in which answers under way have to end before a shard is released."""

HANDOVER_WAIT = 1.5
"""Seconds that an interaction waits for its shard to change hands; Discord waits three."""

UNAVAILABLE_NOTICE_DELAY = 2.4
"""Seconds after which the user is told that the database is away, if no other process answers.

An heir, which waits for `HANDOVER_WAIT`, has answered two seconds after the arrival at the latest.
"""

STUCK_AFTER = 120.0
"""Seconds in which a process that has several shards has to begin to serve another one."""

MIN_DRAIN_TIME = 60.0
"""The least time in seconds that others have to take the shards of a stopping process."""

DRAIN_TIME_PER_SHARD = 8.0
"""Seconds that others have for each of these shards; `MIN_DRAIN_TIME` if the total is less.

Sessions of one bucket begin more than five seconds apart, see `Identifies`.
"""


class Crew(Protocol):
    """A protocol of the work of a process for the servers of its shards."""

    def reread_games(self) -> None:
        """Clear the caches of games and settings: other processes have changed them."""

    async def take_up(self) -> None:
        """Do the work that is overdue on servers that are newly served."""

    async def finish_boards(self, shard: int) -> None:
        """Wait until the boards under way on the servers of a shard are drawn."""

    async def write_down(self) -> None:
        """Store what boards show, so that the next process does not draw them again.

        Raises `StorageError`.
        """

    async def finish_answers(self, shard: int) -> None:
        """Wait until no user on the servers of a shard waits for an answer."""

    async def finish_all(self) -> None:
        """Wait until all boards under way are drawn and no user waits for an answer."""

    def share_pace(self, processes: int) -> None:
        """Limit requests to one process's share of what Discord allows a bot."""


class ShardMoves:
    """A task list of a process, which moves shards after each heartbeat."""

    def __init__(self, membership: Membership, client: ShardedClient, crew: Crew) -> None:
        self.resting = set[int]()
        """The shards whose background work has stopped; they are still answered."""
        self.ready = set[int]()
        """The shards whose servers are known."""
        self.turned = asyncio.Event()
        """Set for a moment after each heartbeat."""
        self.tasks = KeyedTasks(membership.wake)
        self._membership = membership
        self._client = client
        self._crew = crew
        self._held = frozenset[int]()
        self._taken_up = set[int]()
        self._to_take_up = False
        self._lapses = membership.lapses
        self._progressed = _read_time()

    def follow(self) -> None:
        """Do the work that is due now that the holders of all shards are known."""
        state = self._membership.state
        client = self._client
        self.resting &= state.held
        self._taken_up &= state.held
        self.ready &= client.connections
        if not state.held <= self._held:  # other processes have served them
            self._crew.reread_games()
            self._progressed = _read_time()
        self._held = state.held
        if self._lapses != self._membership.lapses:  # the work of that time is overdue
            self._lapses = self._membership.lapses
            self._taken_up.clear()
        new = (state.held & self.ready) - self._taken_up
        if new:
            self._taken_up |= new
            self._to_take_up = True
            self.tasks.do("take up", self._take_up())
        self.turned.set()
        self.turned.clear()
        for shard in client.connections - state.connected:
            self.ready.discard(shard)
            self.tasks.do(("disconnect", shard), client.disconnect_shard(shard))
        for shard in state.connected - client.connections:
            self.tasks.do(("connect", shard), self._connect(shard))
        for shard in state.releasable:
            self.tasks.do(("hand over", shard), self._hand_over(shard))
        self._crew.share_pace(len(state.cluster.processes) or 1)
        self._offer_if_deaf()
        self._look_ahead()

    def _offer_if_deaf(self) -> None:
        """Offer the shards to other processes if Discord sends nothing on any of them."""
        state = self._membership.state
        silent = _read_time() - max(self._client.heard_at, self._progressed)
        alone = state.me.only is not None or len(state.cluster.processes) == 1
        self._membership.note_deaf(bool(state.held) and not alone and silent > SILENCE_LIMIT)

    def _look_ahead(self) -> None:
        """Begin a change of the number of shards, or the move of a shard to this process."""
        state = self._membership.state
        cluster = state.cluster
        me = state.cluster.processes.get(state.me.id)
        if cluster.shard_count != state.me.numbering:
            self.tasks.do("renumber", self._renumber(cluster.shard_count))
        elif me is not None and find_movable(cluster, me) is not None:
            self.tasks.do("move", self._allow_move())

    async def _connect(self, shard: int) -> None:
        """Begin a session of a shard, unless the shard is no longer wanted by then."""
        membership = self._membership
        await self._client.wait_for_turn(shard)  # discord.py would not wait for so long
        if shard not in membership.state.connected:
            return
        inherits = shard in membership.state.inherited
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT if inherits else None):
                await self._client.connect_shard(shard)
        except TimeoutError:
            log.warning("shard %s could not be connected in time and stays with its process", shard)
            membership.state.refuse_shard(shard)
            membership.wake()
            self.follow()
            return
        if shard not in self._client.connections:
            return
        self.ready.add(shard)
        self._progressed = _read_time()
        if shard in membership.state.inherited:
            membership.state.note_ready(shard)
            membership.wake()
        self.follow()

    async def _take_up(self) -> None:
        """Do the overdue work of all shards that have arrived since the last call."""
        while self._to_take_up:
            self._to_take_up = False
            await self._crew.take_up()

    async def _hand_over(self, shard: int) -> None:
        """Finish the work under way for a shard, and release it to its heir."""
        log.info("shard %s goes to another process", shard)
        state = self._membership.state
        crew = self._crew
        me = state.me.id
        self.resting.add(shard)
        await _wait_briefly(crew.finish_boards(shard), BOARD_TIMEOUT)
        state.stop_acting(shard)
        await _wait_briefly(crew.finish_answers(shard), ANSWER_TIMEOUT)
        try:
            await crew.write_down()
        except StorageError as error:
            log.warning(
                "some boards of shard %s will be drawn again by the next process: %s", shard, error
            )
        if state.me.id == me:  # else others declared this process dead, and it began anew
            state.release({shard})
            self._membership.wake()
            self.follow()

    @property
    def idle_for(self) -> float:
        """Seconds since a shard last came to this process, or was connected."""
        return _read_time() - self._progressed

    async def let_end(self) -> None:
        """Wait for the end of the work under way, which may change nothing on Discord any more."""
        await _wait_briefly(self._crew.finish_all(), CONNECT_TIMEOUT)

    async def _renumber(self, shard_count: int) -> None:
        """Release all shards, and begin again with another number of shards."""
        log.warning("the bot has %s shards now: all sessions begin again", shard_count)
        membership = self._membership
        await asyncio.gather(*map(self._hand_over, membership.state.held))
        for shard in membership.state.inherited:
            membership.state.refuse_shard(shard)
        while membership.state.connected or self._client.connections:
            await self.turned.wait()
        self._client.renumber(shard_count)
        membership.renumber(shard_count)

    async def _allow_move(self) -> None:
        """Allow a shard to move here if Discord permits enough sessions, else look again later."""
        try:
            limits = await self._client.fetch_session_start_limits()
        except (discord.DiscordException, *LOST_ANSWER_ERRORS) as error:
            log.warning("Discord did not tell how many sessions may begin: %s", error)
        else:
            if limits.remaining >= limits.total * SPARE_SESSION_SHARE:
                return self._membership.allow_move()
            log.warning("no shard moves: only %s sessions may begin", limits.remaining)
        await asyncio.sleep(MOVE_RETRY_DELAY)
        return None


def _read_time() -> float:
    return asyncio.get_running_loop().time()


async def _wait_briefly(work: Coroutine[Any, Any, None], seconds: float) -> None:
    """Wait for some work for a limited time."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.warning("work under way took longer than %s s: other processes wait no longer", seconds)


class Fleet:
    """The shards that this process serves, and how it gets and gives up shards; a `ShardLease`."""

    def __init__(
        self, membership: Membership, identifies: Identifies, client: ShardedClient, crew: Crew
    ) -> None:
        self._membership = membership
        self._identifies = identifies
        self._moves = ShardMoves(membership, client, crew)

    @property
    def connected(self) -> frozenset[int]:
        """The shards that the process has to be connected with."""
        return self._membership.state.connected

    @property
    def is_valid(self) -> bool:
        """True if the process may act at all."""
        return self._membership.is_valid

    @property
    def ready(self) -> Set[int]:
        """The shards whose servers are known."""
        return self._moves.ready

    @property
    def is_well(self) -> bool:
        """True if the process serves all its shards, or some and has just begun with the others.

        A process that takes over many shards has to wait for Discord with each. A process without
        shards counts as well.
        """
        held = self._membership.state.held
        moves = self._moves
        serves_some = not held.isdisjoint(moves.ready) and moves.idle_for <= STUCK_AFTER
        return self.is_valid and (held <= moves.ready or serves_some)

    def list_figures(self) -> tuple[Callable[[], int], Callable[[], int], Callable[[], int]]:
        """Return functions for the number of held shards, processes, and missed interactions."""
        membership = self._membership
        return (
            lambda: len(membership.state.held),
            lambda: len(membership.state.cluster.processes),
            lambda: membership.state.missed,
        )

    def holds(self, shard: int) -> bool:
        """Return whether the process answers the interactions of a shard."""
        return self._membership.holds(shard)

    def tends(self, shard: int) -> bool:
        """Return whether the process does the background work of a shard."""
        return self.holds(shard) and shard not in self._moves.resting

    async def begin(self) -> None:
        """Begin to take shards and to connect with them."""
        self._membership.moved.add(self._moves.follow)
        self._membership.let_end = self._moves.let_end
        self._moves.tasks.do("turns", self._membership.keep())

    async def wait_to_connect(self, shard: int) -> None:
        """Wait until a session of a shard may begin, or the shard is no longer wanted."""
        await self._identifies.wait_for_slot(shard, lambda: shard in self.connected)

    async def begin_session(self, shard: int) -> None:
        """Begin a session of a shard after its wait. Raises `OSError` if that was too long ago."""
        await self._identifies.use_slot(shard)

    async def take(self, shard: int, interaction: int) -> bool:
        """Return whether the process answers an interaction: it has the shard, or gets it soon."""
        state = self._membership.state
        if not self.is_valid and shard in state.held:  # another process may have taken the shard
            await asyncio.sleep(UNAVAILABLE_NOTICE_DELAY)
            if not self.is_valid and shard in state.held:
                raise Unreachable("the database", "no heartbeat")
        if self.holds(shard):
            return state.take(shard, interaction)
        if shard not in state.inherited:
            state.decline(shard, interaction)
            return False
        try:
            async with asyncio.timeout(HANDOVER_WAIT):
                while not self.holds(shard):
                    await self._moves.turned.wait()
        except TimeoutError:
            state.decline(shard, interaction)
            return False
        return state.take(shard, interaction)

    async def wait_until_served(self) -> None:
        """Wait until the process holds shards, and serves all of them."""
        held = self._membership.state.held
        while not held or not held <= self._moves.ready:
            await self._moves.turned.wait()
            held = self._membership.state.held

    async def drain(self) -> None:
        """Hand all shards over to other processes, if there are any, within a time limit."""
        state = self._membership.state
        if state.me.only is not None or not self._membership.has_successor:
            return
        log.info("stopping: other processes take the shards of this one")
        self._membership.drain()
        try:
            async with asyncio.timeout(max(MIN_DRAIN_TIME, DRAIN_TIME_PER_SHARD * len(state.held))):
                while state.cluster.names(state.me.id) and self._membership.has_successor:
                    await self._moves.turned.wait()
        except TimeoutError:
            log.warning("nobody took shards %s in time", sorted(state.held))

    async def close(self) -> None:
        """Release every shard, and leave the group of processes."""
        await self._moves.tasks.close()
        await self._membership.leave()


class KeyedTasks:
    """Background tasks by key, one for each key; a failure is logged, and `failed` is called."""

    def __init__(self, failed: Callable[[], None]) -> None:
        self._failed = failed
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._closed = False

    def do(self, key: Hashable, work: Coroutine[Any, Any, None]) -> None:
        """Start a task, unless one with the same key is running or `close` was called."""
        former = self._tasks.get(key)
        if self._closed or (former is not None and not former.done()):
            return work.close()
        task = self._tasks[key] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._note_done(key, task))
        return None

    async def close(self) -> None:
        """Cancel all tasks, and start no more."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _note_done(self, key: Hashable, task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", key, exc_info=error)
            self._failed()
