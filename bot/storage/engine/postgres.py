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

from bot.basics.lru_cache import LruCache
from bot.storage.engine import stores
from bot.storage.engine.account_key import AccountHashKey
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.point_queries import CompiledSelect, Rows, SmallQuery
from bot.storage.engine.row_changes import (
    ChangeOrCondition,
    IdempotencyKeyInsertStatement,
    Row,
    RowChange,
    acquire_advisory_locks,
    apply_row_changes,
    collect_write_conditions_of_commands,
    merge_row_changes_of_commands,
)
from bot.storage.engine.stores import (
    HIDE_PARAMETERS,
    PATIENCE,
    READ_CONNECTIONS,
    READ_TIMEOUT,
    DatabaseAccessMode,
    T,
    Work,
    raise_database_unreachable_on_driver_errors,
)
from bot.storage.engine.urls import mask_password_in_database_url

RowKey = tuple[object, ...]


def apply_commands_not_yet_applied(
    commands: Sequence[Sequence[ChangeOrCondition]], connection: Connection
) -> list[RowAlreadyExistsError | None]:
    """Apply each command unless its idempotency key is stored already; return each command's outcome.

    A command whose key is stored already writes nothing, so that the others need not be tried one by one. Raises
    `RowAlreadyExistsError` if any other row exists already, or one of several keys of a command, and
    `WriteConditionNotMetError`.
    """
    acquire_advisory_locks(connection, *(each.key for each in collect_write_conditions_of_commands(commands)))
    outcomes: list[RowAlreadyExistsError | None] = [None] * len(commands)
    guards = [
        (number, change)
        for number, changes in enumerate(commands)
        for change in changes
        if isinstance(change, RowChange) and isinstance(change.statement, IdempotencyKeyInsertStatement)
    ]
    inserted = _insert_new_idempotency_keys([change for _, change in guards], connection)
    for number, change in guards:
        key = _get_primary_key_of_row(_get_table_of_row_change(change), change.rows[0])
        if key in inserted:
            inserted.remove(key)  # if two commands of a batch have the same guard, the first wins
        elif sum(other == number for other, _ in guards) > 1:  # its other keys are inserted already
            raise RowAlreadyExistsError(change.table_name)
        else:
            outcomes[number] = RowAlreadyExistsError(change.table_name)
    others: list[list[ChangeOrCondition]] = [
        [change for change in changes if not isinstance(change.statement, IdempotencyKeyInsertStatement)]
        for changes, outcome in zip(commands, outcomes, strict=True)
        if outcome is None
    ]
    merged = map(_sort_rows_by_primary_key, merge_row_changes_of_commands(others))
    apply_row_changes([*merged, *collect_write_conditions_of_commands(others)], connection)
    return outcomes


def _insert_new_idempotency_keys(idempotency_changes: Sequence[RowChange], connection: Connection) -> set[RowKey]:
    if not idempotency_changes:
        return set()
    table = _get_table_of_row_change(idempotency_changes[0])
    rows = _sort_rows_by_primary_key(
        RowChange(idempotency_changes[0].statement, [row for each in idempotency_changes for row in each.rows])
    ).rows
    free = postgresql.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    return {tuple(row) for row in connection.execute(free, rows)}


def _sort_rows_by_primary_key(row_change: RowChange) -> RowChange:
    """Return a row change with its rows sorted by primary key.

    Two processes that write the same rows in one order wait for each other without a deadlock.
    """
    table = _get_table_of_row_change(row_change)
    if not all(column.name in row for row in row_change.rows for column in table.primary_key):
        return row_change
    return RowChange(row_change.statement, sorted(row_change.rows, key=lambda row: _get_primary_key_of_row(table, row)))


def _get_primary_key_of_row(database_table: Table, row: Row) -> RowKey:
    return tuple(row[column.name] for column in database_table.primary_key)


def _get_table_of_row_change(row_change: RowChange) -> Table:
    table = row_change.statement.table
    assert isinstance(table, Table)
    return table


MAX_JOINED_QUESTIONS = 18
"""The most questions in one statement: three commands in channels that are not in memory."""

CACHED_STATEMENTS = 200
"""The most joined statements in the cache."""

QuestionShape = tuple[Select[Any], ...]


