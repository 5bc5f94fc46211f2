"""Files that somebody sent along with a command."""

import asyncio
import logging

import aiohttp
import discord

from bot.rules.refusals import Refusal

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds until a file is given up."""


async def fetch_file(file: discord.Attachment, most: int) -> bytes:
    """Return what is in a file.

    Raises `Refusal` if it has more than `most` bytes, or does not come in time.
    """
    if file.size > most:
        raise Refusal("file-large", most=most // 1024)
    try:
        async with asyncio.timeout(PATIENCE):
            content = await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("a file cannot be fetched: %s", error)
        raise Refusal("file-fetch") from None
    if len(content) > most:
        raise Refusal("file-large", most=most // 1024)
    return content
