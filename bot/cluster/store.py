"""Storage of heartbeats, over a connection whose session holds the locks of the shards.

Heartbeats of all processes are written one after the other, each in a transaction. The advisory
lock of a shard belongs to its holder's session, and ends with that session however the process
ends.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cluster.leases import (
    DEAD_AFTER,
    Cluster,
    Heartbeat,
    Lease,
    Process,
    Witness,
    apply_heartbeat,
    leave,
)
from bot.cluster.local_processes import has_ended, identify_process
from bot.cluster.membership import DeclaredDead
from bot.storage.engine.errors import Pooled
from bot.storage.engine.postgres import DRIVER_ERRORS, make_lock_engine
from bot.storage.engine.schema import cluster, commands, processes, shards
from bot.storage.engine.stores import explain_errors
from bot.storage.engine.urls import mask, read_url

CHANNEL = "suzerain"
"""The PostgreSQL channel on which processes announce changes."""

SHARDS_MOVED = "shards"
"""Announced when a lease has changed."""
NOTICES_MISSED = "missed"
"""Reported after a new connection, because announcements may have been missed."""

TURN_LOCKS = 1_937_073_256
SHARD_LOCKS = 1_937_073_257
"""First numbers of the advisory locks: for heartbeats and commands, and for each shard.

They are mixed with the schema's name, because two bots may share a database.
"""

RETRY_DELAY = 0.25
"""Seconds between attempts to become the process that registers commands with Discord."""
REGISTRATION_TIMEOUT = 60.0
"""Most seconds that registering commands may take."""

SESSION_END_TIMEOUT = 2_000
"""Milliseconds that the server has to end the session of a dead process."""

_SELECT_NOW = text("SELECT extract(epoch FROM clock_timestamp())::double precision")
_LOCK_TURN = text(
    "SELECT pg_advisory_xact_lock(:turns # hashtext(current_schema()), 0)"
).bindparams(turns=TURN_LOCKS)
_LOCK_SHARD = text(
    "SELECT pg_try_advisory_lock(:shards # hashtext(current_schema()), :shard)"
).bindparams(shards=SHARD_LOCKS)
_UNLOCK_SHARD = text(
    "SELECT pg_advisory_unlock(:shards # hashtext(current_schema()), :shard)"
).bindparams(shards=SHARD_LOCKS)
_NOTIFY_SHARDS_MOVED = text("SELECT pg_notify(:channel, :told)").bindparams(
    channel=CHANNEL, told=SHARDS_MOVED
)
_LOCK_COMMANDS = text(
    "SELECT pg_try_advisory_xact_lock(:turns # hashtext(current_schema()), 1)"
).bindparams(turns=TURN_LOCKS)
_EXTEND_IDLE_TIMEOUT = text(
    f"SET LOCAL idle_in_transaction_session_timeout = {2 * REGISTRATION_TIMEOUT * 1000:.0f}"
)
_SELECT_PID = text("SELECT pg_backend_pid()")
_SELECT_BACKEND = text(
    "SELECT pid, extract(epoch FROM backend_start)::double precision"
    " FROM pg_stat_activity WHERE pid = pg_backend_pid()"
)
_TERMINATE_SESSION = text(
    "SELECT pg_terminate_backend(pid, :gone) FROM pg_stat_activity"
    " WHERE pid = :backend AND extract(epoch FROM backend_start)::double precision = :since"
    " AND pid <> pg_backend_pid() AND pg_has_role(usesysid, 'USAGE')"
).bindparams(gone=SESSION_END_TIMEOUT)

_TERMINATE_LOCK_HOLDER = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND database = datid AND datname = current_database()"
    " AND classid::bigint = (:shards # hashtext(current_schema()))::bigint & 4294967295"
    " AND objid::bigint = :shard AND objsubid = 2 AND granted AND pid <> pg_backend_pid()"
    " AND pid NOT IN (SELECT backend FROM processes) AND pg_has_role(usesysid, 'USAGE')"
).bindparams(shards=SHARD_LOCKS)


class Register(Struct):
    """A register of commands: a digest of those that Discord has; None if unknown."""

    told: str | None


class OtherBot(Exception):
    """The processes on this database belong to another bot of Discord's."""


class Session(Struct, frozen=True):
    """A session of the database server; no later session equals it."""

    backend: int
    since: float


