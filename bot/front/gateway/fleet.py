"""The shards of one process among several: acquiring, serving and handing over shards.

A shard moves without a gap: the process that takes over (the heir) connects while the holder goes on answering. Only
then does the holder finish its boards, stop answering, and release the shard; interactions of that moment wait for the
heir.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable, Set
from typing import Any, Protocol

import discord

from bot.cluster.identify_rate_limit import GatewaySessionRateLimiter
from bot.cluster.leases import find_shard_to_take_over
from bot.cluster.membership import ClusterMembership
from bot.front.gateway.sharded_client import ShardedClient
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.storage.engine.errors import DatabaseUnreachableError, StorageError

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

Sessions of one bucket begin more than five seconds apart, see `GatewaySessionRateLimiter`.
"""


class GatewayShardHooks(Protocol):
    """The protocol of hooks that run when a process gains or loses gateway shards."""

    def clear_game_and_settings_caches(self) -> None:
        """Clear the caches of games and settings, because other processes may have changed them."""

    async def run_chores_on_new_shards(self) -> None:
        """Run all background chores at once, because this process has gained gateway shards."""

    async def wait_for_board_updates_on_shard(self, shard_id: int) -> None:
        """Wait until running updates of boards on the servers of a shard are done."""

    async def store_displayed_board_versions(self) -> None:
        """Store which game version each board shows, for the next process. Raises `StorageError`."""

    async def wait_for_interaction_answers(self, shard_id: int) -> None:
        """Wait until all interactions on the servers of a shard are answered."""

    async def wait_for_board_updates_and_answers(self) -> None:
        """Wait until all board updates and answers to interactions are done."""

    def share_rate_limit_among_processes(self, process_count: int) -> None:
        """Keep requests within this process's share of Discord's rate limit."""


