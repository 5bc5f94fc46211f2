"""Answers to interactions that are sent again after a lost connection.

discord.py repeats a request after two error numbers, which Linux does not have. This adapter sends an answer once more
after any lost connection, and never a message that may have arrived: an interaction has one first answer, an edit can
be repeated, but a follow-up has no nonce.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.front.interaction.answers import ALREADY_ANSWERED
from bot.front.publishing.retries import LOST_ANSWER_ERRORS

log = logging.getLogger(__name__)

DISCORD_PATIENCE = 3.0
"""Seconds in which Discord accepts the first answer to an interaction."""

FIRST_SERVER_ERROR = 500
"""The first HTTP status after which a request may have been carried out all the same."""

CALLBACK_REPLY: Mapping[str, Any] = {"interaction": {"id": "0", "type": 2}}
"""A reply to a callback, of which nothing is used."""

MESSAGE_REPLY: Mapping[str, Any] = {"id": "0", "channel_id": "0", "type": 0, "content": ""}
"""A reply to a follow-up or an edit, of which nothing is used."""


class _UnreadableSuccessResponseError(Exception):
    """An exception that signals success: Discord executed a request, but its reply was unreadable."""


class _DeliveryTrackingHttpSession:
    """An HTTP session that records if Discord may have executed a failed request."""

    def __init__(self, session: aiohttp.ClientSession, *, is_repeatable: bool) -> None:
        """Wrap an HTTP session. `is_repeatable` allows to send a request again after a 5xx status."""
        self.in_doubt = False
        self._session = session
        self._repeatable = is_repeatable

    def request(self, method: str, url: str, **options: Any) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        """Send an HTTP request to Discord.

        Raises `_UnreadableSuccessResponseError` if Discord executed it but sent no readable reply.
        """
        return self._send_request(method, url, options)

    @asynccontextmanager
    async def _send_request(
        self, method: str, url: str, options: Mapping[str, Any]
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        try:
            async with self._session.request(method, url, **options) as response:
                if response.ok:
                    with suppress(*LOST_ANSWER_ERRORS):  # a read body keeps the connection for the next answer
                        await response.read()
                    raise _UnreadableSuccessResponseError
                refused = await _build_http_error(response)
                if response.status >= FIRST_SERVER_ERROR:
                    self.in_doubt = True
                    if not self._repeatable:
                        raise refused
                yield response
        except aiohttp.ClientConnectorError:  # nothing was sent
            raise
        except LOST_ANSWER_ERRORS as error:
            self.in_doubt = True
            # Of a class that discord.py does not repeat by itself.
            raise aiohttp.ClientConnectionError(f"{error}") from error


async def _build_http_error(response: aiohttp.ClientResponse) -> discord.HTTPException:
    """Return discord.py's exception for a request that Discord refused."""
    kind = discord.HTTPException
    if response.status >= FIRST_SERVER_ERROR:
        kind = discord.DiscordServerError
    try:
        text = await json_or_text(response)
    except (*LOST_ANSWER_ERRORS, ValueError):
        raise kind(response, None) from None
    return kind(response, text)


class RetryingWebhookAdapter(AsyncWebhookAdapter):
    """A webhook adapter for discord.py that sends answers to interactions again after a lost connection."""

    async def request(self, route: Route, session: aiohttp.ClientSession, **options: Any) -> Any:
        """Send an answer to an interaction. Raises discord.py's errors, or one of `LOST_ANSWER_ERRORS`."""
        if route.method == "GET":
            return await super().request(route, session, **options)
        follows_up = route.method == "POST" and not _is_first_answer_to_interaction(route)
        once = _DeliveryTrackingHttpSession(session, is_repeatable=not follows_up)
        first = asyncio.get_running_loop().time()
        try:
            try:
                await self._send_answer_once(route, once, options)
            except LOST_ANSWER_ERRORS as error:
                late = asyncio.get_running_loop().time() - first >= DISCORD_PATIENCE
                if late or (follows_up and once.in_doubt):
                    raise
                log.warning("an answer was lost on its way and is sent again: %s", error)
                for file in options.get("files") or ():
                    file.reset(seek=True)
                await self._send_answer_once(route, once, options)
        except discord.HTTPException as error:
            if not (once.in_doubt and error.code == ALREADY_ANSWERED):
                raise
        return CALLBACK_REPLY if _is_first_answer_to_interaction(route) else MESSAGE_REPLY

    async def _send_answer_once(
        self, route: Route, answer_session: _DeliveryTrackingHttpSession, options: Mapping[str, Any]
    ) -> None:
        try:
            await super().request(route, answer_session, **options)  # type: ignore[arg-type]
        except _UnreadableSuccessResponseError:
            return


def _is_first_answer_to_interaction(discord_route: Route) -> bool:
    return discord_route.path.endswith("/callback")


def enable_retries_of_interaction_answers() -> None:
    """Retry answers to interactions after a lost connection, in this task and its child tasks."""
    make_adapter: Any = RetryingWebhookAdapter  # discord.py's constructor has no types
    async_context.set(make_adapter())
