"""A Discord client that connects and disconnects single shards while it runs."""

import asyncio
import gc
import logging
import random
from contextlib import suppress
from typing import Any, Protocol

import aiohttp
import discord
import yarl
from discord import gateway, shard

log = logging.getLogger(__name__)

MAX_RECONNECT_DELAY = 60.0
"""The most seconds between two attempts to connect, unless Discord lets few sessions begin."""

LIMITS_TIMEOUT = 5.0
"""Seconds in which Discord has to say how many sessions may begin."""


class ShardLeaseExpiredError(ConnectionError):
    """The error that this process lost its shards and may change nothing on Discord."""


class ShardLease(Protocol):
    """The protocol of a lease on gateway shards; until the lease expires, no other process serves them."""

    @property
    def shards_to_connect(self) -> frozenset[int]:
        """The ids of the shards to which this process has to be connected."""

    @property
    def is_valid(self) -> bool:
        """True if the lease has not expired, so this process may change things on Discord."""

    def answers_interactions_of_shard(self, shard_id: int) -> bool:
        """Return True if this process answers the interactions of a shard."""

    def does_background_work_of_shard(self, shard_id: int) -> bool:
        """Return True if this process does the background work of a shard's servers."""

    async def claim_interaction(self, shard_id: int, interaction_id: int) -> bool:
        """Return True if this process answers an interaction. Wait first if the shard is moving to this process."""

    async def start_acquiring_shards(self) -> None:
        """Start to acquire shards and connect to them."""

    async def wait_for_gateway_session_slot(self, shard_id: int) -> None:
        """Wait until a shard may begin its gateway session, or until another process has to serve it."""

    async def use_reserved_session_slot(self, shard_id: int) -> None:
        """Begin a shard's session in its slot. Raises `OSError` if the wait for the slot took too long."""


class ReconnectBackoff:
    """Growing pauses between attempts to connect to the gateway, up to a maximum.

    discord.py's own delays grow to 1,024 seconds, and a working session does not reset them.
    """

    def __init__(self) -> None:
        self._failures = 0
        self.at_least = 0.0
        """Seconds that Discord's limit of sessions demands."""

    def delay(self) -> float:
        """Return the seconds until the next attempt to connect."""
        longest = min(2.0**self._failures, MAX_RECONNECT_DELAY)
        self._failures = min(self._failures + 1, 10)
        return max(random.uniform(longest / 2, longest), self.at_least)

    def reset(self) -> None:
        """Reset to short pauses after a working gateway session."""
        self._failures = 0


class StoppableShard(shard.Shard):
    """A gateway shard that can be stopped for good, even while connecting."""

    has_ended = False

    def __init__(self, ws: Any, client: Any, queue_put: Any) -> None:
        super().__init__(ws, client, queue_put)
        self.delays = ReconnectBackoff()
        self._backoff: Any = self.delays

    async def _handle_disconnect(self, error: Exception, /) -> None:
        """Reconnect after a pause; the pause grows if few gateway sessions remain today."""
        if not isinstance(error, discord.ConnectionClosed):
            self.delays.at_least = await self._compute_delay_of_next_session()
        await super()._handle_disconnect(error)

    async def _compute_delay_of_next_session(self) -> float:
        """Return a pause in seconds that spreads the remaining gateway sessions over the day."""
        client = self._client
        assert isinstance(client, discord.AutoShardedClient)
        with suppress(discord.DiscordException, OSError, aiohttp.ClientError):
            async with asyncio.timeout(LIMITS_TIMEOUT):
                limits = await client.fetch_session_start_limits()
                if limits.remaining * 2 < limits.total:
                    return limits.reset_after / 1000 / (limits.remaining + 1)
        return 0.0

    async def stop(self) -> None:
        """Close the shard's gateway connection for good."""
        self.has_ended = True
        if self.ws.open:
            await self.disconnect()
        else:
            self._cancel_task()

    async def reidentify(self, exc: gateway.ReconnectWebSocket) -> None:
        """Begin a new gateway session, unless the shard was stopped."""
        if not self.has_ended:
            await super().reidentify(exc)
            await self._close_if_stopped()

    async def reconnect(self) -> None:
        """Reconnect the shard to the gateway, unless the shard was stopped."""
        if not self.has_ended:
            await super().reconnect()
            await self._close_if_stopped()

    async def _close_if_stopped(self) -> None:
        if self.has_ended:  # while it connected
            await self.close()


