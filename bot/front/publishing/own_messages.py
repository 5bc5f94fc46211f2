"""A search for messages that the bot sent to a channel before a crash and did not store.

Of two messages with one nonce Discord sends one, but only within some minutes.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord

MAX_SEARCHED_MESSAGES = 1_000
"""Messages that are read at most."""

CLOCK_SKEW = timedelta(hours=1)
"""The most by which clocks may differ."""

NONCE_LIFETIME = timedelta(minutes=1)
"""The time for which Discord certainly sends one message for one nonce."""

GONE_CODES = (10003, 10008)
"""Discord's codes for a channel and for a message that do not exist."""

UNEDITABLE_CODES = (30046, 50083)
"""Discord's codes for a message that cannot be edited any more, while a new one can be sent: it has
had too many edits for its age, or its thread is archived."""


async def fetch_messages_of_bot(
    client: discord.Client, channel_id: int, start_time: datetime, after_message_id: int | None = None
) -> AsyncIterator[discord.Message]:
    """Yield the bot's messages in a channel since a time, oldest first."""
    first = discord.utils.time_snowflake(start_time - CLOCK_SKEW)
    if after_message_id is not None:
        first = max(first, after_message_id)
    place = client.get_partial_messageable(channel_id)
    newer = place.history(limit=MAX_SEARCHED_MESSAGES, after=discord.Object(first), oldest_first=True)
    async for message in newer:
        if message.author == client.user:
            yield message


def iterate_component_custom_ids(components: Sequence[Any]) -> Iterator[str]:
    """Yield the custom ids of all buttons and menus of a message."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield str(custom_id)
        yield from iterate_component_custom_ids(getattr(component, "children", ()))
