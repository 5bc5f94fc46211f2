"""The champion's role, which the leader of the running season has if the server has set a role.

The standings say who should have the role, and a table says who has it. A server is checked whenever one of the two may
have changed, and once a minute. Several processes may check a server: granting or removing a role twice does no harm.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.basics.lru_cache import LruCache
from bot.basics.reconciler import DebouncedJobQueue, RetryBackoff
from bot.front.publishing.loaded_servers import load_translations_for_server
from bot.front.publishing.retries import PASSING_ERRORS, is_error_worth_retry
from bot.front.ui.pings import NO_PINGS
from bot.projections.season_standings import SeasonLeaderLookup
from bot.service.live_game import LiveGame
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository
from bot.storage.tables.champions import REPORT_INTERVAL, ChampionRepository, GrantedChampionRole

log = logging.getLogger(__name__)

REMEMBERED_REPORTS = 10_000
"""Servers whose last report is remembered, at most."""

ROLE_OBSTACLES = ("gone", "managed", "permission", "above", "refused")
"""The obstacles to giving a role."""


class ChampionRoleProblem(NamedTuple):
    """The reason why the bot cannot give or take a server's champion role."""

    what: str
    role: int


def find_reason_role_cannot_be_granted(server: discord.Guild, role_id: int) -> str | None:
    """Return the code of the reason why the bot cannot grant a role; None if it can."""
    found = server.get_role(role_id)
    if found is None:
        return "gone"
    if found.is_default() or found.managed:
        return "managed"
    if not server.me.guild_permissions.manage_roles:
        return "permission"
    return None if found.is_assignable() else "above"


class _LastReportedRoleProblem(NamedTuple):
    """The last problem with the champion's role that was reported to a server, and the time."""

    said: str
    at: datetime


