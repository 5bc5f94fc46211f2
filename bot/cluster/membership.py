"""This process among those that are one bot: which shards it holds, and until when it may act.

Its turns are its heartbeat. Where they fail for long it stops acting by itself, before anybody
else may take over; only the time since the last turn that is known to be written down counts.
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

from bot.cluster.stance import Stance
from bot.cluster.turns import BEAT, VALID, Cluster, Process, Report
from bot.listeners import Listeners
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)

ANSWER = 4.0
"""Seconds in which a turn has to be written down, or the connection is given up."""

CLOSES = 600.0
"""Seconds without a heartbeat after which it keeps no connection that others may have, too."""

AGAIN = 0.5
"""Seconds between a turn that failed and the next one."""


def read_clock() -> float:
    """Return seconds of a clock that goes on while the machine sleeps, where there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Buried(Exception):
    """Others took this process for dead: it holds nothing any more, and joins under a new id."""


class Turns(Protocol):
    """Where turns are written down. All raise `StorageError`."""

    async def take_turn(self, name: str, report: Report) -> Cluster:
        """Write a turn down and return how things stand after it. Raises `Buried` too."""

    async def leave(self, process: str) -> None:
        """Let everything go, and be no more among the processes."""

    async def hang_up(self) -> None:
        """Let go of whatever is under way, and of all locks."""

    def forget(self) -> None:
        """Be nobody any more: the next turn may join anew."""


def make_id() -> str:
    """Return an id that no process ever had."""
    return secrets.token_hex(8)


class Membership:
    """A process that takes its turns. It acts only for shards that `holds` says it holds.

    What is said of its `stance` is written down in its next turn, to which `wake` leads soon.
    """

    def __init__(
        self,
        store: Turns,
        numbering: int,
        only: frozenset[int] | None = None,
        clock: Callable[[], float] = read_clock,
    ) -> None:
        self.stance = Stance(Process(make_id(), 0.0, numbering, only=only))
        self.lapses = 0
        """How often it may act again after it might not."""
        self.moved = Listeners[[]]()
        """Told after each turn, and when all that was held is lost."""
        self._store = store
        self._clock = clock
        self._name = f"{socket.gethostname()}:{getpid()}"
        self._valid_until = clock()
        self._stops = False
        self._woken = asyncio.Event()

        async def end_nothing() -> None:
            """Nothing is under way."""

        self.let_end: Callable[[], Awaitable[None]] = end_nothing
        """Waits until nothing is under way that began while it was somebody else."""

    @property
    def is_valid(self) -> bool:
        """Whether its last turn is so new that nobody can have taken over."""
        return self._clock() < self._valid_until

    @property
    def has_successor(self) -> bool:
        """Whether another process may take what this one lets go."""
        return self.stance.cluster.has_successor(self.stance.me.id)

    def holds(self, shard: int) -> bool:
        """Whether it may act for a shard at this moment."""
        return self.is_valid and shard in self.stance.held

    def allow_move(self) -> None:
        """Let the next turn have a shard moved here: Discord lets enough sessions begin."""
        self.stance.may_move = True
        self.wake()

    def drain(self) -> None:
        """Let others take what it holds, and take nothing more: it is about to stop."""
        self._stops = True
        self._let_others_take(True)

    def note_deaf(self, deaf: bool) -> None:
        """Drain for as long as Discord is not heard here: others may hear it.

        It holds what nobody else can be connected with either.
        """
        if not self._stops and deaf != self.stance.me.draining:
            log.warning("Discord is %s", "silent here: others may serve" if deaf else "heard again")
            self._let_others_take(deaf)

    def _let_others_take(self, draining: bool) -> None:
        self.stance.me = replace(self.stance.me, draining=draining)
        self.wake()

    def renumber(self, shard_count: int) -> None:
        """Reckon with another number of shards, now that it holds none of the former."""
        self.stance.me = replace(self.stance.me, numbering=shard_count)
        self.wake()

    def wake(self) -> None:
        """Take the next turn soon."""
        self._woken.set()

    async def keep(self) -> None:
        """Take turns for ever."""
        while True:
            try:
                taken = await self.take_turn()
            except Exception:  # without turns it would be a bot that answers nobody
                log.exception("what follows from a turn failed")
                taken = False
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                taken = False  # a driver's own
            if not taken:
                await asyncio.sleep(AGAIN)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._woken.wait()

    async def take_turn(self) -> bool:
        """Take one turn; return False if it failed."""
        self._woken.clear()
        begun, report = self._clock(), self.stance.make_report()
        left = self._valid_until - begun
        patience = min(ANSWER, max(left, AGAIN)) if left > 0 else ANSWER
        try:
            async with asyncio.timeout(patience):
                cluster = await self._store.take_turn(self._name, report)
        except Buried:
            log.error("others took this process for dead: it begins anew")
            await self._store.hang_up()
            self._store.forget()
            self._valid_until = self._clock()
            self.stance.begin_anew(make_id())
            self.moved.tell()
            await self.let_end()
            return False
        except Exception as error:
            if isinstance(error, (StorageError, TimeoutError)):
                log.warning("a heartbeat failed: %s", str(error) or "no answer")
            else:
                log.exception("a turn failed")
            await self._store.hang_up()  # nobody knows which locks the session has
            self._note_silence()
            return False
        self.lapses += not self.is_valid
        self._valid_until = begun + VALID
        self.stance.apply(report, cluster)
        self.moved.tell()
        return True

    async def leave(self) -> None:
        """Let everything go for good."""
        self._lose_all()
        try:
            await self._store.hang_up()  # a turn may have been cut short
            async with asyncio.timeout(ANSWER):
                await self._store.leave(self.stance.me.id)
        except (StorageError, TimeoutError) as error:
            log.warning("others will take this process for dead: %s", str(error) or "no answer")

    def _note_silence(self) -> None:
        """Close all shards after a long silence, unless nobody else can have taken them.

        Until it is likely that somebody has, what can be saved is that all sessions begin anew.
        """
        silent = self._clock() - self._valid_until + VALID
        if silent > CLOSES and self.stance.held and self.has_successor:
            log.error("no heartbeat for %s seconds: others have taken over", CLOSES)
            self._lose_all()

    def _lose_all(self) -> None:
        """Act for nothing any more: others may already do so, or will."""
        self._valid_until = self._clock()
        self.stance.release(self.stance.held)
        self.moved.tell()
