"""The tables of processes that are one bot: PostgreSQL has them, SQLite has one process.

They are not of the record: whatever stands there can be lost while no bot runs.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

from bot.storage.engine.schema import metadata

cluster_metadata = MetaData(naming_convention=metadata.naming_convention)

cluster = Table(
    "cluster",
    cluster_metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),  # 1: the only row
    Column("application", BigInteger, nullable=False),  # which bot of Discord's they are
    Column("shard_count", Integer, nullable=False),
)

commands = Table(
    "commands",
    cluster_metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),  # 1: the only row
    # What names the commands that Discord was told last.
    Column("told", Text, nullable=False),
)

processes = Table(
    "processes",
    cluster_metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # By which another process on the same machine can see that it has ended.
    Column("place", Text, nullable=False),
    # Its session that holds the locks, which nobody mistakes for another of the same number.
    Column("backend", Integer, nullable=False),
    Column("backend_since", Double, nullable=False),
    Column("since", Double, nullable=False),
    Column("beat", Double, nullable=False),
    Column("numbering", Integer, nullable=False),
    Column("draining", Boolean, nullable=False),
    # Numbers with commas between them; NULL for whatever there is.
    Column("only", Text),
)

shards = Table(
    "shards",
    cluster_metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("holder", Text),
    Column("heir", Text),
    Column("ready", Boolean, nullable=False),
    # The newest interaction that a former holder took before it let go; 0 if there was none.
    Column("taken", BigInteger, nullable=False),
)

identifies = Table(
    "identifies",
    cluster_metadata,
    Column("bucket", BigInteger, primary_key=True, autoincrement=False),
    # When the last session of the bucket may begin, in seconds of the server's clock.
    Column("at", Double, nullable=False),
)