class CombinedQueryRunner:
    """A runner that joins several small SELECTs into one SQL statement, which saves network round trips.

    Rows come as JSON, so that those of all queries have the same shape.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # Parameters are `%s` until a statement is joined; then they are numbered.
        self._dialect = PGDialect(paramstyle="format")  # type: ignore[no-untyped-call]
        self._prepared: dict[Select[Any], CompiledSelect] = {}
        self._statements = LruCache[QuestionShape, str](CACHED_STATEMENTS)

    async def run_queries_as_one_statement(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        """Run small SELECTs as one statement; return the rows of each.

        Raises the driver's errors.
        """
        answers: list[Rows] = []
        every = iter(queries)
        async with self._engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            try:
                while some := [*islice(every, MAX_JOINED_QUESTIONS)]:
                    answers += await self._run_combined_statement(raw, some)
            except BaseException:  # the server may still be sending
                await connection.invalidate()
                raise
        return answers

    async def _run_combined_statement(self, driver_connection: Any, queries: Sequence[SmallQuery]) -> list[Rows]:
        prepared = [self._compile_query_once(each.statement) for each in queries]
        values = [
            _require_64_bit_integer(value)
            for each, question in zip(prepared, queries, strict=True)
            for value in each.list_values_in_parameter_order(question.values)
        ]
        found: list[list[tuple[Any, ...]]] = [[] for _ in queries]
        statement = self._combine_select_statements(tuple(each.statement for each in queries))
        for number, row in await driver_connection.fetch(statement, *values):
            found[number].append(tuple(msgspec.json.decode(row)))
        return [each.convert_rows_to_python_values(rows) for each, rows in zip(prepared, found, strict=True)]

    def _compile_query_once(self, statement: Select[Any]) -> CompiledSelect:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = self._prepared[statement] = CompiledSelect(statement, self._dialect)
        return prepared

    def _combine_select_statements(self, statements: QuestionShape) -> str:
        known = self._statements.get(statements)
        if known is None:
            known = _replace_sql_placeholders_by_numbers(
                " UNION ALL ".join(
                    f"SELECT {number}, json_build_array({_format_selected_column_names(each)})::text "
                    f"FROM ({self._compile_query_once(each).sql}) AS q{number}"
                    for number, each in enumerate(statements)
                )
            )
            self._statements.put(statements, known)
        return known


def _require_64_bit_integer(value: Any) -> Any:
    """Return an integer. Raise `OverflowError`, as SQLite does, above 64 bits."""
    if isinstance(value, int) and value.bit_length() > 63:
        raise OverflowError("a number of more than 64 bits")
    return value


def _format_selected_column_names(select_statement: Select[Any]) -> str:
    return ", ".join(f'"{column.name}"' for column in select_statement.selected_columns)


def _replace_sql_placeholders_by_numbers(sql: str) -> str:
    """Replace each `%s` in SQL by `$1`, `$2` and so on, as asyncpg needs it."""
    first, *others = sql.split("%s")
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


class PromptlyClosingConnection(asyncpg.Connection):  # type: ignore[misc]
    """An asyncpg connection that closes within a few seconds, even if the server does not answer."""

    async def close(self, *, timeout: float | None = None) -> None:
        """Close the connection, forcibly if the server does not answer soon."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT if timeout is None else min(timeout, CLOSE_TIMEOUT)):
                await super().close()
        except TimeoutError:
            self.terminate()


