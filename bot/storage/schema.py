"""The tables. `events` and `people` are the record; the others follow from it or can be lost.

Migrations alone create and change them: a change here needs a new revision and a new `HEAD`.
Ids of Discord are its snowflakes; a pod is named by its channel and the version of its `Opened`.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.dialects.sqlite import Insert, insert

HEAD = "0001"
"""The migration that this code needs."""

OPEN = ("lobby", "running", "waiting")
"""The states of a pod that is not over."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def whole(moment: datetime) -> datetime:
    """`moment` to the millisecond, which is what the tables keep. Raises `ValueError` if naive."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment}: a moment needs its time zone")
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


class Moment(TypeDecorator[datetime]):
    """An aware datetime, kept as milliseconds since 1970 in UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The milliseconds that are stored."""
        return None if value is None else (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC that they stand for."""
        return None if value is None else _EPOCH + value * _MILLISECOND


metadata = MetaData(
    # Named constraints are what a later migration can alter.
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

events = Table(
    "events",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("pod", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("type", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("by", Text),
    Column("interaction", BigInteger, unique=True),
    Column("at", Moment, nullable=False),
    Index(None, "channel", "pod", "version"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("discord_id", BigInteger, nullable=False, unique=True),
    Column("name", Text, nullable=False),
)

pods = Table(
    "pods",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "state", "channel"),
)

results = Table(
    "results",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "guild", "player"),
)

boards = Table(
    "boards",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("message", BigInteger, nullable=False),
    Column("posted", Moment, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("language", Text, nullable=False),
    Column("asked", Text),
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
)


def upsert(table: Table) -> Insert:
    """A statement that inserts a row, or gives the one with its key the new values."""
    statement = insert(table)
    values = {c.name: statement.excluded[c.name] for c in table.columns if not c.primary_key}
    return statement.on_conflict_do_update(index_elements=table.primary_key, set_=values)