class GatewayShardConnector:
    """A worker that connects gateway shards, moves them between processes, and changes their number.

    It acts after each heartbeat.
    """

    def __init__(self, membership: ClusterMembership, client: ShardedClient, crew: GatewayShardHooks) -> None:
        self.resting = set[int]()
        """The shards whose background work has stopped; they are still answered."""
        self.ready = set[int]()
        """The shards whose servers are known."""
        self.turned = asyncio.Event()
        """Set for a moment after each heartbeat."""
        self.tasks = KeyedBackgroundTasks(membership.request_heartbeat)
        self._membership = membership
        self._client = client
        self._crew = crew
        self._held = frozenset[int]()
        self._taken_up = set[int]()
        self._to_take_up = False
        self._lapses = membership.lapses
        self._progressed = _get_event_loop_time()

    def apply_requested_shard_changes(self) -> None:
        """Connect, disconnect and hand over shards as the cluster requests."""
        state = self._membership.state
        client = self._client
        self.resting &= state.served_shards
        self._taken_up &= state.served_shards
        self.ready &= client.connected_shards
        if not state.served_shards <= self._held:  # other processes have served them
            self._crew.clear_game_and_settings_caches()
            self._progressed = _get_event_loop_time()
        self._held = state.served_shards
        if self._lapses != self._membership.lapses:  # the work of that time is overdue
            self._lapses = self._membership.lapses
            self._taken_up.clear()
        new = (state.served_shards & self.ready) - self._taken_up
        if new:
            self._taken_up |= new
            self._to_take_up = True
            self.tasks.start_task_unless_running("take up", self._run_chores_after_gaining_shards())
        self.turned.set()
        self.turned.clear()
        for shard in client.connected_shards - state.shards_to_connect:
            self.ready.discard(shard)
            self.tasks.start_task_unless_running(("disconnect", shard), client.disconnect_shard(shard))
        for shard in state.shards_to_connect - client.connected_shards:
            self.tasks.start_task_unless_running(("connect", shard), self._connect_shard(shard))
        for shard in state.shards_ready_for_handover:
            self.tasks.start_task_unless_running(("hand over", shard), self._hand_over_shard(shard))
        self._crew.share_rate_limit_among_processes(len(state.cluster.processes) or 1)
        self._release_shards_if_gateway_silent()
        self._start_resharding_or_shard_takeover()

    def _release_shards_if_gateway_silent(self) -> None:
        """Offer this process's shards to others while Discord sends nothing on any of them."""
        state = self._membership.state
        silent = _get_event_loop_time() - max(self._client.heard_at, self._progressed)
        alone = state.me.only is not None or len(state.cluster.processes) == 1
        self._membership.react_to_gateway_silence(bool(state.served_shards) and not alone and silent > SILENCE_LIMIT)

    def _start_resharding_or_shard_takeover(self) -> None:
        """Start a due change of the shard count, or the takeover of a shard by this process."""
        state = self._membership.state
        cluster = state.cluster
        me = state.cluster.processes.get(state.me.id)
        if cluster.shard_count != state.me.numbering:
            self.tasks.start_task_unless_running("renumber", self._change_shard_count(cluster.shard_count))
        elif me is not None and find_shard_to_take_over(cluster, me) is not None:
            self.tasks.start_task_unless_running("move", self._allow_takeover_if_sessions_remain())

    async def _connect_shard(self, shard_id: int) -> None:
        """Begin a shard's gateway session, unless another process serves it by now."""
        membership = self._membership
        await self._client.wait_for_gateway_session_slot(shard_id)  # discord.py would not wait for so long
        if shard_id not in membership.state.shards_to_connect:
            return
        inherits = shard_id in membership.state.shards_being_taken_over
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT if inherits else None):
                await self._client.connect_shard(shard_id)
        except TimeoutError:
            log.warning("shard %s could not be connected in time and stays with its process", shard_id)
            membership.state.refuse_to_take_over_shard(shard_id)
            membership.request_heartbeat()
            self.apply_requested_shard_changes()
            return
        if shard_id not in self._client.connected_shards:
            return
        self.ready.add(shard_id)
        self._progressed = _get_event_loop_time()
        if shard_id in membership.state.shards_being_taken_over:
            membership.state.mark_shard_connected(shard_id)
            membership.request_heartbeat()
        self.apply_requested_shard_changes()

    async def _run_chores_after_gaining_shards(self) -> None:
        """Run all background chores after this process has gained shards."""
        while self._to_take_up:
            self._to_take_up = False
            await self._crew.run_chores_on_new_shards()

    async def _hand_over_shard(self, shard_id: int) -> None:
        """Finish a shard's current work, and give it to another process."""
        log.info("shard %s goes to another process", shard_id)
        state = self._membership.state
        crew = self._crew
        me = state.me.id
        self.resting.add(shard_id)
        await _await_coroutine_with_timeout(crew.wait_for_board_updates_on_shard(shard_id), BOARD_TIMEOUT)
        state.stop_serving_shard(shard_id)
        await _await_coroutine_with_timeout(crew.wait_for_interaction_answers(shard_id), ANSWER_TIMEOUT)
        try:
            await crew.store_displayed_board_versions()
        except StorageError as error:
            log.warning("some boards of shard %s will be drawn again by the next process: %s", shard_id, error)
        if state.me.id == me:  # else others declared this process dead, and it began anew
            state.release_shards_to_other_processes({shard_id})
            self._membership.request_heartbeat()
            self.apply_requested_shard_changes()

    @property
    def seconds_since_last_shard_connected(self) -> float:
        return _get_event_loop_time() - self._progressed

    async def finish_work_after_losing_shards(self) -> None:
        """Wait for boards and answers in progress after this process lost its shards."""
        await _await_coroutine_with_timeout(self._crew.wait_for_board_updates_and_answers(), CONNECT_TIMEOUT)

    async def _change_shard_count(self, shard_count: int) -> None:
        """Give up all shards, and connect again with another number of shards."""
        log.warning("the bot has %s shards now: all sessions begin again", shard_count)
        membership = self._membership
        await asyncio.gather(*map(self._hand_over_shard, membership.state.served_shards))
        for shard in membership.state.shards_being_taken_over:
            membership.state.refuse_to_take_over_shard(shard)
        while membership.state.shards_to_connect or self._client.connected_shards:
            await self.turned.wait()
        self._client.set_shard_count(shard_count)
        membership.change_shard_count(shard_count)

    async def _allow_takeover_if_sessions_remain(self) -> None:
        """Let this process take over one shard if enough gateway sessions remain today."""
        try:
            limits = await self._client.fetch_session_start_limits()
        except (discord.DiscordException, *LOST_ANSWER_ERRORS) as error:
            log.warning("Discord did not tell how many sessions may begin: %s", error)
        else:
            if limits.remaining >= limits.total * SPARE_SESSION_SHARE:
                return self._membership.allow_takeover_of_one_shard()
            log.warning("no shard moves: only %s sessions may begin", limits.remaining)
        await asyncio.sleep(MOVE_RETRY_DELAY)
        return None


def _get_event_loop_time() -> float:
    return asyncio.get_running_loop().time()


