"""What each server has set."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.engine import reading, writing
from bot.storage.recent import Recent
from bot.storage.schema import guilds, upsert

_REMEMBERED = 4096


class Guilds:
    """The settings of all servers. Every method raises `Unreachable`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._languages = Recent[int, str | None](_REMEMBERED)

    async def language(self, guild: int) -> str | None:
        """The language that was chosen for a server; None if none was."""
        if guild in self._languages:
            return self._languages.get(guild)
        async with reading(self._engine) as connection:
            chosen: str | None = await connection.scalar(
                select(guilds.c.language).where(guilds.c.guild == guild)
            )
        self._languages.put(guild, chosen)
        return chosen

    async def set_language(self, guild: int, language: str | None) -> None:
        """Chooses a server's language; None takes the choice back."""
        async with writing(self._engine) as connection:
            await connection.execute(upsert(guilds), {"guild": guild, "language": language})
        self._languages.put(guild, language)
