"""Lists of free seats: one publication in each channel that a server has set for one."""

from collections.abc import Iterator

from sqlalchemy import BigInteger, bindparam, select, text, update

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.schema import guilds, publications
from bot.storage.record.publications import Publication
from bot.storage.record.recorded import Recorded

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


def can_be_joined(game: Game | None) -> bool:
    """Return whether a game may be on a list, if it has a free seat."""
    match game:
        case Pod():
            return not game.standings and game.state == "lobby"
        case Duel():
            return game.state == "lobby"
        case Plan():
            return game.seats_people
        case None:
            return False


def touch_lists(recorded: Recorded, before: Game | None, after: Game) -> Iterator[RowChange]:
    """Yield the change that makes a server's lists owed, if an event is of a lobby or a plan."""
    if can_be_joined(before) or can_be_joined(after):
        yield RowChange(_OWE_LISTS, [{"of_guild": recorded.guild}])


async def fetch_servers_with_lists(database: Database) -> set[int]:
    """Return the servers that have set a channel for a list. Raises `Unreachable`."""
    return {guild for (guild,) in await database.fetch(_SELECT_SERVERS_WITH_LISTS)}
