"""The shards of one process among several: acquiring, serving and handing over shards.

A shard moves without a gap: the process that takes over (the heir) connects while the holder goes
on answering. Only then does the holder finish its boards, stop answering, and release the shard;
interactions of that moment wait for the heir.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable, Set
from typing import Any, Protocol

import discord

from bot.cluster.identify_rate_limit import IdentifyRateLimiter
from bot.cluster.leases import find_shard_to_take_over
from bot.cluster.membership import ClusterMembership
from bot.front.gateway.sharded_client import ShardedClient
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.storage.engine.errors import DatabaseUnreachable, StorageError

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

Sessions of one bucket begin more than five seconds apart, see `IdentifyRateLimiter`.
"""


class ShardWork(Protocol):
    """A protocol of the work that a process does for the servers of its shards."""

    def clear_game_caches(self) -> None:
        """Clear the caches of games and settings, which other processes have changed."""

    async def do_overdue_work(self) -> None:
        """Do the overdue work of servers whose shards this process has just acquired."""

    async def wait_for_boards(self, shard_id: int) -> None:
        """Wait until the boards being drawn on the servers of a shard are finished."""

    async def flush_board_states(self) -> None:
        """Store what the boards show, so that the next process does not draw them again.

        Raises `StorageError`.
        """

    async def wait_for_answers(self, shard_id: int) -> None:
        """Wait until every user on the servers of a shard has an answer."""

    async def wait_for_all_work(self) -> None:
        """Wait until all boards being drawn are finished and every user has an answer."""

    def set_rate_limit_share(self, process_count: int) -> None:
        """Limit requests to one process's share of the rate limit that Discord allows a
        bot.
        """


