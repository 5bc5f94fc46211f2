"""The rate limit of Discord for new gateway sessions (IDENTIFY), shared by all processes of a bot."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, Double, bindparam, cast, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.schema import identifies

log = logging.getLogger(__name__)

SESSION_INTERVAL = 5.5
"""Seconds between two sessions of a bucket: Discord's five, plus a margin for the network."""

RETRY_DELAY = 1.0
"""Seconds before a database that did not answer is asked again."""

_NOW = cast(func.extract("epoch", func.clock_timestamp()), Double)
_INSERT_SLOT = insert(identifies).values(bucket=bindparam("bucket"), at=_NOW)
_TAKE_SLOT = _INSERT_SLOT.on_conflict_do_update(
    index_elements=[identifies.c.bucket],
    set_={"at": _NOW},
    # If the clock was put back, nobody waits until it catches up.
    where=or_(identifies.c.at <= _NOW - literal(SESSION_INTERVAL), identifies.c.at > _NOW),
).returning(identifies.c.at)
_SELECT_SECONDS_LEFT = select(identifies.c.at + literal(SESSION_INTERVAL) - _NOW).where(
    identifies.c.bucket == bindparam("bucket")
)
_USE_SLOT = (
    update(identifies)
    .where(identifies.c.bucket == bindparam("of_bucket"), identifies.c.at == bindparam("mine"))
    .values(at=_NOW)
)


class GatewaySlotExpiredError(ConnectionError):
    """The error that another process has used the time slot reserved for a gateway session."""


class GatewaySessionRateLimiter:
    """A limiter of new Discord gateway sessions, shared by all processes of the bot.

    Discord lets `at_once` sessions begin every five seconds, one for each bucket of shards.
    """

    def __init__(
        self, database: Database, at_once: int, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._database = database
        self._at_once = at_once
        self._sleep = sleep
        self._taken: dict[int, float] = {}  # by shard: when its slot came
        self._asking = [asyncio.Lock() for _ in range(at_once)]  # by bucket

    async def wait_for_gateway_session_slot(
        self, shard_id: int, is_still_needed: Callable[[], bool] = lambda: True
    ) -> None:
        """Wait until a shard may begin its gateway session, or no longer needs one.

        There is no queue, so a process that goes away uses up no slot. In each process, one shard at a time asks for a
        bucket, so that a process that begins many sessions leaves slots to others.
        """
        if shard_id in self._taken:
            return
        bucket = shard_id % self._at_once

        def try_to_reserve_session_slot(connection: Connection) -> tuple[float | None, float]:
            taken: float | None = connection.execute(_TAKE_SLOT, {"bucket": bucket}).scalar()
            if taken is not None:
                return taken, 0.0
            return None, float(connection.execute(_SELECT_SECONDS_LEFT, {"bucket": bucket}).scalar_one())

        async with self._asking[bucket]:
            while is_still_needed():
                try:
                    taken, left = await self._database.run_write_transaction(try_to_reserve_session_slot)
                except StorageError as error:
                    log.warning("no session can begin: %s", error)
                    taken = None
                    left = RETRY_DELAY
                if taken is not None:
                    self._taken[shard_id] = taken
                    return
                await self._sleep(max(left, 0.0))

    async def use_reserved_session_slot(self, shard_id: int) -> None:
        """Begin a shard's gateway session in its reserved time slot. Raises `GatewaySlotExpiredError`."""
        row = {"of_bucket": shard_id % self._at_once, "mine": self._taken.pop(shard_id, None)}

        def mark_session_slot_as_used(connection: Connection) -> bool:
            return connection.execute(_USE_SLOT, row).rowcount == 1

        try:
            used = await self._database.run_write_transaction(mark_session_slot_as_used)
        except StorageError as error:
            raise GatewaySlotExpiredError(str(error)) from None
        if not used:
            raise GatewaySlotExpiredError("the slot to begin a session is over")
