"""Discord's HTTP API, as far as the bot uses it. It keeps every request and every message."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.loopback.objects import BOT, Json, answered, application, message, snowflakes, user
from tests.loopback.seen import Seen

API = "/api/v10"
MESSAGES = "/channels/{channel}/messages"
WEBHOOK = "/webhooks/{application}/{token}"

ANSWER, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
"""The kinds of answers to an interaction."""

TOKENLESS = ("interactions", "webhooks")
"""Whoever knows the address of an interaction may answer it."""


@dataclass(frozen=True)
class Request:
    """A request and its reply's status; `path` begins after the API's version."""

    method: str
    path: str
    body: Any
    status: int


@dataclass(frozen=True)
class Answer:
    """The bot's answer to an interaction."""

    interaction: int
    kind: int
    data: Json

    @property
    def content(self) -> str:
        """The text of a message."""
        return self.data.get("content") or ""


class Rest:
    """The HTTP half of Discord."""

    def __init__(self, token: str, seen: Seen, address: str = "") -> None:
        self.address = address
        self.requests: list[Request] = []
        self.commands: list[Json] = []
        self.messages: dict[int, Json] = {}  # what stands in channels, by id
        self.answers: dict[int, Answer] = {}  # the first one to each interaction
        self._token = token
        self._seen = seen
        self._ids = snowflakes()
        self._released = asyncio.Event()
        self._released.set()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Within, answers to interactions are taken but not replied to."""
        self._released.clear()
        try:
            yield
        finally:
            self._released.set()

    def routes(self) -> list[web.RouteDef]:
        """What is served, whatever the method where a route knows only one."""
        return [
            web.get(f"{API}/users/@me", self._me),
            web.get(f"{API}/oauth2/applications/@me", self._application),
            web.get(f"{API}/gateway/bot", self._gateway),
            web.put(f"{API}/applications/{{application}}/commands", self._sync),
            web.post(f"{API}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.post(f"{API}{WEBHOOK}", self._follow_up),
            web.route("*", f"{API}{WEBHOOK}/messages/{{message}}", self._webhook_message),
            web.post(f"{API}{MESSAGES}", self._post),
            web.patch(f"{API}{MESSAGES}/{{message}}", self._edit),
            web.delete(f"{API}{MESSAGES}/{{message}}", self._delete),
            web.route("*", f"{API}/{{rest:.*}}", self._unknown),
        ]

    @web.middleware
    async def middleware(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Asks for the token and keeps the request."""
        path = request.path.removeprefix(API)
        if request.path == path:  # the gateway's
            reply: web.StreamResponse = await handler(request)
            return reply
        body = await request.text()
        request["body"] = json.loads(body) if body else None
        reply = await handler(request) if self._may(request, path) else _error(401, 0)
        self.requests.append(Request(request.method, path, request["body"], reply.status))
        self._seen.something()
        return reply

    def _may(self, request: web.Request, path: str) -> bool:
        known = request.headers.get("Authorization") == f"Bot {self._token}"
        return known or path.split("/")[1] in TOKENLESS

    # Who the bot is

    async def _me(self, _: web.Request) -> web.Response:
        return reply(user(BOT))

    async def _application(self, _: web.Request) -> web.Response:
        return reply(application())

    async def _gateway(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        url = self.address.replace("http", "ws", 1) + "/"
        return reply({"url": url, "shards": 1, "session_start_limit": limit})

    async def _sync(self, request: web.Request) -> web.Response:
        usual = {"application_id": str(BOT.id), "description": "", "nsfw": False}
        self.commands = [
            {**usual, **command, "id": str(next(self._ids)), "version": str(next(self._ids))}
            for command in request["body"]
        ]
        return reply(self.commands)

    # Answers

    async def _callback(self, request: web.Request) -> web.Response:
        id, body = int(request.match_info["id"]), request["body"]
        if id in self.answers:
            return _error(400, 40060)
        answer = Answer(id, body["type"], body.get("data") or {})
        self.answers[id] = answer
        self._seen.something()
        await self._released.wait()
        sent = None
        if answer.kind == ANSWER:
            sent = message(next(self._ids), 0, BOT, answer.data)
        return reply(answered(id, answer.kind, sent))

    async def _follow_up(self, request: web.Request) -> web.Response:
        return reply(message(next(self._ids), 0, BOT, request["body"]))

    async def _webhook_message(self, request: web.Request) -> web.Response:
        if request.method == "DELETE":
            return web.Response(status=204)
        return reply(message(next(self._ids), 0, BOT, request["body"] or {}))

    # Messages in channels

    async def _post(self, request: web.Request) -> web.Response:
        id, channel = next(self._ids), int(request.match_info["channel"])
        self.messages[id] = message(id, channel, BOT, request["body"])
        return reply(self.messages[id])

    async def _edit(self, request: web.Request) -> web.Response:
        id, channel = (int(request.match_info[name]) for name in ("message", "channel"))
        if id not in self.messages:
            return _error(404, 10008)
        self.messages[id] = message(id, channel, BOT, request["body"])
        return reply(self.messages[id])

    async def _delete(self, request: web.Request) -> web.Response:
        gone = self.messages.pop(int(request.match_info["message"]), None)
        return _error(404, 10008) if gone is None else web.Response(status=204)

    async def _unknown(self, _: web.Request) -> web.Response:
        return _error(404, 0)


def reply(body: object, status: int = 200) -> web.Response:
    """A reply that discord.py reads: it wants this type, to the letter."""
    text = json.dumps(body).encode()
    return web.Response(status=status, body=text, content_type="application/json")


def _error(status: int, code: int) -> web.Response:
    return reply({"message": f"{status}", "code": code}, status)
