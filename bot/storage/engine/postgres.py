"""A PostgreSQL server as a database, over asyncpg. Every wait for it is bounded."""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import count, islice
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import URL, Connection, NullPool, Select, Table, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.lru_cache import LruCache
from bot.storage.engine import stores
from bot.storage.engine.changes import GuardInsert, Row, RowChange, apply, merge_changes
from bot.storage.engine.errors import RowExists
from bot.storage.engine.point_reads import PreparedQuestion, Question, Rows
from bot.storage.engine.stores import (
    DISCREET,
    PATIENCE,
    QUESTION,
    READERS,
    T,
    Work,
    explain_errors,
)
from bot.storage.engine.urls import mask

Key = tuple[object, ...]


def apply_guarded(
    commands: Sequence[Sequence[RowChange]], connection: Connection
) -> list[RowExists | None]:
    """Apply the commands whose guard row is new; return the outcome of each command.

    A command whose guard row exists already writes nothing, so that the others need not be tried
    one by one. Raises `RowExists` if any other row exists already.
    """
    outcomes: list[RowExists | None] = [None] * len(commands)
    guards = [
        (number, change)
        for number, changes in enumerate(commands)
        for change in changes
        if isinstance(change.statement, GuardInsert)
    ]
    inserted = _insert_guards([change for _, change in guards], connection)
    for number, change in guards:
        key = _find_key(_find_table(change), change.rows[0])
        if key in inserted:
            inserted.remove(key)  # if two commands of a batch have the same guard, the first wins
        else:
            outcomes[number] = RowExists(change.table)
    others = (
        [change for change in changes if not isinstance(change.statement, GuardInsert)]
        for changes, outcome in zip(commands, outcomes, strict=True)
        if outcome is None
    )
    apply(map(_sort, merge_changes(others)), connection)
    return outcomes


def _insert_guards(guards: Sequence[RowChange], connection: Connection) -> set[Key]:
    """Insert the guard rows, all of one table, that do not exist; return their keys."""
    if not guards:
        return set()
    table = _find_table(guards[0])
    rows = _sort(RowChange(guards[0].statement, [row for each in guards for row in each.rows])).rows
    free = postgresql.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    return {tuple(row) for row in connection.execute(free, rows)}


def _sort(change: RowChange) -> RowChange:
    """Return a change whose rows are in the order of their keys.

    Two processes that write the same rows in the same order wait for each other, and not for ever.
    """
    table = _find_table(change)
    if not all(column.name in row for row in change.rows for column in table.primary_key):
        return change
    return RowChange(change.statement, sorted(change.rows, key=lambda row: _find_key(table, row)))


def _find_key(table: Table, row: Row) -> Key:
    return tuple(row[column.name] for column in table.primary_key)


def _find_table(change: RowChange) -> Table:
    table = change.statement.table
    assert isinstance(table, Table)
    return table


TOGETHER = 18
"""Questions in one statement: what three askers need whose channels are not in memory."""

REMEMBERED = 200
"""Statements, one for each series of questions."""

Shape = tuple[Select[Any], ...]


