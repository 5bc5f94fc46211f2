"""Retries of requests to Discord: a few attempts at once, then rests of their channel."""

import json

import aiohttp
import discord

from bot.reconciler import Backoff
from bot.service.live_game import Place
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


def is_passing(error: BaseException) -> bool:
    """Return whether the next attempt may succeed after one of `PASSING_ERRORS`."""
    if isinstance(error, discord.HTTPException):
        return error.status == RATE_LIMITED or error.status >= FIRST_SERVER_ERROR
    return True


class ChannelBackoff(Backoff[Place]):
    """A backoff of channels."""

    def end_in(self, guild: int | None) -> None:
        """End the rests of the channels of one server, or of all if that is None."""
        self._rests.drop_where(lambda place: guild in (None, place.guild))
