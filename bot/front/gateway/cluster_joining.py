"""Joining the cluster of processes that share one database."""

from bot.cluster.identify_rate_limit import IdentifyRateLimiter
from bot.cluster.membership import ClusterMembership
from bot.cluster.store import SHARDS_MOVED, ClusterStore
from bot.config import ShardAssignment
from bot.front.gateway.chores import run_all_chores
from bot.front.gateway.client import Suzerain
from bot.front.gateway.fleet import ShardFleet
from bot.front.gateway.slash_commands import register_if_changed
from bot.front.interaction.context import Interaction
from bot.storage.engine.database import Database

SETTINGS_CHANGED = "settings"
"""The topic of notices that a server's settings have changed; the server's id follows."""


class ShardCountMismatch(Exception):
    """The other processes run with another shard count, which is in `args`."""


class ClientShardWork:
    """The work of a Discord client for the servers of its shards."""

    def __init__(self, client: Suzerain) -> None:
        self._client = client

    def clear_people_caches(self) -> None:
        """Clear the caches of people and servers, as another process may have erased a
        person.
        """
        self._client.services.people.invalidate_caches()
        self._client.services.guilds.clear_cache()

    def clear_game_caches(self) -> None:
        """Clear the caches of games and settings, which other processes have changed."""
        services = self._client.services
        services.service.clear_caches()
        services.boards.clear_cache()
        services.guilds.clear_cache()

    async def do_overdue_work(self) -> None:
        """Do the overdue work of servers whose shards this process has just acquired."""
        await self._client.on_ready()
        await run_all_chores(self._client, self._client.services)  # the next round is a minute away

    async def wait_for_boards(self, shard_id: int) -> None:
        """Wait until the boards being drawn on the servers of a shard are finished."""
        await self._client.services.keeper.drawing.wait_until_done(
            lambda _, guild: self._is_server_on_shard(shard_id, guild)
        )

    async def flush_board_states(self) -> None:
        """Store what the boards show, so that the next process does not draw them again."""
        await self._client.services.database.flush_queued_changes()

    async def wait_for_answers(self, shard_id: int) -> None:
        """Wait until every user on the servers of a shard has an answer."""

        def is_unanswered_on_shard(interaction: Interaction, guild_id: int | None) -> bool:
            return (
                self._is_server_on_shard(shard_id, guild_id) and not interaction.response.is_done()
            )

        await self._client.reception.answering.wait_until_done(is_unanswered_on_shard)

    async def wait_for_all_work(self) -> None:
        """Wait until all boards being drawn are finished and every user has an answer."""
        await self._client.services.keeper.drawing.wait_until_done()
        await self._client.reception.answering.wait_until_done()

    def set_rate_limit_share(self, process_count: int) -> None:
        """Limit requests to one process's share of the rate limit that Discord allows a
        bot.
        """
        self._client.services.keeper.budget.divide_among_processes(process_count)

    def _is_server_on_shard(self, shard_id: int, guild_id: int | None) -> bool:
        return self._client.compute_shard_id(guild_id) == shard_id


class ClusterConnection:
    """The connection of this process to the cluster of processes that share a database."""

    def __init__(self, client: Suzerain, database: Database, database_url: str) -> None:
        """Prepare a client that has not logged in yet."""
        self._client = client
        self._database = database
        self._crew = ClientShardWork(client)
        self._membership: ClusterMembership | None = None
        self._store = ClusterStore(database_url, self._handle_notice)
        client.register_commands = register_if_changed(self._store)
        client.block_requests_without_lease()

    async def join_cluster(self, fixed_shards: ShardAssignment | None) -> None:
        """Have the logged-in client serve `fixed_shards`, or the shards that the cluster
        assigns.

        Raises `StorageError`, `OtherBotError`, `ShardCountMismatch` and discord.py's
        exceptions.
        """
        client = self._client
        store = self._store
        recommended, _, limits = await client.http.get_bot_gateway()
        wanted = recommended if fixed_shards is None else fixed_shards.shard_count
        assert client.application_id is not None
        count = await store.determine_shard_count(
            client.application_id, wanted, is_exact=fixed_shards is not None
        )
        if fixed_shards is not None and count != wanted:
            raise ShardCountMismatch(count)
        client.shard_count = count
        self._membership = ClusterMembership(
            store, count, None if fixed_shards is None else fixed_shards.shards
        )
        identifies = IdentifyRateLimiter(self._database, limits["max_concurrency"])
        client.join_fleet(ShardFleet(self._membership, identifies, client, self._crew))

    async def close(self) -> None:
        """Release every shard, and leave the cluster of processes."""
        if self._client.fleet is not None:
            await self._client.fleet.close()
        await self._store.close()

    def _handle_notice(self, notice: str) -> None:
        """Clear the caches that another process's notice names, or all caches after missed
        notices.
        """
        services = self._client.services
        topic, _, number = notice.partition(" ")
        if topic == SHARDS_MOVED and self._membership is not None:
            self._membership.request_heartbeat()
        elif topic == SETTINGS_CHANGED:
            services.guilds.drop_cached_settings(int(number))
        elif topic != SHARDS_MOVED:  # people forgotten, texts struck out, or notices were missed
            self._crew.clear_people_caches()
