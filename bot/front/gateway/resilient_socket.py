"""A gateway connection that drops an unreadable event and continues.

discord.py itself ends all shards if one event cannot be read. At worst, this connection begins a new session of its
shard. The event's content is not logged, because people wrote it.
"""

import asyncio
import json
import logging
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any, Never
from weakref import WeakKeyDictionary

import discord
import msgspec
from discord import gateway, shard

from bot.front.gateway.sharded_client import ShardedClient, StoppableShard
from bot.front.publishing.retries import LOST_ANSWER_ERRORS, LOST_CONNECTION_ERRORS

log = logging.getLogger(__name__)

REPETITION_WINDOW = 600.0
"""Seconds after which another unreadable event counts as a new trouble, not as a repetition."""

FIRST_SESSION_DELAY = 5.0
"""Seconds between the first two new sessions of a shard; they double each time."""

MAX_SESSION_DELAY = 1_800.0
"""The most seconds between two new sessions of a shard."""

COUNTED_EVENTS = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "INTERACTION_CREATE"})
"""Events that change nothing the client knows: a new session would bring none of them back."""

PASSING_ERRORS = (
    gateway.ReconnectWebSocket,
    gateway.WebSocketClosure,
    discord.ConnectionClosed,
    *LOST_CONNECTION_ERRORS,
)
"""The exceptions that discord.py raises and handles itself."""


class UnreadableGatewayHandshakeError(ConnectionError):
    """The error that a message in a gateway connection's handshake could not be read."""


class UnreadableGatewayEventCounter:
    """A counter of a shard's recent gateway events that could not be read."""

    def __init__(self) -> None:
        self.times = 0  # unreadable events, each soon after the one before
        self.sessions = 0  # sessions begun because of them
        self.rests_until = -MAX_SESSION_DELAY  # when the next session may begin
        self._last = -REPETITION_WINDOW

    def record_unreadable_event(self, now: float) -> None:
        """Count an unreadable gateway event at the time `now` in seconds."""
        if now - self._last > REPETITION_WINDOW:
            self.times = self.sessions = 0
        self.times += 1
        self._last = now


class UnreadableGatewayEventLog:
    """A log of recent gateway events that could not be parsed, by shard."""

    def __init__(self) -> None:
        self.dropped = 0  # since the start
        self._shards: dict[int | None, UnreadableGatewayEventCounter] = {}

    def record_unreadable_gateway_event(self, shard_id: int | None, error: Exception) -> UnreadableGatewayEventCounter:
        """Count a skipped gateway event and log its origin, without the event's content."""
        self.dropped += 1
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
        parser = find_gateway_event_in_traceback(error)
        log.error("shard %s: %s cannot be read and was dropped (%s)", shard_id, parser, where)
        troubles = self._shards.setdefault(shard_id, UnreadableGatewayEventCounter())
        troubles.record_unreadable_event(asyncio.get_running_loop().time())
        return troubles


def find_gateway_event_in_traceback(error: Exception) -> str:
    """Return the name of the gateway event behind an error; `a message` if it is unknown."""
    names = (frame.name for frame in traceback.extract_tb(error.__traceback__))
    found = next((name for name in names if name.startswith("parse_")), None)
    return "a message" if found is None else found.removeprefix("parse_").upper()


_troubles: WeakKeyDictionary[object, UnreadableGatewayEventLog] = WeakKeyDictionary()
"""Troubles by the connection state that all sockets of a client share."""


def get_log_of_unreadable_events(client: discord.Client) -> UnreadableGatewayEventLog:
    """Return a client's log of gateway events that could not be read."""
    return _get_log_of_unreadable_events(client._connection)


def _get_log_of_unreadable_events(connection_state: object) -> UnreadableGatewayEventLog:
    return _troubles.setdefault(connection_state, UnreadableGatewayEventLog())


def decode_json(json_text: str) -> Any:
    """Decode JSON quicker than the standard library.

    What msgspec does not read is left to the standard library, whose errors discord.py knows.
    """
    try:
        return msgspec.json.decode(json_text)
    except (msgspec.DecodeError, ValueError):
        return json.loads(json_text)


