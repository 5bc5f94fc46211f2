"""Discord's gateway: the websocket that sends events to the bot."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, Literal

from aiohttp import WSMsgType, web

from tests.loopback.objects import BOT, Json, guild, user
from tests.loopback.rest import Rest, find_door
from tests.loopback.seen import Seen

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 9, 10, 11
AUTHENTICATION_FAILED = 4004  # why a connection was closed
INTERVAL = 41_250  # ms between heartbeats


SESSIONS_APART = 5.0
"""Seconds between two sessions of one bucket, if Discord is not `patient`."""


@dataclass(eq=False)
class Session:
    """A session of a shard, out of so many shards; `socket` is None while it is disconnected."""

    id: str
    shard: int
    shards: int
    door: int
    """Where the bot came in, see `Loopback.open_door`."""
    socket: web.WebSocketResponse | None = None
    transport: asyncio.Transport | None = None
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def covers(self, guild: int) -> bool:
        """Return whether the session gets a server's events; the first shard gets all others."""
        return (guild >> 22) % self.shards == self.shard


class Gateway:
    """The websocket half of Discord: sessions of shards, which can be resumed.

    A shard may have several sessions, such as those of two processes; each gets all events.
    """

    def __init__(
        self, token: str, guilds: dict[int, tuple[int, ...]], seen: Seen, rest: Rest, max_concurrency: int = 1
    ) -> None:
        self.refusal: tuple[Literal["hello", "identify"], int] | None = None
        """At which moment connections are closed, and with which code."""
        self.resumes = True  # whether a session that was cut off may go on
        self.patient = True  # whether sessions may begin as fast as they like
        self.too_soon = 0  # how often one was to begin too early
        self.connections = 0  # how often the bot has come
        self.sessions = 0  # how often it has begun a session
        self.sockets: dict[int, web.WebSocketResponse] = {}  # the newest by shard
        self.identified: Json = {}  # what it said of itself
        self.token = token
        self._guilds = guilds
        self._seen = seen
        self._rest = rest
        self._max_concurrency = max_concurrency
        self._begun: dict[int, float] = {}  # by bucket: when the last session did
        self._sessions: dict[str, Session] = {}
        self._of: dict[web.WebSocketResponse, Session] = {}
        self._late = set[asyncio.Task[None]]()

    @property
    def connected(self) -> bool:
        """Return whether the bot is connected and has got READY."""
        return bool(self._of)

    def list_sessions(self, guild: int | None = None) -> list[Session]:
        """Return the connected sessions, or those of them that get a server's events."""
        every = self._of.values()
        return [each for each in every if guild is None or each.covers(guild)]

    async def dispatch(self, event: str, data: Any) -> None:
        """Send an event to the bot. Raises `ConnectionError` if no session gets it."""
        heard = [await self._tell(session, event, data) for session in self.list_sessions(_find_guild(event, data))]
        if not any(heard):
            raise ConnectionError("the bot is not connected")

    async def tell(self, event: str, data: Any) -> None:
        """Send an event to the bot, or drop it if the bot is not connected."""
        with suppress(ConnectionError):
            await self.dispatch(event, data)

    async def tell_shard(self, shard: int, event: str, data: Any) -> None:
        """Send an event to one shard."""
        assert await self._tell(self._of[self.sockets[shard]], event, data), "it has gone"

    async def say(self, words: str, shard: int = 0) -> None:
        """Send any payload."""
        await self.sockets[shard].send_str(words)

    async def drop(self) -> None:
        """Cut all connections, as a network does."""
        assert self._of, "the bot is not connected"
        for socket in list(self._of):
            await socket.close(code=1001)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from its beginning to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.refusal is not None and self.refusal[0] == "hello":
            await socket.close(code=self.refusal[1])
            return socket
        await _send(socket, HELLO, {"heartbeat_interval": INTERVAL})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._received(request, socket, json.loads(message.data))
        finally:
            self._lose(socket)
            self._seen.something()
        return socket

    async def _received(self, request: web.Request, socket: web.WebSocketResponse, message: Json) -> None:
        match message["op"]:
            case int(op) if op == HEARTBEAT:
                await _send(socket, HEARTBEAT_ACK, None)
            case int(op) if op == IDENTIFY:
                await self._identified(request, socket, message["d"])
            case int(op) if op == RESUME and message["d"]["token"] != self.token:
                await socket.close(code=AUTHENTICATION_FAILED)
            case int(op) if op == RESUME and self.resumes:
                session = self._sessions[message["d"]["session_id"]]
                if session.socket is not None:
                    self._lose(session.socket)
                await self._connected(request, socket, session, "RESUMED", {})
            case int(op) if op == RESUME:
                await _send(socket, INVALID_SESSION, False)

    async def _identified(self, request: web.Request, socket: web.WebSocketResponse, said: Json) -> None:
        if self.refusal is not None:
            await socket.close(code=self.refusal[1])
            return
        if said["token"] != self.token:
            await socket.close(code=AUTHENTICATION_FAILED)
            return
        shard = said.get("shard", [0, 1])
        if self._is_too_soon(shard[0]):
            await _send(socket, INVALID_SESSION, False)
            return
        self.identified = {name: value for name, value in said.items() if name != "token"}
        self.sessions += 1
        self._rest.starts = max(self._rest.starts - 1, 0)
        session = Session(f"session-{self.sessions}", shard[0], shard[1], find_door(request))
        self._sessions[session.id] = session
        ready = {"resume_gateway_url": f"ws://{request.host}/", **self.make_ready(shard)}
        await self._connected(request, socket, session, "READY", ready)
        for id, channels in self._guilds.items():
            if session.covers(id):
                await self._tell(session, "GUILD_CREATE", guild(id, channels))
        self._seen.something()

    def _is_too_soon(self, shard: int) -> bool:
        """Return whether a session may not begin yet; otherwise it begins now."""
        bucket, now = shard % self._max_concurrency, monotonic()
        too_soon = now - self._begun.get(bucket, -SESSIONS_APART) < SESSIONS_APART
        if too_soon and not self.patient:
            self.too_soon += 1
            return True
        self._begun[bucket] = now
        return False

    async def _connected(
        self, request: web.Request, socket: web.WebSocketResponse, session: Session, event: str, data: Json
    ) -> None:
        session.socket, session.transport = socket, request.transport
        self._of[socket] = session
        self.sockets[session.shard] = socket
        self.connections += 1
        await self._tell(session, event, data)
        self._seen.something()

    def make_ready(self, shard: list[int]) -> Json:
        """Return the READY payload of a session."""
        here = [id for id in self._guilds if (id >> 22) % shard[1] == shard[0]]
        return {
            "v": 10,
            "user": user(BOT),
            "guilds": [{"id": str(id), "unavailable": True} for id in here],
            "session_id": f"session-{self.sessions}",
            "shard": shard,
            "application": {"id": str(BOT.id), "flags": 0},
        }

    async def _tell(self, session: Session, event: str, data: Any) -> bool:
        """Send an event to a session; return False if it has gone."""
        socket, transport = session.socket, session.transport
        if socket is None:
            return False
        sending = _send(socket, DISPATCH, data, t=event, s=next(session.numbers))
        if transport is not None and transport.get_write_buffer_size():
            # It does not read, perhaps because it was stopped: others need not wait for that.
            task = asyncio.create_task(self._send_late(socket, sending))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
            return True
        try:
            await sending
        except ConnectionError:
            self._lose(socket)  # or whoever waits for a connection would take this for one
            return False
        return True

    async def _send_late(self, socket: web.WebSocketResponse, sending: Coroutine[Any, Any, None]) -> None:
        try:
            await sending
        except ConnectionError:
            self._lose(socket)

    def _lose(self, socket: web.WebSocketResponse) -> None:
        """Forget this connection."""
        session = self._of.pop(socket, None)
        if session is not None and session.socket is socket:
            session.socket = session.transport = None


def _find_guild(event: str, data: Json) -> int:
    """Return the server of an event; 0 if it has none."""
    return int(data.get("guild_id") or (data["id"] if event.startswith("GUILD_") else 0))


async def _send(socket: web.WebSocketResponse, op: int, data: Any, **more: Any) -> None:
    await socket.send_str(json.dumps({"op": op, "d": data, "t": None, "s": None, **more}))