class JointReader:
    """Asks over the connections of an engine, with the driver's own words."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # With plain marks, which are numbered once it is known where they stand.
        self._dialect = PGDialect(paramstyle="format")  # type: ignore[no-untyped-call]
        self._prepared: dict[Select[Any], PreparedQuestion] = {}
        self._statements = LruCache[Shape, str](REMEMBERED)

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer the questions, in their order. Raises what the driver does."""
        answers: list[Rows] = []
        every = iter(questions)
        async with self._engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            try:
                while some := [*islice(every, TOGETHER)]:
                    answers += await self._answer_together(raw, some)
            except BaseException:  # nobody knows what the server still has to say
                await connection.invalidate()
                raise
        return answers

    async def _answer_together(self, raw: Any, questions: Sequence[Question]) -> list[Rows]:
        prepared = [self._prepare(each.statement) for each in questions]
        values = [
            _check_size(value)
            for each, question in zip(prepared, questions, strict=True)
            for value in each.order_values(question.values)
        ]
        found: list[list[tuple[Any, ...]]] = [[] for _ in questions]
        statement = self._join(tuple(each.statement for each in questions))
        for number, row in await raw.fetch(statement, *values):
            found[number].append(tuple(msgspec.json.decode(row)))
        return [each.read_rows(rows) for each, rows in zip(prepared, found, strict=True)]

    def _prepare(self, statement: Select[Any]) -> PreparedQuestion:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = self._prepared[statement] = PreparedQuestion(statement, self._dialect)
        return prepared

    def _join(self, shape: Shape) -> str:
        known = self._statements.get(shape)
        if known is None:
            known = _number_marks(
                " UNION ALL ".join(
                    f"SELECT {number}, json_build_array({_list_columns(each)})::text "
                    f"FROM ({self._prepare(each).sql}) AS q{number}"
                    for number, each in enumerate(shape)
                )
            )
            self._statements.put(shape, known)
        return known


def _check_size(value: Any) -> Any:
    """The value. Raises `OverflowError`, as SQLite does, for a number of more than 64 bits."""
    if isinstance(value, int) and value.bit_length() > 63:
        raise OverflowError("a number of more than 64 bits")
    return value


def _list_columns(statement: Select[Any]) -> str:
    return ", ".join(f'"{column.name}"' for column in statement.selected_columns)


def _number_marks(statement: str) -> str:
    """Give each mark its number, as the driver wants them."""
    first, *others = statement.split("%s")
    return "".join([first, *(f"${at}{part}" for at, part in enumerate(others, 1))])


SETTINGS = {
    "application_name": "suzerain",
    "lock_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "synchronous_commit": "on",  # as above, whatever the server's own setting
    # To compile a question or to share it out takes longer than to answer one of ours.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    # What a connection holds that was lost on the way is free again soon.
    "tcp_keepalives_idle": "10",  # s
    "tcp_keepalives_interval": "5",  # s
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "25000",  # ms
}

STATEMENT = 600.0
"""Seconds for one statement of a long transaction, such as a migration's."""

LOCK = 5.0
"""Seconds for one statement of the session that holds locks, and to wait for one."""

PAUSE = 0.25
"""Seconds until the outcome of a commit is looked for again."""

GOODBYE = 0.2
"""Seconds that a server has to agree that a connection ends."""

DEADLOCK, SERIALIZATION = "40P01", "40001"
"""PostgreSQL's codes for a transaction that it gave up, and that may be tried again."""