class ShardMover:
    """A worker that connects, hands over and renumbers shards after each heartbeat."""

    def __init__(
        self, membership: ClusterMembership, client: ShardedClient, crew: ShardWork
    ) -> None:
        self.resting = set[int]()
        """The shards whose background work has stopped; they are still answered."""
        self.ready = set[int]()
        """The shards whose servers are known."""
        self.turned = asyncio.Event()
        """Set for a moment after each heartbeat."""
        self.tasks = KeyedTasks(membership.request_heartbeat)
        self._membership = membership
        self._client = client
        self._crew = crew
        self._held = frozenset[int]()
        self._taken_up = set[int]()
        self._to_take_up = False
        self._lapses = membership.lapses
        self._progressed = _read_loop_clock()

    def apply_cluster_state(self) -> None:
        """Start the shard moves that are due by the latest state of the cluster."""
        state = self._membership.state
        client = self._client
        self.resting &= state.served_shards
        self._taken_up &= state.served_shards
        self.ready &= client.connected_shards
        if not state.served_shards <= self._held:  # other processes have served them
            self._crew.clear_game_caches()
            self._progressed = _read_loop_clock()
        self._held = state.served_shards
        if self._lapses != self._membership.lapses:  # the work of that time is overdue
            self._lapses = self._membership.lapses
            self._taken_up.clear()
        new = (state.served_shards & self.ready) - self._taken_up
        if new:
            self._taken_up |= new
            self._to_take_up = True
            self.tasks.start("take up", self._do_overdue_work())
        self.turned.set()
        self.turned.clear()
        for shard in client.connected_shards - state.shards_to_connect:
            self.ready.discard(shard)
            self.tasks.start(("disconnect", shard), client.disconnect_shard(shard))
        for shard in state.shards_to_connect - client.connected_shards:
            self.tasks.start(("connect", shard), self._connect_shard(shard))
        for shard in state.releasable_shards:
            self.tasks.start(("hand over", shard), self._hand_over_shard(shard))
        self._crew.set_rate_limit_share(len(state.cluster.processes) or 1)
        self._report_gateway_silence()
        self._start_resharding_or_move()

    def _report_gateway_silence(self) -> None:
        """Offer the shards to other processes if Discord sends nothing on any of them."""
        state = self._membership.state
        silent = _read_loop_clock() - max(self._client.heard_at, self._progressed)
        alone = state.me.only is not None or len(state.cluster.processes) == 1
        self._membership.drain_while_gateway_is_silent(
            bool(state.served_shards) and not alone and silent > SILENCE_LIMIT
        )

    def _start_resharding_or_move(self) -> None:
        """Start a change of the shard count, or the move of a shard to this process."""
        state = self._membership.state
        cluster = state.cluster
        me = state.cluster.processes.get(state.me.id)
        if cluster.shard_count != state.me.numbering:
            self.tasks.start("renumber", self._change_shard_count(cluster.shard_count))
        elif me is not None and find_shard_to_take_over(cluster, me) is not None:
            self.tasks.start("move", self._allow_move_within_limits())

    async def _connect_shard(self, shard_id: int) -> None:
        """Begin a gateway session of a shard, unless the shard is unwanted by then."""
        membership = self._membership
        await self._client.wait_for_session_slot(shard_id)  # discord.py would not wait for so long
        if shard_id not in membership.state.shards_to_connect:
            return
        inherits = shard_id in membership.state.inherited_shards
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT if inherits else None):
                await self._client.connect_shard(shard_id)
        except TimeoutError:
            log.warning(
                "shard %s could not be connected in time and stays with its process", shard_id
            )
            membership.state.refuse_inherited_shard(shard_id)
            membership.request_heartbeat()
            self.apply_cluster_state()
            return
        if shard_id not in self._client.connected_shards:
            return
        self.ready.add(shard_id)
        self._progressed = _read_loop_clock()
        if shard_id in membership.state.inherited_shards:
            membership.state.mark_shard_ready(shard_id)
            membership.request_heartbeat()
        self.apply_cluster_state()

    async def _do_overdue_work(self) -> None:
        """Do the overdue work of all shards that have arrived since the last call."""
        while self._to_take_up:
            self._to_take_up = False
            await self._crew.do_overdue_work()

    async def _hand_over_shard(self, shard_id: int) -> None:
        """Finish the current work of a shard, and release the shard to the process that
        takes over.
        """
        log.info("shard %s goes to another process", shard_id)
        state = self._membership.state
        crew = self._crew
        me = state.me.id
        self.resting.add(shard_id)
        await _wait_with_timeout(crew.wait_for_boards(shard_id), BOARD_TIMEOUT)
        state.stop_serving_shard(shard_id)
        await _wait_with_timeout(crew.wait_for_answers(shard_id), ANSWER_TIMEOUT)
        try:
            await crew.flush_board_states()
        except StorageError as error:
            log.warning(
                "some boards of shard %s will be drawn again by the next process: %s",
                shard_id,
                error,
            )
        if state.me.id == me:  # else others declared this process dead, and it began anew
            state.release_shards({shard_id})
            self._membership.request_heartbeat()
            self.apply_cluster_state()

    @property
    def seconds_since_progress(self) -> float:
        """Seconds since this process last acquired or connected a shard."""
        return _read_loop_clock() - self._progressed

    async def wait_for_current_work(self) -> None:
        """Wait until the current work has ended, after this process has lost its lease."""
        await _wait_with_timeout(self._crew.wait_for_all_work(), CONNECT_TIMEOUT)

    async def _change_shard_count(self, shard_count: int) -> None:
        """Release all shards, and begin again with another shard count."""
        log.warning("the bot has %s shards now: all sessions begin again", shard_count)
        membership = self._membership
        await asyncio.gather(*map(self._hand_over_shard, membership.state.served_shards))
        for shard in membership.state.inherited_shards:
            membership.state.refuse_inherited_shard(shard)
        while membership.state.shards_to_connect or self._client.connected_shards:
            await self.turned.wait()
        self._client.set_shard_count(shard_count)
        membership.change_shard_count(shard_count)

    async def _allow_move_within_limits(self) -> None:
        """Allow a shard to move here if Discord permits enough session starts, else wait."""
        try:
            limits = await self._client.fetch_session_start_limits()
        except (discord.DiscordException, *LOST_ANSWER_ERRORS) as error:
            log.warning("Discord did not tell how many sessions may begin: %s", error)
        else:
            if limits.remaining >= limits.total * SPARE_SESSION_SHARE:
                return self._membership.allow_shard_handover()
            log.warning("no shard moves: only %s sessions may begin", limits.remaining)
        await asyncio.sleep(MOVE_RETRY_DELAY)
        return None


def _read_loop_clock() -> float:
    return asyncio.get_running_loop().time()


async def _wait_with_timeout(coroutine: Coroutine[Any, Any, None], seconds: float) -> None:
    """Wait for a coroutine for a limited time, and log a timeout."""
    try:
        async with asyncio.timeout(seconds):
            await coroutine
    except TimeoutError:
        log.warning("work under way took longer than %s s: other processes wait no longer", seconds)