class ChampionRoleProblemReporter:
    """A reporter of problems with the champion's role, which tells each server at most one a day."""

    def __init__(self, client: discord.Client, champions: ChampionRepository, now: Callable[[], datetime]) -> None:
        self._client = client
        self._champions = champions
        self._now = now
        self._told: LruCache[int, _LastReportedRoleProblem] = LruCache(REMEMBERED_REPORTS)

    async def report_champion_role_problem(
        self, server: discord.Guild, settings: ServerSettings, role_problem: ChampionRoleProblem
    ) -> None:
        """Report in a server's log channel why the bot cannot give the champion's role."""
        now = self._now()
        said = f"{role_problem.what}:{role_problem.role}:{settings.log_channel}"
        told = self._told.get(server.id)
        if told is not None and told.said == said and now < told.at + REPORT_INTERVAL:
            return
        self._told.put(server.id, _LastReportedRoleProblem(said, now))
        log.warning("no champion's role on server %s: %s", server.id, role_problem.what)
        if settings.log_channel is None:
            return
        if not await self._champions.record_champion_problem_notice_if_due(server.id, said, now):  # another process did
            return
        text = load_translations_for_server(server, settings)
        words = text(f"crown-{role_problem.what}", role=f"<@&{role_problem.role}>")
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(words, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("moderators do not read of it in their log channel %s: %s", settings.log_channel, error)

    async def forget_last_reported_problem(self, guild_id: int) -> None:
        """Forget a server's last reported problem, so that the next one is reported at once."""
        self._told.remove(guild_id)
        await self._champions.delete_solved_champion_role_problem(guild_id)


PARALLEL_CHECKS = 4
"""Servers that are checked at the same time."""

MEMBER_PAUSE = timedelta(hours=1)
"""The time for which a member is left alone who has left, or whom somebody else gave the role."""

MAX_PAUSED_MEMBERS = 10_000
"""Members who are left alone, at most."""


class ChampionRoleReconciler:
    """A background task that gives each season's leader the server's champion role."""

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
        self._looks = DebouncedJobQueue[int, None](self._check_champion_role_of_server, at_once=PARALLEL_CHECKS)
        self._backoff = RetryBackoff[int](self._queue_server_check)
        self._aside: LruCache[GrantedChampionRole, datetime] = LruCache(MAX_PAUSED_MEMBERS)
        self._reports = ChampionRoleProblemReporter(client, champions, now)

    # When

    def queue_server_check_after_game_change(self, live_game: LiveGame) -> None:
        self._queue_server_check(live_game.place.guild)

    def schedule_server_sync(self, guild_id: int) -> None:
        """Check a server's champion role soon, because seasons or settings changed."""
        self._backoff.reset_failures(guild_id)
        self._queue_server_check(guild_id)

    async def reconcile_roles_of_all_servers(self) -> None:
        """Queue checks of servers on which the wrong members have the champion's role."""
        self.servers = await self._champions.load_servers_with_champion_role()
        first = await self._leaders.load_leader_accounts_by_server()
        worn = dict[int, list[GrantedChampionRole]]()
        for each in await self._champions.load_granted_champion_roles():
            worn.setdefault(each.guild, []).append(each)
        for guild in self.servers | worn.keys():
            if self._client.get_guild(guild) is None:
                continue
            role = (await self._guilds.load_server_settings(guild)).champion_role
            if any(self._compute_champion_role_changes(guild, role, first.get(guild, ()), worn.get(guild, ()))):
                self._queue_server_check(guild)

    async def close(self) -> None:
        """Stop the checks of champion roles."""
        self._backoff.close()
        await self._looks.close()

    def _queue_server_check(self, guild_id: int) -> None:
        if not self._backoff.must_wait_after_failure(guild_id):
            self._looks.queue_job(guild_id, None)

    async def _check_champion_role_of_server(self, guild_id: int, _job: None) -> None:
        try:
            await self._grant_and_remove_roles_on_server(guild_id)
        except PASSING_ERRORS as error:
            log.warning("the champion's role of server %s is tried again later: %s", guild_id, error)
            self._backoff.record_failure(guild_id, is_service_down=is_error_worth_retry(error))
            self._looks.pop_waiting_job(guild_id)

    # What

    def _compute_champion_role_changes(
        self,
        guild_id: int,
        role_id: int | None,
        leader_ids: Collection[int],
        granted_roles: Iterable[GrantedChampionRole],
    ) -> tuple[list[GrantedChampionRole], list[GrantedChampionRole]]:
        """Return the champion roles to remove and to grant on a server."""
        known = {replace(each, given=False): each.given for each in granted_roles}
        wanted = set[GrantedChampionRole]()
        if role_id is not None:
            wanted = {GrantedChampionRole(guild_id, account, role_id) for account in leader_ids}
        now = self._now()
        give = [each for each in wanted if not known.get(each)]
        return (
            [each for each in known if each not in wanted],
            [each for each in give if (self._aside.get(each) or now) <= now],
        )

    async def _grant_and_remove_roles_on_server(self, guild_id: int) -> None:
        server = self._client.get_guild(guild_id)
        if server is None:  # another process has it, or the bot was sent away
            return
        settings = await self._guilds.load_server_settings(guild_id)
        role = settings.champion_role
        if role is not None:
            self.servers.add(guild_id)
        first = await self._leaders.load_leader_accounts_by_server(guild_id)
        worn = await self._champions.load_granted_champion_roles(guild_id)
        take, give = self._compute_champion_role_changes(guild_id, role, first.get(guild_id, ()), worn)
        known = {each.discord_id for each in worn if each.role == role}
        found = [
            *[await self._remove_champion_role(server, each, settings) for each in take],
            *[await self._grant_champion_role(server, each, settings, each.discord_id in known) for each in give],
        ]
        if found:
            await self._report_first_champion_role_problem(
                server, settings, [each for each in found if each is not None]
            )

    async def _report_first_champion_role_problem(
        self, server: discord.Guild, settings: ServerSettings, role_problems: list[ChampionRoleProblem]
    ) -> None:
        """Report a server's first problem with its champion role; without problems, clear the last report."""
        if not role_problems:
            self._backoff.record_success(server.id)
            await self._reports.forget_last_reported_problem(server.id)
            return
        if any(trouble.what == "refused" for trouble in role_problems):  # only Discord could tell
            self._backoff.record_failure(server.id)
        await self._reports.report_champion_role_problem(server, settings, role_problems[0])

    async def _remove_champion_role(
        self, server: discord.Guild, granted_role: GrantedChampionRole, settings: ServerSettings
    ) -> ChampionRoleProblem | None:
        found = find_reason_role_cannot_be_granted(server, granted_role.role)
        if found not in (None, "gone"):
            return ChampionRoleProblem(found, granted_role.role)
        member = None if found else await _fetch_member_with_granted_role(server, granted_role)
        if member is not None:
            reason = load_translations_for_server(server, settings)("crown-taken")
            try:
                await member.remove_roles(discord.Object(granted_role.role), reason=reason)
            except discord.Forbidden:
                return ChampionRoleProblem("refused", granted_role.role)
            except discord.NotFound:  # the member or the role is gone
                pass
        await self._champions.delete_granted_champion_role(granted_role)
        return None

    async def _grant_champion_role(
        self,
        server: discord.Guild,
        granted_role: GrantedChampionRole,
        settings: ServerSettings,
        was_granted_by_bot: bool,
    ) -> ChampionRoleProblem | None:
        """Give the champion's role to a leader; return the problem if that failed.

        The bot never removes a role that a member got from somebody else.
        """
        found = find_reason_role_cannot_be_granted(server, granted_role.role)
        if found is not None:
            return ChampionRoleProblem(found, granted_role.role)
        member = await _fetch_member_with_granted_role(server, granted_role)
        if member is None or (not was_granted_by_bot and member.get_role(granted_role.role) is not None):
            self._aside.put(granted_role, self._now() + MEMBER_PAUSE)
            if was_granted_by_bot:
                await self._champions.delete_granted_champion_role(granted_role)
            return None
        await self._champions.store_granted_champion_role(
            granted_role
        )  # stored first: after a crash, the role can be taken
        reason = load_translations_for_server(server, settings)("crown-given")
        try:
            await member.add_roles(discord.Object(granted_role.role), reason=reason)
        except (discord.Forbidden, discord.NotFound) as error:
            await self._champions.delete_granted_champion_role(granted_role)
            refused = isinstance(error, discord.Forbidden)
            return ChampionRoleProblem("refused", granted_role.role) if refused else None
        await self._champions.store_granted_champion_role(replace(granted_role, given=True))
        return None

    # Whoever is forgotten

    async def load_champion_roles_of_account(self, account_id: int) -> list[GrantedChampionRole]:
        return await self._champions.load_granted_champion_roles_of_account(account_id)

    async def remove_champion_roles_of_erased_person(self, granted_roles: Iterable[GrantedChampionRole]) -> None:
        """Remove the champion roles of a person whose data was deleted."""
        for each in granted_roles:
            server = self._client.get_guild(each.guild)
            try:
                if server is None:  # another process may have it: afterwards nobody knows of it
                    await self._client.http.remove_role(each.guild, each.discord_id, each.role)
                    continue
                settings = await self._guilds.load_server_settings(each.guild)
                await self._remove_champion_role(server, each, settings)
            except PASSING_ERRORS as error:
                log.warning("a role stays on somebody in server %s: %s", each.guild, error)
            self._queue_server_check(each.guild)


async def _fetch_member_with_granted_role(
    server: discord.Guild, granted_role: GrantedChampionRole
) -> discord.Member | None:
    try:
        return await server.fetch_member(granted_role.discord_id)
    except discord.NotFound:
        return None
