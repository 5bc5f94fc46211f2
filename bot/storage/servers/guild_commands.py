"""The commands that Discord lists on single servers: a digest of those registered last."""

from sqlalchemy import BigInteger, bindparam, or_, select, text, update

from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.schema import guilds

MODULES_SETTING = "modules"
"""The name of the modules' field in `ServerSettings`."""

_HAS_MODULES = text(f"""settings LIKE '%"{MODULES_SETTING}"%'""")
_SELECT_SERVERS = select(guilds.c.guild).where(
    guilds.c.left_at.is_(None), or_(guilds.c.commands.is_not(None), _HAS_MODULES)
)
_SET_DIGEST = (
    update(guilds)
    .where(guilds.c.guild == bindparam("here", type_=BigInteger))
    .values(commands=bindparam("digest"))
)


class GuildCommands:
    """The registered commands of single servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_servers(self) -> list[int]:
        """Return the servers that have modules switched on, or had them last."""
        return [row.guild for row in await self._database.fetch(_SELECT_SERVERS)]

    async def load_digest(self, guild: int) -> str | None:
        """Return the digest of a server's registered commands; None if it has none."""
        only = select(guilds.c.commands).where(guilds.c.guild == guild)
        rows = await self._database.fetch(only)
        return rows[0].commands if rows else None

    async def store_digest(self, guild: int, digest: str | None) -> None:
        """Store the digest of the commands that were registered on a server; None means none."""
        await self._database.write(RowChange(_SET_DIGEST, [{"here": guild, "digest": digest}]))