class ShardedClient(discord.AutoShardedClient):
    """A Discord client that can connect and disconnect each gateway shard on its own.

    Without a lease of shards it serves all shards. discord.py's own client launches all its shards at the start. Its
    `launch_shard` and a shard's `disconnect` work at any time, so this class only adds the choice of shards, and
    removes the servers of a disconnected shard. One client for each shard would log in, count Discord's limits and know
    the commands once for each.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.heard_at = 0.0
        """When Discord last sent something on any shard, by the loop's clock."""
        self._lease: ShardLease | None = None
        self._told: dict[int, asyncio.Event] = {}  # by shard: set once its servers are known
        self._telling = set[int]()  # shards whose servers are being told, again or not

    # The shards of this process

    def serve_leased_shards(self, shard_lease: ShardLease) -> None:
        """Restrict the client to the shards of a lease. Call this before connecting."""
        self._lease = shard_lease

    def block_discord_changes_after_lease_expiry(self) -> None:
        """Block all changes on Discord when the lease has expired. Call this before logging in."""
        trace = self.http.http_trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._require_valid_lease_for_request)

    async def _require_valid_lease_for_request(
        self, _session: aiohttp.ClientSession, _request_context: object, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Raise `ShardLeaseExpiredError` for a changing request after the lease expired.

        Answers to interactions may still be sent, so that the user is told about the outage.
        """
        answers = request.url.path.endswith("/callback") or "/webhooks/" in request.url.path
        harmless = answers or request.method == "GET"
        if self._lease is not None and not harmless and not self._lease.is_valid:
            raise ShardLeaseExpiredError("this process has not been heard of for too long")

    def compute_shard_id_of_server(self, guild_id: int | None) -> int:
        """Return the id of a server's gateway shard; None means a direct message, which shard 0 receives."""
        return ((guild_id or 0) >> 22) % (self.shard_count or 1)

    def does_background_work_of_server(self, guild_id: int) -> bool:
        return self._lease is None or self._lease.does_background_work_of_shard(
            self.compute_shard_id_of_server(guild_id)
        )

    def answers_interactions_of_server(self, guild_id: int) -> bool:
        return self._lease is None or self._lease.answers_interactions_of_shard(
            self.compute_shard_id_of_server(guild_id)
        )

    async def claim_interaction(self, guild_id: int | None, interaction_id: int) -> bool:
        """Return True if this process must answer an interaction on a server or in a direct message."""
        shard = self.compute_shard_id_of_server(guild_id)
        return self._lease is None or await self._lease.claim_interaction(shard, interaction_id)

    def should_connect_shard(self, shard_id: int | None) -> bool:
        return self._lease is None or shard_id in self._lease.shards_to_connect

    def get_guild(self, id: int, /) -> discord.Guild | None:
        """Return a server if this process does its background work; otherwise None."""
        return super().get_guild(id) if self.does_background_work_of_server(id) else None

    def knows_if_bot_is_on_server(self, guild_id: int) -> bool:
        """Return True if this process has received the server list of a server's shard.

        Only then does the absence of the server mean that the bot is not on it.
        """
        shard = self.compute_shard_id_of_server(guild_id)
        if self._lease is None:
            return shard in self.shards
        return self.does_background_work_of_server(guild_id) and self.has_received_servers_of_shard(shard)

    # Hooks of discord.py's

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time. Try until Discord can be reached.

        If Discord refuses the bot for good, the client ends with that error.
        """
        private: Any = self
        queue = private._AutoShardedClient__queue
        delays = ReconnectBackoff()
        socket = None
        while socket is None:
            try:
                opening = shard.DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
                socket = await asyncio.wait_for(opening, timeout=self.shard_connect_timeout)
            except discord.ConnectionClosed as error:
                queue.put_nowait(shard.EventItem(shard.EventType.terminate, None, error))
                return
            except Exception as error:
                told = str(error) or type(error).__name__
                log.warning("Failed to connect shard %s, and trying again: %s", shard_id, told)
                await asyncio.sleep(delays.delay())
                initial = False
        launched = shard.Shard(socket, self, queue.put_nowait)
        private._AutoShardedClient__shards[shard_id] = launched
        launched.launch()

    async def launch_shards(self) -> None:
        """Connect all shards, or each leased shard when this process gets it."""
        if self._lease is None:
            return await super().launch_shards()
        self._connection.shard_count = self.shard_count
        return await self._lease.start_acquiring_shards()

    async def wait_for_gateway_session_slot(self, shard_id: int) -> None:
        """Wait until a shard may begin its gateway session, or until another process has to serve it.

        The wait comes before the connection, because Discord closes a connection that stays silent.
        """
        if self._lease is not None:
            await self._lease.wait_for_gateway_session_slot(shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Use the gateway session slot that is reserved for a shard, before the shard begins its session."""
        if self._lease is None:
            return await super().before_identify_hook(shard_id, initial=initial)
        return await self._lease.use_reserved_session_slot(shard_id or 0)

    # Connecting

    @property
    def connected_shards(self) -> frozenset[int]:
        """The ids of the shards that `connect_shard` has started, whether ready or not."""
        return frozenset(self._told)

    def has_received_servers_of_shard(self, shard_id: int) -> bool:
        """Return True if Discord has sent the servers of a connected shard."""
        return shard_id in self._told and self._told[shard_id].is_set() and shard_id not in self._telling

    def set_shard_count(self, shard_count: int) -> None:
        """Change the number of shards; no shard may be connected."""
        self.shard_count = self._connection.shard_count = shard_count

    async def connect_shard(self, shard_id: int) -> None:
        """Begin a shard's session and wait for its servers, unless another process must serve it."""
        told = self._told[shard_id] = asyncio.Event()
        # Of no shards: discord.py waits for all together, and begins to wait anew with each.
        self._connection.shard_ids = range(0)
        try:
            await self.launch_shard(gateway.DiscordWebSocket.DEFAULT_GATEWAY, shard_id, initial=True)
            if self._told.get(shard_id) is not told:
                return await self._stop_shard(shard_id)
            await told.wait()
        except BaseException:  # the connection was given up
            if self._told.get(shard_id) is told:
                await self.disconnect_shard(shard_id)
            raise
        return None

    async def disconnect_shard(self, shard_id: int) -> None:
        """End a shard's session, and remove its servers from the cache."""
        state = self._connection
        await self._stop_shard(shard_id)
        if (told := self._told.pop(shard_id, None)) is not None:
            told.set()  # release whoever waits for it
        if (delay := state._ready_tasks.pop(shard_id, None)) is not None:
            delay.cancel()
        state._ready_states.pop(shard_id, None)
        gc.unfreeze()  # the frozen generation would keep the servers for ever
        for guild in [each for each in self.guilds if each.shard_id == shard_id]:
            state._remove_guild(guild)

    async def on_shard_connect(self, shard: int) -> None:
        """Record that Discord begins to send a shard's servers."""
        self._telling.add(shard)
        self._reset_reconnect_delays(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Reset a shard's pauses between attempts to connect, because its session was resumed."""
        self._reset_reconnect_delays(shard)

    def _reset_reconnect_delays(self, shard_id: int) -> None:
        info = self.get_shard(shard_id)
        if info is not None and isinstance(info._parent, StoppableShard):
            info._parent.delays.reset()

    async def on_shard_ready(self, shard: int) -> None:
        """Record that a shard's servers are known, and report the client as ready."""
        self._telling.discard(shard)
        told = self._told.get(shard)
        if told is None:
            return
        self._connection.call_handlers("ready")
        if told.is_set():
            self.dispatch("ready")
        told.set()

    async def _stop_shard(self, shard_id: int) -> None:
        """End the gateway session of a shard for good."""
        info = self.get_shard(shard_id)
        if info is not None and isinstance(info._parent, StoppableShard):
            await info._parent.stop()
