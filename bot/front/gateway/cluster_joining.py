"""Joining the cluster of processes that share one database."""

from bot.cluster.identify_rate_limit import GatewaySessionRateLimiter
from bot.cluster.membership import ClusterMembership
from bot.cluster.store import SHARDS_MOVED, PostgreSQLClusterStore
from bot.config import ShardAssignment
from bot.front.gateway.chores import run_all_background_chores
from bot.front.gateway.client import SuzerainBot
from bot.front.gateway.fleet import ClusterShardLease
from bot.front.gateway.slash_commands import build_slash_command_registrar
from bot.front.interaction.context import Interaction
from bot.storage.engine.database import Database

SETTINGS_CHANGED = "settings"
"""The topic of notices that a server's settings have changed; the server's id follows."""


class ShardCountMismatchError(Exception):
    """The error that other cluster processes use another number of gateway shards."""


class ClientShardChangeHooks:
    """Hooks of the Discord client that run when this process gains or loses gateway shards."""

    def __init__(self, client: SuzerainBot) -> None:
        self._client = client

    def clear_people_and_server_caches(self) -> None:
        """Clear cached names and server settings, because other processes may have changed them."""
        self._client.services.people.clear_name_caches()
        self._client.services.guilds.clear_settings_cache()

    def clear_game_and_settings_caches(self) -> None:
        services = self._client.services
        services.service.clear_caches()
        services.boards.clear_board_cache()
        services.guilds.clear_settings_cache()

    async def run_chores_on_new_shards(self) -> None:
        await self._client.on_ready()
        await run_all_background_chores(self._client, self._client.services)  # the next round is a minute away

    async def wait_for_board_updates_on_shard(self, shard_id: int) -> None:
        await self._client.services.keeper.drawing.wait_for_work_to_end(
            lambda _, guild: self._is_server_on_shard(shard_id, guild)
        )

    async def store_displayed_board_versions(self) -> None:
        await self._client.services.database.commit_queued_changes()

    async def wait_for_interaction_answers(self, shard_id: int) -> None:
        def is_unanswered_interaction_on_shard(interaction: Interaction | int, guild_id: int | None) -> bool:
            answered = not isinstance(interaction, int) and interaction.response.is_done()
            return self._is_server_on_shard(shard_id, guild_id) and not answered

        await self._client.reception.answering.wait_for_work_to_end(is_unanswered_interaction_on_shard)

    async def wait_for_board_updates_and_answers(self) -> None:
        await self._client.services.keeper.drawing.wait_for_work_to_end()
        await self._client.reception.answering.wait_for_work_to_end()

    def share_rate_limit_among_processes(self, process_count: int) -> None:
        self._client.services.keeper.budget.divide_rate_among_processes(process_count)

    def _is_server_on_shard(self, shard_id: int, guild_id: int | None) -> bool:
        return self._client.compute_shard_id_of_server(guild_id) == shard_id


class ClusterConnection:
    """The membership of this process in the cluster: all bot processes that share one database."""

    def __init__(self, client: SuzerainBot, database: Database, database_url: str) -> None:
        """Prepare a client that has not yet logged in."""
        self._client = client
        self._database = database
        self._crew = ClientShardChangeHooks(client)
        self._membership: ClusterMembership | None = None
        self._store = PostgreSQLClusterStore(database_url, self._handle_cluster_notification)
        client.register_commands = build_slash_command_registrar(self._store)
        client.block_discord_changes_after_lease_expiry()

    async def join_cluster(self, configured_shards: ShardAssignment | None) -> None:
        """Join the cluster, and serve `configured_shards` or the shards that the cluster assigns.

        Raises `StorageError`, `DatabaseUsedByOtherBotError`, `ShardCountMismatchError` and discord.py's exceptions.
        """
        client = self._client
        store = self._store
        recommended, _, limits = await client.http.get_bot_gateway()
        wanted = recommended if configured_shards is None else configured_shards.shard_count
        assert client.application_id is not None
        count = await store.load_or_store_shard_count(
            client.application_id, wanted, may_lower_count=configured_shards is not None
        )
        if configured_shards is not None and count != wanted:
            raise ShardCountMismatchError(count)
        client.shard_count = count
        self._membership = ClusterMembership(
            store, count, None if configured_shards is None else configured_shards.shards
        )
        identifies = GatewaySessionRateLimiter(self._database, limits["max_concurrency"])
        client.serve_assigned_shards(ClusterShardLease(self._membership, identifies, client, self._crew))

    async def release_shards_and_leave_cluster(self) -> None:
        """Give up all gateway shards, and leave the cluster."""
        if self._client.fleet is not None:
            await self._client.fleet.release_shards_and_leave_cluster()
        await self._store.close_connection_for_good()

    def _handle_cluster_notification(self, notification: str) -> None:
        """Clear caches as another process's notification says, or send a heartbeat if shards have moved."""
        services = self._client.services
        topic, _, number = notification.partition(" ")
        if topic == SHARDS_MOVED and self._membership is not None:
            self._membership.request_heartbeat()
        elif topic == SETTINGS_CHANGED:
            services.guilds.clear_cached_settings_of_server(int(number))
        elif topic != SHARDS_MOVED:  # people forgotten, texts struck out, or notices were missed
            self._crew.clear_people_and_server_caches()