class PostgreSQLBackend:
    """A PostgreSQL server as the bot's database, over asyncpg."""

    def __init__(self, url: URL, key: AccountHashKey, access_mode: DatabaseAccessMode) -> None:
        self.url = mask_password_in_database_url(url.set(drivername="postgresql"))
        # The server itself refuses what a diagnosis must not do.
        self._only_reads = access_mode is DatabaseAccessMode.READ
        self._lost: int | None = None  # the server process of a connection that was lost
        self._reader, self._writer = (
            create_async_engine(
                _set_asyncpg_driver_in_url(url),
                pool_size=size,
                max_overflow=0,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,  # connections to a server that was restarted are replaced
                connect_args=_build_asyncpg_connect_arguments(statement),
                execution_options=key.sqlalchemy_execution_options,
                **HIDE_PARAMETERS,
            )
            for size, statement in ((READ_CONNECTIONS, READ_TIMEOUT), (1, STATEMENT_TIMEOUT))
        )
        self._joint = CombinedQueryRunner(self._reader)

    async def run_queries_on_one_snapshot(self, queries: Sequence[SmallQuery]) -> list[Rows]:
        with raise_database_unreachable_on_driver_errors(self.url, *DRIVER_ERRORS):
            async with asyncio.timeout(PATIENCE):
                return await self._joint.run_queries_as_one_statement(queries)

    async def commit_row_changes_of_commands(
        self, changes_by_command: Sequence[Sequence[ChangeOrCondition]]
    ) -> Sequence[RowAlreadyExistsError | None]:
        """Commit the row changes of commands. Try again as long as the outcome is unknown."""
        unsure = False
        with raise_database_unreachable_on_driver_errors(self.url, *DRIVER_ERRORS):
            for again in count():
                try:
                    outcomes = await self._try_to_commit_commands(changes_by_command)
                    for taken in filter(None, outcomes):
                        taken.unsure = unsure
                    return outcomes
                except RowAlreadyExistsError as taken:
                    taken.unsure = unsure
                    raise
                except IntegrityError:
                    raise
                except (DBAPIError, NoConnection, OSError, *DRIVER_ERRORS) as error:
                    # The commit may have succeeded, and only the answer got lost: the next
                    # attempt finds its rows.
                    unsure = unsure or isinstance(error, _CommitOutcomeUnknownError)
                    if not unsure and (again or not _is_transient_postgresql_error(error)):
                        raise
                await asyncio.sleep(COMMIT_RETRY_DELAY if again else 0)
        raise AssertionError("the last attempt returns or raises")

    async def _try_to_commit_commands(
        self, commands: Sequence[Sequence[ChangeOrCondition]]
    ) -> list[RowAlreadyExistsError | None]:
        """Try once to commit the changes of all commands, in at most `WRITE_TIMEOUT` seconds.

        Raises `_CommitOutcomeUnknownError` if the commit may have succeeded.
        """
        process = None
        committing = False
        try:
            async with asyncio.timeout(stores.WRITE_TIMEOUT), self._writer.connect() as connection:
                await self._terminate_session_of_lost_connection(connection)
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                process = raw.get_server_pid()
                async with connection.begin() as transaction:
                    outcomes = await connection.run_sync(partial(apply_commands_not_yet_applied, commands))
                    committing = True
                    await transaction.commit()
                    return outcomes
        except (DBAPIError, OSError) as error:
            if _is_lost_connection_error(error):
                self._lost = process or self._lost
                if committing:
                    raise _CommitOutcomeUnknownError from error
            raise

    async def _terminate_session_of_lost_connection(self, connection: AsyncConnection) -> None:
        if self._lost is not None:
            await connection.execute(_TERMINATE_SESSION, {"pid": self._lost})
            await connection.commit()
            self._lost = None

    async def run_write_transaction(self, transaction_function: Work[T]) -> T:
        with raise_database_unreachable_on_driver_errors(self.url, *DRIVER_ERRORS):
            try:
                return await self._run_function_in_transaction(self._writer, transaction_function)
            except DBAPIError as error:
                if not _is_transient_postgresql_error(error):
                    raise
            try:
                return await self._run_function_in_transaction(self._writer, transaction_function)
            except RowAlreadyExistsError as taken:  # perhaps by the first attempt: unique keys prevent a second write
                taken.unsure = True
                raise

    async def checkpoint_write_ahead_log(self, *, truncate: bool) -> bool:
        """Return True at once, because PostgreSQL manages its write-ahead log itself."""
        return True

    async def run_read_transaction(self, transaction_function: Work[T]) -> T:
        with raise_database_unreachable_on_driver_errors(self.url, *DRIVER_ERRORS):
            one_state = self._reader.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=self._only_reads
            )
            return await self._run_function_in_transaction(one_state, transaction_function)

    async def run_read_transaction_without_timeout(self, transaction_function: Work[T]) -> T:
        return await self.run_read_transaction(transaction_function)

    async def _run_function_in_transaction(self, engine: AsyncEngine, transaction_function: Work[T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(transaction_function)

    async def close_all_connections(self) -> None:
        await self._reader.dispose()
        await self._writer.dispose()


def create_engine_for_advisory_locks(url: URL) -> AsyncEngine:
    """Create an engine with one long-lived session for advisory locks.

    The session waits longer for locks. The server ends the session if it stalls within a transaction, as others would
    wait for it.
    """
    longest = f"{LOCK_TIMEOUT * 1000:.0f}"
    connect_args = _build_asyncpg_connect_arguments(
        LOCK_TIMEOUT, lock_timeout=longest, idle_in_transaction_session_timeout=longest
    )
    return create_async_engine(
        _set_asyncpg_driver_in_url(url), poolclass=NullPool, connect_args=connect_args, **HIDE_PARAMETERS
    )


def _set_asyncpg_driver_in_url(url: URL) -> URL:
    return url.set(drivername="postgresql+asyncpg")


def _build_asyncpg_connect_arguments(statement_timeout: float, **server_settings: str) -> dict[str, Any]:
    return {
        "timeout": PATIENCE,
        "command_timeout": statement_timeout,
        "server_settings": {**SETTINGS, **server_settings},
        "connection_class": PromptlyClosingConnection,
    }


class _CommitOutcomeUnknownError(OSError):
    """The error that the connection was lost during COMMIT, so the outcome is unknown."""


_TERMINATE_SESSION = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid"
    " AND usename = current_user AND application_name = current_setting('application_name')"
)


def _is_transient_postgresql_error(error: BaseException) -> bool:
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return _is_lost_connection_error(error) or code in (DEADLOCK, SERIALIZATION)


def _is_lost_connection_error(error: BaseException) -> bool:
    invalidated = isinstance(error, DBAPIError) and error.connection_invalidated
    return invalidated or isinstance(error, OSError)
