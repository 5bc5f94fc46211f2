"""The champion's role: the leader of the running season wears it if the server has set a role.

The standings say who should wear the role, and a table says who wears it. A server is checked
whenever one of the two may have changed, and once a minute. Several processes may check a server:
giving or taking a role twice does no harm.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.front.background.retry import PASSING_ERRORS
from bot.front.background.servers import find_catalogue
from bot.front.rendering.pings import NO_PINGS
from bot.lru_cache import LruCache
from bot.projections.season_tables import SeasonLeaders
from bot.reconciler import Backoff, Reconciler
from bot.service.live_game import LiveGame
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.tables.champions import REPORT_INTERVAL, Champions, WornRole

log = logging.getLogger(__name__)

REMEMBERED_REPORTS = 10_000
"""Servers whose last report is remembered, at most."""

TROUBLES = ("gone", "managed", "permission", "above", "refused")
"""The obstacles to giving a role."""


class Trouble(NamedTuple):
    """An obstacle, one of `TROUBLES`, to giving or taking a role."""

    what: str
    role: int


def find_trouble(server: discord.Guild, role: int) -> str | None:
    """Return why the bot cannot give a role, one of `TROUBLES`; None if no reason is known."""
    found = server.get_role(role)
    if found is None:
        return "gone"
    if found.is_default() or found.managed:
        return "managed"
    if not server.me.guild_permissions.manage_roles:
        return "permission"
    return None if found.is_assignable() else "above"


class _Telling(NamedTuple):
    """The last report to a server, and its time."""

    said: str
    at: datetime


class TroubleReports:
    """Reports of obstacles to servers, of the same obstacle once a day."""

    def __init__(
        self, client: discord.Client, champions: Champions, now: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._champions = champions
        self._now = now
        self._told: LruCache[int, _Telling] = LruCache(REMEMBERED_REPORTS)

    async def tell(self, server: discord.Guild, settings: ServerSettings, trouble: Trouble) -> None:
        """Log an obstacle, and report it in the server's log channel, if it has one."""
        now = self._now()
        said = f"{trouble.what}:{trouble.role}:{settings.log_channel}"
        told = self._told.get(server.id)
        if told is not None and told.said == said and now < told.at + REPORT_INTERVAL:
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
            await place.send(words, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)

    async def clear(self, guild: int) -> None:
        """Note that there is no obstacle any more: the next one is reported at once."""
        self._told.drop(guild)
        await self._champions.end_telling(guild)


PARALLEL_CHECKS = 4
"""Servers that are checked at the same time."""

MEMBER_REST = timedelta(hours=1)
"""The time for which a member is left alone who has left, or whom somebody else gave the role."""

RESTING_MEMBERS = 10_000
"""Members who are left alone, at most."""


