"""Lists of free seats: one publication in each channel that a server has set for one."""

from sqlalchemy import BigInteger, bindparam, select, text, update

from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
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


def make_seat_list(guild: int, channel: int) -> Publication:
    """Return the publication of a list that is to be sent to a channel."""
    return Publication(SURFACE, guild, str(channel), channel)


def owe_lists(guild: int) -> RowChange:
    """Return the change that makes a server's lists owed."""
    return RowChange(_OWE_LISTS, [{"of_guild": guild}])


async def fetch_servers_with_lists(database: Database) -> set[int]:
    """Return the servers that have set a channel for a list. Raises `Unreachable`."""
    return {guild for (guild,) in await database.fetch(_SELECT_SERVERS_WITH_LISTS)}
