"""Membership of this process in the cluster: its heartbeats, and how long it may act.

If heartbeats fail for too long, the process stops acting by itself before others may take over. Time counts from the
last heartbeat that was certainly written.
"""

import asyncio
import contextlib
import logging
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from os import getpid
from typing import Protocol

from msgspec.structs import replace

from bot.basics.listeners import CallbackList
from bot.cluster.leases import HEARTBEAT_INTERVAL, LEASE_DURATION, ClusterProcess, ClusterState, ProcessHeartbeat
from bot.cluster.process_state import LocalProcessState
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = 4.0
"""Seconds in which a heartbeat must be written, or the connection is given up."""

CLOSE_AFTER = 600.0
"""Seconds without a heartbeat after which connections that others may have taken are closed."""

RETRY_DELAY = 0.5
"""Seconds between a failed heartbeat and the next one."""


def read_seconds_since_boot() -> float:
    """Return the seconds since the machine booted.

    They include the time asleep if the system counts it.
    """
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class ProcessDeclaredDeadError(Exception):
    """The error that the bot's other processes have declared this silent process dead.

    It holds no shard, and joins again under a new id.
    """


class HeartbeatStore(Protocol):
    """The protocol of a store through which the bot's processes see each other's heartbeats.

    All methods raise `StorageError`.
    """

    async def store_heartbeat(self, process_name: str, heartbeat: ProcessHeartbeat) -> ClusterState:
        """Store a process's heartbeat, and return the new state of the cluster.

        Raises `ProcessDeclaredDeadError` too.
        """

    async def remove_process_and_free_shards(self, process_id: str) -> None:
        """Remove a process from the cluster, which makes its shards free."""

    async def abort_database_session(self) -> None:
        """Stop all transactions and release all locks of the database session."""

    def forget_cluster_membership(self) -> None:
        """Forget that this process has joined the cluster, so that its next heartbeat joins again."""


def create_process_id() -> str:
    return secrets.token_hex(8)


