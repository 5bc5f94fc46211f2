"""Refusals of unread interactions, which a flood needs by the thousand: finished requests on discord.py's connections.

discord.py's adapter and aiohttp's session cost several times as much as all else about a refusal. They are used only
where Discord does not simply take the finished request.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import aiohttp
import discord
from aiohttp.http import HttpProcessingError
from discord.http import Route
from discord.webhook.async_ import async_context
from yarl import URL

from bot.front.gateway.answer_retries import DISCORD_PATIENCE, FIRST_SERVER_ERROR, RetryingWebhookAdapter
from bot.front.interaction.answers import (
    LOSS_BY_ERROR_CODE,
    OutcomeName,
    build_bot_overloaded_answer,
    refuse_interaction_during_overload,
)
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.i18n import DEFAULT, Locale, find_supported_locale

log = logging.getLogger(__name__)

_FIRST_REDIRECT, _FIRST_REFUSAL = 300, 400
"""The first HTTP statuses after success, and after those that leave open what was carried out."""


class OverloadRefusalSender:
    """A sender of refusals while the bot is overloaded, which prepares one request for each language."""

    def __init__(self, http: discord.http.HTTPClient) -> None:
        self._http = http
        self._target: aiohttp.ClientRequest | None = None
        self._ends = dict[Locale, bytes]()  # the requests from the interaction's path on

    async def refuse_interaction(self, interaction_payload: Mapping[str, Any]) -> OutcomeName:
        """Tell the user of an interaction that the bot has too much to do; return the outcome for metrics.

        Only the id, the token and the language of `interaction_payload` are read. Never raise an exception of
        discord.py or of the connection.
        """
        if not isinstance(async_context.get(), RetryingWebhookAdapter):  # a simulated Discord
            return await refuse_interaction_during_overload(self._http, interaction_payload)
        end = asyncio.get_running_loop().time() + DISCORD_PATIENCE
        may_have_arrived = True
        try:
            status, body = await self._send_refusal_request(interaction_payload)
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
                outcome = await refuse_interaction_during_overload(self._http, interaction_payload)
        except TimeoutError:
            log.warning("a refusal was lost on its way to Discord, which did not take it in %s s", DISCORD_PATIENCE)
            return "lost"
        return "busy" if may_have_arrived and outcome == "again" else outcome

    async def _send_refusal_request(self, interaction_payload: Mapping[str, Any]) -> tuple[int, bytes]:
        """Send a refusal over the HTTP session; return the reply's status and body."""
        session: aiohttp.ClientSession = self._http._HTTPClient__session  # type: ignore[attr-defined]
        if self._target is None:
            self._target = aiohttp.ClientRequest("POST", URL(Route.BASE), session=session)
        locale = find_supported_locale(str(interaction_payload.get("locale"))) or DEFAULT
        end = self._ends.get(locale)
        if end is None:
            end = self._ends[locale] = self._encode_refusal_request_after_token(locale, self._target)
        id, token = int(interaction_payload["id"]), quote(str(interaction_payload["token"]), "")
        start = f"POST {self._target.url.raw_path}/interactions/{id}/{token}"
        assert session.connector is not None
        limits = aiohttp.ClientTimeout(connect=DISCORD_PATIENCE)
        connection = await session.connector.connect(self._target, [], limits)
        protocol, transport = connection.protocol, connection.transport
        assert protocol is not None
        assert transport is not None
        alarm = asyncio.get_running_loop().call_later(DISCORD_PATIENCE, transport.abort)
        try:
            protocol.set_response_params()
            transport.write(start.encode() + end)
            head, content = await protocol.read()
            body = await content.read()
            connection.release()
        finally:
            alarm.cancel()
            connection.close()  # unless it was released
        return head.code, body

    def _encode_refusal_request_after_token(self, locale: Locale, template_request: aiohttp.ClientRequest) -> bytes:
        """Return the part of a refusal's HTTP request that follows the interaction's token in the path."""
        body = json.dumps(build_bot_overloaded_answer(locale)).encode()
        head = {
            "Host": template_request.headers["Host"],
            "User-Agent": self._http.user_agent,
            "Content-Type": "application/json",
            "Content-Length": f"{len(body)}",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        return f"/callback HTTP/1.1\r\n{lines}\r\n".encode() + body
