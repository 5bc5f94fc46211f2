"""Membership of this process in the cluster: its heartbeats, and how long it may act.

If heartbeats fail for too long, the process stops acting by itself before others may take over.
Time counts from the last heartbeat that was certainly written.
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

from bot.cluster.leases import HEARTBEAT_INTERVAL, LEASE_DURATION, Cluster, Heartbeat, Process
from bot.cluster.process_state import ProcessState
from bot.listeners import Listeners
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = 4.0
"""Seconds in which a heartbeat must be written, or the connection is given up."""

CLOSE_AFTER = 600.0
"""Seconds without a heartbeat after which connections that others may have taken are closed."""

RETRY_DELAY = 0.5
"""Seconds between a failed heartbeat and the next one."""


def read_clock() -> float:
    """Return seconds of a clock that also runs while the machine sleeps, if there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class DeclaredDead(Exception):
    """Others declared this process dead: it holds nothing, and joins again under a new id."""


class HeartbeatStore(Protocol):
    """A store of heartbeats. All methods raise `StorageError`."""

    async def send_heartbeat(self, name: str, heartbeat: Heartbeat) -> Cluster:
        """Write a heartbeat and return the cluster after it. Raises `DeclaredDead` too."""

    async def leave(self, process: str) -> None:
        """Release everything and remove the process."""

    async def drop_session(self) -> None:
        """Abort everything in progress and release all locks."""

    def forget(self) -> None:
        """Forget the process's identity, so that the next heartbeat joins anew."""


def make_id() -> str:
    """Return an id that no process ever had."""
    return secrets.token_hex(8)


class Membership:
    """A process that sends heartbeats, and acts only for shards that `holds` confirms.

    Changes of its `state` are written with the next heartbeat, which `wake` brings forward.
    """

    def __init__(
        self,
        store: HeartbeatStore,
        numbering: int,
        only: frozenset[int] | None = None,
        clock: Callable[[], float] = read_clock,
    ) -> None:
        self.state = ProcessState(Process(make_id(), 0.0, numbering, only=only))
        self.lapses = 0
        """Number of times it could act again after a time when it could not."""
        self.moved = Listeners[[]]()
        """Called after each heartbeat, and when all shards are lost."""
        self._store = store
        self._clock = clock
        self._name = f"{socket.gethostname()}:{getpid()}"
        self._valid_until = clock()
        self._stops = False
        self._woken = asyncio.Event()

        async def return_at_once() -> None:
            """Return at once: no work is in progress."""

        self.let_end: Callable[[], Awaitable[None]] = return_at_once
        """Waits for the end of work that began under its former id."""

    @property
    def is_valid(self) -> bool:
        """Return whether its last heartbeat is so recent that nobody can have taken over."""
        return self._clock() < self._valid_until

    @property
    def has_successor(self) -> bool:
        """Return whether another process may take what this one releases."""
        return self.state.cluster.has_successor(self.state.me.id)

    def holds(self, shard: int) -> bool:
        """Return whether it may act for a shard now."""
        return self.is_valid and shard in self.state.held

    def allow_move(self) -> None:
        """Let the next heartbeat move a shard here: Discord lets enough sessions begin."""
        self.state.may_move = True
        self.wake()

    def drain(self) -> None:
        """Let others take everything it holds, and take nothing more, before it stops."""
        self._stops = True
        self._let_others_take(True)

    def note_deaf(self, deaf: bool) -> None:
        """Drain while this process cannot hear Discord, because others may hear it.

        It keeps the shards that no other process can connect with either.
        """
        if not self._stops and deaf != self.state.me.draining:
            log.warning("Discord is %s", "silent here: others may serve" if deaf else "heard again")
            self._let_others_take(deaf)

    def _let_others_take(self, draining: bool) -> None:
        self.state.me = replace(self.state.me, draining=draining)
        self.wake()

    def renumber(self, shard_count: int) -> None:
        """Assume another shard count, once it holds no shard of the former one."""
        self.state.me = replace(self.state.me, numbering=shard_count)
        self.wake()

    def wake(self) -> None:
        """Send the next heartbeat soon."""
        self._woken.set()

    async def keep(self) -> None:
        """Send heartbeats forever."""
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
        """Send a heartbeat; return False if it failed."""
        self._woken.clear()
        begun = self._clock()
        heartbeat = self.state.make_heartbeat()
        left = self._valid_until - begun
        patience = min(HEARTBEAT_TIMEOUT, max(left, RETRY_DELAY)) if left > 0 else HEARTBEAT_TIMEOUT
        try:
            async with asyncio.timeout(patience):
                cluster = await self._store.send_heartbeat(self._name, heartbeat)
        except DeclaredDead:
            log.warning("other processes declared this one dead: it joins again")
            await self._store.drop_session()
            self._store.forget()
            self._valid_until = self._clock()
            self.state.restart_as(make_id())
            self.moved.tell()
            await self.let_end()
            return False
        except Exception as error:
            if isinstance(error, (StorageError, TimeoutError)):
                log.warning("a heartbeat failed: %s", str(error) or "no answer")
            else:
                log.exception("a heartbeat failed")
            await self._store.drop_session()  # its locks are unknown
            self._note_silence()
            return False
        self.lapses += not self.is_valid
        self._valid_until = begun + LEASE_DURATION
        self.state.apply(heartbeat, cluster)
        self.moved.tell()
        return True

    async def leave(self) -> None:
        """Release everything for good."""
        self._lose_all()
        try:
            await self._store.drop_session()  # a heartbeat may have been interrupted
            async with asyncio.timeout(HEARTBEAT_TIMEOUT):
                await self._store.leave(self.state.me.id)
        except (StorageError, TimeoutError) as error:
            log.warning("others will declare this process dead: %s", str(error) or "no answer")

    def _note_silence(self) -> None:
        """Close all shards after a long silence, unless nobody else can have taken them.

        Until a takeover is likely, closing would only make all sessions begin again.
        """
        silent = self._clock() - self._valid_until + LEASE_DURATION
        if silent > CLOSE_AFTER and self.state.held and self.has_successor:
            log.warning("no heartbeat for %s seconds: others have taken over", CLOSE_AFTER)
            self._lose_all()

    def _lose_all(self) -> None:
        """Stop acting for any shard: others do, or will."""
        self._valid_until = self._clock()
        self.state.release(self.state.held)
        self.moved.tell()
