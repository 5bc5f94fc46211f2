"""A Discord client that connects with shards, and lets them go, while it runs."""

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


class Lapsed(ConnectionError):
    """An error that the lease has expired, so that this process may change nothing on Discord."""


class ShardLease(Protocol):
    """The shards that a process serves at this moment, among other processes of the same bot."""

    @property
    def connected(self) -> frozenset[int]:
        """The shards that the process has to be connected with."""

    @property
    def is_valid(self) -> bool:
        """True if the process may act at all."""

    def holds(self, shard: int) -> bool:
        """Return whether the process answers the interactions of a shard."""

    def tends(self, shard: int) -> bool:
        """Return whether the process does the background work of a shard."""

    async def take(self, shard: int, interaction: int) -> bool:
        """Return whether the process answers an interaction: it has the shard, or gets it soon."""

    async def begin(self) -> None:
        """Begin to take shards and to connect with them."""

    async def wait_to_connect(self, shard: int) -> None:
        """Wait until a session of a shard may begin, or the shard is no longer wanted."""

    async def begin_session(self, shard: int) -> None:
        """Begin a session of a shard after its wait. Raises `OSError` if that was too long ago."""


class ReconnectDelays:
    """Delays between attempts to connect: they double up to `MAX_RECONNECT_DELAY`.

    discord.py's own grow to 1,024 seconds, and a session that works does not end them.
    """

    def __init__(self) -> None:
        self._failures = 0
        self.at_least = 0.0
        """Seconds that Discord's limit of sessions demands."""

    def delay(self) -> float:
        """Return the seconds until the next attempt."""
        longest = min(2.0**self._failures, MAX_RECONNECT_DELAY)
        self._failures = min(self._failures + 1, 10)
        return max(random.uniform(longest / 2, longest), self.at_least)

    def reset(self) -> None:
        """Begin again with short delays: a session works."""
        self._failures = 0


class EndingShard(shard.Shard):
    """A shard of discord.py's that can be ended for good, even while it tries to connect."""

    has_ended = False

    def __init__(self, ws: Any, client: Any, queue_put: Any) -> None:
        super().__init__(ws, client, queue_put)
        self.delays = ReconnectDelays()
        self._backoff: Any = self.delays

    async def _handle_disconnect(self, error: Exception, /) -> None:
        """Connect again after a delay, which is longer while few sessions may begin."""
        if not isinstance(error, discord.ConnectionClosed):
            self.delays.at_least = await self._find_session_delay()
        await super()._handle_disconnect(error)

    async def _find_session_delay(self) -> float:
        """Return the seconds to the next session that spread the allowed sessions over the day."""
        client = self._client
        assert isinstance(client, discord.AutoShardedClient)
        with suppress(discord.DiscordException, OSError, aiohttp.ClientError):
            async with asyncio.timeout(LIMITS_TIMEOUT):
                limits = await client.fetch_session_start_limits()
                if limits.remaining * 2 < limits.total:
                    return limits.reset_after / 1000 / (limits.remaining + 1)
        return 0.0

    async def end(self) -> None:
        """Close the connection, and never open another one."""
        self.has_ended = True
        if self.ws.open:
            await self.disconnect()
        else:
            self._cancel_task()

    async def reidentify(self, exc: gateway.ReconnectWebSocket) -> None:
        """Connect again, unless the shard has ended."""
        if not self.has_ended:
            await super().reidentify(exc)
            await self._stay_ended()

    async def reconnect(self) -> None:
        """Connect again, unless the shard has ended."""
        if not self.has_ended:
            await super().reconnect()
            await self._stay_ended()

    async def _stay_ended(self) -> None:
        if self.has_ended:  # while it connected
            await self.close()


