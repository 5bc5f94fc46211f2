"""Row changes as data, so that the changes of many commands share one statement."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, Dialect, Insert, Select, Table, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine.errors import RowAlreadyExistsError, WriteConditionNotMetError

WRITE_ONCE = {"once": True}
"""Marks a column that `Upsert` writes only into a new row."""


class IdempotencyKeyInsertStatement(Insert):
    """An INSERT of a command's idempotency key. If the key exists, the command has run already."""

    inherit_cache = True


class Upsert(Insert):
    """An INSERT, or an UPDATE if a row with the same primary key exists."""

    inherit_cache = True


class IncrementingUpsertStatement(Insert):
    """An INSERT statement that adds its numbers to an existing row with the same primary key instead."""

    inherit_cache = True


@compiles(Upsert)
def _compile_upsert(statement: Upsert, compiler: Any, **compiler_options: Any) -> str:
    return _compile_insert_on_conflict_update(statement, compiler, "excluded.{name}", compiler_options)


@compiles(IncrementingUpsertStatement)
def _compile_incrementing_upsert(statement: IncrementingUpsertStatement, compiler: Any, **compiler_options: Any) -> str:
    return _compile_insert_on_conflict_update(statement, compiler, "{table}.{name} + excluded.{name}", compiler_options)


def _compile_insert_on_conflict_update(
    statement: Insert, compiler: Any, update_template: str, compiler_options: Any
) -> str:
    table = statement.table
    quoted = compiler.preparer.quote
    assert isinstance(table, Table)
    others = [c.name for c in table.columns if not c.primary_key and c.info is not WRITE_ONCE]
    keys = ", ".join(quoted(column.name) for column in table.primary_key)
    values = ", ".join(
        f"{quoted(name)} = {update_template.format(table=table.name, name=quoted(name))}" for name in others
    )
    insert = compiler.visit_insert(statement, **compiler_options)
    return f"{insert} ON CONFLICT ({keys}) DO UPDATE SET {values}"


Row = Mapping[str, Any]


class RowChange(Struct, frozen=True):
    """An INSERT, UPDATE or DELETE, and the rows of values for which it is executed.

    Without rows the statement is executed once. The statement must be a constant: its compiled form is cached by
    identity. The changes of one command keep their order; changes of other commands may come between them.
    """

    statement: UpdateBase
    rows: Sequence[Row]

    @property
    def table_name(self) -> str:
        name: str = self.statement.entity_description["name"]
        return name


class WriteCondition(NamedTuple):
    """A condition of a write: a SELECT that must find no row after all changes.

    The condition binds a count to the write. Two processes never decide the same `key` at the same time, so that each
    counts what the other has written. The `statement` must be a constant, without `IN`.
    """

    key: str
    statement: Select[Any]
    values: Row


ChangeOrCondition = RowChange | WriteCondition


def merge_row_changes_of_commands(changes_by_command: Iterable[Sequence[ChangeOrCondition]]) -> list[RowChange]:
    """Merge the row changes of several commands into as few SQL statements as possible, keeping their order."""
    merged: list[tuple[UpdateBase, list[Row]]] = []
    newest: dict[UpdateBase, int] = {}  # the last place of each statement
    for changes in changes_by_command:
        last = -1  # the place of the command's last change
        for change in changes:
            if not isinstance(change, RowChange):
                continue
            at = newest.get(change.statement, -1)
            if at < 0 or at < last:
                at = newest[change.statement] = len(merged)
                merged.append((change.statement, []))
            merged[at][1].extend(change.rows)
            last = at
    return [RowChange(statement, rows) for statement, rows in merged]


def collect_write_conditions_of_commands(commands: Iterable[Sequence[ChangeOrCondition]]) -> list[WriteCondition]:
    return [each for changes in commands for each in changes if isinstance(each, WriteCondition)]


_TAKE_TURN = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")


def acquire_advisory_locks(connection: Connection, *keys: str) -> None:
    """Acquire an advisory lock for each key until the commit.

    The locks keep other processes from breaking the write conditions.

    Call this first: later reads then include what other processes have written. SQLite has a single writer and needs no
    lock.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        for key in sorted(set(keys)):  # all in one order, so that nobody waits in a circle
            connection.execute(_TAKE_TURN, {"key": key})


def apply_row_changes(row_changes: Sequence[ChangeOrCondition], connection: Connection) -> None:
    """Apply a command's row changes, and then check its write conditions, in the open transaction.

    Raises `RowAlreadyExistsError` or `WriteConditionNotMetError`.
    """
    for change in row_changes:
        if isinstance(change, RowChange):
            try:
                connection.execute(change.statement, change.rows or None)
            except IntegrityError as error:
                raise RowAlreadyExistsError(change.table_name) from error
    for condition in collect_write_conditions_of_commands([row_changes]):
        if connection.execute(condition.statement, condition.values).first() is not None:
            raise WriteConditionNotMetError(condition.key)


def apply_row_changes_in_savepoints(
    changes_of_commands: Sequence[Sequence[ChangeOrCondition]], connection: Connection
) -> list[Exception | None]:
    """Apply each command's row changes in a savepoint. Return an error or None for each command."""
    acquire_advisory_locks(
        connection, *(each.key for each in collect_write_conditions_of_commands(changes_of_commands))
    )
    outcomes: list[Exception | None] = []
    for changes in changes_of_commands:
        try:
            with connection.begin_nested():
                apply_row_changes(changes, connection)
        except Exception as error:
            if connection.invalidated or isinstance(error, OperationalError):
                raise
            outcomes.append(error)
        else:
            outcomes.append(None)
    return outcomes


class CompiledSqlStatement:
    """A SQL statement compiled for a driver that takes values by position.

    The statement must not have an `IN`, whose SQL depends on the values.
    """

    def __init__(self, statement: UpdateBase | Select[Any], columns: Iterable[str], dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns))
        self.sql = str(compiled)
        names: Sequence[str] = getattr(compiled, "positiontup", None) or ()
        types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
        binders = [types[name].bind_processor(dialect) for name in names]
        self._get_values = _create_column_values_getter(names)
        self._binders = [(at, bind) for at, bind in enumerate(binders) if bind is not None]
        self._fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}

    def list_values_in_parameter_order(self, row: Row) -> Sequence[Any]:
        values = self._get_values({**self._fixed, **row} if self._fixed else row)
        if not self._binders:
            return values
        bound = [*values]
        for at, bind in self._binders:
            bound[at] = bind(bound[at])
        return bound


def _create_column_values_getter(column_names: Sequence[str]) -> Callable[[Row], tuple[Any, ...]]:
    """Return a function that returns the values of these columns in a row."""
    if len(column_names) > 1:
        return itemgetter(*column_names)  # the fastest, but of a single name it returns the value itself
    return lambda row: tuple(row[name] for name in column_names)
