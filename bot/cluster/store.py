"""Where turns are written down: over one connection of its own, whose session holds the locks.

Turns of all processes follow one another, each in a transaction. A shard's advisory lock belongs to
the session of its holder: it ends with that session, however the process ends.
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

from bot.cluster.membership import Buried
from bot.cluster.places import find_place, is_gone
from bot.cluster.turns import DEAD, Cluster, Lease, Process, Report, Witness, leave, take_turn
from bot.storage.engine.errors import Pooled
from bot.storage.engine.postgres import TROUBLE, make_lock_engine
from bot.storage.engine.schema import cluster, commands, processes, shards
from bot.storage.engine.stores import explain_errors
from bot.storage.engine.urls import mask, read_url

CHANNEL = "suzerain"
"""On which processes tell one another what has changed."""

MOVED, MISSED = "shards", "missed"
"""What is heard when a lease has changed, and when nobody knows what was told meanwhile."""

TURNS, SHARDS = 1_937_073_256, 1_937_073_257
"""The first numbers of the advisory locks: for all turns and all commands, and for each shard.

Two bots may have a schema each of one database, and two databases of one server.
"""

AGAIN, TELLING = 0.25, 60.0
"""Seconds until it is tried again to be the one who tells Discord the commands; and in all."""

GONE = 2_000
"""Milliseconds that the server has to end a session whose process is dead."""

_NOW = text("SELECT extract(epoch FROM clock_timestamp())::double precision")
_TURN = text("SELECT pg_advisory_xact_lock(:turns # hashtext(current_schema()), 0)").bindparams(
    turns=TURNS
)
_LOCK = text(
    "SELECT pg_try_advisory_lock(:shards # hashtext(current_schema()), :shard)"
).bindparams(shards=SHARDS)
_UNLOCK = text(
    "SELECT pg_advisory_unlock(:shards # hashtext(current_schema()), :shard)"
).bindparams(shards=SHARDS)
_TELL = text("SELECT pg_notify(:channel, :told)").bindparams(channel=CHANNEL, told=MOVED)
_COMMANDS = text(
    "SELECT pg_try_advisory_xact_lock(:turns # hashtext(current_schema()), 1)"
).bindparams(turns=TURNS)
_LET_IDLE = text(f"SET LOCAL idle_in_transaction_session_timeout = {2 * TELLING * 1000:.0f}")
_PID = text("SELECT pg_backend_pid()")
_BACKEND = text(
    "SELECT pid, extract(epoch FROM backend_start)::double precision"
    " FROM pg_stat_activity WHERE pid = pg_backend_pid()"
)
_END = text(
    "SELECT pg_terminate_backend(pid, :gone) FROM pg_stat_activity"
    " WHERE pid = :backend AND extract(epoch FROM backend_start)::double precision = :since"
    " AND pid <> pg_backend_pid() AND pg_has_role(usesysid, 'USAGE')"
).bindparams(gone=GONE)

_END_STRANGER = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND database = datid AND datname = current_database()"
    " AND classid::bigint = (:shards # hashtext(current_schema()))::bigint & 4294967295"
    " AND objid::bigint = :shard AND objsubid = 2 AND granted AND pid <> pg_backend_pid()"
    " AND pid NOT IN (SELECT backend FROM processes) AND pg_has_role(usesysid, 'USAGE')"
).bindparams(shards=SHARDS)


class Register(Struct):
    """What names the commands that Discord was told last; None if nobody knows."""

    told: str | None


class OtherBot(Exception):
    """Other processes run on the database that are another bot of Discord's."""


class Session(Struct, frozen=True):
    """What names a session of the server, and no later one."""

    backend: int
    since: float


