"""Makes a process one of several, on a database that several can have."""

from bot.cluster.identifies import Identifies
from bot.cluster.membership import Membership
from bot.cluster.store import MOVED, ClusterStore
from bot.front.gateway.client import Suzerain
from bot.front.gateway.command_register import tell_once
from bot.front.gateway.crew import ClientCrew
from bot.front.gateway.fixed_shards import Fixed
from bot.front.gateway.fleet import Fleet
from bot.storage.engine.database import Database

SETTINGS = "settings"
"""What is heard, before the server's id, where somebody has changed what a server has set."""


class WrongCount(Exception):
    """Other processes run that reckon with another number of shards, which `args` tell."""


class Joining:
    """A process that is about to be one of several."""

    def __init__(self, client: Suzerain, database: Database, url: str) -> None:
        """Before the client logs in."""
        self._client = client
        self._database = database
        self._crew = ClientCrew(client)
        self._membership: Membership | None = None
        self._store = ClusterStore(url, self._hear)
        client.tell_commands = tell_once(self._store)
        client.guard_requests()

    async def join(self, fixed: Fixed | None) -> None:
        """Have the client serve what comes to this process, once it is logged in.

        Raises `StorageError`, `OtherBot`, `WrongCount`, and what discord.py does.
        """
        client, store = self._client, self._store
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
        """Let go of everything, and be no more among the processes."""
        if self._client.fleet is not None:
            await self._client.fleet.close()
        await self._store.close()

    def _hear(self, told: str) -> None:
        """Do what follows from what another process tells, or from what may have been missed."""
        services = self._client.services
        topic, _, number = told.partition(" ")
        if topic == MOVED and self._membership is not None:
            self._membership.wake()
        elif topic == SETTINGS:
            services.guilds.drop(int(number))
        elif topic != MOVED:  # people were forgotten, texts struck out, or nobody knows what
            self._crew.reread()
