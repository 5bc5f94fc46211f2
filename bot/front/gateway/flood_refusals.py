"""Refusals of unread interactions, which a flood needs by the thousand: finished requests on discord.py's connections.

discord.py's adapter and aiohttp's session cost several times as much as all else about a refusal. They are used only
where Discord does not simply take the finished request.
"""

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import aiohttp
import discord
from aiohttp.http import HttpProcessingError
from discord.http import Route
from discord.webhook.async_ import async_context
from yarl import URL

from bot.front.gateway.answer_retries import DISCORD_PATIENCE, FIRST_SERVER_ERROR, RetryingInteractionAnswerSender
from bot.front.interaction.answers import (
    LOSS_BY_ERROR_CODE,
    OutcomeName,
    build_refusal_of_unread_interaction,
    refuse_unread_interaction,
)
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.i18n import DEFAULT, Locale, find_supported_locale

log = logging.getLogger(__name__)

_NO_CONTENT, _FIRST_REDIRECT, _FIRST_REFUSAL = 204, 300, 400
"""HTTP statuses: Discord's usual one, the first after success, and after those that leave open what was carried out."""

_CHECK_INTERVAL = 0.25
"""Seconds between two looks for replies that do not come, and for connections that nobody needs."""

_IDLE_SECONDS = 5.0
"""Seconds after which a connection without a refusal is given back to aiohttp."""

_is_plain = re.compile(r"[\w.~-]+", re.ASCII).fullmatch
"""Match a token that stands in a path as it is."""


class _RefusalConnection(asyncio.Protocol):
    """A connection of aiohttp's for finished requests, one after the other.

    Discord's usual reply, without content, is recognised by its bytes. Any other one is left to aiohttp, which gets the
    connection back with it.
    """

    def __init__(self, connection: aiohttp.connector.Connection) -> None:
        assert connection.protocol is not None
        assert connection.transport is not None
        self._connection = connection
        self._reader = connection.protocol
        self._transport = connection.transport
        self._reply: asyncio.Future[bool] | None = None  # whether the reply is the usual one
        self.used_at = 0.0
        self.is_usable = True
        self._transport.set_protocol(self)

    async def send_request(self, request: bytes, now: float) -> tuple[int, bytes]:
        """Send a request; return the status and the content of the reply."""
        self.used_at = now
        self._reply = asyncio.get_running_loop().create_future()
        try:
            self._transport.write(request)
            if await self._reply:
                return _NO_CONTENT, b""
            head, content = await self._reader.read()
            body = await content.read()
            self._connection.release()
        except BaseException:
            self.close()
            raise
        return head.code, body

    def data_received(self, data: bytes) -> None:
        reply, self._reply = self._reply, None
        if reply is None or reply.done():  # nobody asked for it
            return self.close()
        is_usual = data.startswith(b"HTTP/1.1 204") and data.endswith(b"\r\n\r\n") and b"close" not in data
        if not is_usual:
            self._return_transport()
            self._reader.set_response_params()
            self._reader.data_received(data)
        reply.set_result(is_usual)
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_usable = False
        self._reader.connection_lost(exc)
        self._connection.close()
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(exc or aiohttp.ServerDisconnectedError())

    def abort(self) -> None:
        """Break the connection, so that whoever waits for a reply waits no longer."""
        self._transport.abort()

    def close(self) -> None:
        self._return_transport()
        self._connection.close()

    def give_back(self) -> None:
        """Give the connection back to aiohttp, which may use it again."""
        self._return_transport()
        self._connection.release()

    def _return_transport(self) -> None:
        if self.is_usable:
            self.is_usable = False
            self._transport.set_protocol(self._reader)


