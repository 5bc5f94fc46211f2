"""When a session may begin: Discord lets so many begin at once, whichever process begins them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, Double, bindparam, cast, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.schema import identifies

log = logging.getLogger(__name__)

APART = 5.5
"""Seconds between two of one bucket: Discord's five, and what the way there may differ by."""

AGAIN = 1.0
"""Seconds after which a database that did not answer is asked again."""

_NOW = cast(func.extract("epoch", func.clock_timestamp()), Double)
_NEW = insert(identifies).values(bucket=bindparam("bucket"), at=_NOW)
_TAKE = _NEW.on_conflict_do_update(
    index_elements=[identifies.c.bucket],
    set_={"at": _NOW},
    # Where the clock went back, nobody waits until it is there again.
    where=or_(identifies.c.at <= _NOW - literal(APART), identifies.c.at > _NOW),
).returning(identifies.c.at)
_LEFT = select(identifies.c.at + literal(APART) - _NOW).where(
    identifies.c.bucket == bindparam("bucket")
)
_USE = (
    update(identifies)
    .where(identifies.c.bucket == bindparam("of_bucket"), identifies.c.at == bindparam("mine"))
    .values(at=_NOW)
)


class TooLate(ConnectionError):
    """Others have begun a session since somebody's turn had come: it has to wait for another."""


class Identifies:
    """The turns of one bot to begin sessions, `at_once` of them."""

    def __init__(
        self,
        database: Database,
        at_once: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._at_once = at_once
        self._sleep = sleep
        self._taken: dict[int, float] = {}  # by shard: when its turn came
        self._asking = [asyncio.Lock() for _ in range(at_once)]  # by bucket

    async def take_turn(self, shard: int, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Wait until a session of a shard may begin, or is wanted no more.

        Nobody has a place in a queue, for many would come too late for it: whoever goes away has
        used no turn up. Of each process one asks for a bucket, so that who begins many sessions
        leaves others theirs.
        """
        if shard in self._taken:
            return
        bucket = shard % self._at_once

        def try_to_take(connection: Connection) -> tuple[float | None, float]:
            taken: float | None = connection.execute(_TAKE, {"bucket": bucket}).scalar()
            if taken is not None:
                return taken, 0.0
            return None, float(connection.execute(_LEFT, {"bucket": bucket}).scalar_one())

        async with self._asking[bucket]:
            while is_wanted():
                try:
                    taken, left = await self._database.transact(try_to_take)
                except StorageError as error:
                    log.warning("no session can begin: %s", error)
                    taken, left = None, AGAIN
                if taken is not None:
                    self._taken[shard] = taken
                    return
                await self._sleep(max(left, 0.0))

    async def use_turn(self, shard: int) -> None:
        """Begin a session at this moment, by a turn that was taken. Raises `TooLate`."""
        row = {"of_bucket": shard % self._at_once, "mine": self._taken.pop(shard, None)}

        def use(connection: Connection) -> bool:
            return connection.execute(_USE, row).rowcount == 1

        try:
            used = await self._database.transact(use)
        except StorageError as error:
            raise TooLate(str(error)) from None
        if not used:
            raise TooLate("the turn to begin a session is over")
