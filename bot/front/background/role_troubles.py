"""What keeps the bot from giving or taking the champion's role, and telling a server of it."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import discord

from bot.front.background.retry import PASSING
from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.lru_cache import LruCache
from bot.storage.servers.guilds import ServerSettings
from bot.storage.tables.champions import OFTEN, Champions

log = logging.getLogger(__name__)

REMEMBERED = 10_000
"""Servers of which it is known what they were told."""

TROUBLES = ("gone", "managed", "permission", "above", "refused")
"""What can stand in the way."""


class Trouble(NamedTuple):
    """Which of `TROUBLES` stands in the way, and of which role."""

    what: str
    role: int


def find_trouble(server: discord.Guild, role: int) -> str | None:
    """Return what keeps the bot from giving a role, one of `TROUBLES`; None if nothing seems to."""
    found = server.get_role(role)
    if found is None:
        return "gone"
    if found.is_default() or found.managed:
        return "managed"
    if not server.me.guild_permissions.manage_roles:
        return "permission"
    return None if found.is_assignable() else "above"


def find_catalogue(server: discord.Guild, settings: ServerSettings) -> Catalogue:
    """Return the catalogue of what a server speaks."""
    own = find_locale(server.preferred_locale.value) if "COMMUNITY" in server.features else None
    return load_catalogue(settings.language or own or DEFAULT)


class _Telling(NamedTuple):
    """What a server was told last, and when."""

    said: str
    at: datetime


class TroubleReports:
    """Tells servers what is in the way, each of the same thing once a day."""

    def __init__(
        self, client: discord.Client, champions: Champions, now: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._champions = champions
        self._now = now
        self._told: LruCache[int, _Telling] = LruCache(REMEMBERED)

    async def tell(self, server: discord.Guild, settings: ServerSettings, trouble: Trouble) -> None:
        """Log a trouble, and say it in the server's log channel, if it has one."""
        now, said = self._now(), f"{trouble.what}:{trouble.role}:{settings.log_channel}"
        told = self._told.get(server.id)
        if told is not None and told.said == said and now < told.at + OFTEN:
            return
        self._told.put(server.id, _Telling(said, now))
        log.warning("no champion's role on server %s: %s", server.id, trouble.what)
        if settings.log_channel is None:
            return
        if not await self._champions.begin_telling(server.id, said, now):  # another process did
            return
        text = find_catalogue(server, settings)
        words = text(f"crown-{trouble.what}", role=f"<@&{trouble.role}>")
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(words, allowed_mentions=discord.AllowedMentions.none())
        except PASSING as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)

    async def clear(self, guild: int) -> None:
        """Note that nothing is in the way any more: the next trouble is told at once."""
        self._told.drop(guild)
        await self._champions.end_telling(guild)
