"""Joining the processes that share a database, as one of them."""

from bot.cluster.identifies import Identifies
from bot.cluster.membership import Membership
from bot.cluster.store import SHARDS_MOVED, ClusterStore
from bot.config import FixedShards
from bot.front.gateway.chores import do_chores
from bot.front.gateway.client import Suzerain
from bot.front.gateway.fleet import Fleet
from bot.front.gateway.slash_commands import register_changes
from bot.front.interaction.context import Interaction
from bot.storage.engine.database import Database

SETTINGS_CHANGED = "settings"
"""The topic of notices that a server's settings have changed; the server's id follows."""


class WrongCount(Exception):
    """Other processes run with another number of shards, which is in `args`."""


class ClientCrew:
    """The work of a client for the servers of its shards."""

    def __init__(self, client: Suzerain) -> None:
        self._client = client

    def reread(self) -> None:
        """Clear the caches of people and servers: a person may have been forgotten meanwhile."""
        self._client.services.people.reread()
        self._client.services.guilds.reread()

    def reread_games(self) -> None:
        """Clear the caches of games and settings: other processes have changed them."""
        services = self._client.services
        services.service.reread()
        services.boards.reread()
        services.guilds.reread()

    async def take_up(self) -> None:
        """Do the work that is overdue on servers that are newly served."""
        await self._client.on_ready()
        await do_chores(self._client, self._client.services)  # the next round is a minute away

    async def finish_boards(self, shard: int) -> None:
        """Wait until the boards under way on the servers of a shard are drawn."""
        await self._client.services.keeper.drawing.join(lambda _, guild: self._is_of(shard, guild))

    async def write_down(self) -> None:
        """Store what boards show, so that the next process does not draw them again."""
        await self._client.services.database.flush()

    async def finish_answers(self, shard: int) -> None:
        """Wait until no user on the servers of a shard waits for an answer."""

        def is_meant(interaction: Interaction, guild: int | None) -> bool:
            return self._is_of(shard, guild) and not interaction.response.is_done()

        await self._client.reception.answering.join(is_meant)

    async def finish_all(self) -> None:
        """Wait until all boards under way are drawn and no user waits for an answer."""
        await self._client.services.keeper.drawing.join()
        await self._client.reception.answering.join()

    def share_pace(self, processes: int) -> None:
        """Limit requests to one process's share of what Discord allows a bot."""
        self._client.services.keeper.budget.share(processes)

    def _is_of(self, shard: int, guild: int | None) -> bool:
        return self._client.find_shard(guild) == shard


class Joining:
    """A join of this process to the group that shares a database."""

    def __init__(self, client: Suzerain, database: Database, url: str) -> None:
        """Prepare a client that has not logged in yet."""
        self._client = client
        self._database = database
        self._crew = ClientCrew(client)
        self._membership: Membership | None = None
        self._store = ClusterStore(url, self._hear)
        client.register_commands = register_changes(self._store)
        client.guard_requests()

    async def join(self, fixed: FixedShards | None) -> None:
        """Have the logged-in client serve the `fixed` shards, or those that come to this process.

        Raises `StorageError`, `OtherBot`, `WrongCount` and discord.py's exceptions.
        """
        client = self._client
        store = self._store
        recommended, _, limits = await client.http.get_bot_gateway()
        wanted = recommended if fixed is None else fixed.shard_count
        assert client.application_id is not None
        count = await store.settle_shard_count(
            client.application_id, wanted, exact=fixed is not None
        )
        if fixed is not None and count != wanted:
            raise WrongCount(count)
        client.shard_count = count
        self._membership = Membership(store, count, None if fixed is None else fixed.shards)
        identifies = Identifies(self._database, limits["max_concurrency"])
        client.join(Fleet(self._membership, identifies, client, self._crew))

    async def close(self) -> None:
        """Release every shard, and leave the group of processes."""
        if self._client.fleet is not None:
            await self._client.fleet.close()
        await self._store.close()

    def _hear(self, told: str) -> None:
        """Clear the caches that another process's notice names; all after missed ones."""
        services = self._client.services
        topic, _, number = told.partition(" ")
        if topic == SHARDS_MOVED and self._membership is not None:
            self._membership.wake()
        elif topic == SETTINGS_CHANGED:
            services.guilds.drop(int(number))
        elif topic != SHARDS_MOVED:  # people forgotten, texts struck out, or notices were missed
            self._crew.reread()
