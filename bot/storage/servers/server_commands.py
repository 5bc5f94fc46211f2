"""The slash commands that are registered on single servers, as digests."""

from sqlalchemy import BigInteger, bindparam, or_, select, text, update

from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import guilds

MODULES_SETTING = "modules"
"""The name of the modules' field in `ServerSettings`."""

_HAS_MODULES = text(f"""settings LIKE '%"{MODULES_SETTING}"%'""")
_SELECT_SERVERS = select(guilds.c.guild).where(
    guilds.c.left_at.is_(None), or_(guilds.c.commands.is_not(None), _HAS_MODULES)
)
_SET_DIGEST = (
    update(guilds).where(guilds.c.guild == bindparam("here", type_=BigInteger)).values(commands=bindparam("digest"))
)


class ServerSlashCommandRepository:
    """A repository of hashes (digests) of the slash commands that the bot registered on single servers.

    Every method raises `DatabaseUnreachableError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_servers_with_slash_commands(self) -> list[int]:
        return [row.guild for row in await self._database.fetch_rows(_SELECT_SERVERS)]

    async def load_slash_command_digest(self, guild_id: int) -> str | None:
        """Load the hash of a server's own slash commands; None if it has none."""
        only = select(guilds.c.commands).where(guilds.c.guild == guild_id)
        rows = await self._database.fetch_rows(only)
        return rows[0].commands if rows else None

    async def store_slash_command_digest(self, guild_id: int, command_digest: str | None) -> None:
        """Store the hash of a server's own slash commands; None if it has none."""
        await self._database.commit_changes(RowChange(_SET_DIGEST, [{"here": guild_id, "digest": command_digest}]))
