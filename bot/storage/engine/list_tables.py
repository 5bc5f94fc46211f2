"""The table of lists of free seats: what of each stands on Discord. It comes after all others."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, text

from bot.storage.engine.desk_tables import strikes
from bot.storage.engine.moments import Moment

IS_OWED = text("shown < wanted OR former IS NOT NULL")
"""Of a list that lags behind. Must match the index's WHERE text exactly, or it is ignored."""

seat_lists = Table(
    "seat_lists",
    strikes.metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("message", BigInteger),
    # The message before, while it is to be deleted.
    Column("former", BigInteger),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    # What it shows, as a digest.
    Column("looks", Text),
    # Since when the next message may have been sent without anybody knowing.
    Column("tried", Moment),
    Index(None, "guild"),
    Index("ix_seat_lists_owed", "guild", sqlite_where=IS_OWED, postgresql_where=IS_OWED),
)
