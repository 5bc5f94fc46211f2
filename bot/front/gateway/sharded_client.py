"""A client that serves all shards, or of several processes those that are its own."""

from typing import Any, Protocol

import aiohttp
import discord

from bot.front.gateway.shard_connector import ShardConnector


class Lapsed(ConnectionError):
    """Others may already act for this process: it asks Discord for nothing that changes things."""


class Shards(Protocol):
    """Which shards a client serves at this moment, among other processes of the same bot."""

    @property
    def connected(self) -> frozenset[int]:
        """Those with which it has to be connected."""

    @property
    def is_valid(self) -> bool:
        """Whether it may act at all."""

    def holds(self, shard: int) -> bool:
        """Whether it is the one that answers what is asked of a shard."""

    def tends(self, shard: int) -> bool:
        """Whether it is the one that does what nobody asks for on a shard."""

    async def take(self, shard: int, interaction: int) -> bool:
        """Return whether an interaction is its own: it holds the shard, or does in a moment."""

    async def begin(self) -> None:
        """Take shards from now on, and connect with them."""

    async def wait_to_connect(self, shard: int) -> None:
        """Wait until a session of a shard may begin, or is wanted no more."""

    async def begin_session(self, shard: int) -> None:
        """Begin a session of a shard, for which it has waited. Raises `OSError` if too long ago."""


class ShardedClient(ShardConnector):
    """A client that serves all shards, or those that `lease` says are its own."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._lease: Shards | None = None

    def share(self, lease: Shards) -> None:
        """Serve only what is its own from now on; before the client connects."""
        self._lease = lease

    def guard_requests(self) -> None:
        """Change nothing on Discord once others may act; before the client logs in."""
        trace = self.http.http_trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._check_request)

    def find_shard(self, guild: int | None) -> int:
        """Return the shard of a server; that of what belongs to no server is the first."""
        return ((guild or 0) >> 22) % (self.shard_count or 1)

    def tends(self, guild: int) -> bool:
        """Whether it does by itself what is to be done on a server, if the bot is there."""
        return self._lease is None or self._lease.tends(self.find_shard(guild))

    def serves(self, guild: int) -> bool:
        """Whether it is the one that answers on a server."""
        return self._lease is None or self._lease.holds(self.find_shard(guild))

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether it is the one to answer what is asked on a server, or in private."""
        shard = self.find_shard(interaction.guild_id)
        return self._lease is None or await self._lease.take(shard, interaction.id)

    def wants(self, shard: int | None) -> bool:
        """Whether it is to be connected with a shard."""
        return self._lease is None or shard in self._lease.connected

    def get_guild(self, id: int, /) -> discord.Guild | None:
        """Return a server that it tends."""
        return super().get_guild(id) if self.tends(id) else None

    def hears_of(self, guild: int) -> bool:
        """Whether it tends a server's shard, and Discord has told which servers there are."""
        shard = self.find_shard(guild)
        if self._lease is None:
            return shard in self.shards
        return self.tends(guild) and self.has_told(shard)

    async def launch_shards(self) -> None:
        """Connect with all shards, or with those that come."""
        if self._lease is None:
            return await super().launch_shards()
        self._connection.shard_count = self.shard_count
        return await self._lease.begin()

    async def wait_for_turn(self, shard: int) -> None:
        """Wait until a session of a shard may begin, or is wanted no more.

        A connection that waits after it was made is closed by Discord, which hears nothing.
        """
        if self._lease is not None:
            await self._lease.wait_to_connect(shard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Let a session begin for which `wait_to_connect` has waited."""
        if self._lease is None:
            return await super().before_identify_hook(shard_id, initial=initial)
        return await self._lease.begin_session(shard_id or 0)

    async def _check_request(
        self, _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Let nothing out that changes what stands on Discord once others may act.

        Whoever asks may be told that something is wrong.
        """
        answers = request.url.path.endswith("/callback") or "/webhooks/" in request.url.path
        harmless = answers or request.method == "GET"
        if self._lease is not None and not harmless and not self._lease.is_valid:
            raise Lapsed("this process has not been heard of for too long")