class ClusterStore:
    """The cluster as one of its processes reads and writes it. All methods raise `StorageError`."""

    def __init__(self, url: str, hear: Callable[[str], None]) -> None:
        """Open the store; `hear` is called with each announcement of other processes."""
        parsed = read_url(url)
        self._engine = make_lock_engine(parsed)
        self._url = mask(parsed)
        self._hear = hear
        self._connection: AsyncConnection | None = None
        self._session = Session(0, 0.0)
        self._witness = Witness()
        self._begun = 0.0  # when this process joined, by the server's clock
        self._fresh = True  # whether the session holds no locks yet

    async def check_session(self) -> None:
        """Raise `Pooled` unless each connection has a session of its own.

        A pooler gives one connection's session, with its locks, to another after each transaction.
        """
        with explain_errors(self._url, *DRIVER_ERRORS):
            async with self._engine.connect() as one, self._engine.connect() as other:
                # This order also reveals a pooler that alternates between two sessions.
                seen = [await _find_backend(each) for each in (one, other, other, one)]
        if seen[0] == seen[1] or seen[:2] != seen[:1:-1]:
            raise Pooled(self._url)

    async def send_heartbeat(self, name: str, heartbeat: Heartbeat) -> Cluster:
        """Write a heartbeat and return the cluster after it. Raises `DeclaredDead` too.

        The server's clock sets the time of the heartbeat.
        """
        with explain_errors(self._url, *DRIVER_ERRORS):
            connection = await self._connect()
            async with connection.begin():
                return await self._send_heartbeat(connection, name, heartbeat)

    async def _send_heartbeat(
        self, connection: AsyncConnection, name: str, heartbeat: Heartbeat
    ) -> Cluster:
        await connection.execute(_LOCK_TURN)
        now = (await connection.execute(_SELECT_NOW)).scalar_one()
        # If the server's clock was put back, dead processes would seem alive for that long.
        ahead = update(processes).where(processes.c.beat > now)
        await connection.execute(ahead.values(beat=now))
        before, sessions, ended = await self._read_cluster(connection)
        heartbeat = replace(heartbeat, me=replace(heartbeat.me, beat=now))
        me = heartbeat.me.id
        if me not in before.processes and self._begun:
            raise DeclaredDead
        self._begun = self._begun or now
        after = apply_heartbeat(before, heartbeat, ended, self._witness.look(before, me, now))
        for gone in before.processes.keys() - after.processes.keys():
            await _end_session(connection, sessions[gone])
        if self._fresh and me in sessions:  # the former session may still exist
            await _end_session(connection, sessions[me])
        after = await self._take_locks(connection, before, after, me)
        await self._write_cluster(connection, before, after, heartbeat.me, name)
        return after

    async def leave(self, process: str) -> None:
        """Release everything and remove the process."""
        with explain_errors(self._url, *DRIVER_ERRORS):
            connection = await self._connect()
            async with connection.begin():
                await connection.execute(_LOCK_TURN)
                before, _, _ = await self._read_cluster(connection)
                await self._write_leases(connection, before, leave(before, process))
                await connection.execute(delete(processes).where(processes.c.id == process))
                await connection.execute(_NOTIFY_SHARDS_MOVED)

    async def settle_shard_count(self, application: int, wanted: int, *, exact: bool) -> int:
        """Return the recorded shard count; record and return `wanted` if there is none.

        If no other process runs, the count may be raised, as Discord recommends, or set to any
        value if `exact`, and `application` may be another bot than before. Raises `OtherBot` too.
        """
        with explain_errors(self._url, *DRIVER_ERRORS):
            connection = await self._connect()
            async with connection.begin():
                await connection.execute(_LOCK_TURN)
                row = (await connection.execute(select(cluster))).mappings().one_or_none()
                known = wanted if row is None else row["shard_count"]
                now = (await connection.execute(_SELECT_NOW)).scalar_one()
                alone = not await _count_living(connection, now)
                if not alone and row is not None and row["application"] != application:
                    raise OtherBot
                count = wanted if alone and (exact or wanted > known) else known
                settled = {"application": application, "shard_count": count}
                if row is None:
                    await connection.execute(insert(cluster).values(id=1, **settled))
                else:
                    await connection.execute(update(cluster).values(settled))
                return int(count)

    @asynccontextmanager
    async def hold_commands(self) -> AsyncIterator["Register"]:
        """Hold the lock on the register of commands for the block; save the register's changes."""
        # The block's own errors stay as they are.
        trouble = partial(explain_errors, self._url, *DRIVER_ERRORS)
        async with AsyncExitStack() as stack:
            with trouble():
                # Discord may be slow: other processes wait as long as this one may take.
                connection = await stack.enter_async_context(self._engine.connect())
                await connection.execute(_EXTEND_IDLE_TIMEOUT)
                async with asyncio.timeout(REGISTRATION_TIMEOUT):
                    while not (await connection.execute(_LOCK_COMMANDS)).scalar_one():  # noqa: ASYNC110
                        await asyncio.sleep(RETRY_DELAY)
                row = await connection.execute(select(commands.c.told))
            register = Register(row.scalar())
            before = register.told
            yield register
            if register.told != before:
                with trouble():
                    await connection.execute(delete(commands))
                    await connection.execute(insert(commands).values(id=1, told=register.told))
                    await connection.commit()

    async def drop_session(self) -> None:
        """End the session, and its locks; the next heartbeat begins another."""
        connection = self._connection
        self._connection = None
        self._fresh = True
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        """Close the connection for good."""
        await self.drop_session()
        await self._engine.dispose()

    def forget(self) -> None:
        """Forget the process's identity, so that the next heartbeat joins anew."""
        self._begun = 0.0
        self._witness = Witness()

    async def _connect(self) -> AsyncConnection:
        if self._connection is None:
            connection = await self._engine.connect()
            try:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None
                await driver.add_listener(CHANNEL, lambda *told: self._hear(told[-1]))
                self._session = Session(*(await connection.execute(_SELECT_BACKEND)).one())
                await connection.commit()
            except BaseException:
                await connection.invalidate()
                await connection.close()
                raise
            self._connection = connection
            self._fresh = True
            self._hear(NOTICES_MISSED)
        return self._connection

    async def _read_cluster(
        self, connection: AsyncConnection
    ) -> tuple[Cluster, dict[str, Session], frozenset[str]]:
        """Load the cluster, the session of each process, and the processes that have ended."""
        found: dict[str, Process] = {}
        sessions: dict[str, Session] = {}
        gone: set[str] = set()
        for row in (await connection.execute(select(processes))).mappings():
            found[row["id"]] = _read_process(row)
            sessions[row["id"]] = Session(row["backend"], row["backend_since"])
            if has_ended(row["place"]):
                gone.add(row["id"])
        leases = {
            row["shard"]: Lease(row["holder"], row["heir"], row["ready"], row["taken"])
            for row in (await connection.execute(select(shards))).mappings()
        }
        count = (await connection.execute(select(cluster.c.shard_count))).scalar_one()
        return Cluster(count, found, leases), sessions, frozenset(gone)

    async def _take_locks(
        self, connection: AsyncConnection, before: Cluster, after: Cluster, me: str
    ) -> Cluster:
        """Take and release locks of shards; return the cluster without shards that stay locked."""
        held = before.find_held(me)
        for shard in () if self._fresh else held - after.find_held(me):
            await connection.execute(_UNLOCK_SHARD, {"shard": shard})
        missed = {}
        for shard in after.find_held(me) - (frozenset() if self._fresh else held):
            if not (await connection.execute(_LOCK_SHARD, {"shard": shard})).scalar_one():
                # A session that was told to end still holds it: tell it again.
                await connection.execute(_TERMINATE_LOCK_HOLDER, {"shard": shard})
                missed[shard] = replace(before.find_lease(shard), holder=None)
        self._fresh = False
        return after.with_leases(missed)

    async def _write_cluster(
        self, connection: AsyncConnection, before: Cluster, after: Cluster, me: Process, name: str
    ) -> None:
        row = {
            "beat": me.beat,
            "numbering": me.numbering,
            "draining": me.draining,
            "backend": self._session.backend,
            "backend_since": self._session.since,
        }
        if me.id in before.processes:
            mine = update(processes).where(processes.c.id == me.id)
            await connection.execute(mine.values(row))
        else:
            only = None if me.only is None else ",".join(map(str, sorted(me.only)))
            joined = {"id": me.id, "name": name, "since": self._begun, "only": only}
            joined["place"] = identify_process()
            await connection.execute(insert(processes).values({**row, **joined}))
        gone = before.processes.keys() - after.processes.keys()
        if gone:
            await connection.execute(delete(processes).where(processes.c.id.in_(gone)))
        changed = await self._write_leases(connection, before, after)
        if changed or gone or before.processes.get(me.id, me).draining != me.draining:
            await connection.execute(_NOTIFY_SHARDS_MOVED)

    async def _write_leases(
        self, connection: AsyncConnection, before: Cluster, after: Cluster
    ) -> bool:
        """Write changed leases; return whether there were any."""
        changed = {s for s in before.leases if after.leases.get(s) != before.leases[s]}
        if changed:
            await connection.execute(delete(shards).where(shards.c.shard.in_(changed)))
        new = [s for s in after.leases if s in changed or s not in before.leases]
        if new:
            rows = [{"shard": s, **_write_lease(after.leases[s])} for s in new]
            await connection.execute(insert(shards), rows)
        return bool(changed or new)


