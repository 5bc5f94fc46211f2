"""The tables of what moderators decided about what is shown: texts struck out, games dismissed."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.storage.engine.draw_tables import draws

strikes = Table(
    "strikes",
    draws.metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    # That of the entry in the audit trail.
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)

dismissals = Table(
    "dismissals",
    draws.metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("pod", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Index(None, "guild"),
)
