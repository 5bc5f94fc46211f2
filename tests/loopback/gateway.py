"""Discord's gateway: the websocket over which the bot hears of everything."""

import json
from contextlib import suppress
from itertools import count
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback.objects import BOT, Json, guild, user
from tests.loopback.seen import Seen

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 9, 10, 11
AUTHENTICATION_FAILED = 4004  # why a connection was closed
INTERVAL = 41_250  # ms between heartbeats


class Gateway:
    """The websocket half of Discord: one session, which can be taken up again."""

    def __init__(self, token: str, guilds: dict[int, tuple[int, ...]], seen: Seen) -> None:
        self.address = ""
        self.resumes = True  # whether a session that was cut off may go on
        self.connections = 0  # how often the bot has come
        self.sessions = 0  # how often it has begun a session
        self.sockets: dict[int, web.WebSocketResponse] = {}  # by shard
        self._shards: dict[str, int] = {}  # by session
        self.identified: Json = {}  # what it said of itself
        self.token = token
        self._guilds = guilds
        self._seen = seen
        self._socket: web.WebSocketResponse | None = None
        self._numbers = count(1)

    @property
    def connected(self) -> bool:
        """Whether the bot is connected and was told so."""
        return self._socket is not None

    async def dispatch(self, event: str, data: Any) -> None:
        """Tells the bot of an event. Raises `ConnectionError` if it is not there."""
        if self._socket is None:
            raise ConnectionError("the bot is not connected")
        try:
            await self._send(self._socket, DISPATCH, data, t=event, s=next(self._numbers))
        except ConnectionError:
            self._socket = None  # or whoever waits for a connection would take this for one
            raise

    async def tell(self, event: str, data: Any) -> None:
        """The same, for what happens whether the bot is there to hear of it or not."""
        with suppress(ConnectionError):
            await self.dispatch(event, data)

    async def tell_shard(self, shard: int, event: str, data: Any) -> None:
        """Tells one shard of an event."""
        number = next(self._numbers)
        await self._send(self.sockets[shard], DISPATCH, data, t=event, s=number)

    async def say(self, words: str, shard: int = 0) -> None:
        """Says anything, be it an event or not."""
        await self.sockets[shard].send_str(words)

    async def drop(self) -> None:
        """Cuts the connection, as a network does."""
        assert self._socket is not None, "the bot is not connected"
        await self._socket.close(code=1001)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from its beginning to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await self._send(socket, HELLO, {"heartbeat_interval": INTERVAL})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._received(socket, json.loads(message.data))
        finally:
            if self._socket is socket:
                self._socket = None
            self._seen.something()
        return socket

    async def _received(self, socket: web.WebSocketResponse, message: Json) -> None:
        match message["op"]:
            case int(op) if op == HEARTBEAT:
                await self._send(socket, HEARTBEAT_ACK, None)
            case int(op) if op == IDENTIFY:
                await self._identified(socket, message["d"])
            case int(op) if op == RESUME and message["d"]["token"] != self.token:
                await socket.close(code=AUTHENTICATION_FAILED)
            case int(op) if op == RESUME and self.resumes:
                self.sockets[self._shards[message["d"]["session_id"]]] = socket
                await self._connected(socket, "RESUMED", {})
            case int(op) if op == RESUME:
                await self._send(socket, INVALID_SESSION, False)

    async def _identified(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["token"] != self.token:
            await socket.close(code=AUTHENTICATION_FAILED)
            return
        self._numbers = count(1)
        self.identified = {name: value for name, value in said.items() if name != "token"}
        shard = said.get("shard", [0, 1])
        self.sessions += 1
        self.sockets[shard[0]] = socket
        self._shards[f"session-{self.sessions}"] = shard[0]
        await self._connected(socket, "READY", self.make_ready(shard))
        for id, channels in self._guilds.items():
            await self.dispatch("GUILD_CREATE", guild(id, channels))

    async def _connected(self, socket: web.WebSocketResponse, event: str, data: Json) -> None:
        self._socket = socket
        self.connections += 1
        await self.dispatch(event, data)
        self._seen.something()

    def make_ready(self, shard: list[int]) -> Json:
        """What a session begins with."""
        return {
            "v": 10,
            "user": user(BOT),
            "guilds": [{"id": str(id), "unavailable": True} for id in self._guilds],
            "session_id": f"session-{self.sessions}",
            "resume_gateway_url": self.address.replace("http", "ws", 1) + "/",
            "shard": shard,
            "application": {"id": str(BOT.id), "flags": 0},
        }

    async def _send(self, socket: web.WebSocketResponse, op: int, data: Any, **more: Any) -> None:
        await socket.send_str(json.dumps({"op": op, "d": data, "t": None, "s": None, **more}))