class FaultTolerantGatewaySocket(gateway.DiscordWebSocket):
    """A shard's gateway connection that survives events that cannot be read."""

    @classmethod
    async def from_client(
        cls, client: discord.Client, *, shard_id: int | None = None, **options: Any
    ) -> "FaultTolerantGatewaySocket":
        """Connect a shard to the gateway, unless another process serves the shard by now.

        discord.py calls this method again if the connection fails.
        """
        if isinstance(client, ShardedClient):
            if not options.get("resume", False):
                await client.wait_for_gateway_session_slot(shard_id or 0)
            if not client.should_connect_shard(shard_id):
                raise asyncio.CancelledError
        return await super().from_client(client, shard_id=shard_id, **options)

    async def received_message(self, msg: Any, /) -> None:
        """Handle a gateway message, or skip it if it cannot be read.

        An unreadable event with a sequence number is left out. Any other unreadable message breaks the connection,
        which resumes after the last event that was read. If that happens again, the shard begins a new session, at
        growing intervals.
        """
        session = self.session_id
        number = self.sequence
        client = self._connection._get_client()
        if isinstance(client, ShardedClient):
            client.heard_at = asyncio.get_running_loop().time()
        try:
            await super().received_message(msg)
        except PASSING_ERRORS:
            raise
        except Exception as error:
            troubles = _get_log_of_unreadable_events(self._connection).record_unreadable_gateway_event(
                self.shard_id, error
            )
            if find_gateway_event_in_traceback(error) in COUNTED_EVENTS:
                return
            goes_on = session is not None and self.session_id == session
            await self._recover_from_unreadable_message(troubles, goes_on, self.sequence != number)

    async def _recover_from_unreadable_message(
        self, event_counter: UnreadableGatewayEventCounter, has_session: bool, has_sequence_number: bool
    ) -> None:
        """Skip an unreadable message or resume the session; if that happens again, begin a new session."""
        if self._keep_alive is None:  # the connection is beginning, and other shards wait for it
            await self.close()
            raise UnreadableGatewayHandshakeError("the beginning of a connection is unreadable") from None
        if has_session and has_sequence_number:
            rests = asyncio.get_running_loop().time() < event_counter.rests_until
            if event_counter.times == 1 or rests:
                return
            await self._close_gateway_connection_for_new_session(event_counter)
        if has_session and event_counter.times == 1:
            await self.close()
            raise gateway.ReconnectWebSocket(self.shard_id) from None
        await self.close()
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(event_counter.rests_until - now, 0))
        await self._close_gateway_connection_for_new_session(event_counter)

    async def _close_gateway_connection_for_new_session(
        self, unreadable_event_counter: UnreadableGatewayEventCounter
    ) -> Never:
        """Close the connection, so that the shard will begin a new session."""
        pause = min(FIRST_SESSION_DELAY * 2**unreadable_event_counter.sessions, MAX_SESSION_DELAY)
        # Otherwise the number of sessions left is unknown.
        with suppress(discord.DiscordException, *LOST_ANSWER_ERRORS):
            client = self._connection._get_client()
            assert isinstance(client, discord.AutoShardedClient)
            limits = await client.fetch_session_start_limits()
            if limits.remaining * 2 < limits.total:
                pause = max(pause, limits.reset_after / 1000 / (limits.remaining + 1))
        unreadable_event_counter.sessions += 1
        unreadable_event_counter.rests_until = asyncio.get_running_loop().time() + pause
        self.session_id = self.sequence = None
        self.gateway = self.DEFAULT_GATEWAY
        await self.close()
        raise gateway.ReconnectWebSocket(self.shard_id, resume=False) from None


def install_fault_tolerant_gateway() -> None:
    """Make discord.py use fault-tolerant gateway connections and a quicker JSON parser.

    Call this once at the start.
    """
    discord.utils._from_json = decode_json
    shard.DiscordWebSocket = FaultTolerantGatewaySocket  # type: ignore[misc]
    shard.Shard = StoppableShard  # type: ignore[misc]
