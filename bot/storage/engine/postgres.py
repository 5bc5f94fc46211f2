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
from bot.storage.engine.account_key import AccountKey
from bot.storage.engine.changes import (
    ChangeOrCondition,
    GuardInsert,
    Row,
    RowChange,
    apply,
    list_conditions,
    merge_changes,
    take_turn,
)
from bot.storage.engine.errors import RowExists
from bot.storage.engine.point_reads import PreparedQuestion, Question, Rows
from bot.storage.engine.stores import (
    HIDE_PARAMETERS,
    PATIENCE,
    READ_CONNECTIONS,
    READ_TIMEOUT,
    Access,
    T,
    Work,
    explain_errors,
)
from bot.storage.engine.urls import mask

RowKey = tuple[object, ...]


def apply_guarded(
    commands: Sequence[Sequence[ChangeOrCondition]], connection: Connection
) -> list[RowExists | None]:
    """Apply the commands whose guard row is new; return the outcome of each command.

    A command whose guard row exists already writes nothing, so that the others need not be tried
    one by one. Raises `RowExists` if any other row exists already, and `Unmet`.
    """
    take_turn(connection, *(each.key for each in list_conditions(commands)))
    outcomes: list[RowExists | None] = [None] * len(commands)
    guards = [
        (number, change)
        for number, changes in enumerate(commands)
        for change in changes
        if isinstance(change, RowChange) and isinstance(change.statement, GuardInsert)
    ]
    inserted = _insert_guards([change for _, change in guards], connection)
    for number, change in guards:
        key = _find_key(_find_table(change), change.rows[0])
        if key in inserted:
            inserted.remove(key)  # if two commands of a batch have the same guard, the first wins
        else:
            outcomes[number] = RowExists(change.table)
    others: list[list[ChangeOrCondition]] = [
        [change for change in changes if not isinstance(change.statement, GuardInsert)]
        for changes, outcome in zip(commands, outcomes, strict=True)
        if outcome is None
    ]
    merged = map(_sort, merge_changes(others))
    apply([*merged, *list_conditions(others)], connection)
    return outcomes


def _insert_guards(guards: Sequence[RowChange], connection: Connection) -> set[RowKey]:
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


def _find_key(table: Table, row: Row) -> RowKey:
    return tuple(row[column.name] for column in table.primary_key)


def _find_table(change: RowChange) -> Table:
    table = change.statement.table
    assert isinstance(table, Table)
    return table


MAX_JOINED_QUESTIONS = 18
"""The most questions in one statement: three commands in channels that are not in memory."""

CACHED_STATEMENTS = 200
"""The most joined statements in the cache."""

QuestionShape = tuple[Select[Any], ...]


class JointReader:
    """A reader that joins several point reads into one statement, for one round trip.

    Rows come as JSON, so that those of all questions have the same shape.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # Parameters are `%s` until a statement is joined; then they are numbered.
        self._dialect = PGDialect(paramstyle="format")  # type: ignore[no-untyped-call]
        self._prepared: dict[Select[Any], PreparedQuestion] = {}
        self._statements = LruCache[QuestionShape, str](CACHED_STATEMENTS)

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer the questions, in their order. Raises the driver's errors."""
        answers: list[Rows] = []
        every = iter(questions)
        async with self._engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            try:
                while some := [*islice(every, MAX_JOINED_QUESTIONS)]:
                    answers += await self._answer_together(raw, some)
            except BaseException:  # the server may still be sending
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

    def _join(self, shape: QuestionShape) -> str:
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
    """Return the value. Raises `OverflowError`, as SQLite does, for more than 64 bits."""
    if isinstance(value, int) and value.bit_length() > 63:
        raise OverflowError("a number of more than 64 bits")
    return value


def _list_columns(statement: Select[Any]) -> str:
    return ", ".join(f'"{column.name}"' for column in statement.selected_columns)


def _number_marks(statement: str) -> str:
    """Replace each `%s` by its number, as the driver wants parameters."""
    first, *others = statement.split("%s")
    return "".join([first, *(f"${at}{part}" for at, part in enumerate(others, 1))])


SETTINGS = {
    "application_name": "suzerain",
    "lock_timeout": f"{PATIENCE * 1000:.0f}",  # ms
    "synchronous_commit": "on",  # a commit is durable, whatever the server's own setting
    # The bot's reads are short: compiling or sharing them out would take longer.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    # The locks of a connection that was lost are free again soon.
    "tcp_keepalives_idle": "10",  # s
    "tcp_keepalives_interval": "5",  # s
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "25000",  # ms
}

STATEMENT_TIMEOUT = 600.0
"""Seconds for one statement of a long transaction, such as a migration's."""

LOCK_TIMEOUT = 5.0
"""Seconds for one statement, or for a lock, in the session that holds locks."""

COMMIT_RETRY_DELAY = 0.25
"""Seconds until an unknown commit is tried again."""

CLOSE_TIMEOUT = 0.2
"""Seconds to close a connection politely."""

DEADLOCK = "40P01"
SERIALIZATION = "40001"
"""PostgreSQL's codes for a transaction that was rolled back and may be tried again."""

DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)
"""Errors of the plain driver."""