class ShardedClient(discord.AutoShardedClient):
    """A client whose shards come and go; without `share` it serves all, as discord.py does.

    discord.py's own client launches all its shards at the start. Its `launch_shard` and a shard's
    `disconnect` work at any time, so this class only adds the choice of shards, and forgets the
    servers of a shard that has gone. One client for each shard would log in, count Discord's
    limits and know the commands once for each.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.heard_at = 0.0
        """When Discord last sent something on any shard, by the loop's clock."""
        self._lease: ShardLease | None = None
        self._told: dict[int, asyncio.Event] = {}  # by shard: set once its servers are known
        self._telling = set[int]()  # shards whose servers are being told, again or not

    # The shards of this process

    def share(self, lease: ShardLease) -> None:
        """Serve only the shards of the lease from now on; call it before connecting."""
        self._lease = lease

    def guard_requests(self) -> None:
        """Refuse requests that change Discord once the lease has expired; call it before login."""
        trace = self.http.http_trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._check_request)

    async def _check_request(
        self, _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Raise `Lapsed` for a request that changes Discord after the lease has expired.

        Answers to interactions may still be sent, so that the user is told about the trouble.
        """
        answers = request.url.path.endswith("/callback") or "/webhooks/" in request.url.path
        harmless = answers or request.method == "GET"
        if self._lease is not None and not harmless and not self._lease.is_valid:
            raise Lapsed("this process has not been heard of for too long")

    def find_shard(self, guild: int | None) -> int:
        """Return the shard of a server; the first one for None, as Discord does."""
        return ((guild or 0) >> 22) % (self.shard_count or 1)

    def tends(self, guild: int) -> bool:
        """Return whether this process does the background work of a server."""
        return self._lease is None or self._lease.tends(self.find_shard(guild))

    def serves(self, guild: int) -> bool:
        """Return whether this process answers the interactions of a server."""
        return self._lease is None or self._lease.holds(self.find_shard(guild))

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether this process is the one to answer an interaction."""
        shard = self.find_shard(interaction.guild_id)
        return self._lease is None or await self._lease.take(shard, interaction.id)

    def wants(self, shard: int | None) -> bool:
        """Return whether this process has to be connected with a shard."""
        return self._lease is None or shard in self._lease.connected

    def get_guild(self, id: int, /) -> discord.Guild | None:
        """Return a server that this process tends."""
        return super().get_guild(id) if self.tends(id) else None

    def knows_server(self, guild: int) -> bool:
        """Return whether this process tends a server's shard, and knows the shard's servers."""
        shard = self.find_shard(guild)
        if self._lease is None:
            return shard in self.shards
        return self.tends(guild) and self.has_told(shard)

    # Hooks of discord.py's

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect with a shard for the first time, however long Discord is away.

        If Discord refuses the bot for good, the client ends with that error.
        """
        private: Any = self
        queue = private._AutoShardedClient__queue
        delays = ReconnectDelays()
        socket = None
        while socket is None:
            try:
                opening = shard.DiscordWebSocket.from_client(
                    self, initial=initial, gateway=gateway, shard_id=shard_id
                )
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
        """Connect with all shards, or with those of the lease as they come."""
        if self._lease is None:
            return await super().launch_shards()
        self._connection.shard_count = self.shard_count
        return await self._lease.begin()

    async def wait_for_turn(self, shard: int) -> None:
        """Wait until a session of a shard may begin, or the shard is no longer wanted.

        The wait comes before the connection: Discord closes one that stays silent.
        """
        if self._lease is not None:
            await self._lease.wait_to_connect(shard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Begin the session for which `wait_to_connect` has waited."""
        if self._lease is None:
            return await super().before_identify_hook(shard_id, initial=initial)
        return await self._lease.begin_session(shard_id or 0)

    # Connecting

    @property
    def connections(self) -> frozenset[int]:
        """The shards that came with `connect_shard`; they may be connecting, perhaps again."""
        return frozenset(self._told)

    def has_told(self, shard: int) -> bool:
        """Return whether Discord has told the servers of a connected shard."""
        return shard in self._told and self._told[shard].is_set() and shard not in self._telling

    def renumber(self, shard_count: int) -> None:
        """Change the number of shards, while no shard is connected."""
        self.shard_count = self._connection.shard_count = shard_count

    async def connect_shard(self, shard: int) -> None:
        """Begin a session of a shard. Return once its servers are known, or it is unwanted."""
        told = self._told[shard] = asyncio.Event()
        # Of no shards: discord.py waits for all together, and begins to wait anew with each.
        self._connection.shard_ids = range(0)
        try:
            await self.launch_shard(gateway.DiscordWebSocket.DEFAULT_GATEWAY, shard, initial=True)
            if self._told.get(shard) is not told:
                return await self._end_session(shard)
            await told.wait()
        except BaseException:  # the connection was given up
            if self._told.get(shard) is told:
                await self.disconnect_shard(shard)
            raise
        return None

    async def disconnect_shard(self, shard: int) -> None:
        """End the session of a shard, and forget its servers."""
        state = self._connection
        await self._end_session(shard)
        if (told := self._told.pop(shard, None)) is not None:
            told.set()  # release whoever waits for it
        if (delay := state._ready_tasks.pop(shard, None)) is not None:
            delay.cancel()
        state._ready_states.pop(shard, None)
        gc.unfreeze()  # the frozen generation would keep the servers for ever
        for guild in [each for each in self.guilds if each.shard_id == shard]:
            state._remove_guild(guild)

    async def on_shard_connect(self, shard: int) -> None:
        """Note that Discord begins to tell the servers of a shard."""
        self._telling.add(shard)
        self._note_session(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that the session of a shard goes on."""
        self._note_session(shard)

    def _note_session(self, shard: int) -> None:
        info = self.get_shard(shard)
        if info is not None and isinstance(info._parent, EndingShard):
            info._parent.delays.reset()

    async def on_shard_ready(self, shard: int) -> None:
        """Note that the servers of a shard are known, perhaps again: the client is ready."""
        self._telling.discard(shard)
        told = self._told.get(shard)
        if told is None:
            return
        self._connection.call_handlers("ready")
        if told.is_set():
            self.dispatch("ready")
        told.set()

    async def _end_session(self, shard: int) -> None:
        """End the session of a shard, and every attempt to begin another one."""
        info = self.get_shard(shard)
        if info is not None and isinstance(info._parent, EndingShard):
            await info._parent.end()
