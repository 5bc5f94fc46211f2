"""Lists of free seats: one message in each channel that a server has chosen for a list."""

from sqlalchemy import BigInteger, bindparam, select, text, update

from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import guilds, publications
from bot.storage.record.publications import Publication

SEAT_LISTS_SETTING = "seat_lists"
"""The field of `ServerSettings`."""

SURFACE = "seats"
"""The surface of these publications; the key of one is its channel."""

_OWE_LISTS = (
    update(publications)
    .where(publications.c.surface == SURFACE)
    .where(publications.c.guild == bindparam("of_guild", type_=BigInteger))
    .values(wanted=publications.c.wanted + 1)
)
_SELECT_SERVERS_WITH_LISTS = select(guilds.c.guild).where(
    text(f"""guilds.settings LIKE '%"{SEAT_LISTS_SETTING}"%'""")
)


def build_seat_list(guild_id: int, channel: int) -> Publication:
    """Build the publication of a list of free seats that is to be sent to a channel."""
    return Publication(SURFACE, guild_id, str(channel), channel)


def owe_lists(guild: int) -> RowChange:
    """Return the change that makes a server's lists owed."""
    return RowChange(_OWE_LISTS, [{"of_guild": guild}])


async def load_servers_with_seat_lists(database: Database) -> set[int]:
    """Load the servers that have set a channel for a list of free seats.

    Raises `DatabaseUnreachable`.
    """
    return {guild for (guild,) in await database.fetch_rows(_SELECT_SERVERS_WITH_LISTS)}
