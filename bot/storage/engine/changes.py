"""Changes of rows as data, so that the changes of many commands can be written as one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Insert, Select, Table, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine.errors import RowExists, Unmet

WRITE_ONCE = {"once": True}
"""Marks a column that `Upsert` writes only into a new row."""


class GuardInsert(Insert):
    """An insert of the row that guards its command: if the row exists, nothing is written."""

    inherit_cache = True


class Upsert(Insert):
    """An insert that updates the row with the same key if there is one."""

    inherit_cache = True


class Tally(Insert):
    """An insert that adds its numbers to the row with the same key if there is one."""

    inherit_cache = True


@compiles(Upsert)
def _compile_upsert(statement: Upsert, compiler: Any, **options: Any) -> str:
    """Compile an upsert; the SQL is the same for SQLite and PostgreSQL."""
    return _compile_update(statement, compiler, "excluded.{name}", options)


@compiles(Tally)
def _compile_tally(statement: Tally, compiler: Any, **options: Any) -> str:
    return _compile_update(statement, compiler, "{table}.{name} + excluded.{name}", options)


def _compile_update(statement: Insert, compiler: Any, value: str, options: Any) -> str:
    table = statement.table
    quoted = compiler.preparer.quote
    assert isinstance(table, Table)
    others = [c.name for c in table.columns if not c.primary_key and c.info is not WRITE_ONCE]
    keys = ", ".join(quoted(column.name) for column in table.primary_key)
    values = ", ".join(
        f"{quoted(name)} = {value.format(table=table.name, name=quoted(name))}" for name in others
    )
    insert = compiler.visit_insert(statement, **options)
    return f"{insert} ON CONFLICT ({keys}) DO UPDATE SET {values}"


Row = Mapping[str, Any]


class RowChange(NamedTuple):
    """A statement, and the rows to execute it for; without rows it is executed once.

    The statement must be a constant: its compiled form is cached by identity. The changes of one
    command keep their order; changes of other commands may come between them.
    """

    statement: UpdateBase
    rows: Sequence[Row]

    @property
    def table(self) -> str:
        """The name of the table that the statement changes."""
        name: str = self.statement.entity_description["name"]
        return name


class Condition(NamedTuple):
    """A condition of a command: `statement` must find no row once all changes are made.

    It binds a count to the write. Two processes never decide the same `key` at the same time, so
    that each counts what the other has written. The statement must be a constant, without `IN`.
    """

    key: str
    statement: Select[Any]
    values: Row


ChangeOrCondition = RowChange | Condition


def merge_changes(commands: Iterable[Sequence[ChangeOrCondition]]) -> list[RowChange]:
    """Return the changes of all commands, merged into few for each statement.

    Each command's changes keep their order, whatever changes the others have.
    """
    merged: list[tuple[UpdateBase, list[Row]]] = []
    newest: dict[UpdateBase, int] = {}  # the last place of each statement
    for changes in commands:
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


def list_conditions(commands: Iterable[Sequence[ChangeOrCondition]]) -> list[Condition]:
    """Return the conditions of all commands."""
    return [each for changes in commands for each in changes if isinstance(each, Condition)]


_TAKE_TURN = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")


def take_turn(connection: Connection, *keys: str) -> None:
    """Keep other processes from counting the same things until the transaction ends.

    Call it first: what is read afterwards includes what others have written.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        for key in sorted(set(keys)):  # all in one order, so that nobody waits in a circle
            connection.execute(_TAKE_TURN, {"key": key})


def apply(changes: Sequence[ChangeOrCondition], connection: Connection) -> None:
    """Apply the changes within the connection's transaction. Raises `RowExists` or `Unmet`."""
    for change in changes:
        if isinstance(change, RowChange):
            try:
                connection.execute(change.statement, change.rows or None)
            except IntegrityError as error:
                raise RowExists(change.table) from error
    for condition in list_conditions([changes]):
        if connection.execute(condition.statement, condition.values).first() is not None:
            raise Unmet(condition.key)


def apply_each(
    commands: Sequence[Sequence[ChangeOrCondition]], connection: Connection
) -> list[Exception | None]:
    """Apply each command in a savepoint of its own; return the error of each, or None."""
    take_turn(connection, *(each.key for each in list_conditions(commands)))
    outcomes: list[Exception | None] = []
    for changes in commands:
        try:
            with connection.begin_nested():
                apply(changes, connection)
        except Exception as error:
            if connection.invalidated or isinstance(error, OperationalError):
                raise
            outcomes.append(error)
        else:
            outcomes.append(None)
    return outcomes


class Prepared:
    """A statement compiled for a driver that takes values by position.

    It must not have an `IN`, whose SQL depends on the values.
    """

    def __init__(
        self, statement: UpdateBase | Select[Any], columns: Iterable[str], dialect: Dialect
    ) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns))
        self.sql = str(compiled)
        names: Sequence[str] = getattr(compiled, "positiontup", None) or ()
        types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
        binders = [types[name].bind_processor(dialect) for name in names]
        self._names = names
        self._binders = [(at, bind) for at, bind in enumerate(binders) if bind is not None]
        self._fixed = {
            name: bind.value for name, bind in compiled.binds.items() if not bind.required
        }

    def order_values(self, row: Row) -> Sequence[Any]:
        """Return the values of a row in the order of the statement's parameters."""
        given = {**self._fixed, **row} if self._fixed else row
        values = [given[name] for name in self._names]
        for at, bind in self._binders:
            values[at] = bind(values[at])
        return values
