"""What each server has set."""

from sqlalchemy import select

from bot.storage.changes import Change
from bot.storage.database import Database
from bot.storage.recent import Recent
from bot.storage.schema import Upsert, guilds

_REMEMBERED = 4096

_SET = Upsert(guilds)


class Guilds:
    """The settings of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._languages = Recent[int, str | None](_REMEMBERED)

    async def language(self, guild: int) -> str | None:
        """The language that was chosen for a server; None if none was."""
        if guild in self._languages:
            return self._languages.get(guild)
        async with self._database.reading() as connection:
            chosen: str | None = await connection.scalar(
                select(guilds.c.language).where(guilds.c.guild == guild)
            )
        self._languages.put(guild, chosen)
        return chosen

    async def set_language(self, guild: int, language: str | None) -> None:
        """Chooses a server's language; None takes the choice back."""
        await self._database.write(Change(_SET, [{"guild": guild, "language": language}]))
        self._languages.put(guild, language)