class HangingUp(asyncpg.Connection):  # type: ignore[misc]
    """A connection that closes in a bounded time."""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  (asyncpg's)
        """Close the connection; abort it if the server does not answer soon."""
        try:
            async with asyncio.timeout(
                CLOSE_TIMEOUT if timeout is None else min(timeout, CLOSE_TIMEOUT)
            ):
                await super().close()
        except TimeoutError:
            self.terminate()


class PostgreSQL:
    """A PostgreSQL server, over asyncpg."""

    def __init__(self, url: URL, key: AccountKey, access: Access) -> None:
        self.url = mask(url.set(drivername="postgresql"))
        # The server itself refuses what a diagnosis must not do.
        self._only_reads = access is Access.READ
        self._lost: int | None = None  # the server process of a connection that was lost
        self._reader, self._writer = (
            create_async_engine(
                _name_driver(url),
                pool_size=size,
                max_overflow=0,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,  # connections to a server that was restarted are replaced
                connect_args=_list_connect_args(statement),
                execution_options=key.options,
                **HIDE_PARAMETERS,
            )
            for size, statement in ((READ_CONNECTIONS, READ_TIMEOUT), (1, STATEMENT_TIMEOUT))
        )
        self._joint = JointReader(self._reader)

    async def answer(self, questions: Sequence[Question]) -> list[Rows]:
        """Answer point reads from one state. Calls must not overlap."""
        with explain_errors(self.url, *DRIVER_ERRORS):
            async with asyncio.timeout(PATIENCE):
                return await self._joint.answer(questions)

    async def write(
        self, commands: Sequence[Sequence[ChangeOrCondition]]
    ) -> Sequence[RowExists | None]:
        """Commit the changes of all commands; return the outcome of each.

        Tries again until the outcome is known, however long that takes.
        """
        unsure = False
        with explain_errors(self.url, *DRIVER_ERRORS):
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
                except (DBAPIError, NoConnection, OSError, *DRIVER_ERRORS) as error:
                    # The commit may have succeeded, and only the answer got lost: the next
                    # attempt finds its rows.
                    unsure = unsure or isinstance(error, _Unsure)
                    if not unsure and (again or not _may_pass(error)):
                        raise
                await asyncio.sleep(COMMIT_RETRY_DELAY if again else 0)
        raise AssertionError("the last attempt returns or raises")

    async def _write(
        self, commands: Sequence[Sequence[ChangeOrCondition]]
    ) -> list[RowExists | None]:
        """Write within `COMMIT` seconds. Raises `_Unsure` if the commit may have succeeded."""
        process = None
        committing = False
        try:
            async with asyncio.timeout(stores.WRITE_TIMEOUT), self._writer.connect() as connection:
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
        """Terminate the server process of a connection that was lost."""
        if self._lost is not None:
            await connection.execute(_TERMINATE_SESSION, {"pid": self._lost})
            await connection.commit()
            self._lost = None

    async def transact(self, work: Work[T]) -> T:
        """Run `work` in a transaction and commit it; roll back if it raises."""
        with explain_errors(self.url, *DRIVER_ERRORS):
            try:
                return await self._run_in(self._writer, work)
            except DBAPIError as error:
                if not _may_pass(error):
                    raise
            return await self._run_in(self._writer, work)  # unique keys prevent a second write

    async def checkpoint(self, *, truncate: bool) -> bool:
        """Do nothing and return True: a server needs no help with its files."""
        return True

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one state of the database; stop it if cancelled."""
        with explain_errors(self.url, *DRIVER_ERRORS):
            one_state = self._reader.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=self._only_reads
            )
            return await self._run_in(one_state, work)

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work` as `read` does, but without taking a place from waiting callers."""
        return await self.read(work)

    async def _run_in(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close every connection."""
        await self._reader.dispose()
        await self._writer.dispose()


def make_lock_engine(url: URL) -> AsyncEngine:
    """Return an engine for a long-lived session that waits longer for locks.

    The server ends the session if it stalls within a transaction, as others would wait for it.
    """
    longest = f"{LOCK_TIMEOUT * 1000:.0f}"
    connect_args = _list_connect_args(
        LOCK_TIMEOUT, lock_timeout=longest, idle_in_transaction_session_timeout=longest
    )
    return create_async_engine(
        _name_driver(url), poolclass=NullPool, connect_args=connect_args, **HIDE_PARAMETERS
    )


def _name_driver(url: URL) -> URL:
    return url.set(drivername="postgresql+asyncpg")


def _list_connect_args(statement: float, **settings: str) -> dict[str, Any]:
    """Return asyncpg's arguments; a statement may take `statement` seconds."""
    return {
        "timeout": PATIENCE,
        "command_timeout": statement,
        "server_settings": {**SETTINGS, **settings},
        "connection_class": HangingUp,
    }


class _Unsure(OSError):
    """An error that a connection was lost during COMMIT."""


_TERMINATE_SESSION = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid"
    " AND usename = current_user AND application_name = current_setting('application_name')"
)


def _may_pass(error: BaseException) -> bool:
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return _is_lost(error) or code in (DEADLOCK, SERIALIZATION)


def _is_lost(error: BaseException) -> bool:
    """Return True if the connection was lost or given up."""
    invalidated = isinstance(error, DBAPIError) and error.connection_invalidated
    return invalidated or isinstance(error, OSError)
