"""The role that the reigning first of a season wears, where a server has chosen one.

Who should wear it follows from the standings, and who does is written down: a server is looked at
whenever one of the two may have changed, and once a minute, so that nothing is left undone. Several
processes may do it: to give or to take a role twice is to do it once.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.front.background.keeper import LONGEST_REST, PASSING, REST
from bot.i18n import DEFAULT, Catalogue, catalogue, closest
from bot.service.live_pod import LivePod
from bot.storage.engine.lru_cache import LruCache
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.tables.champions import OFTEN, Champions, Worn

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Servers that are seen to at the same time."""

ASIDE = timedelta(hours=1)
"""For how long somebody is left alone who has left, or who wears the role by another's hand."""

REMEMBERED = 10_000
"""Servers and members of which something is remembered."""

TROUBLES = ("gone", "managed", "permission", "above", "refused")
"""What can stand in the way."""


def trouble(server: discord.Guild, role: int) -> str | None:
    """What keeps the bot from giving a role, one of `TROUBLES`; None if nothing is known to."""
    found = server.get_role(role)
    if found is None:
        return "gone"
    if found.is_default() or found.managed:
        return "managed"
    if not server.me.guild_permissions.manage_roles:
        return "permission"
    return None if found.is_assignable() else "above"


class Rest(NamedTuple):
    """How many seconds a server is left alone, and until when."""

    seconds: float
    until: datetime


class Told(NamedTuple):
    """Which trouble a server was told of, and when."""

    what: str
    at: datetime