class ClusterStore:
    """The cluster as one of its processes reads and writes it. Everything raises `StorageError`."""

    def __init__(self, url: str, hear: Callable[[str], None]) -> None:
        """`hear` is called with what other processes tell, whenever they do."""
        parsed = read_url(url)
        self._engine, self._url = make_lock_engine(parsed), mask(parsed)
        self._hear = hear
        self._connection: AsyncConnection | None = None
        self._session = Session(0, 0.0)
        self._witness = Witness()
        self._begun = 0.0  # when this process joined, by the server's clock
        self._fresh = True  # whether the session holds no locks yet

    async def check_session(self) -> None:
        """Raise `Pooled` unless each connection has a session of its own.

        A pooler gives the session of one to the next after each transaction, and its locks with it.
        """
        with explain_errors(self._url, *TROUBLE):
            async with self._engine.connect() as one, self._engine.connect() as other:
                # In this order also one is seen that gives two sessions in turn.
                seen = [await _find_backend(each) for each in (one, other, other, one)]
        if seen[0] == seen[1] or seen[:2] != seen[:1:-1]:
            raise Pooled(self._url)

    async def take_turn(self, name: str, report: Report) -> Cluster:
        """Write a turn down and return how things stand after it. Raises `Buried` too.

        The heartbeat in `report` is set here, by the server's clock.
        """
        with explain_errors(self._url, *TROUBLE):
            connection = await self._connect()
            async with connection.begin():
                return await self._take_turn(connection, name, report)

    async def _take_turn(self, connection: AsyncConnection, name: str, report: Report) -> Cluster:
        await connection.execute(_TURN)
        now = (await connection.execute(_NOW)).scalar_one()
        # Where the server's clock went back, somebody dead would seem to be alive for as long.
        ahead = update(processes).where(processes.c.beat > now)
        await connection.execute(ahead.values(beat=now))
        before, sessions, ended = await self._read(connection)
        report = replace(report, me=replace(report.me, beat=now))
        me = report.me.id
        if me not in before.processes and self._begun:
            raise Buried
        self._begun = self._begun or now
        after = take_turn(before, report, ended, self._witness.look(before, me, now))
        for gone in before.processes.keys() - after.processes.keys():
            await _end_session(connection, sessions[gone])
        if self._fresh and me in sessions:  # the former session may be half gone
            await _end_session(connection, sessions[me])
        after = await self._lock(connection, before, after, me)
        await self._write(connection, before, after, report.me, name)
        return after

    async def leave(self, process: str) -> None:
        """Let everything go, and be no more among the processes."""
        with explain_errors(self._url, *TROUBLE):
            connection = await self._connect()
            async with connection.begin():
                await connection.execute(_TURN)
                before, _, _ = await self._read(connection)
                await self._write_leases(connection, before, leave(before, process))
                await connection.execute(delete(processes).where(processes.c.id == process))
                await connection.execute(_TELL)

    async def settle_shard_count(self, application: int, wanted: int, *, exact: bool) -> int:
        """Return of how many shards there are: as is written down, or else as is wanted.

        Who comes first may have more, as Discord recommends, or, if `exact`, any other number; and
        may be another bot of Discord's, its `application`. Raises `OtherBot` too.
        """
        with explain_errors(self._url, *TROUBLE):
            connection = await self._connect()
            async with connection.begin():
                await connection.execute(_TURN)
                row = (await connection.execute(select(cluster))).mappings().one_or_none()
                known = wanted if row is None else row["shard_count"]
                now = (await connection.execute(_NOW)).scalar_one()
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
        """For the length of the block be the only one to look at what Discord was told last.

        What the block writes into it is kept.
        """
        trouble = partial(explain_errors, self._url, *TROUBLE)  # that of the block is not of these
        async with AsyncExitStack() as stack:
            with trouble():
                # Discord may take its time: others wait for as long as for who tells it.
                connection = await stack.enter_async_context(self._engine.connect())
                await connection.execute(_LET_IDLE)
                async with asyncio.timeout(TELLING):
                    while not (await connection.execute(_COMMANDS)).scalar_one():  # noqa: ASYNC110
                        await asyncio.sleep(AGAIN)
                row = await connection.execute(select(commands.c.told))
            register = Register(row.scalar())
            before = register.told
            yield register
            if register.told != before:
                with trouble():
                    await connection.execute(delete(commands))
                    await connection.execute(insert(commands).values(id=1, told=register.told))
                    await connection.commit()

    async def hang_up(self) -> None:
        """End the session, and with it what it holds; the next turn begins another."""
        connection, self._connection = self._connection, None
        self._fresh = True
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        """Let go of the connection for good."""
        await self.hang_up()
        await self._engine.dispose()

    def forget(self) -> None:
        """Be nobody any more: the next turn may join anew."""
        self._begun, self._witness = 0.0, Witness()

    async def _connect(self) -> AsyncConnection:
        if self._connection is None:
            connection = await self._engine.connect()
            try:
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None
                await driver.add_listener(CHANNEL, lambda *told: self._hear(told[-1]))
                self._session = Session(*(await connection.execute(_BACKEND)).one())
                await connection.commit()
            except BaseException:
                await connection.invalidate()
                await connection.close()
                raise
            self._connection, self._fresh = connection, True
            self._hear(MISSED)
        return self._connection

    async def _read(
        self, connection: AsyncConnection
    ) -> tuple[Cluster, dict[str, Session], frozenset[str]]:
        """Return all that is written down, the session of each process, and who has ended."""
        found, sessions, gone = {}, {}, set()
        for row in (await connection.execute(select(processes))).mappings():
            found[row["id"]] = _read_process(row)
            sessions[row["id"]] = Session(row["backend"], row["backend_since"])
            if is_gone(row["place"]):
                gone.add(row["id"])
        leases = {
            row["shard"]: Lease(row["holder"], row["heir"], row["ready"], row["taken"])
            for row in (await connection.execute(select(shards))).mappings()
        }
        count = (await connection.execute(select(cluster.c.shard_count))).scalar_one()
        return Cluster(count, found, leases), sessions, frozenset(gone)

    async def _lock(
        self, connection: AsyncConnection, before: Cluster, after: Cluster, me: str
    ) -> Cluster:
        """Take and let go the locks of shards; return the turn without what cannot be locked."""
        held = before.find_held(me)
        for shard in () if self._fresh else held - after.find_held(me):
            await connection.execute(_UNLOCK, {"shard": shard})
        missed = {}
        for shard in after.find_held(me) - (frozenset() if self._fresh else held):
            if not (await connection.execute(_LOCK, {"shard": shard})).scalar_one():
                # Of a session that somebody has ended, and that takes its time: it is told again.
                await connection.execute(_END_STRANGER, {"shard": shard})
                missed[shard] = replace(before.find_lease(shard), holder=None)
        self._fresh = False
        return after.with_leases(missed)

    async def _write(
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
            joined["place"] = find_place()
            await connection.execute(insert(processes).values({**row, **joined}))
        gone = before.processes.keys() - after.processes.keys()
        if gone:
            await connection.execute(delete(processes).where(processes.c.id.in_(gone)))
        changed = await self._write_leases(connection, before, after)
        if changed or gone or before.processes.get(me.id, me).draining != me.draining:
            await connection.execute(_TELL)

    async def _write_leases(
        self, connection: AsyncConnection, before: Cluster, after: Cluster
    ) -> bool:
        """Write what has changed; return whether anything has."""
        changed = {s for s in before.leases if after.leases.get(s) != before.leases[s]}
        if changed:
            await connection.execute(delete(shards).where(shards.c.shard.in_(changed)))
        new = [s for s in after.leases if s in changed or s not in before.leases]
        if new:
            rows = [{"shard": s, **_write_lease(after.leases[s])} for s in new]
            await connection.execute(insert(shards), rows)
        return bool(changed or new)


async def check_sessions(url: str) -> None:
    """Raise `Pooled` unless a connection's session is its own; other `StorageError` too."""
    store = ClusterStore(url, lambda _: None)
    try:
        await store.check_session()
    finally:
        await store.close()


async def _end_session(connection: AsyncConnection, session: Session) -> None:
    """Have the server end a session, if it is still there, and with it the locks that it holds."""
    ending = {"backend": session.backend, "since": session.since}
    await connection.execute(_END, ending)


async def _find_backend(connection: AsyncConnection) -> int:
    """Return the server's process in a transaction of its own."""
    async with connection.begin():
        return int((await connection.execute(_PID)).scalar_one())


async def _count_living(connection: AsyncConnection, now: float) -> int:
    living = select(func.count()).select_from(processes).where(processes.c.beat >= now - DEAD)
    return int((await connection.execute(living)).scalar_one())


def _read_process(row: Any) -> Process:
    only = None if row["only"] is None else _read_numbers(row["only"].split(","))
    return Process(row["id"], row["beat"], row["numbering"], row["draining"], only)


def _read_numbers(written: Iterable[str]) -> frozenset[int]:
    return frozenset(int(each) for each in written if each)


def _write_lease(lease: Lease) -> dict[str, Any]:
    return asdict(lease)
