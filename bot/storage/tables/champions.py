"""Champions: the leaders of a server's season of pods, and the accounts with the champion role.

The bot takes the role only from accounts that it gave it to, so it stores them before it gives it. Problems are stored,
too, so that a server is told of each only once a day, by one process.
"""

from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import BigInteger, Connection, and_, bindparam, delete, select, text, update

from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange, Upsert
from bot.storage.engine.schema import IS_WHOLE, champions, guilds, uncrowned
from bot.storage.tables.game_kinds import POD
from bot.storage.tables.totals import SEASON, WILDCARD

CHAMPION_ROLE_SETTING = "champion_role"
"""The name of the role's field in `ServerSettings`."""

REPORT_INTERVAL = timedelta(days=1)
"""The least time between two messages to a server about the same problem."""


class GrantedChampionRole(Struct, frozen=True):
    """A champion role (for the leader of a season) that the bot gave a Discord account.

    `given` False means that the bot is about to give the role.
    """

    guild: int
    discord_id: int
    role: int
    given: bool = False


_IN_GUILD = bindparam("in_guild", type_=BigInteger)
_HAS_ROLE = f"""guilds.settings LIKE '%"{CHAMPION_ROLE_SETTING}"%'"""

_IS_SEASON_LINE = f"""{{lines}}.guild = guilds.guild AND {{lines}}.game = '{POD}'
    AND {{lines}}.variant = '{WILDCARD}'
    AND {{lines}}."table" = '{WILDCARD}' AND {{lines}}.span = '{SEASON}' AND {IS_WHOLE}"""
_LINES, _SEASONS, _BEST = (_IS_SEASON_LINE.format(lines=name) for name in ("standings", "s", "best"))
_NEWEST_SEASON = f"(SELECT max(s.number) FROM standings AS s WHERE {_SEASONS})"

# The subqueries depend only on the server, and SQLite keeps the order of a CROSS JOIN. So a few
# rows are looked up instead of scanning all.
_SELECT_CHAMPIONS = f"""
    SELECT guilds.guild, people.discord_id
    FROM guilds CROSS JOIN standings CROSS JOIN people
    WHERE {_HAS_ROLE} AND {_LINES} AND standings.number = {_NEWEST_SEASON}
        AND standings.points = (
            SELECT max(best.points) FROM standings AS best
            WHERE {_BEST} AND best.number = {_NEWEST_SEASON}
        )
        AND people.id = standings.player
"""
_SELECT_CHAMPIONS_OF_SERVER = text(f"{_SELECT_CHAMPIONS} AND guilds.guild = :in_guild").bindparams(_IN_GUILD)

_IS_WORN_ROLE = and_(
    champions.c.guild == _IN_GUILD,
    champions.c.discord_id == bindparam("of_account"),
    champions.c.role == bindparam("of_role"),
)
_SELECT_SERVERS_WITH_ROLE = select(guilds.c.guild).where(text(_HAS_ROLE))
_SELECT_ROLES = select(champions).order_by(*champions.primary_key)
_UPSERT_ROLE = Upsert(champions)
_UPSERT_PROBLEM = Upsert(uncrowned)
_DELETE_ROLE = delete(champions).where(_IS_WORN_ROLE)
_MARK_NOT_GIVEN = update(champions).values(given=False)
_DELETE_PROBLEM = delete(uncrowned).where(uncrowned.c.guild == _IN_GUILD)


class ChampionRepository:
    """A repository of the champions (season leaders) of servers, and of the roles that the bot gave them.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_champion_accounts_by_server(self, guild_id: int | None = None) -> dict[int, set[int]]:
        """Load the champions' Discord accounts for each server that has a champion role.

        Champions are all players with the most points in the newest season that has results. Forgotten people are left
        out, and so are servers without a champion.
        """
        found = dict[int, set[int]]()
        query = text(_SELECT_CHAMPIONS) if guild_id is None else _SELECT_CHAMPIONS_OF_SERVER
        parameters = {} if guild_id is None else {"in_guild": guild_id}
        for server, account in await self._database.fetch_rows(query, parameters):
            found.setdefault(server, set()).add(account)
        return found

    async def load_granted_champion_roles(self, guild_id: int | None = None) -> list[GrantedChampionRole]:
        """Load the champion roles that the bot gave on one server, or on all servers."""
        query = _SELECT_ROLES if guild_id is None else _SELECT_ROLES.where(champions.c.guild == guild_id)
        return [GrantedChampionRole(*row) for row in await self._database.fetch_rows(query)]

    async def load_granted_champion_roles_of_account(self, discord_id: int) -> list[GrantedChampionRole]:
        """Load the champion roles that the bot gave an account on any server."""
        query = select(champions).where(champions.c.discord_id == discord_id)
        return [GrantedChampionRole(*row) for row in await self._database.fetch_rows(query)]

    async def load_servers_with_champion_role(self) -> set[int]:
        return {guild for (guild,) in await self._database.fetch_rows(_SELECT_SERVERS_WITH_ROLE)}

    async def store_granted_champion_role(self, granted_role: GrantedChampionRole) -> None:
        """Record a champion role that the bot gives to a Discord account."""
        await self._database.commit_changes(RowChange(_UPSERT_ROLE, [asdict(granted_role)]))

    async def delete_granted_champion_role(self, granted_role: GrantedChampionRole) -> None:
        """Remove the record of a champion role that an account no longer has."""
        key = {"in_guild": granted_role.guild, "of_account": granted_role.discord_id, "of_role": granted_role.role}
        await self._database.commit_changes(RowChange(_DELETE_ROLE, [key]))

    async def reset_granted_champion_roles(self) -> None:
        """Record all champion roles as not given, so that the bot gives them again."""
        await self._database.commit_changes(RowChange(_MARK_NOT_GIVEN, []))

    async def record_champion_problem_notice_if_due(self, guild_id: int, problem_code: str, now: datetime) -> bool:
        """Record a notice about a champion-role problem; return False if one was recorded in the last day.

        Of several processes only one gets True, and then has to post the notice.
        """

        def insert_notice_unless_recent(connection: Connection) -> bool:
            of_guild = select(uncrowned).where(uncrowned.c.guild == guild_id)
            known = connection.execute(of_guild).one_or_none()
            if known is not None and known.trouble == problem_code and known.told > now - REPORT_INTERVAL:
                return False
            row = {"guild": guild_id, "trouble": problem_code, "told": now}
            connection.execute(_UPSERT_PROBLEM, [row])
            return True

        return await self._database.run_write_transaction(insert_notice_unless_recent)

    async def delete_solved_champion_role_problem(self, guild_id: int) -> None:
        await self._database.commit_changes(RowChange(_DELETE_PROBLEM, [{"in_guild": guild_id}]))