class ChampionRole:
    """The role of all servers."""

    def __init__(
        self,
        client: discord.Client,
        champions: Champions,
        guilds: Guilds,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._champions = champions
        self._guilds = guilds
        self._now = now
        self._servers: set[int] = set()  # that have set a role, as far as is known
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._rests: LruCache[int, Rest] = LruCache(REMEMBERED)
        self._aside: LruCache[Worn, datetime] = LruCache(REMEMBERED)
        self._told: LruCache[int, Told] = LruCache(REMEMBERED)

    # When

    def changed(self, live: LivePod) -> None:
        """A pod changed, and perhaps who is first."""
        if live.place.guild in self._servers:
            self._look(live.place.guild)

    def renewed(self, guild: int) -> None:
        """Seasons or settings changed, or what the bot may do: no rest is kept."""
        self._rests.drop(guild)
        self._look(guild)

    async def round(self) -> None:
        """Looks at those servers where somebody should wear what they do not, or the reverse."""
        self._servers = await self._champions.servers()
        first, worn = await self._champions.first(), dict[int, list[Worn]]()
        for each in await self._champions.worn():
            worn.setdefault(each.guild, []).append(each)
        for guild in self._servers | worn.keys():
            if self._client.get_guild(guild) is None:
                continue
            role = (await self._guilds.settings(guild)).champion_role
            if any(self._due(guild, role, first.get(guild, ()), worn.get(guild, ()))):
                self._look(guild)

    def _look(self, guild: int) -> None:
        rest = self._rests.get(guild)
        if rest is not None and self._now() < rest.until:
            return
        self._marked.add(guild)
        if guild not in self._tasks:
            self._tasks[guild] = asyncio.create_task(self._look_again(guild))

    async def _look_again(self, guild: int) -> None:
        """Looks until nothing has happened meanwhile."""
        try:
            while guild in self._marked:
                self._marked.discard(guild)
                async with self._turns:
                    await self._see_to(guild)
        except PASSING as error:
            self._rest(guild)
            log.warning("the champions of %s have to wait: %s", guild, error)
        except Exception:
            log.exception("the champions of %s cannot be seen to", guild)
        finally:
            self._marked.discard(guild)
            del self._tasks[guild]

    def _rest(self, guild: int) -> None:
        """Nothing can be done there now; each time it is left alone for twice as long."""
        last = self._rests.get(guild)
        seconds = min(2 * last.seconds, LONGEST_REST) if last else REST
        self._rests.put(guild, Rest(seconds, self._now() + timedelta(seconds=seconds)))

    async def close(self) -> None:
        """Stops; what is left undone is found again."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # What

    def _due(
        self, guild: int, role: int | None, first: Collection[int], worn: Iterable[Worn]
    ) -> tuple[list[Worn], list[Worn]]:
        """Which roles are to be taken from whom, and given to whom."""
        known = {replace(each, given=False): each.given for each in worn}
        wanted = set[Worn]()
        if role is not None:
            wanted = {Worn(guild, account, role) for account in first}
        now = self._now()
        give = [each for each in wanted if not known.get(each)]
        return (
            [each for each in known if each not in wanted],
            [each for each in give if (self._aside.get(each) or now) <= now],
        )

    async def _see_to(self, guild: int) -> None:
        server = self._client.get_guild(guild)
        if server is None:  # another process has it, or the bot was sent away
            return
        settings = await self._guilds.settings(guild)
        role = settings.champion_role
        if role is not None:
            self._servers.add(guild)
        first = await self._champions.first(guild)
        worn = await self._champions.worn(guild)
        take, give = self._due(guild, role, first.get(guild, ()), worn)
        known = {each.discord_id for each in worn if each.role == role}
        found = [
            *[await self._take(server, each, settings) for each in take],
            *[await self._give(server, each, settings, each.discord_id in known) for each in give],
        ]
        if not found:
            return
        troubles = [each for each in found if each is not None]
        if troubles:
            if any(what == "refused" for what, _ in troubles):  # only Discord could tell
                self._rest(guild)
            await self._tell(server, settings, *troubles[0])
        else:
            self._rests.drop(guild)
            self._told.drop(guild)
            await self._champions.well(guild)

    async def _take(
        self, server: discord.Guild, worn: Worn, settings: ServerSettings
    ) -> "_Trouble | None":
        """Takes a role that the bot gave; what is in the way, if anything is."""
        found = trouble(server, worn.role)
        if found not in (None, "gone"):
            return found, worn.role
        member = None if found else await _member(server, worn)
        if member is not None:
            reason = _text(server, settings)("crown-taken")
            try:
                await member.remove_roles(discord.Object(worn.role), reason=reason)
            except discord.Forbidden:
                return "refused", worn.role
            except discord.NotFound:  # they left, or the role went, this very moment
                pass
        await self._champions.drop(worn)
        return None

    async def _give(
        self, server: discord.Guild, worn: Worn, settings: ServerSettings, known: bool
    ) -> "_Trouble | None":
        """Gives it; whoever has it already was not given it by the bot, unless that is `known`."""
        found = trouble(server, worn.role)
        if found is not None:
            return found, worn.role
        member = await _member(server, worn)
        if member is None or (not known and member.get_role(worn.role) is not None):
            self._aside.put(worn, self._now() + ASIDE)
            if known:
                await self._champions.drop(worn)
            return None
        await self._champions.put(worn)  # first: a crash would leave the role on them for good
        reason = _text(server, settings)("crown-given")
        try:
            await member.add_roles(discord.Object(worn.role), reason=reason)
        except (discord.Forbidden, discord.NotFound) as error:
            await self._champions.drop(worn)
            return ("refused", worn.role) if isinstance(error, discord.Forbidden) else None
        await self._champions.put(replace(worn, given=True))
        return None

    # What is in the way

    async def _tell(
        self, server: discord.Guild, settings: ServerSettings, what: str, role: int
    ) -> None:
        """Says once a day, in the log channel too, why the role cannot be given or taken."""
        now, said = self._now(), f"{what}:{role}:{settings.log_channel}"
        told = self._told.get(server.id)
        if told is not None and told.what == said and now < told.at + OFTEN:
            return
        self._told.put(server.id, Told(said, now))
        log.warning("no champion's role on server %s: %s", server.id, what)
        if settings.log_channel is None:
            return
        if not await self._champions.tells(server.id, said, now):
            return
        words = _text(server, settings)(f"crown-{what}", role=f"<@&{role}>")
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(words, allowed_mentions=discord.AllowedMentions.none())
        except PASSING as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)

    # Whoever is forgotten

    async def worn_by(self, account: int) -> list[Worn]:
        """The roles that the bot gave somebody."""
        return await self._champions.worn_by(account)

    async def take_off(self, worn: Iterable[Worn]) -> None:
        """Takes these roles, of which nothing is written down any more, as far as that goes."""
        for each in worn:
            server = self._client.get_guild(each.guild)
            if server is None:
                continue
            try:
                settings = await self._guilds.settings(each.guild)
                await self._take(server, each, settings)
            except PASSING as error:
                log.warning("a role stays on somebody in server %s: %s", each.guild, error)
            self._look(each.guild)


_Trouble = tuple[str, int]
"""One of `TROUBLES`, and the role."""


async def _member(server: discord.Guild, worn: Worn) -> discord.Member | None:
    """Whoever should wear the role, or does; None if they have left."""
    try:
        return await server.fetch_member(worn.discord_id)
    except discord.NotFound:
        return None


def _text(server: discord.Guild, settings: ServerSettings) -> Catalogue:
    """What the server speaks."""
    own = closest(server.preferred_locale.value) if "COMMUNITY" in server.features else None
    return catalogue(settings.language or own or DEFAULT)