class ShardFleet:
    """The shards of this process, and how the process acquires and hands over shards.

    It is the process's `ShardLease`.
    """

    def __init__(
        self,
        membership: ClusterMembership,
        identifies: IdentifyRateLimiter,
        client: ShardedClient,
        crew: ShardWork,
    ) -> None:
        self._membership = membership
        self._identifies = identifies
        self._moves = ShardMover(membership, client, crew)

    @property
    def wanted_connections(self) -> frozenset[int]:
        """The shards that this process has to be connected with."""
        return self._membership.state.shards_to_connect

    @property
    def is_valid(self) -> bool:
        """True if this process may change anything on Discord: its lease has not expired."""
        return self._membership.is_valid

    @property
    def ready_shards(self) -> Set[int]:
        """The connected shards whose servers are known."""
        return self._moves.ready

    @property
    def is_healthy(self) -> bool:
        """True if this process serves all its shards, or some and is still starting the
        others.

        A process that takes over many shards has to wait for Discord with each. A process
        without shards counts as healthy.
        """
        held = self._membership.state.served_shards
        moves = self._moves
        serves_some = (
            not held.isdisjoint(moves.ready) and moves.seconds_since_progress <= STUCK_AFTER
        )
        return self.is_valid and (held <= moves.ready or serves_some)

    def list_metric_callbacks(
        self,
    ) -> tuple[Callable[[], int], Callable[[], int], Callable[[], int]]:
        """Return functions that count the held shards, the processes and the missed
        interactions.
        """
        membership = self._membership
        return (
            lambda: len(membership.state.served_shards),
            lambda: len(membership.state.cluster.processes),
            lambda: membership.state.missed,
        )

    def answers_interactions_of(self, shard_id: int) -> bool:
        """Return whether this process answers the interactions of a shard."""
        return self._membership.holds_shard(shard_id)

    def is_held_by_us(self, shard_id: int) -> bool:
        """Return whether this process does the background work of a shard."""
        return self.answers_interactions_of(shard_id) and shard_id not in self._moves.resting

    async def start(self) -> None:
        """Start acquiring shards and connecting with them."""
        self._membership.moved.add(self._moves.apply_cluster_state)
        self._membership.let_end = self._moves.wait_for_current_work
        self._moves.tasks.start("turns", self._membership.run_heartbeat_loop())

    async def wait_for_session_slot(self, shard_id: int) -> None:
        """Wait until a session of a shard may begin, or the shard is unwanted."""
        await self._identifies.wait_for_slot(shard_id, lambda: shard_id in self.wanted_connections)

    async def use_session_slot(self, shard_id: int) -> None:
        """Use the session slot that was waited for. Raises `OSError` if the slot has
        expired.
        """
        await self._identifies.use_slot(shard_id)

    async def claim_interaction(self, shard_id: int, interaction_id: int) -> bool:
        """Return whether this process answers an interaction, as it holds the shard or soon
        will.
        """
        state = self._membership.state
        if (
            not self.is_valid and shard_id in state.served_shards
        ):  # another process may have taken the shard
            await asyncio.sleep(UNAVAILABLE_NOTICE_DELAY)
            if not self.is_valid and shard_id in state.served_shards:
                raise DatabaseUnreachable("the database", "no heartbeat")
        if self.answers_interactions_of(shard_id):
            return state.claim_interaction(shard_id, interaction_id)
        if shard_id not in state.inherited_shards:
            state.decline_interaction(shard_id, interaction_id)
            return False
        try:
            async with asyncio.timeout(HANDOVER_WAIT):
                while not self.answers_interactions_of(shard_id):
                    await self._moves.turned.wait()
        except TimeoutError:
            state.decline_interaction(shard_id, interaction_id)
            return False
        return state.claim_interaction(shard_id, interaction_id)

    async def wait_until_ready(self) -> None:
        """Wait until this process holds shards, and all of them are ready."""
        held = self._membership.state.served_shards
        while not held or not held <= self._moves.ready:
            await self._moves.turned.wait()
            held = self._membership.state.served_shards

    async def drain(self) -> None:
        """Hand all shards over to other processes, if there are any, within a time limit."""
        state = self._membership.state
        if state.me.only is not None or not self._membership.has_possible_successor:
            return
        log.info("stopping: other processes take the shards of this one")
        self._membership.start_draining()
        try:
            async with asyncio.timeout(
                max(MIN_DRAIN_TIME, DRAIN_TIME_PER_SHARD * len(state.served_shards))
            ):
                while (
                    state.cluster.has_lease_of_process(state.me.id)
                    and self._membership.has_possible_successor
                ):
                    await self._moves.turned.wait()
        except TimeoutError:
            log.warning("nobody took shards %s in time", sorted(state.served_shards))

    async def close(self) -> None:
        """Release every shard, and leave the cluster of processes."""
        await self._moves.tasks.close()
        await self._membership.leave_cluster()


class KeyedTasks:
    """Background tasks with at most one per key; a failed task is logged and calls
    `on_failure`.
    """

    def __init__(self, on_failure: Callable[[], None]) -> None:
        self._failed = on_failure
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._closed = False

    def start(self, key: Hashable, coroutine: Coroutine[Any, Any, None]) -> None:
        """Start a task, unless a task with the same key is running or `close` was called."""
        former = self._tasks.get(key)
        if self._closed or (former is not None and not former.done()):
            return coroutine.close()
        task = self._tasks[key] = asyncio.create_task(coroutine)
        task.add_done_callback(lambda _: self._forget_ended_task(key, task))
        return None

    async def close(self) -> None:
        """Cancel all tasks, and refuse new ones."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_ended_task(self, key: Hashable, task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", key, exc_info=error)
            self._failed()
