"""Avoidances: whom a player wants to keep apart from, on each server.

Nobody but the player is told. Acts of the player ask before they seat them beside somebody whom
they avoid.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import avoidances
from bot.storage.record.people import People, Person, insert_people

MAX_AVOIDED = 25
"""The most people whom a player can avoid on a server: as many as Discord lets them pick."""

_SELECT_AVOIDED = select(avoidances.c.avoided).where(
    avoidances.c.guild == bindparam("guild"), avoidances.c.player == bindparam("player")
)


async def load_avoided(database: Database, guild: int, player: Player) -> frozenset[Player]:
    """Return the people whom a player avoids on a server. Raises `Unreachable`."""
    (rows,) = await database.ask(Question(_SELECT_AVOIDED, {"guild": guild, "player": player}))
    return frozenset(avoided for (avoided,) in rows)


class Avoidances:
    """The avoidances of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def load(self, guild: int, player: Player) -> frozenset[Player]:
        """Return the people whom a player avoids on a server."""
        return await load_avoided(self._database, guild, player)

    async def replace(self, guild: int, by: Person, avoided: Sequence[Person]) -> None:
        """Replace the people whom a player avoids on a server.

        Raises `Refusal` if there are too many.
        """
        if len(avoided) > MAX_AVOIDED:
            raise Refusal("avoid-many", most=MAX_AVOIDED)
        introduction = self._people.introduce(by, *avoided)
        rows = [{"guild": guild, "player": by.id, "avoided": each.id} for each in avoided]

        def replace_rows(connection: Connection) -> None:
            apply([*insert_people(introduction.unsaved)], connection)
            mine = (avoidances.c.guild == guild, avoidances.c.player == by.id)
            connection.execute(delete(avoidances).where(*mine))
            if rows:
                connection.execute(insert(avoidances), rows)

        await self._database.transact(replace_rows)
        introduction.note_written()