class ClusterMembership:
    """This process's part in the cluster: its heartbeats and its shards.

    Changes of its `state` are written with the next heartbeat, which `request_heartbeat` brings forward.
    """

    def __init__(
        self,
        store: HeartbeatStore,
        numbering: int,
        only: frozenset[int] | None = None,
        clock: Callable[[], float] = read_seconds_since_boot,
    ) -> None:
        self.state = LocalProcessState(ClusterProcess(create_process_id(), 0.0, numbering, only=only))
        self.lapses = 0
        """Number of times it could act again after a time when it could not."""
        self.moved = CallbackList[[]]()
        """Called after each heartbeat, and when all shards are lost."""
        self._store = store
        self._clock = clock
        self._name = f"{socket.gethostname()}:{getpid()}"
        self._valid_until = clock()
        self._stops = False
        self._woken = asyncio.Event()

        async def skip_waiting_for_unfinished_work() -> None:
            """Return at once, because this process has no unfinished work."""

        self.let_end: Callable[[], Awaitable[None]] = skip_waiting_for_unfinished_work
        """Waits for the end of work that began under its former id."""

    @property
    def is_membership_valid(self) -> bool:
        """Return True if the last heartbeat is recent enough that no process can have taken the shards."""
        return self._clock() < self._valid_until

    @property
    def can_hand_over_shards(self) -> bool:
        """Return True if another process could take over this process's shards."""
        return self.state.cluster.can_hand_over_shards(self.state.me.id)

    def holds_shard(self, shard_id: int) -> bool:
        """Return True if this process may act for a shard at present."""
        return self.is_membership_valid and shard_id in self.state.served_shards

    def allow_takeover_of_one_shard(self) -> None:
        """Let the next heartbeat take over one shard.

        The caller has checked that Discord allows enough new gateway sessions.
        """
        self.state.may_move = True
        self.request_heartbeat()

    def start_handing_over_all_shards(self) -> None:
        """Start handing over all shards, because this process will stop."""
        self._stops = True
        self._set_process_draining(True)

    def react_to_gateway_silence(self, is_gateway_silent: bool) -> None:
        """Hand over all shards while Discord sends nothing to this process.

        It keeps the shards that no other process can connect with either.
        """
        if not self._stops and is_gateway_silent != self.state.me.draining:
            log.warning("Discord is %s", "silent here: others may serve" if is_gateway_silent else "heard again")
            self._set_process_draining(is_gateway_silent)

    def _set_process_draining(self, is_draining: bool) -> None:
        self.state.me = replace(self.state.me, draining=is_draining)
        self.request_heartbeat()

    def change_shard_count(self, shard_count: int) -> None:
        """Change the number of shards as soon as this process holds none under the old number."""
        self.state.me = replace(self.state.me, numbering=shard_count)
        self.request_heartbeat()

    def request_heartbeat(self) -> None:
        """Send the next heartbeat at once."""
        self._woken.set()

    async def run_heartbeat_loop(self) -> None:
        """Send heartbeats regularly while the process runs."""
        while True:
            try:
                taken = await self.send_heartbeat()
            except Exception:  # without heartbeats the bot would answer nobody
                log.exception("handling a heartbeat failed")
                taken = False
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                taken = False  # the database driver cancelled it
            if not taken:
                await asyncio.sleep(RETRY_DELAY)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_INTERVAL):
                    await self._woken.wait()

    async def send_heartbeat(self) -> bool:
        """Send a heartbeat; return False if that failed."""
        self._woken.clear()
        begun = self._clock()
        heartbeat = self.state.build_next_heartbeat()
        left = self._valid_until - begun
        patience = min(HEARTBEAT_TIMEOUT, max(left, RETRY_DELAY)) if left > 0 else HEARTBEAT_TIMEOUT
        try:
            async with asyncio.timeout(patience):
                cluster = await self._store.store_heartbeat(self._name, heartbeat)
        except ProcessDeclaredDeadError:
            log.warning("other processes declared this one dead: it joins again")
            await self._store.abort_database_session()
            self._store.forget_cluster_membership()
            self._valid_until = self._clock()
            self.state.reset_state_for_new_process_id(create_process_id())
            self.moved.call_all_callbacks()
            await self.let_end()
            return False
        except Exception as error:
            if isinstance(error, (StorageError, TimeoutError)):
                log.warning("a heartbeat failed: %s", str(error) or "no answer")
            else:
                log.exception("a heartbeat failed")
            await self._store.abort_database_session()  # its locks are unknown
            self._release_shards_after_long_silence()
            return False
        self.lapses += not self.is_membership_valid
        self._valid_until = begun + LEASE_DURATION
        self.state.update_after_heartbeat(heartbeat, cluster)
        self.moved.call_all_callbacks()
        return True

    async def leave_cluster(self) -> None:
        """Release all shards and leave the cluster for good."""
        self._release_all_shards()
        try:
            await self._store.abort_database_session()  # a heartbeat may have been interrupted
            async with asyncio.timeout(HEARTBEAT_TIMEOUT):
                await self._store.remove_process_and_free_shards(self.state.me.id)
        except (StorageError, TimeoutError) as error:
            log.warning("others will declare this process dead: %s", str(error) or "no answer")

    def _release_shards_after_long_silence(self) -> None:
        """Release all shards if heartbeats have failed so long that other processes may have taken the shards.

        Until a takeover is likely, closing would only make all sessions begin again.
        """
        silent = self._clock() - self._valid_until + LEASE_DURATION
        if silent > CLOSE_AFTER and self.state.served_shards and self.can_hand_over_shards:
            log.warning("no heartbeat for %s seconds: others have taken over", CLOSE_AFTER)
            self._release_all_shards()

    def _release_all_shards(self) -> None:
        """Give up all shards at once, for others to serve."""
        self._valid_until = self._clock()
        self.state.release_shards_to_other_processes(self.state.served_shards)
        self.moved.call_all_callbacks()