TROUBLE = (asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is raised where SQLAlchemy is not between."""


class HangingUp(asyncpg.Connection):  # type: ignore[misc]
    """A connection that ends in time, whatever is under way on it."""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  (asyncpg's)
        """End the connection; if the server does not agree soon, without it."""
        try:
            async with asyncio.timeout(GOODBYE if timeout is None else min(timeout, GOODBYE)):
                await super().close()
        except TimeoutError:
            self.terminate()


class PostgreSQL:
    """A server, over asyncpg."""

    def __init__(self, url: URL) -> None:
        self.url = mask(url.set(drivername="postgresql"))
        self._lost: int | None = None  # the server's process of a connection that was given up
        self._reader, self._writer = (
            create_async_engine(
                _name_driver(url),
                pool_size=size,
                max_overflow=0,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,  # a server that was restarted is no trouble
                connect_args=_list_connect_args(statement),
                **DISCREET,
            )
            for size, statement in ((READERS, QUESTION), (1, STATEMENT))
        )
        self._joint = JointReader(self._reader)

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """See `Store`."""
        with explain_errors(self.url, *TROUBLE):
            async with asyncio.timeout(PATIENCE):
                return await self._joint.answer(questions)

    async def write(self, commands: Sequence[Sequence[RowChange]]) -> Sequence[RowExists | None]:
        """See `Store`. Returns or raises only what is known, however long that takes."""
        unsure = False
        with explain_errors(self.url, *TROUBLE):
            for again in count():
                try:
                    outcomes = await self._write(commands)
                    for taken in filter(None, outcomes):
                        taken.unsure = unsure
                    return outcomes
                except RowExists as taken:
                    taken.unsure = unsure
                    raise
                except IntegrityError:
                    raise
                except (DBAPIError, NoConnection, OSError, *TROUBLE) as error:
                    # Perhaps it was durable, and only its end got lost: the unique keys tell.
                    unsure = unsure or isinstance(error, _Unsure)
                    if not unsure and (again or not _may_pass(error)):
                        raise
                await asyncio.sleep(PAUSE if again else 0)
        raise AssertionError("the last attempt returns or raises")

    async def _write(self, commands: Sequence[Sequence[RowChange]]) -> list[RowExists | None]:
        """Make the changes in a time that is bounded. Raises `_Unsure` if they may be there."""
        process, committing = None, False
        try:
            async with asyncio.timeout(stores.COMMIT), self._writer.connect() as connection:
                await self._end_lost(connection)
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                process = raw.get_server_pid()
                async with connection.begin() as transaction:
                    outcomes = await connection.run_sync(partial(apply_guarded, commands))
                    committing = True
                    await transaction.commit()
                    return outcomes
        except (DBAPIError, OSError) as error:
            if _is_lost(error):
                self._lost = process or self._lost
                if committing:
                    raise _Unsure from error
            raise

    async def _end_lost(self, connection: AsyncConnection) -> None:
        """Have the server end a process that still waits for a connection which was given up."""
        if self._lost is not None:
            await connection.execute(_END, {"pid": self._lost})
            await connection.commit()
            self._lost = None

    async def transact(self, work: Work[T]) -> T:
        """See `Store`."""
        with explain_errors(self.url, *TROUBLE):
            try:
                return await self._run_in(self._writer, work)
            except DBAPIError as error:
                if not _may_pass(error):
                    raise
            return await self._run_in(self._writer, work)  # the unique keys tell, as above

    async def checkpoint(self, *, truncate: bool) -> bool:
        """See `Store`; a server sees to its files itself."""
        return True

    async def read(self, work: Work[T]) -> T:
        """See `Store`."""
        with explain_errors(self.url, *TROUBLE):
            one_state = self._reader.execution_options(isolation_level="REPEATABLE READ")
            return await self._run_in(one_state, work)

    async def snapshot(self, work: Work[T]) -> T:
        """See `Store`."""
        return await self.read(work)

    async def _run_in(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See `Store`."""
        await self._reader.dispose()
        await self._writer.dispose()


def make_lock_engine(url: URL) -> AsyncEngine:
    """Return an engine for a session that is kept, and that waits longer for a lock.

    The server ends it if it stops in the midst of a transaction: all others would wait.
    """
    longest = f"{LOCK * 1000:.0f}"
    connect_args = _list_connect_args(
        LOCK, lock_timeout=longest, idle_in_transaction_session_timeout=longest
    )
    return create_async_engine(
        _name_driver(url), poolclass=NullPool, connect_args=connect_args, **DISCREET
    )


def _name_driver(url: URL) -> URL:
    return url.set(drivername="postgresql+asyncpg")


def _list_connect_args(statement: float, **settings: str) -> dict[str, Any]:
    """Return what asyncpg is told; a statement takes at most so many seconds."""
    return {
        "timeout": PATIENCE,
        "command_timeout": statement,
        "server_settings": {**SETTINGS, **settings},
        "connection_class": HangingUp,
    }


class _Unsure(OSError):
    """The connection was lost while a transaction was being made durable."""


_END = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid"
    " AND usename = current_user AND application_name = current_setting('application_name')"
)


def _may_pass(error: BaseException) -> bool:
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return _is_lost(error) or code in (DEADLOCK, SERIALIZATION)


def _is_lost(error: BaseException) -> bool:
    """Whether a connection was lost, or given up."""
    return isinstance(error, OSError) or getattr(error, "connection_invalidated", False)
