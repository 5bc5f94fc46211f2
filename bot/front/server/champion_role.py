"""The champion's role, which the leader of the running season has if the server has set a role.

The standings say who should have the role, and a table says who has it. A server is checked
whenever one of the two may have changed, and once a minute. Several processes may check a server:
granting or removing a role twice does no harm.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.basics.lru_cache import LruCache
from bot.basics.reconciler import Backoff, JobQueue
from bot.front.publishing.loaded_servers import find_server_catalogue
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui.pings import NO_PINGS
from bot.projections.season_standings import SeasonLeaderLookup
from bot.service.live_game import LiveGame
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository
from bot.storage.tables.champions import REPORT_INTERVAL, ChampionRepository, GrantedRole

log = logging.getLogger(__name__)

REMEMBERED_REPORTS = 10_000
"""Servers whose last report is remembered, at most."""

ROLE_OBSTACLES = ("gone", "managed", "permission", "above", "refused")
"""The obstacles to giving a role."""


class RoleObstacle(NamedTuple):
    """An obstacle, one of `ROLE_OBSTACLES`, to granting or removing a role."""

    what: str
    role: int


def find_role_obstacle(server: discord.Guild, role_id: int) -> str | None:
    """Return why the bot cannot grant a role, one of `ROLE_OBSTACLES`; None if no reason is
    known.
    """
    found = server.get_role(role_id)
    if found is None:
        return "gone"
    if found.is_default() or found.managed:
        return "managed"
    if not server.me.guild_permissions.manage_roles:
        return "permission"
    return None if found.is_assignable() else "above"


class _ObstacleReport(NamedTuple):
    """The last report of an obstacle to a server, and its time."""

    said: str
    at: datetime


class RoleObstacleReports:
    """Reports to servers of obstacles to the champion's role, the same obstacle once a day."""

    def __init__(
        self, client: discord.Client, champions: ChampionRepository, now: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._champions = champions
        self._now = now
        self._told: LruCache[int, _ObstacleReport] = LruCache(REMEMBERED_REPORTS)

    async def report_obstacle(
        self, server: discord.Guild, settings: ServerSettings, obstacle: RoleObstacle
    ) -> None:
        """Log an obstacle to the champion's role, and report it in the server's log channel
        if there is one.
        """
        now = self._now()
        said = f"{obstacle.what}:{obstacle.role}:{settings.log_channel}"
        told = self._told.get(server.id)
        if told is not None and told.said == said and now < told.at + REPORT_INTERVAL:
            return
        self._told.put(server.id, _ObstacleReport(said, now))
        log.warning("no champion's role on server %s: %s", server.id, obstacle.what)
        if settings.log_channel is None:
            return
        if not await self._champions.claim_role_problem_notice(
            server.id, said, now
        ):  # another process did
            return
        text = find_server_catalogue(server, settings)
        words = text(f"crown-{obstacle.what}", role=f"<@&{obstacle.role}>")
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(words, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)

    async def clear_obstacle(self, guild_id: int) -> None:
        """Forget a server's last obstacle, so that the next one is reported at once."""
        self._told.remove(guild_id)
        await self._champions.clear_role_problem(guild_id)


PARALLEL_CHECKS = 4
"""Servers that are checked at the same time."""

MEMBER_PAUSE = timedelta(hours=1)
"""The time for which a member is left alone who has left, or whom somebody else gave the role."""

MAX_PAUSED_MEMBERS = 10_000
"""Members who are left alone, at most."""


class ChampionRoleReconciler:
    """A reconciler of the champion's role on all servers: the season's leader gets the role."""

    def __init__(
        self,
        client: discord.Client,
        champions: ChampionRepository,
        leaders: SeasonLeaderLookup,
        guilds: ServerSettingsRepository,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._champions = champions
        self._leaders = leaders
        self._guilds = guilds
        self._now = now
        self.servers: set[int] = set()  # that have set a role, as far as is known
        self._looks = JobQueue[int, None](self._check_server, at_once=PARALLEL_CHECKS)
        self._backoff = Backoff[int]()
        self._aside: LruCache[GrantedRole, datetime] = LruCache(MAX_PAUSED_MEMBERS)
        self._reports = RoleObstacleReports(client, champions, now)

    # When

    def handle_game_change(self, live_game: LiveGame) -> None:
        """Check the champion's role on the server of a changed game, if its leader may have
        changed.
        """
        self._queue_server_check(live_game.place.guild)

    def recheck_server(self, guild_id: int) -> None:
        """Check a server's champion role after a change of seasons, settings or
        permissions.
        """
        self._backoff.reset(guild_id)
        self._queue_server_check(guild_id)

    async def reconcile_all(self) -> None:
        """Check the champion's role on servers where a leader lacks it or a former leader
        has it.
        """
        self.servers = await self._champions.load_servers_with_champion_role()
        first = await self._leaders.load_leader_accounts()
        worn = dict[int, list[GrantedRole]]()
        for each in await self._champions.load_granted_roles():
            worn.setdefault(each.guild, []).append(each)
        for guild in self.servers | worn.keys():
            if self._client.get_guild(guild) is None:
                continue
            role = (await self._guilds.load_settings(guild)).champion_role
            if any(
                self._compute_role_changes(guild, role, first.get(guild, ()), worn.get(guild, ()))
            ):
                self._queue_server_check(guild)

    async def close(self) -> None:
        """Stop all checks of champion roles; the next start finds the remaining work again."""
        await self._looks.close()

    def _queue_server_check(self, guild_id: int) -> None:
        if not self._backoff.is_backing_off(guild_id):
            self._looks.queue_job(guild_id, None)

    async def _check_server(self, guild_id: int, _: None) -> None:
        try:
            await self._reconcile_server(guild_id)
        except PASSING_ERRORS as error:
            log.warning("the champions of %s have to wait: %s", guild_id, error)
            self._backoff.record_failure(guild_id)
            self._looks.pop_job(guild_id)

    # What

    def _compute_role_changes(
        self,
        guild_id: int,
        role_id: int | None,
        leader_ids: Collection[int],
        granted_roles: Iterable[GrantedRole],
    ) -> tuple[list[GrantedRole], list[GrantedRole]]:
        """Return the roles to remove and the roles to grant on a server."""
        known = {replace(each, given=False): each.given for each in granted_roles}
        wanted = set[GrantedRole]()
        if role_id is not None:
            wanted = {GrantedRole(guild_id, account, role_id) for account in leader_ids}
        now = self._now()
        give = [each for each in wanted if not known.get(each)]
        return (
            [each for each in known if each not in wanted],
            [each for each in give if (self._aside.get(each) or now) <= now],
        )

    async def _reconcile_server(self, guild_id: int) -> None:
        server = self._client.get_guild(guild_id)
        if server is None:  # another process has it, or the bot was sent away
            return
        settings = await self._guilds.load_settings(guild_id)
        role = settings.champion_role
        if role is not None:
            self.servers.add(guild_id)
        first = await self._leaders.load_leader_accounts(guild_id)
        worn = await self._champions.load_granted_roles(guild_id)
        take, give = self._compute_role_changes(guild_id, role, first.get(guild_id, ()), worn)
        known = {each.discord_id for each in worn if each.role == role}
        found = [
            *[await self._remove_role(server, each, settings) for each in take],
            *[
                await self._grant_role(server, each, settings, each.discord_id in known)
                for each in give
            ],
        ]
        if found:
            await self._report_obstacles(
                server, settings, [each for each in found if each is not None]
            )

    async def _report_obstacles(
        self, server: discord.Guild, settings: ServerSettings, obstacles: list[RoleObstacle]
    ) -> None:
        """Report the first obstacle to a server's champion role, or clear the last report
        if there is none.
        """
        if not obstacles:
            self._backoff.reset(server.id)
            await self._reports.clear_obstacle(server.id)
            return
        if any(trouble.what == "refused" for trouble in obstacles):  # only Discord could tell
            self._backoff.record_failure(server.id)
        await self._reports.report_obstacle(server, settings, obstacles[0])

    async def _remove_role(
        self, server: discord.Guild, granted_role: GrantedRole, settings: ServerSettings
    ) -> RoleObstacle | None:
        """Remove a role that the bot granted; return the obstacle, None on success."""
        found = find_role_obstacle(server, granted_role.role)
        if found not in (None, "gone"):
            return RoleObstacle(found, granted_role.role)
        member = None if found else await _fetch_role_member(server, granted_role)
        if member is not None:
            reason = find_server_catalogue(server, settings)("crown-taken")
            try:
                await member.remove_roles(discord.Object(granted_role.role), reason=reason)
            except discord.Forbidden:
                return RoleObstacle("refused", granted_role.role)
            except discord.NotFound:  # the member or the role is gone
                pass
        await self._champions.delete_granted_role(granted_role)
        return None

    async def _grant_role(
        self,
        server: discord.Guild,
        granted_role: GrantedRole,
        settings: ServerSettings,
        was_granted_by_bot: bool,
    ) -> RoleObstacle | None:
        """Grant the champion's role to a leader; return the obstacle, None on success.

        The bot never removes a role that a member got from somebody else.
        """
        found = find_role_obstacle(server, granted_role.role)
        if found is not None:
            return RoleObstacle(found, granted_role.role)
        member = await _fetch_role_member(server, granted_role)
        if member is None or (
            not was_granted_by_bot and member.get_role(granted_role.role) is not None
        ):
            self._aside.put(granted_role, self._now() + MEMBER_PAUSE)
            if was_granted_by_bot:
                await self._champions.delete_granted_role(granted_role)
            return None
        await self._champions.store_granted_role(
            granted_role
        )  # stored first: after a crash, the role can be taken
        reason = find_server_catalogue(server, settings)("crown-given")
        try:
            await member.add_roles(discord.Object(granted_role.role), reason=reason)
        except (discord.Forbidden, discord.NotFound) as error:
            await self._champions.delete_granted_role(granted_role)
            refused = isinstance(error, discord.Forbidden)
            return RoleObstacle("refused", granted_role.role) if refused else None
        await self._champions.store_granted_role(replace(granted_role, given=True))
        return None

    # Whoever is forgotten

    async def load_granted_roles(self, account_id: int) -> list[GrantedRole]:
        """Return the champion roles that the bot granted to an account."""
        return await self._champions.load_granted_roles_of_account(account_id)

    async def remove_roles(self, granted_roles: Iterable[GrantedRole]) -> None:
        """Remove roles on Discord whose rows are deleted already, as far as Discord lets
        the bot.
        """
        for each in granted_roles:
            server = self._client.get_guild(each.guild)
            try:
                if server is None:  # another process may have it: afterwards nobody knows of it
                    await self._client.http.remove_role(each.guild, each.discord_id, each.role)
                    continue
                settings = await self._guilds.load_settings(each.guild)
                await self._remove_role(server, each, settings)
            except PASSING_ERRORS as error:
                log.warning("a role stays on somebody in server %s: %s", each.guild, error)
            self._queue_server_check(each.guild)


async def _fetch_role_member(
    server: discord.Guild, granted_role: GrantedRole
) -> discord.Member | None:
    """Fetch the member of a granted role; None if they have left the server."""
    try:
        return await server.fetch_member(granted_role.discord_id)
    except discord.NotFound:
        return None
