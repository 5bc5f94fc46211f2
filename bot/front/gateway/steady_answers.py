"""Answers to interactions that survive a lost connection.

discord.py repeats a request after two error numbers, which Linux does not have. This adapter sends
an answer once more after any lost connection, and never a message that may have arrived: an
interaction has one first answer, an edit can be repeated, but a follow-up has no nonce.
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

from bot.front.background.retry import LOST_ANSWER_ERRORS
from bot.front.interaction.answering import ALREADY_ANSWERED

log = logging.getLogger(__name__)

DISCORD_PATIENCE = 3.0
"""Seconds in which Discord accepts the first answer to an interaction."""

FIRST_SERVER_ERROR = 500
"""The first HTTP status after which a request may have been carried out all the same."""

CALLBACK_REPLY: Mapping[str, Any] = {"interaction": {"id": "0", "type": 2}}
"""A reply to a callback, of which nothing is used."""

MESSAGE_REPLY: Mapping[str, Any] = {"id": "0", "channel_id": "0", "type": 0, "content": ""}
"""A reply to a follow-up or an edit, of which nothing is used."""


class _Accepted(Exception):
    """Discord accepted a request; its reply may be unreadable."""


class _Session:
    """A session that notes whether a request may have been carried out without a good reply."""

    def __init__(self, session: aiohttp.ClientSession, *, repeatable: bool) -> None:
        """Wrap a session; a request that is not `repeatable` is not sent again after a 5xx."""
        self.in_doubt = False
        self._session = session
        self._repeatable = repeatable

    def request(
        self, method: str, url: str, **options: Any
    ) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        """Send a request. Raises `_Accepted` if Discord accepts it."""
        return self._request(method, url, options)

    @asynccontextmanager
    async def _request(
        self, method: str, url: str, options: Mapping[str, Any]
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        try:
            async with self._session.request(method, url, **options) as response:
                if response.ok:
                    with suppress(
                        *LOST_ANSWER_ERRORS
                    ):  # a read body keeps the connection for the next answer
                        await response.read()
                    raise _Accepted
                refused = await _read_refusal(response)
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


async def _read_refusal(response: aiohttp.ClientResponse) -> discord.HTTPException:
    """Return the exception of a refusal. Raises one without a text if the text is unreadable."""
    kind = discord.HTTPException
    if response.status >= FIRST_SERVER_ERROR:
        kind = discord.DiscordServerError
    try:
        text = await json_or_text(response)
    except (*LOST_ANSWER_ERRORS, ValueError):
        raise kind(response, None) from None
    return kind(response, text)


class SteadyAdapter(AsyncWebhookAdapter):
    """A sender of answers to interactions, which repeats lost ones once.

    Discord's replies are not read, since nothing uses them: a status of 2xx says that the answer
    arrived.
    """

    async def request(self, route: Route, session: aiohttp.ClientSession, **given: Any) -> Any:
        """Send an answer. Raises as discord.py does, or one of `LOST_ANSWER_ERRORS`."""
        if route.method == "GET":
            return await super().request(route, session, **given)
        follows_up = route.method == "POST" and not _is_callback(route)
        once = _Session(session, repeatable=not follows_up)
        first = asyncio.get_running_loop().time()
        try:
            try:
                await self._send(route, once, given)
            except LOST_ANSWER_ERRORS as error:
                late = asyncio.get_running_loop().time() - first >= DISCORD_PATIENCE
                if late or (follows_up and once.in_doubt):
                    raise
                log.warning("an answer was lost on its way and is sent again: %s", error)
                for file in given.get("files") or ():
                    file.reset(seek=True)
                await self._send(route, once, given)
        except discord.HTTPException as error:
            if not (once.in_doubt and error.code == ALREADY_ANSWERED):
                raise
        return CALLBACK_REPLY if _is_callback(route) else MESSAGE_REPLY

    async def _send(self, route: Route, once: _Session, given: Mapping[str, Any]) -> None:
        try:
            await super().request(route, once, **given)  # type: ignore[arg-type]
        except _Accepted:
            return


def _is_callback(route: Route) -> bool:
    return route.path.endswith("/callback")


def install() -> None:
    """Use `SteadyAdapter` for all answers that this task and its children send."""
    make_adapter: Any = SteadyAdapter  # discord.py's constructor has no types
    async_context.set(make_adapter())