class ChampionRole:
    """A keeper of the champion roles of all servers."""

    def __init__(
        self,
        client: discord.Client,
        champions: Champions,
        leaders: SeasonLeaders,
        guilds: Guilds,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._champions = champions
        self._leaders = leaders
        self._guilds = guilds
        self._now = now
        self.servers: set[int] = set()  # that have set a role, as far as is known
        self._looks = Reconciler[int, None](self._check_server, at_once=PARALLEL_CHECKS)
        self._backoff = Backoff[int]()
        self._aside: LruCache[WornRole, datetime] = LruCache(RESTING_MEMBERS)
        self._reports = TroubleReports(client, champions, now)

    # When

    def notice(self, live: LiveGame) -> None:
        """Check the server, one of `servers`, of a pod that changed."""
        self._mark_server(live.place.guild)

    def retry(self, guild: int) -> None:
        """Check a server after a change of seasons, settings or permissions."""
        self._backoff.end(guild)
        self._mark_server(guild)

    async def catch_up(self) -> None:
        """Check the servers where a member lacks the role or wears it wrongly."""
        self.servers = await self._champions.find_servers()
        first = await self._leaders.load_leaders()
        worn = dict[int, list[WornRole]]()
        for each in await self._champions.load_worn():
            worn.setdefault(each.guild, []).append(each)
        for guild in self.servers | worn.keys():
            if self._client.get_guild(guild) is None:
                continue
            role = (await self._guilds.read_settings(guild)).champion_role
            if any(self._compare_roles(guild, role, first.get(guild, ()), worn.get(guild, ()))):
                self._mark_server(guild)

    async def close(self) -> None:
        """Stop; the next start finds the remaining work again."""
        await self._looks.close()

    def _mark_server(self, guild: int) -> None:
        if not self._backoff.is_resting(guild):
            self._looks.mark(guild, None)

    async def _check_server(self, guild: int, _: None) -> None:
        try:
            await self._reconcile_server(guild)
        except PASSING_ERRORS as error:
            log.warning("the champions of %s have to wait: %s", guild, error)
            self._backoff.rest(guild)
            self._looks.take(guild)

    # What

    def _compare_roles(
        self, guild: int, role: int | None, first: Collection[int], worn: Iterable[WornRole]
    ) -> tuple[list[WornRole], list[WornRole]]:
        """Return the roles to take and the roles to give."""
        known = {replace(each, given=False): each.given for each in worn}
        wanted = set[WornRole]()
        if role is not None:
            wanted = {WornRole(guild, account, role) for account in first}
        now = self._now()
        give = [each for each in wanted if not known.get(each)]
        return (
            [each for each in known if each not in wanted],
            [each for each in give if (self._aside.get(each) or now) <= now],
        )

    async def _reconcile_server(self, guild: int) -> None:
        server = self._client.get_guild(guild)
        if server is None:  # another process has it, or the bot was sent away
            return
        settings = await self._guilds.read_settings(guild)
        role = settings.champion_role
        if role is not None:
            self.servers.add(guild)
        first = await self._leaders.load_leaders(guild)
        worn = await self._champions.load_worn(guild)
        take, give = self._compare_roles(guild, role, first.get(guild, ()), worn)
        known = {each.discord_id for each in worn if each.role == role}
        found = [
            *[await self._take_role(server, each, settings) for each in take],
            *[
                await self._give_role(server, each, settings, each.discord_id in known)
                for each in give
            ],
        ]
        if found:
            await self._report_troubles(
                server, settings, [each for each in found if each is not None]
            )

    async def _report_troubles(
        self, server: discord.Guild, settings: ServerSettings, troubles: list[Trouble]
    ) -> None:
        """Report the obstacles that were met, if there were any."""
        if not troubles:
            self._backoff.end(server.id)
            await self._reports.clear(server.id)
            return
        if any(trouble.what == "refused" for trouble in troubles):  # only Discord could tell
            self._backoff.rest(server.id)
        await self._reports.tell(server, settings, troubles[0])

    async def _take_role(
        self, server: discord.Guild, worn: WornRole, settings: ServerSettings
    ) -> Trouble | None:
        """Take a role that the bot gave; return the obstacle, if there was one."""
        found = find_trouble(server, worn.role)
        if found not in (None, "gone"):
            return Trouble(found, worn.role)
        member = None if found else await _find_member(server, worn)
        if member is not None:
            reason = find_catalogue(server, settings)("crown-taken")
            try:
                await member.remove_roles(discord.Object(worn.role), reason=reason)
            except discord.Forbidden:
                return Trouble("refused", worn.role)
            except discord.NotFound:  # the member or the role is gone
                pass
        await self._champions.drop(worn)
        return None

    async def _give_role(
        self, server: discord.Guild, worn: WornRole, settings: ServerSettings, known: bool
    ) -> Trouble | None:
        """Give a role.

        A member who wears the role, but is not `known`, got it from somebody else: the bot never
        takes it.
        """
        found = find_trouble(server, worn.role)
        if found is not None:
            return Trouble(found, worn.role)
        member = await _find_member(server, worn)
        if member is None or (not known and member.get_role(worn.role) is not None):
            self._aside.put(worn, self._now() + MEMBER_REST)
            if known:
                await self._champions.drop(worn)
            return None
        await self._champions.put(worn)  # stored first: after a crash, the role can be taken
        reason = find_catalogue(server, settings)("crown-given")
        try:
            await member.add_roles(discord.Object(worn.role), reason=reason)
        except (discord.Forbidden, discord.NotFound) as error:
            await self._champions.drop(worn)
            refused = isinstance(error, discord.Forbidden)
            return Trouble("refused", worn.role) if refused else None
        await self._champions.put(replace(worn, given=True))
        return None

    # Whoever is forgotten

    async def load_worn(self, account: int) -> list[WornRole]:
        """Return the roles that the bot gave somebody."""
        return await self._champions.load_worn_by(account)

    async def take_off(self, worn: Iterable[WornRole]) -> None:
        """Take roles whose rows are deleted already, as far as Discord lets the bot."""
        for each in worn:
            server = self._client.get_guild(each.guild)
            try:
                if server is None:  # another process may have it: afterwards nobody knows of it
                    await self._client.http.remove_role(each.guild, each.discord_id, each.role)
                    continue
                settings = await self._guilds.read_settings(each.guild)
                await self._take_role(server, each, settings)
            except PASSING_ERRORS as error:
                log.warning("a role stays on somebody in server %s: %s", each.guild, error)
            self._mark_server(each.guild)


async def _find_member(server: discord.Guild, worn: WornRole) -> discord.Member | None:
    """Fetch the member who wears the role or should; None if they have left."""
    try:
        return await server.fetch_member(worn.discord_id)
    except discord.NotFound:
        return None