class UnreadInteractionRefuser:
    """A sender of refusals that finishes everything but the interaction's id and token once for each language."""

    def __init__(self, http: discord.http.HTTPClient) -> None:
        self._http = http
        self._target: aiohttp.ClientRequest | None = None
        self._ends = dict[Locale, bytes]()  # the requests from the interaction's path on
        self._idle = list[_RefusalConnection]()
        self._busy = set[_RefusalConnection]()
        self._checking: asyncio.TimerHandle | None = None

    async def refuse_interaction(self, payload: Mapping[str, Any]) -> OutcomeName:
        """Tell the user of an interaction that the bot has too much to do; return the outcome for metrics.

        Only the id, the token and the language of `payload` are read. Never raise an exception of discord.py or of the
        connection.
        """
        if not isinstance(async_context.get(), RetryingInteractionAnswerSender):  # a simulated Discord
            return await refuse_unread_interaction(self._http, payload)
        end = asyncio.get_running_loop().time() + DISCORD_PATIENCE
        may_have_arrived = True
        try:
            status, body = await self._send_finished_request(payload)
            if status < _FIRST_REDIRECT:
                return "busy"
            may_have_arrived = not _FIRST_REFUSAL <= status < FIRST_SERVER_ERROR
            loss = LOSS_BY_ERROR_CODE.get(json.loads(body)["code"])
            if loss is not None:
                return loss
        except (*LOST_ANSWER_ERRORS, HttpProcessingError, LookupError, TypeError, ValueError):
            pass  # the usual way repeats the request, or explains what is wrong
        try:
            async with asyncio.timeout_at(end):
                outcome = await refuse_unread_interaction(self._http, payload)
        except TimeoutError:
            log.warning("a refusal was lost on its way to Discord, which did not take it in %s s", DISCORD_PATIENCE)
            return "lost"
        return "busy" if may_have_arrived and outcome == "again" else outcome

    async def _send_finished_request(self, payload: Mapping[str, Any]) -> tuple[int, bytes]:
        """Send a refusal on a connection of the HTTP session; return the status and the content of the reply."""
        if self._target is None:
            self._target = aiohttp.ClientRequest("POST", URL(Route.BASE), session=self._session)
        locale = find_supported_locale(str(payload.get("locale"))) or DEFAULT
        end = self._ends.get(locale)
        if end is None:
            end = self._ends[locale] = self._build_end_of_request(locale, self._target)
        token = str(payload["token"])
        path = f"interactions/{int(payload['id'])}/{token if _is_plain(token) else quote(token, '')}"
        start = f"POST {self._target.url.raw_path}/{path}"
        connection = self._find_idle_connection() or await self._connect(self._target)
        self._busy.add(connection)
        try:
            return await connection.send_request(start.encode() + end, asyncio.get_running_loop().time())
        finally:
            self._busy.discard(connection)
            if connection.is_usable:
                self._idle.append(connection)

    @property
    def _session(self) -> aiohttp.ClientSession:
        session: aiohttp.ClientSession = self._http._HTTPClient__session  # type: ignore[attr-defined]
        return session

    def _find_idle_connection(self) -> _RefusalConnection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_usable:
                return connection
        return None

    async def _connect(self, target: aiohttp.ClientRequest) -> _RefusalConnection:
        connector = self._session.connector
        assert connector is not None
        limits = aiohttp.ClientTimeout(connect=DISCORD_PATIENCE)
        connection = _RefusalConnection(await connector.connect(target, [], limits))
        if self._checking is None:
            self._check_connections_later()
        return connection

    def _check_connections_later(self) -> None:
        self._checking = asyncio.get_running_loop().call_later(_CHECK_INTERVAL, self._check_connections)

    def _check_connections(self) -> None:
        """Break connections whose reply does not come, and give those back that nobody has needed for a while."""
        now = asyncio.get_running_loop().time()
        for connection in self._busy:
            if now - connection.used_at > DISCORD_PATIENCE:
                connection.abort()
        used, idle = list[_RefusalConnection](), self._idle
        for connection in idle:
            if now - connection.used_at < _IDLE_SECONDS:
                used.append(connection)
            elif connection.is_usable:
                connection.give_back()
        self._idle, self._checking = used, None
        if used or self._busy:
            self._check_connections_later()

    def _build_end_of_request(self, locale: Locale, target: aiohttp.ClientRequest) -> bytes:
        """Return a request from the end of its path on. Without `with_response`, Discord's reply has no body."""
        body = json.dumps(build_refusal_of_unread_interaction(locale)).encode()
        head = {
            "Host": target.headers["Host"],
            "User-Agent": self._http.user_agent,
            "Content-Type": "application/json",
            "Content-Length": f"{len(body)}",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        return f"/callback HTTP/1.1\r\n{lines}\r\n".encode() + body
