"""Who is first in servers' seasons, by their rules: for whom servers may have a role."""

from sqlalchemy import func, select

from bot.projections.season_tables import SeasonTables
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import people, standings
from bot.storage.tables.champions import Champions
from bot.storage.tables.game_kinds import POD
from bot.storage.tables.totals import ANY, SEASON


class SeasonLeaders:
    """Finds them. Everything raises `Unreachable`."""

    def __init__(self, database: Database, champions: Champions, tables: SeasonTables) -> None:
        self._database = database
        self._champions = champions
        self._tables = tables

    async def find_first(self, guild: int | None = None) -> dict[int, set[int]]:
        """The accounts that are first in each server, or one, that has set a role for them.

        Those of the newest season in which somebody has a game, all who share the most points. A
        server without any is left out, and so are the forgotten, and guests.
        """
        found = await self._champions.find_first(guild)
        for server in list(found):
            number = await self._find_newest(server)
            table = await self._tables.read(server, number)
            if table is not None:
                lines = table.list_lines()
                first = [line.player for line in lines if line.rank == 1]
                found[server] = await self._find_accounts(first)
        return {server: accounts for server, accounts in found.items() if accounts}

    async def _find_newest(self, guild: int) -> int | None:
        of = standings.c
        newest = select(func.max(of.number)).where(
            of.guild == guild,
            of.game == POD,
            of.variant == ANY,
            of.table == ANY,
            of.span == SEASON,
        )
        async with self._database.open_reader() as connection:
            number: int | None = await connection.scalar(newest)
            return number

    async def _find_accounts(self, players: list[Player]) -> set[int]:
        query = select(people.c.discord_id).where(people.c.id.in_(players), people.c.discord_id > 0)
        async with self._database.open_reader() as connection:
            return set(await connection.scalars(query))
