"""The part of Discord's HTTP API that the bot uses. It keeps every request and message."""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, time
from typing import Any, Literal, NamedTuple

from aiohttp import web

from tests.loopback.limits import RateLimits, Taken
from tests.loopback.objects import BOT, Json, Member, answered, application, make_token, message, snowflakes, user
from tests.loopback.scheduled import ScheduledEvents
from tests.loopback.seen import Seen

API = "/api/v10"
MESSAGES = "/channels/{channel}/messages"
WEBHOOK = "/webhooks/{application}/{token}"

ANSWER, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
"""The kinds of answers to an interaction."""

ACKNOWLEDGED, UNKNOWN_INTERACTION = 40060, 10062
"""Errors: somebody has answered already; it is too late to answer."""

NONCES = 180.0
"""Seconds for which Discord knows a message by the nonce it was sent with: "a few minutes"."""

BODY: web.RequestKey[Any] = web.RequestKey("body", object)

DIRECT = 5 * 10**17
"""Between the id of an account and that of its direct messages."""

THREAD_CREATED = 18  # a kind of message

TOKENLESS = ("interactions", "webhooks")
"""Whoever knows the address of an interaction may answer it."""


Happened = Callable[[str, Json], Awaitable[None]]
"""Told of an event such as MESSAGE_CREATE, and the message."""


@dataclass(frozen=True)
class Request:
    """A request and the status of its reply; `path` begins after the API's version.

    It was carried out at the time `at`, in seconds by `perf_counter`, and came in by `door` from
    the port `peer`.
    """

    method: str
    path: str
    body: Any
    status: int
    at: float
    door: int = 0
    peer: int = 0
    files: tuple[bytes, ...] = ()


class Attempt(NamedTuple):
    """An answer to an interaction, by a door, at a time by `perf_counter`."""

    door: int
    at: float


@dataclass(frozen=True)
class Answer:
    """The bot's answer to an interaction."""

    interaction: int
    kind: int
    data: Json

    @property
    def content(self) -> str:
        """Return the text of a message."""
        return self.data.get("content") or ""

    @property
    def token(self) -> str:
        """Return the token of the interaction, by which the answer is edited and followed up."""
        return make_token(self.interaction)


@dataclass(frozen=True, eq=False)
class Fault:
    """A failure of Discord: requests that are `hit` get `status`, carried out or not."""

    hit: Callable[[str, str], bool]
    status: int
    headers: Mapping[str, str]
    done: bool
    text: str


Loss = Literal["before", "after", "half", "garbled", "empty"]
"""
before   the connection is cut before the request is carried out
after    the connection is cut after the request was carried out, without a reply
half     the connection is cut in the middle of the reply
garbled  the reply says JSON, and is not
empty    the reply is an empty JSON object
"""


class Losses(NamedTuple):
    """Losses of the next requests that are `hit`, one each."""

    hit: Callable[[str, str], bool]
    kinds: list[Loss]


class Messages(dict[int, Json]):
    """The messages that stand, by id, and by channel: a long run has thousands."""

    def __init__(self) -> None:
        super().__init__()
        self._by_channel: defaultdict[int, dict[int, Json]] = defaultdict(dict)

    def __setitem__(self, id: int, message: Json) -> None:
        super().__setitem__(id, message)
        self._by_channel[int(message["channel_id"])][id] = message

    def __delitem__(self, id: int) -> None:
        del self._by_channel[int(self[id]["channel_id"])][id]
        super().__delitem__(id)

    def list_in(self, channel: int) -> list[Json]:
        """Return the messages of a channel, the oldest first."""
        return [*self._by_channel[channel].values()]


