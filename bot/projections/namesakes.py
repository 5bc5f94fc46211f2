"""Who is called like somebody else on a server, whom another page of its standings names."""

from collections.abc import Iterable
from itertools import starmap

from sqlalchemy import bindparam, select

from bot.namesakes import liken
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import people, standings
from bot.storage.record.people import People, Person
from bot.storage.tables.totals import ANY, EVER

_RANKED = select(people).where(
    people.c.id.in_(
        select(standings.c.player).where(
            standings.c.guild == bindparam("in_guild"),
            standings.c.variant == ANY,
            standings.c.table == ANY,
            standings.c.span == EVER,
        )
    )
)


class RankedPeople:
    """The people of a server's standings, where each of several pages names but a few."""

    def __init__(self, people: People, database: Database, guild: int) -> None:
        self._people, self._database, self._guild = people, database, guild

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """The people with these ids, and whoever has a result there and is called like one.

        Raises `Unreachable`.
        """
        found = await self._people.find_people(ids)
        alike = {key for each in found.values() if (key := liken(each.name))}
        async with self._database.open_reader() as connection:
            rows = await connection.execute(_RANKED, {"in_guild": self._guild})
            namesakes = [each for each in starmap(Person, rows) if liken(each.name) in alike]
        # What is known of those who were asked for is newer than what is written down.
        return {each.id: each for each in namesakes} | found