async def check_sessions(url: str) -> None:
    """Raise `Pooled` unless each connection has its own session; other `StorageError` too."""
    store = ClusterStore(url, lambda _: None)
    try:
        await store.check_session()
    finally:
        await store.close()


async def _end_session(connection: AsyncConnection, session: Session) -> None:
    """Let the server end a session, if it still exists, and its locks."""
    ending = {"backend": session.backend, "since": session.since}
    await connection.execute(_TERMINATE_SESSION, ending)


async def _find_backend(connection: AsyncConnection) -> int:
    """Return the server process of a new transaction."""
    async with connection.begin():
        return int((await connection.execute(_SELECT_PID)).scalar_one())


async def _count_living(connection: AsyncConnection, now: float) -> int:
    living = select(func.count()).select_from(processes).where(processes.c.beat >= now - DEAD_AFTER)
    return int((await connection.execute(living)).scalar_one())


def _read_process(row: Any) -> Process:
    only = None if row["only"] is None else _read_numbers(row["only"].split(","))
    return Process(row["id"], row["beat"], row["numbering"], row["draining"], only)


def _read_numbers(written: Iterable[str]) -> frozenset[int]:
    return frozenset(int(each) for each in written if each)


def _write_lease(lease: Lease) -> dict[str, Any]:
    return asdict(lease)
