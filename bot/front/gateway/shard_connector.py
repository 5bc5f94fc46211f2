"""A client that connects with shards and lets them go while it runs.

discord.py's own client launches all its shards at the start. Its `launch_shard` and a shard's
`disconnect` work at any time, though: what is missing is to choose, and to forget the servers of a
shard that has gone. One client for each shard would log in, count Discord's limits and know the
commands once for each.
"""

import asyncio
import gc
from typing import Any

import discord
from discord.gateway import DiscordWebSocket

from bot.front.gateway.ending_shard import EndingShard


class ShardConnector(discord.AutoShardedClient):
    """A client whose shards come and go; without `connect_shard` it has all, as discord.py does."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.heard_at = 0.0
        """When Discord was last heard on any shard, by the loop's clock."""
        self._told: dict[int, asyncio.Event] = {}  # by shard: set once it has told of its servers
        self._telling = set[int]()  # the shards that do, for the first time or anew

    @property
    def connections(self) -> frozenset[int]:
        """The shards that came with `connect_shard`; they may be connecting, perhaps again."""
        return frozenset(self._told)

    def has_told(self, shard: int) -> bool:
        """Whether a shard that came has told which servers it has, and is not about to anew."""
        return shard in self._told and self._told[shard].is_set() and shard not in self._telling

    def renumber(self, shard_count: int) -> None:
        """Reckon with another number of shards, while connected with none."""
        self.shard_count = self._connection.shard_count = shard_count

    async def connect_shard(self, shard: int) -> None:
        """Begin a session of a shard; return once it has told of its servers, or is unwanted."""
        told = self._told[shard] = asyncio.Event()
        # Of no shards: discord.py waits for all together, and begins to wait anew with each.
        self._connection.shard_ids = range(0)
        try:
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard, initial=True)
            if self._told.get(shard) is not told:
                return await self._end_session(shard)
            await told.wait()
        except BaseException:  # it was given up
            if self._told.get(shard) is told:
                await self.disconnect_shard(shard)
            raise
        return None

    async def disconnect_shard(self, shard: int) -> None:
        """End the session of a shard, and know its servers no more."""
        state = self._connection
        await self._end_session(shard)
        if (told := self._told.pop(shard, None)) is not None:
            told.set()  # nobody need wait for it any more
        if (delay := state._ready_tasks.pop(shard, None)) is not None:
            delay.cancel()
        state._ready_states.pop(shard, None)
        gc.unfreeze()  # or what is never looked at would keep them for ever
        for guild in [each for each in self.guilds if each.shard_id == shard]:
            state._remove_guild(guild)

    async def on_shard_connect(self, shard: int) -> None:
        """Note that a shard begins to tell of its servers."""
        self._telling.add(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Note that a shard has told of its servers, perhaps again: the client is ready."""
        self._telling.discard(shard)
        told = self._told.get(shard)
        if told is None:
            return
        self._connection.call_handlers("ready")
        if told.is_set():
            self.dispatch("ready")
        told.set()

    async def _end_session(self, shard: int) -> None:
        """End the session of a shard if there is one, and whatever tries to begin another."""
        info = self.get_shard(shard)
        if info is not None and isinstance(info._parent, EndingShard):
            await info._parent.end()
