"""Blocking processes inside a transaction, so that they can be stopped there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import asyncpg

from bot.cluster.store import TURN_LOCKS
from tests.crash.processes import Child

_KEY = f"({TURN_LOCKS} # hashtext(current_schema()))"
HOLD_TURNS = f"SELECT pg_advisory_xact_lock({_KEY}, 0)"
WAITS_FOR_TURN = f"locktype = 'advisory' AND classid::bigint = {_KEY}::bigint & 4294967295"

HOLD_EVENTS = "LOCK TABLE events IN SHARE MODE"
WAITS_FOR_EVENTS = "relation = 'events'::regclass"

HELD = 3.0
"""Seconds in which a process comes to where it is held up, if it ever does."""

_WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = ANY($1) AND "


@asynccontextmanager
async def held_up(database: str, child: Child, hold: str, waits: str) -> AsyncIterator[bool]:
    """Hold a lock that a process waits for, if it gets there in time; release it afterwards."""
    connection = await asyncpg.connect(database)
    try:
        async with connection.transaction():
            await connection.execute(hold)
            came = False
            with suppress(TimeoutError):
                async with asyncio.timeout(HELD):
                    while not (came := await _waits(connection, child, waits)):
                        pass
            yield came
    finally:
        await connection.close()


async def _waits(connection: asyncpg.Connection, child: Child, waits: str) -> bool:
    """Return whether one of a process's connections waits for such a lock."""
    ports = child.proxy.list_ports()
    found = "SELECT pid FROM pg_stat_activity WHERE client_port = ANY($1)"
    backends = [row["pid"] for row in await connection.fetch(found, ports)]
    return bool(await connection.fetchval(_WAITS + waits, backends))
