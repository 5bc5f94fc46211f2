"""Heartbeats and shard leases in PostgreSQL; each shard is locked by the session of its holder.

Heartbeats of all processes are written one after the other, each in a transaction. The advisory lock of a shard belongs
to its holder's session, and ends with that session however the process ends.
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
    ClusterProcess,
    ClusterState,
    DeadProcessDetector,
    ProcessHeartbeat,
    ShardLeaseRecord,
    apply_heartbeat_to_cluster,
    remove_process_from_cluster,
)
from bot.cluster.local_processes import build_current_process_identity, has_process_ended
from bot.cluster.membership import ProcessDeclaredDeadError
from bot.storage.engine.errors import TransactionPoolerUnsupportedError
from bot.storage.engine.postgres import DRIVER_ERRORS, create_engine_for_advisory_locks
from bot.storage.engine.schema import cluster, commands, processes, shards
from bot.storage.engine.stores import raise_database_unreachable_on_driver_errors
from bot.storage.engine.urls import mask_password_in_database_url, parse_database_url

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
_LOCK_TURN = text("SELECT pg_advisory_xact_lock(:turns # hashtext(current_schema()), 0)").bindparams(turns=TURN_LOCKS)
_LOCK_SHARD = text("SELECT pg_try_advisory_lock(:shards # hashtext(current_schema()), :shard)").bindparams(
    shards=SHARD_LOCKS
)
_UNLOCK_SHARD = text("SELECT pg_advisory_unlock(:shards # hashtext(current_schema()), :shard)").bindparams(
    shards=SHARD_LOCKS
)
_NOTIFY_SHARDS_MOVED = text("SELECT pg_notify(:channel, :told)").bindparams(channel=CHANNEL, told=SHARDS_MOVED)
_LOCK_COMMANDS = text("SELECT pg_try_advisory_xact_lock(:turns # hashtext(current_schema()), 1)").bindparams(
    turns=TURN_LOCKS
)
_EXTEND_IDLE_TIMEOUT = text(f"SET LOCAL idle_in_transaction_session_timeout = {2 * REGISTRATION_TIMEOUT * 1000:.0f}")
_SELECT_PID = text("SELECT pg_backend_pid()")
_SELECT_BACKEND = text(
    "SELECT pid, extract(epoch FROM backend_start)::double precision FROM pg_stat_activity WHERE pid = pg_backend_pid()"
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


class RegisteredCommandsHash(Struct):
    """The hash (digest) of the registered slash commands; None if unknown."""

    told: str | None


class DatabaseUsedByOtherBotError(Exception):
    """The error that the database is in use by processes of another Discord bot."""


class DatabaseSession(Struct, frozen=True):
    """A session of the PostgreSQL server, identified by its process id and its start."""

    backend: int
    since: float


class PostgreSQLClusterStore:
    """The heartbeats and shard leases of the bot's processes, stored in PostgreSQL.

    All methods raise `StorageError`.
    """

    def __init__(self, url: str, on_announcement: Callable[[str], None]) -> None:
        """Open the store. `on_announcement` is called with each message from another process."""
        parsed = parse_database_url(url)
        self._engine = create_engine_for_advisory_locks(parsed)
        self._url = mask_password_in_database_url(parsed)
        self._hear = on_announcement
        self._connection: AsyncConnection | None = None
        self._session = DatabaseSession(0, 0.0)
        self._witness = DeadProcessDetector()
        self._begun = 0.0  # when this process joined, by the server's clock
        self._fresh = True  # whether the session holds no locks yet

    async def require_dedicated_sessions(self) -> None:
        """Raise `TransactionPoolerUnsupportedError` if a connection pooler shares PostgreSQL sessions.

        A pooler gives one connection's session, with its locks, to another after each transaction.
        """
        with raise_database_unreachable_on_driver_errors(self._url, *DRIVER_ERRORS):
            async with self._engine.connect() as one, self._engine.connect() as other:
                # This order also reveals a pooler that alternates between two sessions.
                seen = [await _fetch_database_backend_pid(each) for each in (one, other, other, one)]
        if seen[0] == seen[1] or seen[:2] != seen[:1:-1]:
            raise TransactionPoolerUnsupportedError(self._url)

    async def store_heartbeat(self, process_name: str, heartbeat: ProcessHeartbeat) -> ClusterState:
        """Store a process's heartbeat, and return the new state of the cluster.

        Raises `ProcessDeclaredDeadError` too. The server's clock sets the time of the heartbeat.
        """
        with raise_database_unreachable_on_driver_errors(self._url, *DRIVER_ERRORS):
            connection = await self._connect_to_database()
            async with connection.begin():
                return await self._store_heartbeat_in_transaction(connection, process_name, heartbeat)

    async def _store_heartbeat_in_transaction(
        self, connection: AsyncConnection, process_name: str, heartbeat: ProcessHeartbeat
    ) -> ClusterState:
        await connection.execute(_LOCK_TURN)
        now = (await connection.execute(_SELECT_NOW)).scalar_one()
        # If the server's clock was put back, dead processes would seem alive for that long.
        ahead = update(processes).where(processes.c.beat > now)
        await connection.execute(ahead.values(beat=now))
        before, sessions, ended = await self._load_cluster_and_sessions(connection)
        heartbeat = replace(heartbeat, me=replace(heartbeat.me, beat=now))
        me = heartbeat.me.id
        if me not in before.processes and self._begun:
            raise ProcessDeclaredDeadError
        self._begun = self._begun or now
        after = apply_heartbeat_to_cluster(
            before, heartbeat, ended, self._witness.compute_silence_start(before, me, now)
        )
        for gone in before.processes.keys() - after.processes.keys():
            await _terminate_database_session(connection, sessions[gone])
        if self._fresh and me in sessions:  # the former session may still exist
            await _terminate_database_session(connection, sessions[me])
        after = await self._update_shard_locks(connection, before, after, me)
        await self._save_cluster_changes(connection, before, after, heartbeat.me, process_name)
        return after

    async def remove_process_and_free_shards(self, process_id: str) -> None:
        with raise_database_unreachable_on_driver_errors(self._url, *DRIVER_ERRORS):
            connection = await self._connect_to_database()
            async with connection.begin():
                await connection.execute(_LOCK_TURN)
                before, _, _ = await self._load_cluster_and_sessions(connection)
                await self._save_changed_shard_leases(
                    connection, before, remove_process_from_cluster(before, process_id)
                )
                await connection.execute(delete(processes).where(processes.c.id == process_id))
                await connection.execute(_NOTIFY_SHARDS_MOVED)

    async def load_or_store_shard_count(self, application_id: int, wanted_count: int, *, may_lower_count: bool) -> int:
        """Return the stored number of shards; if there is none, store and return `wanted_count`.

        If no other process runs, the count may be raised, as Discord recommends, or set to any value if
        `may_lower_count`, and `application_id` may be another bot than before. Raises `DatabaseUsedByOtherBotError`
        too.
        """
        with raise_database_unreachable_on_driver_errors(self._url, *DRIVER_ERRORS):
            connection = await self._connect_to_database()
            async with connection.begin():
                await connection.execute(_LOCK_TURN)
                row = (await connection.execute(select(cluster))).mappings().one_or_none()
                known = wanted_count if row is None else row["shard_count"]
                now = (await connection.execute(_SELECT_NOW)).scalar_one()
                alone = not await _count_live_processes(connection, now)
                if not alone and row is not None and row["application"] != application_id:
                    raise DatabaseUsedByOtherBotError
                count = wanted_count if alone and (may_lower_count or wanted_count > known) else known
                settled = {"application": application_id, "shard_count": count}
                if row is None:
                    await connection.execute(insert(cluster).values(id=1, **settled))
                else:
                    await connection.execute(update(cluster).values(settled))
                return int(count)

    @asynccontextmanager
    async def lock_registered_commands_hash(self) -> AsyncIterator["RegisteredCommandsHash"]:
        """Lock the hash of the registered slash commands during the `with` block.

        A hash that the block changed is stored at the end.
        """
        # The block's own errors stay as they are.
        trouble = partial(raise_database_unreachable_on_driver_errors, self._url, *DRIVER_ERRORS)
        async with AsyncExitStack() as stack:
            with trouble():
                # Discord may be slow: other processes wait as long as this one may take.
                connection = await stack.enter_async_context(self._engine.connect())
                await connection.execute(_EXTEND_IDLE_TIMEOUT)
                async with asyncio.timeout(REGISTRATION_TIMEOUT):
                    while not (await connection.execute(_LOCK_COMMANDS)).scalar_one():  # noqa: ASYNC110
                        await asyncio.sleep(RETRY_DELAY)
                row = await connection.execute(select(commands.c.told))
            register = RegisteredCommandsHash(row.scalar())
            before = register.told
            yield register
            if register.told != before:
                with trouble():
                    await connection.execute(delete(commands))
                    await connection.execute(insert(commands).values(id=1, told=register.told))
                    await connection.commit()

    async def abort_database_session(self) -> None:
        """End the database session with all its locks. The next heartbeat begins another session."""
        connection = self._connection
        self._connection = None
        self._fresh = True
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close_connection_for_good(self) -> None:
        await self.abort_database_session()
        await self._engine.dispose()

    def forget_cluster_membership(self) -> None:
        self._begun = 0.0
        self._witness = DeadProcessDetector()

    async def _connect_to_database(self) -> AsyncConnection:
        if self._connection is None:
            connection = await self._engine.connect()
            try:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None
                await driver.add_listener(CHANNEL, lambda *told: self._hear(told[-1]))
                self._session = DatabaseSession(*(await connection.execute(_SELECT_BACKEND)).one())
                await connection.commit()
            except BaseException:
                await connection.invalidate()
                await connection.close()
                raise
            self._connection = connection
            self._fresh = True
            self._hear(NOTICES_MISSED)
        return self._connection

    async def _load_cluster_and_sessions(
        self, connection: AsyncConnection
    ) -> tuple[ClusterState, dict[str, DatabaseSession], frozenset[str]]:
        found: dict[str, ClusterProcess] = {}
        sessions: dict[str, DatabaseSession] = {}
        gone: set[str] = set()
        for row in (await connection.execute(select(processes))).mappings():
            found[row["id"]] = _parse_process_row(row)
            sessions[row["id"]] = DatabaseSession(row["backend"], row["backend_since"])
            if has_process_ended(row["place"]):
                gone.add(row["id"])
        leases = {
            row["shard"]: ShardLeaseRecord(row["holder"], row["heir"], row["ready"], row["taken"])
            for row in (await connection.execute(select(shards))).mappings()
        }
        count = (await connection.execute(select(cluster.c.shard_count))).scalar_one()
        return ClusterState(count, found, leases), sessions, frozenset(gone)

    async def _update_shard_locks(
        self,
        connection: AsyncConnection,
        previous_cluster: ClusterState,
        current_cluster: ClusterState,
        process_id: str,
    ) -> ClusterState:
        """Acquire and release the database locks of a process's shards; return the resulting cluster.

        A shard that another process still locks has no holder in the returned cluster.
        """
        held = previous_cluster.find_shards_held_by(process_id)
        for shard in () if self._fresh else held - current_cluster.find_shards_held_by(process_id):
            await connection.execute(_UNLOCK_SHARD, {"shard": shard})
        missed = {}
        for shard in current_cluster.find_shards_held_by(process_id) - (frozenset() if self._fresh else held):
            if not (await connection.execute(_LOCK_SHARD, {"shard": shard})).scalar_one():
                # A session that was told to end still holds it: tell it again.
                await connection.execute(_TERMINATE_LOCK_HOLDER, {"shard": shard})
                missed[shard] = replace(previous_cluster.get_shard_lease(shard), holder=None)
        self._fresh = False
        return current_cluster.copy_with_changed_shard_leases(missed)

    async def _save_cluster_changes(
        self,
        connection: AsyncConnection,
        previous_cluster: ClusterState,
        current_cluster: ClusterState,
        process: ClusterProcess,
        process_name: str,
    ) -> None:
        row = {
            "beat": process.beat,
            "numbering": process.numbering,
            "draining": process.draining,
            "backend": self._session.backend,
            "backend_since": self._session.since,
        }
        if process.id in previous_cluster.processes:
            mine = update(processes).where(processes.c.id == process.id)
            await connection.execute(mine.values(row))
        else:
            only = None if process.only is None else ",".join(map(str, sorted(process.only)))
            joined = {"id": process.id, "name": process_name, "since": self._begun, "only": only}
            joined["place"] = build_current_process_identity()
            await connection.execute(insert(processes).values({**row, **joined}))
        gone = previous_cluster.processes.keys() - current_cluster.processes.keys()
        if gone:
            await connection.execute(delete(processes).where(processes.c.id.in_(gone)))
        changed = await self._save_changed_shard_leases(connection, previous_cluster, current_cluster)
        if changed or gone or previous_cluster.processes.get(process.id, process).draining != process.draining:
            await connection.execute(_NOTIFY_SHARDS_MOVED)

    async def _save_changed_shard_leases(
        self, connection: AsyncConnection, previous_cluster: ClusterState, current_cluster: ClusterState
    ) -> bool:
        """Store the changed leases of shards; return True if there are any."""
        changed = {s for s in previous_cluster.leases if current_cluster.leases.get(s) != previous_cluster.leases[s]}
        if changed:
            await connection.execute(delete(shards).where(shards.c.shard.in_(changed)))
        new = [s for s in current_cluster.leases if s in changed or s not in previous_cluster.leases]
        if new:
            rows = [{"shard": s, **_build_shard_lease_row(current_cluster.leases[s])} for s in new]
            await connection.execute(insert(shards), rows)
        return bool(changed or new)


async def require_dedicated_database_sessions(url: str) -> None:
    """Raise `TransactionPoolerUnsupportedError` if a connection pooler shares PostgreSQL sessions.

    Raises other kinds of `StorageError` too.
    """
    store = PostgreSQLClusterStore(url, lambda _: None)
    try:
        await store.require_dedicated_sessions()
    finally:
        await store.close_connection_for_good()


async def _terminate_database_session(connection: AsyncConnection, session: DatabaseSession) -> None:
    """Terminate a session on the database server, which releases its locks."""
    ending = {"backend": session.backend, "since": session.since}
    await connection.execute(_TERMINATE_SESSION, ending)


async def _fetch_database_backend_pid(connection: AsyncConnection) -> int:
    """Return the process id with which the database server handles a new transaction."""
    async with connection.begin():
        return int((await connection.execute(_SELECT_PID)).scalar_one())


async def _count_live_processes(connection: AsyncConnection, now: float) -> int:
    living = select(func.count()).select_from(processes).where(processes.c.beat >= now - DEAD_AFTER)
    return int((await connection.execute(living)).scalar_one())


def _parse_process_row(process_row: Any) -> ClusterProcess:
    only = None if process_row["only"] is None else _parse_shard_numbers(process_row["only"].split(","))
    return ClusterProcess(
        process_row["id"], process_row["beat"], process_row["numbering"], process_row["draining"], only
    )


def _parse_shard_numbers(number_texts: Iterable[str]) -> frozenset[int]:
    return frozenset(int(each) for each in number_texts if each)


def _build_shard_lease_row(lease: ShardLeaseRecord) -> dict[str, Any]:
    return asdict(lease)