class Rest:
    """The HTTP half of Discord."""

    def __init__(
        self,
        token: str,
        seen: Seen,
        happened: Happened,
        address: str = "",
        now: Callable[[], float] = time,
        shards: int = 1,
        max_concurrency: int = 1,
    ) -> None:
        self.address = address
        self.shards = shards
        self._max_concurrency = max_concurrency
        self.requests: list[Request] = []
        self.starts = 999  # sessions that the bot may begin today
        self.commands: list[Json] = []
        self.messages = Messages()  # what stands in channels, by id
        self.answers: dict[int, Answer] = {}  # the first one to each interaction
        self.edits: dict[str, Json] = {}  # the newest edit of each answer, by token
        self.follow_ups: dict[str, Json] = {}  # the newest message after each answer, by token
        self.callbacks: Counter[int] = Counter()  # how often each interaction was answered
        self.attempts: dict[int, list[Attempt]] = {}  # to answer each interaction, also in vain
        self.expired: set[int] = set()  # interactions that nobody may answer any more
        self._faults: list[Fault] = []
        self._losses: list[Losses] = []
        self.limits: RateLimits | None = None  # of requests, which usually have none
        self._nonces: dict[tuple[int, str], tuple[Json, float]] = {}  # a message, and when
        self._token = token
        self._happened = happened
        self._seen = seen
        self.ids = snowflakes(now)
        self.scheduled = ScheduledEvents(self.ids, lambda request: request[BODY], reply)
        self.direct: dict[int, int] = {}  # the channel of direct messages to each account
        self._now = now
        self._swallows: Callable[[Json], bool] = _swallow_nothing
        self.swallowed = 0  # messages that were taken, and the bot never heard of it
        self._released = asyncio.Event()
        self._released.set()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Accept answers to interactions without a reply during the block."""
        self._released.clear()
        try:
            yield
        finally:
            self._released.set()

    @contextmanager
    def failing(
        self,
        hit: Callable[[str, str], bool],
        status: int = 500,
        headers: Mapping[str, str] | None = None,
        *,
        done: bool = False,
        text: str = "",
    ) -> Iterator[None]:
        """Give requests whose method and path are `hit` a `status`, such as 500, during the block.

        With `done` the requests are carried out, and only their replies are lost. The reply says
        `text`, or else the status.
        """
        fault = Fault(hit, status, headers or {}, done, text or f"{status}")
        self._faults.append(fault)
        try:
            yield
        finally:
            self._faults.remove(fault)

    @contextmanager
    def losing(self, hit: Callable[[str, str], bool], *kinds: Loss) -> Iterator[None]:
        """Lose the next requests whose method and path are `hit`, or their replies."""
        losses = Losses(hit, [*kinds])
        self._losses.append(losses)
        try:
            yield
        finally:
            self._losses.remove(losses)
            assert not losses.kinds, f"not lost: {losses.kinds}"

    @contextmanager
    def swallowing(self, which: Callable[[Json], bool] = bool) -> Iterator[None]:
        """Accept messages and never reply during the block, as when the bot is killed meanwhile.

        `which` tells of which messages; usually of all.
        """
        self._swallows = which
        self._released_posts = asyncio.Event()
        try:
            yield
        finally:
            self._swallows = _swallow_nothing
            self._released_posts.set()

    def is_direct(self, message: Json) -> bool:
        """Return whether a message is a direct one."""
        return int(message["channel_id"]) in self.direct.values()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes; some ignore the method."""
        return [
            web.get(f"{API}/users/@me", self._me),
            web.get(f"{API}/oauth2/applications/@me", self._application),
            web.get(f"{API}/gateway/bot", self._gateway),
            web.put(f"{API}/applications/{{application}}/commands", self._sync),
            web.get(f"{API}/applications/{{application}}/commands", self._list_commands),
            web.put(f"{API}/applications/{{application}}/guilds/{{guild}}/commands", _sync_server),
            web.post(f"{API}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.post(f"{API}{WEBHOOK}", self._follow_up),
            web.route("*", f"{API}{WEBHOOK}/messages/{{message}}", self._webhook_message),
            web.post(f"{API}{MESSAGES}", self._post),
            web.get(f"{API}{MESSAGES}", self._history),
            web.patch(f"{API}{MESSAGES}/{{message}}", self._edit),
            web.delete(f"{API}{MESSAGES}/{{message}}", self._delete),
            web.post(f"{API}/users/@me/channels", self._open_direct),
            *self.scheduled.routes(API),
            web.route("*", f"{API}/{{rest:.*}}", self._unknown),
        ]

    @web.middleware
    async def middleware(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Check the token and record the request."""
        path = request.path.removeprefix(API)
        if request.path == path:  # the gateway's
            reply: web.StreamResponse = await handler(request)
            return reply
        files: list[bytes] = []
        peer = _find_port(request, "peername")
        if request.content_type.startswith("multipart/"):
            parts = await request.post()
            body = str(parts["payload_json"])
            files = [part.file.read() for part in parts.values() if isinstance(part, web.FileField)]
        else:
            body = await request.text()
        request[BODY] = json.loads(body) if body else None
        door = find_door(request)  # before whoever asked has gone
        fault = next((each for each in self._faults if each.hit(request.method, path)), None)
        loss = self._find_loss(request.method, path)
        taken = Taken({})
        if self.limits is not None:
            taken = self.limits.take(request.method, path, perf_counter())
        if not self._may(request, path):
            reply = _error(401, 0)
        elif taken.after is not None:
            reply = _refuse_early(taken.after, by_all=taken.by_all)
        elif loss is not None:
            reply = await _lose(request, handler, loss)
        elif fault is None:
            reply = await handler(request)
        else:
            if fault.done:
                await handler(request)
            reply = _failure(fault)
        reply.headers.update(taken.headers)
        self.requests.append(
            Request(request.method, path, request[BODY], reply.status, perf_counter(), door, peer, tuple(files))
        )
        self._seen.something()
        return reply

    def _find_loss(self, method: str, path: str) -> Loss | None:
        hit = (each for each in self._losses if each.kinds and each.hit(method, path))
        found = next(hit, None)
        return None if found is None else found.kinds.pop(0)

    def _may(self, request: web.Request, path: str) -> bool:
        known = request.headers.get("Authorization") == f"Bot {self._token}"
        return known or path.split("/")[1] in TOKENLESS

    # Who the bot is

    async def _me(self, _: web.Request) -> web.Response:
        return reply(user(BOT))

    async def _application(self, _: web.Request) -> web.Response:
        return reply(application())

    async def _gateway(self, _: web.Request) -> web.Response:
        limit = {
            "total": 1000,
            "remaining": self.starts,
            "reset_after": 86_400_000,
            "max_concurrency": self._max_concurrency,
        }
        url = self.address.replace("http", "ws", 1) + "/"
        return reply({"url": url, "shards": self.shards, "session_start_limit": limit})

    async def _sync(self, request: web.Request) -> web.Response:
        usual = {"application_id": str(BOT.id), "description": "", "nsfw": False}
        known = {(each.get("type", 1), each["name"]): each["id"] for each in self.commands}
        self.commands = [
            {**usual, **command, "id": id, "version": str(next(self.ids))}
            for command in request[BODY]
            for id in [known.get((command.get("type", 1), command["name"])) or str(next(self.ids))]
        ]
        return reply(self.commands)

    async def _list_commands(self, _: web.Request) -> web.Response:
        return reply(self.commands)

    # Answers

    async def _callback(self, request: web.Request) -> web.Response:
        id, body = int(request.match_info["id"]), request[BODY]
        self.callbacks[id] += 1
        attempt = Attempt(find_door(request), perf_counter())
        self.attempts.setdefault(id, []).append(attempt)
        if id in self.expired:
            return _error(404, UNKNOWN_INTERACTION)
        if id in self.answers:
            self._seen.something()
            return _error(400, ACKNOWLEDGED)
        answer = Answer(id, body["type"], body.get("data") or {})
        self.answers[id] = answer
        self._seen.something()
        await self._released.wait()
        if "with_response" not in request.query:
            return web.Response(status=204)
        sent = None
        if answer.kind == ANSWER:
            sent = message(next(self.ids), 0, BOT, answer.data)
        return reply(answered(id, answer.kind, sent))

    async def _follow_up(self, request: web.Request) -> web.Response:
        self.follow_ups[request.match_info["token"]] = request[BODY]
        return reply(message(next(self.ids), 0, BOT, request[BODY]))

    async def _webhook_message(self, request: web.Request) -> web.Response:
        if request.method == "DELETE":
            return web.Response(status=204)
        if request.method == "PATCH":
            self.edits[request.match_info["token"]] = request[BODY]
        return reply(message(next(self.ids), 0, BOT, request[BODY] or {}))

    # Messages in channels

    async def _post(self, request: web.Request) -> web.Response:
        channel, body = int(request.match_info["channel"]), request[BODY]
        unique = (channel, str(body["nonce"])) if body.get("enforce_nonce") else None
        earlier, sent = self._nonces.get(unique, ({}, -NONCES)) if unique else ({}, -NONCES)
        if self._now() - sent < NONCES:  # no new one, even if the earlier one is gone
            return reply(self.messages.get(int(earlier["id"]), earlier))
        posted = message(next(self.ids), channel, BOT, body)
        self.messages[int(posted["id"])] = posted
        if unique:
            self._nonces[unique] = posted, self._now()
        await self._happened("MESSAGE_CREATE", posted)
        await self.keep_back(posted)
        return reply(posted)

    async def announce_thread(self, channel: int, name: str) -> None:
        """Send the message by which Discord announces a new thread in its channel."""
        announced = message(next(self.ids), channel, BOT, {"content": name}) | {"type": THREAD_CREATED}
        self.messages[int(announced["id"])] = announced
        await self._happened("MESSAGE_CREATE", announced)

    async def keep_back(self, made: Json) -> None:
        """Wait, as long as replies about what was made are swallowed."""
        if self._swallows(made):
            self.swallowed += 1
            self._seen.something()
            await self._released_posts.wait()

    async def _history(self, request: web.Request) -> web.Response:
        """Return the messages after one, newest first, up to a limit."""
        after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 50))
        here = self.messages.list_in(int(request.match_info["channel"]))
        found = [each for each in here if int(each["id"]) > after]
        return reply(sorted(found, key=lambda each: int(each["id"]))[:limit][::-1])

    async def _edit(self, request: web.Request) -> web.Response:
        found = self._found(request)
        if found is None:
            return _error(404, 10008)
        edited = message(int(found["id"]), int(found["channel_id"]), BOT, found | request[BODY])
        self.messages[int(found["id"])] = edited
        await self._happened("MESSAGE_UPDATE", edited)
        return reply(edited)

    async def _delete(self, request: web.Request) -> web.Response:
        found = self._found(request)
        if found is None:
            return _error(404, 10008)
        del self.messages[int(found["id"])]
        await self._happened("MESSAGE_DELETE", {key: found[key] for key in ("id", "channel_id")})
        return web.Response(status=204)

    def _found(self, request: web.Request) -> Json | None:
        """Return the message of a request, if it exists in that channel."""
        found = self.messages.get(int(request.match_info["message"]))
        at_home = found is not None and found["channel_id"] == request.match_info["channel"]
        return found if at_home else None

    async def _open_direct(self, request: web.Request) -> web.Response:
        to = Member(int(request[BODY]["recipient_id"]), "somebody")
        channel = self.direct.setdefault(to.id, to.id + DIRECT)
        return reply({"id": str(channel), "type": 1, "recipients": [user(to)]})

    async def _unknown(self, _: web.Request) -> web.Response:
        return _error(404, 0)


async def _sync_server(request: web.Request) -> web.Response:
    """Take the commands of a server, which nobody asks for again."""
    return reply(request[BODY])


def _swallow_nothing(_: Json) -> bool:
    return False


def find_door(request: web.Request) -> int:
    """Return the port that a request came in by: each process of a bot may have its own."""
    return _find_port(request, "sockname")


def _find_port(request: web.Request, end: str) -> int:
    assert request.transport is not None, "whoever asked has gone"
    return int(request.transport.get_extra_info(end)[1])


def reply(body: object, status: int = 200) -> web.Response:
    """Return a reply with the content type that discord.py compares literally."""
    text = json.dumps(body).encode()
    return web.Response(status=status, body=text, content_type="application/json")


async def _lose(request: web.Request, handler: Any, loss: Loss) -> web.StreamResponse:
    """Lose a request or the reply to it."""
    made = web.Response(body=b"") if loss == "before" else await handler(request)
    assert request.transport is not None
    match loss:
        case "before" | "after":
            request.transport.abort()
        case "half":
            made = web.StreamResponse(headers={"Content-Type": "application/json"})
            made.content_length = 1000
            await made.prepare(request)
            await made.write(b'{"interaction"')
            request.transport.close()
        case "garbled":
            made.body = b'{"interaction'
        case "empty":
            made.body = b"{}"
    return made


def _failure(fault: Fault) -> web.Response:
    body: Json = {"message": fault.text, "code": 0}
    headers = {"Via": "1.1 loopback"}  # without it a 429 is Cloudflare's, not Discord's
    if fault.status == 429:
        after = fault.headers.get("Retry-After", "0.2")
        body |= {"retry_after": float(after), "global": False}
        headers |= {"Retry-After": after, "X-RateLimit-Scope": "user"}
    failed = reply(body, fault.status)
    failed.headers.update({**headers, **fault.headers})
    return failed


def _refuse_early(after: float, *, by_all: bool) -> web.Response:
    """Return the reply to a request that exceeds a rate limit."""
    body = {"message": "You are being rate limited.", "retry_after": after, "global": by_all}
    refused = reply(body, 429)
    refused.headers["Via"] = "1.1 loopback"  # without it a 429 is Cloudflare's, not Discord's
    return refused


def _error(status: int, code: int) -> web.Response:
    return reply({"message": f"{status}", "code": code}, status)
