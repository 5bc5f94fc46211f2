"""Retries and backoff: a few attempts at once, then pauses that grow."""

import json
from http import HTTPStatus

import aiohttp
import discord

from bot.basics.reconciler import RetryBackoff
from bot.service.live_game import ChannelAddress
from bot.storage.engine.errors import StorageError

RETRY_DELAYS = (1.0, 4.0, 15.0)
"""Seconds between attempts while Discord does not answer."""

SHUTDOWN_PATIENCE = 5.0
"""Seconds that the bot waits for running work when it stops."""

RATE_LIMITED = 429
"""The HTTP status of a rate limit."""

FIRST_SERVER_ERROR = 500
"""The first HTTP status that is a fault of the server."""

LOST_CONNECTION_ERRORS = (aiohttp.ClientError, OSError)
"""The exceptions of a lost connection."""

LOST_ANSWER_ERRORS = (*LOST_CONNECTION_ERRORS, json.JSONDecodeError)
"""The exceptions of an answer that was lost, or only its body, as of a proxy's 502."""

PASSING_ERRORS = (discord.HTTPException, *LOST_ANSWER_ERRORS, TimeoutError, StorageError)
"""The errors of a Discord, or a database, that does not answer as it should."""


def is_error_worth_retry(error: BaseException) -> bool:
    """Return True if a failed request may succeed when it is repeated."""
    if isinstance(error, discord.HTTPException):
        return error.status == RATE_LIMITED or error.status >= FIRST_SERVER_ERROR
    return True


def is_discord_content_refusal(error: BaseException) -> bool:
    """Return True if an error means that Discord refused the content of a message."""
    if not isinstance(error, discord.HTTPException) or is_error_worth_retry(error):
        return False
    return error.status not in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


class ChannelFailureBackoff(RetryBackoff[ChannelAddress]):
    """The channels in which requests failed, each with a pause before the next attempt."""

    def forget_channel_failures_of_server(self, guild_id: int | None) -> None:
        """Forget the failures in the channels of one server; None means all servers."""
        self._rests.remove_entries_with_matching_key(lambda place: guild_id in (None, place.guild))
