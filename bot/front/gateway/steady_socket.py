"""One bad event ends nothing: it is dropped, and its shard goes on; at worst it begins anew.

discord.py ends all shards where one event cannot be read. What was in it is not logged: people
wrote it.
"""

import asyncio
import logging
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any, Never
from weakref import WeakKeyDictionary

import discord
from discord import gateway, shard

from bot.front.gateway.ending_shard import EndingShard
from bot.front.gateway.shard_connector import ShardConnector
from bot.front.gateway.sharded_client import ShardedClient

log = logging.getLogger(__name__)

AGAIN = 600.0
"""Seconds after which what goes wrong is no longer taken for the same again."""

FIRST, LONGEST = 5.0, 1_800.0
"""Seconds between two sessions that a shard begins anew, which double each time, up to a limit."""

PASSING = (
    gateway.ReconnectWebSocket,
    gateway.WebSocketClosure,
    discord.ConnectionClosed,
    OSError,
)
"""What discord.py itself raises, and knows what to do about."""


class Garbled(ConnectionError):
    """A connection began with what cannot be read: discord.py tries again after a while."""


class ShardTroubles:
    """What went wrong lately on one shard."""

    def __init__(self) -> None:
        self.times = 0  # how often, one soon after the other
        self.sessions = 0  # begun because of that
        self.rests_until = -LONGEST  # until then it begins no other
        self._last = -AGAIN

    def count(self, now: float) -> None:
        """Note that something cannot be read."""
        if now - self._last > AGAIN:
            self.times = self.sessions = 0
        self.times += 1
        self._last = now


class GatewayTroubles:
    """What went wrong lately on the shards of a client."""

    def __init__(self) -> None:
        self.dropped = 0  # since the start
        self._shards: dict[int | None, ShardTroubles] = {}

    def note(self, shard_id: int | None, error: Exception) -> ShardTroubles:
        """Note that something was dropped. The line says where that was, not what was in it."""
        self.dropped += 1
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
        parser = find_parser(error)
        log.error("shard %s: %s cannot be read and was dropped (%s)", shard_id, parser, where)
        troubles = self._shards.setdefault(shard_id, ShardTroubles())
        troubles.count(asyncio.get_running_loop().time())
        return troubles


def find_parser(error: Exception) -> str:
    """Return what could not be read: the event by its name, if it came to that."""
    names = (frame.name for frame in traceback.extract_tb(error.__traceback__))
    found = next((name for name in names if name.startswith("parse_")), None)
    return "a message" if found is None else found.removeprefix("parse_").upper()


_troubles: WeakKeyDictionary[object, GatewayTroubles] = WeakKeyDictionary()
"""By the state that all connections of a client share: discord.py makes those by itself."""


def find_troubles(client: discord.Client) -> GatewayTroubles:
    """Return what went wrong on the shards of a client."""
    return _find_troubles(client._connection)


def _find_troubles(state: object) -> GatewayTroubles:
    return _troubles.setdefault(state, GatewayTroubles())


class SteadySocket(gateway.DiscordWebSocket):
    """A shard's connection that survives what it cannot read."""

    @classmethod
    async def from_client(
        cls, client: discord.Client, *, shard_id: int | None = None, **options: Any
    ) -> "SteadySocket":
        """Connect, unless the shard is another process's by now: discord.py tries on its own."""
        if isinstance(client, ShardedClient):
            if not options.get("resume", False):
                await client.wait_for_turn(shard_id or 0)
            if not client.wants(shard_id):
                raise asyncio.CancelledError
        return await super().from_client(client, shard_id=shard_id, **options)

    async def received_message(self, msg: Any, /) -> None:
        """Carry out what Discord says, unless it cannot be read.

        An event with a number is left out, and the next one is in order. Anything else breaks the
        connection, which then goes on after the last event that was read. The same again: the shard
        begins a session anew, now and then.
        """
        session, number = self.session_id, self.sequence
        client = self._connection._get_client()
        if isinstance(client, ShardConnector):
            client.heard_at = asyncio.get_running_loop().time()
        try:
            await super().received_message(msg)
        except PASSING:
            raise
        except Exception as error:
            troubles = _find_troubles(self._connection).note(self.shard_id, error)
            goes_on = session is not None and self.session_id == session
            await self._recover(troubles, goes_on, self.sequence != number)

    async def _recover(self, troubles: ShardTroubles, goes_on: bool, numbered: bool) -> None:
        """Do what is due. A session `goes_on` unless the trouble was in its very beginning."""
        if self._keep_alive is None:  # others stand in line behind a connection that begins
            await self.close()
            raise Garbled("what a connection began with cannot be read") from None
        if goes_on and numbered:
            rests = asyncio.get_running_loop().time() < troubles.rests_until
            if troubles.times == 1 or rests:
                return
            await self._begin_session(troubles)
        if goes_on and troubles.times == 1:
            await self.close()
            raise gateway.ReconnectWebSocket(self.shard_id) from None
        await self.close()
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(troubles.rests_until - now, 0))
        await self._begin_session(troubles)

    async def _begin_session(self, troubles: ShardTroubles) -> Never:
        """Let the shard identify anew, and not again too soon."""
        pause = min(FIRST * 2**troubles.sessions, LONGEST)
        with suppress(discord.DiscordException, OSError):  # then nobody knows how many there are
            client = self._connection._get_client()
            assert isinstance(client, discord.AutoShardedClient)
            limits = await client.fetch_session_start_limits()
            if limits.remaining * 2 < limits.total:
                pause = max(pause, limits.reset_after / 1000 / (limits.remaining + 1))
        troubles.sessions += 1
        troubles.rests_until = asyncio.get_running_loop().time() + pause
        self.session_id = self.sequence = None
        self.gateway = self.DEFAULT_GATEWAY
        await self.close()
        raise gateway.ReconnectWebSocket(self.shard_id, resume=False) from None


def install() -> None:
    """Have discord.py make such connections and shards: it offers no other way to choose."""
    shard.DiscordWebSocket = SteadySocket  # type: ignore[misc]
    shard.Shard = EndingShard  # type: ignore[misc]
