"""Changes of rows as data, so that the changes of many commands can be written as one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Insert, Select, Table
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.engine.errors import RowExists

ONCE = {"once": True}
"""A column that `Upsert` writes into a new row only."""


class GuardInsert(Insert):
    """An insert of the row that guards its command: if the row exists, nothing is written."""

    inherit_cache = True


class Upsert(Insert):
    """Inserts a row, or gives the one with its key the new values."""

    inherit_cache = True


class Tally(Insert):
    """Adds what it selects to the totals that there are: a row, or the numbers of the one with its
    key.
    """

    inherit_cache = True


@compiles(Upsert)
def _compile_upsert(statement: Upsert, compiler: Any, **options: Any) -> str:
    """SQLite and PostgreSQL say it in the same words; SQLAlchemy has a class for each."""
    return _compile_update(statement, compiler, "excluded.{name}", options)


@compiles(Tally)
def _compile_tally(statement: Tally, compiler: Any, **options: Any) -> str:
    return _compile_update(statement, compiler, "{table}.{name} + excluded.{name}", options)


def _compile_update(statement: Insert, compiler: Any, value: str, options: Any) -> str:
    table, quoted = statement.table, compiler.preparer.quote
    assert isinstance(table, Table)
    others = [c.name for c in table.columns if not c.primary_key and c.info is not ONCE]
    keys = ", ".join(quoted(column.name) for column in table.primary_key)
    values = ", ".join(
        f"{quoted(name)} = {value.format(table=table.name, name=quoted(name))}" for name in others
    )
    insert = compiler.visit_insert(statement, **options)
    return f"{insert} ON CONFLICT ({keys}) DO UPDATE SET {values}"


Row = Mapping[str, Any]


class RowChange(NamedTuple):
    """A statement for each of some rows, or as it stands if it takes none.

    Statements are known by identity, made once. A command's own keep their order; those of others
    may come between them.
    """

    statement: UpdateBase
    rows: Sequence[Row]

    @property
    def table(self) -> str:
        """What the statement changes."""
        name: str = self.statement.entity_description["name"]
        return name


def merge_changes(commands: Iterable[Sequence[RowChange]]) -> list[RowChange]:
    """The changes of all commands, one for each statement."""
    rows: dict[UpdateBase, list[Row]] = {}
    for changes in commands:
        for change in changes:
            rows.setdefault(change.statement, []).extend(change.rows)
    return [RowChange(statement, each) for statement, each in rows.items()]


def apply(changes: Iterable[RowChange], connection: Connection) -> None:
    """Make the changes in the transaction that the connection is in. Raises `RowExists`."""
    for change in changes:
        try:
            connection.execute(change.statement, change.rows or None)
        except IntegrityError as error:
            raise RowExists(change.table) from error


def apply_each(
    commands: Iterable[Sequence[RowChange]], connection: Connection
) -> list[Exception | None]:
    """What became of each command; the failure of one undoes that one."""
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
    """A statement in the words of a driver, which takes its values in order.

    Not one with an `IN`, whose words depend on its values.
    """

    def __init__(
        self, statement: UpdateBase | Select[Any], columns: Iterable[str], dialect: Dialect
    ) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns))
        self.sql = str(compiled)
        names: Sequence[str] = getattr(compiled, "positiontup", None) or ()
        types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
        self._values = [(name, types[name].bind_processor(dialect)) for name in names]
        self._fixed = {
            name: bind.value for name, bind in compiled.binds.items() if not bind.required
        }

    def order_values(self, row: Row) -> tuple[Any, ...]:
        """A row's."""
        given = {**self._fixed, **row} if self._fixed else row
        return tuple(
            given[name] if process is None else process(given[name])
            for name, process in self._values
        )
