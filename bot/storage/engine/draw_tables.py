"""The tables of numbered draws, beside those of `schema`: they follow from the log as well."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text

from bot.storage.engine.schema import metadata

draws = Table(
    "draws",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("home", BigInteger, nullable=False),
    # The number of the draw whose secrets it has; none of most.
    Column("source", Integer),
    Column("commitment", Text, nullable=False),
    Column("used", Boolean, nullable=False),
    Index(None, "guild", "number"),
    Index(None, "guild", "home", "number"),
    Index(None, "guild", "source"),
)

draw_numbers = Table(
    "draw_numbers",
    metadata,
    # No two lobbies that open at the same moment get the same number.
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
)