async def _await_coroutine_with_timeout(coroutine: Coroutine[Any, Any, None], seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await coroutine
    except TimeoutError:
        log.warning("work under way took longer than %s s: other processes wait no longer", seconds)


class ClusterShardLease:
    """The lease on the gateway shards that the cluster assigned to this process."""

    def __init__(
        self,
        membership: ClusterMembership,
        identifies: GatewaySessionRateLimiter,
        client: ShardedClient,
        crew: GatewayShardHooks,
    ) -> None:
        self._membership = membership
        self._identifies = identifies
        self._moves = GatewayShardConnector(membership, client, crew)

    @property
    def shards_to_connect(self) -> frozenset[int]:
        return self._membership.state.shards_to_connect

    @property
    def is_valid(self) -> bool:
        return self._membership.is_membership_valid

    @property
    def ready_shard_ids(self) -> Set[int]:
        """The ids of connected shards whose list of servers Discord has sent."""
        return self._moves.ready

    @property
    def is_healthy(self) -> bool:
        """True if this process serves all its shards, or some while the others are connecting.

        A process that takes over many shards has to wait for Discord with each. A process without shards counts as
        healthy.
        """
        held = self._membership.state.served_shards
        moves = self._moves
        serves_some = not held.isdisjoint(moves.ready) and moves.seconds_since_last_shard_connected <= STUCK_AFTER
        return self.is_valid and (held <= moves.ready or serves_some)

    def build_cluster_metric_callbacks(self) -> tuple[Callable[[], int], Callable[[], int], Callable[[], int]]:
        """Return functions that count shards, processes and unanswered interactions."""
        membership = self._membership
        return (
            lambda: len(membership.state.served_shards),
            lambda: len(membership.state.cluster.processes),
            lambda: membership.state.missed,
        )

    def answers_interactions_of_shard(self, shard_id: int) -> bool:
        return self._membership.holds_shard(shard_id)

    def does_background_work_of_shard(self, shard_id: int) -> bool:
        return self.answers_interactions_of_shard(shard_id) and shard_id not in self._moves.resting

    async def start_acquiring_shards(self) -> None:
        self._membership.moved.add_callback(self._moves.apply_requested_shard_changes)
        self._membership.let_end = self._moves.finish_work_after_losing_shards
        self._moves.tasks.start_task_unless_running("turns", self._membership.run_heartbeat_loop())

    async def wait_for_gateway_session_slot(self, shard_id: int) -> None:
        await self._identifies.wait_for_gateway_session_slot(shard_id, lambda: shard_id in self.shards_to_connect)

    async def use_reserved_session_slot(self, shard_id: int) -> None:
        await self._identifies.use_reserved_session_slot(shard_id)

    async def claim_interaction(self, shard_id: int, interaction_id: int) -> bool:
        state = self._membership.state
        if not self.is_valid and shard_id in state.served_shards:  # another process may have taken the shard
            await asyncio.sleep(UNAVAILABLE_NOTICE_DELAY)
            if not self.is_valid and shard_id in state.served_shards:
                raise DatabaseUnreachableError("the database", "no heartbeat")
        if self.answers_interactions_of_shard(shard_id):
            return state.claim_interaction(shard_id, interaction_id)
        if shard_id not in state.shards_being_taken_over:
            state.record_declined_interaction(shard_id, interaction_id)
            return False
        try:
            async with asyncio.timeout(HANDOVER_WAIT):
                while not self.answers_interactions_of_shard(shard_id):
                    await self._moves.turned.wait()
        except TimeoutError:
            state.record_declined_interaction(shard_id, interaction_id)
            return False
        return state.claim_interaction(shard_id, interaction_id)

    async def wait_until_shards_ready(self) -> None:
        """Wait until this process holds shards and Discord has sent their servers."""
        held = self._membership.state.served_shards
        while not held or not held <= self._moves.ready:
            await self._moves.turned.wait()
            held = self._membership.state.served_shards

    async def hand_over_all_shards(self) -> None:
        """Hand over all shards within a time limit, if other processes can take them."""
        state = self._membership.state
        if state.me.only is not None or not self._membership.can_hand_over_shards:
            return
        log.info("stopping: other processes take the shards of this one")
        self._membership.start_handing_over_all_shards()
        try:
            async with asyncio.timeout(max(MIN_DRAIN_TIME, DRAIN_TIME_PER_SHARD * len(state.served_shards))):
                while (
                    state.cluster.does_process_serve_or_take_over_shard(state.me.id)
                    and self._membership.can_hand_over_shards
                ):
                    await self._moves.turned.wait()
        except TimeoutError:
            log.warning("nobody took shards %s in time", sorted(state.served_shards))

    async def release_shards_and_leave_cluster(self) -> None:
        await self._moves.tasks.cancel_all_tasks()
        await self._membership.leave_cluster()


class KeyedBackgroundTasks:
    """Background tasks, at most one for each key; failures are logged and reported."""

    def __init__(self, on_failure: Callable[[], None]) -> None:
        self._failed = on_failure
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._closed = False

    def start_task_unless_running(self, task_key: Hashable, coroutine: Coroutine[Any, Any, None]) -> None:
        """Start a task, unless its key has one already or all tasks were cancelled."""
        former = self._tasks.get(task_key)
        if self._closed or (former is not None and not former.done()):
            return coroutine.close()
        task = self._tasks[task_key] = asyncio.create_task(coroutine)
        task.add_done_callback(lambda _: self._remove_ended_task(task_key, task))
        return None

    async def cancel_all_tasks(self) -> None:
        """Cancel all tasks, and start no new ones."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _remove_ended_task(self, task_key: Hashable, ended_task: asyncio.Task[None]) -> None:
        if self._tasks.get(task_key) is ended_task:
            del self._tasks[task_key]
        if not ended_task.cancelled() and (error := ended_task.exception()) is not None:
            log.error("%s failed", task_key, exc_info=error)
            self._failed()
