"""Lists of free seats: one message in each channel that a server has chosen for a list."""

from sqlalchemy import BigInteger, bindparam, select, text, update

from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import guilds, publications
from bot.storage.record.publications import PublishedMessage

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
_SELECT_SERVERS_WITH_LISTS = select(guilds.c.guild).where(text(f"""guilds.settings LIKE '%"{SEAT_LISTS_SETTING}"%'"""))


def build_free_seat_list_message(guild_id: int, channel_id: int) -> PublishedMessage:
    """Return a new message that will list a server's games with free seats in a channel; nothing is sent yet."""
    return PublishedMessage(SURFACE, guild_id, str(channel_id), channel_id)


def build_update_of_free_seat_lists(guild_id: int) -> RowChange:
    """Build the row change that queues updates of a server's lists of games with free seats."""
    return RowChange(_OWE_LISTS, [{"of_guild": guild_id}])


async def load_servers_with_free_seat_lists(database: Database) -> set[int]:
    return {guild for (guild,) in await database.fetch_rows(_SELECT_SERVERS_WITH_LISTS)}
